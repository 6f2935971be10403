//! Any congestion control of the registry, over any underlay, in a host.

use super::beside::Beside;
use crate::file::{Chosen, Host, Running};
use crate::measure::Told;
use anyhow::{Result, anyhow, bail};
use freeboard_cc_api::{
    Bytes, CcMeta, Control, ControlOutput, Event, LineFraction, Nanos32, OrAck, ReportCounts, Sent,
};
use freeboard_cc_on_ramp::{Acker, AckerSettings};
use freeboard_fabric::{FlowContext, FlowControl};
use freeboard_registry::catalog::VariantId;
use freeboard_registry::{AnyCc, AnyUnderlay, CcId, UnderlayId};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A congestion control over an underlay, as every new flow starts with it.
#[derive(Clone, Debug)]
pub struct AnyControl {
    cc: AnyCc,
    underlay: AnyUnderlay,
    meta: &'static CcMeta,
    uses_ecn: bool,
    has_underlay: bool,
    /// Which packets receivers report.
    acker: AckerSettings,
    /// What hosts keep beside their flows, shared with every copy.
    beside: Arc<Beside>,
    /// The control; `None` for that of a workload at a constant rate.
    id: Option<Arc<str>>,
    /// Whether a flow runs it.
    runs: Cell<bool>,
    /// News that the flows of this copy had.
    told: Cell<Told>,
    /// Reports to the flows of this copy, and those of a negative delay, by the port of their host.
    reports: RefCell<BTreeMap<u32, (ReportCounts, u64)>>,
}

impl AnyControl {
    pub(super) fn new(running: &Running, host: &Host) -> Result<Self> {
        let mss = host.mss();
        let VariantId::Cc(id) = running.cc.variant else {
            bail!("{} is not a congestion control", running.cc.id)
        };
        let refused = |chosen: &Chosen, error| anyhow!("{}: {error}", chosen.id);
        let cc = id.place(&running.cc.values, Bytes(mss)).map_err(|error| refused(&running.cc, error))?;
        let underlay = match &running.underlay {
            Some(chosen) => {
                let VariantId::Underlay(id) = chosen.variant else {
                    bail!("{} is not an underlay", chosen.id)
                };
                id.place(&chosen.values).map_err(|error| refused(chosen, error))?
            }
            None => no_underlay()?,
        };
        let acker = AckerSettings { packets: host.report_every, hold: host.report_hold_ns };
        let (meta, has_underlay, beside) =
            (id.meta(), running.underlay.is_some(), Arc::new(Beside::new(host)));
        let (uses_ecn, id) = (meta.ecn, Some(Arc::from(running.cc.id.as_str())));
        let (runs, told, reports) = (Cell::default(), Cell::default(), RefCell::default());
        Ok(Self { cc, underlay, meta, uses_ecn, has_underlay, acker, beside, id, runs, told, reports })
    }

    /// A control by its settings in declaration order, without underlay.
    ///
    /// # Errors
    /// The first value that is not legal.
    pub fn of(id: CcId, values: &[u32], mss: u32) -> Result<Self> {
        let CcMeta { name, variant, ecn, .. } = id.meta();
        Self::bare(id, values, mss, *ecn, Some(format!("{name}/{variant}").into()))
    }

    /// The fixed control at a share of the sender's link, for a workload without congestion control, whose packets may be
    /// ECN-capable.
    pub(super) fn constant(rate: LineFraction, mss: u32, uses_ecn: bool) -> Result<Self> {
        Self::bare(CcId::Fixed, &[u32::MAX, rate.to_bits()], mss, uses_ecn, None)
    }

    /// Without underlay; flows are counted under `name`.
    fn bare(id: CcId, values: &[u32], mss: u32, uses_ecn: bool, name: Option<Arc<str>>) -> Result<Self> {
        let cc = id.place(values, Bytes(mss))?;
        let underlay = no_underlay()?;
        let (meta, acker) = (id.meta(), AckerSettings::default());
        let beside = Arc::new(Beside::new(&Host::default()));
        let (has_underlay, id) = (false, name);
        let (runs, told, reports) = (Cell::default(), Cell::default(), RefCell::default());
        Ok(Self { cc, underlay, meta, uses_ecn, has_underlay, acker, beside, id, runs, told, reports })
    }

    /// News that flows of this copy had, under the control's id; `None` for a constant rate, and where no flow runs it.
    pub(super) fn told(&self) -> Option<(&str, Told)> {
        self.id.as_deref().filter(|_| self.runs.get()).map(|id| (id, self.told.get()))
    }

