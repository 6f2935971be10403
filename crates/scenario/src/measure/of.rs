//! Quantities that a measure may be of.

/// A quantity; percentiles are in hundredths. The book's table of measures defines each.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "described once, in the table that the book shows")]
pub enum Of {
    QueueWithin(u32),
    QueueLongest,
    QueueMean,
    QueueAt(u32),
    QueueDelay,
    QueueDelayAt(u32),
    TimeAbove(u64),
    BurstWithin(u32),
    BurstLongestAt(u32),
    Utilisation,
    Goodput(String),
    Fairness(String),
    Convergence { workload: String, every_ps: u64, index_ppm: u32 },
    PoolShare,
    Drops,
    Marks,
    NetworkDrops,
    NetworkMarks,
    LostShare,
    PortLostShare,
    ResentShare,
    Timeouts,
    TimeoutsPer100,
    FctMean(Flows, Named),
    FctAt(Flows, Named, u32),
    RequestMean(Named),
    RequestAt(Named, u32),
    LatencyMean(String),
    LatencyAt(String, u32),
    Floor(u32),
    PredictionMax(u32),
}

/// The name of the workloads that count; all where there is none.
pub type Named = Option<String>;

/// Whose completion times count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flows {
    /// Those of a class.
    Class(Class),
    /// All but query flows, of at least the first number of bytes and less than the second.
    Sizes(u64, u64),
}

/// A class of flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// All but query flows.
    Overall,
    /// Below 100 KB.
    Short,
    /// From 100 KB to 10 MB.
    Medium,
    /// Above 10 MB.
    Large,
    /// Flows of incast bursts.
    Query,
}
