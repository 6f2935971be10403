//! One queue under a marking scheme.

use super::{nanos, words};
use crate::catalog::{self, effective, values};
use crate::error::{argument, refused, unknown};
use freeboard_aqm_api::{
    Activity, Arrival, Bytes, Departure, DepthUnit, Ecn, PortId, PortView, QueueView, Verdict,
};
use freeboard_registry::AnyAqm;
use freeboard_registry::catalog::{AQMS, Descriptor, VariantId};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A queue under a marking scheme: parameters, state and counters.
///
/// Times are in nanoseconds, of which the scheme sees 32 bits, or 48 where it reads them. Depths are in the unit of :func:`aqm`,
/// bytes by default, and exclude the packet. The calls are those of the firmware's interface.
#[pyclass(module = "freeboard")]
pub(crate) struct Aqm {
    algorithm: &'static Descriptor,
    effective: Vec<u32>,
    own: AnyAqm,
    activity: Activity,
}

/// Returns a fresh queue under a marking scheme, e.g. ``aqm("ecn-sharp/compact", ins_target="200 us")``.
///
/// ``preset`` names settings to start from; further arguments are settings, as a scenario writes them. ``cell`` is the unit of depths
/// [B].
#[pyfunction]
#[pyo3(signature = (name, preset=None, *, cell=1, **settings))]
pub(crate) fn aqm(
    name: &str,
    preset: Option<&str>,
    cell: u16,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Aqm> {
    let algorithm = freeboard_scenario::catalog::argument(AQMS, name).map_err(refused)?;
    let VariantId::Aqm(id) = algorithm.id else { return Err(refused("not a marking scheme")) };
    let unit = DepthUnit::cell(cell)
        .ok_or_else(|| refused("aqm: `cell = 0` is out of range; legal: 1 B to 65535 B."))?;
    let values = values(algorithm, preset, settings)?;
    let effective = effective(algorithm, &values, unit.bytes())?;
    let own = id.place(&values, unit).map_err(refused)?;
    Ok(Aqm { algorithm, effective, own, activity: Activity::default() })
}

/// Names of the values of the ECN field.
const ECN: [&str; 4] = ["not-ect", "ect1", "ect0", "ce"];

fn ecn(name: &str) -> PyResult<Ecn> {
    let at = ECN.iter().position(|one| *one == name);
    let bits = at.ok_or_else(|| argument("packet", "ecn", name, &unknown(name, &ECN)))?;
    Ok(Ecn::from_bits_truncate(bits as u8))
}

const fn name_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Forward => "forward",
        Verdict::Signal => "signal",
        Verdict::Drop => "drop",
    }
}

/// Bits 47..32 of a time \[ns\].
const fn high(now: u64) -> u16 {
    (now >> 32) as u16
}

