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
        let Self { field, value, min, max } = self;
        let unit = if field.is_memory() { ", in cells or bytes of the layout," } else { "" };
        write!(f, "{}{unit} is {value}, legal is {min} to {max}", field.name())?;
        self.field.write_remedy(f)
    }
}

impl ConfigError {
    /// Returns the sentence on a layout with cells of `cell_bytes` \[B\], 1 without cells.
    #[must_use]
    pub const fn counted_in(self, cell_bytes: u32) -> Counted {
        Counted { error: self, cell_bytes }
    }
}

/// A refusal with the unit of its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    error: ConfigError,
    cell_bytes: u32,
}

impl core::fmt::Display for Counted {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { error: ConfigError { field, value, min, max }, cell_bytes } = self;
        if !field.is_memory() {
            return self.error.fmt(f);
        }
        write!(f, "{} is {value} ", field.name())?;
        match cell_bytes {
            0 | 1 => f.write_str("B")?,
            bytes => write!(f, "cells of {bytes} B")?,
        }
        write!(f, ", legal is {min} to {max}")?;
        field.write_remedy(f)
    }
}

impl ConfigField {
    /// It is counted in the layout's unit.
    const fn is_memory(self) -> bool {
        matches!(self, Self::Total | Self::Reserves | Self::Guaranteed | Self::Headroom | Self::IngressTotal)
    }

    fn write_remedy(self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let remedy = self.remedy();
        if remedy.is_empty() { Ok(()) } else { write!(f, "; {remedy}") }
    }

    /// Name, with the unit where that is not the layout's.
    const fn name(self) -> &'static str {
        match self {
            Self::AlphaLog2 => "log2 of alpha",
            Self::Total => "the memory",
            Self::Reserves => "the sum of the queues' reserves",
            Self::Queues => "the number of queues",
            Self::Groups => "the number of ingress groups",
            Self::Guaranteed => "the sum of the ingress groups' guarantees",
            Self::Headroom => "the headroom of all lossless groups",
            Self::IngressTotal => "the ingress side's memory",
            Self::LinkMbps => "the link's speed in Mbit/s",
            Self::CableMetres => "the cable's length in m",
            Self::FrameMax => "the largest frame in bytes",
            Self::FrameMin => "the smallest lossless frame in bytes",
            Self::PauseQuanta => "the quanta of a pause frame",
        }
    }

    /// Change that makes room, where it is not the value itself.
    const fn remedy(self) -> &'static str {
        match self {
            Self::Headroom => {
                "fewer ports or lossless classes per pool, a larger pool, shorter links or smaller frames need less"
            }
            Self::Reserves | Self::Guaranteed => "fewer queues or classes, less for each, or a larger pool",
            _ => "",
        }
    }
}

impl core::error::Error for ConfigError {}
