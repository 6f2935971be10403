//! The outcome of a run as tables.

use crate::columns::{Columns, micros};
use crate::error::refused;
use crate::html;
use crate::summary::{NAMES, Number, numbers};
use crate::table::Table;
use freeboard_scenario::Scenario;
use freeboard_scenario::measure::{self, Exchange, Flow, PortRecord, QueueRecord, QueueSample};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, OnceLock};

/// The outcome of a run: one scheme, one seed.
#[pyclass(frozen, module = "freeboard")]
pub(crate) struct Outcome {
    scenario: Arc<Scenario>,
    own: measure::Outcome,
    flows: OnceLock<Table>,
    queue: OnceLock<Table>,
}

impl Outcome {
    pub(crate) fn new(scenario: &Arc<Scenario>, own: measure::Outcome) -> Self {
        Self { scenario: Arc::clone(scenario), own, flows: OnceLock::new(), queue: OnceLock::new() }
    }

    /// The outcome as measured.
    pub(crate) const fn own(&self) -> &measure::Outcome {
        &self.own
    }

    fn scheme_name(&self) -> &str {
        &self.scenario.schemes[self.own.scheme].name
    }
}

/// A table that is made once.
fn once(kept: &OnceLock<Table>, make: impl FnOnce() -> PyResult<Table>) -> PyResult<Table> {
    if let Some(table) = kept.get() {
        return Ok(table.clone());
    }
    let table = make()?;
    Ok(kept.get_or_init(|| table).clone())
}

fn flows(flows: &[Flow]) -> PyResult<Table> {
    let of = |value: fn(&Flow) -> u64| flows.iter().map(value);
    let columns = Columns::default()
        .words("flow", (0..).take(flows.len()))
        .words("workload", of(|it| it.workload as u64 + 1).map(|it| it as u32))
        .counts("bytes", of(|it| it.bytes))
        .counts("arrived_bytes", of(|it| it.arrived))
        .numbers("start_us", of(|it| it.start_ps).map(micros))
        .optional("fct_us", flows.iter().map(|it| it.fct_ps.map(micros)))
        .flags("incast", flows.iter().map(|it| it.query))
        .words("timeouts", flows.iter().map(|it| it.timeouts))
        .words("resent_segments", flows.iter().map(|it| it.resent));
    Table::of(columns)
}

fn samples(samples: &[QueueSample]) -> PyResult<Table> {
    let columns = Columns::default()
        .numbers("at_us", samples.iter().map(|it| micros(it.at_ps)))
        .words("bytes", samples.iter().map(|it| it.bytes))
        .words("packets", samples.iter().map(|it| it.packets));
    Table::of(columns)
}

/// The counters of a run: name, unit and value.
fn counters(outcome: &measure::Outcome) -> Vec<(String, &'static str, u64)> {
    let packets =
        outcome.drops_by_cause().map(|(cause, packets)| (format!("drops.{cause}"), "packets", packets));
    let queues = &outcome.queues;
    let mut all = vec![
        ("arrived".to_owned(), "packets", queues.arrived),
        ("marked".to_owned(), "packets", queues.marked),
        ("unmarkable".to_owned(), "packets", queues.unmarkable),
        ("drops".to_owned(), "packets", outcome.drops()),
    ];
    all.extend(packets);
    all.extend([
        ("timeouts".to_owned(), "timeouts", outcome.timeouts),
        ("late_acks".to_owned(), "packets", outcome.late_acks),
        ("scheme.calls".to_owned(), "calls", outcome.calls),
        ("scheme.signals".to_owned(), "packets", outcome.signals),
    ]);
    all.extend(outcome.acts.iter().map(|act| (format!("trigger.{}.fired", act.name), "packets", act.fired)));
    for control in &outcome.controls {
        let told = control.told;
        let named = [
            ("marked_acks", "packets", told.marked_acks),
            ("telemetry", "packets", told.telemetry),
            ("cnps", "packets", told.cnps),
            ("losses", "episodes", told.losses),
            ("timeouts", "timeouts", told.timeouts),
        ];
        all.extend(named.map(|(name, unit, value)| (format!("{}.{name}", control.cc), unit, value)));
    }
    all.push(("events".to_owned(), "events", outcome.events));
    all
}

#[pymethods]
impl Outcome {
    /// Name of the scheme.
    #[getter]
    fn scheme(&self) -> &str {
        self.scheme_name()
    }

    /// Seed of the traffic.
    #[getter]
    const fn seed(&self) -> u64 {
        self.own.seed
    }

    /// Digest of the run, 8 hexadecimal digits, as ``freeboard run --json`` prints it for each run.
    #[getter]
    fn digest(&self) -> String {
        format!("{:08x}", self.own.digest)
    }

    /// Simulated time at the end [us].
    #[getter]
    fn end_us(&self) -> f64 {
        micros(self.own.end_ps)
    }

