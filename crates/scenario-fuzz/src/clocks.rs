//! Probes between clocks whose truth is known.
//!
//! Where a way takes as long for every pair that keeps its distance, the estimate of an edge is the truth and half of what the
//! two ways differ: pairs that were stretched must not matter. Any other stamps give finite estimates.

use freeboard_clock_sync::edge::{EdgeSamples, estimate};
use freeboard_clock_sync::ntp::{Exchange, HELD, ahead_ns};
use freeboard_clock_sync::{Settings, Stamped, Window, synchronise};
use freeboard_conformance::fuzz::{Exercised, Reader};
use freeboard_replay::Random;

/// What probes meet: ways of one length, ways that differ, or arbitrary stamps.
pub const PROBES: [&str; 3] = ["equal-ways", "unequal-ways", "arbitrary"];
/// Two clocks are this far apart at most \[ns\]. Chosen by us: ten times what an hour of 100 ppm adds up to in 50 ms.
const AHEAD_MOST_NS: u32 = 50_000;
/// Two clocks' rates differ by this much at most \[ppb\]: crystals are good to 100 ppm each.
const DRIFT_MOST_PPB: u32 = 190_000;
/// Propagation, either way \[ns\].
const DELAY_NS: i64 = 6_000;
/// Distance of the probes of a pair \[ns\].
const APART_NS: i64 = 10_000;
/// Distance of pairs \[ns\].
const EVERY_NS: i64 = 100_000;
/// Pairs each way of an edge.
const PAIRS: i64 = 40;
/// Largest wait \[ns\].
const WAIT_MOST: u32 = 200_000;
/// What rounding of stamps to ps and of lines over readings may add \[ns\].
const ROUNDING_NS: f64 = 0.5;
const PS_PER_NS: i64 = 1_000;
/// Clocks of a mesh: a ring, so that there is a loop.
const CLOCKS: u32 = 3;

/// A clock beside true time.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    ahead_ns: i64,
    /// Rate less that of true time, 10^-9.
    drift_ppb: i64,
}

impl Clock {
    /// What it shows \[ps\] at a true time \[ps\].
    fn shows(self, time: i64) -> i64 {
        let drifted = i128::from(time) * i128::from(self.drift_ppb) / 1_000_000_000;
        time + self.ahead_ns * PS_PER_NS + drifted as i64
    }
}

/// Feeds probes to all estimators.
///
/// # Panics
/// An estimate is no number, or not the truth.
pub fn clock_sync(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let kind = usize::from(reader.byte()) % PROBES.len();
    let mut random = Random::new(u64::from(reader.word()));
    let clocks: Vec<Clock> = (0..CLOCKS).map(|_| clock(&mut reader)).collect();
    let ways: Vec<[i64; 2]> = (0..CLOCKS).map(|_| ways(&mut reader, kind)).collect();
    let stretched = u32::from(reader.byte() % 8);
    let ops = reader.ops();
    let window = Window { from: 0, to: PAIRS * EVERY_NS * PS_PER_NS };
    let mesh: Vec<EdgeSamples> = (0..CLOCKS)
        .map(|a| {
            let b = (a + 1) % CLOCKS;
            if kind == 2 {
                return arbitrary((a, b), &mut random, &ops);
            }
            let ends = [clocks[a as usize], clocks[b as usize]];
            let [there, back] = ways[a as usize];
            EdgeSamples {
                a,
                b,
                there: pairs(ends, there, stretched, &mut random),
                back: pairs([ends[1], ends[0]], back, stretched, &mut random),
            }
        })
        .collect();
    let mut compared = check_filter(&mesh);
    for settings in [Settings::HARDWARE, Settings::SOFTWARE] {
        for (edge, [there, back]) in mesh.iter().zip(&ways) {
            let Some(found) = estimate(edge, &window, settings.tolerance_ns, settings.share) else {
                assert!(kind == 2 || stretched > 0, "no estimate of undisturbed probes");
                continue;
            };
            assert!(found.ahead.middle.is_finite() && found.ahead.slope.is_finite(), "{found:?}");
            if kind < 2 {
                let [a, b] = [edge.a, edge.b].map(|clock| clocks[clock as usize]);
                // Both ways last until or from b's stamps, in b's seconds.
                let unequal = (there - back) as f64 / 2.0 * (1.0 + b.drift_ppb as f64 * 1e-9);
                let off = found.ahead.middle - truth(a, b, &window) - unequal;
                assert!(
                    off.abs() <= ROUNDING_NS,
                    "{off} ns off: {found:?} of {a:?} and {b:?}, ways {ways:?}"
                );
                compared += 1;
            }
        }
        let Ok(found) = synchronise(CLOCKS as usize, &mesh, window, &settings) else { continue };
        let (sum, size) = found.clocks.iter().fold((0.0, 1.0), |(sum, size), line| {
            assert!(line.middle.is_finite() && line.slope.is_finite(), "{line:?}");
            (sum + line.middle, size + line.middle.abs())
        });
        assert!(f64::abs(sum) <= 1e-6 * size, "the mean is not zero: {:?}", found.clocks);
        compared += found.clocks.len();
    }
    Some(Exercised { id: PROBES[kind].to_owned(), events: (2 * PAIRS) as usize * mesh.len(), compared })
}

