//! Live reconfiguration: new parameters between two packets keep the state, and a refused set changes nothing.

use super::sample::START;
use super::{aqm_setups, decisions};
use crate::model::Timed;
use crate::model::call;
use freeboard_aqm_api::{Aqm, DepthUnit, FieldId, Settings, Verdict};
use freeboard_cc_api::{Bytes, CongestionControl, ControlOutput};
use freeboard_oracle::Hook;
use freeboard_params::Words;
use freeboard_registry::{AqmId, AqmInstance, CcId, Flow, aqm_params, cc_params, with_aqm};
use freeboard_replay::{PacketEvent, Random};

fn words<A: Aqm>(placed: &AqmInstance<A>) -> Words {
    let mut words = Words::new();
    placed.canonical(&mut words);
    words
}

fn step<A: Aqm>(placed: &mut AqmInstance<A>, packet: &Timed) -> Verdict {
    match &packet.event(0) {
        PacketEvent::Arrival(arrival) => placed.on_enqueue(arrival),
        PacketEvent::Departure(departure) => placed.on_dequeue(departure),
    }
}

/// Swaps parameters at random under a stream; the scheme stays total, keeps its state, and after a packet that
/// finds nothing behaves as one that has had the last parameters always.
fn swap<A: Aqm>(id: AqmId) {
    let setups: Vec<_> = aqm_setups(id, 171).into_iter().filter(|it| it.unit == DepthUnit::BYTE).collect();
    let all: Vec<A::Params> = setups
        .iter()
        .map(|setup| aqm_params::<A>(&setup.values, setup.unit).expect("legal settings"))
        .collect();
    let mut random = Random::new(172);
    for setup in &setups {
        let mut placed = AqmInstance::<A>::new(all[0]);
        for packet in setup.packets(START, 5, 2_000) {
            let before = words(&placed);
            placed.params = all[random.below(all.len() as u32) as usize];
            assert_eq!(words(&placed), before, "{setup:?}: new parameters touched the state");
            step(&mut placed, &packet);
        }
    }
}

/// A set that is refused leaves everything as it was, also the fields before the refused one.
fn all_or_nothing<S: Settings>(params: impl Fn(&S) -> bool) {
    let original = S::default();
    for (at, field) in (0..).zip(S::FIELDS) {
        let copy = original;
        for value in [field.min.wrapping_sub(1), field.max.wrapping_add(1)] {
            if !(field.min..=field.max).contains(&value) {
                assert!(copy.with(FieldId(at), value).is_err());
            }
        }
        assert_eq!(copy, original);
        assert!(params(&copy), "defaults are legal");
    }
    let unknown = original.with(FieldId(S::FIELDS.len() as u16), 0).expect_err("no such field");
    assert!(unknown.min > unknown.max, "an unknown field has no legal range");
}

fn scheme<A: Aqm>(id: AqmId) {
    swap::<A>(id);
    all_or_nothing::<A::Settings>(|settings| A::params(settings, DepthUnit::BYTE).is_ok());
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    with_aqm!(id, A => scheme::<A>(id));
    refused_reconfiguration_is_invisible(id);
}

/// An attempt that is refused in the middle of a stream changes no decision.
fn refused_reconfiguration_is_invisible(id: AqmId) {
    for setup in aqm_setups(id, 173).iter().take(3) {
        let packets = setup.packets(START, 6, 500);
        let mut calm = setup.place();
        let expected = decisions(&mut calm, &packets, 0);
        let mut disturbed = setup.place();
        let illegal: Vec<u32> = id.fields().0.iter().map(|field| field.max.wrapping_add(1)).collect();
        for (packet, expected) in packets.iter().zip(expected) {
            if let Ok(accepted) = id.place(&illegal, setup.unit) {
                // No field has a value beyond its range: then any set is legal and this is the same scheme.
                assert!(id.fields().0.iter().all(|field| field.max == u32::MAX), "{accepted:?}");
            }
            assert_eq!(call(&mut disturbed, &packet.event(0)), expected);
            assert!(packet.hook == Hook::Departure || packet.sojourn == 0);
        }
    }
}

macro_rules! controls {
    ($($_:tt $name:ident $path:path;)*) => {
        /// Of a congestion control.
        ///
        /// # Panics
        /// It does not hold.
        pub fn cc(id: CcId) {
            match id {
                $(CcId::$name => control::<$path>(id),)*
            }
        }
    };
}
freeboard_registry::for_each_cc!(controls);

fn control<C: CongestionControl>(id: CcId) {
    let setups: Vec<_> = super::cc_setups(id, 174).into_iter().filter(|setup| setup.mss == 1460).collect();
    let all: Vec<C::Params> = setups
        .iter()
        .map(|setup| cc_params::<C>(&setup.values, Bytes(1460)).expect("legal settings"))
        .collect();
    let mut random = Random::new(175);
    let mut flow = Flow::<C>::new(all[0]);
    for timed in crate::model::FlowModel::new(1460, 9).random(4_000) {
        let before = flow.state;
        flow.params = all[random.below(all.len() as u32) as usize];
        assert_eq!(flow.state, before);
        let control = flow.on_event(&timed.event(0, 0).get());
        assert!(control.window.0 > 0, "a window of 0 never opens again");
    }
    all_or_nothing::<C::Settings>(|settings| C::params(settings, Bytes(1460)).is_ok());
    segments_grow::<C>(&setups);
}

/// A path takes larger segments: a control of windows answers one of them at least, before and behind every event.
fn segments_grow<C: CongestionControl>(setups: &[super::CcSetup]) {
    if C::META.output == ControlOutput::Rate || C::META.name == "fixed" {
        return;
    }
    for setup in setups {
        let params = |mss: u32| cc_params::<C>(&setup.values, Bytes(mss));
        let (Ok(small), Ok(large)) = (params(1_460), params(8_960)) else { continue };
        let mut flow = Flow::<C>::new(small);
        let events = crate::model::FlowModel::new(1_460, 10).random(600);
        for (number, timed) in events.iter().enumerate() {
            flow.params = small;
            flow.on_event(&timed.event(0, 0).get());
            if number % 7 == 0 {
                flow.params = large;
                let window = flow.control().window.0;
                assert!(window >= 8_960, "{setup:?}: {window} B is no segment of 8960 B");
                let window = flow.on_event(&timed.event(0, 0).get()).window.0;
                assert!(window >= 8_960, "{setup:?}: {window} B behind an event is no segment of 8960 B");
            }
        }
    }
}