    /// Flows: flow, workload, bytes, arrived_bytes, start_us, fct_us, incast, timeouts, resent_segments.
    ///
    /// ``workload`` counts from 1; ``bytes`` is 0 for a flow without end; ``fct_us`` is absent for a flow that did not finish.
    #[getter]
    fn flows(&self) -> PyResult<Table> {
        once(&self.flows, || flows(&self.own.flows))
    }

    /// Samples of the queue to the first receiver: at_us, bytes, packets. Empty without ``run.sample``.
    #[getter]
    fn queue(&self) -> PyResult<Table> {
        once(&self.queue, || samples(self.own.samples()))
    }

    /// Samples of the queue to a receiver, which counts from 0: at_us, bytes, packets.
    fn queue_of(&self, receiver: usize) -> PyResult<Table> {
        let ports = &self.own.ports;
        let port: Option<&PortRecord> = ports.get(receiver);
        let port = port.ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("receiver {receiver} of {}", ports.len()))
        })?;
        samples(&port.samples)
    }

    /// Queues by their index in a port, over the ports of all switches: queue, arrived_packets, sent_packets, sent_bytes,
    /// marked_packets, dropped_packets, dropped_scheme_packets, dropped_fault_packets, longest_bytes.
    #[getter]
    fn queues(&self) -> PyResult<Table> {
        let of = |value: fn(&QueueRecord) -> u64| self.own.classes.iter().map(value);
        let columns = Columns::default()
            .counts("queue", of(|it| it.queue as u64))
            .counts("arrived_packets", of(|it| it.arrived))
            .counts("sent_packets", of(|it| it.sent))
            .counts("sent_bytes", of(|it| it.sent_bytes))
            .counts("marked_packets", of(|it| it.marked))
            .counts("dropped_packets", of(|it| it.dropped))
            .counts("dropped_scheme_packets", of(|it| it.dropped_scheme))
            .counts("dropped_fault_packets", of(|it| it.dropped_fault))
            .counts("longest_bytes", of(|it| it.bytes_max.into()));
        Table::of(columns)
    }

    /// Counters of switches, schemes, hosts and the simulator: counter, value, unit.
    #[getter]
    fn counters(&self) -> PyResult<Table> {
        let all = counters(&self.own);
        let columns = Columns::default()
            .texts("counter", all.iter().map(|(name, ..)| name))
            .counts("value", all.iter().map(|(_, _, value)| *value))
            .texts("unit", all.iter().map(|(_, unit, _)| unit));
        Table::of(columns)
    }

    /// Requests of closed loops that were answered: workload, start_us, time_us.
    #[getter]
    fn exchanges(&self) -> PyResult<Table> {
        let of = |value: fn(&Exchange) -> u64| self.own.exchanges.iter().map(value);
        let columns = Columns::default()
            .words("workload", of(|it| it.workload as u64 + 1).map(|it| it as u32))
            .numbers("start_us", of(|it| it.start_ps).map(micros))
            .numbers("time_us", of(|it| it.time_ps).map(micros));
        Table::of(columns)
    }

    /// Numbers of the run by name, as ``freeboard run --json`` names them; ``None`` where there is none.
    ///
    /// Times are in microseconds, queues in packets; short flows have less than 100 KB, large ones more than 10 MB, query flows are
    /// those of incasts.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (name, number) in NAMES.into_iter().zip(numbers(&self.own)) {
            match number {
                Number::Count(count) => all.set_item(name, count)?,
                Number::Measured(value) => all.set_item(name, value)?,
            }
        }
        Ok(all)
    }

    fn __repr__(&self) -> String {
        let Self { own, .. } = self;
        let flows = own.flows.len();
        format!(
            "<freeboard.Outcome of {}, seed {}: {flows} flows, digest {}>",
            self.scheme_name(),
            own.seed,
            self.digest()
        )
    }

    fn _repr_html_(&self) -> String {
        let mut header = vec!["scheme".to_owned(), "seed".to_owned()];
        header.extend(NAMES.map(str::to_owned));
        header.push("digest".to_owned());
        let mut row = vec![self.scheme_name().to_owned(), self.own.seed.to_string()];
        row.extend(numbers(&self.own).map(|it| it.value().map_or_else(|| "-".to_owned(), html::number)));
        row.push(self.digest());
        html::table(&header, &[row]) + &html::queue_plot(self.own.samples())
    }
}

/// Returns one digest over several outcomes, 8 hexadecimal digits: that of all schemes, in each all seeds, is the last line of
/// ``freeboard run``.
#[pyfunction]
pub(crate) fn digest(outcomes: Vec<PyRef<'_, Outcome>>) -> PyResult<String> {
    if outcomes.is_empty() {
        return Err(refused("no outcome"));
    }
    Ok(format!("{:08x}", measure::digest(outcomes.iter().map(|outcome| outcome.own()))))
}
