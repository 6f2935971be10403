//! A receiver that pauses its sender over a link, with and without lost frames.

use super::Exercised;
use super::reader::Reader;
use freeboard_device::pfc::{Level, Link, PauseGate, PauseTiming, Pauser};
use freeboard_replay::Random;
use freeboard_units::Bytes;
use std::collections::VecDeque;

/// Events per operation.
const EVENTS: usize = 64;
/// Names of what happens to pause frames, by the first byte of an input.
pub const PAUSES: [&str; 2] = ["delivered", "lost"];

/// Both ends, and the frames between them: when each takes effect, and its quanta.
struct Pair {
    pauser: Pauser,
    gate: PauseGate,
    frames: VecDeque<(u64, u16)>,
    timing: PauseTiming,
    lossless: bool,
    /// Longest way of a frame to its effect \[ps\]; one finds the link free, another waits for a packet.
    delay: u64,
    ways: Random,
    /// What the frame that took effect last asked for, and when.
    effect: (u64, u16),
}

impl Pair {
    fn send(&mut self, now: u64, quanta: Option<u16>, lost: bool) {
        if let Some(quanta) = quanta.filter(|_| !lost) {
            let way = self.delay * u64::from(self.ways.below(256)) / 255;
            let before = self.frames.back().map_or(0, |(at, _)| *at);
            self.frames.push_back(((now + way).max(before), quanta));
        }
    }

    /// Time goes on to `now`: repeats are sent when due, frames take effect when they arrive.
    fn pass(&mut self, now: u64, lost: &mut impl FnMut() -> bool) {
        loop {
            let repeat = self.pauser.refresh_at().filter(|at| *at <= now);
            let frame = self.frames.front().map(|(at, _)| *at).filter(|at| *at <= now);
            match (repeat, frame) {
                (Some(at), frame) if frame.is_none_or(|frame| at < frame) => {
                    let quanta = self.pauser.on_timer(at, &self.timing);
                    assert_eq!(quanta, Some(self.timing.quanta()), "a repeat that is due");
                    self.send(at, quanta, lost());
                }
                (_, Some(at)) => {
                    let (_, quanta) = self.frames.pop_front().unwrap_or_default();
                    // The repeat comes before the end: no packet starts between a pause and its resume.
                    let ended = self.effect.1 > 0 && self.gate.may_send(at);
                    assert!(!self.lossless || !ended, "a pause ended by itself");
                    self.gate.on_pause(at, quanta, &self.timing);
                    self.effect = (at, quanta);
                }
                _ => return,
            }
        }
    }

    /// Panics unless the sender does at `now` what the last frame that reached it says.
    fn check(&self, now: u64) {
        let (at, quanta) = self.effect;
        assert_eq!(self.gate.may_send(now), now >= at + self.timing.span_ps(quanta));
        assert!(!self.lossless || quanta == 0 || !self.gate.may_send(now), "a pause ended by itself");
        let stats = self.pauser.stats();
        assert_eq!(stats.pauses, stats.resumes + u32::from(self.pauser.is_paused()));
    }
}

/// Moves a group's level at random; `None` where the link or the length of the pause is refused.
///
/// # Panics
/// A pause ends by itself although no frame was lost, holds longer than it asked for, or is counted wrongly.
pub fn pfc_ops(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let lossless = reader.byte() & 1 == 0;
    let mbps = reader.choose(&[1000, 10_000, 25_000, 100_000, 400_000]);
    let cable_m = u32::from(reader.byte()) * reader.choose(&[1, 4]);
    let link = Link { mbps, cable_m, frame_max: Bytes(9600), frame_min: Bytes(64) };
    let timing = PauseTiming::new(&link, reader.choose(&[u16::MAX, 60_000, 16_384])).ok()?;
    let seed = reader.word();
    let mut pair = Pair {
        pauser: Pauser::default(),
        gate: PauseGate::default(),
        frames: VecDeque::new(),
        timing,
        lossless,
        delay: link.pause_delay_ps(),
        ways: Random::new(u64::from(seed)),
        effect: (0, 0),
    };
    let id = PAUSES[usize::from(!lossless)].to_owned();
    let mut seen = Exercised { id, events: 0, compared: 0 };
    let mut now = 0;
    for words in reader.ops() {
        let mut random = Random::new(u64::from(words[0] ^ seed) << 32 | u64::from(words[1]));
        let mut chance = Random::new(u64::from(words[2]));
        let mut lost = || !lossless && chance.one_in(3);
        for _ in 0..EVENTS {
            // From a packet's time to several pauses.
            now += u64::from(random.word()) >> random.below(24);
            pair.pass(now, &mut lost);
            pair.check(now);
            // Rarely clear, so that most pauses are repeated.
            let level = match random.below(6 + words[3] % 32) {
                0 => Level::Clear,
                1..=3 => Level::Over,
                _ => Level::Between,
            };
            let quanta = pair.pauser.on_level(now, level, &timing);
            let expected = match level {
                Level::Over => {
                    quanta.is_none_or(|quanta| quanta == timing.quanta()) && pair.pauser.is_paused()
                }
                Level::Between => quanta.is_none(),
                Level::Clear => quanta.is_none_or(|quanta| quanta == 0) && !pair.pauser.is_paused(),
            };
            assert!(expected, "{level:?} sends {quanta:?}");
            pair.send(now, quanta, lost());
            seen.events += 1;
            seen.compared += 1;
        }
    }
    Some(seen)
}
