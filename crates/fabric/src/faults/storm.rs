//! Pause storms, and the watchdog of the queue that they stop.

use super::node::What;
use super::{Due, LostBy, WatchdogAction};
use crate::data_plane::{DataPlane, PAUSE_FRAME, QUANTUM_BYTES, QueueScheme};
use crate::engine::Kind;
use crate::time::Ps;

/// Shortest time of a watchdog: that it looks more often than once in 100 ns says nothing. Chosen by us; SONiC's are
/// 100 ms and more.
pub(super) const WATCHDOG_LEAST: Ps = Ps::from_us(1);

/// Looks per detection or restoration time, the shorter of both. Chosen by us: a time is exact to a tenth.
const LOOKS: u64 = 10;

/// What a watchdog has seen of its queue.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    /// Packets sent and pause frames received at the last look.
    sent: u64,
    frames: u64,
    /// Since when the queue has stood still, or no frame has come \[ps\].
    since: u64,
    is_storm: bool,
    /// Looks are on the timetable.
    pub(super) is_on: bool,
}

impl<Q: QueueScheme> DataPlane<Q> {
    /// A host sends a pause frame, and the next one when half of the pause is over.
    pub(crate) fn storm(&mut self, fault: u32, until: u64) {
        let Some(faults) = &self.faults else { return };
        let What::PauseStorm { port, class, .. } = faults.timed[fault as usize].what else { return };
        let is_down = faults.down_until[port as usize] > self.now;
        let byte_time = u64::from(self.ports[port as usize].byte_time);
        let delay = self.wires[self.ports[port as usize].wire as usize].delay;
        let arrival = self.now + PAUSE_FRAME * byte_time + delay;
        if let (false, Some(pause_state)) = (is_down, &mut self.queues[port as usize].pause_state) {
            let due = pause_state.schedule_frame(arrival, class, u16::MAX);
            self.events.push(due, Kind::Pause, port);
            self.pause_frames += 1;
        }
        let next = self.now + u64::from(u16::MAX) * QUANTUM_BYTES * byte_time / 2;
        if next < until {
            self.put_off(next, Due::Storm { fault, until });
        }
    }

    /// A watchdog looks at its queue; returns a packet that can be sent because of what it does.
    pub(crate) fn watch(&mut self, fault: u32) -> Option<(u32, u32)> {
        let faults = self.faults.as_ref()?;
        let What::PauseStorm { port, class, watchdog } = faults.timed[fault as usize].what else {
            return None;
        };
        let (watchdog, mut watch) = (watchdog?, faults.watches[fault as usize]);
        let queues = &self.queues[port as usize];
        let pause_state = queues.pause_state.as_ref()?;
        let queue = &queues.all[queues.queue_of(class)];
        let (sent, frames) = (queue.sent, pause_state.frames_received(class));
        let waits = !queue.packets.is_empty();
        let stands = waits && !pause_state.may_send(class, self.now);
        let is_restless = if watch.is_storm { frames != watch.frames } else { sent != watch.sent || !stands };
        if is_restless || !watch.is_on {
            watch.since = self.now;
        }
        (watch.sent, watch.frames, watch.is_on) = (sent, frames, true);
        let span = self.now - watch.since;
        let was_storm = watch.is_storm;
        if was_storm {
            watch.is_storm = span < watchdog.restoration_time.0;
        } else {
            watch.is_storm = stands && span >= watchdog.detection_time.0;
        }
        let is_change = watch.is_storm != was_storm;
        if is_change {
            watch.since = self.now;
        }
        if let Some(faults) = &mut self.faults {
            faults.watches[fault as usize] = watch;
            faults.storms += u64::from(is_change && watch.is_storm);
        }
        let step = watchdog.detection_time.min(watchdog.restoration_time).0 / LOOKS;
        self.put_off(self.now + step, Due::Watch { fault });
        if !is_change {
            return None;
        }
        match watchdog.action {
            WatchdogAction::Drop => self.drop_queue(port, class, watch.is_storm),
            WatchdogAction::Forward => {
                let now = self.now;
                self.queues[port as usize].pause_state.as_mut()?.ignore(class, watch.is_storm, now);
            }
        }
        self.restart_transmitter(port).map(|id| (port, id))
    }

    fn drop_queue(&mut self, port: u32, class: u8, is_storm: bool) {
        if let Some(faults) = &mut self.faults {
            faults.dropping.retain(|entry| *entry != (port, class));
            if is_storm {
                faults.dropping.push((port, class));
            }
        }
        if is_storm {
            let queue = self.queues[port as usize].queue_of(class);
            self.flush(port, Some(queue), LostBy::Watchdog);
        }
    }
}
