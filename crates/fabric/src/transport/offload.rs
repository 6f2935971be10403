//! Segmentation offload: what leaves as one, for window, pace, hold and transmit stamp.
//!
//! Source: Linux `tcp_tso_autosize` and `tcp_tso_should_defer`.

use super::context::Context;
use super::control::FlowControl;
use super::sender::Sender;
use super::sending::{SPECIAL, Segment};
use crate::data_plane::QueueScheme;
use freeboard_cc_api::Bytes;

/// log2 of the part of a second that a batch lasts at the pace of its flow: about 1 ms (Linux `sk_pacing_shift`).
const PACE_SHIFT: u32 = 10;
/// Fewest segments that the pace leaves of a batch (Linux `tcp_min_tso_segs`).
const SEGMENTS_MIN: u64 = 2;
/// What share of the window a batch takes at most (Linux `tcp_tso_win_divisor`).
const WINDOW_SHARE: u32 = 3;
/// Picoseconds of a second.
const SECOND_PS: u64 = 1_000_000_000_000;

impl<S: Copy> Sender<S> {
    /// How many of `left` new bytes may leave as one.
    pub(super) fn batch_of<Q, F>(&self, ctx: &Context<'_, Q, F>, left: u64) -> u64
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let mss = u64::from(ctx.config.mss);
        let mut most = u64::from(ctx.config.offload).min(u64::from(self.answer.window.0 / WINDOW_SHARE));
        if self.is_paced::<SPECIAL>() {
            let byte_time = u64::from(ctx.plane.ports[self.route.port as usize].byte_time.max(1));
            let paced =
                ((SECOND_PS / byte_time) * u64::from(self.pace_rate().to_bits())) >> (20 + PACE_SHIFT);
            most = most.min(paced.max(SEGMENTS_MIN * mss));
        }
        left.min((most / mss).max(1) * mss)
    }

    /// What has to fit the window before a segment of new data leaves, with offload.
    pub(super) fn next_batch<Q, F>(&self, ctx: &Context<'_, Q, F>) -> u64
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        self.queued_batch().unwrap_or_else(|| self.batch_of(ctx, self.size - self.nxt))
    }

    /// A segment leaves with the one before.
    #[inline]
    pub(super) const fn is_in_batch(&self, segment: Segment) -> bool {
        self.batch.is_leaving() && !segment.again
    }

    /// With offload, a segment leaves that others had to wait for: a batch begins and is charged to the pacer.
    pub(super) fn begin_batch<Q, F>(&mut self, ctx: &Context<'_, Q, F>, segment: Segment)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if segment.again || self.route.datagram > 0 {
            return;
        }
        let size = self.next_batch(ctx);
        self.batch.begin(size);
        if self.is_paced::<SPECIAL>() {
            let port = &ctx.plane.ports[self.route.port as usize];
            let around = u64::from(u32::from(self.route.around) + port.frame_gap);
            let frames = size + ctx.config.segments(size) * around;
            self.book::<SPECIAL, _, _>(ctx, Bytes(u32::try_from(frames).unwrap_or(u32::MAX)));
        }
    }
}
