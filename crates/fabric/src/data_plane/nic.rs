//! NIC of an RDMA-like host: QP arbitration at the wire.
//!
//! Data does not wait in the port. When the wire is free the next flow that may send makes a packet, so holds and
//! rates act at the wire, and a transmit stamp is taken after the hold. Control packets (ACK, NACK, CNP) wait in the port's queue.
//! Arbitration and pacing are the device's: `freeboard_device::nic`.

use super::packet::NONE;
use crate::engine::{Ring, Timer};
use core::ops::{Index, IndexMut};
use freeboard_device::nic::{Clock, NicError, QpArbiter, Wheel};

/// Flows that a NIC has room for at first; it doubles.
const FLOWS: u32 = 16;

/// Service of control packets (ACK, NACK, CNP) relative to data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AckPriority {
    /// Before data.
    Strict,
    /// Round robin with the flows, as if they were one.
    RoundRobin,
}

/// How the NICs of a network serve their flows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArbiterSetup {
    pub(crate) acks: AckPriority,
    /// The slot of the wheel that finds the flows that have become due \[ps\]; `None` for the line's.
    pub(crate) slot: Option<u64>,
}

/// The flows of one host that want to send.
#[derive(Clone, Debug)]
pub(crate) struct Nic {
    arbiter: QpArbiter,
    /// The connection of each of its flows, by the flow's number in the NIC.
    slots: Vec<u32>,
    /// Numbers that no flow has.
    free: Vec<u32>,
    acks: AckPriority,
    /// Data packets since an answer left.
    since_ack: usize,
    /// The next look into the wheel.
    poll: Timer,
    /// The flow on the wire, if it may go on at its end: behind those that become due meanwhile.
    sending: Option<Offered>,
    /// The flow whose batch is leaving, and its class: the wire is its own, unless the class is paused.
    keeps: Option<(u32, u8)>,
}

/// State of the hosts' cards and clocks, by their ports.
#[derive(Clone, Debug, Default)]
pub(crate) struct HostSide {
    /// The NICs of RDMA-like hosts.
    pub(crate) nics: Nics,
    /// The clocks of the hosts; empty while all are perfect.
    pub(crate) clocks: Vec<Clock>,
    /// When the poll of every host ends \[ps\].
    polls: Vec<u64>,
}

impl HostSide {
    /// Hosts of a network with this number of ports.
    pub(super) fn of_ports(ports: u32) -> Self {
        Self { polls: vec![0; ports as usize], ..Self::default() }
    }

    /// When the poll that takes what arrives at a host `now` ends \[ps\]: the one that is under way, or a new one of `hold`.
    pub(crate) fn poll_end(&mut self, port: u32, now: u64, hold: u64) -> u64 {
        let end = &mut self.polls[port as usize];
        // What arrives at its very end is taken by it.
        if *end < now {
            *end = now.saturating_add(hold);
        }
        *end
    }
}

/// The NICs of a network, by the ports of their hosts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nics {
    all: Vec<Nic>,
    /// The NIC of each port, [`NONE`] for a switch's; empty without any.
    of_port: Vec<u32>,
}

impl Nics {
    /// Hosts have them.
    #[inline]
    pub(crate) const fn exist(&self) -> bool {
        !self.all.is_empty()
    }

    /// A port, of `ports` in the network, has a NIC.
    pub(crate) fn add(&mut self, port: u32, ports: u32, nic: Nic) {
        self.of_port.resize(ports as usize, NONE);
        self.of_port[port as usize] = self.all.len() as u32;
        self.all.push(nic);
    }
}

impl Index<u32> for Nics {
    type Output = Nic;

    #[inline]
    fn index(&self, port: u32) -> &Nic {
        &self.all[self.of_port[port as usize] as usize]
    }
}

impl IndexMut<u32> for Nics {
    #[inline]
    fn index_mut(&mut self, port: u32) -> &mut Nic {
        &mut self.all[self.of_port[port as usize] as usize]
    }
}

/// A flow that has something to send.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offered {
    pub(super) flow: u32,
    pub(super) class: u8,
    /// Not before this time \[ps\].
    pub(super) release: u64,
}

impl Nic {
    /// Nothing to send, over a line whose byte takes `byte_time` \[ps\].
    pub(crate) fn try_new(setup: ArbiterSetup, byte_time: u32) -> Result<Self, NicError> {
        let slot = setup.slot.unwrap_or_else(|| Wheel::suited_slot(byte_time));
        Ok(Self {
            arbiter: QpArbiter::try_new(slot, FLOWS)?,
            slots: Vec::new(),
            free: Vec::new(),
            acks: setup.acks,
            since_ack: 0,
            poll: Timer::default(),
            sending: None,
            keeps: None,
        })
    }

    /// A number for the flow of a connection; [`NONE`] if there are too many flows.
    pub(super) fn add_flow(&mut self, slot: u32) -> u32 {
        if let Some(flow) = self.free.pop() {
            self.slots[flow as usize] = slot;
            return flow;
        }
        let flow = self.slots.len() as u32;
        if flow >= FLOWS && flow.is_power_of_two() && self.arbiter.grow(2 * flow).is_err() {
            return NONE;
        }
        self.slots.push(slot);
        flow
    }

    /// A flow has gone.
    pub(crate) fn remove_flow(&mut self, flow: u32) {
        // In all three places where it may wait: a number that is given to the next flow must not be found there.
        self.arbiter.withdraw(flow);
        self.sending = self.sending.filter(|sending| sending.flow != flow);
        self.keeps = self.keeps.filter(|(kept, _)| *kept != flow);
        self.free.push(flow);
    }

