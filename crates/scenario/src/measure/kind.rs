//! A number of a run, named by data: what is measured, where, and from when to when.

use super::described::{KINDS, Reader};
use super::of::Of;
use crate::document::{Entry, Fault, Section};
use crate::file::{Buffer, Run, Scenario};
use crate::quantity::{COUNT, PICOS};
use core::ops::Range;

/// A measure of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Name in the plan.
    pub name: String,
    /// What it is.
    pub of: Of,
    unit: &'static str,
    /// Towards which receiver, from 0.
    pub receiver: u32,
    /// From when \[ps\]; the end of the run's warm-up, whatever that is, unless it says otherwise.
    pub from_ps: Option<u64>,
    /// To when \[ps\]; likewise the end of the run.
    pub to_ps: Option<u64>,
}

/// Most bins of a measure; chosen by us, so that a mistyped unit does not fill the memory.
const BINS_MAX: u64 = 10_000;

impl Measure {
    /// Reads `[measure.NAME]` of a plan on `scenario`.
    pub fn read(section: &Section<'_>, name: &str, scenario: &Scenario) -> Result<Self, Fault> {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        let entry = section.need("of", &names.join(", "))?;
        let kind = &KINDS[entry.choice(&names)?];
        section.expect_keys(&[&["of", "receiver", "from", "to"], kind.keys].concat())?;
        let of = (kind.read)(&Reader { section, scenario })?;
        if of == Of::PoolShare && !matches!(scenario.topology.buffer, Buffer::Pool(_)) {
            return Err(entry.fault("needs a pool", "a section [topology.buffer]"));
        }
        let most = scenario.topology.shape.receivers();
        let receiver = section.get("receiver").map_or(Ok(1), |entry| entry.word(&COUNT, 1..=most))?;
        let moment = |key: &str| {
            let read = |entry: Entry<'_>| entry.unsigned(&PICOS, 0..=scenario.run.time_ps);
            section.get(key).map(read).transpose()
        };
        let (from_ps, to_ps) = (moment("from")?, moment("to")?);
        let measure =
            Self { name: name.to_owned(), of, unit: kind.unit, receiver: receiver - 1, from_ps, to_ps };
        if let Of::Convergence { every_ps, .. } = measure.of {
            let time = measure.time_ps(&scenario.run);
            if time.end.saturating_sub(time.start) / every_ps > BINS_MAX {
                let every = section.need("every", "a time")?;
                return Err(every.fault("makes too many bins", format!("at most {BINS_MAX} of them")));
            }
        }
        Ok(measure)
    }

    /// When it is taken of a run \[ps\].
    #[must_use]
    pub fn time_ps(&self, run: &Run) -> Range<u64> {
        self.from_ps.unwrap_or(run.warmup_ps)..self.to_ps.unwrap_or(run.time_ps)
    }

    /// Its unit.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        self.unit
    }

    /// The moments between which it needs the ports' and flows' numbers \[ps\].
    #[must_use]
    pub fn cuts_ps(&self, run: &Run) -> Vec<u64> {
        let time = self.time_ps(run);
        let mut cuts = vec![time.start, time.end];
        if let Of::Convergence { every_ps, .. } = self.of {
            cuts.extend((1..).map(|bin| time.start + bin * every_ps).take_while(|cut| *cut < time.end));
        }
        cuts
    }
}
