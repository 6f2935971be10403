//! A packet's whole way through the memory: in by the ingress accounts, out by the queues, pauses between.

use super::config::MmuConfig;
use super::layout::IngressConfig;
use super::{Charge, GroupId, Ingress, IngressCharge, Mmu};
use crate::error::{ConfigError, ConfigField};
use crate::pfc::{PauseStats, PauseTiming, Pauser, PfcAction};
use freeboard_units::{Bytes, QueueId};

/// Both charges of a packet in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charges {
    /// Its ingress account's.
    pub ingress: IngressCharge,
    /// Its queue's.
    pub egress: Charge,
}

/// Which side refused a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The ingress group, or there is none of that number.
    Ingress,
    /// The queue, or there is none of that number.
    Egress,
}

/// One memory accounted on both sides.
///
/// A packet has to pass both. A lossless group is stopped on the ingress side only: its queues take what
/// the ingress side admitted.
#[derive(Clone, Debug)]
pub struct PacketMemory {
    ingress: Ingress,
    egress: Mmu,
    timing: PauseTiming,
    pausers: Vec<Pauser>,
}

impl PacketMemory {
    /// An empty memory. `timing` is that of the pauses of its lossless groups.
    ///
    /// # Errors
    /// Those of the two sides; or an ingress side larger than the pool of the egress side, so that a
    /// lossless packet could find no room there.
    pub fn new(
        ingress: &IngressConfig,
        egress: &MmuConfig,
        timing: PauseTiming,
    ) -> Result<Self, ConfigError> {
        let (ingress, egress) = (Ingress::new(ingress)?, Mmu::new(egress)?);
        let most = i64::from(egress.pool_size().0);
        ConfigError::unless_within(ConfigField::IngressTotal, i64::from(ingress.total().0), 1, most)?;
        Ok(Self { timing, pausers: vec![Pauser::default(); ingress.groups()], ingress, egress })
    }

    /// Takes memory for a packet; [`PacketMemory::pfc`] has to be asked next.
    ///
    /// # Errors
    /// The packet has to be dropped.
    #[inline]
    pub fn admit(&mut self, group: GroupId, queue: QueueId, size: Bytes) -> Result<Charges, Refusal> {
        let ingress = self.ingress.admit(group, size).ok_or(Refusal::Ingress)?;
        let egress = if self.ingress.is_lossless(group) {
            self.egress.admit_unthrottled(queue, size)
        } else {
            self.egress.admit(queue, size)
        };
        let Some(egress) = egress else {
            self.ingress.release(group, size, ingress);
            return Err(Refusal::Egress);
        };
        Ok(Charges { ingress, egress })
    }

    /// A packet may come and leave at once without a trace: there is room for it, and neither calls for a pause frame. `false`
    /// says nothing: [`PacketMemory::admit`] does.
    #[inline]
    #[must_use]
    pub fn passes(&self, group: GroupId, queue: QueueId, size: Bytes) -> bool {
        // The group's level can change only where a pause may end, or where the packet takes headroom.
        let changes_level = self.pausers.get(group.index()).is_none_or(Pauser::is_paused)
            || self.ingress.would_charge(group, size).is_none_or(|charge| charge == IngressCharge::Headroom);
        if changes_level {
            return false;
        }
        if self.ingress.is_lossless(group) {
            self.egress.admits_unthrottled(queue, size)
        } else {
            self.egress.admits(queue, size)
        }
    }

    /// Gives a packet's memory back; [`PacketMemory::pfc`] has to be asked next.
    #[inline]
    pub fn release(&mut self, group: GroupId, queue: QueueId, size: Bytes, charges: Charges) {
        self.ingress.release(group, size, charges.ingress);
        self.egress.release(queue, size, charges.egress);
    }

    /// The pause frame that a group's last packet calls for at `now` \[ps\].
    #[inline]
    pub fn pfc(&mut self, group: GroupId, now: u64) -> Option<PfcAction> {
        let level = self.ingress.level(group);
        let quanta = self.pausers.get_mut(group.index())?.on_level(now, level, &self.timing)?;
        self.action(group, quanta)
    }

    /// The repeat of a group's pause, if it is due at `now` \[ps\].
    pub fn refresh(&mut self, group: GroupId, now: u64) -> Option<PfcAction> {
        let quanta = self.pausers.get_mut(group.index())?.on_timer(now, &self.timing)?;
        self.action(group, quanta)
    }

    /// When a group's pause has to be repeated \[ps\]; `None` if it is not paused.
    #[must_use]
    pub fn refresh_at(&self, group: GroupId) -> Option<u64> {
        self.pausers.get(group.index()).and_then(Pauser::refresh_at)
    }

    /// What a group's pauses came to.
    #[must_use]
    pub fn pauses(&self, group: GroupId) -> PauseStats {
        self.pausers.get(group.index()).map(Pauser::stats).unwrap_or_default()
    }

    /// The ingress side.
    #[must_use]
    pub const fn ingress(&self) -> &Ingress {
        &self.ingress
    }

    /// The egress side, whose depths a marking scheme sees.
    #[must_use]
    pub const fn egress(&self) -> &Mmu {
        &self.egress
    }

    fn action(&self, group: GroupId, quanta: u16) -> Option<PfcAction> {
        let (port, class) = self.ingress.place_of(group)?;
        Some(PfcAction { port, class, quanta })
    }
}
