//! A scheme and a control whose settings are known when they are compiled.
//!
//! An instance is the state alone, and the compiler folds the parameters into the code.

use crate::controls::{ack, loss};
use crate::place::Place;
use crate::schemes::departure;
use freeboard_fixmath::{EwmaQ20, Gain};
use freeboard_registry::aqm_api::{Aqm, Bytes, DepthUnit, FieldId, Nanos32, ParamError, Scope};
use freeboard_registry::aqm_codel::{Linux, LinuxParams, LinuxQueue};
use freeboard_registry::cc_api::CongestionControl;
use freeboard_registry::cc_dctcp::{Dctcp, DctcpParams, DctcpSettings};

/// 5 ms and 100 ms in ticks of 1.024 us, one packet, marks.
const CODEL: LinuxParams = LinuxParams { target: 4_882, interval: 97_656, guard: GUARD, ecn: true };
const GUARD: u32 = 1_514;

/// Segments of 1460 B.
const DCTCP: DctcpParams = DctcpParams {
    mss: 1_460,
    initial_window: 14_600,
    min_window: 2_920,
    alpha_init: EwmaQ20::ONE,
    idle_restart: 0,
    restart: 0,
    growth: 0,
    increase: 0,
    gain: match Gain::from_shift(4) {
        Some(gain) => gain,
        None => Gain::SMALLEST,
    },
};

static QUEUE: Place<LinuxQueue> = Place::empty();
static FLOW: Place<Dctcp> = Place::empty();

/// Answer where a constant differs from the settings that it stands for.
const OTHER: ParamError = ParamError::new(FieldId(0), 0, 0, 0);

/// # Safety
/// Any time.
#[unsafe(no_mangle)]
unsafe extern "C" fn codel_linux_folded_start() -> u32 {
    let is_same = Linux::params(&crate::schemes::CODEL, DepthUnit::BYTE) == Ok(CODEL);
    QUEUE.start(if is_same { Ok(LinuxQueue::default()) } else { Err(OTHER) })
}

/// # Safety
/// After a start.
#[unsafe(no_mangle)]
unsafe extern "C" fn codel_linux_folded_dequeue(now: u32, depth: u32, size: u32, sojourn: u32) -> u32 {
    let departure = departure(now, depth, size, sojourn);
    // SAFETY: the caller's contract.
    let scope = Scope { pipe: &mut (), port: &mut (), queue: unsafe { QUEUE.instance() } };
    Linux::on_dequeue(&CODEL, scope, &departure).verdict as u32
}

/// # Safety
/// Any time.
#[unsafe(no_mangle)]
unsafe extern "C" fn dctcp_tcp_folded_start() -> u32 {
    let is_same = Dctcp::params(&DctcpSettings::DEFAULT, Bytes(1_460)) == Ok(DCTCP);
    FLOW.start(if is_same { Ok(Dctcp::default()) } else { Err(OTHER) })
}

/// # Safety
/// After a start.
#[unsafe(no_mangle)]
unsafe extern "C" fn dctcp_tcp_folded_ack(
    now: u32,
    acked: u32,
    marked: u32,
    una: u32,
    nxt: u32,
    rtt: u32,
    delivery_rate: u32,
    window_limited: bool,
) -> u32 {
    let ack = ack([acked, marked, una, nxt, rtt, delivery_rate], window_limited);
    // SAFETY: the caller's contract.
    unsafe { FLOW.instance() }.on_ack(&DCTCP, Nanos32(now), &ack).window.0
}

/// # Safety
/// After a start.
#[unsafe(no_mangle)]
unsafe extern "C" fn dctcp_tcp_folded_loss(now: u32, una: u32, nxt: u32) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { FLOW.instance() }.on_loss(&DCTCP, Nanos32(now), &loss(una, nxt)).window.0
}
