//! A sender and the port of its host: how much it may have there, and what leaves.

use super::context::Context;
use super::control::FlowControl;
use super::sender::Sender;
use super::sending::SPECIAL;
use crate::data_plane::{DataPlane, PacketFlags, QueueScheme, Role};
use crate::engine::Kind;
use freeboard_cc_api::{Bytes, Event, Sent};
use freeboard_device::nic::Side;

impl<S: Copy> Sender<S> {
    /// Of a sender that counts `most` bytes in the host's port: whether they are there. One that is not told when packets leave
    /// is woken up when enough of them have.
    #[cold]
    pub(super) fn fills_nic<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, most: u32) -> bool
    where
        Q: QueueScheme,
    {
        let port = self.route.port;
        if ctx.plane.ports[port as usize].role != Role::PrecomputedHost {
            return true;
        }
        let own = || ctx.plane.waiting_of(port, self.route.flow);
        let Some(time) = self.in_nic.full_until(most, ctx.plane.now, own) else { return false };
        if self.in_nic.wakes_at(time) {
            ctx.plane.events.push(time, Kind::Wake, port);
        }
        true
    }

    /// A data packet's first bit is on the wire.
    #[inline(always)]
    pub(crate) fn on_nic_sent<const KIND: bool, Q, F>(
        &mut self,
        plane: &mut DataPlane<Q>,
        control: &F,
        id: u32,
    ) where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let now = plane.stamp();
        let joined = KIND == SPECIAL && plane.packets.get(id).flags.has(PacketFlags::JOINED);
        let stamped =
            if joined { self.batch.stamp } else { plane.host_stamp(self.route.port, Side::Transmit) };
        self.batch.stamp = stamped;
        let packet = plane.packets.get_mut(id);
        let size = Bytes(u32::from(packet.wire));
        self.in_nic.left(size.0);
        packet.stamps.sent = stamped.0;
        if KIND == SPECIAL && control.has_underlay() {
            let again = packet.flags.has(PacketFlags::RESENT);
            let fresh = Bytes(if again { 0 } else { packet.payload.into() });
            let sent = Sent { now, packet: packet.stamps.number, fresh };
            packet.stamps.pause = control.on_sent(&mut self.cc, &sent, stamped);
        }
        if control.needs_sent() {
            let bytes = Bytes(u32::from(packet.payload));
            self.tell(control, plane.now_ns, &Event::Sent { now, bytes });
        }
    }

    /// Room in the host's queue: a sender that waited for it goes on.
    #[inline]
    pub(crate) fn on_nic_room<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if self.nic_blocked {
            self.try_send(ctx);
        }
    }
}
