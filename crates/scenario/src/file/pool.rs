//! A shared memory in a scenario: its size, who shares it, what each may take.

use crate::document::{Choice, Entry, Fault, Form, Key, Keyed, Section, bytes, count, keys, read};
use crate::quantity::{BYTES, print};
use freeboard_device::mmu::{MemoryLimit, MemoryProfile, ThresholdTest, profiles};

/// Largest buffer: 32-bit byte counts, one bit kept free for sums.
pub(super) const MAX_BYTES: u32 = 1 << 31;

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
    /// What the dynamic threshold is compared with.
    pub test: ThresholdTest,
    /// Bytes of a cell; 1 for memory without cells.
    pub cell: u16,
    /// The chip it is like, by its place among the profiles.
    profile: Option<usize>,
}

/// Which ports of a switch share a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// All of them.
    #[default]
    Together,
    /// Blocks of this many ports, in port order.
    Blocks(u16),
    /// This many memories, the ports dealt to them round robin.
    RoundRobin(u16),
}

/// What one queue of a port has of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueShare {
    /// log2 of the share of the free memory it may take.
    pub alpha_log2: i8,
    /// Private reserve \[B\].
    pub reserve: u32,
}

/// Legal alphas: powers of two of the chips' range (SONiC `dynamic_th` -7 ..= 3), by their log2.
pub(super) const ALPHA: Choice<i8> = Choice(&[
    ("1/128", -7),
    ("1/64", -6),
    ("1/32", -5),
    ("1/16", -4),
    ("1/8", -3),
    ("1/4", -2),
    ("1/2", -1),
    ("1", 0),
    ("2", 1),
    ("4", 2),
    ("8", 3),
]);

const TEST: Choice<ThresholdTest> =
    Choice(&[("before", ThresholdTest::Before), ("including", ThresholdTest::Including)]);

impl Default for Pool {
    fn default() -> Self {
        Self {
            bytes: 0,
            alpha_log2: 0,
            reserve: 0,
            split: Split::Together,
            test: ThresholdTest::Before,
            cell: 1,
            profile: None,
        }
    }
}

impl Keyed for Pool {
    const KEYS: &'static [Key<Self>] = keys! {
        "profile" (profile) Chip,
            "a [chip](hardware-model.md): its memory, cells, ports per memory and lossless settings, instead of `pool` and \
             `reserve`; depths, thresholds too, then count in its cells";
        "pool" (bytes) bytes(64, MAX_BYTES as u64), "size of the memory, reserves included; larger than their sum",
            default "needed without `profile`";
        "alpha" (alpha_log2) ALPHA, "share of the free memory a queue may take";
        "reserve" (reserve) bytes(0, MAX_BYTES as u64), "private memory of a port";
        "test" (test) TEST,
            "what is compared with the dynamic threshold: the queue's length before the packet, or with it";
        "ports_per_pool" (split) Shared::Blocks, "blocks of ports, in port order, that share a memory", default "all ports";
        "mmus" (split) Shared::RoundRobin, "number of memories, to which ports are assigned round robin, instead of `ports_per_pool`",
            default "1";
    };
}

impl Pool {
    pub(super) fn read(section: &Section<'_>, switch_ports: u16) -> Result<Self, Fault> {
        let mut pool: Self = read(section, &[])?;
        let blocks = ["ports_per_pool", "mmus"].map(|key| section.get(key));
        if let [Some(_), Some(entry)] = &blocks {
            return Err(entry.fault("has no effect beside `ports_per_pool`", "one of the two"));
        }
        for entry in blocks.iter().flatten() {
            Form::<u16>::read(&count(1, u64::from(switch_ports)), entry)?;
        }
        if let Some(chip) = pool.chip() {
            return pool.like(&chip, section, switch_ports);
        }
        let size = section.need("pool", "a size, e.g. \"3 MB\", or a `profile`")?;
        let sharing = pool.split.sharing(u32::from(switch_ports));
        let reserved = u64::from(pool.reserve) * u64::from(sharing);
        if u64::from(pool.bytes) <= reserved {
            let problem = format!(
                "is no larger than the reserves in it: {sharing} ports x {} = {}",
                print(i128::from(pool.reserve), &BYTES),
                print(i128::from(reserved), &BYTES),
            );
            let legal = format!("more than {}", print(i128::from(reserved), &BYTES));
            return Err(size.fault(problem, legal));
        }
        pool.cell = 1;
        Ok(pool)
    }

