//! The ingress side: groups of arriving packets, their guarantees, shares and headroom.

use super::config::{ThresholdTest, cells};
use super::layout::{GroupLayout, IngressConfig};
use super::{Alpha, GroupId};
use crate::error::{ConfigError, ConfigField};
use crate::pfc::Level;
use freeboard_units::{Bytes, Cells, DepthUnit, PortId};

/// Where a packet's ingress account was charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IngressCharge {
    /// The group's guarantee.
    #[default]
    Guaranteed,
    /// The shared pool.
    Shared,
    /// The group's headroom.
    Headroom,
}

/// One group's account.
#[derive(Clone, Copy, Debug)]
struct Group {
    port: u16,
    class: u8,
    alpha: Alpha,
    lossless: bool,
    guaranteed: u32,
    headroom: u32,
    xon_offset: u32,
    guaranteed_used: u32,
    shared_used: u32,
    headroom_used: u32,
}

/// The ingress accounts over one memory. All amounts count in the layout's unit.
///
/// A packet is charged whole: to its group's guarantee, else to the shared pool while the group's part of
/// that is below T = alpha (S - used), else, if the group is lossless, to its headroom. The charge says
/// where to refund it.
///
/// A group is over its threshold while its headroom holds anything, and clear again when the headroom is
/// empty and its shared part has fallen below T by the resume offset.
#[derive(Clone, Debug)]
pub struct Ingress {
    unit: DepthUnit,
    test: ThresholdTest,
    total: u32,
    shared: u32,
    shared_used: u32,
    groups: Vec<Group>,
    port_used: Vec<u32>,
}

impl Ingress {
    /// Empty accounts of the given layout.
    ///
    /// # Errors
    /// No memory, no group or too many, guarantees or headroom larger than the memory.
    pub fn new(config: &IngressConfig) -> Result<Self, ConfigError> {
        let (unit, within) = (config.unit, ConfigError::unless_within);
        let total = unit.floor(config.total);
        within(ConfigField::Total, i64::from(total), 1, i64::from(u32::MAX))?;
        let count = i64::try_from(config.groups.len()).unwrap_or(i64::MAX);
        within(ConfigField::Groups, count, 1, i64::from(u16::MAX) + 1)?;
        let groups: Vec<Group> = config.groups.iter().map(|layout| Group::of(layout, unit)).collect();
        let guaranteed: i64 = groups.iter().map(|group| i64::from(group.guaranteed)).sum();
        within(ConfigField::Guaranteed, guaranteed, 0, i64::from(total))?;
        let headroom: i64 = groups.iter().map(|group| i64::from(group.headroom)).sum();
        within(ConfigField::Headroom, headroom, 0, i64::from(total) - guaranteed)?;
        let ports = config.groups.iter().map(|group| group.port.index() + 1).max().unwrap_or(0);
        let set_aside = u32::try_from(guaranteed + headroom).unwrap_or(total);
        let shared = total.saturating_sub(set_aside);
        Ok(Self { unit, test: config.test, total, shared, shared_used: 0, groups, port_used: vec![0; ports] })
    }

    /// Charges a packet; `None` if it has to be dropped, or the group does not exist.
    #[inline]
    pub fn admit(&mut self, group: GroupId, size: Bytes) -> Option<IngressCharge> {
        let units = self.cells(size);
        let (free, test) = (self.free(), self.test);
        let account = self.groups.get_mut(group.index())?;
        let charge = account.place(units, free, test)?;
        *account.used_mut(charge) += units;
        if charge == IngressCharge::Shared {
            self.shared_used += units;
        }
        if let Some(port) = self.port_used.get_mut(usize::from(account.port)) {
            *port += units;
        }
        Some(charge)
    }

    /// Where [`Self::admit`] would charge a packet; `None` if it would not.
    #[inline]
    #[must_use]
    pub fn would_charge(&self, group: GroupId, size: Bytes) -> Option<IngressCharge> {
        self.groups.get(group.index())?.place(self.cells(size), self.free(), self.test)
    }

    /// Refunds a packet to where it was charged.
    ///
    /// Total: a refund that was never charged stops at zero, an unknown group changes nothing.
    #[inline]
    pub fn release(&mut self, group: GroupId, size: Bytes, charge: IngressCharge) {
        let units = self.cells(size);
        let Some(account) = self.groups.get_mut(group.index()) else { return };
        let used = account.used_mut(charge);
        let refund = units.min(*used);
        *used -= refund;
        if charge == IngressCharge::Shared {
            self.shared_used -= refund;
        }
        if let Some(port) = self.port_used.get_mut(usize::from(account.port)) {
            *port -= refund;
        }
    }

    /// State of a group; a lossy or unknown group is always clear.
    #[inline]
    #[must_use]
    pub fn level(&self, group: GroupId) -> Level {
        let free = self.free();
        match self.groups.get(group.index()) {
            Some(account) if account.lossless => account.level(free),
            _ => Level::Clear,
        }
    }

