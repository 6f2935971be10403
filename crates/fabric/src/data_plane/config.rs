//! Switch configuration: memory, queues of a port, scheduler, classes, lossless priorities.

use crate::topology::TopologyError;
use freeboard_aqm_api::{DepthUnit, NotEct};
use freeboard_device::mmu::{Alpha, ConfigError, ConfigField, MemoryLimit, MemoryProfile, ThresholdTest};
use freeboard_device::nic::NicError;
use freeboard_device::pfc::CLASSES;
use freeboard_device::scheduler::{AnyScheduler, Dwrr, Level, Ranked, SchedulerError, StrictPriority, Wfq};
use freeboard_units::Bytes;

/// Which ports of a switch share a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PortSplit {
    /// All of them.
    #[default]
    Together,
    /// Blocks of this many ports, in port order.
    Blocks(u16),
    /// This many memories, the ports dealt to them round robin.
    RoundRobin(u16),
}

/// The memory of a switch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BufferConfig {
    /// No limit.
    Unlimited,
    /// This many packets per port.
    PortPackets(u32),
    /// This many bytes per port.
    PortBytes(u32),
    /// Shared pools with dynamic thresholds.
    Shared {
        /// Memory of one MMU \[B\], reserves included.
        total: Bytes,
        /// Private reserve per port \[B\].
        reserve: Bytes,
        /// Share of the free pool.
        alpha: Alpha,
        /// The ports of each MMU.
        split: PortSplit,
        /// The threshold comparison.
        test: ThresholdTest,
    },
}

/// All switches of a network.
#[derive(Clone, Debug)]
pub struct SwitchConfig<Q> {
    /// The scheme, as a prototype; every switch gets its own state.
    pub scheme: Q,
    /// The memory.
    pub buffer: BufferConfig,
    /// What depths count in.
    pub unit: DepthUnit,
    /// What a signal does to a packet without ECN; `None` for what the scheme says itself.
    pub not_ect: Option<NotEct>,
    /// The queues of every port; `None` for one, first in first out.
    pub queues: Option<PortQueues>,
}

impl<Q> SwitchConfig<Q> {
    /// Depths in bytes, the scheme's own answer to packets without ECN, one queue per port.
    pub const fn new(scheme: Q, buffer: BufferConfig) -> Self {
        Self { scheme, buffer, unit: DepthUnit::BYTE, not_ect: None, queues: None }
    }
}

/// What a marking scheme looks at, and whose state it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AqmScope {
    /// Every queue for itself.
    #[default]
    Queue,
    /// The queues of a port together: one state, and the port's length as depth.
    Port,
    /// All queues of a pool together: one state, and the pool's occupancy as depth.
    Pool,
}

/// One queue of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueConfig {
    /// Its part of the link, in proportion to the others of its level.
    pub weight: u16,
    /// Its memory in a shared buffer; `None` for the buffer's alpha and an even part of the port's reserve.
    pub memory: Option<QueueMemory>,
}

/// What a queue has of a shared buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueMemory {
    /// Its private reserve \[B\].
    pub reserve: Bytes,
    /// Its share of the free pool.
    pub alpha: Alpha,
}

/// One level of [`Discipline::Ranked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// One queue by itself.
    One,
    /// This many queues, by DWRR.
    Dwrr(u16),
    /// This many queues, by WFQ.
    Wfq(u16),
}

/// Which queue of a port sends next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discipline {
    /// The first that has a packet.
    Strict,
    /// Deficit weighted round robin: a queue's quantum is its weight times the port's.
    Dwrr,
    /// Weighted fair queueing.
    Wfq,
    /// Levels in strict order.
    Ranked(Vec<Rank>),
}

/// What the lossless classes of a switch are given. Headroom is computed from each link and the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lossless {
    /// Which classes.
    pub classes: [bool; CLASSES],
    /// Private memory of a class at an ingress port \[B\].
    pub guaranteed: Bytes,
    /// Its share of the free ingress pool; beyond it the class is paused.
    pub alpha: Alpha,
    /// The rate of the links that `alpha` is for \[Mbit/s\]: one of twice that rate has twice the share, in whole doublings; a slower
    /// one has no less. `None`: all have the same.
    pub alpha_mbps: Option<u32>,
    /// How far it has to fall below its threshold before it resumes \[B\].
    pub xon_offset: Bytes,
    /// Headroom of a class at an ingress port \[B\]; `None` for what its link needs.
    pub headroom: Option<Bytes>,
    /// Largest frame on any link \[B\].
    pub frame_max: Bytes,
    /// Smallest frame of a lossless class \[B\]: small ones fill cells badly.
    pub frame_min: Bytes,
    /// Quanta of a pause frame.
    pub quanta: u16,
}

