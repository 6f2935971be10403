//! Shrinkable properties over operations: agreement with the oracle, and time-shift invariance.

use freeboard_aqm_api::DepthUnit;
use freeboard_conformance::agreement::{AqmPair, run_cc};
use freeboard_conformance::model::{FlowModel, FlowOp, PacketModel, PacketOp};
use freeboard_conformance::suites::clock_wrap::{WRAPS, bring, invariant};
use freeboard_conformance::suites::{CcSetup, Setup, aqm_setups, cc_setups};
use freeboard_conformance::values::random_values;
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// Cases per algorithm and property.
const CASES: u32 = 48;

/// Own seed: a failure is the same on every run.
fn runner() -> TestRunner {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Settings by number: the sample first, then random ones.
fn setup(id: AqmId, number: u8) -> Setup {
    let sample = aqm_setups(id, 181);
    let random = random_values(id.fields().0, &mut Random::new(number.into()));
    sample
        .get(usize::from(number % 24))
        .cloned()
        .or_else(|| Setup::new(id, &random, DepthUnit::BYTE))
        .unwrap_or_else(|| sample[0].clone())
}

fn agrees(id: AqmId) {
    let strategy = (any::<u8>(), any::<u32>(), vec(any::<[u32; 4]>(), 1..40));
    let result = runner().run(&strategy, |(number, start, words)| {
        let setup = setup(id, number);
        let mut packets = Vec::new();
        let mut model = PacketModel::new(setup.scale(), (1 << 44) + u64::from(start), 1);
        words.into_iter().for_each(|words| model.apply(PacketOp::from_words(words), &mut packets));
        let mut pair = AqmPair::new(id, &setup.values, setup.unit).unwrap();
        pair.run(&packets, 0).map_err(|violation| TestCaseError::fail(violation.0))?;
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

fn is_invariant(id: AqmId) {
    let strategy = (any::<u8>(), any::<u16>(), any::<u64>(), vec(any::<[u32; 4]>(), 1..30));
    let result = runner().run(&strategy, |(number, at, anywhere, words)| {
        let setup = setup(id, number);
        let mut packets = Vec::new();
        let mut model = PacketModel::new(setup.scale(), 1 << 40, 1);
        words.into_iter().for_each(|words| model.apply(PacketOp::from_words(words), &mut packets));
        let packet = packets[usize::from(at) % packets.len()];
        invariant(&setup, &packets, anywhere >> 1);
        WRAPS.iter().for_each(|&wrap| invariant(&setup, &packets, bring(packet.now, wrap)));
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

fn cc_agrees(id: CcId) {
    let strategy = (any::<u8>(), any::<u32>(), vec(any::<[u32; 4]>(), 1..40));
    let result = runner().run(&strategy, |(number, offset, words)| {
        let sample = cc_setups(id, 182);
        let CcSetup { values, mss, .. } = sample[usize::from(number) % sample.len()].clone();
        let mut events = Vec::new();
        let mut model = FlowModel::new(mss, 1);
        words.into_iter().for_each(|words| model.apply(FlowOp::from_words(words), &mut events));
        let shifts = (u64::from(offset) << 3, offset.into());
        run_cc(id, &values, mss, &events, shifts).map_err(|violation| TestCaseError::fail(violation.0))?;
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

macro_rules! aqm_tests {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        $(mod $name {
            #[test]
            fn any_operations_agree_with_the_oracle() {
                super::agrees(super::AqmId::$name);
            }

            #[test]
            fn any_shift_of_time_changes_no_decision() {
                super::is_invariant(super::AqmId::$name);
            }
        })*
    };
}
freeboard_registry::for_each_aqm!(aqm_tests);

macro_rules! cc_tests {
    ($($_:tt $name:ident $path:path;)*) => {
        $(mod $name {
            #[test]
            fn any_operations_agree_with_the_oracle() {
                super::cc_agrees(super::CcId::$name);
            }
        })*
    };
}
freeboard_registry::for_each_cc!(cc_tests);
