//! MBECN's bounds against the formulas of \[Kang21\] in floating point, and against the model behind them.

use freeboard_aqm_mbecn::{Bound, Rule, Senders};
use proptest::prelude::*;

/// N, beta, Phi, theta C d in packets.
type Case = (f64, f64, f64, f64);

fn slide_dctcp((n, beta, phi, cd): Case, per_flow: bool) -> (f64, f64) {
    let spread = if per_flow { n - phi } else { 1.0 };
    let reach = n - phi * beta;
    let part = reach.powi(2) / (8.0 * beta * spread) + beta * (n - phi) / (n * (1.0 - beta)) * cd;
    let psi = n * (1.0 - beta) * if per_flow { 1.0 } else { n - phi };
    (part, (psi + libm::sqrt(psi * psi + 8.0 * cd * psi)) / 4.0)
}

/// w* <= w1 at threshold k: the branch condition on the slide.
fn part_holds((n, beta, phi, cd): Case, per_flow: bool, k: f64) -> bool {
    let spread = if per_flow { n - phi } else { 1.0 };
    let reach = n - phi * beta;
    reach / (8.0 * beta * spread) + (cd + k) / reach <= (k + cd) / (n * (1.0 - beta))
}

fn senders((n, beta, phi, cd): Case) -> Senders {
    Senders {
        flows: n as u32,
        batch: (beta * 65_536.0) as u32,
        phi: (phi * 65_536.0) as u32,
        pipe: (cd * 256.0) as u32,
    }
}

fn packets(bound: Bound) -> f64 {
    match bound {
        Bound::TooFewFlows => panic!("in the domain"),
        Bound::Part(packets) | Bound::Whole(packets) => f64::from(packets) / 256.0,
    }
}

fn near(found: f64, real: f64) -> bool {
    (found - real).abs() <= 1.0 + 0.01 * real
}

#[test]
fn bounds_of_the_worked_example() {
    // 83.3 packets, Phi 2, beta 1/4: ECN*, DCTCP as printed, DCTCP per flow.
    for (n, expected) in [(4, [111, 20, 17]), (8, [125, 49, 25]), (16, [132, 136, 33]), (32, [135, 430, 43])]
    {
        let senders = senders((f64::from(n), 0.25, 2.0, 83.3));
        let rules = [Rule::EcnStar, Rule::Dctcp, Rule::DctcpPerFlow];
        let found = rules.map(|rule| packets(senders.bound(rule)).round() as i32);
        assert!(
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= 1),
            "{n}: {found:?}"
        );
    }
}

#[test]
fn bounds_of_the_micro_burst_plan() {
    // 10 Gbit/s and 500 us in packets of 1500 B, four flows, bursts of a third of a window: 938 KB and 162 KB.
    let senders = senders((4.0, 1.0 / 3.0, 2.0, 416.67));
    assert!((packets(senders.bound(Rule::EcnStar)) - 625.0).abs() < 1.0);
    assert!((packets(senders.bound(Rule::Dctcp)) - 108.3).abs() < 1.0);
}

#[test]
fn too_few_flows_have_no_bound() {
    for flows in [1, 2] {
        let senders = Senders { flows, batch: 16_384, phi: 2 << 16, pipe: 83 << 8 };
        assert_eq!(senders.bound(Rule::Dctcp), Bound::TooFewFlows);
    }
    let senders = Senders { flows: 3, batch: 16_384, phi: 2 << 16, pipe: 83 << 8 };
    assert_ne!(senders.bound(Rule::Dctcp), Bound::TooFewFlows);
}

#[test]
fn without_batches_the_per_flow_bound_is_the_classical_one() {
    let (n, cd) = (10.0, 200.0);
    let found = packets(senders((n, 0.0101, 2.0, cd)).bound(Rule::DctcpPerFlow));
    let classical = (n + libm::sqrt(n * n + 8.0 * n * cd)) / 4.0;
    assert!((found / classical - 1.0).abs() < 0.03, "{found}, {classical}");
}

prop_compose! {
    fn cases()(n in 3u32..500, beta in 0.02f64..0.89, share in 0.02f64..0.97, cd in 5.0f64..4_000.0) -> Case {
        let n = f64::from(n);
        (n, beta, 1.0 + share * (n - 2.0).min(60.0), cd)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn fixed_point_is_within_one_percent_and_a_packet(case in cases()) {
        let (n, beta, phi, cd) = case;
        let star = cd * ((1.0 + beta) * n - 2.0 * phi * beta) / (n * (1.0 - beta));
        prop_assert!(near(packets(senders(case).bound(Rule::EcnStar)), star));
        for (rule, per_flow) in [(Rule::Dctcp, false), (Rule::DctcpPerFlow, true)] {
            let (part, whole) = slide_dctcp(case, per_flow);
            let real = if part_holds(case, per_flow, part) { part } else { whole };
            let found = senders(case).bound(rule);
            prop_assert!(near(packets(found), real), "{rule:?} {found:?} {real}");
        }
    }

    #[test]
    fn exactly_one_branch_satisfies_its_own_condition(case in cases(), per_flow: bool) {
        let (part, whole) = slide_dctcp(case, per_flow);
        prop_assert!(part >= whole * (1.0 - 1e-9));
        // At the tangency both do.
        if (part / whole - 1.0).abs() > 1e-6 {
            // One holds exactly where the other's negation does not.
            prop_assert_eq!(part_holds(case, per_flow, part), part_holds(case, per_flow, whole));
        }
    }

    #[test]
    fn at_the_bound_the_worst_window_just_empties_the_queue(case in cases()) {
        let (n, beta, phi, cd) = case;
        let k = packets(senders(case).bound(Rule::Dctcp));
        let (reach, smooth) = (n - phi * beta, n * (1.0 - beta));
        let (w0, w1) = ((k + cd) / reach, (k + cd) / smooth);
        let lowest = |step: u32| {
            let w = w0 + (w1 - w0) * f64::from(step) / 20_000.0;
            let marked = reach * (w - w0) / beta;
            smooth * (w - libm::sqrt(marked / 2.0)) - cd
        };
        let worst = (0..=20_000).map(lowest).fold(f64::INFINITY, f64::min);
        // What a packet and 1 % of the threshold move the queue.
        prop_assert!(worst.abs() <= 2.0 + 0.02 * (k + cd), "{worst}, k {k}");
    }

    #[test]
    fn an_ecn_star_queue_at_the_bound_is_just_empty_after_halving(case in cases()) {
        let (n, beta, phi, cd) = case;
        let k = packets(senders(case).bound(Rule::EcnStar));
        let w0 = (k + cd) / (n - phi * beta);
        let lowest = n * (w0 / 2.0) * (1.0 - beta) - cd;
        prop_assert!(lowest.abs() <= 1.0 + 0.01 * (k + cd), "{lowest}");
    }
}
