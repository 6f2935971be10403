//! One algorithm of a `hot` image on the modelled core.

use super::index::Entry;
use anyhow::bail;
use freeboard_cc_api::{Ack, Control, Event, IntStack, UnderlayEvent, UnderlayOutput};
use freeboard_params::{MAX_WORDS, Words};
use freeboard_replay::PacketEvent;
use freeboard_rv32::{Call, Core, CoreError, CycleProfile, Image, Layout};
use freeboard_units::{Bytes, LineFraction, Nanos32};

/// Eight argument registers, the instance's address first.
pub type Arguments = [u32; 8];

/// A core with one placed instance.
#[derive(Clone, Debug)]
pub struct OnCore {
    core: Core,
    entry: Entry,
    placed: u32,
    /// Behind the instance: the telemetry of an event.
    telemetry: u32,
    list: u32,
}

/// Bytes of an [`IntStack`] as 32-bit targets lay it out: five hops of four words, and the count.
const TELEMETRY_BYTES: u32 = 84;

impl OnCore {
    /// Places an instance with these field values (none: the defaults).
    pub fn new(
        image: &Image,
        profile: &'static CycleProfile,
        entry: Entry,
        values: &[u32],
    ) -> anyhow::Result<Self> {
        let mut core = Core::new(image, profile, Layout::default())?;
        // The size of a placed instance is a multiple of its alignment, which is a word's.
        let placed = core.reserve(entry.placed_bytes.max(4) + TELEMETRY_BYTES)?;
        let telemetry = placed + entry.placed_bytes;
        let list = core.reserve(4 * MAX_WORDS as u32)?;
        let settings = core.reserve(4 * (values.len() as u32).max(1))?;
        for (at, value) in (settings..).step_by(4).zip(values) {
            core.write_u32(at, *value)?;
        }
        let refused = core.call_at(entry.place, &[placed, settings, values.len() as u32])?.a0;
        if refused != 0 {
            bail!("the image refuses field {}", refused - 1);
        }
        Ok(Self { core, entry, placed, telemetry, list })
    }

    /// The core, as the instance was placed.
    pub const fn core(&self) -> &Core {
        &self.core
    }

    /// Address of the instance.
    pub const fn placed(&self) -> u32 {
        self.placed
    }

    /// Runs a packet through its hook; `a0` of the result holds the verdict.
    pub fn packet(&mut self, event: &PacketEvent) -> Result<Call, CoreError> {
        let hook = match event {
            PacketEvent::Arrival(_) => self.entry.first,
            PacketEvent::Departure(_) => self.entry.second,
        };
        self.core.call_at(hook, &packet_arguments(self.placed, event))
    }

    /// Runs an event of a flow.
    pub fn flow(&mut self, event: &Event<'_>) -> Result<(Call, Control), CoreError> {
        if let Event::Int { stack, .. } = event {
            self.lend(stack)?;
        }
        let call = self.core.call_at(self.entry.first, &flow_arguments(self.placed, event))?;
        Ok((call, Control { window: Bytes(call.a0), rate: LineFraction::from_bits(call.a1) }))
    }

    /// Runs a call of an underlay. The cap is part of every answer but that to a packet; there it is asked for.
    pub fn layer(&mut self, event: &UnderlayEvent) -> Result<(Call, UnderlayOutput), CoreError> {
        let call = self.core.call_at(self.entry.first, &underlay_arguments(self.placed, event))?;
        let release = Nanos32(call.a1);
        let (pause, cap) = if let UnderlayEvent::Sent(_) = event {
            let query = UnderlayEvent::Query { now: event.now() };
            (call.a0, self.core.call_at(self.entry.first, &underlay_arguments(self.placed, &query))?.a0)
        } else {
            (0, call.a0)
        };
        Ok((call, UnderlayOutput { pause, release, cap: Bytes(cap) }))
    }

    fn lend(&mut self, stack: &IntStack) -> Result<(), CoreError> {
        let words = stack.hops.iter().flat_map(|hop| [hop.stamp.0, hop.depth.0, hop.sent, hop.rate_mbps]);
        for (at, word) in (self.telemetry..).step_by(4).zip(words.chain([stack.count.into()])) {
            self.core.write_u32(at, word)?;
        }
        Ok(())
    }

    /// Appends the words of the instance's state.
    pub fn words(&mut self, words: &mut Words) -> Result<(), CoreError> {
        let count = self.core.call_at(self.entry.words, &[self.placed, self.list])?.a0;
        for index in 0..count {
            words.push(self.core.read_u32(self.list + 4 * index)?);
        }
        Ok(())
    }

    /// The instance's bytes, to come back to.
    pub fn save(&self) -> Result<Vec<u8>, CoreError> {
        self.core.read(self.placed, self.entry.placed_bytes as usize).map(<[u8]>::to_vec)
    }

    /// Puts saved bytes back.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), CoreError> {
        self.core.write(self.placed, saved)
    }
}

/// As `enqueue` and `dequeue` of the image take them.
fn packet_arguments(placed: u32, event: &PacketEvent) -> Arguments {
    let [_, now, now_high, size, depth, _, pool_depth, sojourn, ecn, random] = event.words();
    [placed, now, sojourn, depth, size, random, ecn << 16 | now_high, pool_depth]
}

/// As `event` of the image takes them.
fn flow_arguments(placed: u32, event: &Event<'_>) -> Arguments {
    let now = event.now().0;
    let acknowledgement = |kind: u32, ack: Ack| {
        let kind = kind | u32::from(ack.window_limited) << 8 | ack.delivery_rate << 9;
        [placed, now, kind, ack.acked.0, ack.marked.0, ack.una.0, ack.nxt.0, ack.rtt]
    };
    match *event {
        Event::Ack { ack, .. } => acknowledgement(0, ack),
        Event::Int { ack, .. } => acknowledgement(12, ack),
        Event::LossEpisode { loss, .. } => [placed, now, 2, 0, 0, loss.una.0, loss.nxt.0, 0],
        Event::Timeout { loss, .. } => [placed, now, 3, 0, 0, loss.una.0, loss.nxt.0, 0],
        Event::Idle { silence, .. } => [placed, now, 4, silence, 0, 0, 0, 0],
        Event::Sent { bytes, .. } => [placed, now, 5, bytes.0, 0, 0, 0, 0],
        Event::DupAck { .. } => [placed, now, 1, 0, 0, 0, 0, 0],
        Event::AppLimited { .. } => [placed, now, 6, 0, 0, 0, 0, 0],
        Event::Cnp { .. } => [placed, now, 7, 0, 0, 0, 0, 0],
        Event::Rtt { rtt, .. } => [placed, now, 8, 0, 0, 0, 0, rtt],
        Event::Tick { .. } => [placed, now, 9, 0, 0, 0, 0, 0],
        Event::Undo { prior, .. } => [placed, now, 13, prior.window.0, prior.threshold.0, 0, 0, 0],
        Event::Paused { held, .. } => [placed, now, if held { 10 } else { 11 }, 0, 0, 0, 0, 0],
    }
}

/// As `event` of the image's underlays takes them.
fn underlay_arguments(placed: u32, event: &UnderlayEvent) -> Arguments {
    let [kind, now, packet, amount, received, pause] = event.words();
    [placed, now, kind, packet, amount, received, pause, 0]
}
