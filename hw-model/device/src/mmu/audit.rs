//! Audit: the accounts of a memory against the packets that are in it.
//!
//! The accounts are kept by difference, so a charge or a release that was forgotten stays in them for good. The packets
//! that are in the memory, counted afresh, show it. Without packets the audit says whether everything is released.

use super::{Charge, Charges, GroupId, Ingress, IngressCharge, Mmu, PacketMemory};
use freeboard_units::{Bytes, Cells, PortId, QueueId};

/// An account of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountName {
    /// What a queue has of its reserve.
    Reserve(QueueId),
    /// What a queue has of the shared pool.
    Share(QueueId),
    /// The shared pool.
    Pool,
    /// The queues of a port.
    Port(PortId),
    /// One kind of charge of an ingress group.
    Group(GroupId, IngressCharge),
    /// The shared pool of the ingress side.
    IngressPool,
    /// The ingress groups of a port.
    IngressPort(PortId),
    /// A pause of a group that holds nothing.
    Pause(GroupId),
}

/// An account that does not hold what the packets in memory come to, in the depth unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    /// Which one.
    pub account: AccountName,
    /// What the packets in memory come to.
    pub held: u32,
    /// What the account says.
    pub booked: u32,
}

impl core::fmt::Display for AccountName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Reserve(queue) => write!(f, "reserve of queue {}", queue.0),
            Self::Share(queue) => write!(f, "pool share of queue {}", queue.0),
            Self::Pool => write!(f, "shared pool"),
            Self::Port(port) => write!(f, "port {}", port.0),
            Self::Group(group, IngressCharge::Guaranteed) => write!(f, "guarantee of group {}", group.0),
            Self::Group(group, IngressCharge::Shared) => write!(f, "pool share of group {}", group.0),
            Self::Group(group, IngressCharge::Headroom) => write!(f, "headroom of group {}", group.0),
            Self::IngressPool => write!(f, "shared ingress pool"),
            Self::IngressPort(port) => write!(f, "ingress port {}", port.0),
            Self::Pause(group) => write!(f, "pause of group {}", group.0),
        }
    }
}

impl Discrepancy {
    fn between(account: AccountName, held: u32, booked: Cells) -> Option<Self> {
        (held != booked.0).then_some(Self { account, held, booked: booked.0 })
    }
}

/// Adds to an entry, if it exists.
fn add(sums: &mut [u32], index: usize, units: u32) {
    if let Some(sum) = sums.get_mut(index) {
        *sum = sum.saturating_add(units);
    }
}

fn queue_id(index: usize) -> QueueId {
    QueueId(u16::try_from(index).unwrap_or(u16::MAX))
}

fn port_id(index: usize) -> PortId {
    PortId(u16::try_from(index).unwrap_or(u16::MAX))
}

impl Mmu {
    /// Returns the first account that differs from what these packets come to: queue, size, charge of each.
    #[must_use]
    pub fn audit(&self, packets: impl IntoIterator<Item = (QueueId, Bytes, Charge)>) -> Option<Discrepancy> {
        let (mut reserves, mut shares) = (vec![0; self.queues()], vec![0; self.queues()]);
        let mut ports = vec![0; self.ports()];
        for (queue, size, charge) in packets {
            let units = self.cells(size);
            let of_kind = if charge == Charge::Pool { &mut shares } else { &mut reserves };
            add(of_kind, queue.index(), units);
            if let Some(port) = self.port_of(queue) {
                add(&mut ports, port.index(), units);
            }
        }
        let queue = |(index, (&reserve, &share)): (usize, (&u32, &u32))| {
            let id = queue_id(index);
            let booked = self.queue_pool_depth(id);
            Discrepancy::between(AccountName::Share(id), share, booked).or_else(|| {
                let booked = Cells(self.queue_depth(id).0 - booked.0);
                Discrepancy::between(AccountName::Reserve(id), reserve, booked)
            })
        };
        let port = |(index, &held): (usize, &u32)| {
            let id = port_id(index);
            Discrepancy::between(AccountName::Port(id), held, self.port_depth(id))
        };
        let queues = reserves.iter().zip(&shares).enumerate().find_map(queue);
        queues
            .or_else(|| Discrepancy::between(AccountName::Pool, shares.iter().sum(), self.pool_depth()))
            .or_else(|| ports.iter().enumerate().find_map(port))
    }
}

