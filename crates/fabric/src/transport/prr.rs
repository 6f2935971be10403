//! Proportional rate reduction (RFC 6937): a cut of the window spread over the round trip that follows it.
//!
//! Without it a sender is silent after a cut until so much has left the network as the new window is smaller, and then
//! sends again as fast as acknowledgements come. With it, it sends a part of what is delivered from the first
//! acknowledgement on, so that the new window is what is in flight when the round trip is over. Linux does so after losses
//! and, beyond the RFC, after marks (`tcp_cwnd_reduction`, its CWR state).

/// A reduction that is under way. All in bytes, by the names of RFC 6937 §3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reduction {
    /// `ssthresh`: the window that the control has cut to.
    target: u64,
    /// `RecoverFS`: what was in flight when it did.
    recover_fs: u64,
    /// `prr_delivered`: what has arrived since.
    delivered: u64,
    /// `prr_out`: what has been sent since.
    out: u64,
    /// What may be in flight until the next acknowledgement.
    window: u64,
    /// The reduction is over when all below this offset is acknowledged.
    until: u64,
    is_on: bool,
}

impl Reduction {
    /// The control has cut its window to `target` while `in_flight` was in flight; what was sent lies below `until`.
    pub(super) fn begin(&mut self, target: u32, in_flight: u64, until: u64) {
        let (target, recover_fs) = (u64::from(target), in_flight.max(1));
        *self = Self { target, recover_fs, until, is_on: true, ..Self::default() };
    }

    /// None is under way any more.
    pub(super) const fn end(&mut self) {
        self.is_on = false;
    }

    /// What may be in flight, in place of the control's window.
    #[inline]
    pub(super) fn window(&self) -> Option<u64> {
        self.is_on.then_some(self.window)
    }

    /// An acknowledgement up to `una` told of `delivered` bytes and left `pipe` in flight.
    pub(super) fn on_ack(&mut self, delivered: u64, pipe: u64, una: u64, mss: u64) {
        if !self.is_on {
            return;
        }
        if una >= self.until {
            self.end();
            return;
        }
        self.delivered += delivered;
        let may_send = if pipe > self.target {
            // Proportional: of what was delivered the share that the target is of the flight.
            let share =
                (u128::from(self.delivered) * u128::from(self.target)).div_ceil(self.recover_fs.into());
            (share as u64).saturating_sub(self.out)
        } else {
            // Slow start reduction bound: losses have taken more than the cut.
            let limit = self.delivered.saturating_sub(self.out).max(delivered) + mss;
            (self.target - pipe).min(limit)
        };
        self.window = pipe + may_send;
    }

    /// Payload was sent, for the first time or again.
    #[inline]
    pub(super) const fn on_sent(&mut self, bytes: u64) {
        self.out += bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MSS: u64 = 1_000;

    /// What is sent after each of `acks` acknowledgements of a segment, `lost` of a window of `flight` segments being lost.
    fn sent(flight: u64, target: u64, lost: u64, acks: u64) -> Vec<u64> {
        let mut reduction = Reduction::default();
        reduction.begin((target * MSS) as u32, flight * MSS, flight * MSS);
        let (mut pipe, mut sent) = ((flight - lost) * MSS, Vec::new());
        for _ in 0..acks {
            pipe -= MSS;
            // The oldest segment is missing throughout.
            reduction.on_ack(MSS, pipe, 0, MSS);
            let mut now = 0;
            while reduction.window().is_some_and(|window| pipe + MSS <= window) {
                pipe += MSS;
                reduction.on_sent(MSS);
                now += 1;
            }
            sent.push(now);
        }
        sent
    }

    #[test]
    fn half_of_a_window_goes_out_in_the_round_trip_after_it() {
        // RFC 6937 §3: prr_out follows ceil(prr_delivered ssthresh / RecoverFS): of 20 segments every second one.
        let all = sent(20, 10, 0, 17);
        let sums: Vec<u64> = all
            .iter()
            .scan(0, |sum, now| {
                *sum += now;
                Some(*sum)
            })
            .collect();
        let wanted: Vec<u64> =
            (1..=17).map(|delivered: u64| (delivered * 1_000 * 10_000 / 20_000) / 1_000).collect();
        // Whole segments only: the half of a segment waits for the next.
        assert_eq!(sums, wanted);
    }

    #[test]
    fn the_share_is_the_cut() {
        // DCTCP's small cuts: 19 of 20.
        let all: u64 = sent(20, 19, 0, 20).iter().sum();
        assert_eq!(all, 19);
        assert_eq!(sent(20, 5, 0, 20).iter().sum::<u64>(), 5);
    }

    #[test]
    fn losses_beyond_the_cut_are_made_up_for_a_segment_faster_than_delivery() {
        // RFC 6937 §3.1, SSRB: 15 of 20 lost leave 5 in flight below a target of 10: two segments per delivered one.
        let all = sent(20, 10, 15, 8);
        assert_eq!(all[..5], [2, 2, 2, 2, 2], "{all:?}");
        // At the target one for one.
        assert_eq!(all[6..], [1, 1], "{all:?}");
    }

    #[test]
    fn it_is_over_with_the_window_that_was_in_flight() {
        let mut reduction = Reduction::default();
        assert_eq!(reduction.window(), None);
        reduction.begin(10_000, 20_000, 50_000);
        reduction.on_ack(MSS, 19_000, 49_999, MSS);
        assert_eq!(reduction.window(), Some(19_500));
        reduction.on_ack(MSS, 18_000, 50_000, MSS);
        assert_eq!(reduction.window(), None);
    }
}
