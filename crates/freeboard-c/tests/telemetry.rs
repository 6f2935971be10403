//! A control that reads no telemetry takes an acknowledgement with it as one without: the library passes the latter.

use freeboard_cc_api::{Bytes, CongestionControl, Event, IntStack, Words};
use freeboard_registry::for_each_cc;
use freeboard_replay::{EventWords, FlowEvents, plan};

fn alike<C: CongestionControl>() {
    if C::META.int {
        return;
    }
    let name = format!("{}/{}", C::META.name, C::META.variant);
    let params = C::params(&C::Settings::default(), Bytes(plan::MSS)).unwrap();
    let (mut told, mut spared) = (C::default(), C::default());
    let (path, mut events) = (IntStack::default(), FlowEvents::new(plan::SEED));
    for _ in 0..20_000 {
        let event = events.step();
        let event = match event {
            Event::Ack { now, ack } => Event::Int { now, ack, stack: &path },
            other => other,
        };
        let words = EventWords::of(&event).without_telemetry();
        assert!(!words.brings_telemetry());
        let passed = words.event(&path);
        assert_eq!(told.on_event(&params, &event), spared.on_event(&params, &passed), "{name}");
    }
    let (mut one, mut other) = (Words::new(), Words::new());
    told.canonical(&mut one);
    spared.canonical(&mut other);
    assert_eq!(one, other, "{name}");
}

macro_rules! all {
    ($($_:tt $name:ident $path:path;)*) => { $(alike::<$path>();)* };
}

#[test]
fn telemetry_that_nobody_reads_changes_nothing() {
    for_each_cc!(all);
}