/// The kinds of charge of a group.
const KINDS: [IngressCharge; 3] = [IngressCharge::Guaranteed, IngressCharge::Shared, IngressCharge::Headroom];

impl Ingress {
    /// Returns the first account that differs from what these packets come to: group, size, charge of each.
    #[must_use]
    pub fn audit(
        &self,
        packets: impl IntoIterator<Item = (GroupId, Bytes, IngressCharge)>,
    ) -> Option<Discrepancy> {
        let mut groups = vec![[0; KINDS.len()]; self.groups()];
        let mut ports = vec![0; self.ports()];
        for (group, size, charge) in packets {
            let units = self.cells(size);
            if let Some(sums) = groups.get_mut(group.index()) {
                add(sums, charge as usize, units);
            }
            if let Some((port, _)) = self.place_of(group) {
                add(&mut ports, port.index(), units);
            }
        }
        let group = |(index, sums): (usize, &[u32; KINDS.len()])| {
            let id = GroupId(queue_id(index).0);
            KINDS.iter().zip(sums).find_map(|(&kind, &held)| {
                Discrepancy::between(AccountName::Group(id, kind), held, self.group_depth(id, kind))
            })
        };
        let port = |(index, &held): (usize, &u32)| {
            let id = port_id(index);
            Discrepancy::between(AccountName::IngressPort(id), held, self.port_depth(id))
        };
        let shared = groups.iter().map(|sums| sums[IngressCharge::Shared as usize]).sum();
        let found = groups.iter().enumerate().find_map(group);
        found
            .or_else(|| Discrepancy::between(AccountName::IngressPool, shared, self.shared_depth()))
            .or_else(|| ports.iter().enumerate().find_map(port))
    }
}

impl PacketMemory {
    /// Returns the first account of either side that differs from what these packets come to, or the first pause of a
    /// group that holds nothing: nothing would end it.
    #[must_use]
    pub fn audit(&self, packets: &[(GroupId, QueueId, Bytes, Charges)]) -> Option<Discrepancy> {
        let ingress = packets.iter().map(|&(group, _, size, charges)| (group, size, charges.ingress));
        let egress = packets.iter().map(|&(_, queue, size, charges)| (queue, size, charges.egress));
        self.ingress().audit(ingress).or_else(|| self.egress().audit(egress)).or_else(|| {
            let groups = (0..self.ingress().groups()).map(|index| GroupId(queue_id(index).0));
            let is_empty =
                |group: &GroupId| KINDS.iter().all(|&kind| self.ingress().group_depth(*group, kind).0 == 0);
            let mut stuck = groups.filter(is_empty).filter(|&group| self.refresh_at(group).is_some());
            stuck.next().map(|group| Discrepancy { account: AccountName::Pause(group), held: 0, booked: 1 })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A broken ledger names its first wrong account: no two read alike.
    #[test]
    fn no_two_accounts_read_alike() {
        let kinds = |number: u16| {
            let (queue, port, group) = (QueueId(number), PortId(number), GroupId(number));
            let of_group = KINDS.map(|kind| AccountName::Group(group, kind));
            let others = [
                AccountName::Reserve(queue),
                AccountName::Share(queue),
                AccountName::Port(port),
                AccountName::IngressPort(port),
                AccountName::Pause(group),
            ];
            [&of_group[..], &others].concat()
        };
        let pools = vec![AccountName::Pool, AccountName::IngressPool];
        let accounts = [kinds(3), kinds(4), pools].concat();
        let texts: BTreeSet<String> = accounts.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), accounts.len(), "{texts:?}");
    }
}
