//! Hosts that ask many others at once, again and again.

use super::arrivals::exponential;
use super::{DelayAssignment, Limit, Load, SizeTable};
use crate::flow::FlowSpec;
use crate::random::{Stream, below, word};
use crate::time::Ps;
use core::ops::Range;

/// Requests as a Poisson process; all answers to one start at its moment.
#[derive(Clone, Debug)]
pub struct Requests {
    /// Hosts that ask, each equally often.
    pub asking: Range<u32>,
    /// Hosts that answer; none asks itself.
    pub answering: Range<u32>,
    /// Answers to a request, from different hosts while there are enough.
    pub incast_degree: u32,
    /// Sizes of the answers.
    pub sizes: SizeTable,
    /// How much all answers together are.
    pub load: Load,
    /// The first gap starts here.
    pub start: Ps,
    /// Who gets which added delay.
    pub delays: DelayAssignment,
    /// The mark their records carry.
    pub tag: u32,
}

impl Requests {
    /// The answers, in order of start; the limit counts requests.
    #[must_use]
    pub fn flows(&self, seed: u64, limit: Limit) -> Vec<FlowSpec> {
        let gap = self.load.mean_gap_ps(self.sizes.mean() * f64::from(self.incast_degree));
        let mut time = self.start;
        let mut flows = Vec::new();
        for index in 0..limit.flows {
            time += exponential(word(seed, Stream::Gap, 0, index), gap);
            if time > limit.until {
                break;
            }
            self.answer(seed, index, time, &mut flows);
        }
        flows
    }

    fn answer(&self, seed: u64, index: u64, time: Ps, flows: &mut Vec<FlowSpec>) {
        let asking = self.asking.end - self.asking.start;
        let asks = self.asking.start + below(word(seed, Stream::Pair, index, 0), asking);
        let mut others: Vec<u32> = self.answering.clone().filter(|host| *host != asks).collect();
        let count = others.len();
        for answer in 0..self.incast_degree as usize {
            let at = answer % count.max(1);
            // A shuffle as far as it is needed (Fisher and Yates); round again if there are too few.
            if answer < count {
                let rest = (count - at) as u32;
                others
                    .swap(at, at + below(word(seed, Stream::Pair, index, answer as u64 + 1), rest) as usize);
            }
            let Some(from) = others.get(at).copied() else { return };
            let bytes = self.sizes.sample(word(seed, Stream::Size, index, answer as u64));
            let class = self.delays.class(seed, from, index * u64::from(self.incast_degree) + answer as u64);
            flows.push(FlowSpec::new(from, asks, bytes, time).in_class(class).tagged(self.tag));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::LinkRate;
    use std::collections::BTreeSet;

    fn requests(hosts: u32, incast_degree: u32) -> Requests {
        Requests {
            asking: 0..hosts,
            answering: 0..hosts,
            incast_degree,
            sizes: SizeTable::constant(2_000),
            load: Load { shares: f64::from(hosts), ..Load::of_link(0.02, LinkRate::G100) },
            start: Ps::ZERO,
            delays: DelayAssignment::None,
            tag: 0,
        }
    }

    #[test]
    fn a_request_is_answered_at_once_by_different_hosts_other_than_the_asker() {
        let flows = requests(48, 40).flows(1, Limit { flows: 500, until: Ps::MAX });
        assert_eq!(flows.len(), 500 * 40);
        let mut askers = BTreeSet::new();
        for request in flows.chunks(40) {
            let from: BTreeSet<u32> = request.iter().map(|flow| flow.from).collect();
            assert!(from.len() == 40 && !from.contains(&request[0].to));
            assert!(request.iter().all(|one| (one.to, one.start) == (request[0].to, request[0].start)));
            askers.insert(request[0].to);
        }
        // 500 draws of 48: all but a few are drawn.
        assert!(askers.len() > 40);
    }

    #[test]
    fn fewer_hosts_than_answers_answer_again() {
        let flows = requests(4, 7).flows(1, Limit { flows: 1, until: Ps::MAX });
        let from: Vec<u32> = flows.iter().map(|flow| flow.from).collect();
        assert_eq!((from.len(), &from[..3], from[6]), (7, &from[3..6], from[0]));
        assert!(requests(1, 7).flows(1, Limit { flows: 1, until: Ps::MAX }).is_empty());
    }

    #[test]
    fn the_load_is_what_was_asked_for() {
        let flows = requests(48, 40).flows(1, Limit { flows: 20_000, until: Ps::MAX });
        let span = flows.last().unwrap().start;
        let bytes: u64 = flows.iter().map(|flow| flow.bytes).sum();
        let load = bytes as f64 / (48 * LinkRate::G100.bytes_in(span)) as f64;
        // 20 000 exponential gaps: relative standard deviation 0.71 %; four of them.
        assert!((load / 0.02 - 1.0).abs() < 0.029, "{load}");
    }
}
