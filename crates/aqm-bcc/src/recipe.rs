//! The recipe: thresholds from the network and the buffer (\[Bai20\] §IV).

use crate::settings::{Alpha, BccSettings, ExactSettings, Marking, Own, POOL_MAX, RTT_MIN};
use freeboard_aqm_api::{FieldId, ParamError, Settings};
use freeboard_fixmath::{Reciprocal, mul_wide};
use freeboard_units::{Bytes, DepthUnit};

/// Bits per Mbit/s and ns in one byte: 10^6 / 10^9 / 8.
const MBIT_NANOS_PER_BYTE: u32 = 8_000;

/// The index of alpha = 1.
const ALPHA_ONE: u32 = Alpha::One as u32;

/// Thresholds in depth units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Thresholds {
    /// A port queue above it is marked.
    pub k_port: u32,
    /// A pool at or below it marks nothing.
    pub kmin: u32,
    /// A pool at or above it marks everything.
    pub kmax: u32,
}

/// What both settings types say.
pub(crate) trait Recipe: Settings {
    /// As the pipeline's settings.
    fn common(&self) -> BccSettings;
}

impl Recipe for BccSettings {
    fn common(&self) -> BccSettings {
        *self
    }
}

impl Recipe for ExactSettings {
    fn common(&self) -> BccSettings {
        // A field that one of the two has and the other has not does not compile here.
        macro_rules! same {
            ($($field:ident)*) => {{
                let Self { $($field,)* mean: _ } = *self;
                BccSettings { $($field,)* }
            }};
        }
        same!(link rtt lambda alpha pool reserve ports h p_max marking cut_off k_port b_r range own)
    }
}

impl Thresholds {
    /// Checks the settings and derives.
    pub(crate) fn of<S: Recipe>(settings: &S, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        let s = settings.common();
        if s.own == Own::Included && unit != DepthUnit::BYTE {
            // The packet's size is metadata in bytes; a pipeline cannot divide it into cells.
            return Err(ParamError::new(BccSettings::own, s.own.index(), 0, 0));
        }
        if bytes_in(s.link, s.rtt, 1) > BDP_MAX {
            return Err(ParamError::new(BccSettings::rtt, s.rtt, RTT_MIN, longest(BDP_MAX, s.link)));
        }
        let (kmin, kmax) = if s.marking == Marking::Red { red(&s, unit)? } else { (s.cut_off, s.cut_off) };
        let k_port = port(&s);
        // Of a pool with RED nothing is left to refuse.
        let set = [(k_port, s.k_port, BccSettings::k_port), (kmax, s.cut_off, BccSettings::cut_off)];
        for (bytes, given, field) in set {
            if unit.floor(Bytes(bytes)) == 0 {
                return Err(ParamError::new(field, given, unit.bytes(), POOL_MAX));
            }
        }
        let units = |bytes| unit.floor(Bytes(bytes));
        Ok(Self { k_port: units(k_port), kmin: units(kmin), kmax: units(kmax) })
    }

    /// The value in force of the fields that thresholds are made of.
    pub(crate) fn effective<S: Recipe>(&self, settings: &S, field: FieldId, unit: DepthUnit) -> Option<u32> {
        let bytes = |depth: u32| Some(depth.saturating_mul(unit.bytes()));
        match field {
            BccSettings::k_port => bytes(self.k_port),
            BccSettings::cut_off if settings.common().marking == Marking::CutOff => bytes(self.kmax),
            _ => settings.get(field),
        }
    }
}

/// Longest C RTT \[B\]: three of them stay below [`POOL_MAX`].
const BDP_MAX: u32 = 1 << 28;

/// Longest RED range \[B\]: its ramp stays within the random bits of a pipeline at any p_max.
const RANGE_MAX: u32 = (1 << 28) - 1;

/// Largest B_R/alpha \[B\]: with the longest range, it leaves a legal pool.
const FREE_MAX: u32 = 1 << 29;

