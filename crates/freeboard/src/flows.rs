//! The flows of a NIC: each has a congestion control and an underlay.

use freeboard_registry::cc_api::{
    Bytes, CongestionControl, Control, Event, Nanos32, NoUnderlay, OrAck, ReportCounts, Sent, Underlay,
};

/// One flow's states.
#[derive(Clone, Copy, Debug, Default)]
struct Slot<C, U> {
    control: C,
    underlay: U,
}

/// `N` flows under one congestion control, and under one underlay if there is any.
///
/// It owns the state of every flow and the parameters of all. A call for a flow that is not there changes nothing and
/// returns `None`.
#[derive(Clone, Copy, Debug)]
pub struct FlowTable<C: CongestionControl, const N: usize, U: Underlay = NoUnderlay> {
    params: C::Params,
    under: U::Params,
    flows: [Slot<C, U>; N],
    negative_rtts: u32,
    negative_delays: u32,
    reports: ReportCounts,
}

impl<C: CongestionControl, const N: usize> FlowTable<C, N> {
    /// Fresh flows without an underlay.
    #[must_use]
    pub fn new(params: C::Params) -> Self {
        Self::over(params, ())
    }
}

impl<C: CongestionControl, const N: usize, U: Underlay> FlowTable<C, N, U> {
    /// Fresh flows over an underlay with these parameters.
    #[must_use]
    pub fn over(params: C::Params, under: U::Params) -> Self {
        let (flows, reports) = ([Slot::default(); N], ReportCounts::default());
        Self { params, under, flows, negative_rtts: 0, negative_delays: 0, reports }
    }

    /// Starts a flow afresh; returns its window and rate.
    pub fn open(&mut self, flow: usize) -> Option<Control> {
        let slot = self.flows.get_mut(flow)?;
        *slot = Slot::default();
        Some(slot.control.control(&self.params))
    }

    /// Takes an event of a flow; returns the window and rate from now on. An acknowledgement reaches the underlay too. A negative
    /// round-trip time is none: the control sees 0, and [`Self::negative_rtts`] counts it.
    #[inline(always)]
    pub fn on_event(&mut self, flow: usize, event: &Event<'_>) -> Option<Control> {
        let slot = self.flows.get_mut(flow)?;
        let measured = event.without_negative_rtt();
        if measured.is_some() {
            self.negative_rtts = self.negative_rtts.wrapping_add(1);
        }
        let event = measured.as_ref().unwrap_or(event);
        if let Event::Ack { now, ack } | Event::Int { now, ack, .. } = event {
            slot.underlay.on_ack(&self.under, *now, ack.acked);
        }
        Some(slot.control.on_event(&self.params, event))
    }

    /// Returns how many round-trip times of all flows were negative so far, mod 2^32: stamps of two clocks, or of a clock that was
    /// set back.
    #[must_use]
    pub const fn negative_rtts(&self) -> u32 {
        self.negative_rtts
    }

    /// Returns how many one-way delays of all flows were negative so far, mod 2^32: the clocks of two hosts differ by more than the way
    /// takes.
    #[must_use]
    pub const fn negative_delays(&self) -> u32 {
        self.negative_delays
    }

    /// The timer of the controls rings, to be called every `C::META.tick_ns` where that is not 0: every flow takes
    /// [`Event::Tick`], and `moved` its number, window and rate from now on.
    pub fn on_tick(&mut self, now: Nanos32, mut moved: impl FnMut(usize, Control)) {
        for (flow, slot) in self.flows.iter_mut().enumerate() {
            moved(flow, slot.control.on_event(&self.params, &Event::Tick { now }));
        }
    }

    /// Gives the controls of all flows other parameters and keeps their states. They hold from the next event on.
    pub fn set_params(&mut self, params: C::Params) {
        self.params = params;
    }

    /// Gives the underlay of all flows other parameters and keeps its states.
    pub fn set_underlay_params(&mut self, under: U::Params) {
        self.under = under;
    }

    /// A packet left the NIC; returns the cumulative pause that it carries \[ns\]. [`Event::Sent`] is the control's.
    #[inline(always)]
    pub fn on_sent(&mut self, flow: usize, sent: &Sent) -> Option<u32> {
        let slot = self.flows.get_mut(flow)?;
        Some(slot.underlay.on_sent(&self.under, sent))
    }

    /// A receiver's report came back. [`Self::reports`] counts it. A negative one-way delay is the underlay's to judge, see
    /// [`OrAck::delay`]; [`Self::negative_delays`] counts it.
    #[inline(always)]
    pub fn on_or_ack(&mut self, flow: usize, report: &OrAck) -> Option<()> {
        let slot = self.flows.get_mut(flow)?;
        if report.delay() < 0 {
            self.negative_delays = self.negative_delays.wrapping_add(1);
        }
        slot.underlay.on_or_ack(&self.under, report);
        let seen = slot.underlay.remember(report.now);
        self.reports.count(report, U::is_sane(&self.under, report), seen);
        Some(())
    }

    /// Returns the reports of all flows so far: those ignored are of a clock that is off, this NIC's if they are most of them.
    #[must_use]
    pub const fn reports(&self) -> ReportCounts {
        self.reports
    }

    /// Returns the earliest time of the flow's next packet, and the most bytes in flight, as the underlay has them.
    #[inline(always)]
    #[must_use]
    pub fn held(&self, flow: usize, now: Nanos32) -> Option<(Nanos32, Bytes)> {
        let slot = self.flows.get(flow)?;
        Some((slot.underlay.release(&self.under, now), slot.underlay.in_flight_cap(&self.under)))
    }

    /// Returns a flow's control state.
    #[must_use]
    pub fn control(&self, flow: usize) -> Option<&C> {
        self.flows.get(flow).map(|slot| &slot.control)
    }
}
