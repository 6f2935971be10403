//! Addresses of hosts, and the port of their receivers.

use std::net::Ipv4Addr;

/// Port of the receivers, for connections and for datagrams.
pub(crate) const PORT: u16 = 5000;
/// Port of a host's first flow; the next ones follow.
pub const FIRST_PORT: u16 = 10_000;
/// Bytes of an IPv4 and a TCP header without options.
pub(crate) const HEADERS: u32 = 40;
/// Bytes of a read or write, chosen by us: a call's own cost is small then.
pub(crate) const CHUNK: usize = 64 << 10;

/// Address of a host by its index: 10.77.0.1 for 0, which a scenario calls host 1.
#[must_use]
pub fn address(host: u32) -> Ipv4Addr {
    Ipv4Addr::new(10, 77, (host / 200) as u8, (host % 200 + 1) as u8)
}
