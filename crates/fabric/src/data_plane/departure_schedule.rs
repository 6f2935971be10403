//! Departure schedule: which of the precomputed ports that share something transmits next.

use super::scheme::Departures;

/// When nothing waits. A time that is later than this counts as this: with 1024 ports after five simulated hours.
const NEVER: u64 = u64::MAX;

/// Ports that share one departure schedule.
#[derive(Clone, Debug)]
struct Group {
    /// A tree of what comes first: below the two of every node the same for half of the ports, the ports themselves in
    /// the last half. When a port begins its next transmission \[ps\], with its place in the lowest bits;
    /// [`NEVER`] where nothing waits.
    starts: Vec<u64>,
    /// Bits of a place.
    bits: u32,
    /// The ports, by global index, ascending.
    ports: Vec<u32>,
}

impl Group {
    fn new(ports: Vec<u32>) -> Self {
        let leaves = ports.len().next_power_of_two();
        Self { starts: vec![NEVER; 2 * leaves], bits: leaves.ilog2(), ports }
    }

    /// When the first of them begins.
    #[inline]
    fn earliest(&self) -> u64 {
        self.starts[1] >> self.bits
    }

    /// Which one that is.
    #[inline]
    fn first(&self) -> u32 {
        self.starts[1] as u32 & ((1 << self.bits) - 1)
    }

    #[inline]
    fn set(&mut self, place: u32, start: u64) {
        let mut node = self.starts.len() / 2 + place as usize;
        let mut first = start.min(NEVER >> self.bits) << self.bits | u64::from(place);
        loop {
            self.starts[node] = first;
            if node <= 1 {
                return;
            }
            first = first.min(self.starts[node ^ 1]);
            node /= 2;
            if self.starts[node] == first {
                return;
            }
        }
    }
}

/// The groups of one device.
#[derive(Debug, Default)]
pub(crate) struct DepartureSchedule {
    groups: Vec<Group>,
    /// Group and place of every port of the device.
    places: Vec<(u32, u32)>,
}

impl DepartureSchedule {
    /// Of these ports, by global index in ascending order; `memory` is that of a port where memories are shared.
    pub(super) fn new(departures: Departures, ports: &[u32], memory: Option<impl Fn(u32) -> usize>) -> Self {
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut places = Vec::new();
        for (local, &port) in (0u32..).zip(ports) {
            let group = match (departures, &memory) {
                (Departures::OfDevice, _) => 0,
                (_, Some(memory)) => memory(local),
                (_, None) => local as usize,
            };
            groups.resize(groups.len().max(group + 1), Vec::new());
            places.push((group as u32, groups[group].len() as u32));
            groups[group].push(port);
        }
        Self { groups: groups.into_iter().map(Group::new).collect(), places }
    }

    #[inline]
    fn group(&self, local: u16) -> &Group {
        &self.groups[self.places[usize::from(local)].0 as usize]
    }

    /// When the next departure that shares this schedule with a port begins \[ps\].
    #[inline]
    pub(super) fn earliest(&self, local: u16) -> u64 {
        self.group(local).earliest()
    }

    /// The same one's start \[ps\] and port, if it begins up to `until`.
    #[inline]
    pub(super) fn due(&self, local: u16, until: u64) -> Option<(u64, u32)> {
        let group = self.group(local);
        let start = group.earliest();
        if start > until { None } else { Some((start, group.ports[group.first() as usize])) }
    }

    /// A port begins its next transmission at `start` \[ps\], or has nothing that waits: `u64::MAX`.
    #[inline]
    pub(super) fn set(&mut self, local: u16, start: u64) {
        let (group, place) = self.places[usize::from(local)];
        self.groups[group as usize].set(place, start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_MEMORY: Option<fn(u32) -> usize> = None;

    #[test]
    fn departures_come_by_time_and_then_by_port() {
        let mut departure_schedule = DepartureSchedule::new(Departures::OfDevice, &[10, 11, 12], NO_MEMORY);
        departure_schedule.set(2, 50);
        departure_schedule.set(1, 50);
        departure_schedule.set(0, 70);
        assert_eq!((departure_schedule.due(0, 49), departure_schedule.due(0, 50)), (None, Some((50, 11))));
        departure_schedule.set(1, 60);
        assert_eq!(departure_schedule.due(0, 60), Some((50, 12)));
        departure_schedule.set(2, u64::MAX);
        assert_eq!(departure_schedule.due(0, 60), Some((60, 11)));
    }

    #[test]
    fn ports_are_booked_apart_by_memory_or_each_for_itself() {
        let mut shared =
            DepartureSchedule::new(Departures::OfPort, &[4, 5, 6], Some(|port| port as usize % 2));
        shared.set(2, 9);
        assert_eq!((shared.due(0, 9), shared.earliest(1)), (Some((9, 6)), u64::MAX));
        let mut apart = DepartureSchedule::new(Departures::OfPort, &[4, 5], NO_MEMORY);
        apart.set(1, 9);
        assert_eq!((apart.earliest(0), apart.due(1, 9)), (u64::MAX, Some((9, 5))));
    }
}
