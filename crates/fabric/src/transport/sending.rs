//! Transmission decisions of the sender.

use super::config::HostConfig;
use super::context::Context;
use super::control::FlowControl;
use super::sender::Sender;
use crate::data_plane::{NONE, Offer, Packet, PacketFlags, PacketKind, QueueScheme, Stamps};
use crate::engine::Kind;
use crate::time::PS_PER_NS;
use freeboard_aqm_api::Ecn;
use freeboard_cc_api::{Bytes, Event, LineFraction};
use freeboard_device::nic::release;

/// A segment to send.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) start: u64,
    pub(super) length: u64,
    pub(super) again: bool,
}

/// A kind of sender that is known when its code is made: TCP-like with nothing but its window and pace. Such senders
/// need not be asked, at every packet, for what they do not have.
pub(super) const PLAIN: bool = true;
/// Any other: with a queue of its own in the host, offload, bursts, datagrams, an underlay; or RDMA-like.
pub(crate) const SPECIAL: bool = false;

impl<S: Copy> Sender<S> {
    /// Whether it is [`PLAIN`].
    pub(super) fn is_plain<Q, F: FlowControl<Flow = S>>(&self, ctx: &Context<'_, Q, F>) -> bool {
        let config = ctx.config;
        let special =
            config.is_rdma() || config.offload > 0 || config.burst > 0 || config.reports_duplicates();
        !(special || self.queue.is_some() || self.route.datagram > 0 || ctx.control.has_underlay())
    }

