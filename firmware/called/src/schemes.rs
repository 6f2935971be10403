//! Marking schemes at a link of 100 Mbit/s, where the defaults of public C mean something.

use crate::place::Place;
use freeboard_registry::AqmInstance;
use freeboard_registry::aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Ecn, Nanos32};
use freeboard_registry::aqm_api::{PortId, PortView, QueueView};
use freeboard_registry::aqm_codel::{CodelSettings, Linux, PipelineProgram, PipelineSettings, Rfc8289};
use freeboard_registry::aqm_pie::{self, PieSettings};
use freeboard_registry::aqm_red::{self, LowPassProgram, LowPassSettings, RedSettings};
use freeboard_registry::dataplane::Pass;

/// A departure of words, at a port of one queue.
#[inline(always)]
pub(crate) fn departure(now: u32, depth: u32, size: u32, sojourn: u32) -> Departure {
    Departure {
        now: Nanos32(now),
        now_high: 0,
        sojourn,
        size: Bytes(size),
        depth,
        port_depth: depth,
        pool_depth: depth,
        ecn: Ecn::ECT0,
        random: 0,
    }
}

/// Functions of a scheme: those of its hooks that are named.
macro_rules! scheme {
    ($scheme:ty, $settings:expr, $start:ident $(, enqueue $enqueue:ident)? $(, dequeue $dequeue:ident)? $(, tick $tick:ident)?;) => {
        const _: () = {
            static PLACE: Place<AqmInstance<$scheme>> = Place::empty();

            /// # Safety
            /// Any time.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $start() -> u32 {
                PLACE.start(<$scheme>::params(&$settings, DepthUnit::BYTE).map(AqmInstance::new))
            }

            $(
                /// # Safety
                /// After a start.
                #[unsafe(no_mangle)]
                unsafe extern "C" fn $enqueue(now: u32, depth: u32, size: u32, random: u32) -> u32 {
                    let (now, size) = (Nanos32(now), Bytes(size));
                    let arrival = Arrival {
                        now, now_high: 0, size, depth, port_depth: depth, pool_depth: depth, ecn: Ecn::ECT0, random,
                    };
                    // SAFETY: the caller's contract.
                    unsafe { PLACE.instance() }.on_enqueue(&arrival) as u32
                }
            )?

            $(
                /// # Safety
                /// After a start.
                #[unsafe(no_mangle)]
                unsafe extern "C" fn $dequeue(now: u32, depth: u32, size: u32, sojourn: u32) -> u32 {
                    // SAFETY: the caller's contract.
                    unsafe { PLACE.instance() }.on_dequeue(&departure(now, depth, size, sojourn)) as u32
                }
            )?

            $(
                /// # Safety
                /// After a start.
                #[unsafe(no_mangle)]
                unsafe extern "C" fn $tick(now: u32, depth: u32, sojourn: u32) {
                    let queues = [QueueView { depth, sojourn, weight: 1 }];
                    let view = PortView { port: PortId(0), queues: &queues, pool_depth: depth };
                    // SAFETY: the caller's contract.
                    unsafe { PLACE.instance() }.on_control(Nanos32(now), &view);
                }
            )?
        };
    };
}

/// 5 ms and 100 ms, marks.
pub(crate) const CODEL: CodelSettings = CodelSettings { ecn: 1, ..CodelSettings::DEFAULT };
const PIPELINE: PipelineSettings =
    PipelineSettings { target: 5_000_000, interval: 100_000_000, ..PipelineSettings::DEFAULT };
/// RFC 8033's own times.
const PIE: PieSettings =
    PieSettings { target: 15_000_000, t_update: 15_000_000, max_burst: 150_000_000, ..PieSettings::DEFAULT };
/// 30 and 90 packets, 1/10; a packet takes 120 us.
const RED: RedSettings =
    RedSettings { kmin: 45_000, kmax: 135_000, p_max: 6_554, packet_time: 120_000, ..RedSettings::DEFAULT };
const LOW_PASS: LowPassSettings =
    LowPassSettings { kmin: 45_000, kmax: 135_000, p_max: 6_554, tau: 61_440_000 };

scheme!(aqm_red::Exact, RED, red_exact_start, enqueue red_exact_enqueue, dequeue red_exact_dequeue;);
scheme!(Pass<LowPassProgram>, LOW_PASS, red_low_pass_start, enqueue red_low_pass_enqueue;);
scheme!(Linux, CODEL, codel_linux_start, dequeue codel_linux_dequeue;);
scheme!(Rfc8289, CODEL, codel_rfc8289_start, dequeue codel_rfc8289_dequeue;);
scheme!(Pass<PipelineProgram>, PIPELINE, codel_pipeline_start, dequeue codel_pipeline_dequeue;);
scheme!(aqm_pie::Exact, PIE, pie_exact_start, enqueue pie_exact_enqueue, tick pie_exact_tick;);
