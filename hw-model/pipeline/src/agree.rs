//! The machine's registers compared with the firmware's.

use super::fault::Mismatch;
use super::graph::RegisterKind;
use super::machine::{Machine, Place};
use freeboard_dataplane::{Cell, PassPipe, Registers, StatefulTable, Visitor};

impl Machine {
    /// Content of the registers named `name` at a place: the first register of that name.
    #[must_use]
    pub fn register(&self, name: &str, place: Place) -> Option<[u32; 2]> {
        let index = self.graph.registers.iter().position(|register| register.name == name)?;
        let instance = self.instance(self.graph.registers[index].scope, place);
        self.cells[index].get(instance).copied()
    }

    /// Compares the registers at a place with the firmware's state.
    ///
    /// # Errors
    /// The first register that differs.
    pub fn agrees<K: Registers, R: Registers>(
        &self,
        place: Place,
        pipe: &PassPipe<K, R>,
        port: &impl Registers,
        queue: &impl Registers,
    ) -> Result<(), Mismatch> {
        let mut compare = Compare { machine: self, place, next: 0, mismatch: None };
        pipe.clock.visit(&mut compare);
        pipe.program.visit(&mut compare);
        port.visit(&mut compare);
        queue.visit(&mut compare);
        compare.mismatch.map_or(Ok(()), Err)
    }
}

struct Compare<'m> {
    machine: &'m Machine,
    place: Place,
    next: usize,
    mismatch: Option<Mismatch>,
}

impl Visitor for Compare<'_> {
    fn register<T: StatefulTable>(&mut self, cell: &T::Cell) {
        let registers = &self.machine.graph.registers;
        // Filters have no visitor of their own; they are skipped here.
        while registers.get(self.next).is_some_and(|register| register.kind == RegisterKind::Filter) {
            self.next += 1;
        }
        let Some(register) = registers.get(self.next) else { return };
        let instance = self.machine.instance(register.scope, self.place);
        let machine = self.machine.cells[self.next].get(instance).copied().unwrap_or_default();
        let (lo, hi) = cell.halves();
        if machine != [lo, hi] && self.mismatch.is_none() {
            self.mismatch = Some(Mismatch { register: T::NAME, machine, firmware: [lo, hi] });
        }
        self.next += 1;
    }
}
