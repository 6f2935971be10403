//! The text of `freeboard.h`.

use crate::entries::bytes;
use crate::names::{constant, prefix, stem};
use crate::words::{about, plain};
use freeboard_aqm_api::{Hooks, IDLE_MAX_NS, IDLE_MIN_NS, MAX_TRIGGERS, Meta, NotEct};
use freeboard_cc_api::{CcMeta, MAX_INT_HOPS};
use freeboard_params::{Field, FieldDoc, MAX_WORDS, Unit};
use freeboard_registry::catalog::{self, Descriptor, VariantId};
use std::fmt::Write as _;

/// Part of the header before the variants.
const PRELUDE: &str = include_str!("prelude.h");
const END: &str = "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";

/// Numbers of the interface that `crates/freeboard-c/src/config.rs` defines; a test there compares.
const INTERFACE: [(&str, u32); 6] = [
    ("@VERSION@", 0x1_0000),
    ("@SIZE@", 0x1_0001),
    ("@OTHER@", 0x1_0002),
    ("@MEASURE@", 0x1_0003),
    ("@PRESET@", 0x1_0004),
    ("@NULL@", 0x1_0005),
];

/// Returns the text of `crates/freeboard-c/include/freeboard.h`.
#[must_use]
pub fn header() -> String {
    let mut text = PRELUDE.to_owned();
    for (place, number) in INTERFACE {
        let number = if place == "@VERSION@" {
            format!("UINT32_C(0x{number:05x})")
        } else {
            format!("0x{number:05x}")
        };
        text = text.replace(place, &number);
    }
    text = text.replace("@WORDS@", &MAX_WORDS.to_string()).replace("@TRIGGERS@", &MAX_TRIGGERS.to_string());
    text = text.replace("@HOPS@", &MAX_INT_HOPS.to_string());
    text =
        text.replace("@IDLE_MIN@", &IDLE_MIN_NS.to_string()).replace("@IDLE_MAX@", &IDLE_MAX_NS.to_string());
    let event = |(number, name): (usize, &&str)| {
        format!("#define FREEBOARD_EVENT_{} UINT32_C({number})\n", constant(name))
    };
    let events: String = freeboard_golden::CC_EVENTS.iter().enumerate().map(event).collect();
    text = text.replace("@EVENTS@\n", &events);
    for one in catalog::all() {
        text.push_str(&variant(one));
    }
    text.push_str(END);
    text
}

fn variant(one: &Descriptor) -> String {
    let mut text = format!("\n/* ---- {one}: {}\n * {} */\n", plain(one.summary), plain(one.source));
    text.push_str(&config(one));
    text.push_str(&match one.id {
        VariantId::Aqm(id) => scheme_constants(one, id.meta()) + &scheme(one, id.meta()),
        VariantId::Cc(id) => control_constants(one, id.meta()) + &control(one),
        VariantId::Underlay(_) => underlay(one),
    });
    text
}

fn define(text: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "#define {name} {value}");
}

/// The configuration, its names and choices, and the functions every variant has.
fn config(one: &Descriptor) -> String {
    let (stem, prefix) = (stem(one), prefix(one));
    let mut text = String::new();
    define(&mut text, &format!("{prefix}_FIELDS"), one.fields.len());
    for doc in one.docs {
        for (index, choice) in doc.choices.iter().enumerate() {
            let name = format!("{prefix}_{}_{}", constant(doc.name), constant(choice));
            define(&mut text, &name, format!("UINT32_C({index})"));
        }
    }
    text.push_str(&each_field(one, &prefix));
    let _ = writeln!(text, "typedef struct freeboard_{stem}_config {{");
    text.push_str("    uint32_t size;\n    uint32_t version;\n");
    for (field, doc) in one.fields.iter().zip(one.docs) {
        let _ = writeln!(text, "    /* {} */\n    uint32_t {};", about(field, doc), doc.name);
    }
    let _ = writeln!(text, "}} freeboard_{stem}_config;");
    text.push_str(&field_names(one.docs, &stem, &prefix));
    let _ = writeln!(text, "void freeboard_{stem}_defaults(freeboard_{stem}_config *config);");
    let presets = one.presets();
    if presets.is_empty() {
        text.push_str("/* No presets. */\n");
    }
    for preset in presets {
        let _ = writeln!(text, "/* Preset \"{}\": {} */", preset.name, plain(preset.source));
    }
    let _ = writeln!(
        text,
        "uint32_t freeboard_{stem}_preset(freeboard_{stem}_config *config, const char *name);"
    );
    text
}

