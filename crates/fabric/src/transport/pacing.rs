//! Pacing of window-limited flows (as Linux FQ).

use super::context::Context;
use super::control::FlowControl;
use super::sender::Sender;
use crate::data_plane::QueueScheme;
use freeboard_cc_api::LineFraction;

impl<S: Copy> Sender<S> {
    /// After an acknowledgement: sets the pace from the window.
    #[cold]
    pub(super) fn follow_window<Q, F>(&mut self, ctx: &Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let in_flight = self.handed() - self.una;
        if let Some(queue) = &mut self.queue {
            let byte_time = ctx.plane.ports[self.route.port as usize].byte_time;
            let (window, threshold) = (self.answer.window, ctx.control.slow_start_threshold(&self.cc));
            queue.follow(window, in_flight, threshold, self.rtt.smoothed_8(), byte_time);
        }
    }

    /// Offset of the next byte that the window has not admitted.
    #[inline]
    pub(super) fn handed(&self) -> u64 {
        self.queue.as_ref().map_or(self.nxt, |queue| queue.handed().max(self.nxt))
    }

    /// Bytes that the window has admitted and the queue still holds \[B\].
    #[inline]
    pub(super) fn in_queue(&self) -> u64 {
        self.queue.as_ref().map_or(0, |queue| queue.handed().saturating_sub(self.nxt))
    }

    /// Departure rate of packets.
    #[inline]
    pub(super) fn pace_rate(&self) -> LineFraction {
        self.queue.as_ref().map_or(self.answer.rate, |queue| queue.pace())
    }

    /// Fills the queue up to the window and to the queue's limit.
    pub(super) fn hand_over<Q, F>(&mut self, ctx: &Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let limit = u64::from(ctx.config.small_queue);
        let mut handed = self.handed();
        let pipe = self.pipe(ctx.config);
        while handed < self.size && handed - self.nxt < limit {
            let left = self.size - handed;
            let batch = match ctx.config.offload {
                0 => left.min(u64::from(ctx.config.mss)),
                _ => self.batch_of(ctx, left),
            };
            if !self.fits(ctx, pipe + (handed - self.nxt), batch) {
                self.limited_until = handed;
                break;
            }
            handed += batch;
            if let Some(queue) = &mut self.queue {
                queue.push(handed, ctx.plane.now_ns as u32, ctx.config.offload > 0);
            }
        }
    }

    /// Rest of the batch of the next new byte.
    pub(super) fn queued_batch(&self) -> Option<u64> {
        Some(self.queue.as_ref()?.end_of(self.nxt)? - self.nxt)
    }

    /// Time at which the segment at an offset entered the queue \[ns\]; without a queue, now.
    pub(super) fn handed_at(&mut self, offset: u64, now_ns: u64) -> u32 {
        self.queue.as_mut().and_then(|queue| queue.stamp(offset)).unwrap_or(now_ns as u32)
    }
}
