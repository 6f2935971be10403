//! The queues of a pipe: states, parameters and one clock.

use freeboard_registry::aqm_api::{
    Aqm, Arrival, Borrow, Decision, Departure, IDLE_MAX_NS, IDLE_MIN_NS, Intrinsics, Loan, Nanos32, Owner,
    PortId, PortView, QueueId, State, Words,
};

/// Longest time between two calls of [`QueueSet::on_tick`] \[ns\]: 0.13 s.
pub const TICK_MAX_NS: u32 = 1 << 27;

/// Time from one tick to the next from which on the clock has stepped \[ns\]: 0.27 s. A tick before the last one is, serially, one
/// much later. Twice the longest time of a timer that keeps its promise, so that one which is late at times does no harm.
const STEP_NS: u32 = 2 * TICK_MAX_NS;

/// Time by which a packet leaves before it arrived, or arrives before the packet before it, from which on the clock has stepped
/// \[ns\]: 66 us. Chosen by us: a hundred times the difference of two stages' stamps, and less than the shortest default interval of a
/// scheme.
const BACK_NS: u32 = 1 << 16;

/// Time between two looks at the queues \[ns\]: 0.27 s.
const SWEEP_NS: u32 = IDLE_MIN_NS;

// A look may be late by the longest time between two ticks. A queue that was silent for less than the shortest silence at one look is
// found by the next.
const _: () = assert!(IDLE_MIN_NS + SWEEP_NS + STEP_NS <= IDLE_MAX_NS);

/// Where the parameters of a set are.
pub trait Holding<A: Aqm>: sealed::Sealed {
    /// Kept once.
    type Once: Copy + core::fmt::Debug;
    /// Kept beside each queue.
    type Each: Copy + core::fmt::Debug;

    /// Returns the parameters of a queue.
    fn params<'a>(once: &'a Self::Once, each: &'a Self::Each) -> &'a A::Params;
}

/// All queues of a set have the same parameters, kept once.
#[derive(Clone, Copy, Debug)]
pub enum Shared {}

/// Every queue of a set has parameters of its own.
#[derive(Clone, Copy, Debug)]
pub enum Own {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Shared {}
    impl Sealed for super::Own {}
}

impl<A: Aqm> Holding<A> for Shared {
    type Once = A::Params;
    type Each = ();

    #[inline(always)]
    fn params<'a>(once: &'a A::Params, (): &'a ()) -> &'a A::Params {
        once
    }
}

impl<A: Aqm> Holding<A> for Own {
    type Once = ();
    type Each = A::Params;

    #[inline(always)]
    fn params<'a>((): &'a (), each: &'a A::Params) -> &'a A::Params {
        each
    }
}

/// One queue: its own parameters if it has them, its state, and the time of its last packet, or the shortest silence before the last
/// look that found a silence. One store per packet, of a word that is in a register anyway: a flag would take an instruction more.
#[derive(Clone, Copy, Debug)]
struct Slot<Params, State> {
    params: Params,
    state: State,
    last: Nanos32,
}

/// State of one port, and its queues.
#[derive(Clone, Copy, Debug)]
struct Port<State, Slot, const QUEUES: usize> {
    state: State,
    queues: [Slot; QUEUES],
}

/// The port of a scheme.
type PortOf<A, H, const QUEUES: usize> =
    Port<<A as Aqm>::Port, Slot<<H as Holding<A>>::Each, <A as Aqm>::Queue>, QUEUES>;

/// When the queues were looked at last, what they share, and the ports.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Ports<A: Aqm, const PORTS: usize, const QUEUES: usize, H: Holding<A>> {
    looked: Nanos32,
    once: H::Once,
    ports: [PortOf<A, H, QUEUES>; PORTS],
}

impl<A: Aqm, const PORTS: usize, const QUEUES: usize, H: Holding<A>> Borrow<A, H>
    for Ports<A, PORTS, QUEUES, H>
{
    type At = (PortId, QueueId);
    type Bookkeeping = Nanos32;

    #[inline(always)]
    fn borrow(&mut self, (port, queue): Self::At) -> Option<Loan<'_, A, Nanos32>> {
        let port = self.ports.get_mut(port.index())?;
        let Slot { params, state, last } = port.queues.get_mut(queue.index())?;
        let params = H::params(&self.once, params);
        Some(Loan { params, port: &mut port.state, queue: state, note: last })
    }

    #[inline(always)]
    fn visit(&mut self, mut visit: impl FnMut(Loan<'_, A, Nanos32>)) {
        for port in &mut self.ports {
            for Slot { params, state, last } in &mut port.queues {
                let params = H::params(&self.once, params);
                visit(Loan { params, port: &mut port.state, queue: state, note: last });
            }
        }
    }
}

