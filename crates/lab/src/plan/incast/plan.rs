//! A plan of the incast kind: steady queue, then queries, over what a paper leaves open.

use crate::plan::findings;
use freeboard_scenario::document::{Document, Fault, Section};
use freeboard_scenario::file::{Buffer, Frame, Scenario, Traffic, Workload};
use freeboard_scenario::quantity::{COUNT, PACKETS, PICOS};

/// Keys of `plan.toml` beside those of a scenario.
const KEYS: [&str; 6] = ["kind", "claim", "quick", "sweep", "background", "finding"];
const SWEEP_KEYS: [&str; 5] = ["buffers", "initial_windows", "incast_degrees", "steady", "after"];

/// One background traffic and when the queries meet it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Background {
    /// Name in tables.
    pub name: String,
    /// The traffic.
    pub workloads: Vec<Workload>,
    /// Start of the queries \[ps\].
    pub queries_at_ps: u64,
}

/// A plan: a scenario with an incast, and what is swept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncastPlan {
    base: Scenario,
    /// Buffers, ascending.
    pub buffers: Vec<Buffer>,
    /// Initial windows \[packets\].
    pub initial_windows: Vec<u32>,
    /// Numbers of query flows, ascending.
    pub incast_degrees: Vec<u32>,
    /// Background traffics.
    pub backgrounds: Vec<Background>,
    /// The steady queue is measured over this before the queries \[ps\].
    pub steady_ps: u64,
    /// Losses count over this after their start \[ps\].
    pub after_ps: u64,
    /// Quantities that differ, by id, and why.
    pub findings: Vec<(String, String)>,
}

impl IncastPlan {
    /// Reads `plan.toml`.
    ///
    /// # Errors
    /// The first thing that is not legal.
    pub fn read(document: &Document) -> Result<Self, Fault> {
        document.read(|root| {
            let base = Scenario::from_root(root, &KEYS)?;
            let sweep = root.section("sweep")?.ok_or_else(|| root.missing("sweep", "a section [sweep]"))?;
            sweep.expect_keys(&SWEEP_KEYS)?;
            let longest = base.run.time_ps;
            let time = |key: &str| sweep.need(key, "a time")?.unsigned(&PICOS, 1_000_000..=longest);
            let list = |key: &str| sweep.need(key, "a list").map(|entry| entry.items());
            let buffers = list("buffers")?.iter().map(Buffer::per_port).collect::<Result<_, _>>()?;
            let windows = list("initial_windows")?
                .iter()
                .map(|e| e.word(&PACKETS, 1..=1000))
                .collect::<Result<_, _>>()?;
            let incast_degrees = list("incast_degrees")?
                .iter()
                .map(|e| e.word(&COUNT, 1..=100_000))
                .collect::<Result<_, _>>()?;
            Ok(Self {
                buffers,
                initial_windows: windows,
                incast_degrees,
                backgrounds: backgrounds(root, &base.topology.frame(longest, base.topology.rate_bps))?,
                findings: findings(root)?,
                steady_ps: time("steady")?,
                after_ps: time("after")?,
                base,
            })
        })
    }

    /// The scenario of one combination.
    #[must_use]
    pub fn scenario(
        &self,
        buffer: Buffer,
        initial_window: u32,
        background: &Background,
        incast_degree: u32,
    ) -> Scenario {
        let mut scenario = self.base.clone();
        scenario.topology.buffer = buffer;
        let mss = scenario.host.mss();
        for scheme in &mut scenario.schemes {
            if let Some(cc) = scheme.host.cc.with("initial_window", initial_window, mss) {
                scheme.host.cc = cc;
            }
        }
        for workload in &mut scenario.workloads {
            if let Traffic::Incast(incast) = &mut workload.traffic {
                incast.incast_degree = incast_degree;
                incast.at_ps = vec![background.queries_at_ps];
            }
        }
        scenario.workloads.extend(background.workloads.iter().cloned());
        let at = background.queries_at_ps;
        scenario.run.time_ps = at + self.after_ps;
        scenario.run.cuts_ps = vec![at - self.steady_ps.min(at), at];
        scenario
    }

    /// Seed, schemes, network: what every combination shares.
    #[must_use]
    pub const fn base(&self) -> &Scenario {
        &self.base
    }
}

fn backgrounds(root: &Section<'_>, frame: &Frame) -> Result<Vec<Background>, Fault> {
    let missing = || root.missing("background", "at least one section [background.NAME]");
    let all = root.section("background")?.ok_or_else(missing)?;
    let read = |name: &&str| {
        let section = all.section(name)?.ok_or_else(missing)?;
        let at = section.need("queries_at", "a time")?.unsigned(&PICOS, 1_000_000..=frame.run_ps)?;
        section.expect_keys(&["queries_at", "workload"])?;
        let sections = section.sections("workload")?;
        let workloads = sections.iter().map(|one| Workload::read(one, frame)).collect::<Result<_, _>>()?;
        Ok(Background { name: (*name).to_owned(), workloads, queries_at_ps: at })
    };
    all.keys().iter().map(read).collect()
}
