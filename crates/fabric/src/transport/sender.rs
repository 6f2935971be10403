//! Sender of one flow: state, timers, congestion-control events.

use super::batch::Batch;
use super::config::{HostConfig, InitialSequence};
use super::context::Context;
use super::control::{FlowContext, FlowControl};
use super::host_queue::HostQueue;
use super::in_nic::InNic;
use super::prr::Reduction;
use super::reordering::Reordering;
use super::rtt::RttEstimator;
use super::score::Scoreboard;
use crate::data_plane::{NONE, Packet, PacketFlags, QueueScheme, Role};
use crate::engine::{Kind, Timer};
use crate::random::{Stream, word};
use crate::time::PS_PER_NS;
use freeboard_cc_api::{Bytes, Control, Event, Loss, Nanos32, Seq32};
use freeboard_device::nic::Pacer;

/// Where a flow's packets go.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Route {
    pub(crate) flow: u32,
    /// The connection.
    pub(crate) slot: u32,
    /// The sending host's port.
    pub(crate) port: u32,
    /// Destination host.
    pub(crate) host: u32,
    /// Delay class.
    pub(crate) delay_class: u8,
    /// Bytes in queues in addition to the payload.
    pub(crate) around: u16,
    /// Its data collects telemetry.
    pub(crate) telemetry: bool,
    /// Payload of a datagram; 0 for a flow with acknowledgements.
    pub(crate) datagram: u16,
    /// Traffic class.
    pub(crate) class: u8,
}

/// The tail loss probe of a sender (RFC 8985 §7).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TailProbe {
    /// The retransmission timer is set for a probe.
    pub(super) is_due: bool,
    /// `TLP.end_seq`: what was sent lies below; 0 while no probe is out.
    pub(super) end: u64,
    /// Where the probe begins.
    pub(super) start: u64,
    /// `TLP.is_retrans`: it was the last segment again.
    pub(super) is_again: bool,
}

/// The sending side.
#[derive(Debug)]
pub(crate) struct Sender<S> {
    pub(super) cc: S,
    pub(super) answer: Control,
    pub(crate) route: Route,
    /// Bytes of the flow; `u64::MAX` while it has no end.
    pub(crate) size: u64,
    /// Offset of the first byte not acknowledged.
    pub(crate) una: u64,
    /// Offset of the next byte to be sent for the first time.
    pub(crate) nxt: u64,
    /// RDMA: what lies before was sent once.
    pub(super) highest: u64,
    /// RDMA: its number at the NIC, [`NONE`] before it has one.
    pub(super) qp: u32,
    /// RDMA: until when the underlay held it last \[ps\].
    pub(super) held_until: u64,
    /// Header number of offset 0.
    pub(super) isn: u32,
    pub(super) established: bool,
    /// It goes on where an earlier flow of its connection ended.
    pub(super) is_reused: bool,
    /// Only window and pacer limit it: see the method of the same name.
    pub(super) is_plain: bool,
    /// 2^63 / mss, above it by a little: see where it is used.
    pub(super) per_mss: u64,
    pub(super) score: Scoreboard,
    /// Of the window, where the host spreads it.
    pub(super) reduction: Reduction,
    pub(super) probe: TailProbe,
    /// Where the host looks for reordering.
    pub(super) reordering: Option<Box<Reordering>>,
    pub(super) rtt: RttEstimator,
    pub(super) retransmit: Timer,
    pub(super) pace: Timer,
    pub(super) tick: Timer,
    pub(super) pacer: Pacer,
    /// What a window has let go, where the host paces windows.
    pub(super) queue: Option<Box<HostQueue>>,
    pub(super) batch: Batch,
    pub(crate) in_nic: InNic,
    /// It may have no more in the host's port.
    pub(super) nic_blocked: bool,
    /// Data below this offset was sent while the window was the limit.
    pub(super) limited_until: u64,
    pub(super) told_app_limited: bool,
    /// The underlay holds the flow, and its congestion control knows.
    pub(super) held: bool,
    pub(super) packets: u32,
    pub(super) delivered: u64,
    pub(super) delivered_at: u32,
    pub(super) event_ns: u64,
    pub(super) sent_ns: u64,
    /// Classic ECN: data from here on was sent after the last reduction.
    pub(super) cwr_end: u64,
    pub(super) send_cwr: bool,
    pub(crate) resent: u32,
    /// Payload of what was sent again \[B\].
    pub(super) resent_payload: u64,
    pub(crate) timeouts: u32,
}

