//! DCTCP: alpha within the bound of the real one.

use freeboard_cc_api::{Bytes, CongestionControl};
use freeboard_conformance::model::FlowModel;
use freeboard_conformance::values::{default_values, named, random_values};
use freeboard_oracle::Violation;
use freeboard_oracle::dctcp::{AlphaJudge, alpha_bound};
use freeboard_registry::cc_dctcp::{Dctcp, DctcpSettings};
use freeboard_registry::{AnyCc, CcId};
use freeboard_replay::Random;

/// Alpha and every cut of DCTCP beside RFC 8257 in floating point.
#[test]
fn stays_within_the_bound_of_real_arithmetic() {
    let mut random = Random::new(6);
    let (fields, docs) = CcId::DctcpTcp.fields();
    for seed in 0..60 {
        let values = if seed % 3 == 0 { default_values(fields) } else { random_values(fields, &mut random) };
        let mut flow = CcId::DctcpTcp.place(&values, Bytes(1460)).unwrap();
        let mut judge = AlphaJudge::new(&named(docs, &values), 1460).unwrap();
        // Alpha is set by the first event, which this one is.
        let events = FlowModel::new(1460, seed).random(5_000);
        for (index, timed) in events.iter().enumerate() {
            let before = flow.control().window.0;
            let after = flow.on_event(&timed.event(0, 0).get()).window.0;
            let AnyCc::DctcpTcp(state) = &flow else { unreachable!("placed above") };
            let alpha = state.state.alpha_q20();
            if let Err(Violation(why)) = judge.event(&timed.event, alpha, before.into(), after.into()) {
                panic!("{values:?}, event {index} {timed:?}: {why}");
            }
        }
    }
}

/// Both ends of alpha, for every gain, in the number of windows its doc promises.
#[test]
fn alpha_reaches_zero_and_one_for_every_gain() {
    for g_shift in 0..=15 {
        let settings = DctcpSettings { g_shift, ..DctcpSettings::default() };
        let params = Dctcp::params(&settings, Bytes(1460)).unwrap();
        let mut flow = Dctcp::default();
        let mut una = 0u32;
        let bound = (21 - g_shift.min(20) + 1) << g_shift;
        for (marked, end) in [(false, 0), (true, 1 << 20), (false, 0)] {
            for _ in 0..=bound {
                una = una.wrapping_add(14_600);
                let ack = freeboard_cc_api::Ack {
                    acked: Bytes(14_600),
                    marked: Bytes(if marked { 14_600 } else { 0 }),
                    una: freeboard_cc_api::Seq32(una),
                    nxt: freeboard_cc_api::Seq32(una.wrapping_add(14_600)),
                    ..freeboard_cc_api::Ack::default()
                };
                flow.on_event(
                    &params,
                    &freeboard_cc_api::Event::Ack { now: freeboard_cc_api::Nanos32(una), ack },
                );
            }
            assert_eq!(flow.alpha_q20(), end, "g = 2^-{g_shift} after {bound} windows");
        }
        assert!(alpha_bound(g_shift) > 0.0);
    }
}