/// One marking scheme on `PORTS` ports of `QUEUES` queues each that share a pipe.
///
/// It owns all state: the pipe's with the only clock, a state per port and per queue. Parameters are kept once and hold for all queues;
/// in a `QueueSet<A, PORTS, QUEUES, Own>` every queue has its own, which a scheme with a control plane moves. Beside state and own
/// parameters a queue takes 4 bytes.
///
/// Calls for a port or queue that is not there change nothing and forward. [`QueueSet::on_tick`] finds silent queues and calls the
/// scheme's idle hook, so that a silence of any length is harmless, and notices a clock that was set.
///
/// It is made at run time: no function of a trait is `const`, and the hook that brings the clock to the time of the start is one.
#[derive(Clone, Copy, Debug)]
pub struct QueueSet<A: Aqm, const PORTS: usize, const QUEUES: usize, H: Holding<A> = Shared> {
    owner: Owner<A, Ports<A, PORTS, QUEUES, H>, H>,
    ticked: Nanos32,
    negative: u32,
}

impl<A: Aqm, const PORTS: usize, const QUEUES: usize> QueueSet<A, PORTS, QUEUES> {
    /// Fresh queues under the same parameters, from `now` on.
    #[must_use]
    pub fn new(params: A::Params, now: Nanos32) -> Self {
        Self::start(params, (), now)
    }

    /// Gives all queues other parameters and keeps their states.
    pub fn set_params(&mut self, params: A::Params) {
        self.owner.slots.once = params;
    }
}

impl<A: Aqm, const PORTS: usize, const QUEUES: usize> QueueSet<A, PORTS, QUEUES, Own> {
    /// Fresh queues with parameters of their own, for a start these, from `now` on.
    #[must_use]
    pub fn with_own(params: A::Params, now: Nanos32) -> Self {
        Self::start((), params, now)
    }

    /// Gives one queue other parameters and keeps its state. Returns whether there is such a queue.
    pub fn set_queue_params(&mut self, port: PortId, queue: QueueId, params: A::Params) -> bool {
        let port = self.owner.slots.ports.get_mut(port.index());
        let slot = port.and_then(|port| port.queues.get_mut(queue.index()));
        slot.map(|slot| slot.params = params).is_some()
    }

    /// The control plane ticks for one port, every `A::META.control_period_ns`. See [`Aqm::on_control`]. A negative sojourn in the
    /// view is none, and [`Self::negative_sojourns`] counts it.
    pub fn on_control(&mut self, now: Nanos32, view: &PortView<'_>) {
        for _ in view.queues.iter().filter(|queue| queue.has_negative_sojourn()) {
            self.negative = self.negative.wrapping_add(1);
        }
        for port in self.owner.slots.ports.iter_mut().skip(view.port.index()).take(1) {
            port.queues.iter_mut().for_each(|slot| A::on_control(&mut slot.params, now, view));
        }
    }
}

impl<A: Aqm, const PORTS: usize, const QUEUES: usize, H: Holding<A>> QueueSet<A, PORTS, QUEUES, H> {
    fn start(once: H::Once, each: H::Each, now: Nanos32) -> Self {
        let slot = Slot { params: each, state: A::Queue::default(), last: silent_at(now) };
        let port = Port { state: A::Port::default(), queues: [slot; QUEUES] };
        let owner = Owner::new(Ports { looked: now, once, ports: [port; PORTS] });
        let mut set = Self { owner, ticked: now, negative: 0 };
        set.look(now);
        set
    }

    /// A packet arrives. See [`Aqm::on_enqueue`]. Under a scheme that reads the time and no sojourns, a stamp that is more than 66 us
    /// before that of the packet before it in this queue shows that the clock was set back: every queue decides like a fresh one from
    /// this packet on.
    #[inline(always)]
    pub fn on_enqueue(&mut self, port: PortId, queue: QueueId, arrival: &Arrival) -> Decision {
        if A::META.reads.contains(Intrinsics::NOW) && !A::META.reads.contains(Intrinsics::SOJOURN) {
            self.notice_step((port, queue), arrival.now);
        }
        match self.owner.borrow((port, queue)) {
            Some((params, scope, last)) => {
                *last = arrival.now;
                A::on_enqueue(params, scope, arrival)
            }
            None => Decision::FORWARD,
        }
    }