impl<S: Copy> Sender<S> {
    /// An idle sender, whose room is reused by every flow in its slot.
    pub(crate) fn idle(cc: S, config: &HostConfig) -> Self {
        Self {
            cc,
            answer: Control::window(Bytes(0)),
            route: Route::default(),
            size: 0,
            una: 0,
            nxt: 0,
            highest: 0,
            qp: NONE,
            held_until: 0,
            isn: 0,
            established: false,
            is_reused: false,
            is_plain: false,
            per_mss: (1 << 63) / u64::from(config.mss.max(1)) + 1,
            score: Scoreboard::default(),
            reduction: Reduction::default(),
            probe: TailProbe::default(),
            reordering: None,
            rtt: RttEstimator::new(config),
            retransmit: Timer::default(),
            pace: Timer::default(),
            tick: Timer::default(),
            pacer: Pacer::default(),
            queue: None,
            batch: Batch::default(),
            in_nic: InNic::default(),
            nic_blocked: false,
            limited_until: 0,
            told_app_limited: false,
            held: false,
            packets: 0,
            delivered: 0,
            delivered_at: 0,
            event_ns: 0,
            sent_ns: 0,
            cwr_end: 0,
            send_cwr: false,
            resent: 0,
            resent_payload: 0,
            timeouts: 0,
        }
    }

    /// When the first of the timers that can let it go on rings \[ps\].
    pub(crate) fn next_timer(&self) -> Option<u64> {
        [self.retransmit, self.pace].iter().filter_map(Timer::deadline).min()
    }

