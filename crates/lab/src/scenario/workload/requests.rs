//! Hosts that ask many others at once, at random times.

use super::{Frame, Sizes, moment, time};
use crate::document::{Fault, Section};
use crate::quantity::{BYTES, COUNT, FRACTION_PPM, print};

/// Incasts as a Poisson process: a host asks, others answer all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requests {
    /// Answers to a request.
    pub incast_degree: u32,
    /// Their sizes.
    pub sizes: Sizes,
    /// Mean use of the links of those who ask, in millionths.
    pub load_ppm: u32,
    /// First possible start \[ps\].
    pub start_ps: u64,
    /// Last possible start \[ps\]; `None` for the end of the run.
    pub end_ps: Option<u64>,
}

pub(super) const KEYS: [&str; 5] = ["incast_degree", "size", "load", "start", "end"];

impl Requests {
    pub(super) fn read(section: &Section<'_>, frame: &Frame) -> Result<Self, Fault> {
        let incast_degree = section.need("incast_degree", "a number, e.g. 40")?.word(&COUNT, 1..=100_000)?;
        let sizes = Sizes::read(section)?;
        let load_ppm =
            section.need("load", "a fraction, e.g. \"2 %\"")?.word(&FRACTION_PPM, 1_000..=990_000)?;
        let start_ps = section.get("start").map_or(Ok(0), |entry| time(&entry, frame.run_ps))?;
        let end = section.get("end");
        let end_ps = end.map(|entry| super::between(&entry, start_ps, frame.run_ps)).transpose()?;
        Ok(Self { incast_degree, sizes, load_ppm, start_ps, end_ps })
    }

    pub(super) fn describe(&self) -> String {
        let size = |bytes: u64| print(i128::from(bytes), &BYTES);
        format!(
            "requests answered by {} flows of {} to {}, Poisson, load {} %, from {} to {}",
            self.incast_degree,
            size(self.sizes.min),
            size(self.sizes.max),
            f64::from(self.load_ppm) / 1e4,
            moment(self.start_ps),
            self.end_ps.map_or_else(|| "the end".to_owned(), moment)
        )
    }
}
