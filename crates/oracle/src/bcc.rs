//! BCC. Source: \[Bai20\] §IV; the counter is the authors' simulator's.

use crate::{Hook, Marker, Packet, Values, red};

/// Certainty, as a probability in 2^-32.
const ONE: u128 = 1 << 32;

/// Thresholds in depth units.
#[derive(Clone, Copy, Debug)]
struct Recipe {
    k_port: u64,
    kmin: u64,
    kmax: u64,
    own: bool,
    p_max: u64,
}

impl Recipe {
    fn new(values: &Values, unit: u64) -> Option<Self> {
        let or = |name, derived: u64| {
            Some(match values.get(name)? {
                0 => derived,
                given => given,
            })
        };
        // Mbit/s times ns are thousandths of a bit.
        let bdp = values.get("link")? * values.get("rtt")? / 8_000;
        let lambda = values.get("lambda")?;
        let b_r = or("b_r", (bdp * (1_000 + lambda) / 1_000).saturating_sub(values.get("reserve")?))?;
        let range = or("range", values.get("link")? * values.get("ports")? * values.get("h")? / 8_000)?;
        // alpha = 2^(choice - 7).
        let free = (b_r << 7).div_ceil(1 << values.get("alpha")?);
        let (kmin, kmax) = if values.get("marking")? == 1 {
            (values.get("cut_off")?, values.get("cut_off")?)
        } else {
            let kmax = values.get("pool")?.checked_sub(free)?;
            (kmax.checked_sub(range)?, kmax)
        };
        Some(Self {
            k_port: or("k_port", bdp * lambda / 1_000)? / unit,
            kmin: kmin / unit,
            kmax: kmax / unit,
            own: values.get("own")? == 1,
            p_max: values.get("p_max")?,
        })
    }

    fn port(&self, packet: &Packet) -> bool {
        packet.port_depth + if self.own { packet.size } else { 0 } > self.k_port
    }
}

/// With the counter.
#[derive(Clone, Debug)]
pub struct Exact {
    recipe: Recipe,
    mean: u128,
    since: u128,
}

impl Exact {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self { recipe: Recipe::new(values, unit)?, mean: values.get("mean")?.into(), since: 0 })
    }

    fn pool(&mut self, packet: &Packet) -> bool {
        let Recipe { kmin, kmax, p_max, .. } = self.recipe;
        if packet.pool_depth <= kmin || packet.pool_depth >= kmax {
            self.since = 0;
            return packet.pool_depth >= kmax;
        }
        self.since = (self.since + u128::from(packet.size)).min(u32::MAX.into());
        let p_max = (u128::from(p_max) << 16).min(ONE - 1);
        let p = u128::from(packet.pool_depth - kmin) * p_max / u128::from(kmax - kmin);
        let spent = (self.since * p / self.mean).min(ONE - 1);
        let sized = (p * u128::from(packet.size) / self.mean).min(ONE - 1);
        let marked = p + spent >= ONE
            || sized == ONE - 1
            || spent == ONE - 1
            || u128::from(packet.random) * (ONE - spent) < sized * ONE;
        if marked {
            self.since = 0;
        }
        marked
    }
}

impl Marker for Exact {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let pool = self.pool(packet);
        pool || self.recipe.port(packet)
    }
}

/// With a coin per packet on a ramp of a power of two.
#[derive(Clone, Debug)]
pub struct Pipeline {
    recipe: Recipe,
    draw_bits: u32,
}

impl Pipeline {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        let recipe = Recipe::new(values, unit)?;
        let units_per_one = ((recipe.kmax - recipe.kmin) << 16) / recipe.p_max;
        Some(Self { recipe, draw_bits: red::nearest_power(units_per_one) })
    }
}

impl Marker for Pipeline {
    fn packet(&mut self, packet: &Packet) -> bool {
        let draw = packet.random % (1 << self.draw_bits);
        let pool = packet.pool_depth >= self.recipe.kmax || packet.pool_depth > self.recipe.kmin + draw;
        packet.hook == Hook::Departure && (pool || self.recipe.port(packet))
    }
}

/// On two bits of the pool's occupancy, one queue per port.
#[derive(Clone, Debug)]
pub struct PoolStatus {
    recipe: Recipe,
}

impl PoolStatus {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self { recipe: Recipe::new(values, unit)? })
    }

    /// The ramp in the middle of the half of it that the occupancy is in, in 2^-16.
    fn chance(&self, occupancy: u64) -> u64 {
        let Recipe { kmin, kmax, p_max, .. } = self.recipe;
        let middle = (kmin + (kmax - kmin) / 2).max(kmin + 1);
        match occupancy {
            full if full >= kmax => 1 << 16,
            calm if calm <= kmin => 0,
            upper if upper >= middle => (3 * p_max + 2) / 4,
            _ => (p_max + 2) / 4,
        }
    }
}

impl Marker for PoolStatus {
    fn packet(&mut self, packet: &Packet) -> bool {
        let port = Packet { port_depth: packet.depth, ..*packet };
        let pool = self.chance(packet.pool_depth) > packet.random % (1 << 16);
        packet.hook == Hook::Departure && (pool || self.recipe.port(&port))
    }
}
