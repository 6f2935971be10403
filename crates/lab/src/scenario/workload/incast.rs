//! Many flows at once.

use super::{EXAMPLE_TIME, Frame, hosts, moment, time};
use crate::document::{Entry, Fault, Section};
use crate::quantity::{BYTES, COUNT, print};

/// Query flows that start together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incast {
    /// Flows per burst.
    pub incast_degree: u32,
    /// Their sizes.
    pub sizes: Sizes,
    /// Starts of the bursts \[ps\].
    pub at_ps: Vec<u64>,
    /// Time over which a burst's starts are drawn \[ps\]; 0 for all at once.
    pub spread_ps: u64,
    /// Senders by number, from 0, taken in turn; empty for all of them.
    pub hosts: Vec<u32>,
}

/// Sizes drawn uniformly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Smallest \[B\].
    pub min: u64,
    /// Largest \[B\].
    pub max: u64,
}

pub(super) const KEYS: [&str; 5] = ["incast_degree", "size", "at", "spread", "hosts"];

impl Incast {
    pub(super) fn read(section: &Section<'_>, frame: &Frame) -> Result<Self, Fault> {
        let run_ps = frame.run_ps;
        let incast_degree = section.need("incast_degree", "a number, e.g. 100")?.word(&COUNT, 1..=100_000)?;
        let sizes = Sizes::read(section)?;
        let at = section.need("at", EXAMPLE_TIME)?;
        let at_ps = at.items().iter().map(|entry| time(entry, run_ps)).collect::<Result<_, _>>()?;
        let spread_ps = section.get("spread").map_or(Ok(0), |entry| time(&entry, run_ps))?;
        Ok(Self { incast_degree, sizes, at_ps, spread_ps, hosts: hosts(section, frame)? })
    }

    pub(super) fn describe(&self) -> String {
        let size = |bytes: u64| print(i128::from(bytes), &BYTES);
        let at: Vec<String> = self.at_ps.iter().map(|ps| moment(*ps)).collect();
        format!(
            "incast of {} flows of {} to {} {} {}",
            self.incast_degree,
            size(self.sizes.min),
            size(self.sizes.max),
            if self.spread_ps == 0 {
                "at".to_owned()
            } else {
                format!("within {} from", moment(self.spread_ps))
            },
            at.join(", ")
        )
    }
}

impl Sizes {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, Fault> {
        let legal = "a size, or two for the smallest and the largest, e.g. [\"3 KB\", \"60 KB\"]";
        let entry = section.need("size", legal)?;
        let read = |entry: &Entry<'_>| entry.unsigned(&BYTES, 1..=1_000_000_000);
        match entry.items().as_slice() {
            [one] => read(one).map(|size| Self { min: size, max: size }),
            [low, high] => {
                let sizes = Self { min: read(low)?, max: read(high)? };
                if sizes.max < sizes.min {
                    let legal = format!("{} or more", print(i128::from(sizes.min), &BYTES));
                    return Err(high.fault("is below the smallest", legal));
                }
                Ok(sizes)
            }
            _ => Err(entry.fault("is neither one size nor two", legal)),
        }
    }
}
