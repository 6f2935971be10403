//! Every pipeline variant: what places it, and the placed graph decides as the firmware does.

use freeboard_aqm_api::{Aqm, Departure, DepthUnit, Hooks, Scope, Verdict};
use freeboard_dataplane::{Chain, Narrow, Pass};
use freeboard_pipeline::{
    Beyond, Intrinsic, Machine, Packet, Place, Placeable, Profile, Reason, Sizing, profiles,
};
use freeboard_registry::AqmInstance;
use freeboard_replay::{PacketEvent, PacketEvents};

/// The event with depths in cells instead of bytes, port and pool full enough for thresholds of megabytes, and a
/// sojourn that every profile can say (18 bits).
fn on_chip(event: PacketEvent, cell: u32) -> PacketEvent {
    match event {
        PacketEvent::Arrival(mut a) => {
            (a.depth, a.port_depth, a.pool_depth) =
                (a.depth / cell, a.port_depth / cell, a.pool_depth / cell);
            PacketEvent::Arrival(a)
        }
        PacketEvent::Departure(d) => PacketEvent::Departure(Departure {
            sojourn: d.sojourn & 0x3_ffff,
            depth: d.depth / cell,
            port_depth: d.depth * 4 / cell,
            pool_depth: d.depth * 12 / cell,
            ..d
        }),
    }
}

/// Runs the same packets through the placed graph and the firmware; returns the marks.
fn agree<A: Aqm + Placeable>(profile: &Profile, settings: &A::Settings) -> u32 {
    let id = format!("{}/{} on {}", A::META.name, A::META.variant, profile.name);
    let sizing = Sizing { pipes: 1, ports: 1, queues_per_port: 1 };
    let program = A::place(settings, profile, sizing).unwrap_or_else(|refusal| panic!("{refusal}"));
    let mut machine = Machine::new(&program, sizing);
    let mut firmware = AqmInstance::<A>::new(A::params(settings, profile.depth_unit).unwrap());
    let mut events = PacketEvents::new(9, 0xffff_0000);
    let mut marks = 0;
    for index in 0..30_000 {
        let event = on_chip(events.step(), profile.depth_unit.bytes());
        let (packet, verdict) = match &event {
            PacketEvent::Arrival(a) if A::META.hooks.contains(Hooks::ENQUEUE) => {
                (Packet::from(a), firmware.on_enqueue(a))
            }
            PacketEvent::Departure(d) if A::META.hooks.contains(Hooks::DEQUEUE) => {
                (Packet::from(d), firmware.on_dequeue(d))
            }
            _ => continue,
        };
        let marked =
            machine.packet(Place::default(), &packet).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        assert_eq!(marked, verdict == Verdict::Signal, "{id}, packet {index}: {event:?}");
        marks += u32::from(marked);
    }
    marks
}

/// On the first profile if it has what the variant reads, else on the one that shows the shared buffer.
fn placed<A: Aqm + Placeable>() {
    let settings = A::Settings::default();
    let profile = match A::place(&settings, &profiles::tofino_1_like(), Sizing::PAPER) {
        Ok(_) => profiles::tofino_1_like(),
        Err(refusal) => {
            let text = refusal.to_string();
            assert!(text.contains("port_depth") || text.contains("pool_depth"), "{text}");
            profiles::commodity_mmu()
        }
    };
    let marks = agree::<A>(&profile, &settings);
    assert!(marks > 0, "{}/{} marks nothing", A::META.name, A::META.variant);
}

macro_rules! programs {
    (@one pipeline $path:path) => { placed::<freeboard_registry::scheme!(pipeline $path)>(); };
    (@one exact $path:path) => {};
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        $(programs!(@one $kind $path);)*
    };
}

#[test]
fn every_pipeline_variant_is_placed_and_decides_alike() {
    freeboard_registry::for_each_aqm!(programs);
}

#[test]
fn bcc_and_mbecn_share_a_pass_with_ecn_sharp() {
    use freeboard_registry::{
        aqm_bcc::BccProgram, aqm_ecn_sharp::CompactProgram, aqm_mbecn::MbecnDequeueProgram,
    };
    let (ecn_sharp, commodity) = (agree::<Pass<CompactProgram>>, profiles::commodity_mmu());
    let alone = ecn_sharp(&commodity, &Default::default());
    let both = agree::<Pass<Chain<CompactProgram, Narrow<BccProgram>>>>(&commodity, &Default::default());
    assert!(both > alone && alone > 0, "{both}, {alone}");
    let tofino = profiles::tofino_1_like();
    let alone = ecn_sharp(&tofino, &Default::default());
    let both =
        agree::<Pass<Chain<CompactProgram, Narrow<MbecnDequeueProgram>>>>(&tofino, &Default::default());
    assert!(both > alone && alone > 0, "{both}, {alone}");
}

