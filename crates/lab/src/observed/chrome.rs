//! The Chrome trace format, which Perfetto opens: counters, spans and instants on named tracks.

use super::names::{name_of, trigger_name};
use super::{flows_within, micros_of};
use freeboard_scenario::measure::Outcome;
use freeboard_scenario::world::{Observation, Seen};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Groups of tracks, as processes of the format.
const QUEUES: u32 = 1;
const FLOWS: u32 = 2;
const PAUSES: u32 = 3;

/// Writes a trace. `triggers` are the names of the scheme's triggers, `title` that of the run.
///
/// # Errors
/// Errors of `out`.
pub fn write_chrome(
    out: &mut impl Write,
    found: &Observation,
    outcome: &Outcome,
    triggers: &[&str],
    title: &str,
) -> io::Result<()> {
    let mut events = Events { out, is_first: true };
    events.out.write_all(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n")?;
    for (group, name) in [(QUEUES, "Queues"), (FLOWS, "Flows"), (PAUSES, "Pauses")] {
        let name = format!("{name}: {title}");
        events.put(
            &json!({ "ph": "M", "pid": group, "tid": 0, "name": "process_name", "args": { "name": name } }),
        )?;
    }
    for (port, _) in &found.ports {
        events.track(QUEUES, *port, &name_of(found, *port))?;
    }
    let mut paused: BTreeMap<(u32, u8), u64> = BTreeMap::new();
    for &(at, seen) in &found.items {
        events.item(found, triggers, at, seen, &mut paused)?;
    }
    let end = found.span_ps.map_or(0, |(_, end)| end);
    for ((port, class), since) in paused {
        events.span(
            (PAUSES, port),
            &format!("class {class} paused"),
            [since, end],
            json!({ "class": class }),
        )?;
    }
    for (id, flow, times) in flows_within(found, outcome) {
        let ends = found.flows.get(id as usize).copied().unwrap_or_default();
        let name = format!("flow {id}, host {} to host {}", ends.0, ends.1);
        events.track(FLOWS, id, &name)?;
        let arguments = json!({
            "bytes": flow.bytes,
            "start_us": flow.start_ps as f64 / 1e6,
            "fct_us": flow.fct_ps.map(|fct| fct as f64 / 1e6),
            "sent_again": flow.resent,
            "timeouts": flow.timeouts,
        });
        events.span((FLOWS, id), &name, times, arguments)?;
    }
    events.out.write_all(b"\n]}\n")
}

/// Events behind one another.
struct Events<'a, W> {
    out: &'a mut W,
    is_first: bool,
}

impl<W: Write> Events<'_, W> {
    fn item(
        &mut self,
        found: &Observation,
        triggers: &[&str],
        at: u64,
        seen: Seen,
        paused: &mut BTreeMap<(u32, u8), u64>,
    ) -> io::Result<()> {
        match seen {
            Seen::Queue { port, bytes, packets } => {
                let name = name_of(found, port);
                self.counter(QUEUES, at, &format!("queue {name} [packets]"), json!({ "packets": packets }))?;
                self.counter(QUEUES, at, &format!("queue {name} [B]"), json!({ "bytes": bytes }))
            }
            Seen::Mark { port, trigger } => {
                let trigger = trigger_name(triggers, trigger);
                self.instant((QUEUES, port), at, "mark", json!({ "trigger": trigger }))
            }
            Seen::Drop { port, cause } => {
                self.instant((QUEUES, port), at, "drop", json!({ "cause": cause.key() }))
            }
            Seen::Window { flow, bytes } => {
                self.counter(FLOWS, at, &format!("window of flow {} [B]", flow.0), json!({ "bytes": bytes }))
            }
            Seen::Resent { flow } => self.instant((FLOWS, flow.0), at, "sent again", json!({})),
            Seen::Timeout { flow, since_ps } => {
                self.span((FLOWS, flow.0), "timeout", [since_ps.min(at), at], json!({}))
            }
            Seen::Pause { port, class } => {
                if paused.insert((port, class), at).is_none()
                    && !paused.keys().any(|key| key.0 == port && key.1 != class)
                {
                    self.track(PAUSES, port, &name_of(found, port))?;
                }
                Ok(())
            }
            Seen::Resume { port, class } => match paused.remove(&(port, class)) {
                Some(since) => {
                    let name = format!("class {class} paused");
                    self.span((PAUSES, port), &name, [since, at], json!({ "class": class }))
                }
                None => Ok(()),
            },
            Seen::Packet { .. } => Ok(()),
        }
    }

    fn track(&mut self, group: u32, track: u32, name: &str) -> io::Result<()> {
        let tid = u64::from(track) + 1;
        self.put(
            &json!({ "ph": "M", "pid": group, "tid": tid, "name": "thread_name", "args": { "name": name } }),
        )
    }

    fn counter(&mut self, group: u32, at: u64, name: &str, arguments: Value) -> io::Result<()> {
        self.timed("C", (group, None), at, name, "", arguments)
    }

    fn instant(
        &mut self,
        (group, track): (u32, u32),
        at: u64,
        name: &str,
        arguments: Value,
    ) -> io::Result<()> {
        self.timed("i", (group, Some(track)), at, name, ",\"s\":\"t\"", arguments)
    }

    fn span(
        &mut self,
        (group, track): (u32, u32),
        name: &str,
        [from, to]: [u64; 2],
        arguments: Value,
    ) -> io::Result<()> {
        let length = format!(",\"dur\":{}", micros_of(to - from));
        self.timed("X", (group, Some(track)), from, name, &length, arguments)
    }

    /// Times have more digits than a float: they are written as they are.
    fn timed(
        &mut self,
        phase: &str,
        (group, track): (u32, Option<u32>),
        at: u64,
        name: &str,
        more: &str,
        arguments: Value,
    ) -> io::Result<()> {
        self.separate()?;
        let track = track.map_or(0, |track| u64::from(track) + 1);
        let (name, at) = (Value::from(name), micros_of(at));
        write!(
            self.out,
            "{{\"ph\":\"{phase}\",\"pid\":{group},\"tid\":{track},\"ts\":{at}{more},\"name\":{name},\"args\":{arguments}}}"
        )
    }

    fn put(&mut self, event: &Value) -> io::Result<()> {
        self.separate()?;
        write!(self.out, "{event}")
    }

    fn separate(&mut self) -> io::Result<()> {
        if core::mem::take(&mut self.is_first) { Ok(()) } else { self.out.write_all(b",\n") }
    }
}
