//! Refusals of layouts and links.

/// Which entry of a layout is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigField {
    /// The exponent of an alpha.
    AlphaLog2,
    /// The memory, in the layout's unit.
    Total,
    /// The sum of the reserves, in the layout's unit.
    Reserves,
    /// The number of queues.
    Queues,
    /// The number of ingress groups.
    Groups,
    /// The sum of the ingress groups' guarantees, in the layout's unit.
    Guaranteed,
    /// The sum of the lossless groups' headroom, in the layout's unit.
    Headroom,
    /// The ingress side's memory beside the egress side's pool, in the layout's unit.
    IngressTotal,
    /// A link's speed \[Mb/s\].
    LinkMbps,
    /// A link's cable \[m\].
    CableMetres,
    /// A link's largest frame \[B\].
    FrameMax,
    /// The smallest frame of a link's lossless class \[B\].
    FrameMin,
    /// The quanta of a pause frame.
    PauseQuanta,
}

/// A layout that was refused; `min ..= max` would have been accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// Which entry.
    pub field: ConfigField,
    /// Its value.
    pub value: i64,
    /// Smallest legal value.
    pub min: i64,
    /// Largest legal value.
    pub max: i64,
}

impl ConfigError {
    /// Refuses `value` outside `min ..= max`.
    pub(crate) fn unless_within(field: ConfigField, value: i64, min: i64, max: i64) -> Result<(), Self> {
        if value < min || value > max { Err(Self { field, value, min, max }) } else { Ok(()) }
    }
}

impl core::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:?} is {}, legal is {} to {}", self.field, self.value, self.min, self.max)
    }
}

impl core::error::Error for ConfigError {}