/// The queues of every switch port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortQueues {
    /// One entry per queue, in index order.
    pub queues: Vec<QueueConfig>,
    /// Who is served next.
    pub discipline: Discipline,
    /// What a queue of weight 1 may send per DWRR round \[B\].
    pub quantum: Bytes,
    /// The queue of each class.
    pub queue_of_class: [u8; CLASSES],
    /// What the marking scheme looks at.
    pub scope: AqmScope,
    /// Classes that are paused rather than dropped, if there are any.
    pub lossless: Option<Lossless>,
}

/// Queues that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueError {
    /// The scheduler's own refusal.
    Scheduler(SchedulerError),
    /// A class is sent to a queue that does not exist.
    UnknownQueue {
        /// The class.
        class: u8,
        /// Its queue.
        queue: u8,
    },
    /// The levels have another number of queues than the port.
    Levels {
        /// Queues of all levels.
        ranked: u32,
        /// Queues of the port.
        queues: u32,
    },
    /// A lossless class shares its queue with another class, which a pause would stop too.
    SharedQueue {
        /// The lossless class.
        class: u8,
        /// The other one.
        other: u8,
    },
    /// Lossless classes need a shared buffer: its ingress side is what pauses them.
    NoPool,
}

impl core::fmt::Display for QueueError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Scheduler(error) => write!(f, "{error}"),
            Self::UnknownQueue { class, queue } => {
                write!(f, "class {class} goes to queue {queue}, which is not there")
            }
            Self::Levels { ranked, queues } => {
                write!(f, "the levels have {ranked} queues, the port has {queues}")
            }
            Self::SharedQueue { class, other } => {
                write!(f, "lossless class {class} shares its queue with class {other}")
            }
            Self::NoPool => write!(f, "lossless classes need a shared buffer"),
        }
    }
}

impl core::error::Error for QueueError {}

impl PortQueues {
    /// Queues of these weights under `discipline`: class i goes to queue i, classes beyond the last queue to
    /// that one. Quanta are those of a full Ethernet packet per weight.
    #[must_use]
    pub fn new(weights: &[u16], discipline: Discipline) -> Self {
        let last = weights.len().saturating_sub(1).min(CLASSES - 1) as u8;
        let mut queue_of_class = [0; CLASSES];
        for (class, queue) in (0u8..).zip(&mut queue_of_class) {
            *queue = class.min(last);
        }
        Self {
            queues: weights.iter().map(|&weight| QueueConfig { weight, memory: None }).collect(),
            discipline,
            quantum: Bytes(1500),
            queue_of_class,
            scope: AqmScope::default(),
            lossless: None,
        }
    }

    /// The lossless classes.
    pub(crate) fn lossless_classes(&self) -> impl Iterator<Item = u8> + '_ {
        let is = |class: &u8| self.lossless.is_some_and(|lossless| lossless.classes[usize::from(*class)]);
        (0..CLASSES as u8).filter(is)
    }

    /// Everything that can be wrong without looking at the network.
    pub(crate) fn check(&self) -> Result<(), QueueError> {
        for (class, &queue) in (0u8..).zip(&self.queue_of_class) {
            if usize::from(queue) >= self.queues.len() {
                return Err(QueueError::UnknownQueue { class, queue });
            }
        }
        for class in self.lossless_classes() {
            let own = self.queue_of_class[usize::from(class)];
            let shares = |other: &u8| *other != class && self.queue_of_class[usize::from(*other)] == own;
            if let Some(other) = (0..CLASSES as u8).find(shares) {
                return Err(QueueError::SharedQueue { class, other });
            }
        }
        self.scheduler().map(|_| ())
    }

    /// A fresh scheduler.
    ///
    /// # Errors
    /// Weights, quanta or levels that the discipline does not take.
    pub fn scheduler(&self) -> Result<AnyScheduler, QueueError> {
        let weights: Vec<u16> = self.queues.iter().map(|queue| queue.weight).collect();
        let quanta: Vec<Bytes> = weights.iter().map(|&weight| self.quantum_of(weight)).collect();
        let scheduler = match &self.discipline {
            Discipline::Strict => Ok(AnyScheduler::Strict(StrictPriority)),
            Discipline::Dwrr => Dwrr::new(&quanta).map(AnyScheduler::Dwrr),
            Discipline::Wfq => Wfq::new(&weights).map(AnyScheduler::Wfq),
            Discipline::Ranked(ranks) => return ranked(ranks, &weights, &quanta),
        };
        scheduler.map_err(QueueError::Scheduler)
    }

    fn quantum_of(&self, weight: u16) -> Bytes {
        Bytes(self.quantum.0.saturating_mul(u32::from(weight)))
    }
}

