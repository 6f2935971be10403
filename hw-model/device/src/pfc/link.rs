//! PFC headroom of a link: bytes in flight after the pause decision.

use crate::error::{ConfigError, ConfigField};
use freeboard_units::{Bytes, DepthUnit};

/// Time light takes through a metre of fibre \[ps\]: 198 000 km/s, as SONiC's headroom scripts have it.
const PS_PER_METRE: u64 = 5051;
/// A pause frame: 64 B, 8 B of preamble, 12 B of gap (IEEE 802.3).
const PAUSE_FRAME: u32 = 84;
/// What a frame adds to its own bytes on the wire: preamble and gap.
const FRAME_GAP: u32 = 20;
/// Longest cable \[m\]: a data-centre interconnect; chosen by us so that times stay far from overflow.
const CABLE_MAX: u32 = 100_000;
/// Largest frame \[B\]: beyond every jumbo size in use, and a 16-bit length.
const FRAME_MAX: u32 = 65_535;

/// Bytes of one pause quantum: 512 bits (IEEE 802.3 Annex 31B).
const QUANTUM_BYTES: u32 = 64;

/// Quanta after which a sender has to obey, by speed \[Mb/s\]: IEEE 802.3 §31B.3.7 as SONiC's headroom
/// scripts quote it.
const RESPONSE: [(u32, u32); 9] = [
    (100, 1),
    (1000, 2),
    (10_000, 67),
    (25_000, 80),
    (40_000, 118),
    (50_000, 147),
    (100_000, 394),
    (200_000, 453),
    (400_000, 905),
];

/// One direction of a link that carries a lossless class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Speed \[Mb/s\], 100 to 400 000.
    pub mbps: u32,
    /// Cable \[m\], up to 100 000.
    pub cable_m: u32,
    /// Largest frame \[B\], up to 65 535.
    pub frame_max: Bytes,
    /// Smallest frame of the class \[B\], at least 1: small frames fill cells badly.
    pub frame_min: Bytes,
}

/// What arrives between the packet that is over the threshold and the last one before the pause holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headroom {
    /// The packet over the threshold is charged whole \[B\].
    pub trigger: u32,
    /// The reverse direction finishes a frame before the pause frame leaves \[B\].
    pub receiver: u32,
    /// The pause frame itself \[B\].
    pub frame: u32,
    /// Both ways through the cable \[B\].
    pub propagation: u32,
    /// The sender's time to obey \[B\].
    pub response: u32,
    /// The sender finishes a frame \[B\].
    pub sender: u32,
    /// Memory for all of it in the worst packet size, in the depth unit.
    pub units: u32,
}

impl Headroom {
    /// Bytes on the wire, before the loss in cells.
    #[must_use]
    pub const fn bytes(&self) -> u32 {
        self.trigger + self.receiver + self.frame + self.propagation + self.response + self.sender
    }
}

impl Link {
    /// A link by the time light takes through its cable \[ps\], rounded up to whole metres.
    #[must_use]
    pub fn spanning(mbps: u32, propagation_ps: u64, frame_max: Bytes, frame_min: Bytes) -> Self {
        let cable_m = u32::try_from(propagation_ps.div_ceil(PS_PER_METRE)).unwrap_or(u32::MAX);
        Self { mbps, cable_m, frame_max, frame_min }
    }

