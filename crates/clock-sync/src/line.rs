//! Straight lines over a window of time.

use crate::PS_PER_NS;

/// A window of time, by the clocks that take stamps in it \[ps\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its beginning.
    pub from: i64,
    /// Its end, after the beginning.
    pub to: i64,
}

impl Window {
    /// Where a time lies: -1 at the beginning, 1 at the end; beyond them outside.
    #[must_use]
    pub fn place(&self, time: i64) -> f64 {
        let length = (self.to - self.from).max(1) as f64;
        2.0 * (time - self.from) as f64 / length - 1.0
    }

    /// Half of its length \[ns\].
    #[must_use]
    pub fn half_ns(&self) -> f64 {
        (self.to - self.from) as f64 / (2.0 * PS_PER_NS)
    }
}

/// A value that changes linearly over a window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// In the middle of the window \[ns\].
    pub middle: f64,
    /// From the middle to the end of the window \[ns\].
    pub slope: f64,
}

impl Line {
    /// The value at a place of the window.
    #[must_use]
    pub fn at(&self, place: f64) -> f64 {
        self.middle + self.slope * place
    }
}

impl Line {
    /// Largest value of it in the window, to either side.
    pub(crate) fn size(&self) -> f64 {
        self.middle.abs() + self.slope.abs()
    }
}

impl core::ops::Add for Line {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { middle: self.middle + other.middle, slope: self.slope + other.slope }
    }
}
