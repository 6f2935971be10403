//! Admission, accounting and refund.

use super::config::{ConfigError, ConfigField, MmuConfig, ThresholdTest};
use super::{Alpha, QueueLayout};
use units::{Bytes, Cells, DepthUnit, QueueId};

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
        refuse_outside(ConfigField::Total, i64::from(total), 1, i64::from(u32::MAX))?;
        let queues = i64::try_from(config.queues.len()).unwrap_or(i64::MAX);
        refuse_outside(ConfigField::Queues, queues, 1, i64::from(u16::MAX) + 1)?;
        let reserves: i64 = config.queues.iter().map(|q| i64::from(config.unit.floor(q.reserve))).sum();
        refuse_outside(ConfigField::Reserves, reserves, 0, i64::from(total))?;
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
        let cells = self.cells(size);
        let (free, test) = (self.free(), self.test);
        let account = self.accounts.get_mut(queue.index())?;
        let charge = if account.reserve.saturating_sub(account.reserve_used) >= cells {
            account.reserve_used += cells;
            Charge::Reserve
        } else {
            let threshold = account.alpha.of(free);
            let refused = match test {
                ThresholdTest::Before => account.pool_used >= threshold,
                ThresholdTest::Including => account.pool_used.saturating_add(cells) > threshold,
            };
            // The second test is what alpha > 1 needs: alpha (B - O) can exceed B - O.
            if refused || cells > free {
                return None;
            }
            account.pool_used += cells;
            self.pool_used += cells;
            Charge::Pool
        };
        if let Some(port) = self.port_used.get_mut(usize::from(account.port)) {
            *port += cells;
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
    pub fn port_depth(&self, port: units::PortId) -> Cells {
        Cells(self.port_used.get(port.index()).copied().unwrap_or(0))
    }

    /// The dynamic threshold of a queue as it stands now; 0 for an unknown queue.
    #[must_use]
    pub fn threshold(&self, queue: QueueId) -> Cells {
        Cells(self.accounts.get(queue.index()).map_or(0, |a| a.alpha.of(self.free())))
    }

    /// What a packet takes; bytes, the usual unit, need no division.
    #[inline]
    const fn cells(&self, size: Bytes) -> u32 {
        if self.unit.bytes() == 1 { size.0 } else { self.unit.ceil(size) }
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
}

fn refuse_outside(field: ConfigField, value: i64, min: i64, max: i64) -> Result<(), ConfigError> {
    if value < min || value > max { Err(ConfigError { field, value, min, max }) } else { Ok(()) }
}
