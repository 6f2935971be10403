//! A scheme for some of a port's queues.

use crate::{Cond, Data, Hw, Lookup, RegisterScope};

/// Data of a queue: 1 where the scheme serves it, and 0 where the control plane takes it out.
#[derive(Clone, Copy, Debug)]
enum Served {}

impl Lookup for Served {
    const NAME: &'static str = "served";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Key<C: Copy> = [C; 0];
    type Data = [Data; 1];
    const OUT_BITS: u32 = 1;
    const SELECT: [u8; 4] = [0; 4];
}

/// Whether the scheme serves the packet's queue. An instance in firmware is of a queue that it serves.
#[track_caller]
#[inline(always)]
pub fn served<H: Hw>(h: &mut H) -> Cond<H> {
    h.lookup::<Served>(&[Data::new(1)], []).nonzero()
}
