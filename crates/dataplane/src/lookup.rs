//! A stateless table: constant entries over condition bits choose action data.

use crate::{Data, Key, RegisterScope};

/// A stateless keyed table that yields one word of action data.
pub trait Lookup: Sized + 'static {
    /// Name in reports.
    const NAME: &'static str;
    /// Owner of the data: a port and a queue are part of the key.
    const SCOPE: RegisterScope = RegisterScope::Pipe;
    /// Shape of the key.
    type Key<C: Copy>: Key<C>;
    /// The action data of all entries.
    type Data: AsRef<[Data]> + Copy;
    /// Significant bits of the result, 1 ..= 32.
    const OUT_BITS: u32;
    /// Which datum key value `0b00 ..= 0b11` selects (bit `i` is key bit `i`).
    const SELECT: [u8; 4];
}
