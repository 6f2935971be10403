//! Queue lengths over time.

use crate::time::Ps;

/// One port at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueSample {
    /// Bytes waiting.
    pub bytes: u32,
    /// Packets waiting.
    pub packets: u32,
}

/// Samples of some ports at an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueTrace {
    ports: Vec<u32>,
    start: Ps,
    interval: Ps,
    due: Ps,
    /// Rows that are still to come.
    left: usize,
    samples: Vec<QueueSample>,
}

impl QueueTrace {
    pub(crate) fn new(ports: Vec<u32>, start: Ps, interval: Ps, samples: usize) -> Self {
        Self { ports, start, interval: interval.max(Ps(1)), due: start, left: samples, samples: Vec::new() }
    }

    /// Takes one sample of every port, unless the event is an earlier trace's; returns the time when the next
    /// one is due.
    pub(crate) fn take(&mut self, now: Ps, depth: impl Fn(u32) -> (u32, u32)) -> Option<Ps> {
        if self.left == 0 || now != self.due {
            return None;
        }
        self.left -= 1;
        for &port in &self.ports {
            let (bytes, packets) = depth(port);
            self.samples.push(QueueSample { bytes, packets });
        }
        self.due += self.interval;
        (self.left > 0).then_some(self.due)
    }

    /// The sampled ports.
    #[must_use]
    pub fn ports(&self) -> &[u32] {
        &self.ports
    }

    /// One port's samples with their times; nothing for a port that was not sampled.
    pub fn of(&self, port: u32) -> impl Iterator<Item = (Ps, QueueSample)> + '_ {
        self.since(port, 0)
    }

    /// The same without this many of the first.
    pub fn since(&self, port: u32, first: usize) -> impl Iterator<Item = (Ps, QueueSample)> + '_ {
        let column = self.ports.iter().position(|&p| p == port).unwrap_or(usize::MAX);
        let rows = self.samples.chunks(self.ports.len().max(1)).enumerate().skip(first);
        rows.filter_map(move |(row, samples)| {
            samples.get(column).map(|sample| (self.start + Ps(self.interval.0 * row as u64), *sample))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_that_were_read_are_left_out_and_the_others_keep_their_times() {
        let mut trace = QueueTrace::new(vec![4, 7], Ps(100), Ps(10), 3);
        for at in [100, 110, 120] {
            let _ = trace.take(Ps(at), |port| (port * at as u32, port));
        }
        let read = |port, first| -> Vec<(u64, u32)> {
            trace.since(port, first).map(|(at, sample)| (at.0, sample.bytes)).collect()
        };
        assert_eq!(read(7, 0), [(100, 700), (110, 770), (120, 840)]);
        assert_eq!(read(7, 2), [(120, 840)]);
        assert_eq!(read(7, 3), []);
        assert_eq!(read(5, 0), []);
        assert_eq!(trace.of(4).map(|(at, _)| at.0).collect::<Vec<_>>(), [100, 110, 120]);
    }
}
