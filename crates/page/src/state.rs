//! State of a page: texts, the scenario, the run.

use crate::controls::controls;
use crate::outcome::outcome_of;
use freeboard_scenario::Scenario;
use freeboard_scenario::document::set_key;
use freeboard_scenario::file::MEMORY_OF_A_PAGE;
use freeboard_scenario::measure::QueueSample;
use freeboard_scenario::world::{Request, Session};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::cmp::Reverse;
use toml::Table;

thread_local! {
    pub(crate) static PAGE: RefCell<Page> = RefCell::new(Page::default());
}

/// All of it.
#[derive(Default)]
pub(crate) struct Page {
    text: Vec<u8>,
    answer: Vec<u8>,
    scenario: Option<&'static Scenario>,
    run: Option<Run>,
}

/// A run that goes on.
struct Run {
    session: Session<'static>,
    scheme: usize,
}

impl Page {
    pub(crate) fn room(&mut self, length: usize) -> *mut u8 {
        self.text = vec![0; length];
        self.text.as_mut_ptr()
    }

    pub(crate) fn answer(&self) -> &[u8] {
        &self.answer
    }

    pub(crate) fn say(&mut self, answer: &Value) {
        self.answer = answer.to_string().into_bytes();
    }

    pub(crate) fn edit(&mut self) {
        let answer = self.edited().unwrap_or_else(|error| json!({ "error": error }));
        self.say(&answer);
    }

    fn edited(&mut self) -> Result<Value, String> {
        let asked: Value = serde_json::from_slice(&self.text).map_err(|error| error.to_string())?;
        let text = asked["toml"].as_str().unwrap_or_default();
        let pairs = asked["set"].as_array().map_or(&[][..], Vec::as_slice);
        let edited = if pairs.is_empty() { text.to_owned() } else { set(text, pairs)? };
        self.run = None;
        let scenario = Scenario::parse(&edited).map_err(|fault| fault.to_string())?;
        let needed = scenario.estimate().memory_bytes;
        if needed > MEMORY_OF_A_PAGE {
            return Err(format!(
                "The runs take about {} MiB; a page has {}. Use `freeboard run`.",
                needed >> 20,
                MEMORY_OF_A_PAGE >> 20
            ));
        }
        let answer = json!({
            "toml": edited,
            "name": scenario.name,
            "schemes": scenario.schemes.iter().map(|scheme| json!({
                "name": scheme.name,
                "aqm": scheme.aqm.variant.descriptor().to_string(),
            })).collect::<Vec<_>>(),
            "time_us": scenario.run.time_ps as f64 / 1e6,
            "events": scenario.estimate().events,
            "seeds": scenario.run.seeds,
            "controls": controls(&edited.parse().unwrap_or_default(), &scenario),
        });
        // A scenario lives as long as the page: a session looks at it.
        self.scenario = Some(Box::leak(Box::new(scenario)));
        Ok(answer)
    }

    pub(crate) fn begin(&mut self, scheme: usize, seed: u64, steps: u64) {
        let answer = match self.scenario {
            None => json!({ "error": "there is no scenario" }),
            Some(scenario) => {
                match Session::new(&Request { scenario, scheme, seed, threads: 1 }, steps.max(1)) {
                    Ok(session) => {
                        self.run = Some(Run { session, scheme });
                        json!({ "begun": true })
                    }
                    Err(refused) => json!({ "error": format!("{refused:#}") }),
                }
            }
        };
        self.say(&answer);
    }

    pub(crate) fn step(&mut self) {
        let answer = match (self.run.take(), self.scenario) {
            (Some(mut run), Some(scenario)) => {
                let goes_on = run.session.step();
                let mut answer = seen(&mut run.session);
                if goes_on {
                    self.run = Some(run);
                } else {
                    answer["outcome"] = match run.session.finish() {
                        Ok(outcome) => outcome_of(scenario, run.scheme, &outcome),
                        Err(refused) => json!({ "error": format!("{refused:#}") }),
                    };
                }
                answer
            }
            _ => json!({ "error": "no run goes on" }),
        };
        self.say(&answer);
    }
}

/// Stretches of a step of which a plot shows the shortest and the longest queue. Chosen by us: a run of 200 steps has more of them than a
/// plot has columns.
const STRETCHES: usize = 8;

