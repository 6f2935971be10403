//! Settings of the exact variant, and what the data path makes of them.

use freeboard_aqm_api::{FieldId, ParamError, Settings, choices, settings};
use freeboard_fixmath::Reciprocal;
use freeboard_units::{Bytes, DepthUnit};

choices! {
    /// How signals are spread out.
    pub enum Counter {
        /// Floyd's program: the packet is counted before its probability is formed, but for the first.
        Floyd = "floyd",
        /// The text of the paper: p/(1 - count p) of the packets before.
        Text = "text",
        /// Never before 1/p packets, then p/(2 - count p).
        Wait = "wait",
        /// Every packet by itself.
        None = "none",
    }
}

choices! {
    /// What the first packet above kmin does.
    pub enum Start {
        /// It is tested.
        Test = "test",
        /// It only arms the counter.
        Arm = "arm",
    }
}

choices! {
    /// Where the queue is measured and signals are drawn.
    pub enum MeasuredAt {
        /// As a packet arrives.
        Arrival = "arrival",
        /// As it leaves, without itself.
        Departure = "departure",
    }
}

settings! {
    /// Settings of the exact variant.
    pub struct RedSettings {
        /// Average length from which on packets are signalled.
        kmin: Bytes = 7_500, 1..=u32::MAX / 2, "[Floyd93] §4: 5 packets, here of 1500 B";
        /// Average length from which on every packet is signalled, or the second ramp begins.
        kmax: Bytes = 22_500, 1..=u32::MAX / 2, "[Floyd93] §6: at least twice kmin; 15 packets of 1500 B";
        /// Probability at kmax.
        p_max: FractionQ16 = 1_311, 1..=65_536, "[Floyd93] §6: 1/50";
        /// Gain of the average: 2^-w per packet; 0 takes the queue as it is.
        weight: Log2 = 9, 0..=10, "[Floyd93] §6: 0.002";
        /// Above kmax the probability rises from p_max to 1 at twice kmax.
        gentle: Switch = 0, 0..=1, "[Floyd93]: not gentle";
        /// How signals are spread out: see the page.
        counter: Choice<Counter> = Counter::Floyd, .., "[Floyd93] Fig. 2";
        /// What the first packet above kmin does: it is tested, or it only arms the counter.
        start: Choice<Start> = Start::Test, .., "[Floyd93] Fig. 2";
        /// Large packets are signalled more often, in proportion to their size.
        bytes: Switch = 0, 0..=1, "[Floyd93]: packets";
        /// Mean packet size of the byte mode.
        mean: Bytes = 1_500, 64..=65_535, "chosen by us: the Ethernet payload";
        /// Queue length up to which nothing is signalled.
        guard: Bytes = 0, 0..=u32::MAX, "[Floyd93]: none";
        /// Time one packet takes on the link: how fast the average decays while the queue is empty.
        packet_time: Nanos = 1_200, 1..=1_000_000, "1500 B at 10 Gbit/s; at most 9000 B at 72 Mbit/s", follows PacketTime;
        /// Where the queue is measured and signals are drawn: as a packet arrives, or as it leaves, without itself.
        at: Choice<MeasuredAt> = MeasuredAt::Arrival, .., "[Floyd93] Fig. 1: every arrival";
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RedParams {
    /// Thresholds in depth units.
    pub(crate) kmin: u32,
    pub(crate) kmax: u32,
    pub(crate) guard: u32,
    /// p_max in Q32.
    pub(crate) p_max: u32,
    pub(crate) weight: u32,
    pub(crate) gentle: bool,
    pub(crate) counter: u32,
    pub(crate) arm: bool,
    pub(crate) at_departure: bool,
    pub(crate) bytes: bool,
    /// 1/(kmax - kmin), 1/kmax, 1/mean, 1/packet_time.
    pub(crate) ramp: Reciprocal,
    pub(crate) second_ramp: Reciprocal,
    pub(crate) mean: Reciprocal,
    pub(crate) packet_time: Reciprocal,
    pub(crate) unit: DepthUnit,
}

/// A fraction of Q16 in Q32, 1 as all ones.
pub(crate) const fn q32(fraction: u32) -> u32 {
    if fraction > u16::MAX as u32 { u32::MAX } else { fraction << 16 }
}

impl RedParams {
    pub(crate) fn try_new(settings: &RedSettings, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        let (kmin, kmax) = thresholds(settings.kmin, settings.kmax, unit, RedSettings::kmax)?;
        // An empty queue is calm, or the counter would count for ever.
        let kmin = if kmin == 0 { 1 } else { kmin };
        Ok(Self {
            kmin,
            kmax,
            guard: unit.floor(Bytes(settings.guard)),
            p_max: q32(settings.p_max),
            weight: settings.weight,
            gentle: settings.gentle != 0,
            counter: settings.counter.index(),
            arm: settings.start == Start::Arm,
            at_departure: settings.at == MeasuredAt::Departure,
            bytes: settings.bytes != 0,
            ramp: Reciprocal::new(kmax.saturating_sub(kmin)),
            second_ramp: Reciprocal::new(kmax),
            mean: Reciprocal::new(settings.mean),
            packet_time: Reciprocal::new(settings.packet_time),
            unit,
        })
    }

    pub(crate) fn effective(&self, settings: &RedSettings, field: FieldId) -> Option<u32> {
        let bytes = |depth: u32| Some(depth.saturating_mul(self.unit.bytes()));
        match field {
            RedSettings::kmin => bytes(self.kmin),
            RedSettings::kmax => bytes(self.kmax),
            RedSettings::guard => bytes(self.guard),
            _ => settings.get(field),
        }
    }
}

/// Both thresholds in depth units; kmax is at least kmin and at least one unit.
pub(crate) fn thresholds(
    kmin: u32,
    kmax: u32,
    unit: DepthUnit,
    field: FieldId,
) -> Result<(u32, u32), ParamError> {
    let (low, high) = (unit.floor(Bytes(kmin)), unit.floor(Bytes(kmax)));
    if high == 0 || high < low {
        let least = low.max(1).saturating_mul(unit.bytes());
        return Err(ParamError::new(field, kmax, least, u32::MAX / 2));
    }
    Ok((low, high))
}
