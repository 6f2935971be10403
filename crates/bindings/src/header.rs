//! The text of `freeboard.h`.

use crate::functions::{control, scheme, underlay};
use crate::names::{constant, prefix, stem};
use crate::text::{comment, define, function};
use crate::words::{about, plain};
use freeboard_aqm_api::{Hooks, IDLE_MAX_NS, IDLE_MIN_NS, MAX_TRIGGERS, Meta, NotEct};
use freeboard_cc_api::{CcMeta, MAX_INT_HOPS};
use freeboard_params::{Field, FieldDoc, MAX_WORDS, Unit};
use freeboard_registry::catalog::{self, Descriptor, VariantId};
use std::fmt::Write as _;

/// Part of the header before the variants.
const PRELUDE: &str = include_str!("prelude.h");
const END: &str = "\n#undef FREEBOARD_FIELD\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";

/// Numbers of the interface that `crates/freeboard-c/src/config.rs` defines; a test there compares.
const INTERFACE: [(&str, u32); 6] = [
    ("@VERSION@", 0x2_0000),
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
        let when = if *name == "loss-episode" { ", once per window of data" } else { "" };
        let about = format!("Event: {}{when}.", name.replace('-', " "));
        comment("", &[&about]) + &format!("#define FREEBOARD_EVENT_{} UINT32_C({number})\n", constant(name))
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
    let (prefix, mut text) = (prefix(one), String::from("\n"));
    let about = format!("{one}: {}.", plain(one.summary));
    text.push_str(&comment(
        "",
        &[&format!("@name {about}"), &format!("Source: {}.", plain(one.source)), "@{"],
    ));
    text.push_str(&config(one));
    text.push_str(&match one.id {
        VariantId::Aqm(id) => scheme_constants(&prefix, id.meta()) + &scheme(one, id.meta()),
        VariantId::Cc(id) => control_constants(&prefix, id.meta()) + &control(one),
        VariantId::Underlay(_) => underlay(one),
    });
    text + "/** @} */\n"
}

/// A number without a sign.
fn word(value: impl std::fmt::Display) -> String {
    format!("UINT32_C({value})")
}

/// The configuration, its names and choices, and the functions every variant has.
fn config(one: &Descriptor) -> String {
    let (stem, prefix) = (stem(one), prefix(one));
    let mut text = String::new();
    define(&mut text, "How many settings it has.", &format!("{prefix}_FIELDS"), word(one.fields.len()));
    for doc in one.docs {
        for (index, choice) in doc.choices.iter().enumerate() {
            let name = format!("{prefix}_{}_{}", constant(doc.name), constant(choice));
            define(&mut text, &format!("`{choice}`, for the setting {}.", doc.name), &name, word(index));
        }
    }
    text.push_str(&each_field(one, &prefix));
    text.push_str(&comment("", &["Settings, in user units."]));
    let _ = writeln!(text, "typedef struct freeboard_{stem}_config {{");
    text.push_str("    uint32_t size;    /**< of this structure [bytes] */\n");
    text.push_str("    uint32_t version; /**< FREEBOARD_VERSION of the header */\n");
    for (field, doc) in one.fields.iter().zip(one.docs) {
        text.push_str(&comment("    ", &[&about(field, doc, &prefix)]));
        let _ = writeln!(text, "    uint32_t {};", doc.name);
    }
    let _ = writeln!(text, "}} freeboard_{stem}_config;");
    text.push_str(&field_names(one.docs, &stem, &prefix));
    let argument = format!("freeboard_{stem}_config *config");
    let about = "Fills a configuration with the defaults; nothing where it is NULL.";
    text.push_str(&function(&[about], "void", &format!("freeboard_{stem}_defaults"), &[&argument]));
    text + &preset(one, &stem, &argument)
}

fn preset(one: &Descriptor, stem: &str, argument: &str) -> String {
    let mut about = vec!["Fills a configuration with the preset of a name.".to_owned()];
    let presets = one.presets();
    if presets.is_empty() {
        about.push("There is none.".to_owned());
    }
    about.extend(presets.iter().map(|preset| format!("\"{}\": {}", preset.name, plain(preset.source))));
    about.push("@return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.".to_owned());
    let about: Vec<&str> = about.iter().map(String::as_str).collect();
    function(&about, "uint32_t", &format!("freeboard_{stem}_preset"), &[argument, "const char *name"])
}

