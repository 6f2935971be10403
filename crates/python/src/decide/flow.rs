//! One flow under a congestion control.

use super::{nanos, words};
use crate::catalog::{self, effective, values};
use crate::error::refused;
use freeboard_cc_api::{Ack, Bytes, Event, IntHop, IntStack, Loss, MAX_INT_HOPS, Prior, Seq32};
use freeboard_registry::AnyCc;
use freeboard_registry::catalog::{CCS, Descriptor, VariantId};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A flow under a congestion control: parameters and state.
///
/// Times are in nanoseconds, of which the control sees 32 bits; sequence numbers are mod 2^32. Every event answers with the
/// :class:`Control` that holds from then on. The calls are those of the firmware's interface.
#[pyclass(module = "freeboard")]
pub(crate) struct Cc {
    algorithm: &'static Descriptor,
    effective: Vec<u32>,
    own: AnyCc,
}

/// A window and a rate.
#[pyclass(frozen, get_all, eq, module = "freeboard")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Control {
    /// Most bytes in flight; ``None`` for a control that steers by a rate alone.
    window: Option<u32>,
    /// Sending rate as a share of the line rate, 1.0 for a control that steers by a window alone.
    rate: f64,
}

#[pymethods]
impl Control {
    fn __repr__(&self) -> String {
        let window = self.window.map_or_else(|| "None".to_owned(), |window| window.to_string());
        format!("Control(window={window}, rate={:?})", self.rate)
    }
}

impl From<freeboard_cc_api::Control> for Control {
    fn from(control: freeboard_cc_api::Control) -> Self {
        let window = (control.window != Bytes::MAX).then_some(control.window.0);
        Self { window, rate: f64::from(control.rate.to_bits()) / f64::from(1 << 20) }
    }
}

