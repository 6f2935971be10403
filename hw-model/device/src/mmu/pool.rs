//! Admission, accounting and refund.

use super::config::{MmuConfig, ThresholdTest, cells};
use super::{Alpha, QueueLayout};
use crate::error::{ConfigError, ConfigField};
use freeboard_units::{Bytes, Cells, DepthUnit, QueueId};

/// Where a packet's memory was taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charge {
    /// The queue's private reserve.
    #[default]
    Reserve,
    /// The shared pool.
    Pool,
}

/// One queue's account.
#[derive(Clone, Copy, Debug)]
struct Account {
    port: u16,
    alpha: Alpha,
    reserve: u32,
    reserve_used: u32,
    pool_used: u32,
}

/// One shared pool with the private reserves around it. All amounts count in the layout's unit.
#[derive(Clone, Debug)]
pub struct Mmu {
    unit: DepthUnit,
    test: ThresholdTest,
    pool: u32,
    pool_used: u32,
    accounts: Vec<Account>,
    port_used: Vec<u32>,
}

impl Mmu {
    /// An empty buffer of the given layout.
    ///
    /// # Errors
    /// No memory, no queue or too many, or reserves larger than the memory.
    pub fn new(config: &MmuConfig) -> Result<Self, ConfigError> {
        let total = config.unit.floor(config.total);
        ConfigError::unless_within(ConfigField::Total, i64::from(total), 1, i64::from(u32::MAX))?;
        let queues = i64::try_from(config.queues.len()).unwrap_or(i64::MAX);
        ConfigError::unless_within(ConfigField::Queues, queues, 1, i64::from(u16::MAX) + 1)?;
        let reserves: i64 = config.queues.iter().map(|q| i64::from(config.unit.floor(q.reserve))).sum();
        ConfigError::unless_within(ConfigField::Reserves, reserves, 0, i64::from(total))?;
        let ports = config.queues.iter().map(|q| q.port.index() + 1).max().unwrap_or(0);
        Ok(Self {
            unit: config.unit,
            test: config.test,
            pool: total.saturating_sub(u32::try_from(reserves).unwrap_or(total)),
            pool_used: 0,
            accounts: config.queues.iter().map(|q| Account::of(q, config.unit)).collect(),
            port_used: vec![0; ports],
        })
    }

    /// Takes memory for a packet; `None` if it has to be dropped, or the queue does not exist.
    #[inline]
    pub fn admit(&mut self, queue: QueueId, size: Bytes) -> Option<Charge> {
        self.take(queue, size, |account, units, free, test| {
            test.admits(account.pool_used, units, account.alpha.of(free))
        })
    }

    /// Takes memory for a packet whatever its queue holds already: what stops a lossless class is its
    /// ingress side. `None` if the memory is full, or the queue does not exist.
    #[inline]
    pub fn admit_unthrottled(&mut self, queue: QueueId, size: Bytes) -> Option<Charge> {
        self.take(queue, size, |_, _, _, _| true)
    }

    /// There is room for a packet: [`Self::admit`] would take it.
    #[inline]
    #[must_use]
    pub fn admits(&self, queue: QueueId, size: Bytes) -> bool {
        let (units, free) = (self.cells(size), self.free());
        let below = |account: &Account| self.test.admits(account.pool_used, units, account.alpha.of(free));
        self.accounts.get(queue.index()).is_some_and(|account| account.source(units, free, below).is_some())
    }

    /// There is room for a packet: [`Self::admit_unthrottled`] would take it.
    #[inline]
    #[must_use]
    pub fn admits_unthrottled(&self, queue: QueueId, size: Bytes) -> bool {
        let (units, free) = (self.cells(size), self.free());
        self.accounts
            .get(queue.index())
            .is_some_and(|account| account.source(units, free, |_| true).is_some())
    }

    /// Charges the reserve, else the pool if the queue may; `below` is its threshold test.
    #[inline]
    fn take(
        &mut self,
        queue: QueueId,
        size: Bytes,
        below: impl FnOnce(&Account, u32, u32, ThresholdTest) -> bool,
    ) -> Option<Charge> {
        let units = self.cells(size);
        let (free, test) = (self.free(), self.test);
        let account = self.accounts.get_mut(queue.index())?;
        let charge = account.source(units, free, |account| below(account, units, free, test))?;
        match charge {
            Charge::Reserve => account.reserve_used += units,
            Charge::Pool => {
                account.pool_used += units;
                self.pool_used += units;
            }
        }
        if let Some(port) = self.port_used.get_mut(usize::from(account.port)) {
            *port += units;
        }
        Some(charge)
    }

