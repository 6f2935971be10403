//! TCN on a queue and DCTCP on a flow: the whole image.
#![no_std]
#![no_main]
use freeboard::{FlowTable, QueueSet, aqm_api::*, aqm_tcn::*, cc_api::*, cc_dctcp::*};

const DEVICE: *mut u32 = 0x4000_0000 as *mut u32;

#[unsafe(no_mangle)] // SAFETY: the only symbol of this name.
extern "C" fn _start() -> ! {
    let read = |at| unsafe { DEVICE.add(at).read_volatile() }; // SAFETY: the device's registers, one word each.
    let write = |at, value| unsafe { DEVICE.add(at).write_volatile(value) }; // SAFETY: as above.
    let Ok(tcn) = Tcn::params(&TcnSettings::DEFAULT, DepthUnit::BYTE) else { halt() };
    let Ok(dctcp) = Dctcp::params(&DctcpSettings::DEFAULT, Bytes(1460)) else { halt() };
    let mut queues = QueueSet::<Tcn, 1, 1>::new(tcn, Nanos32(read(0)));
    let mut flows = FlowTable::<Dctcp, 1>::new(dctcp);
    loop {
        let (now, bytes) = (Nanos32(read(0)), Bytes(read(1)));
        let departure = Departure { now, sojourn: read(2), ..Departure::default() };
        write(3, queues.on_dequeue(PortId(0), QueueId(read(4) as u16), &departure).verdict as u32);
        let ack = Ack {
            acked: bytes,
            marked: Bytes(read(5)),
            una: Seq32(read(6)),
            nxt: Seq32(read(7)),
            ..Ack::default()
        };
        write(
            8,
            flows.on_event(read(9) as usize, &Event::Ack { now, ack }).map_or(0, |control| control.window.0),
        );
        queues.on_tick(now);
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
