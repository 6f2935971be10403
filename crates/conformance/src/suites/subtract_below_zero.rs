//! Bug class 6: a difference of unsigned words goes below zero.

use super::{aqm_setups, cc_setups};
use crate::agreement::AqmPair;
use crate::model::call;
use crate::model::malformed;
use freeboard_cc_api::IntStack;
use freeboard_oracle::Violation;
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;

/// Events that keep no promise, per setting.
const WILD: usize = 10_000;

/// Of a scheme: sojourn times longer than the clock is old; then time in any direction, where all that is asked
/// is an answer.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let mut random = Random::new(61);
    for (seed, setup) in (0..).zip(aqm_setups(id, 61)) {
        let packets = setup.packets(3_000, seed, 1_000);
        let Some(mut pair) = AqmPair::new(id, &setup.values, setup.unit) else { continue };
        if let Err(Violation(why)) = pair.run(&packets, 0) {
            panic!("from time 0: {why}");
        }
        let mut scheme = setup.place();
        for _ in 0..WILD {
            call(&mut scheme, &malformed::packet(&mut random).event(0));
        }
    }
}

/// Of a congestion control: acknowledgements of more than was sent, marks on more than was acknowledged, time in
/// any direction. Window and rate stay in their ranges.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let mut random = Random::new(62);
    for setup in cc_setups(id, 62) {
        let mut flow = setup.place();
        for _ in 0..WILD {
            let mut stack = IntStack::default();
            let control = flow.on_event(&malformed::flow_event(&mut random, &mut stack));
            assert!(control.window.0 > 0, "{setup:?}: a window of 0 never opens again");
            assert!((1..=1 << 20).contains(&control.rate.to_bits()), "{setup:?}: rate {:?}", control.rate);
            assert_eq!(control, flow.control(), "{setup:?}: the control output is the one in force");
        }
    }
}