/// State of a run: samples are triples of time \[us\], packets and bytes, one behind the other.
fn seen(session: &mut Session<'_>) -> Value {
    let samples = thinned(&session.new_samples());
    let triples =
        samples.iter().flat_map(|it| [it.at_ps as f64 / 1e6, f64::from(it.packets), f64::from(it.bytes)]);
    let port = session.bottleneck();
    json!({
        "progress": session.progress(),
        "samples": triples.collect::<Vec<_>>(),
        "marked": port.marked,
        "dropped": port.dropped(),
        "completed": session.completed(),
        "events": session.events(),
    })
}

/// Of each stretch the first sample of the shortest and of the longest queue, in their order.
fn thinned(samples: &[QueueSample]) -> Vec<QueueSample> {
    let chunks = samples.chunks(samples.len().div_ceil(STRETCHES).max(1));
    let ends = chunks.flat_map(|chunk| {
        let low = chunk.iter().min_by_key(|it| (it.packets, it.at_ps));
        let high = chunk.iter().max_by_key(|it| (it.packets, Reverse(it.at_ps)));
        let mut ends: Vec<QueueSample> = low.into_iter().chain(high).copied().collect();
        ends.sort_unstable_by_key(|it| it.at_ps);
        ends.dedup_by_key(|it| it.at_ps);
        ends
    });
    ends.collect()
}

/// The TOML with keys set: a value is what TOML makes of it, or else a text.
fn set(text: &str, pairs: &[Value]) -> Result<String, String> {
    let mut table: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    for pair in pairs {
        let [path, value] = [&pair[0], &pair[1]].map(|text| text.as_str().unwrap_or_default());
        let parsed = format!("x = {value}").parse::<Table>().ok().and_then(|mut table| table.remove("x"));
        let value = parsed.unwrap_or_else(|| toml::Value::String(value.to_owned()));
        if let Some(scheme) = path.strip_prefix("scheme.").and_then(|rest| rest.strip_suffix(".aqm")) {
            replace(&mut table, scheme, value.as_str().unwrap_or_default());
        }
        if let Some(place) = path.strip_suffix(".cc")
            && let Some(section) = section_of(&mut table, place)
        {
            // Another control has other settings.
            section.retain(|key, _| !key.starts_with("cc_"));
        }
        set_key(&mut table, path, value)
            .map_err(|refusal| format!("{path} {}; {}", refusal.problem, refusal.legal))?;
    }
    toml::to_string(&table).map_err(|error| error.to_string())
}

/// The section `host`, or the one of a scheme by its place.
fn section_of<'a>(table: &'a mut Table, place: &str) -> Option<&'a mut Table> {
    match place.strip_prefix("scheme.") {
        None => table.get_mut(place)?.as_table_mut(),
        Some(number) => {
            let at = number.parse::<usize>().ok()?.checked_sub(1)?;
            table.get_mut("scheme")?.get_mut(at)?.as_table_mut()
        }
    }
}

/// Another scheme in the place of one: its settings go, and its name is that of the new one.
fn replace(table: &mut Table, place: &str, id: &str) {
    let Some(toml::Value::Array(schemes)) = table.get_mut("scheme") else { return };
    let Some(at) = place.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) else { return };
    let is_known = |it: &toml::Value| it.get("name").and_then(toml::Value::as_str) == Some(id);
    let name = if schemes.iter().any(is_known) { format!("{id} ({place})") } else { id.to_owned() };
    if let Some(toml::Value::Table(scheme)) = schemes.get_mut(at)
        && scheme.get("aqm").and_then(toml::Value::as_str) != Some(id)
    {
        scheme.retain(|key, _| key == "aqm");
        scheme.insert("name".to_owned(), toml::Value::String(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(packets: &[u32]) -> Vec<QueueSample> {
        let sample =
            |(at, &packets): (usize, &u32)| QueueSample { at_ps: at as u64, packets, bytes: packets * 1500 };
        packets.iter().enumerate().map(sample).collect()
    }

    fn times(packets: &[u32]) -> Vec<u64> {
        thinned(&samples(packets)).iter().map(|it| it.at_ps).collect()
    }

    #[test]
    fn a_short_step_keeps_every_sample() {
        assert!(times(&[]).is_empty());
        assert_eq!(times(&[3, 3, 0, 7, 1]), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_stretch_keeps_its_extremes_in_order_and_one_of_equal_samples() {
        // Four samples to each of the eight stretches: the longest before the shortest, after it, and neither.
        let mut packets = vec![5, 9, 1, 9, 2, 1, 8, 1];
        packets.extend([4; 4 * (STRETCHES - 2)]);
        let equal = (2..STRETCHES as u64).map(|stretch| 4 * stretch);
        assert_eq!(times(&packets), [1, 2, 5, 6].into_iter().chain(equal).collect::<Vec<_>>());
    }
}
