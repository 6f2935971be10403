//! Tail loss probe (RFC 8985 §7): a segment after two round trips without news, long before the timeout.
//!
//! The end of a flow has nothing behind it whose arrival would tell of its loss. The probe, new data or the last segment
//! again, is acknowledged, and the acknowledgement shows what is missing before it: all of that was sent two round trips
//! earlier, so that the RFC's time-based detection (RACK) takes it for lost at once. Here that detection is limited to
//! the answers to probes.

use super::context::Context;
use super::control::FlowControl;
use super::score::Phase;
use super::sender::{Sender, TailProbe};
use super::sending::{SPECIAL, Segment};
use crate::data_plane::{Packet, PacketFlags, QueueScheme};
use freeboard_cc_api::Event;

impl<S: Copy> Sender<S> {
    /// How long to wait for news before a probe \[ns\] (§7.2); `None` where none may be sent.
    pub(super) fn probe_timeout<Q, F>(&self, ctx: &Context<'_, Q, F>) -> Option<u64> {
        let config = ctx.config;
        let may = config.tail_probe && config.sack && self.established && self.probe.end == 0;
        let smoothed = self.rtt.smoothed_8() / 8;
        if !may || smoothed == 0 || !self.score.is_plain() {
            return None;
        }
        // The ACK of a single segment may be a delayed one.
        let alone = self.nxt - self.una <= u64::from(config.mss) && config.ack_every > 1;
        let delayed = if alone { config.ack_delay.nanos() } else { 0 };
        Some(2 * smoothed + delayed)
    }

    /// Sends a probe whatever the window is (§7.3).
    #[cold]
    pub(super) fn send_probe<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let mss = u64::from(ctx.config.mss);
        let left = self.handed().max(self.nxt).min(self.size) - self.nxt;
        let fresh = if self.queue.is_some() { left } else { self.size - self.nxt };
        let segment = if fresh > 0 {
            Segment { start: self.nxt, length: fresh.min(mss), again: false }
        } else {
            // Segments begin at multiples of the MSS.
            let start = ((self.nxt - 1) / mss * mss).max(self.una);
            Segment { start, length: self.nxt - start, again: true }
        };
        self.send_segment::<SPECIAL, _, _>(ctx, segment);
        self.probe =
            TailProbe { is_due: false, end: self.nxt, start: segment.start, is_again: segment.again };
        self.arm_retransmit(ctx);
    }

    /// An acknowledgement may answer the probe (§7.4).
    #[cold]
    pub(super) fn look_at_probe<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, packet: &Packet, advance: u64)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let TailProbe { end, start, is_again, .. } = self.probe;
        if end == 0 || self.score.phase != Phase::Open {
            return;
        }
        if self.una >= end {
            self.probe.end = 0;
            // The copy filled the gap, so the first one was lost: a loss like any other to the control.
            if is_again && advance > 0 && packet.flags.has(PacketFlags::RESENT) {
                let event = Event::LossEpisode { now: ctx.plane.stamp(), loss: self.loss(0) };
                self.tell(ctx.control, ctx.plane.now_ns, &event);
            }
        } else if self.score.has_arrived(end - 1) {
            self.probe.end = 0;
            self.score.lose_below(start);
        }
    }
}
