//! Functions of a variant in the header, and the memory that they take.

use crate::entries::bytes;
use crate::names::{prefix, stem};
use crate::text::{comment, define, function};
use freeboard_aqm_api::{Hooks, Meta};
use freeboard_registry::catalog::{Descriptor, VariantId};

const OF_VERDICT: &str = "@return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.";
const NOW: &str = "uint32_t now_ns";
const WORDS: &str = "uint32_t words[FREEBOARD_WORDS_MAX]";
const EFFECTIVE: [&str; 3] = [
    "What a setting became, in its unit: an interval may have been rounded.",
    "@param field its number, from 0.",
    "@return its value; 0 where the configuration is refused or the setting is none.",
];
const TO_WORDS: [&str; 2] = ["Writes the state as words, those of a golden trace.", "@return how many."];

/// Arguments that lend memory: parameters to write and to read, state to change and to look at.
struct Lent {
    own: String,
    params: String,
    state: Vec<String>,
    seen: Vec<String>,
}

/// A type of words in which the caller keeps parameters or state; empty where there are none.
fn memory(one: &Descriptor, scope: &str) -> String {
    let (bytes, stem) = (bytes(one, scope), stem(one));
    if bytes == 0 {
        return String::new();
    }
    let about = match scope {
        "params" => "Parameters, written by freeboard_X_init().".to_owned(),
        _ => format!("State of a {scope}; memory filled with 0 is a fresh one."),
    };
    let words = bytes.div_ceil(4);
    comment("", &[&about])
        + &format!(
            "typedef struct freeboard_{stem}_{scope} {{\n    uint32_t word[{words}]; /**< the library's own */\n}} \
             freeboard_{stem}_{scope};\n"
        )
}

/// The type of an argument that points to such memory. Where there is none the pointer is not followed.
fn pointer(one: &Descriptor, scope: &str, constant: bool) -> String {
    let constant = if constant { "const " } else { "" };
    match bytes(one, scope) {
        0 => format!("{constant}void *no_{scope}"),
        _ => format!("{constant}freeboard_{}_{scope} *{scope}", stem(one)),
    }
}

fn lent(one: &Descriptor, scopes: &[&str]) -> Lent {
    let all = |constant| scopes.iter().map(|scope| pointer(one, scope, constant)).collect();
    let (own, params) = (pointer(one, "params", false), pointer(one, "params", true));
    Lent { own, params, state: all(false), seen: all(true) }
}

/// A function of a variant.
fn call(one: &Descriptor, about: &[&str], [result, name]: [&str; 2], arguments: &[&[&str]]) -> String {
    function(about, result, &format!("freeboard_{}_{name}", stem(one)), &arguments.concat())
}

fn init(one: &Descriptor, own: &str, measure: Option<[&str; 2]>) -> String {
    let config = format!("const freeboard_{}_config *config", stem(one));
    let mut about = vec!["Checks a configuration and converts it. Nothing is written where it is refused."];
    about.extend(measure.map(|[_, about]| about));
    about.push("@param refusal gets value and legal range of a setting that is refused; may be NULL.");
    about.push("@return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...");
    let measure: Vec<&str> = measure.into_iter().map(|[argument, _]| argument).collect();
    call(one, &about, ["uint32_t", "init"], &[&[own, &config], &measure, &["freeboard_refusal *refusal"]])
}

fn effective(one: &Descriptor, params: &str) -> String {
    let config = format!("const freeboard_{}_config *config", stem(one));
    call(one, &EFFECTIVE, ["uint32_t", "effective"], &[&[params, &config, "uint32_t field"]])
}

