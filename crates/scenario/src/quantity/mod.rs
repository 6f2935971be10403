//! Values with units: text to exact integers and back.
//!
//! `"10 Gbps"`, `"80 us"`, `"250 KB"` (decimal), `"250 KiB"`, `"182 packets"`, `"50 %"`, `0.5`. Every value
//! becomes an integer in the base unit of its [`Kind`] by integer arithmetic; a value finer than the base
//! unit is refused unless the kind says that it rounds.

mod kind;
mod parse;
mod print;

pub use kind::{
    BYTES, COUNT, FRACTION_PPB, FRACTION_PPM, FULL_PACKET_BYTES, Kind, LINE_FRACTION, LOG2, NANOS, PACKETS,
    PICOS, Q16, RATE, RATE_ERROR, SWITCH, UnitName, kind_of,
};
pub use parse::{QuantityError, parse};
pub use print::print;
