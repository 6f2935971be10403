//! In-band telemetry in the columns of a trace.

use super::TraceError;
use super::columns::CC_TELEMETRY;
use super::table::NAMES_LINE;
use cc_api::{Bytes, IntHop, IntStack, MAX_INT_HOPS, Nanos32};

const COLUMNS: usize = CC_TELEMETRY.len();
/// Stamp, depth, sent, rate.
const WORDS: usize = 4;

/// The hops of a path from their columns; what stands beyond the last is not read.
pub(super) fn read(line: usize, cells: &[u32]) -> Result<IntStack, TraceError> {
    let Some((&count, hops)) = cells.split_first().filter(|(_, hops)| hops.len() == MAX_INT_HOPS * WORDS)
    else {
        return Err(TraceError {
            line: NAMES_LINE,
            column: "hops".into(),
            problem: "is missing, for an event 11".into(),
        });
    };
    let legal = || TraceError::cell(line, "hops", &count.to_string(), "in 0 ..= 5");
    let present = u8::try_from(count).ok().filter(|count| usize::from(*count) <= MAX_INT_HOPS);
    let mut stack = IntStack { count: present.ok_or_else(legal)?, ..IntStack::default() };
    let (hops, _) = hops.as_chunks::<WORDS>();
    for (hop, &[stamp, depth, sent, rate_mbps]) in
        stack.hops.iter_mut().zip(hops).take(usize::from(stack.count))
    {
        *hop = IntHop { stamp: Nanos32(stamp), depth: Bytes(depth), sent, rate_mbps };
    }
    Ok(stack)
}

/// The columns of a path.
pub(super) fn cells(stack: &IntStack) -> [u32; COLUMNS] {
    let mut cells = [0; COLUMNS];
    let (count, hops) = cells.split_at_mut(1);
    count.fill(u32::from(stack.count));
    let (hops, _) = hops.as_chunks_mut::<WORDS>();
    for (cells, hop) in hops.iter_mut().zip(&stack.hops) {
        *cells = [hop.stamp.0, hop.depth.0, hop.sent, hop.rate_mbps];
    }
    cells
}
