//! Digests over the plan that hosts and firmware replay.

use crate::{compare_or_bless, crates};
use freeboard_aqm_api::{Activity, DepthUnit};
use freeboard_cc_api::Bytes;
use freeboard_registry::{AqmId, CcId, UnderlayId};
use freeboard_replay::{
    AqmRun, CcRun, FlowEvents, PacketEvent, PacketEvents, UnderlayEvents, UnderlayRun, plan,
};

fn aqm(id: AqmId) -> Vec<u32> {
    let mut scheme = id.place(&[], DepthUnit::BYTE).unwrap();
    let mut run = AqmRun::new(PacketEvents::new(plan::SEED, plan::START_NS));
    let mut activity = Activity::default();
    let epoch = |_| {
        run.epoch(|event, words| {
            let verdict = match event {
                PacketEvent::Arrival(arrival) => scheme.on_enqueue(arrival, &mut activity),
                PacketEvent::Departure(departure) => scheme.on_dequeue(departure, &mut activity),
            };
            scheme.canonical(words);
            verdict as u32
        })
    };
    (0..plan::AQM_EPOCHS).map(epoch).collect()
}

fn cc(id: CcId) -> Vec<u32> {
    let mut flow = id.place(&[], Bytes(plan::MSS)).unwrap();
    let mut run = CcRun::new(FlowEvents::new(plan::SEED));
    let epoch = |_| {
        run.epoch(|event, words| {
            let control = flow.on_event(event);
            flow.canonical(words);
            control
        })
    };
    (0..plan::CC_EPOCHS).map(epoch).collect()
}

fn underlay(id: UnderlayId) -> Vec<u32> {
    let mut layer = id.place(plan::underlay_settings(id.fields().0).as_slice()).unwrap();
    let mut run = UnderlayRun::new(UnderlayEvents::new(plan::SEED));
    let epoch = |_| {
        run.epoch(|event, words| {
            let answer = layer.take(event);
            layer.canonical(words);
            answer
        })
    };
    (0..plan::LAYER_EPOCHS).map(epoch).collect()
}

fn line(name: &str, digests: &[u32]) -> String {
    let digests: Vec<String> = digests.iter().map(|digest| format!("{digest:08x}")).collect();
    format!("{name} {}\n", digests.join(" "))
}

#[test]
fn every_variant_has_the_digest_of_record() {
    let mut table =
        "# Rolling decision digests over freeboard_replay::plan, one per 65536 events, default settings (underlays: with a cap).\n".to_owned();
    AqmId::ALL.iter().for_each(|id| table.push_str(&line(&id.to_string(), &aqm(*id))));
    CcId::ALL.iter().for_each(|id| table.push_str(&line(&id.to_string(), &cc(*id))));
    let layers = UnderlayId::ALL.iter().filter(|id| !id.name().is_empty());
    layers.for_each(|id| table.push_str(&line(id.name(), &underlay(*id))));
    compare_or_bless(&crates("conformance/golden/digests.txt"), &table);
}