    /// Gives a packet's memory back to where it came from.
    ///
    /// Total: a refund that was never charged stops at zero, an unknown queue changes nothing.
    #[inline]
    pub fn release(&mut self, queue: QueueId, size: Bytes, charge: Charge) {
        let cells = self.cells(size);
        let Some(account) = self.accounts.get_mut(queue.index()) else { return };
        let held = match charge {
            Charge::Reserve => &mut account.reserve_used,
            Charge::Pool => &mut account.pool_used,
        };
        let refund = cells.min(*held);
        *held -= refund;
        if charge == Charge::Pool {
            self.pool_used -= refund;
        }
        if let Some(port) = self.port_used.get_mut(usize::from(account.port)) {
            *port -= refund;
        }
    }

    /// Size of the shared pool B.
    #[must_use]
    pub const fn pool_size(&self) -> Cells {
        Cells(self.pool)
    }

    /// Occupancy of the shared pool O.
    #[inline]
    #[must_use]
    pub const fn pool_depth(&self) -> Cells {
        Cells(self.pool_used)
    }

    /// What a queue holds, reserve and pool; 0 for an unknown queue.
    #[inline]
    #[must_use]
    pub fn queue_depth(&self, queue: QueueId) -> Cells {
        Cells(self.accounts.get(queue.index()).map_or(0, |a| a.reserve_used + a.pool_used))
    }

    /// What a queue holds of the pool; 0 for an unknown queue.
    #[must_use]
    pub fn queue_pool_depth(&self, queue: QueueId) -> Cells {
        Cells(self.accounts.get(queue.index()).map_or(0, |a| a.pool_used))
    }

    /// What all queues of a port hold, reserve and pool; 0 for an unknown port.
    #[inline]
    #[must_use]
    pub fn port_depth(&self, port: freeboard_units::PortId) -> Cells {
        Cells(self.port_used.get(port.index()).copied().unwrap_or(0))
    }

    /// The current dynamic threshold of a queue; 0 for an unknown queue.
    #[must_use]
    pub fn threshold(&self, queue: QueueId) -> Cells {
        Cells(self.accounts.get(queue.index()).map_or(0, |a| a.alpha.of(self.free())))
    }

    /// Number of queues.
    #[must_use]
    pub const fn queues(&self) -> usize {
        self.accounts.len()
    }

    /// The port of a queue; `None` for an unknown one.
    #[must_use]
    pub fn port_of(&self, queue: QueueId) -> Option<freeboard_units::PortId> {
        self.accounts.get(queue.index()).map(|account| freeboard_units::PortId(account.port))
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

    /// B - O.
    #[inline]
    const fn free(&self) -> u32 {
        self.pool.saturating_sub(self.pool_used)
    }
}

impl Account {
    fn of(layout: &QueueLayout, unit: DepthUnit) -> Self {
        Self {
            port: layout.port.0,
            alpha: layout.alpha,
            reserve: unit.floor(layout.reserve),
            reserve_used: 0,
            pool_used: 0,
        }
    }

    /// Where `units` are taken from: the reserve, else the pool if the queue is `below` its threshold and `free` are enough.
    #[inline]
    fn source(&self, units: u32, free: u32, below: impl FnOnce(&Self) -> bool) -> Option<Charge> {
        if self.reserve.saturating_sub(self.reserve_used) >= units {
            Some(Charge::Reserve)
        } else {
            // The second test is what alpha > 1 needs: alpha (B - O) can exceed B - O.
            (below(self) && units <= free).then_some(Charge::Pool)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AccountName, Discrepancy};
    use super::*;
    use freeboard_units::PortId;

    /// Queues keep what they hold and ports keep a sum of it: here the sum alone is wrong.
    #[test]
    fn the_audit_looks_at_every_port() {
        let mut config = MmuConfig::uniform(Bytes(1000), 2, Bytes(0), Alpha::ONE);
        config.queues[1].port = PortId(2);
        let mut mmu = Mmu::new(&config).unwrap();
        mmu.port_used[2] = 7;
        let account = AccountName::Port(PortId(2));
        assert_eq!(mmu.audit([]), Some(Discrepancy { account, held: 0, booked: 7 }));
    }
}
