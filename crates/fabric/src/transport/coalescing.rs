//! Receive batches: segments that a NIC merges before its host's stack sees them, and the polls that end them.
//!
//! A NIC announces arrivals by an interrupt some time after the first one, and the driver's poll then takes all that has
//! arrived (interrupt coalescing). What is in order of one flow is merged on the way to the stack (GRO, LRO), which
//! acknowledges the whole once. As in Linux (`inet_gro_receive`, `tcp_gro_receive`) a batch ends before a segment that
//! does not continue it or whose ECN field differs, and with one that is pushed: here a flow's last.

use super::context::Context;
use super::control::FlowControl;
use super::receiver::Receiver;
use crate::data_plane::{PacketFlags, QueueScheme};
use crate::engine::Kind;

impl<R: Copy + Default> Receiver<R> {
    /// A segment arrived whose mark differs from those of the batch: it cannot be merged with it.
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

    /// A segment that is next joins the batch; returns whether the batch is full or pushed with it.
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

    /// A batch waits for the end of its host's poll, what has been handed over for the delayed ACK's timer.
    pub(super) fn await_batch<Q: QueueScheme, F>(&mut self, ctx: &mut Context<'_, Q, F>) {
        let deadline = if self.merging.segments > 0 {
            ctx.plane.poll_end(self.route.port, ctx.config.receive_hold.0)
        } else {
            self.merging.owed_since.saturating_add(ctx.config.ack_delay.0)
        };
        if let Some(time) = self.timer.set(deadline.max(ctx.plane.now)) {
            ctx.plane.events.push(time, Kind::Acknowledge, self.route.slot);
        }
    }

    /// The stack gets the batch: it acknowledges what is enough for an ACK, and lets the delayed ACK's timer see to less.
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

    /// The poll of the host ended, or the delayed ACK's timer did: whether a batch was handed over.
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
