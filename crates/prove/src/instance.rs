//! An instance of a variant without a graph: every call with everything free.

use super::binding::{Sample, bind};
use super::layout::{self, Layout};
use super::obligation::Settings;
use super::sampling;
use crate::smt::{Sort, Term, Terms};
use crate::symbolic::{Call, Regions};
use anyhow::{Context, ensure};
use freeboard_aqm_api::Hooks;
use freeboard_cc_api::IntStack;
use freeboard_cost::variant::Variant;
use freeboard_harness::index::Entry;
use freeboard_harness::measure::measured_hooks;
use freeboard_harness::on_core::OnCore;
use freeboard_rv32::{CV32E40P_LIKE, Image};
use std::collections::HashMap;
use std::ops::Range;

/// Configurations that the free words of the parameters are found from.
const SAMPLES: usize = 64;
/// Draws of settings before fewer configurations must do.
const DRAWS: usize = 1000;
/// Bytes of the telemetry behind the instance: words and bytes, as on the host.
const TELEMETRY_BYTES: u32 = size_of::<IntStack>() as u32;
/// Hops of telemetry at most.
const HOPS_MAX: u128 = 5;

/// One variant with its instance in an image.
pub(crate) struct Instance {
    pub(crate) variant: Variant,
    pub(crate) on_core: OnCore,
    pub(crate) layout: Layout,
    /// Bytes of the parameters in legal configurations; the defaults come first.
    pub(crate) samples: Vec<Sample>,
    entry: Entry,
    rodata: Vec<Range<u32>>,
}

/// A call of one kind with everything else free.
pub(crate) struct Query {
    /// What happens: `ack`, `dequeue`.
    pub(crate) kind: &'static str,
    pub(crate) call: Call,
}

/// Kinds of a flow's events in the image's numbers.
pub(crate) const EVENTS: [&str; 14] = [
    "ack",
    "duplicate-ack",
    "loss",
    "timeout",
    "idle",
    "sent",
    "application-limited",
    "cnp",
    "rtt",
    "tick",
    "pause-begins",
    "pause-ends",
    "telemetry",
    "undo",
];
/// Kinds of an underlay's calls in the image's numbers.
const CALLS: [&str; 4] = ["sent", "report", "ack", "query"];

impl Instance {
    /// Places an instance of the defaults in the image, and finds legal configurations.
    pub(crate) fn of(image: &Image, variant: Variant, entry: &Entry) -> anyhow::Result<Self> {
        let (about, layout) = (variant.descriptor(), layout::plain(variant));
        ensure!(layout.size == entry.placed_bytes, "an instance has {} B in the image", entry.placed_bytes);
        let presets = about.presets().into_iter().map(|preset| preset.values).collect();
        let (mut samples, mut first) = (Vec::new(), None);
        for values in sampling::candidates(about.fields, presets).take(DRAWS) {
            let Ok(on_core) = OnCore::new(image, &CV32E40P_LIKE, *entry, &values) else { continue };
            let start = on_core.placed() + layout.params.start;
            let bytes = on_core.core().read(start, layout.params.len())?.to_vec();
            samples.push(Sample { bytes, data: Vec::new(), pool: [0; 3] });
            first.get_or_insert(on_core);
            if samples.len() >= SAMPLES {
                break;
            }
        }
        let rodata = image.segments.iter().map(|segment| segment.address..segment.address + segment.size);
        let on_core = first.context("no legal settings")?;
        Ok(Self { variant, on_core, layout, samples, entry: *entry, rodata: rodata.collect() })
    }

    /// Every call of the data path under these settings; all share parameters and state.
    pub(crate) fn calls(&self, terms: &mut Terms, settings: &Settings) -> Vec<Query> {
        let chosen = match settings {
            Settings::Symbolic => &self.samples[..],
            Settings::Named(_) => &self.samples[..1],
        };
        let placed = self.on_core.placed();
        let mut memory = HashMap::new();
        let mut assumptions = Vec::new();
        if !self.layout.params.is_empty() {
            let binding = bind(terms, chosen, &[], placed + self.layout.params.start);
            assumptions = self.truth_values(terms, &binding.words);
            memory = binding.words;
        }
        for offset in self.layout.state.iter().flat_map(|range| range.clone().step_by(4)) {
            memory.insert(placed + offset, terms.variable(&state_name(offset), Sort::Bits(32)));
        }
        let moved = |range: &Range<u32>| placed + range.start..placed + range.end;
        let mut readable = self.rodata.clone();
        readable.push(placed..placed + self.layout.size + TELEMETRY_BYTES);
        let writable = self.layout.state.iter().map(moved).collect();
        let regions = Regions { readable, writable };
        if let Variant::Cc(_) = self.variant {
            assumptions.push(self.telemetry(terms, &mut memory));
        }
        let all = self.arguments(terms, &mut assumptions);
        let call = |(kind, address, arguments)| {
            let (memory, assumptions) = (memory.clone(), assumptions.clone());
            let call = Call { address, arguments, memory, assumptions, regions: regions.clone() };
            Query { kind, call }
        };
        all.into_iter().map(call).collect()
    }

