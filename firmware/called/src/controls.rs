//! Congestion controls of segments of 1460 B.

use crate::place::Place;
use freeboard_registry::Flow;
use freeboard_registry::cc_api::{Ack, Bytes, CongestionControl, Loss, Nanos32, Seq32};
use freeboard_registry::cc_bbr::{Bbr, BbrSettings};
use freeboard_registry::cc_cubic::{Cubic, CubicHystart, CubicHystartSettings, CubicSettings};
use freeboard_registry::cc_dcqcn::{Dcqcn, DcqcnSettings};
use freeboard_registry::cc_dctcp::{Dctcp, DctcpSettings};
use freeboard_registry::cc_newreno::{NewReno, NewRenoSettings};

/// An acknowledgement of words.
#[inline(always)]
pub(crate) fn ack([acked, marked, una, nxt, rtt, delivery_rate]: [u32; 6], window_limited: bool) -> Ack {
    Ack {
        acked: Bytes(acked),
        marked: Bytes(marked),
        una: Seq32(una),
        nxt: Seq32(nxt),
        in_flight: Bytes(nxt.wrapping_sub(una)),
        rtt,
        delivery_rate,
        window_limited,
    }
}

/// A loss of what is between these.
#[inline(always)]
pub(crate) fn loss(una: u32, nxt: u32) -> Loss {
    Loss { una: Seq32(una), nxt: Seq32(nxt), in_flight: Bytes(nxt.wrapping_sub(una)) }
}

/// Start and events of a control by windows: those that the functions of Linux have.
macro_rules! windowed {
    ($control:ty, $settings:expr, $start:ident, $ack:ident, $loss:ident;) => {
        const _: () = {
            static PLACE: Place<Flow<$control>> = Place::empty();

            /// # Safety
            /// Any time.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $start() -> u32 {
                PLACE.start(<$control>::params(&$settings, Bytes(1460)).map(Flow::new))
            }

            /// # Safety
            /// After a start.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $ack(
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
                unsafe { PLACE.instance() }.on_ack(Nanos32(now), &ack).window.0
            }

            /// # Safety
            /// After a start.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $loss(now: u32, una: u32, nxt: u32) -> u32 {
                // SAFETY: the caller's contract.
                unsafe { PLACE.instance() }.on_loss(Nanos32(now), &loss(una, nxt)).window.0
            }
        };
    };
}

windowed!(NewReno, NewRenoSettings::DEFAULT, newreno_start, newreno_ack, newreno_loss;);
windowed!(Dctcp, DctcpSettings::DEFAULT, dctcp_tcp_start, dctcp_tcp_ack, dctcp_tcp_loss;);
windowed!(Cubic, CubicSettings::DEFAULT, cubic_rfc9438_start, cubic_rfc9438_ack, cubic_rfc9438_loss;);
windowed!(CubicHystart, CubicHystartSettings::DEFAULT, cubic_hystart_start, cubic_hystart_ack, cubic_hystart_loss;);
windowed!(Bbr, BbrSettings::DEFAULT, bbr_v1_start, bbr_v1_ack, bbr_v1_loss;);

static DCQCN: Place<Flow<Dcqcn>> = Place::empty();

/// # Safety
/// Any time.
#[unsafe(no_mangle)]
unsafe extern "C" fn dcqcn_rate_start() -> u32 {
    DCQCN.start(Dcqcn::params(&DcqcnSettings::DEFAULT, Bytes(1460)).map(Flow::new))
}

/// # Safety
/// After a start.
#[unsafe(no_mangle)]
unsafe extern "C" fn dcqcn_rate_sent(now: u32, bytes: u32) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { DCQCN.instance() }.on_sent(Nanos32(now), Bytes(bytes)).rate.to_bits()
}

/// # Safety
/// After a start.
#[unsafe(no_mangle)]
unsafe extern "C" fn dcqcn_rate_cnp(now: u32) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { DCQCN.instance() }.on_cnp(Nanos32(now)).rate.to_bits()
}