    /// Sends all that recovery, window, pacer, underlay and the host's queue allow.
    #[inline(never)]
    pub(crate) fn try_send<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        self.send_allowed(ctx);
    }

    /// The same as a part of its caller: most of what is sent follows an acknowledgement.
    #[inline(always)]
    pub(super) fn send_allowed<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if self.is_plain {
            self.send_some::<PLAIN, _, _>(ctx);
        } else {
            self.send_specially(ctx);
        }
    }

    #[inline(never)]
    fn send_specially<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if ctx.config.is_rdma() {
            self.ask_for_grant(ctx);
            return;
        }
        if self.queue.is_some() {
            self.hand_over(ctx);
        }
        self.send_some::<SPECIAL, _, _>(ctx);
    }

    #[inline(always)]
    fn send_some<const KIND: bool, Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if !self.established {
            return;
        }
        let mut burst = 0;
        while let Some(segment) = self.next_segment::<KIND>(ctx.config) {
            if KIND == SPECIAL && ctx.config.burst > 0 && burst == ctx.config.burst {
                return;
            }
            if KIND == PLAIN || !self.is_in_batch(segment) {
                // Room before pace: `waits` arms a timer, which must not wake a flow whose window is full. The silence is looked at
                // last, since only a packet that leaves ends it: asked earlier, a blocked sender would be told of it twice.
                if !self.has_room::<KIND, _, _>(ctx, segment) || self.waits::<KIND, _, _>(ctx) {
                    return;
                }
                self.wake_from_idle(ctx);
                if KIND == SPECIAL && ctx.config.offload > 0 {
                    self.begin_batch(ctx, segment);
                }
            }
            if segment.again {
                self.send_again::<KIND, _, _>(ctx, segment);
            } else {
                self.send_segment::<KIND, _, _>(ctx, Segment { again: false, ..segment });
            }
            burst += 1;
        }
        if !self.told_app_limited && self.nxt == self.size {
            self.tell_app_limited(ctx);
        }
    }

    /// The application has nothing more to send.
    pub(super) fn tell_app_limited<Q, F: FlowControl<Flow = S>>(&mut self, ctx: &Context<'_, Q, F>)
    where
        Q: QueueScheme,
    {
        self.told_app_limited = true;
        let event = Event::AppLimited { now: ctx.plane.stamp() };
        self.tell(ctx.control, ctx.plane.now_ns, &event);
    }

    /// Sends the oldest lost segment whatever the pipe is.
    pub(super) fn resend_first<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if let Some(segment) = self.next_segment::<SPECIAL>(ctx.config)
            && segment.again
        {
            self.send_segment::<SPECIAL, _, _>(ctx, segment);
        }
    }

    /// Window and host allow a segment, or all that leaves together with it.
    #[inline(always)]
    fn has_room<const KIND: bool, Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, segment: Segment) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let wanted = if KIND == PLAIN { segment.length } else { self.together(ctx, segment) };
        // What the window has let go lies in the queue of the flow; asked again, the window would count it twice.
        let handed = KIND == SPECIAL && self.is_handed(segment);
        (handed || self.window_allows::<KIND, _, _>(ctx, wanted)) && self.host_allows::<KIND, _, _>(ctx)
    }

    /// Lost data first, then new data, once the connection is established.
    #[inline(always)]
    fn next_segment<const KIND: bool>(&self, config: &HostConfig) -> Option<Segment> {
        let end = if KIND == SPECIAL && self.queue.is_some() { self.handed() } else { self.size };
        let left = end - self.nxt;
        let new = |most: u16| {
            let length = left.min(u64::from(most));
            (left > 0).then_some(Segment { start: self.nxt, length, again: false })
        };
        if KIND == SPECIAL && self.route.datagram > 0 {
            return new(self.route.datagram);
        }
        let mss = u64::from(config.mss);
        if let Some((start, length)) = self.score.next_lost(self.una, self.nxt, mss, config.dup_threshold) {
            return Some(Segment { start, length, again: true });
        }
        new(config.mss)
    }

    /// What has to fit the window before a segment leaves: with segmentation offload, a batch of new data.
    #[inline]
    fn together<Q, F>(&self, ctx: &Context<'_, Q, F>, segment: Segment) -> u64
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if ctx.config.offload == 0 || segment.again || self.route.datagram > 0 {
            return segment.length;
        }
        self.next_batch(ctx)
    }

    /// One segment is always allowed when nothing is in flight, so no window can stop a flow. Datagrams have none.
    #[inline]
    fn window_allows<const KIND: bool, Q, F>(&mut self, ctx: &Context<'_, Q, F>, length: u64) -> bool
    where
        F: FlowControl<Flow = S>,
    {
        if KIND == SPECIAL && self.route.datagram > 0 {
            return true;
        }
        // What waits in a queue of the flow waits for lost data, which must not wait for it.
        let fits = self.fits(ctx, self.pipe(ctx.config), length);
        if !fits {
            self.limited_until = self.nxt;
        }
        fits
    }

    /// A window takes `length` bytes beside a pipe.
    #[inline]
    pub(super) fn fits<Q, F>(&self, ctx: &Context<'_, Q, F>, pipe: u64, length: u64) -> bool
    where
        F: FlowControl<Flow = S>,
    {
        let mut window = self.answer.window.0.min(ctx.config.window_max);
        if ctx.control.has_underlay() {
            window = window.min(ctx.control.in_flight_cap(&self.cc).0);
        }
        let window = self.reduction.window().unwrap_or(window.into());
        pipe == 0 || pipe + length <= window
    }

    /// The window has let a segment go already.
    #[inline]
    const fn is_handed(&self, segment: Segment) -> bool {
        self.queue.is_some() && !segment.again
    }

    #[inline]
    fn host_allows<const KIND: bool, Q, F>(&mut self, ctx: &mut Context<'_, Q, F>) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        // What an underlay has let go it cannot hold any more.
        let held = KIND == SPECIAL && (ctx.control.has_underlay() || self.queue.is_some());
        let most = if held { ctx.config.below_hold() } else { ctx.config.small_queue };
        self.nic_blocked = self.in_nic.bytes >= most && self.fills_nic(ctx, most);
        !self.nic_blocked
    }

    /// A pure window is not paced unless its host does that; anything with a rate is.
    #[inline]
    pub(super) fn is_paced<const KIND: bool>(&self) -> bool {
        let by_host = KIND == SPECIAL && self.queue.is_some();
        self.answer.rate != LineFraction::LINE || self.answer.window == Bytes::MAX || by_host
    }

    /// When pacer and underlay let the next packet go \[ps\].
    #[inline(always)]
    pub(super) fn release<const KIND: bool, Q, F: FlowControl<Flow = S>>(
        &mut self,
        ctx: &Context<'_, Q, F>,
    ) -> u64 {
        let next = if self.is_paced::<KIND>() { self.pacer.next_tx() } else { 0 };
        if KIND == SPECIAL && ctx.control.has_underlay() { release(next, self.hold(ctx)) } else { next }
    }

    /// The pacer or the underlay does not let the next packet go yet; an event will.
    #[inline(always)]
    pub(super) fn waits<const KIND: bool, Q, F: FlowControl<Flow = S>>(
        &mut self,
        ctx: &mut Context<'_, Q, F>,
    ) -> bool {
        let gate = self.release::<KIND, _, _>(ctx);
        if gate <= ctx.plane.now {
            return false;
        }
        if let Some(time) = self.pace.set(gate) {
            ctx.plane.events.push(time, Kind::Pace, self.route.slot);
        }
        true
    }

    /// Until when the underlay holds the flow \[ps\]; the congestion control is told of beginning and end.
    fn hold<Q, F: FlowControl<Flow = S>>(&mut self, ctx: &Context<'_, Q, F>) -> u64 {
        let now = ctx.plane.stamp();
        // A release that has passed is a negative distance, and no wait.
        let wait = u64::try_from(ctx.control.release(&self.cc, now).signed_since(now)).unwrap_or(0);
        let held = wait > 0;
        if held != self.held {
            self.held = held;
            self.tell(ctx.control, ctx.plane.now_ns, &Event::Paused { now, held });
        }
        if held {
            self.held_until = (ctx.plane.now_ns + wait) * PS_PER_NS;
        }
        if held { self.held_until } else { 0 }
    }

    /// A sender that was silent for longer than its timeout tells its congestion control so
    /// (RFC 5681 §4.1).
    #[inline(always)]
    pub(super) fn wake_from_idle<Q, F: FlowControl<Flow = S>>(&mut self, ctx: &Context<'_, Q, F>) {
        if self.nxt != self.una {
            return;
        }
        let silence = ctx.plane.now_ns - self.sent_ns;
        let has_sent = self.nxt > 0 || self.is_reused;
        if has_sent && silence > self.rtt.timeout() {
            self.tell_idle(ctx.control, ctx.plane.now_ns, silence);
        }
    }

    /// Sends a segment that was sent before: seldom, so that the way of new data need not ask.
    #[inline(never)]
    fn send_again<const KIND: bool, Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, segment: Segment)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        self.send_segment::<KIND, _, _>(ctx, Segment { again: true, ..segment });
    }

    #[inline(always)]
    pub(super) fn send_segment<const KIND: bool, Q, F>(
        &mut self,
        ctx: &mut Context<'_, Q, F>,
        segment: Segment,
    ) where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let end = segment.start + segment.length;
        if segment.again {
            self.score.resent(end);
            self.resent += 1;
            self.resent_payload += segment.length;
            ctx.plane.note_resend(self.route.slot, false);
            ctx.totals.resent_packets += 1;
        } else {
            self.nxt = end;
        }
        if KIND == SPECIAL
            && let Some(reordering) = &mut self.reordering
        {
            if segment.again {
                reordering.on_resent();
            } else if ctx.config.rack {
                reordering.on_sent(end, ctx.plane.now_ns);
            }
        }
        let packet = self.next_packet::<KIND, _, _>(ctx, segment);
        let wire = u32::from(packet.wire);
        match ctx.plane.offer(self.route.port, packet) {
            Offer::Sent(sent) => {
                self.in_nic.put(wire);
                self.on_nic_sent::<KIND, _, _>(ctx.plane, ctx.control, sent);
            }
            Offer::Queued => self.in_nic.put(wire),
            Offer::Precomputed(start) => self.in_nic.put_until(start, wire, ctx.plane.now),
            Offer::Dropped => {}
        }
    }

    /// Makes the packet of a segment and charges it to pacer and timer.
    #[inline(always)]
    pub(super) fn next_packet<const KIND: bool, Q, F>(
        &mut self,
        ctx: &mut Context<'_, Q, F>,
        segment: Segment,
    ) -> Packet
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        ctx.totals.data_packets += 1;
        self.reduction.on_sent(segment.length);
        self.packets = self.packets.wrapping_add(1);
        let made = if KIND == PLAIN || segment.again {
            ctx.plane.now_ns as u32
        } else {
            self.handed_at(segment.start, ctx.plane.now_ns)
        };
        let in_batch = KIND == SPECIAL && self.is_in_batch(segment);
        let mut packet = self.data_packet::<KIND, _, _>(ctx, segment, made);
        if KIND == SPECIAL && ctx.config.offload > 0 {
            let joined = !segment.again && self.batch.take(segment.length);
            packet.flags.set(PacketFlags::JOINED, joined);
        }
        if self.is_paced::<KIND>() && !in_batch {
            let port = &ctx.plane.ports[self.route.port as usize];
            let frame = Bytes(u32::from(packet.wire) + port.frame_gap);
            self.book::<KIND, _, _>(ctx, frame);
        }
        self.sent_ns = ctx.plane.now_ns;
        // New data puts a probe off (RFC 8985 §7.2), but not a timeout.
        let is_timed = self.retransmit.is_set()
            && !(ctx.config.tail_probe && !segment.again && self.probe_timeout(ctx).is_some());
        if (KIND == PLAIN || self.route.datagram == 0) && !is_timed {
            self.arm_retransmit(ctx);
        }
        packet
    }

    /// Charges frames that leave as one to the pacer.
    #[inline(always)]
    pub(super) fn book<const KIND: bool, Q, F>(&mut self, ctx: &Context<'_, Q, F>, frames: Bytes)
    where
        F: FlowControl<Flow = S>,
    {
        let byte_time = ctx.plane.ports[self.route.port as usize].byte_time;
        let (now, rate) = (ctx.plane.now, self.pace_rate());
        if KIND == SPECIAL && ctx.config.is_rdma() {
            let time = u64::from(frames.0) * u64::from(byte_time);
            let slack = ctx.plane.hosts.nics[self.route.port].slack(time);
            self.pacer.on_released(now, self.held_until, slack, frames, byte_time, rate);
        } else {
            self.pacer.on_sent(now, frames, byte_time, rate);
        }
    }

    #[inline(always)]
    fn data_packet<const KIND: bool, Q, F: FlowControl<Flow = S>>(
        &mut self,
        ctx: &Context<'_, Q, F>,
        segment: Segment,
        made: u32,
    ) -> Packet {
        let ect = ctx.control.uses_ecn() && (!segment.again || ctx.config.ect.retransmissions);
        let payload = segment.length as u16;
        let mut flags = PacketFlags::default();
        flags.set(PacketFlags::RESENT, segment.again);
        flags.set(PacketFlags::TELEMETRY, self.route.telemetry);
        flags.set(PacketFlags::LAST, segment.start + segment.length == self.size);
        if self.send_cwr && !segment.again {
            flags.set(PacketFlags::CWR, true);
            self.send_cwr = false;
        }
        Packet {
            flow: self.route.flow,
            slot: self.route.slot,
            seq: self.number(segment.start).0,
            sack: NONE,
            stamps: Stamps {
                made,
                number: self.packets,
                delivered: self.delivered as u32,
                delivered_at: self.delivered_at,
                ..Stamps::default()
            },
            wire: payload.saturating_add(self.route.around),
            payload,
            host: self.route.host,
            kind: if KIND == SPECIAL && self.route.datagram > 0 {
                PacketKind::Datagram
            } else {
                PacketKind::Data
            },
            flags,
            ecn: if ect { ctx.config.ect.codepoint } else { Ecn::empty() },
            delay_class: self.route.delay_class,
            class: self.route.class,
            ..Packet::default()
        }
    }

    /// Opens the connection, for the first time or again.
    pub(super) fn send_syn<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let mut flags = PacketFlags::default();
        flags.set(PacketFlags::RESENT, self.timeouts > 0);
        let ect = ctx.control.uses_ecn() && ctx.config.ect.handshake;
        let packet = Packet {
            flow: self.route.flow,
            slot: self.route.slot,
            seq: self.isn,
            sack: NONE,
            stamps: Stamps { made: ctx.plane.now_ns as u32, ..Stamps::default() },
            wire: ctx.config.wire(0),
            host: self.route.host,
            kind: PacketKind::Syn,
            flags,
            ecn: if ect { ctx.config.ect.codepoint } else { Ecn::empty() },
            delay_class: self.route.delay_class,
            class: self.route.class,
            ..Packet::default()
        };
        self.arm_retransmit(ctx);
        ctx.plane.offer(self.route.port, packet);
    }
}
