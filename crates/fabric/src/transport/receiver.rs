//! One flow's receiving side: reassembly, acknowledgements, the echo of marks.

use super::config::{EcnEcho, HostConfig, Reports};
use super::context::Context;
use super::control::FlowControl;
use super::ranges::RangeSet;
use super::refusal::Refusal;
use crate::data_plane::{
    DataPlane, NONE, Packet, PacketFlags, PacketKind, QueueScheme, SackBlocks, StackId, Stamps, Tag,
};
use crate::engine::{Kind, Timer};
use freeboard_aqm_api::Ecn;
use freeboard_device::nic::Side;
use freeboard_device::pfc::CLASSES;

/// Where a flow's ACKs go.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReturnRoute {
    pub(crate) flow: u32,
    /// The connection.
    pub(crate) slot: u32,
    /// The receiving host's port.
    pub(crate) port: u32,
    /// The sending host.
    pub(crate) host: u32,
    /// Traffic class of what goes back.
    pub(crate) class: u8,
    /// Size of an ACK in queues.
    pub(crate) wire: u16,
    /// Traffic class of the data, and of reports to an underlay.
    pub(crate) data_class: u8,
}

/// What a data packet leaves behind for the ACK it causes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cause {
    stamps: Stamps,
    received: u32,
    resent: bool,
    marked: bool,
}

/// The batch of a flow that is being merged, and since when an acknowledgement is owed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Merging {
    /// Segments in it; 0 for no batch.
    pub(super) segments: u32,
    /// Whether they are marked, all or none.
    pub(super) marked: bool,
    /// Arrival of the first segment that is not acknowledged \[ps\].
    pub(super) owed_since: u64,
}

impl Merging {
    /// No batch is being merged.
    pub(super) const fn end(&mut self) {
        self.segments = 0;
    }
}

/// The receiving side.
#[derive(Debug, Default)]
pub(crate) struct Receiver<R> {
    pub(super) route: ReturnRoute,
    isn: u32,
    /// Offset of the next byte expected; of datagrams, the bytes that have arrived.
    pub(crate) next: u64,
    beyond: RangeSet,
    /// A segment that had arrived before, for the next ACK to report (RFC 2883); empty for none.
    repeated: (u64, u64),
    /// State of the echo: the last mark seen, or the latch.
    marked: bool,
    /// In-order segments not yet acknowledged, and the first one's traces.
    pub(super) waiting: u32,
    pub(super) waiting_cause: Cause,
    pub(super) timer: Timer,
    pub(super) merging: Merging,
    /// RDMA: the last refusal.
    pub(super) refusal: Refusal,
    /// Which packets are reported to the underlay.
    reporter: R,
    /// Telemetry for the next ACK.
    telemetry: StackId,
    /// Before this no notification goes out \[ps\].
    next_cnp: u64,
    /// Payload of all that arrived, whatever became of it \[B\].
    pub(crate) arrived: u64,
    /// The whole flow has arrived.
    pub(crate) complete: bool,
}

impl<R: Copy + Default> Receiver<R> {
    /// A new flow begins in this slot.
    pub(crate) fn open(&mut self, route: ReturnRoute, isn: u32) {
        let timer = self.timer;
        let mut beyond = core::mem::take(&mut self.beyond);
        beyond.clear();
        *self = Self { route, isn, beyond, timer, ..Self::default() };
    }

    /// The receiving host's port.
    pub(crate) const fn port(&self) -> u32 {
        self.route.port
    }

    /// Payload that can be told apart from repetitions: in order, and beyond a gap \[B\].
    pub(crate) const fn distinct_payload(&self) -> u64 {
        self.next + self.beyond.total()
    }

    /// Telemetry that waits for the next ACK.
    pub(crate) const fn held_telemetry(&self) -> StackId {
        self.telemetry
    }

    /// No timer of the old flow may ring in the slot.
    pub(crate) fn close<Q: QueueScheme>(&mut self, plane: &mut DataPlane<Q>) {
        self.timer.cancel();
        plane.forget_hops(core::mem::take(&mut self.telemetry));
    }

    /// An event of the timer after the moment at which another flow has taken the slot.
    pub(crate) fn skip_ring(&mut self, now: u64) {
        self.timer.skip(now);
    }

