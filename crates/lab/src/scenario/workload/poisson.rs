//! Flows of random sizes at random times.

use super::{FLOWS_MAX, LOAD, Sizes, TIME};
use crate::document::{Choice, Maybe, Span, bytes, count, section};

/// Published flow-size tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Web search: mean 1.71 MB.
    WebSearch,
    /// Data mining: mean 12.7 MB.
    DataMining,
    /// Cache: mean 0.94 MB.
    Cache,
}

const TABLE: Choice<Table> =
    Choice(&[("web-search", Table::WebSearch), ("data-mining", Table::DataMining), ("cache", Table::Cache)]);

section! {
    /// Poisson arrivals.
    Poisson {
        "table" table: Table = Table::WebSearch, TABLE, "flow sizes", needed "web-search, data-mining, cache";
        "load" load_ppm: u32 = 0, LOAD, "mean use of the links towards receivers", needed "a fraction, e.g. \"50 %\"";
        "start" start_ps: u64 = 0, TIME, "first possible start";
        "end" end_ps: Option<u64> = None, Maybe(TIME), "last possible start", default "the end of the run";
        "flows" flows: Option<u32> = None, Maybe(count(1, FLOWS_MAX)), "most flows", default "no limit";
        "largest" largest: Option<u64> = None, Maybe(bytes(1, 1_000_000_000)),
            "larger flows are left out, the others come as often", default "no limit";
    }
}

section! {
    /// Incasts as a Poisson process: a host asks, others answer all at once.
    Requests {
        "incast_degree" incast_degree: u32 = 0, count(1, 100_000), "answers to a request, from different hosts while there are enough",
            needed "a number, e.g. 40";
        "size" sizes: Sizes = Sizes::default(), Span(bytes(1, 1_000_000_000)), "drawn uniformly",
            needed "a size, or two, e.g. [\"3 KB\", \"60 KB\"]";
        "load" load_ppm: u32 = 0, LOAD,
            "mean use of the links of those who ask: in `n-to-1` the receiver asks the senders, elsewhere any host any others",
            needed "a fraction, e.g. \"2 %\"";
        "start" start_ps: u64 = 0, TIME, "first possible start";
        "end" end_ps: Option<u64> = None, Maybe(TIME), "last possible start", default "the end of the run";
    }
}
