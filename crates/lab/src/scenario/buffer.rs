//! The memory of a switch in a scenario.

use crate::document::{Entry, Fault, Section};
use crate::quantity::{BYTES, COUNT, PACKETS, print};

/// The memory of every switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// Packets per port.
    Packets(u32),
    /// Bytes per port.
    Bytes(u32),
    /// Shared pools with dynamic thresholds.
    Pool(Pool),
}

/// A shared pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Memory, reserves included \[B\].
    pub bytes: u32,
    /// log2 of the share of the free memory a queue may take.
    pub alpha_log2: i8,
    /// Private reserve per port \[B\].
    pub reserve: u32,
    /// Ports per pool; 0 for all ports of a switch.
    pub ports: u16,
}

/// Legal alphas: powers of two of the chips' range (SONiC `dynamic_th` -7 ..= 3).
const ALPHAS: [&str; 11] = ["1/128", "1/64", "1/32", "1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8"];
/// log2 of the first.
const FIRST_ALPHA: i8 = -7;

/// Largest buffer: 32-bit byte counts, one bit kept free for sums.
const MAX_BYTES: u32 = 1 << 31;
/// What a buffer may look like.
pub(super) const LEGAL: &str = "\"250 packets\", \"375 KB\", or a section with pool, alpha, reserve";

impl Buffer {
    /// Reads `buffer`; `ports` is the largest number of ports one switch has.
    pub(super) fn read(section: &Section<'_>, ports: u16) -> Result<Self, Fault> {
        let entry = section.need("buffer", LEGAL)?;
        if let Ok(Some(pool)) = section.section("buffer") {
            return Ok(Self::Pool(Pool::read(&pool, ports)?));
        }
        Self::per_port(&entry)
    }

    /// A buffer per port, in packets or bytes.
    pub(crate) fn per_port(entry: &Entry<'_>) -> Result<Self, Fault> {
        let in_packets = entry.string().is_ok_and(|text| text.ends_with("packets"));
        if in_packets {
            Ok(Self::Packets(entry.word(&PACKETS, 1..=MAX_BYTES / 64)?))
        } else {
            Ok(Self::Bytes(entry.word(&BYTES, 64..=MAX_BYTES)?))
        }
    }

    /// As it would be written.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Packets(packets) => format!("{packets} packets per port"),
            Self::Bytes(bytes) => format!("{} per port", print(i128::from(*bytes), &BYTES)),
            Self::Pool(pool) => {
                let size = |bytes: u32| print(i128::from(bytes), &BYTES);
                let alpha = usize::try_from(pool.alpha_log2 - FIRST_ALPHA).ok().and_then(|at| ALPHAS.get(at));
                let ports = if pool.ports == 0 { "all".to_owned() } else { pool.ports.to_string() };
                let alpha = alpha.copied().unwrap_or_default();
                format!(
                    "pool of {} for {ports} ports, alpha {alpha}, reserve {}",
                    size(pool.bytes),
                    size(pool.reserve)
                )
            }
        }
    }
}

impl Pool {
    fn read(section: &Section<'_>, switch_ports: u16) -> Result<Self, Fault> {
        section.expect_keys(&["pool", "alpha", "reserve", "ports_per_pool"])?;
        let size = section.need("pool", "a size, e.g. \"3 MB\"")?;
        let bytes = size.word(&BYTES, 64..=MAX_BYTES)?;
        let alpha = match section.get("alpha") {
            Some(entry) => entry.choice(&ALPHAS)?,
            None => ALPHAS.iter().position(|a| *a == "1").unwrap_or_default(),
        };
        let read_reserve = |entry: Entry<'_>| entry.word(&BYTES, 0..=MAX_BYTES);
        let reserve = section.get("reserve").map_or(Ok(0), read_reserve)?;
        let read_ports = |entry: Entry<'_>| entry.word(&COUNT, 1..=u32::from(switch_ports));
        let ports = section.get("ports_per_pool").map_or(Ok(0), read_ports)?;
        let ports = u16::try_from(ports).unwrap_or(switch_ports);
        let sharing = u32::from(if ports == 0 { switch_ports } else { ports });
        let reserved = u64::from(reserve) * u64::from(sharing);
        if u64::from(bytes) <= reserved {
            let problem = format!(
                "is no larger than the reserves in it: {sharing} ports x {} = {}",
                print(i128::from(reserve), &BYTES),
                print(i128::from(reserved), &BYTES),
            );
            let legal = format!("more than {}", print(i128::from(reserved), &BYTES));
            return Err(size.fault(problem, legal));
        }
        let alpha_log2 = FIRST_ALPHA + i8::try_from(alpha).unwrap_or_default();
        Ok(Self { bytes, alpha_log2, reserve, ports })
    }
}
