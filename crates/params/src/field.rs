//! Parameter descriptors: unit, legal range, and, for hosts only, name and text.

/// Index of a field in its algorithm's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FieldId(pub u16);

/// The unit a field's `u32` counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Unit {
    /// Nanoseconds.
    Nanos,
    /// Bytes.
    Bytes,
    /// Packets or segments.
    Packets,
    /// A plain number.
    Count,
    /// A base-2 exponent.
    Log2,
    /// A fraction in Q16: 65536 is 1.
    FractionQ16,
    /// A fraction of line rate in Q20: 2^20 is line rate.
    LineFraction,
    /// 0 or 1.
    Switch,
    /// One of the named choices of [`FieldDoc::choices`], by index.
    Choice,
}

/// One parameter: unit, inclusive legal range, default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Unit of all three numbers below.
    pub unit: Unit,
    /// Smallest legal value.
    pub min: u32,
    /// Largest legal value.
    pub max: u32,
    /// Value when nothing is said.
    pub default: u32,
}

/// What of the place an algorithm runs in decides a parameter, unless its user does; host code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Nothing: the same value suits everywhere.
    Nothing,
    /// The rate of the host's link \[Mbit/s\].
    LineMbps,
    /// The same, of the hosts that send: a switch's own ports do not contradict it.
    SenderMbps,
    /// The base round-trip time, or little more.
    BaseRtt,
    /// More than the longest base one-way delay, by the headroom of a NIC's clock.
    OneWayDelay,
    /// Twice the base round-trip time at most above it: a delay to aim at that leaves room for a queue.
    TargetRtt,
    /// Bytes of a base round-trip time at the rate of the link, or little more.
    Bdp,
    /// At least twice as many segments as in a base round-trip time at the rate of the link.
    WindowMax,
    /// A marking threshold in bytes: lambda x C x RTT.
    QueueBytes,
    /// A threshold above [`Follows::QueueBytes`], 1.15 C RTT: where two thresholds enclose a range.
    UpperQueueBytes,
    /// A marking threshold in time: the largest base round-trip time.
    QueueTime,
    /// As long as [`Follows::QueueTime`], of an interval: no queue has to be that long.
    QueueInterval,
    /// Half of [`Follows::QueueTime`].
    HalfQueueTime,
    /// A threshold in time for a standing queue: lambda times the mean base round-trip time.
    StandingQueueTime,
    /// The time for which a queue may stand: the largest base round-trip time, by the tolerance of RFC 8289 §4.3.
    Interval,
    /// A tenth of [`Follows::Interval`].
    Target,
    /// Three base round-trip times.
    ThreeRtts,
    /// Time of a full packet at the rate of the link.
    PacketTime,
    /// Ten times [`Follows::PacketTime`].
    TenPacketTimes,
    /// 512 times [`Follows::PacketTime`].
    AverageTime,
    /// Time of 1250 bytes at the rate of the link.
    ShortTime,
    /// Bytes that the ports of a memory share.
    PoolBytes,
    /// Bytes of a memory that each port has to itself.
    PoolReserve,
    /// Ports that share a memory.
    PoolPorts,
    /// Alpha of the memory's dynamic threshold, as index of the choices 1/128 to 8.
    PoolAlpha,
    /// The number of the queue.
    Queue,
}

/// The words about one parameter; host code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldDoc {
    /// Scenario key and CLI name; the paper's own symbol, in snake case.
    pub name: &'static str,
    /// What it does, one line.
    pub meaning: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// Names of the values of a [`Unit::Choice`]; empty otherwise.
    pub choices: &'static [&'static str],
    /// What decides it where the user does not.
    pub follows: Follows,
}
