//! A shared memory in a scenario: its size, who shares it, what each may take.

use super::Buffer;
use super::buffer::MAX_BYTES;
use crate::document::{Entry, Fault, Section};
use crate::quantity::{BYTES, COUNT, print};
use freeboard_hw_model::mmu::{MemoryLimit, MemoryProfile, profiles};

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
    /// Bytes of a cell; 1 for memory without cells.
    pub cell: u16,
    /// The chip it is like, by its place among the profiles.
    profile: Option<usize>,
}

/// Which ports of a switch share a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// All of them.
    Together,
    /// Blocks of this many ports, in port order.
    Blocks(u16),
    /// This many memories, the ports dealt to them round robin.
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

impl Pool {
    pub(super) fn read(section: &Section<'_>, switch_ports: u16) -> Result<Self, Fault> {
        section.expect_keys(&["pool", "profile", "alpha", "reserve", "ports_per_pool", "mmus"])?;
        if let Some(entry) = section.get("profile") {
            return Self::of_profile(section, &entry, switch_ports);
        }
        let size = section.need("pool", "a size, e.g. \"3 MB\", or a `profile`")?;
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
        Ok(Self { bytes, alpha_log2, reserve, split, cell: 1, profile: None })
    }

    /// A memory like a chip's; its ports share out what the chip reserves.
    fn of_profile(section: &Section<'_>, entry: &Entry<'_>, switch_ports: u16) -> Result<Self, Fault> {
        let chips = profiles::all();
        let names: Vec<&str> = chips.iter().map(|chip| chip.name).collect();
        let at = entry.choice(&names)?;
        let chip = &chips[at];
        if let Some(stray) = ["pool", "reserve"].iter().find_map(|key| section.get(key)) {
            return Err(stray.fault("has no effect beside `profile`, which says it", "one of the two"));
        }
        let alpha_log2 = match section.get("alpha") {
            Some(entry) => {
                let log2 = alpha(&entry)?;
                let [least, most] =
                    [MemoryLimit::AlphaMin, MemoryLimit::AlphaMax].map(|id| chip.value(id) as i8);
                if log2 < least || log2 > most {
                    let legal = format!("{} to {}", alpha_name(least), alpha_name(most));
                    return Err(entry.fault(format!("is not offered by {}", chip.name), legal));
                }
                log2
            }
            None => 0,
        };
        let split = match Split::read(section, switch_ports)? {
            Split::Together => Split::Blocks(chip.ports_per_memory().max(1)),
            split => split,
        };
        let reserved = u32::try_from(chip.value(MemoryLimit::Reserved)).unwrap_or(0);
        let sharing = split.sharing(u32::from(switch_ports)).max(u32::from(chip.ports_per_memory()));
        let cell = u16::try_from(chip.unit().bytes()).unwrap_or(1);
        let reserve = reserved / sharing.max(1);
        Ok(Self { bytes: chip.total().0, alpha_log2, reserve, split, cell, profile: Some(at) })
    }

    /// The chip it is like.
    #[must_use]
    pub fn chip(&self) -> Option<MemoryProfile> {
        self.profile.and_then(|at| profiles::all().into_iter().nth(at))
    }

    /// As it would be written.
    pub(super) fn describe(&self) -> String {
        let size = |bytes: u32| print(i128::from(bytes), &BYTES);
        let (alpha, reserve) = (alpha_name(self.alpha_log2), size(self.reserve));
        let of = match self.split {
            Split::Together => "for all ports".to_owned(),
            Split::Blocks(ports) => format!("for {ports} ports"),
            Split::InTurn(mmus) => format!("in each of {mmus} memories, ports dealt in turn"),
        };
        let like =
            self.chip().map_or_else(String::new, |chip| format!("{}, cells of {} B: ", chip.name, self.cell));
        format!("{like}pool of {} {of}, alpha {alpha}, reserve {reserve}", size(self.bytes))
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
    /// Ports of the fullest pool of a switch with `ports` ports.
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
