//! From stamps to corrections, on clocks whose truth is known.

mod support;

use freeboard_clock_sync::{Settings, SyncError, Window, coded, edge, synchronise};
use support::{Truth, errors, rng, sampled, sampled_around};

const MS: i64 = 1_000_000_000;
const WINDOW: Window = Window { from: 0, to: 100 * MS };

/// Clocks up to 50 us and 20 ppm apart.
fn clocks(count: u32, seed: u64) -> Vec<Truth> {
    let mut word = rng(seed);
    let mut spread = |most: f64| (word() as f64 / u64::MAX as f64 * 2.0 - 1.0) * most;
    (0..count).map(|_| Truth { ahead_ns: spread(50_000.0), ppm: spread(20.0) }).collect()
}

fn mesh(count: u32, degree: u32, seed: u64) -> Vec<(u32, u32)> {
    let mut word = rng(seed);
    freeboard_clock_sync::mesh::random(count, degree, |bound| (word() % u64::from(bound)) as u32)
}

/// Largest error of any difference of two clocks, at the beginning, in the middle and at the end \[ns\].
fn worst(truth: &[Truth], seed: u64, jitter_ns: f64, queued: f64) -> f64 {
    let edges = mesh(truth.len() as u32, 6, seed);
    let samples = sampled(truth, &edges, &WINDOW, seed, jitter_ns, queued);
    let found = synchronise(truth.len(), &samples, WINDOW, &Settings::HARDWARE).unwrap();
    errors(truth, &found).into_iter().fold(0.0, f64::max)
}

#[test]
fn clocks_are_found_to_nanoseconds_though_nearly_all_probes_wait() {
    let truth = clocks(12, 1);
    // Clocks are 100 us and 40 ppm apart, nine probes of ten wait 20 us on average, stamps jitter by 4 ns.
    for seed in 2..6 {
        let worst = worst(&truth, seed, 4.0, 0.9);
        assert!(worst < 16.0, "{seed}: {worst}");
    }
}

#[test]
fn a_part_of_the_window_without_any_undelayed_probe_does_no_harm() {
    let truth = clocks(12, 1);
    let edges = mesh(12, 6, 2);
    for busy in [-1.0..-0.6, -0.2..0.2, 0.55..1.0] {
        let samples = sampled_around(&truth, &edges, &WINDOW, 3, (4.0, 0.8), busy.clone());
        let found = synchronise(12, &samples, WINDOW, &Settings::HARDWARE).unwrap();
        let worst = errors(&truth, &found).into_iter().fold(0.0, f64::max);
        assert!(worst < 16.0, "{busy:?}: {worst}");
    }
}

#[test]
fn an_edge_whose_probes_all_waited_is_left_out() {
    let truth = clocks(12, 1);
    let edges = mesh(12, 6, 2);
    let mut samples = sampled(&truth, &edges, &WINDOW, 3, 4.0, 0.5);
    // One way of two edges is 60 us longer, so their offsets are wrong by 30 us, and by as much at the ends of others.
    for bad in [3, 17] {
        samples[bad].there.iter_mut().flatten().for_each(|probe| probe.received += 60_000_000);
    }
    let found = synchronise(12, &samples, WINDOW, &Settings::HARDWARE).unwrap();
    let worst = errors(&truth, &found).into_iter().fold(0.0, f64::max);
    assert!(worst < 16.0, "{worst}");
    for bad in [3, 17] {
        assert!(!found.edges.iter().any(|edge| (edge.a, edge.b) == edges[bad]));
    }
}