fn ranked(ranks: &[Rank], weights: &[u16], quanta: &[Bytes]) -> Result<AnyScheduler, QueueError> {
    let width = |rank: &Rank| match rank {
        Rank::One => 1,
        Rank::Dwrr(queues) | Rank::Wfq(queues) => usize::from(*queues),
    };
    let total: usize = ranks.iter().map(width).sum();
    if total != weights.len() {
        return Err(QueueError::Levels { ranked: total as u32, queues: weights.len() as u32 });
    }
    let mut first = 0;
    let mut level = |rank: &Rank| {
        let range = first..first + width(rank);
        first = range.end;
        match rank {
            Rank::One => Ok(Level::One),
            Rank::Dwrr(_) => Level::dwrr(&quanta[range]),
            Rank::Wfq(_) => Level::wfq(&weights[range]),
        }
    };
    let levels = ranks.iter().map(&mut level).collect::<Result<_, _>>().map_err(QueueError::Scheduler)?;
    Ranked::new(levels).map(AnyScheduler::Ranked).map_err(QueueError::Scheduler)
}

impl BufferConfig {
    /// Memories like a chip's, `ports` ports on each, which share out what the chip reserves. The switch's
    /// depth unit has to be [`MemoryProfile::unit`].
    ///
    /// # Errors
    /// The chip does not offer this alpha.
    pub fn of_profile(profile: &MemoryProfile, alpha: Alpha, ports: u16) -> Result<Self, ConfigError> {
        let [min, max] =
            [MemoryLimit::AlphaMin, MemoryLimit::AlphaMax].map(|id| i64::from(profile.value(id)));
        let value = i64::from(alpha.log2());
        if value < min || value > max {
            return Err(ConfigError { field: ConfigField::AlphaLog2, value, min, max });
        }
        let reserve = Bytes(count(profile, MemoryLimit::Reserved) / u32::from(ports.max(1)));
        let split = PortSplit::Blocks(ports);
        Ok(Self::Shared { total: profile.total(), reserve, alpha, split, test: ThresholdTest::Before })
    }
}

impl Lossless {
    /// These classes under a chip's settings.
    ///
    /// # Errors
    /// The profile's alpha is none.
    pub fn of_profile(profile: &MemoryProfile, classes: [bool; CLASSES]) -> Result<Self, ConfigError> {
        Ok(Self {
            classes,
            guaranteed: Bytes(count(profile, MemoryLimit::Guaranteed)),
            alpha: Alpha::from_log2(profile.value(MemoryLimit::LosslessAlpha) as i8)?,
            alpha_mbps: None,
            xon_offset: Bytes(count(profile, MemoryLimit::XonOffset)),
            headroom: None,
            frame_max: Bytes(count(profile, MemoryLimit::FrameMax)),
            frame_min: Bytes(count(profile, MemoryLimit::FrameMin)),
            quanta: u16::MAX,
        })
    }
}

fn count(profile: &MemoryProfile, limit: MemoryLimit) -> u32 {
    u32::try_from(profile.value(limit)).unwrap_or(0)
}

/// What a data plane is asked to be and cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The topology.
    Topology(TopologyError),
    /// The switches' memory.
    Buffer(ConfigError),
    /// The queues of the switches' ports.
    Queues(QueueError),
    /// The NICs of RDMA-like hosts.
    Nic(NicError),
}

impl core::fmt::Display for SetupError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Topology(error) => write!(f, "topology: {error}"),
            Self::Buffer(error) => write!(f, "switch memory: {error}"),
            Self::Queues(error) => write!(f, "queues: {error}"),
            Self::Nic(error) => write!(f, "NIC: {error}"),
        }
    }
}

impl core::error::Error for SetupError {}
