//! Host state of the underlay: destination memories and sample rings.

use crate::file::Host;
use freeboard_cc_api::{Nanos32, OrAck, Sent};
use freeboard_cc_on_ramp::{Memory, MemorySettings, Samples, SamplesSettings};
use freeboard_fabric::FlowContext;
use freeboard_registry::AnyUnderlay;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Destinations of one host's memory: 5 KiB. Chosen by us: a few racks.
const DESTINATIONS: usize = 256;
/// Samples of one flow's ring: what a round trip at the threshold needs at one packet in about ten, as in the tables of
/// pairs.
const RING: usize = 64;

/// The memories of all hosts and the rings of all connections of a network, which its threads share: each of them uses those of its
/// own hosts only, so that their order does not matter.
#[derive(Debug)]
pub(super) struct Beside {
    memory: MemorySettings,
    /// `None` where packets carry what a ring would keep.
    samples: Option<SamplesSettings>,
    /// By the port of the host.
    memories: Mutex<BTreeMap<u32, Memory<DESTINATIONS>>>,
    /// By connection.
    rings: Mutex<Vec<Samples<RING>>>,
}

impl Beside {
    pub(super) fn new(host: &Host) -> Self {
        Self {
            memory: MemorySettings { age: host.memory_ns },
            samples: host.samples_every.map(|every| SamplesSettings { every_log2: every.ilog2() }),
            memories: Mutex::default(),
            rings: Mutex::default(),
        }
    }

    /// A flow begins: with an empty ring, and from what is known of its way.
    pub(super) fn begin(&self, layer: &mut AnyUnderlay, now: Nanos32, flow_context: FlowContext) {
        if self.samples.is_some() {
            let (mut rings, at) = (open(&self.rings), flow_context.connection as usize);
            let count = rings.len().max(at + 1);
            rings.resize(count, Samples::default());
            rings[at] = Samples::default();
        }
        if self.memory.age > 0
            && let Some(memory) = open(&self.memories).get_mut(&flow_context.port)
            && let Some(seen) = memory.recall(&self.memory, now, flow_context.to)
        {
            *layer = layer.starting_from(now, &seen);
        }
    }

    /// What is left for a packet to carry of its pause.
    pub(super) fn on_sent(
        &self,
        flow_context: FlowContext,
        sent: &Sent,
        stamped: Nanos32,
        pause: u32,
    ) -> u32 {
        let Some(settings) = &self.samples else { return pause };
        let ring = &mut open(&self.rings)[flow_context.connection as usize];
        ring.on_sent(settings, &Sent { now: stamped, ..*sent }, pause);
        0
    }

    /// Whether receivers report by packet number, and if so, whether they report this packet.
    pub(super) fn reports(&self, packet: u32) -> Option<bool> {
        self.samples.as_ref().map(|settings| settings.keeps(packet))
    }

    /// A whole report: as it came, or with what the ring has kept of its packet; `None` if that is gone.
    pub(super) fn complete(&self, flow_context: FlowContext, report: &OrAck) -> Option<OrAck> {
        let Some(settings) = &self.samples else { return Some(*report) };
        let rings = open(&self.rings);
        rings[flow_context.connection as usize].report(settings, report.now, report.packet, report.received)
    }

    /// A flow was told of a delay.
    pub(super) fn note(&self, layer: &AnyUnderlay, now: Nanos32, flow_context: FlowContext) {
        if self.memory.age == 0 {
            return;
        }
        if let Some(seen) = layer.remember(now) {
            let mut memories = open(&self.memories);
            let memory = memories.entry(flow_context.port).or_default();
            memory.note(&self.memory, now, flow_context.to, seen);
        }
    }
}

/// What a panic of another thread has left is of no use to anybody.
fn open<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}
