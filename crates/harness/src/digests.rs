//! Rolling decision digests of the plan's event streams: on the host, and of the placed programs.

use anyhow::anyhow;
use freeboard_aqm_api::{Activity, Aqm, Bytes, FieldId, Hooks, Settings, Verdict};
use freeboard_cost::variant::Variant;
use freeboard_dataplane::{Pass, Program};
use freeboard_pipeline::{Elaborated, Machine, Packet, Place, Profile, Sizing, profiles};
use freeboard_registry::{AqmId, AqmInstance, CcId, UnderlayId};
use freeboard_replay::{
    AqmRun, CcRun, FlowEvents, PacketEvent, PacketEvents, UnderlayEvents, UnderlayRun, plan,
};

/// One digest per epoch, oldest first.
pub type Rolling = Vec<u32>;

/// The packet stream of the plan.
pub(crate) fn packets() -> PacketEvents {
    PacketEvents::new(plan::SEED, plan::START_NS)
}

/// The stream of flow events of the plan.
pub(crate) fn flow_events() -> FlowEvents {
    FlowEvents::new(plan::SEED)
}

/// The stream of packets and reports of the plan.
pub(crate) fn underlay_events() -> UnderlayEvents {
    UnderlayEvents::new(plan::SEED)
}

/// On the host, as Rust compiles it.
pub(crate) fn on_host(variant: Variant) -> anyhow::Result<Rolling> {
    match variant {
        Variant::Aqm(id) => scheme_on_host(id),
        Variant::Cc(id) => controller_on_host(id),
        Variant::Underlay(id) => underlay_on_host(id),
    }
}

fn scheme_on_host(id: AqmId) -> anyhow::Result<Rolling> {
    let settings = plan::settings(id.fields().0);
    let unit = plan::depth_unit(id.meta().reads);
    let mut scheme = id.place(settings.as_slice(), unit)?;
    let (mut run, mut activity) = (AqmRun::new(packets()), Activity::default());
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
    Ok((0..plan::AQM_EPOCHS).map(epoch).collect())
}

fn controller_on_host(id: CcId) -> anyhow::Result<Rolling> {
    let settings = plan::settings(id.fields().0);
    let mut flow = id.place(settings.as_slice(), Bytes(plan::MSS))?;
    let mut run = CcRun::new(flow_events());
    let epoch = |_| {
        run.epoch(|event, words| {
            let control = flow.on_event(event);
            flow.canonical(words);
            control
        })
    };
    Ok((0..plan::CC_EPOCHS).map(epoch).collect())
}

fn underlay_on_host(id: UnderlayId) -> anyhow::Result<Rolling> {
    let settings = plan::underlay_settings(id.fields().0);
    let mut layer = id.place(settings.as_slice())?;
    let mut run = UnderlayRun::new(underlay_events());
    let epoch = |_| {
        run.epoch(|event, words| {
            let answer = layer.take(event);
            layer.canonical(words);
            answer
        })
    };
    Ok((0..plan::LAYER_EPOCHS).map(epoch).collect())
}

/// In the pipeline model, for a variant that is a pipeline program: profile, digests.
///
/// The verdicts are the machine's; the state words are the firmware's, after the machine's registers were
/// found equal to them, packet by packet.
pub(crate) fn placed(variant: Variant) -> Option<anyhow::Result<(&'static str, Rolling)>> {
    macro_rules! programs {
        ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
            match variant {
                $(Variant::Aqm(AqmId::$name) => program!($kind $path),)*
                Variant::Cc(_) | Variant::Underlay(_) => None,
            }
        };
    }
    macro_rules! program {
        (pipeline $path:path) => {
            Some(placed_program::<$path>())
        };
        (exact $path:path) => {
            None
        };
    }
    freeboard_registry::for_each_aqm!(programs)
}

fn placed_program<P: Program>() -> anyhow::Result<(&'static str, Rolling)> {
    let refused = |error: freeboard_params::ParamError| anyhow!("{error}");
    let mut settings = P::Settings::default();
    for (id, value) in (0..).zip(plan::settings(P::Settings::FIELDS).as_slice()) {
        settings = settings.with(FieldId(id), *value).map_err(refused)?;
    }
    let params = P::params(&settings, plan::depth_unit(P::META.reads)).map_err(refused)?;
    let one_queue = Sizing { pipes: 1, ports: 1, queues_per_port: 1 };
    let place = |profile: Profile| Elaborated::of::<P>(&params, &profile, one_queue);
    let program = match profiles::all().into_iter().map(place).find(Result::is_ok) {
        Some(Ok(program)) => program,
        _ => return Err(anyhow!("{}/{} fits no profile", P::META.name, P::META.variant)),
    };
    let profile = program.profile.name;
    let mut machine = Machine::new(&program, one_queue);
    let mut native = AqmInstance::<Pass<P>>::new(params);
    let mut run = AqmRun::new(packets());
    let mut problem = None;
    let epoch = |_| {
        run.epoch(|event, words| {
            let decided = both(&mut machine, &mut native, event);
            native.canonical(words);
            decided.unwrap_or_else(|error| {
                problem.get_or_insert(error);
                u32::MAX
            })
        })
    };
    let rolling = (0..plan::AQM_EPOCHS).map(epoch).collect();
    problem.map_or(Ok((profile, rolling)), Err)
}

/// The machine's verdict, once its registers equal the firmware's state.
fn both<P: Program>(
    machine: &mut Machine,
    native: &mut AqmInstance<Pass<P>>,
    event: &PacketEvent,
) -> anyhow::Result<u32> {
    let (hook, packet) = match event {
        PacketEvent::Arrival(arrival) => (Hooks::ENQUEUE, Packet::from(arrival)),
        PacketEvent::Departure(departure) => (Hooks::DEQUEUE, Packet::from(departure)),
    };
    match event {
        PacketEvent::Arrival(arrival) => native.on_enqueue(arrival),
        PacketEvent::Departure(departure) => native.on_dequeue(departure),
    };
    if !<Pass<P> as Aqm>::META.hooks.contains(hook) {
        return Ok(Verdict::Forward as u32);
    }
    let place = Place::default();
    let marked = machine.packet(place, &packet)?;
    machine.agrees(place, &native.pipe, &native.port, &native.queue)?;
    Ok(Verdict::signal_if(marked) as u32)
}