    /// A packet leaves. See [`Aqm::on_dequeue`]. A negative sojourn is none: the scheme sees 0, and
    /// [`Self::negative_sojourns`] counts it. Under a scheme that reads sojourns, one below -66 us shows that the clock was set back
    /// meanwhile: every queue decides like a fresh one from this packet on.
    #[inline(always)]
    pub fn on_dequeue(&mut self, port: PortId, queue: QueueId, departure: &Departure) -> Decision {
        // A copy in the rare case only: where the scheme is a call, the usual one costs a comparison.
        let corrected;
        let departure = if departure.has_negative_sojourn() {
            rare();
            self.negative = self.negative.wrapping_add(1);
            if A::META.reads.contains(Intrinsics::SOJOURN) && departure.sojourn.wrapping_neg() > BACK_NS {
                self.on_clock_step(departure.now);
            }
            corrected = Departure { sojourn: 0, ..*departure };
            &corrected
        } else {
            departure
        };
        match self.owner.borrow((port, queue)) {
            Some((params, scope, last)) => {
                *last = departure.now;
                A::on_dequeue(params, scope, departure)
            }
            None => Decision::FORWARD,
        }
    }

    /// Returns how many negative sojourns there were so far, mod 2^32, of packets that left and of queues in views of the control plane:
    /// stamps of two clocks, or of a clock that was set back.
    #[must_use]
    pub const fn negative_sojourns(&self) -> u32 {
        self.negative
    }

    /// Time goes on: to be called at least every [`TICK_MAX_NS`], from a timer, whether or not there are packets.
    ///
    /// A tick that is stamped before the last one, or 0.27 s or more after it, shows that the clock was set and nobody called
    /// [`Self::on_clock_step`], or that the timer stood still: every queue then decides like a fresh one.
    #[inline]
    pub fn on_tick(&mut self, now: Nanos32) {
        if now.since(self.ticked) >= STEP_NS {
            return self.on_clock_step(now);
        }
        self.ticked = now;
        let due = self.owner.slots.looked.plus(SWEEP_NS);
        if now.is_at_or_after(due) {
            // On a grid, so that late ticks do not add up.
            self.owner.slots.looked = due;
            self.look(now);
        }
    }

    /// The clock that stamps packets was set, forwards or back, and shows `now`. To be called by whoever sets it (a time
    /// protocol's servo, a resume from sleep), before the next packet: every queue then decides like a fresh one. Without the call the
    /// next packet that was in a queue meanwhile notices a step back, by its sojourn, and the next tick a step of either sign.
    /// Slewing by parts per million is no step.
    pub fn on_clock_step(&mut self, now: Nanos32) {
        self.ticked = now;
        self.owner.slots.looked = now;
        self.owner.on_clock_step(now, |last| *last = silent_at(now));
    }

    /// Appends the words of the pipe's, the port's and the queue's state; none where there is no such queue.
    pub fn canonical(&self, port: PortId, queue: QueueId, words: &mut Words) {
        let Some(port) = self.owner.slots.ports.get(port.index()) else { return };
        let Some(slot) = port.queues.get(queue.index()) else { return };
        self.owner.pipe().canonical(words);
        port.state.canonical(words);
        slot.state.canonical(words);
    }

    /// Renews every queue if a packet's stamp is before that of its queue's last packet.
    #[inline(always)]
    fn notice_step(&mut self, at: (PortId, QueueId), now: Nanos32) {
        let went_back = |(_, _, last): (_, _, &mut Nanos32)| last.elapsed(now) > BACK_NS;
        if self.owner.borrow(at).is_some_and(went_back) {
            rare();
            self.on_clock_step(now);
        }
    }

    /// Calls the idle hook of every queue that is silent.
    fn look(&mut self, now: Nanos32) {
        self.owner.each(|params, scope, last| {
            // Serial: a packet may bear a time slightly after the timer's.
            if now.is_at_or_after(last.plus(IDLE_MIN_NS)) {
                A::on_idle(params, scope, now);
                // So that a silence of any length stays one when the clock wraps.
                *last = silent_at(now);
            }
        });
    }
}

/// Marks the branch that calls it as one that is seldom taken, so that it lies apart.
#[cold]
const fn rare() {}

/// Returns a time of the last packet that makes a queue silent at `now`.
const fn silent_at(now: Nanos32) -> Nanos32 {
    now.plus(IDLE_MIN_NS.wrapping_neg())
}
