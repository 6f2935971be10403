//! Runs the event streams of `replay` through every registered variant and prints the rolling digests.
//!
//! One line per epoch of 2^16 events: `aqm|cc|underlay NUMBER DIGEST`, all hexadecimal, then `done`.
#![no_std]
#![no_main]

use freeboard_firmware_board::{exit, print, print_hex};
use freeboard_registry::aqm_api::{Activity, Bytes};
use freeboard_registry::{AqmId, CcId, UnderlayId};
use freeboard_replay::{
    AqmRun, CcRun, FlowEvents, PacketEvent, PacketEvents, UnderlayEvents, UnderlayRun, plan,
};

// SAFETY: a symbol of this name is defined once, here.
#[unsafe(no_mangle)]
extern "C" fn image_main() -> ! {
    AqmId::ALL.iter().enumerate().for_each(|(number, id)| scheme(number, *id));
    CcId::ALL.iter().enumerate().for_each(|(number, id)| controller(number, *id));
    let layers = UnderlayId::ALL.iter().enumerate().filter(|(_, id)| !id.name().is_empty());
    layers.for_each(|(number, id)| underlay(number, *id));
    print("done\n");
    exit(0)
}

fn scheme(number: usize, id: AqmId) {
    let settings = plan::settings(id.fields().0);
    let Ok(mut scheme) = id.place(settings.as_slice(), plan::depth_unit(id.meta().reads)) else { exit(1) };
    let mut run = AqmRun::new(PacketEvents::new(plan::SEED, plan::START_NS));
    let mut activity = Activity::default();
    for _ in 0..plan::AQM_EPOCHS {
        let digest = run.epoch(|event, words| {
            let verdict = match event {
                PacketEvent::Arrival(a) => scheme.on_enqueue(a, &mut activity),
                PacketEvent::Departure(d) => scheme.on_dequeue(d, &mut activity),
            };
            scheme.canonical(words);
            verdict as u32
        });
        line("aqm ", number, digest);
    }
}

fn controller(number: usize, id: CcId) {
    let settings = plan::settings(id.fields().0);
    let Ok(mut flow) = id.place(settings.as_slice(), Bytes(plan::MSS)) else { exit(1) };
    let mut run = CcRun::new(FlowEvents::new(plan::SEED));
    for _ in 0..plan::CC_EPOCHS {
        let digest = run.epoch(|event, words| {
            let control = flow.on_event(event);
            flow.canonical(words);
            control
        });
        line("cc ", number, digest);
    }
}

fn underlay(number: usize, id: UnderlayId) {
    let settings = plan::underlay_settings(id.fields().0);
    let Ok(mut layer) = id.place(settings.as_slice()) else { exit(1) };
    let mut run = UnderlayRun::new(UnderlayEvents::new(plan::SEED));
    for _ in 0..plan::LAYER_EPOCHS {
        let digest = run.epoch(|event, words| {
            let answer = layer.take(event);
            layer.canonical(words);
            answer
        });
        line("underlay ", number, digest);
    }
}

fn line(kind: &str, number: usize, digest: u32) {
    print(kind);
    print_hex(number as u32);
    print(" ");
    print_hex(digest);
    print("\n");
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    print("panic\n");
    exit(2)
}
