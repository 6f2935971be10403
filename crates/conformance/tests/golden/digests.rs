//! Digests over the plan that hosts and firmware replay.

use crate::{compare_or_bless, crates, is_blessed};
use freeboard_aqm_api::{Activity, DepthUnit};
use freeboard_cc_api::Bytes;
use freeboard_registry::{AqmId, CcId, UnderlayId};
use freeboard_replay::{
    AqmRun, CcRun, FlowEvents, PacketEvent, PacketEvents, UnderlayEvents, UnderlayRun, plan,
};

/// Digests of a scheme, and what its triggers came to.
fn aqm(id: AqmId) -> (Vec<u32>, String) {
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
    let digests = (0..plan::AQM_EPOCHS).map(epoch).collect();
    let triggers = id.meta().triggers.iter().zip(activity.snapshot());
    let counts = triggers.map(|((name, _), it)| {
        format!("{id} {name}: fired {}, highest {}, needed {}\n", it.fired, it.highest, it.needed)
    });
    (digests, counts.collect())
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

const HEAD: &str = "# Rolling decision digests over freeboard_replay::plan, one per 65536 events, default settings (underlays: with a cap).\n";

/// What the triggers of every scheme came to on the way.
const ACTIVITY: &str = "conformance/golden/activity.txt";

/// The lines of all that is listed, in list order; and those of the triggers.
fn lines() -> (Vec<String>, String) {
    let run: Vec<_> = AqmId::ALL.iter().map(|id| (id, aqm(*id))).collect();
    let schemes = run.iter().map(|(id, (digests, _))| line(&id.to_string(), digests));
    let controls = CcId::ALL.iter().map(|id| line(&id.to_string(), &cc(*id)));
    let layers = UnderlayId::ALL.iter().filter(|id| !id.name().is_empty());
    let all = schemes.chain(controls).chain(layers.map(|id| line(id.name(), &underlay(*id))));
    (all.collect(), run.iter().map(|(_, (_, counts))| counts.as_str()).collect())
}

#[test]
fn every_variant_has_the_digest_of_record() {
    let (path, (lines, counts)) = (crates("conformance/golden/digests.txt"), lines());
    if is_blessed() {
        compare_or_bless(&path, &(HEAD.to_owned() + &lines.concat()));
        compare_or_bless(&crates(ACTIVITY), &counts);
    }
    let read = |path| std::fs::read_to_string(path).unwrap();
    let (file, activity) = (read(path), read(crates(ACTIVITY)));
    for line in counts.lines() {
        assert!(activity.lines().any(|known| known == line), "differs from the record: {line}");
    }
    for line in lines {
        assert!(file.lines().any(|known| known == line.trim_end()), "differs from the record: {line}");
    }
}

#[test]
fn the_record_holds_the_listed_variants_and_no_others() {
    let file = std::fs::read_to_string(crates("conformance/golden/digests.txt")).unwrap();
    let names =
        file.strip_prefix(HEAD).unwrap().lines().map(|line| line.split(' ').next().unwrap().to_owned());
    let layers = UnderlayId::ALL.iter().map(|id| id.name().to_owned()).filter(|name| !name.is_empty());
    let schemes = AqmId::ALL.iter().map(ToString::to_string);
    let listed = schemes.chain(CcId::ALL.iter().map(ToString::to_string)).chain(layers);
    assert_eq!(names.collect::<Vec<_>>(), listed.collect::<Vec<_>>());
}