    /// Whether a group is lossless; false for an unknown one.
    #[inline]
    #[must_use]
    pub fn is_lossless(&self, group: GroupId) -> bool {
        self.groups.get(group.index()).is_some_and(|account| account.lossless)
    }

    /// Port and class of a group.
    #[must_use]
    pub fn place_of(&self, group: GroupId) -> Option<(PortId, u8)> {
        self.groups.get(group.index()).map(|account| (PortId(account.port), account.class))
    }

    /// Number of groups.
    #[must_use]
    pub const fn groups(&self) -> usize {
        self.groups.len()
    }

    /// All of the memory, guarantees and headroom included.
    #[must_use]
    pub const fn total(&self) -> Cells {
        Cells(self.total)
    }

    /// Size of the shared pool S.
    #[must_use]
    pub const fn shared_size(&self) -> Cells {
        Cells(self.shared)
    }

    /// Occupancy of the shared pool.
    #[must_use]
    pub const fn shared_depth(&self) -> Cells {
        Cells(self.shared_used)
    }

    /// What a group holds of one kind; 0 for an unknown group.
    #[must_use]
    pub fn group_depth(&self, group: GroupId, charge: IngressCharge) -> Cells {
        Cells(self.groups.get(group.index()).map_or(0, |account| match charge {
            IngressCharge::Guaranteed => account.guaranteed_used,
            IngressCharge::Shared => account.shared_used,
            IngressCharge::Headroom => account.headroom_used,
        }))
    }

    /// What all groups of a port hold; 0 for an unknown port.
    #[must_use]
    pub fn port_depth(&self, port: PortId) -> Cells {
        Cells(self.port_used.get(port.index()).copied().unwrap_or(0))
    }

    /// The current dynamic threshold of a group; 0 for an unknown group.
    #[must_use]
    pub fn threshold(&self, group: GroupId) -> Cells {
        Cells(self.groups.get(group.index()).map_or(0, |account| account.alpha.of(self.free())))
    }

    /// Number of ports with accounts.
    pub(super) const fn ports(&self) -> usize {
        self.port_used.len()
    }

    /// What a packet takes.
    #[inline]
    pub(super) const fn cells(&self, size: Bytes) -> u32 {
        cells(self.unit, size)
    }

    #[inline]
    const fn free(&self) -> u32 {
        self.shared.saturating_sub(self.shared_used)
    }
}

impl Group {
    fn of(layout: &GroupLayout, unit: DepthUnit) -> Self {
        let lossless = layout.lossless.unwrap_or_default();
        Self {
            port: layout.port.0,
            class: layout.class,
            alpha: layout.alpha,
            lossless: layout.lossless.is_some(),
            guaranteed: unit.floor(layout.guaranteed),
            headroom: unit.ceil(lossless.headroom),
            xon_offset: unit.ceil(lossless.xon_offset),
            guaranteed_used: 0,
            shared_used: 0,
            headroom_used: 0,
        }
    }

    /// Returns the pool that a packet of `units` is charged to, with `free` units free in the shared pool.
    #[inline]
    fn place(&self, units: u32, free: u32, test: ThresholdTest) -> Option<IngressCharge> {
        if self.guaranteed.saturating_sub(self.guaranteed_used) >= units {
            return Some(IngressCharge::Guaranteed);
        }
        // What alpha > 1 needs: alpha (S - used) can exceed S - used.
        if test.admits(self.shared_used, units, self.alpha.of(free)) && units <= free {
            return Some(IngressCharge::Shared);
        }
        let left = self.headroom.saturating_sub(self.headroom_used);
        (self.lossless && left >= units).then_some(IngressCharge::Headroom)
    }

    #[inline]
    const fn used_mut(&mut self, charge: IngressCharge) -> &mut u32 {
        match charge {
            IngressCharge::Guaranteed => &mut self.guaranteed_used,
            IngressCharge::Shared => &mut self.shared_used,
            IngressCharge::Headroom => &mut self.headroom_used,
        }
    }

    #[inline]
    fn level(&self, free: u32) -> Level {
        let below = self.shared_used.saturating_add(self.xon_offset) <= self.alpha.of(free);
        if self.headroom_used > 0 {
            Level::Over
        } else if self.shared_used == 0 || below {
            Level::Clear
        } else {
            Level::Between
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AccountName, Discrepancy};
    use super::*;

    /// Groups keep what they hold and ports keep a sum of it: here the sum alone is wrong.
    #[test]
    fn the_audit_looks_at_every_port() {
        let group = |port| GroupLayout {
            port: PortId(port),
            class: 0,
            guaranteed: Bytes(0),
            alpha: Alpha::ONE,
            lossless: None,
        };
        let mut ingress = Ingress::new(&IngressConfig {
            unit: DepthUnit::BYTE,
            total: Bytes(1000),
            test: ThresholdTest::Before,
            groups: vec![group(0), group(2)],
        })
        .unwrap();
        ingress.port_used[2] = 7;
        let account = AccountName::IngressPort(PortId(2));
        assert_eq!(ingress.audit([]), Some(Discrepancy { account, held: 0, booked: 7 }));
    }
}
