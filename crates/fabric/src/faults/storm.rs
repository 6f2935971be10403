//! Pause storms, and the watchdog of the queue that they stop.

use super::timed::What;
use super::{Due, Faulted, LostBy, WatchdogAction};
use crate::data_plane::{PAUSE_FRAME, QUANTUM_BYTES, QueueScheme};
use crate::engine::Kind;

/// Looks per detection or restoration time, the shorter of both. Chosen by us: a time is exact to a tenth.
const LOOKS: u64 = 10;

impl<Q: QueueScheme> Faulted<'_, Q> {
    /// A host sends a pause frame, and the next one when half of the pause is over; at the end it may send XON.
    pub(crate) fn storm(&mut self, fault: u32, until: u64) {
        let What::PauseStorm { port, class, ends_with_xon, .. } = self.faults.timed[fault as usize].what
        else {
            return;
        };
        let quanta = if self.plane.now < until { u16::MAX } else { 0 };
        let is_down = self.faults.down_until[port as usize] > self.plane.now;
        let byte_time = u64::from(self.plane.ports[port as usize].byte_time);
        let delay = self.plane.wires[self.plane.ports[port as usize].wire as usize].delay;
        let arrival = self.plane.now + PAUSE_FRAME * byte_time + delay;
        if let (false, Some(pause_state)) = (is_down, &mut self.plane.queues[port as usize].pause_state) {
            let due = pause_state.schedule_frame(arrival, class, quanta);
            self.plane.events.push(due, Kind::Pause, port);
            self.plane.books.pause_frames += 1;
        }
        let next = self.plane.now + u64::from(u16::MAX) * QUANTUM_BYTES * byte_time / 2;
        if next < until {
            self.put_off(next, Due::Storm { fault, until });
        } else if ends_with_xon && self.plane.now < until {
            self.put_off(until, Due::Storm { fault, until });
        }
    }

    /// A watchdog looks at its queue; returns a packet that can be sent because of what it does.
    pub(crate) fn watch(&mut self, fault: u32) -> Option<(u32, u32)> {
        let What::PauseStorm { port, class, watchdog, .. } = self.faults.timed[fault as usize].what else {
            return None;
        };
        let (watchdog, mut watch) = (watchdog?, self.faults.watches[fault as usize]);
        let queues = &self.plane.queues[port as usize];
        let pause_state = queues.pause_state.as_ref()?;
        let queue = &queues.all[queues.queue_of(class)];
        let (sent, frames) = (queue.sent, pause_state.frames_received(class));
        let waits = !queue.packets.is_empty();
        let stands = waits && !pause_state.may_send(class, self.plane.now);
        let is_restless = if watch.is_storm { frames != watch.frames } else { sent != watch.sent || !stands };
        if is_restless || !watch.is_on {
            watch.since = self.plane.now;
        }
        (watch.sent, watch.frames, watch.is_on) = (sent, frames, true);
        let span = self.plane.now - watch.since;
        let was_storm = watch.is_storm;
        if was_storm {
            watch.is_storm = span < watchdog.restoration_time.0;
        } else {
            watch.is_storm = stands && span >= watchdog.detection_time.0;
        }
        let is_change = watch.is_storm != was_storm;
        if is_change {
            watch.since = self.plane.now;
        }
        self.faults.watches[fault as usize] = watch;
        self.faults.storms += u64::from(is_change && watch.is_storm);
        let step = watchdog.detection_time.min(watchdog.restoration_time).0 / LOOKS;
        self.put_off(self.plane.now + step, Due::Watch { fault });
        if !is_change {
            return None;
        }
        match watchdog.action {
            WatchdogAction::Drop => self.drop_queue(port, class, watch.is_storm),
            WatchdogAction::Forward => {
                let now = self.plane.now;
                self.plane.queues[port as usize].pause_state.as_mut()?.ignore(class, watch.is_storm, now);
            }
        }
        self.plane.restart_transmitter(port).map(|id| (port, id))
    }

    fn drop_queue(&mut self, port: u32, class: u8, is_storm: bool) {
        self.faults.dropping.retain(|entry| *entry != (port, class));
        if is_storm {
            self.faults.dropping.push((port, class));
            let queue = self.plane.queues[port as usize].queue_of(class);
            self.flush(port, Some(queue), LostBy::Watchdog);
        }
    }
}
