//! The kernel's running root: its published drift, its collapse, its control law.

use freeboard_fixmath::{codel_control_law, codel_newton_step, inv_sqrt};

/// The register after counting up from 1, one step per count, as CoDel does within an episode.
fn register(count: u32) -> u16 {
    (2..=count).fold(u16::MAX, codel_newton_step)
}

fn as_fraction(register: u16) -> f64 {
    f64::from(register) / 65_536.0
}

#[test]
fn single_steps_drift_as_measured() {
    for (count, want) in [(2, 0.5), (3, 0.5625), (4, 0.4878), (5, 0.4415)] {
        let got = as_fraction(register(count));
        assert!((got - want).abs() < 1e-4, "count {count}: {got}");
    }
    for (count, relative) in [(8_u32, -0.006), (16, -0.0015)] {
        let exact = 1.0 / f64::from(count).sqrt();
        let drift = as_fraction(register(count)) / exact - 1.0;
        assert!((drift - relative).abs() < 1e-3, "count {count}: {drift}");
    }
}

#[test]
fn a_jump_from_a_fresh_register_collapses() {
    assert_eq!(codel_newton_step(u16::MAX, 3), 2);
    assert_eq!(codel_newton_step(u16::MAX, 5), 5);
    assert_eq!(codel_control_law(195, codel_newton_step(u16::MAX, 5)), 0);
}

#[test]
fn the_fresh_register_loses_one_tick() {
    assert_eq!(codel_control_law(234, u16::MAX), 233);
}

#[test]
fn a_long_episode_converges_to_the_exact_root() {
    for count in [64_u32, 1000, 5000] {
        let exact = f64::from(inv_sqrt(count)) / 65_536.0;
        let ours = f64::from(register(count));
        // Truncation to 16 bits accumulates: 2 % at count 5000, measured.
        assert!((ours / exact - 1.0).abs() < 0.02, "count {count}: {ours} against {exact}");
    }
}
