//! Round-trip times without queues: those of the traffic's network, or measured ones.

use freeboard_scenario::document::Fault;
use freeboard_scenario::file::Rtt;
use freeboard_scenario::quantity::{PICOS, parse};

/// Slices of a network's distribution, each of which its middle stands for.
const SLICES: u8 = 100;

/// A sample of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundTrips {
    /// In order, at least one \[ps\].
    sorted: Vec<u64>,
}

impl RoundTrips {
    /// Round-trip times of a network.
    pub(super) fn of(rtt: &Rtt) -> Self {
        let middle = |slice: u8| (f64::from(slice) + 0.5) / f64::from(SLICES);
        Self { sorted: (0..SLICES).map(|slice| rtt.quantile_ps(middle(slice))).collect() }
    }

    /// Measured round-trip times: a time with its unit per line. Empty lines and those that begin with `#` do not count.
    ///
    /// # Errors
    /// A line is no time above 0 and up to a second, or there is none.
    pub fn read(file: &str, text: &str) -> Result<Self, Fault> {
        let fault = |line: usize, value: Option<&str>, problem: String| Fault {
            file: file.into(),
            line,
            key: String::new(),
            value: value.map(str::to_owned),
            problem,
            legal: "a round-trip time with its unit per line, 1 ns to 1 s: `83.5 us`".to_owned(),
        };
        let mut sorted = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let time = parse(line, &PICOS).map_err(|error| fault(at + 1, Some(line), error.to_string()))?;
            let time = u64::try_from(time).ok().filter(|time| (1_000..=1_000_000_000_000).contains(time));
            sorted.push(time.ok_or_else(|| fault(at + 1, Some(line), "is out of range".to_owned()))?);
        }
        sorted.sort_unstable();
        if sorted.is_empty() { Err(fault(0, None, "has no times".to_owned())) } else { Ok(Self { sorted }) }
    }

    /// The smallest that `percent` of them do not exceed (nearest rank), 1 to 100 \[ps\].
    #[must_use]
    pub fn at(&self, percent: usize) -> u64 {
        let rank = (self.sorted.len() * percent).div_ceil(100).clamp(1, self.sorted.len());
        self.sorted[rank - 1]
    }

    /// Their mean \[ps\].
    #[must_use]
    pub fn mean(&self) -> u64 {
        // At most a second each.
        let sum: u128 = self.sorted.iter().map(|time| u128::from(*time)).sum();
        (sum / self.sorted.len() as u128) as u64
    }
}
