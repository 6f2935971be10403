//! The slots of slabs: each is free or in use, once.

use super::{Books, Imbalance, check};
use crate::data_plane::NONE;

/// Number of times that every slot of a slab was counted.
#[derive(Debug)]
pub(crate) struct Slots {
    met: Vec<u32>,
    beyond: u64,
}

impl Slots {
    /// Counts the free slots.
    pub(crate) fn new(count: usize, free: &[u32]) -> Self {
        let mut slots = Self { met: vec![0; count], beyond: 0 };
        free.iter().for_each(|&slot| slots.meet(slot));
        slots
    }

    /// A slot is in use.
    pub(crate) fn meet(&mut self, slot: u32) {
        match self.met.get_mut(slot as usize) {
            Some(times) => *times += 1,
            None => self.beyond += 1,
        }
    }

    /// Checks that every slot was counted once; `name` is the name of a slot.
    pub(crate) fn check(&self, name: impl Fn(u32) -> String) -> Result<(), Imbalance> {
        for (slot, &times) in (0u32..).zip(&self.met) {
            check(|| name(slot), 1, u64::from(times))?;
        }
        check(|| format!("{}, which does not exist", name(self.met.len() as u32)), 0, self.beyond)
    }
}

impl<Q> Books<'_, Q> {
    /// Slots of packets, selective acknowledgements and telemetry; `held` are telemetry slots that receivers keep.
    pub(crate) fn check_slots(&self, held: impl Iterator<Item = u32>) -> Result<(), Imbalance> {
        let plane = self.plane;
        let mut packets = Slots::new(plane.packets.high_water(), plane.packets.free());
        let mut sacks = Slots::new(plane.sacks.high_water(), plane.sacks.free());
        let mut stacks = Slots::new(plane.stacks.high_water(), plane.stacks.free());
        self.each_resident(|_, tag| {
            packets.meet(tag.id());
            if (tag.id() as usize) < plane.packets.high_water() {
                let packet = plane.packets.get(tag.id());
                if packet.sack != NONE {
                    sacks.meet(packet.sack);
                }
                packet.telemetry.index().into_iter().for_each(|slot| stacks.meet(slot));
            }
        });
        held.for_each(|slot| stacks.meet(slot));
        packets.check(|slot| {
            if slot as usize >= plane.packets.high_water() {
                return format!("packet slot {slot}");
            }
            let packet = plane.packets.get(slot);
            let (flow, kind, size) = (packet.flow, packet.kind, packet.wire);
            format!("packet slot {slot}, last {kind:?} of flow {flow}, {size} B")
        })?;
        sacks.check(|slot| format!("selective acknowledgement slot {slot}"))?;
        stacks.check(|slot| format!("telemetry slot {slot}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(slots: &Slots) -> Option<(String, u64, u64)> {
        let found = slots.check(|slot| slot.to_string()).err()?;
        Some((found.entity, found.made, found.accounted))
    }

    #[test]
    fn a_slot_that_is_neither_free_nor_in_use_has_leaked() {
        let mut slots = Slots::new(3, &[2]);
        slots.meet(0);
        assert_eq!(entity(&slots), Some(("1".to_owned(), 1, 0)));
        slots.meet(1);
        assert_eq!(entity(&slots), None);
    }

    #[test]
    fn a_slot_that_was_freed_twice_is_there_twice_whoever_took_it_since() {
        let freed_twice = Slots::new(2, &[0, 1, 1]);
        assert_eq!(entity(&freed_twice), Some(("1".to_owned(), 1, 2)));
        let mut taken_once = Slots::new(2, &[0, 1]);
        taken_once.meet(1);
        assert_eq!(entity(&taken_once), Some(("1".to_owned(), 1, 2)));
        let mut taken_twice = Slots::new(2, &[0]);
        (0..2).for_each(|_| taken_twice.meet(1));
        assert_eq!(entity(&taken_twice), Some(("1".to_owned(), 1, 2)));
    }

    #[test]
    fn a_slot_beyond_the_slab_is_none() {
        let mut slots = Slots::new(1, &[0]);
        slots.meet(7);
        assert_eq!(entity(&slots), Some(("1, which does not exist".to_owned(), 0, 1)));
    }
}