    /// Reports to flows of this copy, and those of a negative delay, by the port of their host.
    pub(super) fn reports(&self) -> BTreeMap<u32, (ReportCounts, u64)> {
        self.reports.borrow().clone()
    }
}

impl AnyControl {
    /// Counts an event that controls react to.
    #[inline]
    fn tell(&self, event: &Event<'_>) {
        let mut told = self.told.get();
        let count = match event {
            Event::Ack { ack, .. } if ack.marked.0 > 0 => &mut told.marked_acks,
            Event::Int { .. } => &mut told.telemetry,
            Event::Cnp { .. } => &mut told.cnps,
            Event::LossEpisode { .. } => &mut told.losses,
            Event::Timeout { .. } => &mut told.timeouts,
            _ => return,
        };
        *count += 1;
        self.told.set(told);
    }
}

fn no_underlay() -> Result<AnyUnderlay> {
    UnderlayId::None.place(&[]).map_err(Into::into)
}

/// State of one flow.
#[derive(Clone, Copy, Debug)]
pub struct AnyFlow {
    cc: AnyCc,
    underlay: AnyUnderlay,
    flow_context: FlowContext,
}

impl FlowControl for AnyControl {
    type Flow = AnyFlow;
    type Reporter = Acker;

    fn start(&self) -> Self::Flow {
        self.runs.set(true);
        AnyFlow { cc: self.cc, underlay: self.underlay, flow_context: FlowContext::default() }
    }

    fn begin(&self, flow: &mut Self::Flow, now: Nanos32, flow_context: FlowContext) {
        if self.has_underlay {
            flow.flow_context = flow_context;
            self.beside.begin(&mut flow.underlay, now, flow_context);
        }
    }

    #[inline]
    fn on_event(&self, flow: &mut Self::Flow, event: &Event<'_>) -> Control {
        self.tell(event);
        flow.cc.on_event(event)
    }

    #[inline]
    fn control(&self, flow: &Self::Flow) -> Control {
        flow.cc.control()
    }

    fn uses_ecn(&self) -> bool {
        self.uses_ecn
    }

    fn needs_cnp(&self) -> bool {
        self.meta.cnp
    }

    fn needs_delivery_rate(&self) -> bool {
        self.meta.delivery_rate
    }

    fn needs_sent(&self) -> bool {
        self.meta.sent || self.has_underlay
    }

    fn needs_int(&self) -> bool {
        self.meta.int
    }

    fn is_window_only(&self) -> bool {
        self.meta.output == ControlOutput::Window
    }

    fn slow_start_threshold(&self, flow: &Self::Flow) -> Bytes {
        flow.cc.slow_start_threshold()
    }

    fn tick_ns(&self) -> u32 {
        self.meta.tick_ns
    }

    fn longest_gap_ns(&self) -> u64 {
        self.meta.longest_gap_ns
    }

    fn has_underlay(&self) -> bool {
        self.has_underlay
    }

    fn on_handshake_timeout(&self) {
        let told = self.told.get();
        self.told.set(Told { timeouts: told.timeouts + 1, ..told });
    }

    fn on_sent(&self, flow: &mut Self::Flow, sent: &Sent, stamped: Nanos32) -> u32 {
        let pause = flow.underlay.on_sent(sent);
        self.beside.on_sent(flow.flow_context, sent, stamped, pause)
    }

    fn reports(&self, reporter: &mut Acker, now: Nanos32, packet: u32, last: bool) -> bool {
        self.beside.reports(packet).unwrap_or_else(|| reporter.on_packet(&self.acker, now, last))
    }

    fn on_report(&self, flow: &mut Self::Flow, report: &OrAck) {
        if let Some(report) = self.beside.complete(flow.flow_context, report) {
            flow.underlay.on_or_ack(&report);
            let (is_sane, seen) = (flow.underlay.is_sane(&report), flow.underlay.remember(report.now));
            let mut reports = self.reports.borrow_mut();
            let (counts, negative) = reports.entry(flow.flow_context.port).or_default();
            counts.count(&report, is_sane, seen);
            *negative += u64::from(report.delay() < 0);
            self.beside.note(&flow.underlay, report.now, flow.flow_context);
        }
    }

    fn on_ack(&self, flow: &mut Self::Flow, now: Nanos32, acked: Bytes) {
        flow.underlay.on_ack(now, acked);
    }

    fn release(&self, flow: &Self::Flow, now: Nanos32) -> Nanos32 {
        flow.underlay.release(now)
    }

    fn in_flight_cap(&self, flow: &Self::Flow) -> Bytes {
        flow.underlay.in_flight_cap()
    }
}