fn clock(reader: &mut Reader<'_>) -> Clock {
    let (ahead, drift) = (reader.word(), reader.word());
    let signed = |value: u32, most: u32| i64::from(value % (2 * most + 1)) - i64::from(most);
    Clock { ahead_ns: signed(ahead, AHEAD_MOST_NS / 2), drift_ppb: signed(drift, DRIFT_MOST_PPB / 2) }
}

/// What waiting adds on the way there and back \[ns\].
fn ways(reader: &mut Reader<'_>, kind: usize) -> [i64; 2] {
    let [there, back] = [reader.word(), reader.word()].map(|wait| i64::from(wait % WAIT_MOST));
    if kind == 0 { [there; 2] } else { [there, back] }
}

/// Pairs from one clock to another that all take as long; of eight, `stretched` have a probe that waited longer.
fn pairs([from, to]: [Clock; 2], wait: i64, stretched: u32, random: &mut Random) -> Vec<[Stamped; 2]> {
    let pair = |at: i64| {
        let sent = [at * EVERY_NS, at * EVERY_NS + APART_NS];
        let mut waits = [wait; 2];
        if random.below(8) < stretched {
            // Longer than any tolerance, so that no filter keeps it.
            waits[random.below(2) as usize] += 2_000 + i64::from(random.below(WAIT_MOST));
        }
        core::array::from_fn(|probe| {
            let arrived = sent[probe] + DELAY_NS + waits[probe];
            Stamped { sent: from.shows(sent[probe] * PS_PER_NS), received: to.shows(arrived * PS_PER_NS) }
        })
    };
    (0..PAIRS).map(pair).collect()
}

/// How far b is ahead of a when a shows the middle of the window \[ns\].
fn truth(a: Clock, b: Clock, window: &Window) -> f64 {
    let middle = i64::midpoint(window.from, window.to);
    let time = middle - (a.shows(middle) - middle);
    (b.shows(time) - a.shows(time)) as f64 / PS_PER_NS as f64
}

/// Stamps of any kind: half of a range in which differences of differences exist.
fn arbitrary((a, b): (u32, u32), random: &mut Random, ops: &[[u32; 4]]) -> EdgeSamples {
    let mut both = EdgeSamples { a, b, ..EdgeSamples::default() };
    for &[high, low, shift, apart] in ops {
        let mut stamp = |shift: u32| (i64::from(random.word()) << 30 | i64::from(high ^ low)) >> (shift % 62);
        let first = Stamped { sent: stamp(shift), received: stamp(apart) };
        let second =
            Stamped { sent: first.sent + i64::from(apart), received: first.received + i64::from(low) };
        both.there.push([first, second]);
        both.back.push([second, first]);
    }
    both
}

/// The filter answers with an exchange that it holds, and none of these had a shorter round trip.
fn check_filter(mesh: &[EdgeSamples]) -> usize {
    let mut exchanges = Vec::new();
    for edge in mesh {
        for (there, back) in edge.there.iter().zip(&edge.back) {
            exchanges.push(Exchange { request: there[0], answer: back[0] });
            let held = &exchanges[exchanges.len().saturating_sub(HELD)..];
            let found = ahead_ns(&exchanges).expect("an exchange is held");
            let shortest = held.iter().map(Exchange::round_trip_ns).fold(f64::INFINITY, f64::min);
            let is_of_shortest = |one: &Exchange| one.round_trip_ns() <= shortest && one.ahead_ns() == found;
            assert!(held.iter().any(is_of_shortest), "{found} ns is of no exchange of {shortest} ns");
        }
    }
    exchanges.len()
}
