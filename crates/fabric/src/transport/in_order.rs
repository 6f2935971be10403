//! The RDMA-like receiver: it takes what is next and refuses what lies beyond a gap.

use super::config::{HostConfig, Transport};
use super::context::Context;
use super::control::FlowControl;
use super::receiver::{Cause, Receiver};
use crate::data_plane::{Packet, PacketFlags, QueueScheme};
use crate::engine::Kind;

impl<R: Copy + Default> Receiver<R> {
    /// Payload from offset `start` on; returns whether the packet has become its ACK.
    #[cold]
    #[inline(never)]
    pub(super) fn on_rdma_data<Q, F>(
        &mut self,
        ctx: &mut Context<'_, Q, F>,
        (id, packet): (u32, &Packet),
        (start, cause): (u64, Cause),
    ) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        if start > self.next {
            return self.refuse(ctx, id, cause);
        }
        let end = start + u64::from(packet.payload);
        if end <= self.next {
            // It came before, so the sender cannot know: it is told at once.
            return self.acknowledge_in(ctx, id, cause, false);
        }
        self.note_mark(ctx, packet, cause);
        self.next = end;
        if packet.telemetry.index().is_some() {
            self.keep_telemetry(ctx, id);
        }
        self.waiting += 1;
        if packet.flags.has(PacketFlags::LAST) || self.waiting >= ctx.config.ack_every {
            return self.acknowledge_in(ctx, id, cause, false);
        }
        // The ACK tells of the newest packet: its round trip is that of the network, without the wait for others.
        self.waiting_cause = cause;
        if !self.timer.is_set()
            && let Some(time) = self.timer.set(ctx.plane.now + ctx.config.ack_delay.0)
        {
            ctx.plane.events.push(time, Kind::Acknowledge, self.route.slot);
        }
        false
    }

    /// Data beyond a gap: a new gap is complained of at once, the same one only after a while.
    fn refuse<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, id: u32, cause: Cause) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        let now = ctx.plane.now;
        self.refusal.is_due(self.next, now, nack_interval(ctx.config))
            && self.acknowledge_in(ctx, id, cause, true)
    }

    /// Makes the packet an ACK, or a refusal of itself, for all so far.
    #[inline(never)]
    fn acknowledge_in<Q, F>(
        &mut self,
        ctx: &mut Context<'_, Q, F>,
        id: u32,
        cause: Cause,
        refused: bool,
    ) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        // What a packet brings that is not taken goes with it.
        if ctx.plane.packets.get(id).telemetry.index().is_some() {
            self.keep_telemetry(ctx, id);
        }
        let mut ack = self.answer(ctx, cause, self.next);
        ack.flags.set(PacketFlags::NACK, refused);
        ctx.plane.offer_again(self.route.port, id, ack);
        true
    }
}

const fn nack_interval(config: &HostConfig) -> u64 {
    match config.transport {
        Transport::Rdma(rdma) => rdma.nack_interval.0,
        Transport::Tcp => 0,
    }
}