/// The table of the settings: one call of a macro for each.
fn each_field(one: &Descriptor, prefix: &str) -> String {
    let mut text = format!("#define {prefix}_EACH_FIELD(FIELD)");
    for (Field { min, max, default, .. }, doc) in one.fields.iter().zip(one.docs) {
        let _ = write!(
            text,
            " \\\n    FIELD({}, UINT32_C({min}), UINT32_C({max}), UINT32_C({default}))",
            doc.name
        );
    }
    text + "\n"
}

fn field_names(docs: &[FieldDoc], stem: &str, prefix: &str) -> String {
    let mut text = format!("static inline const char *freeboard_{stem}_field_name(uint32_t code)\n{{\n");
    if docs.is_empty() {
        return text + "    return freeboard_refused_name(code);\n}\n";
    }
    let _ = write!(
        text,
        "    static const char *const names[{prefix}_FIELDS] = {{{prefix}_EACH_FIELD(FREEBOARD_FIELD_NAME)}};\n    return code - 1u < {prefix}_FIELDS ? names[code - 1u] : freeboard_refused_name(code);\n}}\n"
    );
    text
}

/// A type of words in which the caller keeps parameters or state; `None` where there are none.
fn memory(one: &Descriptor, scope: &str) -> Option<String> {
    let bytes = bytes(one, scope);
    let stem = stem(one);
    (bytes > 0).then(|| {
        format!("typedef struct freeboard_{stem}_{scope} {{\n    uint32_t word[{}];\n}} freeboard_{stem}_{scope};\n", bytes.div_ceil(4))
    })
}

/// The type of an argument that points to such memory. Where there is none the pointer is not followed.
fn pointer(one: &Descriptor, scope: &str, constant: bool) -> String {
    let constant = if constant { "const " } else { "" };
    match bytes(one, scope) {
        0 => format!("{constant}void *no_{scope}"),
        _ => format!("{constant}freeboard_{}_{scope} *{scope}", stem(one)),
    }
}

fn scheme_constants(one: &Descriptor, meta: &Meta) -> String {
    let mut text = String::new();
    let prefix = prefix(one);
    let reads =
        meta.reads.iter_names().map(|(name, _)| format!("FREEBOARD_READS_{name}")).collect::<Vec<_>>();
    let reads = if reads.is_empty() { "UINT32_C(0)".to_owned() } else { format!("({})", reads.join(" | ")) };
    define(&mut text, &format!("{prefix}_READS"), reads);
    define(&mut text, &format!("{prefix}_NOT_ECT_DROPS"), u8::from(meta.not_ect == NotEct::Drop));
    define(&mut text, &format!("{prefix}_LONGEST_GAP_NS"), format!("UINT64_C({})", meta.longest_gap_ns));
    if meta.hooks.contains(Hooks::CONTROL) {
        define(
            &mut text,
            &format!("{prefix}_CONTROL_PERIOD_NS"),
            format!("UINT32_C({})", meta.control_period_ns),
        );
    }
    for (slot, (name, unit)) in meta.triggers.iter().enumerate() {
        let unit = match unit {
            Unit::Nanos => "ns",
            Unit::Bytes => "bytes",
            Unit::Packets => "packets",
            _ => "count",
        };
        let name = format!("{prefix}_TRIGGER_{}", constant(name));
        define(&mut text, &name, format!("{slot} /* of freeboard_activity.trigger; watches {unit} */"));
    }
    text
}

fn scheme(one: &Descriptor, meta: &Meta) -> String {
    let stem = stem(one);
    let mut text: String =
        ["params", "pipe", "port", "queue"].into_iter().filter_map(|scope| memory(one, scope)).collect();
    let params = pointer(one, "params", true);
    let scopes = ["pipe", "port", "queue"];
    let state = scopes.map(|scope| pointer(one, scope, false)).join(", ");
    let seen = scopes.map(|scope| pointer(one, scope, true)).join(", ");
    let _ = write!(
        text,
        "uint32_t freeboard_{stem}_init({}, const freeboard_{stem}_config *config, uint32_t depth_unit, freeboard_refusal *refusal);\n\
         uint32_t freeboard_{stem}_effective({params}, const freeboard_{stem}_config *config, uint32_t field);\n",
        pointer(one, "params", false)
    );
    for (hook, name) in [(Hooks::ENQUEUE, "enqueue"), (Hooks::DEQUEUE, "dequeue")] {
        if meta.hooks.contains(hook) {
            let arguments = format!("{params}, {state}, const freeboard_packet *packet");
            let _ = write!(
                text,
                "uint32_t freeboard_{stem}_on_{name}({arguments});\n\
                 uint32_t freeboard_{stem}_on_{name}_counted({arguments}, freeboard_activity *activity);\n"
            );
        }
    }
    let _ = writeln!(text, "void freeboard_{stem}_on_idle({params}, {state}, uint32_t now_ns);");
    if meta.hooks.contains(Hooks::CONTROL) {
        let params = pointer(one, "params", false);
        let _ = writeln!(
            text,
            "void freeboard_{stem}_on_control({params}, uint32_t now_ns, const freeboard_port_view *view);"
        );
    }
    let _ = writeln!(text, "uint32_t freeboard_{stem}_words({seen}, uint32_t words[FREEBOARD_WORDS_MAX]);");
    text
}

