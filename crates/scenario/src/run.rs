//! Runs of a scenario: the library's front door.

use crate::document::{Document, Fault};
use crate::file::Scenario;
use crate::measure::Outcome;
use crate::world::{Progress, Request, simulate, simulate_own};
use core::fmt;
use core::ops::ControlFlow;
use freeboard_aqm_api::Aqm;
use freeboard_fabric::Instance;

/// Why a scenario that was read cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl From<anyhow::Error> for Refused {
    fn from(error: anyhow::Error) -> Self {
        Self(format!("{error:#}"))
    }
}

/// Nobody is told how far a run is.
struct Silent;

impl Progress for Silent {
    fn advance(&self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Scenario {
    /// Reads a scenario from TOML text; errors call it `scenario.toml`.
    ///
    /// # Errors
    /// The first entry that is not legal, with its line and the legal range.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        Self::read(&Document::new("scenario.toml", text))
    }

    /// Runs one scheme, by its index in [`Self::schemes`], on the traffic of a seed.
    ///
    /// # Errors
    /// There is no such scheme, or the simulator refuses the scenario.
    pub fn run(&self, scheme: usize, seed: u64) -> Result<Outcome, Refused> {
        Ok(simulate(&self.request(scheme, seed), &Silent)?)
    }

    /// Runs a marking scheme of the caller's own in the place of one of the scenario's, whose hosts it keeps. Every queue of
    /// every switch has `params`; the scheme need not be in the registry.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_own<A: Aqm>(&self, params: A::Params, scheme: usize, seed: u64) -> Result<Outcome, Refused>
    where
        Instance<A>: Send,
    {
        Ok(simulate_own::<A>(&self.request(scheme, seed), params, &Silent)?)
    }

    const fn request(&self, scheme: usize, seed: u64) -> Request<'_> {
        Request { scenario: self, scheme, seed, threads: 1 }
    }
}
