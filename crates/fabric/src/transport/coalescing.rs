//! Receive batches: segments that a NIC merges for its host's stack, and the polls that end the batches.
//!
//! A NIC interrupts its host some time after the first arrival, and the driver's poll then takes all packets that have arrived
//! (interrupt coalescing). In-order segments of one flow are merged below the stack (GRO, LRO), which acknowledges each batch
//! once. As in Linux (`inet_gro_receive`, `tcp_gro_receive`) a batch ends before a segment that does not continue it or whose ECN
//! field differs, and with one that is pushed: here a flow's last.

use super::context::Context;
use super::control::FlowControl;
use super::receiver::Receiver;
use crate::data_plane::{PacketFlags, QueueScheme};
use crate::engine::Kind;

impl<R: Copy + Default> Receiver<R> {
    /// Whether the mark of an arrived segment differs from the batch's, so that it cannot be merged.
    #[cold]
    pub(super) fn divide_batch<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, marked: bool)
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        if self.merging.segments > 0 && self.merging.marked != marked {
            self.hand_over(ctx);
        }
    }

    /// Adds the next in-order segment to the batch; returns whether the batch is then full or pushed.
    #[cold]
    pub(super) fn merge<Q, F>(&mut self, ctx: &Context<'_, Q, F>, flags: PacketFlags, marked: bool) -> bool {
        if self.waiting == 0 {
            self.merging.owed_since = ctx.plane.now;
        }
        self.merging.segments += 1;
        self.merging.marked = marked;
        let is_full = self.merging.segments >= ctx.config.receive_batch || flags.has(PacketFlags::LAST);
        if is_full {
            self.merging.end();
        }
        is_full
    }

    /// A batch waits for the end of its host's poll; delivered segments wait for the delayed ACK's timer.
    pub(super) fn await_batch<Q: QueueScheme, F>(&mut self, ctx: &mut Context<'_, Q, F>) {
        let deadline = if self.merging.segments > 0 {
            ctx.plane.hosts.poll_end(self.route.port, ctx.plane.now, ctx.config.receive_hold.0)
        } else {
            self.merging.owed_since.saturating_add(ctx.config.ack_delay.0)
        };
        if let Some(time) = self.timer.set(deadline.max(ctx.plane.now)) {
            ctx.plane.events.push(time, Kind::Acknowledge, self.route.slot);
        }
    }

    /// Delivers the batch to the stack: enough segments are acknowledged, fewer wait for the delayed ACK's timer.
    pub(super) fn hand_over<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        self.merging.end();
        if self.waiting >= ctx.config.ack_every {
            self.acknowledge(ctx, self.next);
        } else {
            self.await_batch(ctx);
        }
    }

    /// The poll of the host ended, or the delayed ACK's timer expired; returns whether a batch was delivered.
    pub(super) fn end_poll<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        let has_batch = self.merging.segments > 0;
        if has_batch {
            self.hand_over(ctx);
        }
        has_batch
    }
}