fn control_constants(one: &Descriptor, meta: &CcMeta) -> String {
    let mut text = String::new();
    let prefix = prefix(one);
    for (name, flag) in
        [("ECN", meta.ecn), ("CNP", meta.cnp), ("INT", meta.int), ("DELIVERY_RATE", meta.delivery_rate)]
    {
        define(&mut text, &format!("{prefix}_NEEDS_{name}"), u8::from(flag));
    }
    define(&mut text, &format!("{prefix}_TICK_NS"), format!("UINT32_C({})", meta.tick_ns));
    define(&mut text, &format!("{prefix}_LONGEST_GAP_NS"), format!("UINT64_C({})", meta.longest_gap_ns));
    define(&mut text, &format!("{prefix}_FLOW_BYTES"), bytes(one, "flow"));
    define(
        &mut text,
        &format!("{prefix}_SECOND_CONTEXT_BYTES"),
        format!("{} /* of these, history of the path */", meta.aux_bytes),
    );
    text
}

fn control(one: &Descriptor) -> String {
    let stem = stem(one);
    let mut text: String = ["params", "flow"].into_iter().filter_map(|scope| memory(one, scope)).collect();
    let [params, own, flow, seen] = [("params", true), ("params", false), ("flow", false), ("flow", true)]
        .map(|(scope, constant)| pointer(one, scope, constant));
    let _ = write!(
        text,
        "uint32_t freeboard_{stem}_init({own}, const freeboard_{stem}_config *config, uint32_t mss, freeboard_refusal *refusal);\n\
         uint32_t freeboard_{stem}_effective({params}, const freeboard_{stem}_config *config, uint32_t field);\n\
         freeboard_control freeboard_{stem}_on_event({params}, {flow}, const freeboard_event *event);\n\
         freeboard_control freeboard_{stem}_control({params}, {seen});\n\
         uint32_t freeboard_{stem}_words({seen}, uint32_t words[FREEBOARD_WORDS_MAX]);\n"
    );
    text
}

fn underlay(one: &Descriptor) -> String {
    let stem = stem(one);
    let mut text: String = ["params", "flow"].into_iter().filter_map(|scope| memory(one, scope)).collect();
    let [params, own, flow, seen] = [("params", true), ("params", false), ("flow", false), ("flow", true)]
        .map(|(scope, constant)| pointer(one, scope, constant));
    let _ = write!(
        text,
        "uint32_t freeboard_{stem}_init({own}, const freeboard_{stem}_config *config, freeboard_refusal *refusal);\n\
         uint32_t freeboard_{stem}_on_sent({params}, {flow}, const freeboard_sent *sent);\n\
         void freeboard_{stem}_on_report({params}, {flow}, const freeboard_report *report);\n\
         uint32_t freeboard_{stem}_is_sane({params}, const freeboard_report *report);\n\
         void freeboard_{stem}_on_ack({params}, {flow}, uint32_t now_ns, uint32_t acked);\n\
         uint32_t freeboard_{stem}_release({params}, {seen}, uint32_t now_ns);\n\
         uint32_t freeboard_{stem}_in_flight_cap({params}, {seen});\n\
         uint32_t freeboard_{stem}_remember({seen}, uint32_t now_ns, freeboard_seen *last);\n\
         void freeboard_{stem}_start_from({params}, {flow}, uint32_t now_ns, const freeboard_seen *last);\n\
         uint32_t freeboard_{stem}_words({seen}, uint32_t words[FREEBOARD_WORDS_MAX]);\n"
    );
    text
}