    /// A flow has something to send; the one on the wire waits for its end, and one amid a batch needs no grant.
    pub(super) fn offer(&mut self, offered: Offered, now: u64) {
        if self.keeps.is_some_and(|(kept, _)| kept == offered.flow) {
            return;
        }
        match &mut self.sending {
            Some(sending) if sending.flow == offered.flow => *sending = offered,
            _ => _ = self.arbiter.offer(offered.flow, offered.class, offered.release, now),
        }
    }

    /// The flow of a connection waits for the wire, or has it.
    pub(crate) fn holds(&self, slot: u32) -> bool {
        let is_of = |flow: u32| self.slots.get(flow as usize) == Some(&slot);
        self.sending.is_some_and(|sending| is_of(sending.flow))
            || self.keeps.is_some_and(|(kept, _)| is_of(kept))
            || (0..self.slots.len() as u32).any(|flow| is_of(flow) && self.arbiter.holds(flow))
    }

    /// The wire is free: the flow that had it may request another grant.
    pub(crate) fn end_grant(&mut self, now: u64) {
        if let Some(sent) = self.sending.take() {
            self.offer(sent, now);
        }
    }

    /// A flow waits for a grant, or will when the wire is free.
    pub(crate) fn needs_wire(&mut self, now: u64) -> bool {
        self.sending.is_some() || self.waiting(now) > 0
    }

    /// Grants the wire to the next connection in round-robin order, of those whose class may send.
    pub(super) fn take(&mut self, now: u64, may_send: impl Fn(u8) -> bool) -> Option<u32> {
        // A batch that has begun goes on before any other flow: its packets are one unit of the sender.
        let kept = self.keeps.take_if(|(_, class)| may_send(*class)).map(|(flow, _)| flow);
        let flow = kept.or_else(|| self.arbiter.take(now, may_send))?;
        self.slots.get(flow as usize).copied()
    }

    /// What a departure may be late by without losing rate \[ps\].
    pub(crate) fn slack(&self, packet_time: u64) -> u64 {
        self.arbiter.lateness((self.slots.len() - self.free.len()) as u64, packet_time)
    }

    /// The number of flows that wait for a grant, or for the rest of one.
    pub(crate) fn waiting(&mut self, now: u64) -> usize {
        self.arbiter.waiting(now) + usize::from(self.keeps.is_some())
    }

    /// A flow of the class waits.
    pub(super) fn waits(&self, class: u8) -> bool {
        self.arbiter.waits(class) || self.keeps.is_some_and(|(_, kept)| kept == class)
    }

    /// The flow on the wire may go on at its end.
    pub(super) const fn go_on(&mut self, offered: Offered) {
        self.sending = Some(offered);
    }

    /// The batch of the flow on the wire goes on when the wire is free.
    pub(super) const fn keep(&mut self, flow: u32, class: u8) {
        self.keeps = Some((flow, class));
    }

    /// When to look into the wheel next \[ps\], if that is sooner than it was to be.
    pub(super) fn next_poll(&mut self, now: u64) -> Option<u64> {
        let Some(at) = self.arbiter.next_poll() else {
            self.poll.cancel();
            return None;
        };
        self.poll.set(at.max(now))
    }

    /// The event of a look: what of it.
    pub(super) fn on_poll(&mut self, now: u64) -> Ring {
        self.poll.on_event(now)
    }

    /// A data packet left.
    pub(crate) const fn count_data(&mut self) {
        self.since_ack += 1;
    }

    /// An answer, if one waits, leaves before data now.
    pub(crate) fn acks_are_due(&mut self, now: u64) -> bool {
        matches!(self.acks, AckPriority::Strict) || self.since_ack >= self.waiting(now)
    }

    /// An answer left.
    pub(crate) const fn count_ack(&mut self) {
        self.since_ack = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nic(acks: AckPriority) -> Nic {
        Nic::try_new(ArbiterSetup { acks, slot: Some(1_000) }, 80).unwrap()
    }

    /// A new flow of a connection that wants to send at once.
    fn join(nic: &mut Nic, slot: u32) -> u32 {
        let flow = nic.add_flow(slot);
        nic.arbiter.offer(flow, 0, 0, 0);
        flow
    }

    #[test]
    fn connections_take_turns_whoever_joins_or_leaves_and_however_many() {
        let mut nic = nic(AckPriority::Strict);
        let flows: Vec<u32> = (100..200).map(|slot| join(&mut nic, slot)).collect();
        let grant = |nic: &mut Nic| {
            let slot = nic.take(0, |_| true).unwrap();
            nic.arbiter.offer(flows[slot as usize - 100], 0, 0, 0);
            slot
        };
        for slot in (100..200).chain(100..150) {
            assert_eq!(grant(&mut nic), slot);
        }
        nic.remove_flow(flows[50]);
        assert_eq!(grant(&mut nic), 151);
        assert_eq!(join(&mut nic, 7), flows[50], "a number is used again");
        assert_eq!((nic.waiting(0), nic.slots.len()), (100, 100));
    }

    #[test]
    fn answers_go_first_or_after_a_turn_of_every_flow() {
        let (mut first, mut robin) = (nic(AckPriority::Strict), nic(AckPriority::RoundRobin));
        (0..2).for_each(|slot| _ = join(&mut robin, slot));
        join(&mut first, 0);
        assert!(first.acks_are_due(0) && !robin.acks_are_due(0));
        robin.count_data();
        assert!(!robin.acks_are_due(0));
        robin.count_data();
        assert!(robin.acks_are_due(0));
        robin.count_ack();
        assert!(!robin.acks_are_due(0));
    }
}
