//! A congestion control and its underlay with the parameters all flows share.

use freeboard_cc_api::{
    Bytes, CongestionControl, Control, ControlOutput, Event, Nanos32, OrAck, Sent, Underlay,
};

/// Context of a fresh flow: its connection, port and destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowContext {
    /// The connection, whose number a later flow may have again.
    pub connection: u32,
    /// The port of the sending host.
    pub port: u32,
    /// Destination host.
    pub to: u32,
}

/// Interface of a congestion control for a transport: shared parameters, and state per flow.
///
/// [`Controls`] implements it for every pair of [`CongestionControl`] and [`Underlay`]; an enum can implement it too.
pub trait FlowControl {
    /// State of one flow, congestion control and underlay together.
    type Flow: Copy + core::fmt::Debug;
    /// State of a receiver to choose the packets that it reports.
    type Reporter: Copy + Default + core::fmt::Debug;

    /// A fresh flow.
    fn start(&self) -> Self::Flow;
    /// Takes one event.
    fn on_event(&self, flow: &mut Self::Flow, event: &Event<'_>) -> Control;
    /// Current output.
    fn control(&self, flow: &Self::Flow) -> Control;
    /// Whether data packets carry ECT.
    fn uses_ecn(&self) -> bool;
    /// Whether receivers answer marked packets with notifications.
    fn needs_cnp(&self) -> bool;
    /// Whether the control reads the delivery rate of ACKs.
    fn needs_delivery_rate(&self) -> bool;
    /// Whether control or underlay is told when a data packet leaves the NIC.
    fn needs_sent(&self) -> bool;
    /// Whether data packets collect in-band telemetry, which their ACKs bring back.
    fn needs_int(&self) -> bool;
    /// Whether the control has a window and no rate.
    fn is_window_only(&self) -> bool;
    /// Slow start threshold: below it the window doubles in a round trip.
    fn slow_start_threshold(&self, flow: &Self::Flow) -> Bytes;
    /// Period of the control's timer \[ns\]; 0 for none.
    fn tick_ns(&self) -> u32;
    /// Longest silence between two events \[ns\] without an `Idle` in between.
    fn longest_gap_ns(&self) -> u64;
    /// Whether there is an underlay; without one, the calls below are not made.
    fn has_underlay(&self) -> bool;
    /// A fresh flow begins, for controls whose flows start from earlier measurements of the path. The default ignores the
    /// context.
    fn begin(&self, _flow: &mut Self::Flow, _now: Nanos32, _opening: FlowContext) {}
    /// A SYN has timed out: no news for the control, which has sent nothing yet. The default ignores it.
    fn on_handshake_timeout(&self) {}
    /// A packet left the NIC, which stamped it by the host's clock; returns the cumulative pause it carries
    /// \[ns\].
    fn on_sent(&self, flow: &mut Self::Flow, sent: &Sent, stamped: Nanos32) -> u32;
    /// Packet number `packet` arrived at the receiver, maybe the flow's `last`; returns whether it is reported to the underlay.
    fn reports(&self, reporter: &mut Self::Reporter, now: Nanos32, packet: u32, last: bool) -> bool;
    /// A receiver's report came back.
    fn on_report(&self, flow: &mut Self::Flow, report: &OrAck);
    /// The cumulative ACK advanced.
    fn on_ack(&self, flow: &mut Self::Flow, now: Nanos32, acked: Bytes);
    /// Earliest time of the next packet.
    fn release(&self, flow: &Self::Flow, now: Nanos32) -> Nanos32;
    /// Most bytes in flight.
    fn in_flight_cap(&self, flow: &Self::Flow) -> Bytes;
}

/// A congestion control over an underlay.
#[derive(Clone, Copy, Debug)]
pub struct Controls<C: CongestionControl, U: Underlay> {
    /// Parameters of the congestion control.
    pub cc: C::Params,
    /// Parameters of the underlay.
    pub underlay: U::Params,
}

impl<C: CongestionControl, U: Underlay> Controls<C, U> {
    /// From checked parameters.
    pub const fn new(cc: C::Params, underlay: U::Params) -> Self {
        Self { cc, underlay }
    }
}

impl<C: CongestionControl, U: Underlay> FlowControl for Controls<C, U> {
    type Flow = (C, U);
    /// Every packet is reported.
    type Reporter = ();

    fn start(&self) -> Self::Flow {
        (C::default(), U::default())
    }

    #[inline(always)]
    fn on_event(&self, flow: &mut Self::Flow, event: &Event<'_>) -> Control {
        flow.0.on_event(&self.cc, event)
    }

    #[inline]
    fn control(&self, flow: &Self::Flow) -> Control {
        flow.0.control(&self.cc)
    }

    fn uses_ecn(&self) -> bool {
        C::META.ecn
    }

    fn needs_cnp(&self) -> bool {
        C::META.cnp
    }

    fn needs_delivery_rate(&self) -> bool {
        C::META.delivery_rate
    }

    fn needs_sent(&self) -> bool {
        C::META.sent || self.has_underlay()
    }

    fn needs_int(&self) -> bool {
        C::META.int
    }

    fn is_window_only(&self) -> bool {
        C::META.output == ControlOutput::Window
    }

    fn slow_start_threshold(&self, flow: &Self::Flow) -> Bytes {
        flow.0.slow_start_threshold()
    }

    fn tick_ns(&self) -> u32 {
        C::META.tick_ns
    }

    #[inline]
    fn longest_gap_ns(&self) -> u64 {
        C::META.longest_gap_ns
    }

    #[inline]
    fn has_underlay(&self) -> bool {
        !U::NAME.is_empty()
    }

    #[inline]
    fn on_sent(&self, flow: &mut Self::Flow, sent: &Sent, _: Nanos32) -> u32 {
        flow.1.on_sent(&self.underlay, sent)
    }

    fn reports(&self, (): &mut (), _: Nanos32, _: u32, _: bool) -> bool {
        true
    }

    #[inline]
    fn on_report(&self, flow: &mut Self::Flow, report: &OrAck) {
        flow.1.on_or_ack(&self.underlay, report);
    }

    #[inline]
    fn on_ack(&self, flow: &mut Self::Flow, now: Nanos32, acked: Bytes) {
        flow.1.on_ack(&self.underlay, now, acked);
    }

    #[inline]
    fn release(&self, flow: &Self::Flow, now: Nanos32) -> Nanos32 {
        flow.1.release(&self.underlay, now)
    }

    #[inline]
    fn in_flight_cap(&self, flow: &Self::Flow) -> Bytes {
        flow.1.in_flight_cap(&self.underlay)
    }
}
