//! Bug class 12: work that grows with a silence, a backlog or a setting.
//!
//! The state has as many words after any history as at birth, none beyond what a digest holds. That no data path
//! loops is checked on the sources (test `no_data_path_loops`), what a call costs in the firmware's interpreter.

use super::sample::START;
use super::{aqm_setups, cc_setups};
use crate::model::call;
use crate::model::{FlowModel, malformed};
use freeboard_params::{MAX_WORDS, Words};
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;

/// Words of a state; one more must fit, or the last may be missing.
fn count(canonical: impl Fn(&mut Words)) -> usize {
    let mut words = Words::new();
    canonical(&mut words);
    let count = words.as_slice().len();
    assert!(count < MAX_WORDS, "{count} words: the list may be cut off");
    count
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let mut random = Random::new(121);
    for (seed, setup) in (0..).zip(aqm_setups(id, 121)) {
        let mut scheme = setup.place();
        let born = count(|words| scheme.canonical(words));
        for packet in setup.packets(START, seed, 500) {
            call(&mut scheme, &packet.event(0));
            call(&mut scheme, &malformed::packet(&mut random).event(0));
            assert_eq!(count(|words| scheme.canonical(words)), born, "{setup:?}");
        }
    }
}

/// Of a congestion control.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    for (seed, setup) in (0..).zip(cc_setups(id, 122)) {
        let mut flow = setup.place();
        let born = count(|words| flow.canonical(words));
        for timed in FlowModel::new(setup.mss, seed).random(500) {
            flow.on_event(&timed.event(0, 0).get());
            assert_eq!(count(|words| flow.canonical(words)), born, "{setup:?}");
        }
    }
}
