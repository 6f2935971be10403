//! A marking scheme with the state of one switch.

use crate::time::LinkRate;
use freeboard_aqm_api::{
    Activity, Aqm, Arrival, Decision, Departure, Hooks, IDLE_MIN_NS, Intrinsics, Meta, Nanos32, NotEct,
    Owner, Place, PortView, QueueSlot, QueueSlotOf, QueueSlots, Scope, Verdict,
};

/// Whose state a call is about. A device's queues are numbered port by port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The port, by its first queue.
    pub port: usize,
    /// The queue.
    pub queue: usize,
}

impl Slot {
    /// The only queue of the `local`-th port.
    #[inline]
    #[must_use]
    pub const fn only(local: u16) -> Self {
        Self { port: local as usize, queue: local as usize }
    }
}

/// What a scheme wants of departures. An event each gives the same result as less, and takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departures {
    /// Nothing.
    Unseen,
    /// Run at dequeue, in departure order of a port and its memory; may mark, never drops.
    OfPort,
    /// The same in their order in the whole device, whose ports share state.
    OfDevice,
    /// To be called at the very moment.
    AtOnce,
}

/// What a switch needs of a scheme: parameters and the state of all its queues in one.
///
/// [`Instance`] gives it for every [`Aqm`]; an enum over instances can give it too.
pub trait QueueScheme: Sized {
    /// A fresh instance for a device with these ports of `queues` queues each.
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self;
    /// It runs at enqueue; a scheme that does not forwards whatever arrives.
    fn runs_at_enqueue(&self) -> bool {
        true
    }
    /// A packet arrives.
    fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict;
    /// A packet leaves.
    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict;
    /// The control plane ticks.
    fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>);
    /// Period of the control plane \[ns\]; 0 for none.
    fn control_period_ns(&self) -> u32;
    /// What a signal does to a packet without ECN.
    fn not_ect(&self) -> NotEct;
    /// It reads the random word.
    fn reads_random(&self) -> bool;
    /// What it wants of departures.
    fn departures(&self) -> Departures {
        Departures::AtOnce
    }
    /// It wants to know of other queues than the one a packet arrives at.
    fn watches_pool(&self) -> bool {
        true
    }
    /// Whether queues of different ports share state, so that the order of their arrivals matters.
    fn shares_state(&self) -> bool {
        true
    }
    /// The switch's clock was set and shows `stamp`, 48 bits of ns.
    fn on_clock_step(&mut self, stamp: u64) {
        let _ = stamp;
    }
    /// Counters of one queue.
    fn activity(&self, queue: usize) -> Activity;
    /// Does work on the scheme. An enum over schemes passes on the one that it is: the choice is made once for the work, not for every
    /// packet in it.
    #[inline(always)]
    fn resolve<W: SchemeWork>(&mut self, work: W) -> W::Output {
        work.run(self)
    }
}

/// Work on a scheme of any type.
pub trait SchemeWork {
    /// Result of the work.
    type Output;
    /// Does it.
    fn run<Q: QueueScheme>(self, scheme: &mut Q) -> Self::Output;
}

/// Bits of a stamp: stamps compare serially, as in firmware.
pub(crate) const STAMP_MASK: u64 = (1 << 48) - 1;

/// The silence between two stamps \[ns\]; 0 where the second is the earlier one.
const fn silence(from: u64, to: u64) -> u64 {
    let since = to.wrapping_sub(from) & STAMP_MASK;
    if since > STAMP_MASK >> 1 { 0 } else { since }
}

/// Bookkeeping of a queue beside the scheme's state.
#[derive(Clone, Copy, Debug, Default)]
struct Bookkeeping {
    /// When a packet was seen last \[ns\].
    seen: u64,
    activity: Activity,
}

/// Ports and queues of one switch. Every queue has a port state; only that of a port's first queue is used. So a packet of a port
/// with one queue needs one entry.
#[derive(Debug)]
struct Device<A: Aqm>(Vec<(A::Port, QueueSlotOf<A, Bookkeeping>)>);

impl<A: Aqm> Clone for Device<A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<A: Aqm> QueueSlots<A> for Device<A> {
    type At = Slot;
    type Bookkeeping = Bookkeeping;

    #[inline(always)]
    fn slot(&mut self, at: Slot) -> Option<Place<'_, A, Bookkeeping>> {
        if at.port == at.queue || const { size_of::<A::Port>() == 0 } {
            let (port, slot) = self.0.get_mut(at.queue)?;
            return Some((port, slot));
        }
        let [(port, _), (_, slot)] = self.0.get_disjoint_mut([at.port, at.queue]).ok()?;
        Some((port, slot))
    }

    fn each(&mut self, mut visit: impl FnMut(&mut A::Port, &mut QueueSlotOf<A, Bookkeeping>)) {
        self.0.iter_mut().for_each(|(port, slot)| visit(port, slot));
    }
}

/// Any [`Aqm`] in one switch, in the [`Owner`] that firmware has: one pipe, a state per port, a state and parameters per queue.
///
/// Firmware finds silent queues by a timer. Here the looks that the timer would have taken are made up for when the next packet
/// comes: there is no event for them.
#[derive(Debug)]
pub struct Instance<A: Aqm> {
    params: Vec<A::Params>,
    owner: Owner<A, Device<A>>,
    /// When the pipe saw a packet last \[ns\].
    seen: u64,
}