#[test]
fn a_chain_has_the_reasons_of_both_its_programs() {
    use freeboard_registry::{aqm_ecn_sharp::CompactProgram, aqm_step::StepDequeueProgram};
    type Both = Pass<Chain<CompactProgram, StepDequeueProgram>>;
    let names: Vec<_> = Both::META.triggers.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["instantaneous signals", "persistent signals", "threshold signals"]);
    let params = Both::params(&Default::default(), DepthUnit::BYTE).unwrap();
    let (mut pipe, mut port, mut queue) = Default::default();
    let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
    let decision = Both::on_dequeue(&params, scope, &Departure { depth: 100_000, ..Departure::default() });
    assert_eq!(decision, Verdict::Signal);
    let fired = decision.reasons.map(|reason| reason.map(|reason| reason.fired));
    assert_eq!(fired, [Some(false), Some(false), Some(true), None]);
}

/// Every preset of a program on a profile: placed, it marks some packet; refused by a constant, no packet of the profile would be
/// told apart by it. Returns the presets that are refused so.
fn presets_act<A: Aqm + Placeable>(profile: &Profile) -> Vec<String> {
    let sizing = Sizing { pipes: 1, ports: 1, queues_per_port: 1 };
    let mut refused = Vec::new();
    for preset in A::PRESETS {
        let id = format!("{}/{} {} on {}", A::META.name, A::META.variant, preset.name, profile.name);
        let program = match A::place(&preset.settings, profile, sizing) {
            Ok(program) => program,
            Err(refusal) => {
                if let Reason::Idle { setting, .. } = &*refusal.reason {
                    let Beyond { field, given, min, max } = setting.expect("a setting is named");
                    refused.push(format!("{id}: {field} = {given}, legal are {min} to {max}"));
                }
                continue;
            }
        };
        // The probability of PIE is 0 until its control plane has seen a queue.
        if A::META.name == "pie" {
            continue;
        }
        let mut machine = Machine::new(&program, sizing);
        let longest =
            |intrinsic| u32::MAX >> (32 - profile.input(intrinsic).map_or(32, |input| input.width).min(31));
        let mut now = 0u32;
        let marked = (0..20_000u32).any(|index| {
            // A queue that has just grown to all it can be, drained now and then; packets far apart for long intervals, after
            // packets close together for high rates.
            let full = index % 4_096 > 8;
            let value = |intrinsic| if full { longest(intrinsic) } else { 0 };
            now = now.wrapping_add(if index < 10_000 { 1_000 } else { 100_000 });
            let packet = Packet::new(index.wrapping_mul(0x9e37_79b9))
                .with(Intrinsic::Now, now)
                .with(Intrinsic::Sojourn, value(Intrinsic::Sojourn))
                .with(Intrinsic::Depth, value(Intrinsic::Depth))
                .with(Intrinsic::PortDepth, value(Intrinsic::PortDepth))
                .with(Intrinsic::PoolDepth, value(Intrinsic::PoolDepth))
                .with(Intrinsic::Size, 9_000);
            machine.packet(Place::default(), &packet).unwrap_or_else(|fault| panic!("{id}: {fault}"))
        });
        assert!(marked, "{id} is placed and marks nothing");
    }
    refused
}

macro_rules! presets {
    (@one pipeline $path:path) => {
        Some(presets_act::<freeboard_registry::scheme!(pipeline $path)> as fn(&Profile) -> Vec<String>)
    };
    (@one exact $path:path) => { None };
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        [$(presets!(@one $kind $path)),*]
    };
}

#[test]
fn a_preset_with_a_constant_that_cannot_act_is_refused_with_key_value_and_range() {
    let programs: Vec<_> = freeboard_registry::for_each_aqm!(presets).into_iter().flatten().collect();
    let profiles = profiles::all();
    let refused: Vec<String> =
        profiles.iter().flat_map(|profile| programs.iter().flat_map(|program| program(profile))).collect();
    assert_eq!(
        refused,
        [
            "dualpi2/step linux on tofino-1-like: step = 1000000, legal are 0 to 262142",
            "dualpi2/ramp rfc9332 on tofino-1-like: min = 800000, legal are 0 to 262142",
        ]
    );
}