    /// A memory like a chip's; its ports share out what the chip reserves.
    fn like(mut self, chip: &MemoryProfile, section: &Section<'_>, switch_ports: u16) -> Result<Self, Fault> {
        if let Some(stray) = ["pool", "reserve"].iter().find_map(|key| section.get(key)) {
            return Err(stray.fault("has no effect beside `profile`, which says it", "one of the two"));
        }
        let [least, most] = [MemoryLimit::AlphaMin, MemoryLimit::AlphaMax].map(|id| chip.value(id) as i8);
        if let (Some(entry), false) = (section.get("alpha"), (least..=most).contains(&self.alpha_log2)) {
            let name = |log2: i8| ALPHA.text(&log2).unwrap_or_default();
            let legal = format!("{} to {}", name(least), name(most));
            return Err(entry.fault(format!("is not offered by {}", chip.name), legal));
        }
        if self.split == Split::Together {
            self.split = Split::Blocks(chip.ports_per_memory().max(1));
        }
        let reserved = u32::try_from(chip.value(MemoryLimit::Reserved)).unwrap_or(0);
        let sharing = self.split.sharing(u32::from(switch_ports)).max(u32::from(chip.ports_per_memory()));
        self.cell = u16::try_from(chip.unit().bytes()).unwrap_or(1);
        self.reserve = reserved / sharing.max(1);
        self.bytes = chip.total().0;
        Ok(self)
    }

    /// The chip it is like.
    #[must_use]
    pub fn chip(&self) -> Option<MemoryProfile> {
        self.profile.and_then(|at| profiles::all().into_iter().nth(at))
    }
}

impl Split {
    /// Ports of the fullest pool of a switch with `ports` ports.
    #[must_use]
    pub fn sharing(self, ports: u32) -> u32 {
        match self {
            Self::Together => ports,
            Self::Blocks(block) => ports.min(u32::from(block)),
            Self::RoundRobin(mmus) => ports.div_ceil(u32::from(mmus.max(1))),
        }
    }
}

/// A chip by its name.
struct Chip;

impl Form<Option<usize>> for Chip {
    fn read(&self, entry: &Entry<'_>) -> Result<Option<usize>, Fault> {
        let chips = profiles::all();
        entry.choice(&chips.iter().map(|chip| chip.name).collect::<Vec<_>>()).map(Some)
    }

    fn text(&self, value: &Option<usize>) -> Option<String> {
        value.map(|at| profiles::all()[at].name.to_owned())
    }

    fn values(&self) -> String {
        profiles::all().iter().map(|chip| format!("`{}`", chip.name)).collect::<Vec<_>>().join(", ")
    }
}

/// The two ways to share a switch's memory out.
enum Shared {
    Blocks,
    RoundRobin,
}

impl Form<Split> for Shared {
    fn read(&self, entry: &Entry<'_>) -> Result<Split, Fault> {
        let number = count(1, u64::from(u16::MAX)).read(entry)?;
        Ok(match self {
            Self::Blocks => Split::Blocks(number),
            Self::RoundRobin => Split::RoundRobin(number),
        })
    }

    fn text(&self, value: &Split) -> Option<String> {
        match (self, value) {
            (Self::Blocks, Split::Blocks(number)) | (Self::RoundRobin, Split::RoundRobin(number)) => {
                Some(number.to_string())
            }
            _ => None,
        }
    }

    fn values(&self) -> String {
        "1 to the ports of the largest switch".to_owned()
    }
}