/// Two racks: two of three edges between them are off, by 50 ns to 3 us, and three of four of those to one side, as when
/// links between the racks are busy. Least squares alone would be off by hundreds of nanoseconds.
#[test]
fn edges_that_are_off_are_left_out_though_a_third_is_and_most_of_them_to_one_side() {
    for seed in 30..36 {
        let (truth, edges) = (clocks(16, seed), mesh(16, 10, seed));
        let mut samples = sampled(&truth, &edges, &WINDOW, seed, 4.0, 0.5);
        let mut word = rng(seed);
        let mut late = 0;
        for edge in samples.iter_mut().filter(|edge| edge.a < 8 && edge.b >= 8) {
            if !word().is_multiple_of(3) {
                let by = (100_000 + (word() % 100_000).cast_signed()) << (word() % 5);
                let way = if !word().is_multiple_of(4) { &mut edge.there } else { &mut edge.back };
                way.iter_mut().flatten().for_each(|probe| probe.received += by);
                late += 1;
            }
        }
        assert!(late * 10 > samples.len() * 3, "{late} of {}", samples.len());
        let found = synchronise(16, &samples, WINDOW, &Settings::HARDWARE).unwrap();
        let worst = errors(&truth, &found).into_iter().fold(0.0, f64::max);
        assert!(worst < 16.0, "{seed}: {worst}");
        assert_eq!(found.edges.len(), samples.len() - late, "{seed}");
    }
}

/// Nothing tells which of its edges is right, so it has a place between them, and the others are none the worse for it.
#[test]
fn a_clock_all_of_whose_edges_are_off_has_a_place_and_does_no_harm() {
    let (truth, edges) = (clocks(12, 1), mesh(12, 6, 2));
    let mut samples = sampled(&truth, &edges, &WINDOW, 3, 4.0, 0.5);
    let mut by = 0;
    for edge in samples.iter_mut().filter(|edge| edge.b == 11) {
        by += 7_000_000;
        edge.there.iter_mut().flatten().for_each(|probe| probe.received += by);
    }
    let found = synchronise(12, &samples, WINDOW, &Settings::HARDWARE).unwrap();
    // Half of a way that is longer by all of these.
    let all_ns = by as f64 / 2_000.0;
    let off = |clock: usize| {
        let middle = (WINDOW.from + WINDOW.to) / 2;
        let error = truth[clock].at_middle(&WINDOW);
        error - found.ahead_ns(clock, middle + (error * 1_000.0) as i64)
    };
    for clock in 1..11 {
        assert!((off(clock) - off(0)).abs() < 16.0, "{clock}: {}", off(clock) - off(0));
    }
    assert!((off(11) - off(0)).abs() < all_ns, "{}", off(11) - off(0));
}

#[test]
fn without_noise_and_queues_nothing_is_left_though_clocks_place_times_by_themselves() {
    // 50 us of offset times 40 ppm of rate would be 2 ns. While a probe is on its way, 6 us, clocks part by 0.24: half to either side.
    let worst = worst(&clocks(8, 3), 4, 0.0, 0.0);
    assert!(worst < 0.12, "{worst}");
}

#[test]
fn the_same_error_of_all_clocks_changes_nothing() {
    let truth = clocks(8, 5);
    let edges = mesh(8, 4, 6);
    let samples = sampled(&truth, &edges, &WINDOW, 7, 4.0, 0.5);
    let shift = 123_456_789_012;
    let moved: Vec<_> = samples
        .iter()
        .map(|edge| {
            let move_all = |pairs: &[coded::Pair]| -> Vec<coded::Pair> {
                let stamp = |probe: &freeboard_clock_sync::Stamped| freeboard_clock_sync::Stamped {
                    sent: probe.sent + shift,
                    received: probe.received + shift,
                };
                pairs.iter().map(|pair| [stamp(&pair[0]), stamp(&pair[1])]).collect()
            };
            edge::EdgeSamples {
                a: edge.a,
                b: edge.b,
                there: move_all(&edge.there),
                back: move_all(&edge.back),
            }
        })
        .collect();
    let later = Window { from: WINDOW.from + shift, to: WINDOW.to + shift };
    let before = synchronise(8, &samples, WINDOW, &Settings::HARDWARE).unwrap();
    let after = synchronise(8, &moved, later, &Settings::HARDWARE).unwrap();
    assert_eq!(before.clocks, after.clocks);
}

