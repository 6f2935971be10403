//! ECN# on a port of eight queues and DCQCN on a table of 64 flows: an image of both, whose size is on a page.
#![no_std]
#![no_main]
use freeboard::{FlowTable, QueueSet, aqm_api::*, aqm_ecn_sharp::*, cc_api::*, cc_dcqcn::*};

const DEVICE: *mut u32 = 0x4000_0000 as *mut u32;
/// Address of parameters that a control plane has checked.
const ECN_SHARP: *const <Compact as Aqm>::Params = 0x4000_1000 as *const _;
const DCQCN: *const DcqcnParams = 0x4000_2000 as *const _;

#[unsafe(no_mangle)] // SAFETY: the only symbol of this name.
extern "C" fn _start() -> ! {
    let read = |at| unsafe { DEVICE.add(at).read_volatile() }; // SAFETY: the device's registers, one word each.
    let write = |at, value| unsafe { DEVICE.add(at).write_volatile(value) }; // SAFETY: as above.
    // SAFETY: the control plane has checked the settings, and put the parameters here before it starts this processor.
    let (ecn_sharp, dcqcn) = unsafe { (ECN_SHARP.read(), DCQCN.read()) };
    let mut queues = QueueSet::<Compact, 1, 8>::new(ecn_sharp, Nanos32(read(0)));
    let mut flows = FlowTable::<Dcqcn, 64>::new(dcqcn);
    loop {
        let (now, flow) = (Nanos32(read(0)), read(1) as usize);
        let departure = Departure { now, sojourn: read(2), ..Departure::default() };
        write(3, queues.on_dequeue(PortId(0), QueueId(read(4) as u16), &departure).verdict as u32);
        queues.on_tick(now);
        let event = match read(5) {
            0 => Event::Sent { now, bytes: Bytes(read(6)) },
            1 => Event::Cnp { now },
            2 => Event::Idle { now, silence: read(6) },
            _ => Event::Tick { now },
        };
        write(7, flows.on_event(flow, &event).map_or(0, |control| control.rate.to_bits()));
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    halt()
}

fn halt() -> ! {
    loop {
        core::hint::spin_loop();
    }
}
