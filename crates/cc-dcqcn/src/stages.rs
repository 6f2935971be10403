//! DCQCN rate-increase stages since the last cut.

use crate::params::DcqcnParams;

/// Most steps that are told apart; above every legal F, so that a counter cannot wrap into fast recovery.
const STAGE_MAX: u8 = 250;

/// Steps of the timer and of the byte counter since the last cut. 2 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Stages {
    pub(crate) time: u8,
    pub(crate) bytes: u8,
}

const _: () = assert!(size_of::<Stages>() == 2);

/// What a step raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Raise {
    /// Halfway back to the target.
    Recover,
    /// The target by R_AI.
    Additive,
    /// The target by R_HAI.
    Hyper,
}

impl Stages {
    /// What the next step raises: fast recovery while both counters are below F, hyper increase when both are
    /// above it, else additive (\[Zhu15\] §3.2). Without a byte counter the timer stands for both.
    #[inline]
    pub(crate) fn next(self, params: &DcqcnParams) -> Raise {
        let time = u32::from(self.time);
        let bytes = if params.byte_counter == 0 { time } else { u32::from(self.bytes) };
        if time.max(bytes) < params.f {
            Raise::Recover
        } else if time.min(bytes) > params.f {
            Raise::Hyper
        } else {
            Raise::Additive
        }
    }

    /// The timer has expired once more.
    #[inline]
    pub(crate) fn timed(&mut self) {
        self.time = self.time.saturating_add(1).min(STAGE_MAX);
    }

    /// The byte counter has.
    #[inline]
    pub(crate) fn counted(&mut self) {
        self.bytes = self.bytes.saturating_add(1).min(STAGE_MAX);
    }

    /// Something has been raised since the last cut.
    #[inline]
    pub(crate) const fn any(self) -> bool {
        self.time != 0 || self.bytes != 0
    }

    #[inline]
    pub(crate) fn word(self) -> u32 {
        u32::from(self.time) | u32::from(self.bytes) << 16
    }
}