    /// A data packet arrived; returns whether it has become the ACK it causes.
    #[inline(always)]
    pub(crate) fn on_data<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, tag: Tag, packet: &Packet) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        let id = tag.id();
        self.arrived += u64::from(packet.payload);
        let cause = Cause {
            stamps: packet.stamps,
            // Only an underlay asks when it came.
            received: match ctx.control.has_underlay() {
                true => ctx.plane.host_stamp(self.route.port, Side::Receive).0,
                false => 0,
            },
            resent: packet.flags.has(PacketFlags::RESENT),
            marked: tag.ecn() == Ecn::CE,
        };
        let is_rdma = ctx.config.is_rdma();
        let merges = ctx.config.receive_batch > 1 && !is_rdma;
        if merges {
            self.divide_batch(ctx, cause.marked);
        }
        if !is_rdma {
            self.note_mark(ctx, packet, cause);
        }
        if cause.marked && ctx.control.needs_cnp() {
            self.notify(ctx);
        }
        if ctx.config.reports != Reports::OnAck && ctx.control.has_underlay() {
            self.report(ctx, packet, cause);
        }
        let Some(start) = self.offset(packet.seq) else { return false };
        if is_rdma {
            return self.on_rdma_data(ctx, (id, packet), (start, cause));
        }
        let end = start + u64::from(packet.payload);
        let before = self.next;
        let had_gap = !self.beyond.is_empty();
        let mut is_repeated = end <= before;
        if start <= self.next {
            self.next = self.next.max(end);
            self.close_gap();
        } else {
            // No room to remember it: as if it had been lost on the way.
            let Some(news) = self.beyond.insert(start, end) else { return false };
            is_repeated = news == 0;
        }
        if is_repeated && ctx.config.reports_duplicates() {
            self.repeated = (start, end);
        }
        if packet.telemetry.index().is_some() {
            self.keep_telemetry(ctx, id);
        }
        let in_order = self.next > before && !had_gap;
        let is_handed = !merges || in_order && self.merge(ctx, packet.flags, cause.marked);
        let at_once = !in_order || is_handed && self.waiting + 1 >= ctx.config.ack_every;
        if at_once && self.waiting == 0 {
            let ack = self.answer(ctx, cause, start);
            ctx.plane.offer_again(self.route.port, id, ack);
            return true;
        }
        if self.waiting == 0 {
            self.waiting_cause = cause;
        }
        self.waiting += 1;
        if at_once {
            self.acknowledge(ctx, start);
        } else if merges {
            self.await_batch(ctx);
        } else if !self.timer.is_set() {
            let deadline = ctx.plane.now + ctx.config.ack_delay.0;
            if let Some(time) = self.timer.set(deadline) {
                ctx.plane.events.push(time, Kind::Acknowledge, self.route.slot);
            }
        }
        false
    }

    /// Takes a packet's telemetry for the next ACK; the newest is what the sender wants.
    #[cold]
    pub(super) fn keep_telemetry<Q: QueueScheme, F>(&mut self, ctx: &mut Context<'_, Q, F>, id: u32) {
        let telemetry = core::mem::take(&mut ctx.plane.packets.get_mut(id).telemetry);
        ctx.plane.forget_hops(core::mem::replace(&mut self.telemetry, telemetry));
    }

    /// Tells the sender of a mark, unless it was told a moment ago. A notification is a packet of its own, so it does
    /// not wait for an acknowledgement to be due.
    #[cold]
    fn notify<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        if ctx.plane.now >= self.next_cnp {
            self.next_cnp = ctx.plane.now + ctx.config.cnp_interval.0;
            let wire = ctx.config.answer(false);
            let class = ctx.config.cnp_class.map_or(self.route.class, |class| class % CLASSES as u8);
            let cnp = Packet { kind: PacketKind::Cnp, wire, class, ..self.blank(ctx.config, false) };
            ctx.plane.offer(self.route.port, cnp);
        }
    }

    /// Tells the sender's underlay of an arrival, if this one is to be told of.
    #[cold]
    fn report<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, packet: &Packet, cause: Cause)
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        let last = packet.flags.has(PacketFlags::LAST);
        let due = ctx.control.reports(&mut self.reporter, ctx.plane.stamp(), cause.stamps.number, last);
        let Reports::Packets { wire } = ctx.config.reports else { return };
        if due {
            let (stamps, received) = (cause.stamps, cause.received);
            let (kind, class) = (PacketKind::Report, self.route.data_class);
            let report = Packet { kind, wire, class, stamps, received, ..self.blank(ctx.config, false) };
            ctx.plane.offer(self.route.port, report);
        }
    }

    /// A datagram arrived: it is counted and nothing else.
    #[inline]
    pub(crate) fn on_datagram(&mut self, payload: u16) {
        self.next += u64::from(payload);
        self.arrived += u64::from(payload);
    }

    /// The delayed ACK's event.
    pub(crate) fn on_timer_event<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        if !ctx.is_due(self.route.slot, &mut self.timer, Kind::Acknowledge) || self.end_poll(ctx) {
            return;
        }
        ctx.totals.late_acks += u64::from(!self.complete);
        self.acknowledge(ctx, self.next);
    }

    /// Answers a SYN, also one that was sent again.
    pub(crate) fn on_syn<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, packet: &Packet)
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        let ect = ctx.control.uses_ecn() && ctx.config.ect.handshake;
        let answer = Packet {
            stamps: packet.stamps,
            flags: packet.flags,
            kind: PacketKind::SynAck,
            wire: ctx.config.wire(0),
            ..self.blank(ctx.config, ect)
        };
        ctx.plane.offer(self.route.port, answer);
    }

    /// Header number of the first byte.
    pub(crate) const fn first_number(&self) -> u32 {
        self.isn
    }

    #[inline]
    fn offset(&self, number: u32) -> Option<u64> {
        let expected = self.isn.wrapping_add(self.next as u32);
        self.next.checked_add_signed(i64::from(number.wrapping_sub(expected).cast_signed()))
    }

    #[inline]
    fn close_gap(&mut self) {
        if self.beyond.is_empty() {
            return;
        }
        if let Some((_, end)) = self.beyond.holding(self.next) {
            self.next = end;
        }
        self.beyond.remove_below(self.next);
    }

    /// Moves the echo's state; with DCTCP's, a change first sends what is due for the old state.
    #[inline(always)]
    pub(super) fn note_mark<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, packet: &Packet, cause: Cause)
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        match ctx.config.echo {
            EcnEcho::Dctcp => {
                if self.marked != cause.marked && self.waiting > 0 {
                    self.acknowledge(ctx, self.next);
                }
                self.marked = cause.marked;
            }
            EcnEcho::PerPacket => self.marked = cause.marked,
            EcnEcho::Classic => {
                if packet.flags.has(PacketFlags::CWR) {
                    self.marked = false;
                }
                self.marked |= cause.marked;
            }
        }
    }

    /// Sends an ACK for all so far; `trigger` lies in the range to report first.
    pub(super) fn acknowledge<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, trigger: u64)
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        let ack = self.answer(ctx, self.waiting_cause, trigger);
        ctx.plane.offer(self.route.port, ack);
    }

    /// The ACK for all so far; nothing is waiting any more.
    #[inline(always)]
    pub(super) fn answer<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, cause: Cause, trigger: u64) -> Packet
    where
        Q: QueueScheme,
        F: FlowControl<Reporter = R>,
    {
        self.timer.cancel();
        self.merging.end();
        self.waiting = 0;
        let mut flags = PacketFlags::default();
        flags.set(PacketFlags::ECE, self.marked);
        flags.set(PacketFlags::RESENT, cause.resent);
        let sack = if ctx.config.sack && (!self.beyond.is_empty() || self.repeated.1 > 0) {
            ctx.plane.sacks.insert(self.blocks(trigger))
        } else {
            NONE
        };
        let telemetry = core::mem::take(&mut self.telemetry);
        let ect = ctx.control.uses_ecn() && ctx.config.ect.acks;
        let (stamps, received) = (cause.stamps, cause.received);
        Packet { sack, telemetry, stamps, received, flags, ..self.blank(ctx.config, ect) }
    }

    /// A repeated segment (RFC 2883 §4), the range of the latest one, then the highest others (RFC 2018 §4 asks for the latest
    /// first).
    fn blocks(&mut self, trigger: u64) -> SackBlocks {
        let number = |offset: u64| self.isn.wrapping_add(offset as u32);
        let latest = self.beyond.holding(trigger);
        let others = self.beyond.as_slice().iter().rev().copied().filter(|range| Some(*range) != latest);
        let repeated = core::mem::take(&mut self.repeated);
        let repeated = (repeated.1 > 0).then_some(repeated);
        let mut blocks = SackBlocks::default();
        for (block, range) in blocks.0.iter_mut().zip(repeated.into_iter().chain(latest).chain(others)) {
            *block = (number(range.0), number(range.1));
        }
        blocks
    }

    /// An ACK without news.
    #[inline(always)]
    fn blank(&self, config: &HostConfig, ect: bool) -> Packet {
        Packet {
            flow: self.route.flow,
            slot: self.route.slot,
            seq: self.isn.wrapping_add(self.next as u32),
            sack: NONE,
            wire: self.route.wire,
            host: self.route.host,
            class: self.route.class,
            kind: PacketKind::Ack,
            ecn: if ect { config.ect.codepoint } else { Ecn::empty() },
            ..Packet::default()
        }
    }
}