/// Returns a fresh flow under a congestion control, e.g. ``cc("dctcp/tcp")``.
///
/// ``preset`` names settings to start from; further arguments are settings, as a scenario writes them. ``mss`` is the payload of a
/// full segment [B].
#[pyfunction]
#[pyo3(signature = (name, preset=None, *, mss=1460, **settings))]
pub(crate) fn cc(
    name: &str,
    preset: Option<&str>,
    mss: u16,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Cc> {
    let algorithm = freeboard_scenario::catalog::argument(CCS, name).map_err(refused)?;
    let VariantId::Cc(id) = algorithm.id else { return Err(refused("not a congestion control")) };
    let (values, mss) = (values(algorithm, preset, settings)?, u32::from(mss));
    let effective = effective(algorithm, &values, mss)?;
    let own = id.place(&values, Bytes(mss)).map_err(refused)?;
    Ok(Cc { algorithm, effective, own })
}

/// One hop of telemetry: egress stamp \[ns\], queue \[B\], bytes sent so far mod 2^32, link rate \[Mbit/s\].
type Hop = (u64, u32, u64, u32);

fn stack(hops: &[Hop]) -> PyResult<IntStack> {
    let mut stack = IntStack { count: hops.len() as u8, ..IntStack::default() };
    if hops.len() > MAX_INT_HOPS {
        return Err(refused(format!("on_int: {} hops; legal: at most {MAX_INT_HOPS}.", hops.len())));
    }
    for (slot, &(stamp, depth, sent, rate_mbps)) in stack.hops.iter_mut().zip(hops) {
        *slot = IntHop { stamp: nanos(stamp), depth: Bytes(depth), sent: sent as u32, rate_mbps };
    }
    Ok(stack)
}

impl Cc {
    fn take(&mut self, event: &Event<'_>) -> Control {
        self.own.on_event(event).into()
    }
}

/// A sequence number mod 2^32.
const fn seq(number: u64) -> Seq32 {
    Seq32(number as u32)
}

/// A rate as the interface has it: Q20 of the line rate.
fn q20(share: f64) -> u32 {
    (share * f64::from(1 << 20)) as u32
}

#[pymethods]
impl Cc {
    /// Bytes left the NIC at ``now`` [ns].
    fn on_sent(&mut self, now: u64, bytes: u32) -> Control {
        self.take(&Event::Sent { now: nanos(now), bytes: Bytes(bytes) })
    }

    /// New data was acknowledged at ``now`` [ns].
    ///
    /// ``acked`` and ``marked`` are bytes, the latter those that the receiver says were marked; ``una`` the first byte that is not
    /// acknowledged, ``nxt`` the next to be sent for the first time; ``rtt`` a sample [ns], 0 for none; ``delivery_rate`` a share of
    /// the line rate, 0 for none; ``in_flight`` bytes after this ACK, ``nxt - una`` by default.
    #[pyo3(signature = (now, acked, *, una, nxt, marked=0, in_flight=None, rtt=0, delivery_rate=0.0, window_limited=true))]
    #[expect(clippy::too_many_arguments, reason = "the fields of `Ack`")]
    fn on_ack(
        &mut self,
        now: u64,
        acked: u32,
        una: u64,
        nxt: u64,
        marked: u32,
        in_flight: Option<u32>,
        rtt: u32,
        delivery_rate: f64,
        window_limited: bool,
    ) -> Control {
        let ack = Fields { acked, una, nxt, marked, in_flight, rtt, delivery_rate, window_limited }.ack();
        self.take(&Event::Ack { now: nanos(now), ack })
    }

    /// New data was acknowledged at ``now`` [ns], and telemetry of the path came back.
    ///
    /// ``hops`` has at most 5 tuples: egress stamp [ns], queue [B], bytes sent so far, link rate [Mbit/s]. The other fields are those
    /// of :meth:`on_ack`.
    #[pyo3(signature = (now, acked, hops, *, una, nxt, marked=0, in_flight=None, rtt=0, delivery_rate=0.0, window_limited=true))]
    #[expect(clippy::too_many_arguments, reason = "the fields of `Ack`, and the hops")]
    fn on_int(
        &mut self,
        now: u64,
        acked: u32,
        hops: Vec<Hop>,
        una: u64,
        nxt: u64,
        marked: u32,
        in_flight: Option<u32>,
        rtt: u32,
        delivery_rate: f64,
        window_limited: bool,
    ) -> PyResult<Control> {
        let ack = Fields { acked, una, nxt, marked, in_flight, rtt, delivery_rate, window_limited }.ack();
        Ok(self.take(&Event::Int { now: nanos(now), ack, stack: &stack(&hops)? }))
    }

    /// An ACK came at ``now`` [ns] that acknowledges nothing new.
    fn on_dup_ack(&mut self, now: u64) -> Control {
        self.take(&Event::DupAck { now: nanos(now) })
    }

    /// A loss episode starts at ``now`` [ns], with ``in_flight`` bytes in flight; it ends when ``nxt`` is acknowledged.
    #[pyo3(signature = (now, *, in_flight, una, nxt))]
    fn on_loss(&mut self, now: u64, in_flight: u32, una: u64, nxt: u64) -> Control {
        self.take(&Event::LossEpisode { now: nanos(now), loss: loss(in_flight, una, nxt) })
    }

    /// The retransmission timer expired at ``now`` [ns]; the fields are those of :meth:`on_loss`.
    #[pyo3(signature = (now, *, in_flight, una, nxt))]
    fn on_timeout(&mut self, now: u64, in_flight: u32, una: u64, nxt: u64) -> Control {
        self.take(&Event::Timeout { now: nanos(now), loss: loss(in_flight, una, nxt) })
    }

    /// A congestion notification packet came at ``now`` [ns].
    fn on_cnp(&mut self, now: u64) -> Control {
        self.take(&Event::Cnp { now: nanos(now) })
    }

    /// A round-trip time was measured outside an ACK [ns].
    fn on_rtt(&mut self, now: u64, rtt: u32) -> Control {
        self.take(&Event::Rtt { now: nanos(now), rtt })
    }

    /// The control's timer rang at ``now`` [ns].
    fn on_tick(&mut self, now: u64) -> Control {
        self.take(&Event::Tick { now: nanos(now) })
    }

    /// An underlay began a pause (``held``) or ended it at ``now`` [ns].
    fn on_paused(&mut self, now: u64, held: bool) -> Control {
        self.take(&Event::Paused { now: nanos(now), held })
    }

    /// The application has nothing more to send at ``now`` [ns].
    fn on_app_limited(&mut self, now: u64) -> Control {
        self.take(&Event::AppLimited { now: nanos(now) })
    }

    /// The flow is about to send at ``now`` [ns], after a silence [ns].
    fn on_idle(&mut self, now: u64, silence: u64) -> Control {
        self.take(&Event::Idle { now: nanos(now), silence: u32::try_from(silence).unwrap_or(u32::MAX) })
    }

    /// The last loss episode or timeout was none: the window [B] and the slow start threshold [B] before it.
    #[pyo3(signature = (now, *, window, threshold))]
    fn on_undo(&mut self, now: u64, window: u32, threshold: u32) -> Control {
        let prior = Prior { window: Bytes(window), threshold: Bytes(threshold) };
        self.take(&Event::Undo { now: nanos(now), prior })
    }

    /// The window and rate that hold now.
    #[getter]
    fn control(&self) -> Control {
        self.own.control().into()
    }

    /// The window below which it doubles in a round trip [B]; 0 without slow start, ``None`` while there is no bound.
    #[getter]
    fn slow_start_threshold(&self) -> Option<u32> {
        Some(self.own.slow_start_threshold().0).filter(|bytes| *bytes != u32::MAX)
    }

    /// Name of the control, as ``name/variant``.
    #[getter]
    fn name(&self) -> String {
        self.algorithm.to_string()
    }

    /// Settings as they take effect, with their units.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        catalog::words(py, self.algorithm, &self.effective)
    }

    /// Canonical words of the state; fields that are inactive are 0.
    #[getter]
    fn state(&self) -> Vec<u32> {
        words(|words| self.own.canonical(words))
    }

    fn __copy__(&self) -> Self {
        let Self { algorithm, ref effective, own } = *self;
        Self { algorithm, effective: effective.clone(), own }
    }

    fn __repr__(&self) -> String {
        format!("<freeboard.Cc {}: {}>", self.algorithm, self.control().__repr__())
    }
}

/// The fields of an ACK as a call gives them.
struct Fields {
    acked: u32,
    una: u64,
    nxt: u64,
    marked: u32,
    in_flight: Option<u32>,
    rtt: u32,
    delivery_rate: f64,
    window_limited: bool,
}

impl Fields {
    fn ack(&self) -> Ack {
        let (una, nxt) = (seq(self.una), seq(self.nxt));
        Ack {
            acked: Bytes(self.acked),
            marked: Bytes(self.marked),
            una,
            nxt,
            in_flight: Bytes(self.in_flight.unwrap_or_else(|| nxt.since(una))),
            rtt: self.rtt,
            delivery_rate: q20(self.delivery_rate),
            window_limited: self.window_limited,
        }
    }
}

const fn loss(in_flight: u32, una: u64, nxt: u64) -> Loss {
    Loss { in_flight: Bytes(in_flight), una: seq(una), nxt: seq(nxt) }
}
