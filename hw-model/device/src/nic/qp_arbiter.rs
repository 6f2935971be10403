//! QP arbiter: round robin among the flows of a NIC.

use super::error::NicError;
use super::lists::Lists;
use super::wheel::Wheel;
use crate::pfc::CLASSES;

/// Flows with data to send; the due ones in round-robin order.
///
/// A flow that has something to send is offered with its release time and, after its grant, offered again if it has
/// more: so flows that are due all the time are served round robin, a packet (or a batch) at a time. A flow whose
/// class is paused keeps its place and does not stand in the way of others.
#[derive(Clone, Debug)]
pub struct QpArbiter {
    wheel: Wheel,
    /// One list of due flows per class.
    due: Lists,
    /// By flow: its class, and a number that grows with the time it became due.
    flows: Vec<(u8, u64)>,
    order: u64,
    /// How many are due.
    waiting: usize,
}

impl QpArbiter {
    /// Nobody wants to send. `slot` \[ps\] is the wheel's, flows are numbered below `flows`.
    ///
    /// # Errors
    /// As [`Wheel::try_new`].
    pub fn try_new(slot: u64, flows: u32) -> Result<Self, NicError> {
        Ok(Self {
            wheel: Wheel::try_new(slot, flows)?,
            due: Lists::new(CLASSES, flows as usize),
            flows: vec![(0, 0); flows as usize],
            order: 0,
            waiting: 0,
        })
    }

    /// Room for flows numbered below `flows`; it never becomes less.
    ///
    /// # Errors
    /// As [`Wheel::grow`].
    pub fn grow(&mut self, flows: u32) -> Result<(), NicError> {
        self.wheel.grow(flows)?;
        self.due.grow(flows as usize);
        self.flows.resize(self.flows.len().max(flows as usize), (0, 0));
        Ok(())
    }

    /// The wheel's slot \[ps\].
    #[must_use]
    pub const fn slot(&self) -> u64 {
        self.wheel.slot()
    }

    /// How long after its release a packet leaves at the most, that itself excluded, while the rates of `flows` flows sum to the
    /// line at most and no pause stands in the way \[ps\]: the wheel's rounding, less than a slot; those whose deadlines lie in
    /// one slot leave one after the other, which takes the line another; and a packet of every flow, which takes
    /// `packet_time`, may be on the wire or before it.
    #[must_use]
    pub const fn lateness(&self, flows: u64, packet_time: u64) -> u64 {
        2 * self.wheel.slot() + flows * packet_time
    }

    /// A flow has something to send in a class below [`CLASSES`], not before `release` \[ps\]. What it was offered
    /// with before is replaced, and its position in the order is kept if the flow stays due. False for an unknown
    /// flow or class.
    pub fn offer(&mut self, flow: u32, class: u8, release: u64, now: u64) -> bool {
        let known = (flow as usize) < self.flows.len() && usize::from(class) < CLASSES;
        if !known {
            return false;
        }
        if self.due.list_of(flow) == Some(u32::from(class)) && release <= now {
            return true;
        }
        self.withdraw(flow);
        self.flows[flow as usize].0 = class;
        if release > now {
            return self.wheel.insert(flow, release);
        }
        // Those the wheel has found by now became due before this one.
        self.gather(now);
        self.flows[flow as usize].1 = self.next_order();
        self.waiting += 1;
        self.due.push(u32::from(class), flow)
    }

    /// A flow has nothing to send any more; whether it had.
    pub fn withdraw(&mut self, flow: u32) -> bool {
        let was_due = self.due.remove(flow).is_some();
        self.waiting -= usize::from(was_due);
        was_due || self.wheel.remove(flow)
    }

    /// The flow that sends at `now` \[ps\], of those whose class may. It is out until it is offered again.
    pub fn take(&mut self, now: u64, may_send: impl Fn(u8) -> bool) -> Option<u32> {
        self.gather(now);
        let flow = (0..CLASSES as u8)
            .filter(|class| may_send(*class))
            .filter_map(|class| self.due.first(u32::from(class)))
            .min_by_key(|flow| self.flows[*flow as usize].1)?;
        self.withdraw(flow);
        Some(flow)
    }

    /// Flows that are due at `now` \[ps\], those of paused classes included.
    pub fn waiting(&mut self, now: u64) -> usize {
        self.gather(now);
        self.waiting
    }

    /// Whether a flow waits for a grant or for its release.
    #[must_use]
    pub fn holds(&self, flow: u32) -> bool {
        self.due.list_of(flow).is_some() || self.wheel.contains(flow)
    }

    /// Whether a flow of the class waited for a grant at the last poll of the wheel.
    #[must_use]
    pub fn waits(&self, class: u8) -> bool {
        !self.due.is_empty(u32::from(class))
    }

    /// When a flow can become due \[ps\], beyond those that are due and wait for their class or the wire; `None` when
    /// there is none.
    #[must_use]
    pub fn next_poll(&self) -> Option<u64> {
        self.wheel.next_poll()
    }

    /// Moves the flows that the wheel finds due to the end of their class.
    fn gather(&mut self, now: u64) {
        let Self { wheel, due, flows, order, waiting } = self;
        wheel.advance(now, |flow| {
            let (class, since) = &mut flows[flow as usize];
            *order += 1;
            *since = *order;
            *waiting += 1;
            due.push(u32::from(*class), flow);
        });
    }

    const fn next_order(&mut self) -> u64 {
        self.order += 1;
        self.order
    }
}
