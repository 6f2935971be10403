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
    /// Which ports of a switch share one.
    pub split: Split,
}

/// Which ports of a switch share a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// All of them.
    Together,
    /// Blocks of so many, in port order.
    Blocks(u16),
    /// So many memories, the ports dealt to them in turn.
    InTurn(u16),
}

/// What one queue of a port has of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueShare {
    /// log2 of the share of the free memory it may take.
    pub alpha_log2: i8,
    /// Private reserve \[B\].
    pub reserve: u32,
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
                let (alpha, reserve) = (alpha_name(pool.alpha_log2), size(pool.reserve));
                let of = match pool.split {
                    Split::Together => "for all ports".to_owned(),
                    Split::Blocks(ports) => format!("for {ports} ports"),
                    Split::InTurn(mmus) => format!("in each of {mmus} memories, ports dealt in turn"),
                };
                format!("pool of {} {of}, alpha {alpha}, reserve {reserve}", size(pool.bytes))
            }
        }
    }
}

impl Pool {
    fn read(section: &Section<'_>, switch_ports: u16) -> Result<Self, Fault> {
        section.expect_keys(&["pool", "alpha", "reserve", "ports_per_pool", "mmus"])?;
        let size = section.need("pool", "a size, e.g. \"3 MB\"")?;
        let bytes = size.word(&BYTES, 64..=MAX_BYTES)?;
        let alpha_log2 = section.get("alpha").map_or(Ok(0), |entry| alpha(&entry))?;
        let read_reserve = |entry: Entry<'_>| entry.word(&BYTES, 0..=MAX_BYTES);
        let reserve = section.get("reserve").map_or(Ok(0), read_reserve)?;
        let split = Split::read(section, switch_ports)?;
        let sharing = split.sharing(u32::from(switch_ports));
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
        Ok(Self { bytes, alpha_log2, reserve, split })
    }
}

/// log2 of an alpha.
pub(super) fn alpha(entry: &Entry<'_>) -> Result<i8, Fault> {
    let place = entry.choice(&ALPHAS)?;
    Ok(FIRST_ALPHA + i8::try_from(place).unwrap_or_default())
}

/// An alpha as it is written.
pub(super) fn alpha_name(log2: i8) -> &'static str {
    let place = usize::try_from(log2 - FIRST_ALPHA).ok();
    place.and_then(|at| ALPHAS.get(at)).copied().unwrap_or_default()
}

impl Split {
    /// Ports of the fullest pool of a switch with so many.
    #[must_use]
    pub fn sharing(self, ports: u32) -> u32 {
        match self {
            Self::Together => ports,
            Self::Blocks(block) => ports.min(u32::from(block)),
            Self::InTurn(mmus) => ports.div_ceil(u32::from(mmus.max(1))),
        }
    }

    fn read(section: &Section<'_>, switch_ports: u16) -> Result<Self, Fault> {
        let ports = |entry: &Entry<'_>| {
            let number = entry.word(&COUNT, 1..=u32::from(switch_ports))?;
            Ok(u16::try_from(number).unwrap_or(switch_ports))
        };
        match (section.get("ports_per_pool"), section.get("mmus")) {
            (None, None) => Ok(Self::Together),
            (Some(entry), None) => ports(&entry).map(Self::Blocks),
            (None, Some(entry)) => ports(&entry).map(Self::InTurn),
            (Some(_), Some(entry)) => {
                Err(entry.fault("has no effect beside `ports_per_pool`", "one of the two"))
            }
        }
    }
}

impl QueueShare {
    /// Reads `alpha` and `reserve` of a section of queues: one value per queue, or one for all of them. Empty if
    /// neither is there.
    pub(super) fn read_list(
        section: &Section<'_>,
        buffer: &Buffer,
        queues: usize,
    ) -> Result<Vec<Self>, Fault> {
        let keys = ["alpha", "reserve"].map(|key| section.get(key));
        let [None, None] = &keys else {
            let Buffer::Pool(pool) = buffer else {
                let stray = keys.into_iter().flatten().next();
                let none = || section.missing("alpha", "");
                let problem = "has no effect without a shared pool";
                return Err(
                    stray.map_or_else(none, |entry| entry.fault(problem, "a section [topology.buffer]"))
                );
            };
            let [alphas, reserves] = keys;
            let alphas = each(alphas, queues, pool.alpha_log2, alpha)?;
            let even = pool.reserve / u32::try_from(queues.max(1)).unwrap_or(1);
            let size = |entry: &Entry<'_>| entry.word(&BYTES, 0..=pool.bytes);
            let reserves = each(reserves, queues, even, size)?;
            let share = |(alpha_log2, reserve)| Self { alpha_log2, reserve };
            return Ok(alphas.into_iter().zip(reserves).map(share).collect());
        };
        Ok(Vec::new())
    }
}

/// One value per queue: from a list of as many, or the same for all.
fn each<T: Copy>(
    entry: Option<Entry<'_>>,
    queues: usize,
    base: T,
    read: impl Fn(&Entry<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let Some(entry) = entry else { return Ok(vec![base; queues]) };
    match entry.items().as_slice() {
        [one] => Ok(vec![read(one)?; queues]),
        list if list.len() == queues => list.iter().map(read).collect(),
        list => {
            Err(entry.fault(format!("has {} values", list.len()), format!("one, or {queues}: one per queue")))
        }
    }
}