    /// Refuses what no link is.
    ///
    /// # Errors
    /// Speed, cable or frame sizes out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let within = |field, value: u32, min: u32, max: u32| {
            ConfigError::unless_within(field, i64::from(value), i64::from(min), i64::from(max))
        };
        within(ConfigField::LinkMbps, self.mbps, RESPONSE[0].0, RESPONSE[RESPONSE.len() - 1].0)?;
        within(ConfigField::CableMetres, self.cable_m, 0, CABLE_MAX)?;
        within(ConfigField::FrameMax, self.frame_max.0, 1, FRAME_MAX)?;
        within(ConfigField::FrameMin, self.frame_min.0, 1, self.frame_max.0)
    }

    /// Quanta after which the sender has to obey; those of the next listed speed between two.
    #[must_use]
    pub fn response_quanta(&self) -> u32 {
        let listed = RESPONSE.iter().find(|(mbps, _)| *mbps >= self.mbps);
        listed.unwrap_or(&RESPONSE[RESPONSE.len() - 1]).1
    }

    /// One way through the cable \[ps\].
    #[must_use]
    pub fn propagation_ps(&self) -> u64 {
        u64::from(self.cable_m) * PS_PER_METRE
    }

    /// Time of `bytes` at line rate \[ps\], rounded up.
    #[must_use]
    pub fn transmission_ps(&self, bytes: u32) -> u64 {
        (u64::from(bytes) * 8_000_000).div_ceil(u64::from(self.mbps.max(1)))
    }

    /// From the decision to pause to its effect at the sender, a frame in progress not counted \[ps\].
    #[must_use]
    pub fn pause_delay_ps(&self) -> u64 {
        let waits = self.frame_max.0.saturating_add(FRAME_GAP + PAUSE_FRAME);
        let response = self.response_quanta() * QUANTUM_BYTES;
        self.propagation_ps() + self.transmission_ps(waits) + self.transmission_ps(response)
    }

    /// The memory a lossless class needs beyond its threshold.
    ///
    /// # Errors
    /// Those of [`Link::check`].
    pub fn headroom(&self, unit: DepthUnit) -> Result<Headroom, ConfigError> {
        self.check()?;
        // Bytes in flight both ways: rate * time, rounded up.
        let flight = (2 * self.propagation_ps() * u64::from(self.mbps)).div_ceil(8_000_000);
        let mut headroom = Headroom {
            trigger: self.frame_max.0,
            receiver: self.frame_max.0 + FRAME_GAP,
            frame: PAUSE_FRAME,
            propagation: u32::try_from(flight).unwrap_or(u32::MAX),
            response: self.response_quanta() * QUANTUM_BYTES,
            sender: self.frame_max.0,
            units: 0,
        };
        let (bytes, cells) = self.worst_frame(unit);
        let units = (u64::from(headroom.bytes()) * u64::from(cells)).div_ceil(u64::from(bytes));
        headroom.units = u32::try_from(units).unwrap_or(u32::MAX);
        Ok(headroom)
    }

    /// The frame that takes most memory per byte, as bytes and units: the smallest, or one byte more than
    /// a whole number of cells.
    fn worst_frame(&self, unit: DepthUnit) -> (u32, u32) {
        let (least, most) = (self.frame_min.0.max(1), self.frame_max.0.max(1));
        let spill = unit.ceil(Bytes(least)) * unit.bytes() + 1;
        let of = |bytes: u32| (bytes, unit.ceil(Bytes(bytes)));
        let (a, b) = (of(least), of(spill.min(most)));
        let worse = u64::from(b.1) * u64::from(a.0) > u64::from(a.1) * u64::from(b.0);
        if worse { b } else { a }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: Link = Link { mbps: 100_000, cable_m: 40, frame_max: Bytes(9100), frame_min: Bytes(64) };

    #[test]
    fn a_deployed_headroom_is_of_the_same_size() {
        // SONiC: 177 632 B, 854 cells of 208 B, for 100G and 40 m of cable.
        let headroom = LINK.headroom(DepthUnit::cell(208).unwrap()).unwrap();
        // By hand: 404 080 ps of cable both ways are 5051 B, 394 quanta are 25 216 B.
        assert_eq!((headroom.propagation, headroom.response), (5051, 25_216));
        assert_eq!(headroom.bytes(), 3 * 9100 + 20 + 84 + 5051 + 25_216);
        // A 64-byte frame takes a cell: 57 671 / 64.
        assert_eq!(headroom.units, 902);
    }

    #[test]
    fn no_mix_of_frames_takes_more_memory_than_the_worst_frame_says() {
        for cell in [1u16, 80, 176, 208] {
            let unit = DepthUnit::cell(cell).unwrap();
            for least in [1u32, 64, 80, 81, 256, 1500, 9000, 9100] {
                let (bytes, cells) = Link { frame_min: Bytes(least), ..LINK }.worst_frame(unit);
                assert!((least..=9100).contains(&bytes));
                for frame in least..=9100 {
                    let taken = u64::from(unit.ceil(Bytes(frame))) * u64::from(bytes);
                    assert!(taken <= u64::from(cells) * u64::from(frame), "{cell} {least} {frame}");
                }
            }
        }
    }

    #[test]
    fn impossible_links_are_refused_by_name() {
        let field = |link: Link| link.headroom(DepthUnit::BYTE).unwrap_err().field;
        assert_eq!(field(Link { mbps: 0, ..LINK }), ConfigField::LinkMbps);
        assert_eq!(field(Link { mbps: 800_000, ..LINK }), ConfigField::LinkMbps);
        assert_eq!(field(Link { cable_m: 100_001, ..LINK }), ConfigField::CableMetres);
        assert_eq!(field(Link { frame_max: Bytes(65_536), ..LINK }), ConfigField::FrameMax);
        let error = Link { frame_min: Bytes(9101), ..LINK }.headroom(DepthUnit::BYTE).unwrap_err();
        assert_eq!((error.field, error.value, error.max), (ConfigField::FrameMin, 9101, 9100));
    }
}
