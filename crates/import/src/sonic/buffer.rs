//! `BUFFER_POOL` and `BUFFER_PROFILE`: memories, and the shares that queues and priority groups take of them.

use super::value::Row;

/// Smallest and largest base-2 exponent of `dynamic_th` in the YANG model.
const ALPHA_LOG2: (i64, i64) = (-8, 7);

/// Alpha 1 in the unit of [`Profile::alpha`], 2^-8.
pub const ALPHA_ONE: u64 = 1 << -ALPHA_LOG2.0;

/// A memory that ports share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    /// Of arriving packets; otherwise of departing ones.
    pub is_ingress: bool,
    /// \[B\]; computed by the switch where the file has none.
    pub size: Option<u64>,
    /// Headroom that all ports share \[B\].
    pub xoff: Option<u64>,
}

/// How much of a pool a queue or a priority group takes beyond its reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// 2^n times the free memory.
    Dynamic(i8),
    /// A number of bytes.
    Static(u64),
}

/// A row of `BUFFER_PROFILE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Name of its pool.
    pub pool: String,
    /// Reserved \[B\].
    pub size: u64,
    /// Beyond the reserve.
    pub depth: Option<Depth>,
    /// Headroom for what is on its way when a pause is sent \[B\]; with it the profile is lossless.
    pub xoff: Option<u64>,
    /// Depth below which a paused class resumes \[B\].
    pub xon: Option<u64>,
    /// How far below its threshold a class resumes \[B\].
    pub xon_offset: Option<u64>,
    /// Headroom that the switch computes from cable and speed.
    pub has_dynamic_headroom: bool,
}

impl Pool {
    pub(super) fn read(row: &mut Row<'_>) -> Self {
        let is_ingress = row.choice("type", &[("ingress", true), ("egress", false), ("both", true)]);
        row.choice("mode", &[("dynamic", ()), ("static", ())]);
        Self { is_ingress: is_ingress.unwrap_or_default(), size: row.bytes("size"), xoff: row.bytes("xoff") }
    }
}

impl Profile {
    pub(super) fn read(row: &mut Row<'_>) -> Self {
        let dynamic = row.number("dynamic_th", ALPHA_LOG2.0, ALPHA_LOG2.1);
        let fixed = row.bytes("static_th");
        if let (Some(_), Some(bytes)) = (dynamic, fixed) {
            row.refuse("static_th", &bytes.to_string(), "is beside `dynamic_th`", "one of the two");
        }
        Self {
            pool: row.reference("pool").unwrap_or_default().to_owned(),
            size: row.bytes("size").unwrap_or_default(),
            depth: dynamic.map(|log2| Depth::Dynamic(log2 as i8)).or(fixed.map(Depth::Static)),
            xoff: row.bytes("xoff"),
            xon: row.bytes("xon"),
            xon_offset: row.bytes("xon_offset"),
            has_dynamic_headroom: row.choice("headroom_type", &[("dynamic", true), ("static", false)])
                == Some(true),
        }
    }

    /// Alpha in 1/[`ALPHA_ONE`], with a dynamic threshold.
    #[must_use]
    pub const fn alpha(&self) -> Option<u64> {
        match self.depth {
            Some(Depth::Dynamic(log2)) => Some(1 << (log2 as i64 - ALPHA_LOG2.0)),
            _ => None,
        }
    }

    /// Reserve and share of a pool of `size` bytes \[B\] when `alphas` is the sum of the alphas of all whose thresholds are reached.
    #[must_use]
    pub fn share(&self, size: u64, alphas: u64) -> u64 {
        let alpha = self.alpha().unwrap_or_default();
        (size.saturating_mul(alpha) / (ALPHA_ONE + alphas)).saturating_add(self.size)
    }

    /// Most bytes that one queue or priority group alone has of a pool of `size` bytes: with a dynamic threshold q <= alpha (B - q),
    /// which is alpha/(1 + alpha) of the pool.
    #[must_use]
    pub fn most(&self, size: u64) -> Option<u64> {
        Some(match self.depth? {
            Depth::Static(bytes) => bytes.min(size).saturating_add(self.size),
            Depth::Dynamic(_) => self.share(size, self.alpha()?),
        })
    }
}