#[test]
fn the_loops_tell_how_wrong_the_edges_are() {
    let truth = clocks(12, 8);
    let edges = mesh(12, 6, 9);
    let told = |jitter_ns| {
        let samples = sampled(&truth, &edges, &WINDOW, 10, jitter_ns, 0.9);
        let found = synchronise(12, &samples, WINDOW, &Settings::HARDWARE).unwrap();
        let raw = found.edges.iter().map(|edge| {
            let (a, b) = (&truth[edge.a as usize], &truth[edge.b as usize]);
            edge.ahead.middle - (b.at_middle(&WINDOW) - a.at_middle(&WINDOW))
        });
        let square: f64 = raw.clone().map(|error| error * error).sum::<f64>() / raw.count() as f64;
        (found.measured_error_ns, square.sqrt())
    };
    for jitter_ns in [2.0, 8.0] {
        let (told, real) = told(jitter_ns);
        assert!((told / real - 1.0).abs() < 0.5, "{told} {real}");
    }
}

/// What loops can do, [`freeboard_clock_sync::network::Mesh::variance_ratio`], they do when edges err independently: here by the jitter of
/// stamps alone. An error that all edges of a clock share would stay.
#[test]
fn edges_that_err_by_noise_alone_are_left_with_the_share_that_a_tree_needs() {
    let (mut before, mut after, mut share) = (0.0, 0.0, 0.0);
    for seed in 20..26 {
        let (truth, edges) = (clocks(16, seed), mesh(16, 10, seed));
        let samples = sampled(&truth, &edges, &WINDOW, seed, 4.0, 0.0);
        let found = synchronise(16, &samples, WINDOW, &Settings::HARDWARE).unwrap();
        let ends = found.edges.iter().map(|edge| (edge.a, edge.b)).collect();
        let mesh = freeboard_clock_sync::network::Mesh::new(16, ends).unwrap();
        let measured: Vec<f64> = found.edges.iter().map(|edge| edge.ahead.middle).collect();
        let real = |edge: &edge::EdgeEstimate| {
            truth[edge.b as usize].at_middle(&WINDOW) - truth[edge.a as usize].at_middle(&WINDOW)
        };
        let square = |lines: &[f64]| -> f64 {
            lines.iter().zip(&found.edges).map(|(line, edge)| (line - real(edge)).powi(2)).sum()
        };
        before += square(&measured);
        after += square(&mesh.corrected(&measured));
        share += mesh.variance_ratio() / 6.0;
    }
    let left = after / before;
    assert!((left / share - 1.0).abs() < 0.25, "{left} of the variance, {share} expected");
}

#[test]
fn probes_that_waited_are_told_by_their_distance() {
    let truth = clocks(2, 11);
    let samples = sampled(&truth, &[(0, 1)], &WINDOW, 12, 2.0, 0.8);
    let there = &samples[0].there;
    let kept: Vec<_> = coded::pure(there, 20.0).collect();
    // Both of a pair meet no queue in a share of 0.2 times 0.2.
    let share = kept.len() as f64 / (2.0 * there.len() as f64);
    assert!((0.02..0.08).contains(&share), "{share}");
    let least = kept.iter().map(|probe| probe.delay_ns()).fold(f64::MAX, f64::min);
    // 40 ppm over the window are 4 us of true change; waits would be 20 us.
    let delayed = kept.iter().filter(|probe| probe.delay_ns() > least + 6_000.0).count();
    assert!(delayed * 20 < kept.len(), "{delayed} of {}", kept.len());
}

#[test]
fn clocks_that_nothing_connects_are_an_error() {
    let truth = clocks(4, 13);
    let samples = sampled(&truth, &[(0, 1), (2, 3)], &WINDOW, 14, 2.0, 0.0);
    let found = synchronise(4, &samples, WINDOW, &Settings::HARDWARE);
    assert_eq!(found, Err(SyncError::Disconnected { usable: 2 }));
}

#[test]
fn a_mesh_is_connected_and_has_the_degree_that_was_asked_for() {
    for (count, degree) in [(2, 1), (5, 1), (12, 3), (32, 10), (4, 9)] {
        let edges = mesh(count, degree, u64::from(count));
        let most = (count * degree.min(count - 1)) as usize;
        assert!(edges.len() <= most && edges.len() * 2 >= most, "{count} {degree}: {}", edges.len());
        assert!(edges.iter().all(|(a, b)| a < b && *b < count));
        assert!(freeboard_clock_sync::network::Mesh::new(count as usize, edges).is_some());
    }
}
