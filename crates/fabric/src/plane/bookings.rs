//! When the express ports of a device begin their next transmissions.
//!
//! A departure gives memory back and may be judged, so departures that share a memory, or a scheme's state, are
//! booked in their order: by time, then by port, as events would come.

use super::scheme::Departures;

/// Ports whose departures are booked in one order.
#[derive(Clone, Debug)]
struct Group {
    /// The earliest of `starts` \[ps\], and the first place that has it.
    earliest: u64,
    first: usize,
    /// When the port at each place begins its next transmission \[ps\]; `u64::MAX` where nothing waits.
    starts: Vec<u64>,
    /// The ports, by global index, ascending.
    ports: Vec<u32>,
}

/// The groups of one device.
#[derive(Debug, Default)]
pub(crate) struct Bookings {
    groups: Vec<Group>,
    /// Group and place of every port of the device.
    places: Vec<(u32, u32)>,
}

impl Bookings {
    /// Of these ports, by global index in ascending order; `memory` is that of a port where memories are shared.
    pub(super) fn new(departures: Departures, ports: &[u32], memory: Option<impl Fn(u32) -> usize>) -> Self {
        let mut bookings = Self::default();
        for (local, &port) in (0u32..).zip(ports) {
            let group = match (departures, &memory) {
                (Departures::OfDevice, _) => 0,
                (_, Some(memory)) => memory(local),
                (_, None) => local as usize,
            };
            let none = Group { earliest: u64::MAX, first: 0, starts: Vec::new(), ports: Vec::new() };
            bookings.groups.resize(bookings.groups.len().max(group + 1), none);
            let group_ports = &mut bookings.groups[group];
            bookings.places.push((group as u32, group_ports.ports.len() as u32));
            group_ports.starts.push(u64::MAX);
            group_ports.ports.push(port);
        }
        bookings
    }

    /// When the next departure that is booked together with those of a port begins \[ps\].
    #[inline]
    pub(super) fn earliest(&self, local: u16) -> u64 {
        self.groups[self.places[usize::from(local)].0 as usize].earliest
    }

    /// The port that begins it.
    #[inline]
    pub(super) fn next(&self, local: u16) -> u32 {
        let group = &self.groups[self.places[usize::from(local)].0 as usize];
        group.ports[group.first]
    }

    /// That port has begun it, and begins another at `start` \[ps\].
    #[inline]
    pub(super) fn begun(&mut self, local: u16, start: u64) {
        let group = &mut self.groups[self.places[usize::from(local)].0 as usize];
        group.starts[group.first] = start;
        (group.earliest, group.first) = (u64::MAX, 0);
        for (place, &start) in group.starts.iter().enumerate() {
            if start < group.earliest {
                (group.earliest, group.first) = (start, place);
            }
        }
    }

    /// A port with something waiting begins its next transmission at `start` \[ps\].
    #[inline]
    pub(super) fn wait(&mut self, local: u16, start: u64) {
        let (group, place) = self.places[usize::from(local)];
        let (group, place) = (&mut self.groups[group as usize], place as usize);
        group.starts[place] = start;
        if (start, place) < (group.earliest, group.first) {
            (group.earliest, group.first) = (start, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_MEMORY: Option<fn(u32) -> usize> = None;

    #[test]
    fn departures_come_by_time_and_then_by_port() {
        let mut bookings = Bookings::new(Departures::OfDevice, &[10, 11, 12], NO_MEMORY);
        bookings.wait(2, 50);
        bookings.wait(1, 50);
        bookings.wait(0, 70);
        assert_eq!((bookings.earliest(0), bookings.next(0)), (50, 11));
        bookings.begun(0, 60);
        assert_eq!((bookings.earliest(0), bookings.next(0)), (50, 12));
        bookings.begun(0, u64::MAX);
        assert_eq!((bookings.earliest(0), bookings.next(0)), (60, 11));
    }

    #[test]
    fn ports_are_booked_apart_by_memory_or_each_for_itself() {
        let mut shared = Bookings::new(Departures::OfPort, &[4, 5, 6], Some(|port| port as usize % 2));
        shared.wait(2, 9);
        assert_eq!((shared.earliest(0), shared.next(0), shared.earliest(1)), (9, 6, u64::MAX));
        let mut apart = Bookings::new(Departures::OfPort, &[4, 5], NO_MEMORY);
        apart.wait(1, 9);
        assert_eq!((apart.earliest(0), apart.earliest(1), apart.next(1)), (u64::MAX, 9, 5));
    }
}
