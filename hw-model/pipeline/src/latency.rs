//! Cycles of a placed program: which stage waits for which, and the padding of egress.

use super::dependency::Use;
use super::graph::{Graph, NodeId};
use super::profile::{LatencyModel, LimitId, Profile};
use super::stage::Stage;

/// What a stage waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependency {
    /// An earlier result, before it can match.
    Match,
    /// An earlier result, before its action runs.
    Action,
    /// Nothing of the present run.
    Independent,
}

impl Dependency {
    /// Name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Action => "action",
            Self::Independent => "independent",
        }
    }
}

/// A stage's dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageTiming {
    /// What the program makes it wait for.
    pub dependency: Dependency,
    /// What it waits for after padding.
    pub padded: Dependency,
    /// The word that forces the dependency, and the stage that computes it.
    pub forced_by: Option<(NodeId, usize)>,
    /// Cycles it adds, after padding.
    pub cycles: u32,
}

/// Latency of a placed program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latency {
    /// All stages of the profile, unused ones included.
    pub stages: Vec<StageTiming>,
    /// Cycles before padding.
    pub unpadded: u32,
    /// Cycles.
    pub cycles: u32,
}

/// A stage's share of the latency features of its run.
#[derive(Clone, Copy, Default)]
struct Features {
    ternary: bool,
    stateful: bool,
}

impl Latency {
    /// Types every stage, then pads.
    #[must_use]
    pub fn of(graph: &Graph, profile: &Profile, stages: &[Stage], stage_of: &[Option<usize>]) -> Self {
        let model = &profile.latency;
        let count = (profile.limit(LimitId::Stages).value as usize).max(stages.len());
        let features: Vec<Features> = (0..count)
            .map(|index| {
                let stage = stages.get(index);
                Features {
                    ternary: stage.is_some_and(Stage::has_ternary),
                    stateful: stage.is_some_and(Stage::has_stateful),
                }
            })
            .collect();
        let typed = types(graph, stages, stage_of, (count, model.match_stage));
        let mut kinds: Vec<Dependency> = typed.iter().map(|(kind, _)| *kind).collect();
        let unpadded = total(model, &kinds, &features);
        pad(model, &mut kinds, &features);
        let cycles = per_stage(model, &kinds, &features);
        let timing = |((&(dependency, forced_by), &padded), &cycles)| StageTiming {
            dependency,
            padded,
            forced_by,
            cycles,
        };
        let stages = typed.iter().zip(&kinds).zip(&cycles).map(timing).collect();
        Self { stages, unpadded, cycles: total(model, &kinds, &features) }
    }

    /// Nanoseconds at the profile's clock, rounded up.
    #[must_use]
    pub const fn nanos(&self, model: &LatencyModel) -> u32 {
        (self.cycles * 1000).div_ceil(model.clock_mhz)
    }
}

type Typed = (Dependency, Option<(NodeId, usize)>);

/// The first stage matches, and `match_stage`. Another one matches anew if it needs a result of its own run before it
/// can match; it waits for the action if it needs one as an operand; else it runs beside the stage before it.
fn types(
    graph: &Graph,
    stages: &[Stage],
    stage_of: &[Option<usize>],
    (count, match_stage): (usize, Option<usize>),
) -> Vec<Typed> {
    let mut typed: Vec<Typed> = Vec::with_capacity(count);
    let (mut run, mut waited) = (0, 0);
    for index in 0..count {
        let needs = stages.get(index).into_iter().flat_map(|stage| &stage.tables);
        let needs: Vec<_> = needs.flat_map(|table| table.needs(graph)).collect();
        let latest = |usage, since| {
            let placed = needs.iter().filter(|need| need.usage == usage);
            let placed = placed.filter_map(|need| stage_of[need.word.0].map(|stage| (need.word, stage)));
            placed
                .filter(|(_, stage)| *stage >= since)
                .max_by_key(|(word, stage)| (*stage, core::cmp::Reverse(*word)))
        };
        typed.push(match (latest(Use::Match, run), latest(Use::Operand, waited)) {
            (forced, _) if forced.is_some() || index == 0 || match_stage == Some(index) => {
                (run, waited) = (index, index);
                (Dependency::Match, forced)
            }
            (_, Some(forced)) => {
                waited = index;
                (Dependency::Action, Some(forced))
            }
            (_, None) => (Dependency::Independent, None),
        });
    }
    typed
}

fn per_stage(model: &LatencyModel, kinds: &[Dependency], features: &[Features]) -> Vec<u32> {
    let run_of = |index: usize| {
        let rest = kinds[index + 1..].iter().take_while(|kind| **kind != Dependency::Match).count();
        &features[index..=index + rest]
    };
    let cycles = |(index, kind): (usize, &Dependency)| match kind {
        Dependency::Match => {
            let ternary = u32::from(run_of(index).iter().any(|f| f.ternary)) * model.ternary_extra;
            let stateful = u32::from(run_of(index).iter().any(|f| f.stateful)) * model.stateful_extra;
            model.match_cycles + ternary + stateful
        }
        Dependency::Action => model.action_cycles,
        Dependency::Independent => model.independent_cycles,
    };
    kinds.iter().enumerate().map(cycles).collect()
}

fn total(model: &LatencyModel, kinds: &[Dependency], features: &[Features]) -> u32 {
    per_stage(model, kinds, features).iter().sum::<u32>() + model.corner_turn
}

/// Promotes stages to match-dependent until egress takes its minimum, the lowest-numbered first, whatever it waits for.
fn pad(model: &LatencyModel, kinds: &mut [Dependency], features: &[Features]) {
    while total(model, kinds, features) < model.egress_minimum {
        let Some(kind) = kinds.iter_mut().find(|kind| **kind != Dependency::Match) else { return };
        *kind = Dependency::Match;
    }
}