#[pymethods]
impl Aqm {
    /// A packet arrives at its queue at ``now`` [ns] with ``size`` [B]. Returns ``forward``, ``signal`` or ``drop``.
    ///
    /// ``depth``, ``port_depth`` and ``pool_depth`` are the lengths of the queue, of all queues of the port and of the pool; the last
    /// two are ``depth`` by default. ``ecn`` is ``not-ect``, ``ect0``, ``ect1`` or ``ce``; ``random`` a uniform 32-bit word.
    #[pyo3(signature = (now, size, depth, *, port_depth=None, pool_depth=None, ecn="ect0", random=0))]
    #[expect(clippy::too_many_arguments, reason = "the fields of `Arrival`")]
    fn on_enqueue(
        &mut self,
        now: u64,
        size: u32,
        depth: u32,
        port_depth: Option<u32>,
        pool_depth: Option<u32>,
        ecn: &str,
        random: u32,
    ) -> PyResult<&'static str> {
        let arrival = Arrival {
            now: nanos(now),
            now_high: high(now),
            size: Bytes(size),
            depth,
            port_depth: port_depth.unwrap_or(depth),
            pool_depth: pool_depth.unwrap_or(depth),
            ecn: self::ecn(ecn)?,
            random,
        };
        Ok(name_of(self.own.on_enqueue(&arrival, &mut self.activity)))
    }

    /// A packet leaves its queue at ``now`` [ns] after ``sojourn`` [ns] in it. Returns ``forward``, ``signal`` or ``drop``.
    ///
    /// The other fields are those of :meth:`on_enqueue`, behind the packet.
    #[pyo3(signature = (now, sojourn, size, depth, *, port_depth=None, pool_depth=None, ecn="ect0", random=0))]
    #[expect(clippy::too_many_arguments, reason = "the fields of `Departure`")]
    fn on_dequeue(
        &mut self,
        now: u64,
        sojourn: u32,
        size: u32,
        depth: u32,
        port_depth: Option<u32>,
        pool_depth: Option<u32>,
        ecn: &str,
        random: u32,
    ) -> PyResult<&'static str> {
        let departure = Departure {
            now: nanos(now),
            now_high: high(now),
            sojourn,
            size: Bytes(size),
            depth,
            port_depth: port_depth.unwrap_or(depth),
            pool_depth: pool_depth.unwrap_or(depth),
            ecn: self::ecn(ecn)?,
            random,
        };
        Ok(name_of(self.own.on_dequeue(&departure, &mut self.activity)))
    }

    /// The queue is silent for 0.27 s or longer at ``now`` [ns]; to be called again at least every 1.07 s of the silence.
    fn on_idle(&mut self, now: u64) {
        self.own.on_idle(nanos(now));
    }

    /// The control plane ticks at ``now`` [ns] and sees the queues of the port: each a depth, the sojourn of its head [ns] and its
    /// scheduler's weight.
    #[pyo3(signature = (now, queues, pool_depth=0))]
    fn on_control(&mut self, now: u64, queues: Vec<(u32, u32, u32)>, pool_depth: u32) {
        let view = |(depth, sojourn, weight): (u32, u32, u32)| QueueView { depth, sojourn, weight };
        let queues: Vec<QueueView> = queues.into_iter().map(view).collect();
        self.own.on_control(nanos(now), &PortView { port: PortId(0), queues: &queues, pool_depth });
    }

    /// Name of the scheme, as ``name/variant``.
    #[getter]
    fn name(&self) -> String {
        self.algorithm.to_string()
    }

    /// Settings as they take effect, with their units.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        catalog::words(py, self.algorithm, &self.effective)
    }

    /// Canonical words of the state: pipe, port, queue; fields that are inactive are 0.
    #[getter]
    fn state(&self) -> Vec<u32> {
        words(|words| self.own.canonical(words))
    }

    /// Calls so far.
    #[getter]
    const fn calls(&self) -> u32 {
        self.activity.events
    }

    /// Signals and drops so far.
    #[getter]
    const fn signals(&self) -> u32 {
        self.activity.signals
    }

    /// Triggers by name: how often each fired, the highest value of what it watches, the value at which it arms.
    ///
    /// Both values are in the trigger's own unit: nanoseconds, or the unit of depths.
    #[getter]
    fn triggers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for ((name, _), trigger) in self.algorithm.triggers.iter().zip(self.activity.snapshot()) {
            let one = PyDict::new(py);
            one.set_item("fired", trigger.fired)?;
            one.set_item("highest", trigger.highest)?;
            one.set_item("needed", trigger.needed)?;
            all.set_item(*name, one)?;
        }
        Ok(all)
    }

    fn __copy__(&self) -> Self {
        let Self { algorithm, ref effective, own, activity } = *self;
        Self { algorithm, effective: effective.clone(), own, activity }
    }

    fn __repr__(&self) -> String {
        format!(
            "<freeboard.Aqm {}: {} calls, {} signals>",
            self.algorithm, self.activity.events, self.activity.signals
        )
    }
}
