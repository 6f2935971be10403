//! Instructions and cycles per packet: mean, worst, and the call that was worst.

use freeboard_rv32::Call;

/// What the calls so far cost.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    events: u64,
    answered: u64,
    instructions: u64,
    cycles: u64,
    /// Most instructions of one call.
    pub instructions_worst: u64,
    /// Most cycles of one call.
    pub cycles_worst: u64,
    /// Most cycles of one call of a flow, the longest of each round trip left out.
    pub cycles_packet: u64,
    /// Deepest stack \[B\].
    pub stack_bytes: u32,
    /// The event of the call that took the most cycles.
    pub worst: String,
}

impl Cost {
    /// Books a call that belongs to the mean.
    pub fn book(&mut self, call: &Call, event: impl FnOnce() -> String) {
        self.events += 1;
        self.answered += u64::from(call.a0 != 0);
        self.instructions += call.instructions;
        self.cycles += call.cycles;
        self.extreme(call, event);
    }

    /// Books a call that was chosen to be bad: only its extremes count.
    pub fn extreme(&mut self, call: &Call, event: impl FnOnce() -> String) {
        if call.cycles > self.cycles_worst {
            self.cycles_worst = call.cycles;
            self.worst = event();
        }
        self.instructions_worst = self.instructions_worst.max(call.instructions);
        self.stack_bytes = self.stack_bytes.max(call.stack_bytes);
    }

    /// Books the cycles of a call that is not its round trip's longest.
    pub fn per_packet(&mut self, cycles: u64) {
        self.cycles_packet = self.cycles_packet.max(cycles);
    }

    /// Takes over the extremes of another run.
    pub fn widen(&mut self, other: &Self) {
        if other.cycles_worst > self.cycles_worst {
            self.cycles_worst = other.cycles_worst;
            self.worst.clone_from(&other.worst);
        }
        self.instructions_worst = self.instructions_worst.max(other.instructions_worst);
        self.stack_bytes = self.stack_bytes.max(other.stack_bytes);
    }

    /// Calls in the mean.
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// Share of them that answered something else than 0.
    pub fn answered_share(&self) -> f64 {
        self.answered as f64 / self.events.max(1) as f64
    }

    /// Instructions per call.
    pub fn instructions_mean(&self) -> f64 {
        self.instructions as f64 / self.events.max(1) as f64
    }

    /// Cycles per call.
    pub fn cycles_mean(&self) -> f64 {
        self.cycles as f64 / self.events.max(1) as f64
    }
}
