//! `WRED_PROFILE`: drop and marking thresholds by colour.

use super::value::Row;

/// Colours of a three-colour meter, in the order of the fields.
pub const COLOURS: [&str; 3] = ["green", "yellow", "red"];

/// Colours that `ecn` names: green, yellow, red.
const ECN: [(&str, [bool; 3]); 8] = [
    ("ecn_none", [false, false, false]),
    ("ecn_green", [true, false, false]),
    ("ecn_yellow", [false, true, false]),
    ("ecn_red", [false, false, true]),
    ("ecn_green_yellow", [true, true, false]),
    ("ecn_green_red", [true, false, true]),
    ("ecn_yellow_red", [false, true, true]),
    ("ecn_all", [true, true, true]),
];

/// Thresholds for packets of one colour. Below `min` none is signalled, above `max` every one; between them the probability rises to
/// the stated one. A signal marks a packet with ECN where `marks`, and drops one without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colour {
    /// `wred_<colour>_enable`.
    pub is_enabled: bool,
    /// `ecn` names the colour.
    pub marks: bool,
    /// Of the queue \[B\].
    pub min: Option<u64>,
    /// Of the queue \[B\].
    pub max: Option<u64>,
    /// At `max` \[%\].
    pub probability: u8,
    /// Thresholds of packets with ECN of their own \[B\], where the profile has them.
    pub ect_min: Option<u64>,
    /// As `ect_min`.
    pub ect_max: Option<u64>,
    /// At `ect_max` \[%\].
    pub ect_probability: Option<u8>,
}

impl Colour {
    /// The thresholds at which packets with ECN are marked \[B\], and the probability at the second \[%\].
    #[must_use]
    pub fn marking(&self) -> Option<(u64, u64, u8)> {
        let (min, max) = (self.ect_min.or(self.min)?, self.ect_max.or(self.max)?);
        self.marks.then_some((min, max, self.ect_probability.unwrap_or(self.probability)))
    }
}

/// A row of `WRED_PROFILE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WredProfile {
    /// Green, yellow, red.
    pub colours: [Colour; 3],
}

/// Without `<colour>_drop_probability`.
const PROBABILITY_DEFAULT: u8 = 100;

impl WredProfile {
    pub(super) fn read(row: &mut Row<'_>) -> Self {
        let marks = row.choice("ecn", &ECN).unwrap_or_default();
        let mut profile = Self::default();
        for (at, name) in COLOURS.iter().enumerate() {
            // Two spellings of the same fields: the YANG model's, and the one that its switch agent has since.
            let mut either = |model: &str, agent: &str| row.bytes(model).or_else(|| row.bytes(agent));
            let ect_min = either(&format!("ecn_{name}_min_threshold"), &format!("{name}_ect_min_threshold"));
            let ect_max = either(&format!("ecn_{name}_max_threshold"), &format!("{name}_ect_max_threshold"));
            let ect_probability = row
                .percent(&format!("ecn_{name}_mark_probability"))
                .or_else(|| row.percent(&format!("{name}_ect_mark_probability")));
            profile.colours[at] = Colour {
                is_enabled: row.is_on(&format!("wred_{name}_enable")),
                marks: marks[at],
                min: row.bytes(&format!("{name}_min_threshold")),
                max: row.bytes(&format!("{name}_max_threshold")),
                probability: row.percent(&format!("{name}_drop_probability")).unwrap_or(PROBABILITY_DEFAULT),
                ect_min,
                ect_max,
                ect_probability,
            };
        }
        profile
    }
}