/// The table of the settings: one call of a macro for each.
fn each_field(one: &Descriptor, prefix: &str) -> String {
    let mut text = comment("", &["FREEBOARD_FIELD(name, smallest, largest, default) for every setting."]);
    let _ = write!(text, "#define {prefix}_EACH_FIELD");
    for (Field { min, max, default, .. }, doc) in one.fields.iter().zip(one.docs) {
        let _ = write!(
            text,
            " \\\n    FREEBOARD_FIELD({}, UINT32_C({min}), UINT32_C({max}), UINT32_C({default}))",
            doc.name
        );
    }
    text + "\n"
}

fn field_names(docs: &[FieldDoc], stem: &str, prefix: &str) -> String {
    let about = "Names what a code of freeboard_X_init() or freeboard_X_preset() refuses.";
    let mut text = comment("", &[about]);
    let _ = write!(
        text,
        "static inline const char *freeboard_{stem}_field_name(uint32_t code)\n{{\n    \
         const char *name = freeboard_refused_name(code);\n"
    );
    if !docs.is_empty() {
        let _ = write!(
            text,
            "    static const char *const names[] = {{{prefix}_EACH_FIELD}};\n    \
             if ((code >= UINT32_C(1)) && (code <= {prefix}_FIELDS)) {{\n        \
             name = names[code - UINT32_C(1)];\n    }}\n"
        );
    }
    text + "    return name;\n}\n"
}

fn scheme_constants(prefix: &str, meta: &Meta) -> String {
    let mut text = String::new();
    let reads: Vec<String> =
        meta.reads.iter_names().map(|(name, _)| format!("FREEBOARD_READS_{name}")).collect();
    let reads = match reads.as_slice() {
        [] => word(0),
        [one] => one.clone(),
        [one, two] => format!("({one} | {two})"),
        // Each on a line of its own: together they are too long.
        all => format!("\\\n    ({})", all.join(" | \\\n     ")),
    };
    define(&mut text, "Members of freeboard_packet that it looks at.", &format!("{prefix}_READS"), reads);
    let drops = word(u8::from(meta.not_ect == NotEct::Drop));
    let about = "1: a packet without ECN is dropped in place of a mark; 0: it passes.";
    define(&mut text, about, &format!("{prefix}_NOT_ECT_DROPS"), drops);
    longest_gap(&mut text, prefix, meta.longest_gap_ns);
    if meta.hooks.contains(Hooks::CONTROL) {
        let name = format!("{prefix}_CONTROL_PERIOD_NS");
        define(&mut text, "Period of its control plane [ns].", &name, word(meta.control_period_ns));
    }
    for (slot, (name, unit)) in meta.triggers.iter().enumerate() {
        let unit = match unit {
            Unit::Nanos => "ns",
            Unit::Bytes => "bytes",
            Unit::Packets => "packets",
            _ => "count",
        };
        let about = format!("Place of \"{name}\" in freeboard_activity.trigger; watches {unit}.");
        define(&mut text, &about, &format!("{prefix}_TRIGGER_{}", constant(name)), word(slot));
    }
    text
}

fn longest_gap(text: &mut String, prefix: &str, longest: u64) {
    let about = "Longest silence over which decisions stay right [ns].";
    define(text, about, &format!("{prefix}_LONGEST_GAP_NS"), format!("UINT64_C({longest})"));
}

fn control_constants(prefix: &str, meta: &CcMeta) -> String {
    let mut text = String::new();
    for (name, flag, what) in [
        ("ECN", meta.ecn, "marks of ECN"),
        ("CNP", meta.cnp, "congestion notification packets"),
        ("INT", meta.int, "in-band telemetry"),
        ("DELIVERY_RATE", meta.delivery_rate, "samples of the delivery rate"),
    ] {
        let about = format!("1: it needs {what}.");
        define(&mut text, &about, &format!("{prefix}_NEEDS_{name}"), word(u8::from(flag)));
    }
    let about = "Period of FREEBOARD_EVENT_TICK [ns]; 0 for none.";
    define(&mut text, about, &format!("{prefix}_TICK_NS"), word(meta.tick_ns));
    longest_gap(&mut text, prefix, meta.longest_gap_ns);
    text
}
