//! Senders on links of finite length, one memory, one egress: a small discrete model.

use freeboard_device::mmu::{Charges, GroupId, PacketMemory};
use freeboard_device::pfc::{Link, PauseGate, PauseTiming, PfcAction};
use freeboard_units::{Bytes, QueueId};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

const EGRESS: QueueId = QueueId(0);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A sender may start its next frame.
    Start(u16),
    /// A frame of a sender has arrived whole.
    Arrive(u16, u32),
    /// The egress has sent its frame.
    Sent,
    /// A pause frame takes effect at a sender.
    Pause(u16, u16),
    /// A group's pause may have to be repeated.
    Repeat(u16),
}

struct Sender {
    gate: PauseGate,
    left: u64,
    words: u64,
    /// A start is pending, at this time.
    start_at: Option<u64>,
    busy_until: u64,
}

/// All senders send into one queue of one memory, as fast as they may.
pub(super) struct Incast {
    pub(super) memory: PacketMemory,
    pub(super) lost: u32,
    pub(super) delivered: u64,
    pub(super) now: u64,
    link: Link,
    timing: PauseTiming,
    senders: Vec<Sender>,
    waiting: VecDeque<(u16, u32, Charges)>,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    number: u64,
}

impl Incast {
    pub(super) fn new(memory: PacketMemory, link: Link, quanta: u16, senders: u16, burst: u64) -> Self {
        let sender = |index: u16| Sender {
            gate: PauseGate::default(),
            left: burst,
            words: u64::from(index) << 32,
            start_at: None,
            busy_until: 0,
        };
        Self {
            memory,
            lost: 0,
            delivered: 0,
            now: 0,
            link,
            timing: PauseTiming::new(&link, quanta).unwrap(),
            senders: (0..senders).map(sender).collect(),
            waiting: VecDeque::new(),
            events: BinaryHeap::new(),
            number: 0,
        }
    }

    /// Until everything is sent and everything has left.
    pub(super) fn run(&mut self) {
        (0..self.senders.len() as u16).for_each(|sender| self.start_later(sender, 0));
        while let Some(Reverse((now, _, event))) = self.events.pop() {
            self.now = now;
            // No test has as many events: it repeats itself.
            assert!(self.number < 10_000_000, "the run does not end");
            match event {
                Event::Start(sender) => self.start(sender),
                Event::Arrive(sender, size) => self.arrive(sender, size),
                Event::Sent => self.sent(),
                Event::Pause(sender, quanta) => {
                    self.senders[usize::from(sender)].gate.on_pause(now, quanta, &self.timing);
                    self.start_later(sender, now);
                }
                Event::Repeat(group) => {
                    let action = self.memory.refresh(GroupId(group), now);
                    self.act(action);
                    self.repeat_later(group);
                }
            }
        }
    }

    fn after(&mut self, at: u64, event: Event) {
        self.number += 1;
        self.events.push(Reverse((at, self.number, event)));
    }

    /// A start at `now`, or when the wire is free and the pause over.
    fn start_later(&mut self, index: u16, now: u64) {
        let sender = &mut self.senders[usize::from(index)];
        let at = now.max(sender.busy_until).max(sender.gate.until());
        if sender.left > 0 && sender.start_at != Some(at) {
            sender.start_at = Some(at);
            self.after(at, Event::Start(index));
        }
    }

    fn start(&mut self, index: u16) {
        let (now, link) = (self.now, self.link);
        let sender = &mut self.senders[usize::from(index)];
        if sender.start_at != Some(now) {
            return;
        }
        sender.start_at = None;
        if now < sender.busy_until || !sender.gate.may_send(now) {
            self.start_later(index, now);
            return;
        }
        let size = frame(&mut sender.words, &link);
        sender.left = sender.left.saturating_sub(u64::from(size));
        sender.busy_until = now + link.transmission_ps(size);
        let there = sender.busy_until + link.propagation_ps();
        self.after(there, Event::Arrive(index, size));
        self.start_later(index, now);
    }

    fn arrive(&mut self, index: u16, size: u32) {
        let group = GroupId(index);
        match self.memory.admit(group, EGRESS, Bytes(size)) {
            Ok(charges) => {
                self.waiting.push_back((index, size, charges));
                if self.waiting.len() == 1 {
                    self.after(self.now + self.link.transmission_ps(size), Event::Sent);
                }
            }
            Err(_) => self.lost += 1,
        }
        self.pfc(group);
    }

    fn sent(&mut self) {
        let Some((index, size, charges)) = self.waiting.pop_front() else { return };
        self.memory.release(GroupId(index), EGRESS, Bytes(size), charges);
        self.delivered += u64::from(size);
        if let Some((_, next, _)) = self.waiting.front() {
            self.after(self.now + self.link.transmission_ps(*next), Event::Sent);
        }
        self.pfc(GroupId(index));
    }

    fn pfc(&mut self, group: GroupId) {
        let action = self.memory.pfc(group, self.now);
        let begins = action.is_some_and(|action| action.quanta > 0);
        self.act(action);
        if begins {
            self.repeat_later(group.0);
        }
    }

    /// The frame's way takes as long as it may: the reverse direction has just begun its largest frame.
    fn act(&mut self, action: Option<PfcAction>) {
        if let Some(PfcAction { port, quanta, .. }) = action {
            self.after(self.now + self.link.pause_delay_ps(), Event::Pause(port.0, quanta));
        }
    }

    fn repeat_later(&mut self, group: u16) {
        if let Some(at) = self.memory.refresh_at(GroupId(group)) {
            self.after(at, Event::Repeat(group));
        }
    }
}

/// The next frame of a sender: largest, smallest, or one byte more than fills its cells, so that memory is
/// wasted as it can be.
fn frame(words: &mut u64, link: &Link) -> u32 {
    *words = words.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    match (*words >> 60) & 7 {
        0 | 1 => link.frame_max.0,
        2 => link.frame_min.0 + 1,
        _ => link.frame_min.0,
    }
}
