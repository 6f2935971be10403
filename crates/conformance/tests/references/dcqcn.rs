//! DCQCN in HPCC's simulator: three timers that fire on time, and a first notification whose flag for alpha is cleared.

use freeboard_cc_api::{Bytes, CongestionControl, Event, Nanos32};
use freeboard_registry::cc_dcqcn::{Dcqcn, DcqcnSettings};
use freeboard_replay::Random;

/// Timers in whole ns from the simulator's point of view; rates as fractions of the line.
struct Simulator {
    set: DcqcnSettings,
    rate: f64,
    target: f64,
    alpha: f64,
    stage: u32,
    /// Next expiry of alpha's, the cut's and the increase's timer.
    due: Option<[u64; 3]>,
    flags: [bool; 2],
}

impl Simulator {
    fn new(set: DcqcnSettings) -> Self {
        Self { set, rate: 1.0, target: 1.0, alpha: 1.0, stage: 0, due: None, flags: [false; 2] }
    }

    fn notify(&mut self, now: u64) {
        self.flags = [true; 2];
        if self.due.is_none() {
            self.flags[0] = false;
            let at = |period: u32| now + u64::from(period);
            self.due = Some([at(self.set.t_alpha), at(self.set.t_d), u64::MAX]);
            self.target = self.rate;
        }
    }

    /// Expiries up to `now`, alpha's before the cut's.
    fn run(&mut self, now: u64) {
        while let Some(due) = &mut self.due {
            let (timer, at) = (0..3).map(|timer| (timer, due[timer])).min_by_key(|it| (it.1, it.0)).unwrap();
            if at > now {
                return;
            }
            due[timer] = at + u64::from([self.set.t_alpha, self.set.t_d, self.set.t_i][timer]);
            match timer {
                0 => {
                    let g = f64::from(self.set.g) / 65_536.0;
                    self.alpha += g * (f64::from(core::mem::take(&mut self.flags[0])) - self.alpha);
                }
                1 if core::mem::take(&mut self.flags[1]) => {
                    due[2] = at + u64::from(self.set.t_i);
                    if self.stage > 0 {
                        self.target = self.rate;
                    }
                    self.stage = 0;
                    let least = f64::from(self.set.min_rate) / 1_048_576.0;
                    self.rate = (self.rate * (1.0 - self.alpha / 2.0)).max(least);
                }
                2 => {
                    let f = self.set.f;
                    let by = if self.stage < f {
                        0
                    } else if self.stage == f {
                        self.set.ai
                    } else {
                        self.set.hai
                    };
                    self.target = (self.target + f64::from(by) / 1_048_576.0).min(1.0);
                    self.rate = f64::midpoint(self.rate, self.target);
                    self.stage += 1;
                }
                _ => {}
            }
        }
    }
}

fn preset(name: &str) -> DcqcnSettings {
    Dcqcn::PRESETS.iter().find(|preset| preset.name == name).unwrap().settings
}

/// Mean rates over a second of notifications, ours with an event every `spacing` ns: ours, the simulator's, and the largest
/// distance at an event.
fn means(name: &str, spacing: u64, seed: u64) -> (f64, f64, f64) {
    let set = preset(name);
    let params = Dcqcn::params(&set, Bytes(1_000)).unwrap();
    let (mut simulator, mut flow, mut random) = (Simulator::new(set), Dcqcn::default(), Random::new(seed));
    let (mut ours, mut theirs, mut apart) = (0.0, 0.0, 0.0f64);
    // Notifications at events, so that neither side learns of one earlier.
    let mut next = 0;
    let end = 200_000_000 / spacing;
    for step in 0..end {
        let now = step * spacing;
        simulator.run(now);
        let at = Nanos32(now as u32);
        let rate = f64::from(flow.on_event(&params, &Event::Tick { now: at }).rate.to_bits()) / 1_048_576.0;
        apart = apart.max((rate - simulator.rate).abs());
        if now >= next {
            simulator.notify(now);
            flow.on_event(&params, &Event::Cnp { now: at });
            next = now + 100_000 + u64::from(random.below(600_000));
        }
        ours += rate;
        theirs += simulator.rate;
    }
    (ours / end as f64, theirs / end as f64, apart)
}

#[test]
fn timers_on_time_give_the_simulators_rates() {
    for name in ["vendor", "low-gain"] {
        for seed in 0..3 {
            let (ours, theirs, apart) = means(name, 1_000, seed);
            // Alpha may lie 300 units of 2^-20 off where every period is a step (`alpha_decays_by_...`); a cut then leaves
            // 1.5e-4 more or less, and hundreds of cuts pass before additive increase has forgotten one.
            assert!(
                apart < 2e-2 && (ours / theirs - 1.0).abs() < 1e-2,
                "{name}: {ours} against {theirs}, {apart} apart"
            );
        }
    }
}

#[test]
fn alpha_decays_in_the_first_period_after_the_first_notification() {
    let set = DcqcnSettings { t_alpha: 1_000, t_d: 4_000, ..preset("vendor") };
    let params = Dcqcn::params(&set, Bytes(1_000)).unwrap();
    let (mut flow, mut simulator) = (Dcqcn::default(), Simulator::new(set));
    flow.on_event(&params, &Event::Cnp { now: Nanos32(0) });
    simulator.notify(0);
    flow.on_event(&params, &Event::Tick { now: Nanos32(1_000) });
    simulator.run(1_000);
    let alpha = f64::from(flow.alpha_q20(&params)) / 1_048_576.0;
    assert!((alpha - simulator.alpha).abs() < 1e-5 && alpha < 1.0, "{alpha} against {}", simulator.alpha);
}

#[test]
fn events_as_sparse_as_a_tick_cost_little_of_the_mean_rate() {
    for name in ["vendor", "low-gain"] {
        let mut worst = 0.0f64;
        for seed in 0..3 {
            let (ours, theirs, _) = means(name, 20_000, seed);
            worst = worst.min(ours / theirs - 1.0);
        }
        println!("{name}: {:.2} %", worst * 100.0);
        assert!(worst > -0.01, "{name}: mean rate {worst}");
    }
}