fn strings(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

pub(crate) fn scheme(one: &Descriptor, meta: &Meta) -> String {
    let mut text: String =
        ["params", "pipe", "port", "queue"].into_iter().map(|scope| memory(one, scope)).collect();
    let Lent { own, params, state, seen } = lent(one, &["pipe", "port", "queue"]);
    let (params, state, seen) = ([params.as_str()], strings(&state), strings(&seen));
    let unit = ["uint32_t depth_unit", "@param depth_unit bytes in a unit of depths, 1 to 65535."];
    text.push_str(&init(one, &own, Some(unit)));
    text.push_str(&effective(one, params[0]));
    for (hook, name, about) in [
        (Hooks::ENQUEUE, "on_enqueue", "A packet arrives at its queue."),
        (Hooks::DEQUEUE, "on_dequeue", "A packet leaves its queue."),
    ] {
        if !meta.hooks.contains(hook) {
            continue;
        }
        let packet = "const freeboard_packet *packet";
        text.push_str(&call(one, &[about, OF_VERDICT], ["uint32_t", name], &[&params, &state, &[packet]]));
        let counted = format!("{name}_counted");
        let about = [about, "The same, and counts in `activity`.", OF_VERDICT];
        let arguments: [&[&str]; 3] = [&params, &state, &[packet, "freeboard_activity *activity"]];
        text.push_str(&call(one, &about, ["uint32_t", &counted], &arguments));
    }
    let idle = "The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS.";
    text.push_str(&call(one, &[idle], ["void", "on_idle"], &[&params, &state, &[NOW]]));
    let step = "The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due for every \
                queue of the pipe before the next packet. Parameters stay.";
    text.push_str(&call(one, &[step], ["void", "on_clock_step"], &[&params, &state, &[NOW]]));
    if meta.hooks.contains(Hooks::CONTROL) {
        let arguments: [&[&str]; 2] = [&[&own], &[NOW, "const freeboard_port_view *view"]];
        let about = format!("The control plane ticks, every {}_CONTROL_PERIOD_NS.", prefix(one));
        text.push_str(&call(one, &[&about], ["void", "on_control"], &arguments));
    }
    text + &call(one, &TO_WORDS, ["uint32_t", "words"], &[&seen, &[WORDS]])
}

pub(crate) fn control(one: &Descriptor) -> String {
    let mut text = String::new();
    let prefix = prefix(one);
    let VariantId::Cc(id) = one.id else { return text };
    let about = "Bytes of a flow's state.";
    define(&mut text, about, &format!("{prefix}_FLOW_BYTES"), format!("UINT32_C({})", bytes(one, "flow")));
    let about = "Bytes of these that are history of the path.";
    let second = format!("UINT32_C({})", id.meta().aux_bytes);
    define(&mut text, about, &format!("{prefix}_SECOND_CONTEXT_BYTES"), second);
    text.extend(["params", "flow"].map(|scope| memory(one, scope)));
    let Lent { own, params, state, seen } = lent(one, &["flow"]);
    let (params, state, seen) = ([params.as_str()], strings(&state), strings(&seen));
    text.push_str(&init(one, &own, Some(["uint32_t mss", "@param mss payload of a full segment [bytes]."])));
    text.push_str(&effective(one, params[0]));
    let event = ["Takes an event of a flow.", "@return the window and rate that hold from now on."];
    let arguments: [&[&str]; 3] = [&params, &state, &["const freeboard_event *event"]];
    text.push_str(&call(one, &event, ["freeboard_control", "on_event"], &arguments));
    for (name, about) in [
        ("on_ack", "New data was acknowledged, without telemetry."),
        ("on_loss", "A loss episode starts: due once per window of data, however many segments it lost."),
        ("on_timeout", "The retransmission timer expired."),
    ] {
        let about = [about, "As freeboard_X_on_event() with this kind; the member `event` is not read."];
        text.push_str(&call(one, &about, ["freeboard_control", name], &arguments));
    }
    let sent = ["Bytes left the NIC.", "As freeboard_X_on_event() with this kind."];
    let arguments: [&[&str]; 3] = [&params, &state, &[NOW, "uint32_t bytes"]];
    text.push_str(&call(one, &sent, ["freeboard_control", "on_sent"], &arguments));
    for (name, about) in [("on_cnp", "A notification came."), ("on_tick", "The control's timer rang.")] {
        let about = [about, sent[1]];
        text.push_str(&call(one, &about, ["freeboard_control", name], &[&params, &state, &[NOW]]));
    }
    let about = ["@return the window and rate that hold now, without an event."];
    text.push_str(&call(one, &about, ["freeboard_control", "control"], &[&params, &seen]));
    text + &call(one, &TO_WORDS, ["uint32_t", "words"], &[&seen, &[WORDS]])
}

pub(crate) fn underlay(one: &Descriptor) -> String {
    let mut text: String = ["params", "flow"].into_iter().map(|scope| memory(one, scope)).collect();
    let Lent { own, params, state, seen } = lent(one, &["flow"]);
    let (params, state, seen) = ([params.as_str()], strings(&state), strings(&seen));
    text.push_str(&init(one, &own, None));
    let about = ["A packet left the NIC.", "@return the cumulative pause that it carries [ns]."];
    let arguments: [&[&str]; 3] = [&params, &state, &["const freeboard_sent *sent"]];
    text.push_str(&call(one, &about, ["uint32_t", "on_sent"], &arguments));
    let arguments: [&[&str]; 3] = [&params, &state, &["const freeboard_report *report"]];
    text.push_str(&call(one, &["A receiver's report came back."], ["void", "on_report"], &arguments));
    let about = ["@return 0 for a report whose stamps the underlay does not believe, else 1."];
    let arguments: [&[&str]; 2] = [&params, &["const freeboard_report *report"]];
    text.push_str(&call(one, &about, ["uint32_t", "is_sane"], &arguments));
    let about = ["The cumulative acknowledgement advanced.", "@param acked by how much [bytes]."];
    let arguments: [&[&str]; 3] = [&params, &state, &[NOW, "uint32_t acked"]];
    text.push_str(&call(one, &about, ["void", "on_ack"], &arguments));
    let about = ["@return when the next packet may leave [ns], now_ns or earlier if it is not held."];
    text.push_str(&call(one, &about, ["uint32_t", "release"], &[&params, &seen, &[NOW]]));
    let about = ["@return the most bytes in flight; 2^32 - 1 for no cap."];
    text.push_str(&call(one, &about, ["uint32_t", "in_flight_cap"], &[&params, &seen]));
    let about = [
        "What a new flow to the same destination may start from.",
        "@param last gets it, where there is something.",
        "@return 1 where there is, else 0.",
    ];
    let arguments: [&[&str]; 2] = [&seen, &[NOW, "freeboard_seen *last"]];
    text.push_str(&call(one, &about, ["uint32_t", "remember"], &arguments));
    let about = ["Starts a flow afresh from what another one to the same destination has seen."];
    let arguments: [&[&str]; 3] = [&params, &state, &[NOW, "const freeboard_seen *last"]];
    text.push_str(&call(one, &about, ["void", "start_from"], &arguments));
    text + &call(one, &TO_WORDS, ["uint32_t", "words"], &[&seen, &[WORDS]])
}