    /// Words whose bytes are 0 or 1 in every configuration hold truth values and choices of two.
    fn truth_values(&self, terms: &mut Terms, words: &HashMap<u32, Term>) -> Vec<Term> {
        let start = self.on_core.placed() + self.layout.params.start;
        let mut all = Vec::new();
        for (&address, &word) in words {
            let at = (address - start) as usize;
            if self.samples.iter().all(|sample| sample.bytes[at..at + 4].iter().all(|byte| *byte <= 1)) {
                let (others, zero) = (terms.word(!0x0101_0101), terms.word(0));
                let rest = terms.and(word, others);
                all.push(terms.equal(rest, zero));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The telemetry behind the instance; its number of hops is legal.
    fn telemetry(&self, terms: &mut Terms, memory: &mut HashMap<u32, Term>) -> Term {
        let start = self.on_core.placed() + self.layout.size;
        let last = start + TELEMETRY_BYTES - 4;
        for at in (start..last).step_by(4) {
            memory.insert(at, terms.variable(&format!("telemetry.{}", at - start), Sort::Bits(32)));
        }
        let hops = terms.variable("hops", Sort::Bits(8));
        let padding = terms.variable("padding", Sort::Bits(24));
        memory.insert(last, terms.concat(padding, hops));
        let most = terms.constant(HOPS_MAX, 8);
        terms.at_most(hops, most)
    }

    /// Kind, address and arguments of every call.
    fn arguments(
        &self,
        terms: &mut Terms,
        assumptions: &mut Vec<Term>,
    ) -> Vec<(&'static str, u32, Vec<Term>)> {
        let placed = terms.word(self.on_core.placed());
        let mut free = |names: &[&str]| -> Vec<Term> {
            names.iter().map(|name| terms.variable(name, Sort::Bits(32))).collect()
        };
        match self.variant {
            Variant::Aqm(id) => {
                let rest = free(&["now", "sojourn", "depth", "size", "random", "ecn_high", "pool_depth"]);
                let limit = terms.word(1 << 18);
                assumptions.push(terms.below(rest[5], limit));
                let arguments: Vec<Term> = std::iter::once(placed).chain(rest).collect();
                let hooks = [
                    ("enqueue", Hooks::ENQUEUE, self.entry.first),
                    ("dequeue", Hooks::DEQUEUE, self.entry.second),
                ];
                let measured = measured_hooks(id.meta().hooks);
                let used = hooks.into_iter().filter(|(_, hook, _)| measured.contains(*hook));
                used.map(|(kind, _, address)| (kind, address, arguments.clone())).collect()
            }
            Variant::Cc(_) => {
                let rest = free(&["amount", "marked", "una", "nxt", "rtt"]);
                let now = terms.variable("now", Sort::Bits(32));
                let flags = terms.variable("flags", Sort::Bits(24));
                let of = |(number, kind): (usize, &&'static str)| {
                    let number = terms.constant(number as u128, 8);
                    let kind_flags = terms.concat(flags, number);
                    let arguments = [placed, now, kind_flags].into_iter().chain(rest.clone()).collect();
                    (*kind, self.entry.first, arguments)
                };
                EVENTS.iter().enumerate().map(of).collect()
            }
            Variant::Underlay(_) => {
                let rest = free(&["packet", "amount", "received", "pause_at_sent"]);
                let now = terms.variable("now", Sort::Bits(32));
                let of = |(number, kind): (usize, &&'static str)| {
                    let (number, zero) = (terms.word(number as u32), terms.word(0));
                    let mut arguments = vec![placed, now, number];
                    arguments.extend(rest.clone());
                    arguments.push(zero);
                    (*kind, self.entry.first, arguments)
                };
                CALLS.iter().enumerate().map(of).collect()
            }
        }
    }

    /// The address of a word of state, counted in words from its start.
    pub(crate) fn state_word(&self, number: usize) -> u32 {
        let words = self.layout.state.iter().flat_map(|range| range.clone().step_by(4));
        self.on_core.placed() + words.clone().nth(number).unwrap_or(self.layout.size)
    }
}

fn state_name(offset: u32) -> String {
    format!("state.{offset}")
}