/// C times a time, in bytes; saturating.
fn bytes_in(link: u32, nanos: u32, times: u32) -> u32 {
    // At most 1.6e6 Mbit/s x 10^7 ns x 1, or x 10^6 ns x 512: below 2^50.
    Reciprocal::new(MBIT_NANOS_PER_BYTE).divide_wide(mul_wide(link, nanos).wrapping_mul(times as u64))
}

/// K_port = lambda C RTT.
fn port(s: &BccSettings) -> u32 {
    let derived = Reciprocal::new(1_000).mul_div(bytes_in(s.link, s.rtt, 1), s.lambda);
    if s.k_port == 0 { derived } else { s.k_port }
}

/// B_R = C RTT (1 + lambda) - S, or nothing where the reserve is enough.
fn needed(s: &BccSettings) -> u32 {
    let all = Reciprocal::new(1_000).mul_div(bytes_in(s.link, s.rtt, 1), s.lambda.saturating_add(1_000));
    if s.b_r == 0 { all.saturating_sub(s.reserve) } else { s.b_r }
}

/// B_R/alpha, rounded up: the free pool at which a dynamic threshold still grants B_R.
fn free(b_r: u32, alpha: u32) -> u32 {
    match alpha.checked_sub(ALPHA_ONE) {
        Some(up) => b_r.div_ceil(1 << (up & 31)),
        None => b_r.saturating_mul(1 << (ALPHA_ONE.saturating_sub(alpha) & 31)),
    }
}

/// The largest B_R that [`free`] takes to [`FREE_MAX`]. With alpha above 1 no legal B_R is refused: half of [`POOL_MAX`] is [`FREE_MAX`].
const fn most_needed(alpha: u32) -> u32 {
    FREE_MAX >> (ALPHA_ONE.saturating_sub(alpha) & 31)
}

/// The longest time \[ns\] in which `rate` \[Mbit/s\] brings `bytes` and not one more.
fn longest(bytes: u32, rate: u32) -> u32 {
    let less = mul_wide(bytes.saturating_add(1), MBIT_NANOS_PER_BYTE).wrapping_sub(1);
    Reciprocal::new(rate).divide_wide(less)
}

/// The longest round-trip time whose B_R is at most `most`.
fn longest_rtt(s: &BccSettings, most: u32) -> u32 {
    let less = mul_wide(most.saturating_add(s.reserve).saturating_add(1), 1_000).wrapping_sub(1);
    longest(Reciprocal::new(s.lambda.saturating_add(1_000)).divide_wide(less), s.link)
}

/// Refuses a network whose RED range, or whose need of the pool, no buffer is made for.
fn buildable(s: &BccSettings, range: u32, free: u32) -> Result<(), ParamError> {
    if range > RANGE_MAX {
        return Err(match s.range {
            0 => ParamError::new(BccSettings::h, s.h, 1, longest(RANGE_MAX, s.link.saturating_mul(s.ports))),
            given => ParamError::new(BccSettings::range, given, 0, RANGE_MAX),
        });
    }
    if free > FREE_MAX {
        let most = most_needed(s.alpha.index());
        return Err(match s.b_r {
            0 => ParamError::new(BccSettings::rtt, s.rtt, RTT_MIN, longest_rtt(s, most)),
            given => ParamError::new(BccSettings::b_r, given, 0, most),
        });
    }
    Ok(())
}

/// Kmax = B - B_R/alpha and Kmin = Kmax - C N h, refused where the pool is too small for both.
fn red(s: &BccSettings, unit: DepthUnit) -> Result<(u32, u32), ParamError> {
    let free = free(needed(s), s.alpha.index());
    let range = if s.range == 0 { bytes_in(s.link, s.h, s.ports) } else { s.range };
    buildable(s, range, free)?;
    // Kmin is one byte at least, Kmax one depth unit.
    let least = free.saturating_add(range.saturating_add(1).max(unit.bytes()));
    if s.pool < least {
        return Err(ParamError::new(BccSettings::pool, s.pool, least, POOL_MAX));
    }
    let kmax = s.pool.saturating_sub(free);
    Ok((kmax.saturating_sub(range), kmax))
}
