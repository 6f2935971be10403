//! Register sizing: instances and SRAM.

use super::graph::Register;
use super::profile::{LimitId, Profile};
use freeboard_dataplane::RegisterScope;

/// A switch's dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizing {
    /// Pipes that share the placed program's memory: 1, as every pipe has its own.
    pub pipes: u32,
    /// Ports.
    pub ports: u32,
    /// Queues of a port.
    pub queues_per_port: u32,
}

impl Sizing {
    /// 128 ports with 8 queues, the size at which ECN# §4 counts.
    pub const PAPER: Self = Self { pipes: 1, ports: 128, queues_per_port: 8 };

    /// Queues of all ports.
    #[must_use]
    pub const fn queues(self) -> u32 {
        self.ports * self.queues_per_port
    }

    /// Bits of the index of an instance: of a port, and of a queue of it below.
    #[must_use]
    pub fn index_bits(self, scope: RegisterScope) -> u32 {
        let bits = |count: u32| count.max(2).next_power_of_two().trailing_zeros();
        match scope {
            RegisterScope::Pipe => 0,
            RegisterScope::Port => bits(self.ports),
            RegisterScope::Queue => bits(self.ports) + bits(self.queues_per_port),
        }
    }

    /// RAM blocks of a table that has a port or a queue as its key. Its data are in the entries while they are immediate. Read in
    /// p4c's Tofino back end (`mau/resource_estimate.cpp`), not compiled: a key of no more bits than a row's address takes one
    /// way, a longer one four of them; wider data are a table of their own.
    #[must_use]
    pub fn keyed_blocks(self, scope: RegisterScope, data_bits: u32, profile: &Profile) -> u32 {
        const ROWS: u32 = 1_024;
        let bytes = profile.limit(LimitId::SramBytes).value;
        let (entries, bits) = (self.instances(scope), self.index_bits(scope));
        let immediate = data_bits <= profile.limit(LimitId::ImmediateBits).value;
        let ways = if bits <= ROWS.trailing_zeros() && immediate { 1 } else { 4 };
        let data = if immediate { 0 } else { (entries * data_bits.div_ceil(8)).div_ceil(bytes) };
        entries.div_ceil(ROWS).max(ways) + data
    }

    /// Instances of a register of this scope.
    #[must_use]
    pub const fn instances(self, scope: RegisterScope) -> u32 {
        match scope {
            RegisterScope::Pipe => self.pipes,
            RegisterScope::Port => self.ports,
            RegisterScope::Queue => self.queues(),
        }
    }

    /// Bytes of a register array as the program uses it.
    #[must_use]
    pub const fn bytes(self, register: &Register) -> u32 {
        self.instances(register.scope) * register.halves * 4
    }

    /// Bytes of a register array with one instance per queue whatever its scope, as the paper counts.
    #[must_use]
    pub const fn bytes_per_queue(self, register: &Register) -> u32 {
        self.queues() * register.halves * 4
    }

    /// RAM blocks of a register array: its content, and a spare for the simultaneous read and write.
    #[must_use]
    pub fn blocks(self, register: &Register, profile: &Profile) -> u32 {
        self.bytes(register).div_ceil(profile.limit(LimitId::SramBytes).value) + 1
    }
}