    /// A new flow takes this slot, and it `sends` here. Timers keep their pending events, and recognise stale ones.
    pub(crate) fn prepare<Q, F>(
        &mut self,
        ctx: &mut Context<'_, Q, F>,
        route: Route,
        size: u64,
        (seed, sends): (u64, bool),
    ) where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        // Timers survive the flow: an event of the old flow may still be pending in the queue, and only its timer can tell that
        // it is stale. Scoreboard and queue survive for their allocations.
        let (retransmit, pace, tick) = (self.retransmit, self.pace, self.tick);
        let mut score = core::mem::take(&mut self.score);
        score.reset(ctx.config.rack && ctx.config.reports_duplicates());
        let mut queue = self.queue.take().or_else(|| ctx.config.host_queue(ctx.control.is_window_only()));
        queue.iter_mut().for_each(|queue| queue.reset());
        let fresh = || ctx.config.reports_duplicates().then(Box::default);
        let mut reordering = self.reordering.take().or_else(fresh);
        reordering.iter_mut().for_each(|reordering| reordering.reset());
        let mut in_nic = core::mem::take(&mut self.in_nic);
        // Only a flow of more than the small queue takes can fill it, and only one that is not told of departures looks.
        let is_told = ctx.plane.ports[route.port as usize].role == Role::Host;
        let fills = !is_told && size >= u64::from(ctx.config.small_queue);
        in_nic.reset(if fills { ctx.config.small_queue / u32::from(ctx.config.mss) + 1 } else { 0 });
        *self = Self::idle(ctx.control.start(), ctx.config);
        (self.retransmit, self.pace, self.tick, self.score) = (retransmit, pace, tick, score);
        (self.queue, self.in_nic, self.reordering) = (queue, in_nic, reordering);
        // `begin` must precede `control`: an underlay memory may change the first answer.
        let flow_context = FlowContext { connection: route.slot, port: route.port, to: route.host };
        if sends {
            ctx.control.begin(&mut self.cc, ctx.plane.stamp(), flow_context);
        }
        self.answer = ctx.control.control(&self.cc);
        self.route = route;
        self.size = size;
        self.is_plain = self.is_plain(ctx);
        self.isn = match ctx.config.initial_sequence {
            InitialSequence::Fixed(isn) => isn,
            InitialSequence::Random => word(seed, Stream::Sequence, u64::from(route.flow), 0) as u32,
        };
        self.event_ns = ctx.plane.now_ns;
        self.sent_ns = ctx.plane.now_ns;
        self.delivered_at = ctx.plane.now_ns as u32;
    }

    /// A new flow takes up this connection, of whose last flow everything was acknowledged: numbers go on where that
    /// one ended, and the control, its underlay, the round-trip time and the pacer stay what they are.
    pub(crate) fn go_on<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, route: Route, size: u64, sends: bool)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let (cc, rtt, pacer, packets) = (self.cc, self.rtt, self.pacer, self.packets);
        let (isn, sent_ns, event_ns) = (self.number(self.una).0, self.sent_ns, self.event_ns);
        let (held, held_until) = (self.held, self.held_until);
        self.prepare(ctx, route, size, (0, sends));
        (self.cc, self.rtt, self.pacer, self.packets) = (cc, rtt, pacer, packets);
        (self.isn, self.sent_ns, self.event_ns) = (isn, sent_ns, event_ns);
        (self.held, self.held_until) = (held, held_until);
        self.rtt.progress();
        self.answer = ctx.control.control(&self.cc);
        self.is_reused = true;
    }

    /// The flow in this slot begins.
    pub(crate) fn open<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if ctx.config.shakes_hands() && self.route.datagram == 0 && !self.is_reused {
            self.send_syn(ctx);
        } else {
            self.establish(ctx);
        }
    }

    /// The answer to the SYN; a second one changes nothing.
    pub(crate) fn on_syn_ack<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, packet: &Packet)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if self.established {
            return;
        }
        // Karn: a retransmitted SYN has no unambiguous round trip.
        if !packet.flags.has(PacketFlags::RESENT) {
            let rtt = ctx.plane.stamp().since(Nanos32(packet.stamps.made));
            self.rtt.sample(u64::from(rtt));
        }
        self.establish(ctx);
    }

    /// Header number of the first byte.
    pub(crate) const fn initial_number(&self) -> u32 {
        self.isn
    }

    /// Window and rate that hold.
    pub(crate) const fn control(&self) -> Control {
        self.answer
    }

    /// The flow may send data from now on.
    fn establish<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        self.established = true;
        self.retransmit.cancel();
        self.arm_tick(ctx);
        self.follow_window(ctx);
        self.try_send(ctx);
    }

    /// Payload sent for the first time \[B\].
    pub(crate) fn new_payload(&self) -> u64 {
        self.highest.max(self.nxt)
    }

    /// Payload sent, for the first time or again \[B\].
    pub(crate) fn sent_payload(&self) -> u64 {
        self.new_payload() + self.resent_payload
    }

    /// Some data was never sent: after a return to lost data what lies behind it may have arrived long ago.
    pub(crate) fn has_new(&self) -> bool {
        self.nxt.max(self.highest) < self.size
    }

    /// All data is acknowledged.
    pub(crate) const fn is_done(&self) -> bool {
        self.una >= self.size
    }

    /// The slot will be used by another flow: no timer of this one may ring. Returns its number at the NIC.
    pub(crate) fn close(&mut self) -> Option<u32> {
        self.retransmit.cancel();
        self.pace.cancel();
        self.tick.cancel();
        let qp = core::mem::replace(&mut self.qp, NONE);
        (qp != NONE).then_some(qp)
    }

    /// Of a closed flow whose slot another one takes at `time` \[ps\]: events of timers up to then mean nothing.
    pub(crate) fn forget_rings(&mut self, time: u64) {
        for timer in [&mut self.retransmit, &mut self.pace, &mut self.tick] {
            timer.forget_up_to(time);
        }
    }

    /// The header number of an offset.
    #[inline]
    pub(super) const fn number(&self, offset: u64) -> Seq32 {
        Seq32(self.isn.wrapping_add(offset as u32))
    }

    /// The offset of a header number, the one nearest to `una`.
    #[inline]
    pub(super) const fn offset(&self, number: u32) -> Option<u64> {
        let distance = number.wrapping_sub(self.number(self.una).0).cast_signed();
        self.una.checked_add_signed(distance as i64)
    }

    #[inline]
    pub(super) fn pipe(&self, config: &HostConfig) -> u64 {
        self.score.pipe(self.una, self.nxt, u64::from(config.mss), config.dup_threshold)
    }

    /// The window's present state as the congestion control sees a loss.
    ///
    /// `known_arrived` is left out of RFC 5681's FlightSize: data that was sacked beyond the segments that
    /// gave the loss away, all sacked data at a timeout. New data that went on while a lost retransmission
    /// was waiting must not make the window look larger, and the second timeout of a segment has to see the
    /// same number as the first (RFC 5681 §3.1, equation 4).
    pub(super) fn loss(&self, known_arrived: u64) -> Loss {
        Loss {
            in_flight: clamp((self.handed() - self.una).saturating_sub(known_arrived)),
            una: self.number(self.una),
            nxt: self.number(self.nxt),
        }
    }

    /// Tells the congestion control, after an `Idle` if it has been silent for too long.
    #[inline(always)]
    pub(super) fn tell<F: FlowControl<Flow = S>>(&mut self, control: &F, now_ns: u64, event: &Event<'_>) {
        // 32-bit times compare serially over half their range: a longer silence must be announced first, or the event would
        // seem to lie in the past.
        let silence = now_ns - self.event_ns;
        if silence > control.longest_gap_ns() {
            self.tell_idle(control, now_ns, silence);
        }
        self.event_ns = now_ns;
        self.answer = control.on_event(&mut self.cc, event);
    }

    #[cold]
    pub(super) fn tell_idle<F: FlowControl<Flow = S>>(&mut self, control: &F, now_ns: u64, silence: u64) {
        let silence = u32::try_from(silence).unwrap_or(u32::MAX);
        let idle = Event::Idle { now: Nanos32(now_ns as u32), silence };
        self.answer = control.on_event(&mut self.cc, &idle);
    }

    /// Starts or moves the retransmission timer.
    #[inline(always)]
    pub(super) fn arm_retransmit<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>) {
        let mut timeout = self.rtt.timeout();
        if ctx.config.tail_probe {
            let probe = self.probe_timeout(ctx).filter(|wait| *wait < timeout);
            self.probe.is_due = probe.is_some();
            timeout = probe.unwrap_or(timeout);
        }
        if let Some(reordering) = &mut self.reordering {
            let left = reordering.due.map(|due| due.saturating_sub(ctx.plane.now_ns));
            let left = left.filter(|left| *left < timeout);
            reordering.is_due = left.is_some();
            self.probe.is_due &= left.is_none();
            timeout = left.unwrap_or(timeout);
        }
        let deadline = ctx.plane.now + timeout * PS_PER_NS;
        if let Some(time) = self.retransmit.set(deadline) {
            ctx.plane.events.push(time, Kind::Retransmit, self.route.slot);
        }
    }

    /// The retransmission timer's event.
    pub(crate) fn on_retransmit_event<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if !ctx.is_due(self.route.slot, &mut self.retransmit, Kind::Retransmit) {
            return;
        }
        if self.reordering.as_ref().is_some_and(|reordering| reordering.is_due) {
            self.on_reordering_timer(ctx);
        } else if self.probe.is_due {
            self.send_probe(ctx);
        } else {
            self.on_timeout(ctx);
        }
    }

    fn on_timeout<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        // Back off before the timer is armed again below (RFC 6298 5.5), and take `Loss` before the scoreboard forgets what was
        // in flight.
        self.rtt.back_off();
        self.timeouts += 1;
        ctx.plane.note_resend(self.route.slot, true);
        ctx.totals.timeouts += 1;
        if !self.established {
            ctx.control.on_handshake_timeout();
            self.send_syn(ctx);
            return;
        }
        let event = Event::Timeout { now: ctx.plane.stamp(), loss: self.loss(self.score.arrived()) };
        // The transport changes its own state first; the congestion control is told after, so that the window it answers
        // with applies to what is left in flight.
        if ctx.config.is_rdma() {
            self.nxt = self.una;
            self.batch.end();
        } else {
            self.keep_prior(ctx.control);
            self.score.enter_loss(self.una, self.nxt);
            self.reduction.end();
            self.probe = TailProbe::default();
        }
        self.tell(ctx.control, ctx.plane.now_ns, &event);
        self.arm_retransmit(ctx);
        self.try_send(ctx);
    }

    /// The pacer's or the underlay's event.
    pub(crate) fn on_pace_event<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if ctx.is_due(self.route.slot, &mut self.pace, Kind::Pace) {
            self.try_send(ctx);
        }
    }

    /// The congestion control's own timer's event.
    pub(crate) fn on_tick_event<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if !ctx.is_due(self.route.slot, &mut self.tick, Kind::Tick) {
            return;
        }
        let tick = Event::Tick { now: ctx.plane.stamp() };
        self.tell(ctx.control, ctx.plane.now_ns, &tick);
        self.arm_tick(ctx);
        self.try_send(ctx);
    }

    fn arm_tick<Q, F: FlowControl<Flow = S>>(&mut self, ctx: &mut Context<'_, Q, F>) {
        let period = ctx.control.tick_ns();
        if period > 0
            && let Some(time) = self.tick.set(ctx.plane.now + u64::from(period) * PS_PER_NS)
        {
            ctx.plane.events.push(time, Kind::Tick, self.route.slot);
        }
    }
}

/// A byte count as the congestion control sees it.
#[inline]
pub(super) fn clamp(bytes: u64) -> Bytes {
    Bytes(u32::try_from(bytes).unwrap_or(u32::MAX))
}
