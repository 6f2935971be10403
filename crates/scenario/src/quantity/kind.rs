//! Units of scenario values.

use freeboard_params::Unit;

/// Bytes of one packet where a size is given in packets: a full Ethernet payload, the unit of ECN# §5.4.
pub const FULL_PACKET_BYTES: u32 = 1500;

/// One way to write a value: `value = number * times / over` base units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitName {
    /// As it is written.
    pub name: &'static str,
    /// Numerator of the scale.
    pub times: i128,
    /// Denominator of the scale.
    pub over: i128,
}

const fn unit(name: &'static str, times: i128) -> UnitName {
    UnitName { name, times, over: 1 }
}

const fn per_cent(of_one: i128) -> UnitName {
    UnitName { name: "%", times: of_one, over: 100 }
}

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it is, in error texts.
    pub name: &'static str,
    /// Units it may be written in; the first is the base unit. An empty name is a plain number.
    pub units: &'static [UnitName],
    /// A value between two base units rounds to the nearest instead of being refused.
    pub rounds: bool,
}

/// Simulated time, base 1 ps.
pub const PICOS: Kind = Kind {
    name: "a time",
    units: &[
        unit("ps", 1),
        unit("ns", 1_000),
        unit("us", 1_000_000),
        unit("ms", 1_000_000_000),
        unit("s", 1_000_000_000_000),
    ],
    rounds: false,
};

/// How much faster or slower one clock runs than another, base 10^-9: a nanosecond a second.
pub const RATE_ERROR: Kind =
    Kind { name: "a rate error", units: &[unit("ppb", 1), unit("ppm", 1_000)], rounds: false };

/// Time as algorithms count it, base 1 ns.
pub const NANOS: Kind = Kind {
    name: "a time",
    units: &[unit("ns", 1), unit("us", 1_000), unit("ms", 1_000_000), unit("s", 1_000_000_000)],
    rounds: false,
};

/// A size, base 1 byte; `KB` is 1000 bytes, `KiB` 1024, a packet [`FULL_PACKET_BYTES`].
pub const BYTES: Kind = Kind {
    name: "a size",
    units: &[
        unit("B", 1),
        unit("KB", 1_000),
        unit("MB", 1_000_000),
        unit("GB", 1_000_000_000),
        unit("KiB", 1 << 10),
        unit("MiB", 1 << 20),
        unit("GiB", 1 << 30),
        unit("packets", FULL_PACKET_BYTES as i128),
        unit("packet", FULL_PACKET_BYTES as i128),
    ],
    rounds: false,
};

/// A link rate, base 1 bit/s.
pub const RATE: Kind = Kind {
    name: "a rate",
    units: &[
        unit("bps", 1),
        unit("Kbps", 1_000),
        unit("Mbps", 1_000_000),
        unit("Gbps", 1_000_000_000),
        unit("Tbps", 1_000_000_000_000),
    ],
    rounds: false,
};

/// A fraction in parts per million.
pub const FRACTION_PPM: Kind =
    Kind { name: "a fraction", units: &[unit("", 1_000_000), per_cent(1_000_000)], rounds: false };

/// A fraction in parts per billion.
pub const FRACTION_PPB: Kind =
    Kind { name: "a fraction", units: &[unit("", 1_000_000_000), per_cent(1_000_000_000)], rounds: false };

/// A fraction in 1/65536, rounded to the nearest.
pub const Q16: Kind =
    Kind { name: "a fraction", units: &[unit("", 1 << 16), per_cent(1 << 16)], rounds: true };

/// A fraction of line rate in 1/2^20, rounded to the nearest.
pub const LINE_FRACTION: Kind =
    Kind { name: "a fraction of line rate", units: &[unit("", 1 << 20), per_cent(1 << 20)], rounds: true };

/// A number of packets or segments.
pub const PACKETS: Kind = Kind {
    name: "a number of packets",
    units: &[unit("packets", 1), unit("packet", 1), unit("segments", 1), unit("", 1)],
    rounds: false,
};

/// A plain number.
pub const COUNT: Kind = Kind { name: "a number", units: &[unit("", 1)], rounds: false };

/// A base-2 exponent.
pub const LOG2: Kind = Kind { name: "a base-2 exponent", units: &[unit("", 1)], rounds: false };

/// 0 or 1.
pub const SWITCH: Kind = Kind { name: "0 or 1", units: &[unit("", 1)], rounds: false };

/// The kind of an algorithm's field. Choices are named, not counted: they read as plain numbers here.
#[must_use]
pub const fn kind_of(unit: Unit) -> Kind {
    match unit {
        Unit::Nanos => NANOS,
        Unit::Bytes => BYTES,
        Unit::Packets => PACKETS,
        Unit::Count | Unit::Choice => COUNT,
        Unit::Log2 => LOG2,
        Unit::FractionQ16 => Q16,
        Unit::LineFraction => LINE_FRACTION,
        Unit::Switch => SWITCH,
    }
}
