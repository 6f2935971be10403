//! Linux `pie`: how a probability follows from two delays, in real numbers.

use freeboard_registry::aqm_pie::{Controller, PieSettings};
use freeboard_replay::Random;

/// Where the probability goes; `p` and gains as fractions.
fn expected(p: f64, settings: &PieSettings, delay: f64, old: f64) -> f64 {
    let target = f64::from(settings.target);
    let gain = |gain: u32, from: f64| (f64::from(gain) / 65_536.0 * (delay - from) / target).clamp(-1.0, 1.0);
    let divisor = match p {
        p if p < 1e-6 => 2_048.0,
        p if p < 1e-5 => 512.0,
        p if p < 1e-4 => 128.0,
        p if p < 1e-3 => 32.0,
        p if p < 1e-2 => 8.0,
        p if p < 1e-1 => 2.0,
        _ => 1.0,
    };
    let mut delta = (gain(settings.alpha, target) + gain(settings.beta, old)) / divisor;
    if p >= 0.1 {
        delta = delta.min(0.02);
    }
    // 250 ms of 15 ms.
    if delay * 3.0 > target * 50.0 {
        delta += 0.02;
    }
    let p = (p + delta).clamp(0.0, 1.0);
    if delay == 0.0 && old == 0.0 { p - p / 64.0 } else { p }
}

#[test]
fn the_probability_moves_as_in_linux_above_fifty_thirds_of_the_target_too() {
    let settings = PieSettings::default();
    let (mut random, mut far) = (Random::new(5), 0);
    for _ in 0..2_000 {
        let start = random.word() >> (16 + random.below(16));
        let settings = PieSettings { start, ..settings };
        let mut controller = Controller::new(&settings);
        for _ in 0..60 {
            let old = controller.delay_old;
            let delay = if random.one_in(4) { 0 } else { random.below(40 * settings.target) };
            let p = f64::from(controller.probability) / 4_294_967_296.0;
            let edge = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1].iter().any(|edge| (p - edge).abs() < 1e-9);
            controller.update(&settings, delay);
            let found = f64::from(controller.probability) / 4_294_967_296.0;
            let real = expected(p, &settings, delay.into(), old.into());
            far += usize::from(u64::from(delay) * 3 > u64::from(settings.target) * 50);
            assert!(
                edge || (found - real).abs() < 1e-8,
                "p {p}, {old} to {delay} ns: {found}, expected {real}"
            );
        }
    }
    assert!(far > 10_000);
}
