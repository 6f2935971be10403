//! The two ends of a queue, for programs that decide at either.

use freeboard_aqm_api::Hooks;

/// Where a program decides.
pub trait End: Copy + Default + Eq + core::fmt::Debug + 'static {
    /// The hook it runs at.
    const HOOK: Hooks;
    /// Name of the variant that decides there.
    const VARIANT: &'static str;
}

/// When the packet arrives, on the queue it finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtEnqueue;

/// When the packet leaves, on the queue it leaves behind: feedback is one queueing delay younger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtDequeue;

impl End for AtEnqueue {
    const HOOK: Hooks = Hooks::ENQUEUE;
    const VARIANT: &'static str = "enqueue";
}

impl End for AtDequeue {
    const HOOK: Hooks = Hooks::DEQUEUE;
    const VARIANT: &'static str = "dequeue";
}