impl<A: Aqm> Clone for Instance<A> {
    fn clone(&self) -> Self {
        Self { params: self.params.clone(), owner: self.owner.clone(), seen: self.seen }
    }
}

impl<A: Aqm> Instance<A> {
    /// A prototype without ports.
    #[must_use]
    pub fn new(params: A::Params) -> Self {
        Self::per_queue(vec![params])
    }

    /// A prototype whose parameters differ between the queues of a port, in their order; queues beyond the
    /// list have those of the last one.
    ///
    /// # Panics
    /// The list is empty.
    #[must_use]
    pub fn per_queue(params: Vec<A::Params>) -> Self {
        assert!(!params.is_empty(), "a scheme has parameters");
        Self { params, owner: Owner::new(Device(Vec::new())), seen: 0 }
    }

    /// Runs a hook and books its decision.
    #[inline(always)]
    fn decide(
        &mut self,
        slot: Slot,
        (now, now_high): (Nanos32, u16),
        hook: impl FnOnce(&A::Params, Scope<'_, A>) -> Decision,
    ) -> Verdict {
        let Some((params, mut scope, note)) = self.owner.borrow(slot) else { return Verdict::Forward };
        // A scheme without state has nothing that a silence could spoil.
        if const { size_of::<A::Pipe>() + size_of::<A::Queue>() > 0 } {
            let stamp = u64::from(now_high) << 32 | u64::from(now.0);
            if silence(note.seen, stamp) >= u64::from(IDLE_MIN_NS) {
                make_up::<A>(params, &mut scope, self.seen, stamp);
            }
            note.seen = stamp;
            if const { size_of::<A::Pipe>() > 0 } {
                self.seen = stamp;
            }
        }
        let decision = hook(params, scope);
        note.activity.count(&decision);
        decision.verdict
    }
}

/// The looks of a timer at a queue that was silent, until `now`; the pipe saw a packet last at `seen` \[ns\].
#[cold]
fn make_up<A: Aqm>(params: &A::Params, scope: &mut Scope<'_, A>, seen: u64, now: u64) {
    // The clock of a pipe must not miss a wrap; without one, one look is as good as many.
    if const { size_of::<A::Pipe>() > 0 } {
        let (step, silence) = (u64::from(IDLE_MIN_NS), silence(seen, now));
        let mut look = step;
        while look < silence {
            A::on_idle(params, scope.again(), Nanos32(seen.wrapping_add(look) as u32));
            look += step;
        }
    }
    A::on_idle(params, scope.again(), Nanos32(now as u32));
}

impl<A: Aqm> QueueScheme for Instance<A> {
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self {
        let last = self.params.len() - 1;
        let slot = |queue: usize| QueueSlot {
            params: self.params[queue.min(last)],
            state: A::Queue::default(),
            note: Bookkeeping::default(),
        };
        let slots = ports.iter().flat_map(|_| (0..queues).map(slot));
        let device = Device(slots.map(|slot| (A::Port::default(), slot)).collect());
        Self { params: self.params.clone(), owner: Owner::new(device), seen: 0 }
    }

    #[inline]
    fn runs_at_enqueue(&self) -> bool {
        A::META.hooks.contains(Hooks::ENQUEUE)
    }

    #[inline]
    fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict {
        if !self.runs_at_enqueue() {
            return Verdict::Forward;
        }
        let stamp = (arrival.now, arrival.now_high);
        self.decide(slot, stamp, |params, scope| A::on_enqueue(params, scope, arrival))
    }

    #[inline]
    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict {
        if !A::META.hooks.contains(Hooks::DEQUEUE) {
            return Verdict::Forward;
        }
        let stamp = (departure.now, departure.now_high);
        self.decide(slot, stamp, |params, scope| A::on_dequeue(params, scope, departure))
    }

    fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>) {
        if let Some((_, slot)) = self.owner.slots.slot(slot) {
            A::on_control(&mut slot.params, now, view);
        }
    }

    fn control_period_ns(&self) -> u32 {
        if A::META.hooks.contains(Hooks::CONTROL) { A::META.control_period_ns } else { 0 }
    }

    fn not_ect(&self) -> NotEct {
        A::META.not_ect
    }

    fn reads_random(&self) -> bool {
        A::META.reads.contains(Intrinsics::RANDOM)
    }

    fn departures(&self) -> Departures {
        let Meta { hooks, drops, .. } = A::META;
        if hooks.contains(Hooks::CONTROL) || drops.contains(Hooks::DEQUEUE) {
            Departures::AtOnce
        } else if !hooks.contains(Hooks::DEQUEUE) {
            Departures::Unseen
        } else if size_of::<A::Pipe>() > 0 {
            Departures::OfDevice
        } else {
            Departures::OfPort
        }
    }

    fn watches_pool(&self) -> bool {
        A::META.reads.intersects(Intrinsics::POOL_DEPTH.union(Intrinsics::POOL_STATUS))
    }

    fn shares_state(&self) -> bool {
        size_of::<A::Pipe>() > 0
    }

    fn on_clock_step(&mut self, stamp: u64) {
        self.seen = stamp;
        self.owner.on_clock_step(Nanos32(stamp as u32), |note| note.seen = stamp);
    }

    fn activity(&self, queue: usize) -> Activity {
        self.owner.slots.0.get(queue).map_or_else(Activity::default, |(_, slot)| slot.note.activity)
    }
}
