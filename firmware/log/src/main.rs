//! Runs every variant for an epoch and logs what became of it, through defmt.
//!
//! One defmt frame per variant: `ALGORITHM/VARIANT DIGEST STATE` (of an underlay its name alone), the digest that of the epoch in hexadecimal.
//! The bytes on the wire are indices of format strings and raw values: `cargo xtask firmware` decodes them
//! with the strings of the ELF file, as a debug probe's host tool does.
#![no_std]
#![no_main]

mod logger;

use freeboard_firmware_board::exit;
use freeboard_registry::aqm_api::{Activity, Bytes};
use freeboard_registry::{AqmId, CcId, UnderlayId};
use freeboard_replay::{
    AqmRun, CcRun, FlowEvents, PacketEvent, PacketEvents, UnderlayEvents, UnderlayRun, plan,
};

// SAFETY: a symbol of this name is defined once, here.
#[unsafe(no_mangle)]
extern "C" fn image_main() -> ! {
    AqmId::ALL.iter().for_each(|id| scheme(*id));
    CcId::ALL.iter().for_each(|id| controller(*id));
    UnderlayId::ALL.iter().filter(|id| !id.name().is_empty()).for_each(|id| underlay(*id));
    exit(0)
}

fn scheme(id: AqmId) {
    let settings = plan::settings(id.fields().0);
    let Ok(mut scheme) = id.place(settings.as_slice(), plan::depth_unit(id.meta().reads)) else { exit(1) };
    let mut activity = Activity::default();
    let digest = AqmRun::new(PacketEvents::new(plan::SEED, plan::START_NS)).epoch(|event, words| {
        let verdict = match event {
            PacketEvent::Arrival(a) => scheme.on_enqueue(a, &mut activity),
            PacketEvent::Departure(d) => scheme.on_dequeue(d, &mut activity),
        };
        scheme.canonical(words);
        verdict as u32
    });
    defmt::println!("{=str}/{=str} {=u32:08x} {}", id.meta().name, id.meta().variant, digest, scheme);
}

fn controller(id: CcId) {
    let settings = plan::settings(id.fields().0);
    let Ok(mut flow) = id.place(settings.as_slice(), Bytes(plan::MSS)) else { exit(1) };
    let digest = CcRun::new(FlowEvents::new(plan::SEED)).epoch(|event, words| {
        let control = flow.on_event(event);
        flow.canonical(words);
        control
    });
    defmt::println!("{=str}/{=str} {=u32:08x} {}", id.meta().name, id.meta().variant, digest, flow);
}

fn underlay(id: UnderlayId) {
    let settings = plan::underlay_settings(id.fields().0);
    let Ok(mut layer) = id.place(settings.as_slice()) else { exit(1) };
    let digest = UnderlayRun::new(UnderlayEvents::new(plan::SEED)).epoch(|event, words| {
        let answer = layer.take(event);
        layer.canonical(words);
        answer
    });
    defmt::println!("{=str} {=u32:08x} {}", id.name(), digest, layer);
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    exit(2)
}
