//! Packet metadata of a program.

use crate::{Hw, Word};

/// The packet's metadata as words of backend `H`. A program declares what it reads in its `READS`.
#[derive(Debug)]
pub struct Metadata<H: Hw> {
    /// Time of the pass, in the unit of the program's clock: ns or ticks of 1.024 us.
    pub now: Word<H>,
    /// Time spent in the queue \[ns\].
    pub sojourn: Word<H>,
    /// Length of the queue, in the instance's depth unit, without this packet.
    pub depth: Word<H>,
    /// Length of all queues of the port.
    pub port_depth: Word<H>,
    /// Occupancy of the shared pool.
    pub pool_depth: Word<H>,
    /// Congestion status of the shared pool, 0 ..= 3: how many of [`crate::Program::pool_limits`] its occupancy has
    /// reached.
    pub pool_status: Word<H>,
    /// Packet size \[B\].
    pub size: Word<H>,
}

impl<H: Hw> Clone for Metadata<H> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<H: Hw> Copy for Metadata<H> {}
