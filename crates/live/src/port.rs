//! An output port: queues, their scheduler, a transmitter, counters.

use anyhow::{Result, anyhow};
use freeboard_device::mmu::Charge;
use freeboard_device::scheduler::{AnyScheduler, Backlog, Scheduler};
use freeboard_fabric::PortQueues;
use freeboard_scenario::measure::QueueRecord;
use freeboard_units::{Bytes, QueueId};
use std::collections::VecDeque;

/// A packet with its size on the wire, the host it goes to and its traffic class.
#[derive(Debug)]
pub(crate) struct Packet {
    pub(crate) bytes: Vec<u8>,
    pub(crate) wire: u32,
    pub(crate) to: usize,
    pub(crate) class: u8,
}

/// A packet that waits, when it came \[ps\], and the memory it holds.
pub(crate) struct Held {
    pub(crate) packet: Packet,
    pub(crate) at: u64,
    pub(crate) charge: Option<Charge>,
    /// The scheme marked it at its arrival.
    pub(crate) is_marked: bool,
}

/// Counters of one port.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) arrived: u64,
    pub(crate) marked: u64,
    pub(crate) unmarkable: u64,
    pub(crate) dropped_buffer: u64,
    pub(crate) dropped_scheme: u64,
    /// Time the transmitter was busy \[ps\].
    pub(crate) busy_ps: u64,
    /// Length of the queues over time \[packets x ps\].
    pub(crate) packets_ps: u128,
    /// The same \[B x ps\].
    pub(crate) bytes_ps: u128,
}

/// Longest queues of a port since the last look.
pub(crate) struct Longest {
    pub(crate) packets: u32,
    pub(crate) bytes: u32,
}

/// One queue.
#[derive(Default)]
pub(crate) struct Queue {
    pub(crate) waiting: VecDeque<Held>,
    pub(crate) bytes: u32,
    pub(crate) units: u32,
    pub(crate) weight: u32,
    pub(crate) record: QueueRecord,
}

/// One output port; sums are those of its queues.
pub(crate) struct Port {
    pub(crate) queues: Vec<Queue>,
    scheduler: AnyScheduler,
    pub(crate) packets: u32,
    pub(crate) bytes: u32,
    pub(crate) units: u32,
    /// Whether a packet is in transmission.
    pub(crate) is_busy: bool,
    /// When a queue's length last changed \[ps\].
    changed: u64,
    packets_max: u32,
    bytes_max: u32,
    /// Random words drawn.
    pub(crate) calls: u64,
    pub(crate) counters: Counters,
}

/// Heads of the queues.
struct Heads<'a>(&'a [Queue]);

impl Backlog for Heads<'_> {
    fn queues(&self) -> u16 {
        self.0.len() as u16
    }

    fn head(&self, queue: QueueId) -> Option<Bytes> {
        self.0.get(queue.index())?.waiting.front().map(|head| Bytes(head.packet.wire))
    }
}

impl Port {
    pub(crate) fn new(config: &PortQueues) -> Result<Self> {
        let queue = |(queue, weight)| Queue {
            weight: u32::from(weight),
            record: QueueRecord { queue, ..QueueRecord::default() },
            ..Queue::default()
        };
        Ok(Self {
            queues: config.queues.iter().map(|it| it.weight).enumerate().map(queue).collect(),
            scheduler: config.scheduler().map_err(|error| anyhow!("{error}"))?,
            packets: 0,
            bytes: 0,
            units: 0,
            is_busy: false,
            changed: 0,
            packets_max: 0,
            bytes_max: 0,
            calls: 0,
            counters: Counters::default(),
        })
    }

    /// Adds the time since the last change to the mean queue.
    pub(crate) fn settle(&mut self, now: u64) {
        let span = u128::from(now.saturating_sub(self.changed));
        self.counters.packets_ps += span * u128::from(self.packets);
        self.counters.bytes_ps += span * u128::from(self.bytes);
        self.changed = now;
    }

    /// A packet of n depth units waits.
    pub(crate) fn push(&mut self, queue: usize, held: Held, units: u32) {
        self.settle(held.at);
        let (it, wire) = (&mut self.queues[queue], held.packet.wire);
        it.waiting.push_back(held);
        it.bytes += wire;
        it.units += units;
        it.record.bytes_max = it.record.bytes_max.max(it.bytes);
        self.packets += 1;
        self.bytes += wire;
        self.units += units;
        self.scheduler.on_arrival(QueueId(queue as u16));
    }

    /// Notes the length behind a transmission.
    pub(crate) fn note_length(&mut self) {
        self.packets_max = self.packets_max.max(self.packets);
        self.bytes_max = self.bytes_max.max(self.bytes);
    }

    /// Takes the packet that leaves next, with its queue.
    pub(crate) fn take(&mut self, now: u64, units: impl Fn(u32) -> u32) -> Option<(usize, Held)> {
        self.settle(now);
        let queue = self.scheduler.next(&Heads(&self.queues))?.index();
        let it = &mut self.queues[queue];
        let held = it.waiting.pop_front()?;
        let wire = held.packet.wire;
        it.bytes -= wire;
        it.units -= units(wire);
        self.packets -= 1;
        self.bytes -= wire;
        self.units -= units(wire);
        Some((queue, held))
    }

    /// End of a taken packet: sent, or dropped, which uses none of its queue's share.
    pub(crate) fn sent(&mut self, queue: usize, size: Option<u32>) {
        let it = &mut self.queues[queue];
        if let Some(size) = size {
            it.record.sent += 1;
            it.record.sent_bytes += u64::from(size);
        }
        let more = !it.waiting.is_empty();
        self.scheduler.on_sent(QueueId(queue as u16), Bytes(size.unwrap_or(0)), more);
    }

    pub(crate) fn drop_by_buffer(&mut self, queue: usize) {
        self.counters.dropped_buffer += 1;
        self.queues[queue].record.dropped += 1;
    }

    pub(crate) fn drop_by_scheme(&mut self, queue: usize) {
        self.counters.dropped_scheme += 1;
        self.queues[queue].record.dropped += 1;
        self.queues[queue].record.dropped_scheme += 1;
    }

    /// The longest queues since the last call.
    pub(crate) fn take_longest(&mut self) -> Longest {
        let longest = Longest { packets: self.packets_max, bytes: self.bytes_max };
        (self.packets_max, self.bytes_max) = (self.packets, self.bytes);
        longest
    }
}
