//! `plan.toml` of the clock kind.

use crate::plan::findings;
use core::ops::Range;
use freeboard_scenario::document::{Document, Fault, Section};
use freeboard_scenario::file::Scenario;
use freeboard_scenario::quantity::{BYTES, COUNT, PICOS};

/// Keys of `plan.toml` beside those of a scenario.
const KEYS: [&str; 6] = ["kind", "claim", "quick", "scale", "probes", "finding"];
const PROBE_KEYS: [&str; 6] = ["degree", "interval", "spacing", "size", "window", "ntp_interval"];

/// A plan: a scenario whose hosts have clocks, and who probes whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockPlan {
    /// Network, traffic, clocks.
    pub scenario: Scenario,
    /// How the run differs in scale from the paper's.
    pub scale: String,
    /// The probes.
    pub probes: Probing,
    /// Quantities that differ or stay open, by id, and why.
    pub findings: Vec<(String, String)>,
}

/// Probes and windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// How many others a host probes.
    pub degree: u32,
    /// Time between the pairs of one host to another \[ps\].
    pub interval_ps: u64,
    /// Time between the two of a pair \[ps\].
    pub spacing_ps: u64,
    /// Size of a probe in queues \[B\].
    pub bytes: u16,
    /// What one estimate is made of \[ps\].
    pub window_ps: u64,
    /// Time between two exchanges of a host with the NTP-like server, host 0 \[ps\].
    pub ntp_interval_ps: u64,
}

impl ClockPlan {
    /// Reads `plan.toml`.
    ///
    /// # Errors
    /// The first thing that is not legal.
    pub fn read(document: &Document) -> Result<Self, Fault> {
        document.read(|root| {
            let scenario = Scenario::from_root(root, &KEYS)?;
            let own = root.section("probes")?.ok_or_else(|| root.missing("probes", "a section [probes]"))?;
            let probes = Probing::read(&own, &scenario)?;
            let scale =
                root.get("scale").map_or(Ok(String::new()), |entry| entry.string().map(str::to_owned))?;
            Ok(Self { scenario, scale, probes, findings: findings(root)? })
        })
    }

    /// The windows, whole ones from the end of the warm-up on \[ps\].
    #[must_use]
    pub fn windows(&self) -> Vec<Range<u64>> {
        let first = self.scenario.run.cuts_ps[0];
        let count = (self.scenario.run.time_ps - first) / self.probes.window_ps;
        let from = |index: u64| first + index * self.probes.window_ps;
        (0..count).map(|index| from(index)..from(index + 1)).collect()
    }
}

impl Probing {
    fn read(section: &Section<'_>, scenario: &Scenario) -> Result<Self, Fault> {
        section.expect_keys(&PROBE_KEYS)?;
        let run = &scenario.run;
        let longest = run.time_ps - run.cuts_ps[0];
        let need = |key: &str, legal: &str| section.need(key, legal);
        let window_ps = need("window", "a time")?.unsigned(&PICOS, 1_000_000_000..=longest)?;
        let interval_ps = need("interval", "a time")?.unsigned(&PICOS, 1_000_000..=window_ps / 8)?;
        let hosts = scenario.topology.shape.hosts();
        let most = hosts.saturating_sub(1).max(1);
        Ok(Self {
            degree: need("degree", "a number of hosts")?.word(&COUNT, 1..=most)?,
            interval_ps,
            spacing_ps: need("spacing", "a time")?.unsigned(&PICOS, 100_000..=interval_ps / 2)?,
            bytes: need("size", "a size")?.word(&BYTES, 40..=1_500)? as u16,
            window_ps,
            ntp_interval_ps: need("ntp_interval", "a time")?.unsigned(&PICOS, 1_000_000_000..=longest)?,
        })
    }
}
