//! The text of each kind of block.

use super::subjects::{PresetValues, Subject};
use freeboard_cost::budget::pairs::{self, Pair};
use freeboard_cost::budget::rows;
use freeboard_device::mmu::{MemoryLimit, profiles as memories};
use freeboard_params::{Field, FieldDoc, Unit};
use freeboard_pipeline::{Sizing, profiles};

/// Kinds of block that are about no algorithm of a name.
const WITHOUT_NAME: [&str; 15] = [
    "against-c",
    "algorithms",
    "controls",
    "figures",
    "fuzzing",
    "mutants",
    "packet-memories",
    "paper-scale",
    "plans",
    "proof-contracts",
    "proof-kernel",
    "proof-mutants",
    "proof-notes",
    "proofs",
    "schemes",
];

/// The block `kind` about `name`; `None` if there is no such thing.
pub(crate) fn block(subjects: &[Subject], kind: &str, name: &str) -> Option<String> {
    if kind == "file" {
        return file(name);
    }
    if matches!(kind, "verdicts" | "cells") {
        return super::plans::kept(name, kind);
    }
    let about: Vec<&Subject> = match name {
        "underlay" => subjects.iter().filter(|subject| subject.group == "underlay").collect(),
        name => subjects.iter().filter(|subject| subject.name == name).collect(),
    };
    if !WITHOUT_NAME.contains(&kind) && about.is_empty() {
        return None;
    }
    match kind {
        "against-c" => against_c(),
        "algorithms" => Some(algorithms(subjects)),
        "schemes" => super::front::schemes(subjects),
        "controls" => super::front::controls(subjects),
        "packet-memories" => Some(packet_memories()),
        "plans" => super::plans::table(),
        "paper-scale" => super::plans::paper_scale(),
        "figures" => super::plans::figures(),
        "fuzzing" => fuzzing(),
        "mutants" => mutants(),
        "proofs" => freeboard_prove::record::table(),
        "proof-contracts" => freeboard_prove::record::exact(),
        "proof-kernel" => freeboard_prove::record::kernel(),
        "proof-mutants" => freeboard_prove::record::mutants(),
        "proof-notes" => freeboard_prove::record::notes(),
        "parameters" => {
            Some(each_distinct(&about, |a, b| a.docs == b.docs && a.fields == b.fields, parameters))
        }
        "presets" => Some(each_distinct(&about, same_presets, presets)),
        "cost" => Some(cost(&about)),
        "pairs" => Some(pairs_of(name)),
        _ => None,
    }
}

/// A file of the repository as it is, so that what a reader copies is what is compiled.
fn file(path: &str) -> Option<String> {
    let text = std::fs::read_to_string(freeboard_toolchain::root().join(path)).ok()?;
    let language = match path.rsplit_once('.')?.1 {
        // Not a test of the book: the workspace it is in compiles it.
        "rs" => "rust,ignore",
        other => other,
    };
    Some(format!("```{language}\n{}\n```", text.trim_end()))
}

/// What fuzz targets have executed so far, from the record that `cargo xtask fuzz --record` keeps.
fn fuzzing() -> Option<String> {
    let record = std::fs::read_to_string(freeboard_toolchain::root().join("fuzz/record.csv")).ok()?;
    let mut text = String::from(
        "| target | minutes | executions | edges | features | inputs |\n|---|---:|---:|---:|---:|---:|\n",
    );
    for row in record.lines().skip(1) {
        let [target, seconds, executions, edges, features, inputs] =
            row.split(',').collect::<Vec<_>>().try_into().ok()?;
        let minutes = seconds.parse::<u64>().ok()?.div_ceil(60);
        text += &format!("| `{target}` | {minutes} | {executions} | {edges} | {features} | {inputs} |\n");
    }
    Some(text)
}

/// What the tests notice, from the record that `cargo xtask mutants --record` keeps: counts, then each survivor with its reason.
fn mutants() -> Option<String> {
    let record = std::fs::read_to_string(freeboard_toolchain::root().join("xtask/mutants.jsonl")).ok()?;
    let rows: Vec<serde_json::Value> =
        record.lines().map(serde_json::from_str).collect::<Result<_, _>>().ok()?;
    let mut text =
        String::from("| crate | viable | killed | survived | argued |\n|---|---:|---:|---:|---:|\n");
    for row in &rows {
        let [viable, killed, survived, argued] =
            ["viable", "killed", "survived", "argued"].map(|key| row[key].as_u64().unwrap_or_default());
        // The null objects have nothing that could be changed.
        let share = (100 * killed).checked_div(viable).map_or(String::new(), |share| format!(" ({share} %)"));
        let name = row["crate"].as_str()?;
        let sample = row["one_in"].as_u64().filter(|one_in| *one_in > 1);
        let sample = sample.map_or(String::new(), |one_in| format!(", 1 in {one_in}"));
        text += &format!("| `{name}`{sample} | {viable} | {killed}{share} | {survived} | {argued} |\n");
    }
    text += "\n| crate | survivor | reason |\n|---|---|---|\n";
    for row in &rows {
        let name = row["crate"].as_str()?;
        for survivor in row["survivors"].as_array()? {
            let mutant = survivor["mutant"].as_str()?.replace('|', "\\|");
            let reason = survivor["reason"].as_str()?;
            text += &format!("| `{name}` | `{mutant}` | {reason} |\n");
        }
    }
    Some(text)
}

/// Functions beside public C, from the record that `cargo xtask against-c --record` keeps; one table per profile.
fn against_c() -> Option<String> {
    let record =
        std::fs::read_to_string(freeboard_toolchain::root().join(freeboard_cost::recorded::AGAINST_C))
            .ok()?;
    let rows: Vec<serde_json::Value> =
        record.lines().map(serde_json::from_str).collect::<Result<_, _>>().ok()?;
    let mut text = String::new();
    for (profile, title) in [("firmware-3", "For speed"), ("firmware-s", "For size")] {
        text += &format!(
            "**{title}**\n\n| C | function | mean, worst | state, RV32 code, M4 code | ours | mean, worst | state, RV32 code, M4 code | marks of the C, of ours, differ |\n\
             |---|---|--:|--:|---|--:|--:|--:|\n"
        );
        for row in rows.iter().filter(|row| row["profile"] == profile) {
            let number = |key: &str| row[key].as_f64().map(|number| format!("{number:.0}"));
            let all = |keys: &[&str]| {
                keys.iter().map(|key| number(key)).collect::<Option<Vec<_>>>().map(|them| them.join(", "))
            };
            let [theirs, their_bytes, ours, bytes, marks] = [
                all(&["peer_mean", "peer_worst"]),
                all(&["peer_state_bytes", "peer_code_bytes", "peer_thumb_code_bytes"]),
                all(&["mean", "worst"]),
                all(&["state_bytes", "code_bytes", "thumb_code_bytes"]),
                all(&["peer_marks", "marks", "decisions_differ"]),
            ]
            .map(Option::unwrap_or_default);
            let [peer, function, id] =
                ["peer", "function", "ours"].map(|key| row[key].as_str().unwrap_or_default());
            text += &format!(
                "| {peer} | {function} | {theirs} | {their_bytes} | `{id}` | {ours} | {bytes} | {marks} |\n"
            );
        }
        text.push('\n');
    }
    Some(text)
}

fn algorithms(subjects: &[Subject]) -> String {
    let mut text = String::from(
        "| algorithm | variant | what it does | source | form | state per pipe + port + queue, or per flow |\n|---|---|---|---|---|---|\n",
    );
    // The null object does nothing, and says so by having no summary.
    for subject in subjects.iter().filter(|subject| !subject.summary.is_empty()) {
        let variant =
            if subject.variant.is_empty() { String::new() } else { format!("`{}`", subject.variant) };
        text += &format!(
            "| [{}]({}.md) | {variant} | {} | {} | {} | {} |\n",
            subject.name,
            subject.page,
            subject.summary,
            plain(subject.source),
            subject.form(),
            subject.state_text()
        );
    }
    text
}

/// Every limit of every packet memory with its grade, then the sources.
fn packet_memories() -> String {
    let all = memories::all();
    let names: Vec<String> = all.iter().map(|profile| format!("`{}`", profile.name)).collect();
    let mut text = format!("| limit | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    let mut sources = String::new();
    for id in MemoryLimit::ALL {
        let rows = all.iter().flat_map(|profile| profile.rows.iter().find(|row| row.id == *id));
        let rows: Vec<_> = rows.collect();
        let values: Vec<String> =
            rows.iter().map(|row| format!("{} ({})", row.value, row.grade.letter())).collect();
        text += &format!("| {} | {} |\n", id.text(), values.join(" | "));
        let from: Vec<&str> = rows.iter().map(|row| row.source).collect();
        sources += &format!("| {} | {} |\n", id.text(), from.join(" | "));
    }
    text += &headroom_rows();
    format!(
        "{text}\nSources:\n\n| limit | {} |\n|---|{}\n{sources}",
        names.join(" | "),
        "---|".repeat(names.len())
    )
}

/// What follows from the limits: the headroom of a port split into four, and that of 128 of them.
fn headroom_rows() -> String {
    let headroom = |profile: &freeboard_device::mmu::MemoryProfile| {
        let units = profile.split_link().headroom(profile.unit()).map_or(0, |headroom| headroom.units);
        (units, u64::from(units) * u64::from(profile.unit().bytes()) * 128)
    };
    let each: Vec<(u32, u64)> = memories::all().iter().map(headroom).collect();
    let row = |what: &str, value: &dyn Fn(&(u32, u64)) -> String| {
        format!("| {what} | {} |\n", each.iter().map(value).collect::<Vec<_>>().join(" | "))
    };
    row("cells of headroom of a port split into four (computed)", &|each| each.0.to_string())
        + &row("bytes of headroom of 128 such ports (computed)", &|each| each.1.to_string())
}

/// A citation in brackets would read as a link.
fn plain(source: &str) -> String {
    source.replace('[', "\\[").replace(']', "\\]")
}

/// Variants that share a table share one block, under a heading that names them.
fn each_distinct(
    about: &[&Subject],
    same: impl Fn(&Subject, &Subject) -> bool,
    text: impl Fn(&Subject) -> String,
) -> String {
    let mut groups: Vec<Vec<&Subject>> = Vec::new();
    for subject in about {
        match groups.iter_mut().find(|group| same(group[0], subject)) {
            Some(group) => group.push(subject),
            None => groups.push(vec![subject]),
        }
    }
    let heading = |group: &[&Subject]| {
        let names: Vec<String> = group.iter().map(|subject| format!("`{}`", subject.label())).collect();
        if groups.len() == 1 { String::new() } else { format!("Variants {}:\n\n", names.join(", ")) }
    };
    groups.iter().map(|group| format!("{}{}\n", heading(group), text(group[0]))).collect()
}

fn parameters(subject: &Subject) -> String {
    if subject.fields.is_empty() {
        return "No parameters.\n".to_owned();
    }
    let mut text = String::from(
        "| key | meaning | unit | range | default | source of the default |\n|---|---|---|---|---|---|\n",
    );
    for (field, doc) in subject.fields.iter().zip(subject.docs) {
        text += &format!(
            "| `{}` | {} | {} | {} | {} | {} |\n",
            doc.name,
            doc.meaning.trim(),
            unit(field.unit),
            range(field, doc),
            value(field, doc, field.default),
            plain(doc.source)
        );
    }
    text
}

const fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Nanos => "ns",
        Unit::Bytes => "B",
        Unit::Packets => "packets",
        Unit::Count => "1",
        Unit::Log2 => "log2",
        Unit::FractionQ16 => "1/65536",
        Unit::LineFraction => "2^-20 of line rate",
        Unit::Switch => "off, on",
        Unit::Choice => "choice",
    }
}

fn range(field: &Field, doc: &FieldDoc) -> String {
    match field.unit {
        Unit::Choice => doc.choices.iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", "),
        Unit::Switch => "off, on".to_owned(),
        _ => format!("{} .. {}", field.min, field.max),
    }
}

fn value(field: &Field, doc: &FieldDoc, value: u32) -> String {
    match field.unit {
        Unit::Choice => {
            doc.choices.get(value as usize).map_or_else(|| value.to_string(), |choice| format!("`{choice}`"))
        }
        Unit::Switch => if value == 0 { "off" } else { "on" }.to_owned(),
        _ => value.to_string(),
    }
}

fn same_presets(a: &Subject, b: &Subject) -> bool {
    let key = |preset: &PresetValues| (preset.name, preset.source, preset.values.clone());
    a.docs == b.docs && a.presets.iter().map(key).eq(b.presets.iter().map(key))
}

fn presets(subject: &Subject) -> String {
    if subject.presets.is_empty() {
        return "No presets.\n".to_owned();
    }
    let names: Vec<String> = subject.docs.iter().map(|doc| format!("`{}`", doc.name)).collect();
    let mut text =
        format!("| preset | {} | source |\n|---|{}---|\n", names.join(" | "), "---|".repeat(names.len()));
    for preset in &subject.presets {
        let fields = subject.fields.iter().zip(subject.docs).zip(&preset.values);
        let values: Vec<String> = fields.map(|((field, doc), number)| value(field, doc, *number)).collect();
        text += &format!("| `{}` | {} | {} |\n", preset.name, values.join(" | "), plain(preset.source));
    }
    text
}

/// Sizes of an underlay over every control.
fn pairs_of(underlay: &str) -> String {
    let mut text = String::from(
        "| pair | context | of it the control | fits 48 B | second context | timer-driven increase |\n|---|---|---|---|---|---|\n",
    );
    let prefix = format!("{underlay}+");
    for pair in Pair::all().into_iter().filter(|pair| pair.name().starts_with(&prefix)) {
        text += &format!(
            "| `{}` | {} B | {} B | {} | {} B | {} |\n",
            pair.name(),
            pair.bytes(),
            pair.parts().1,
            if pair.fits() { "yes" } else { "no" },
            pair.aux_bytes(),
            pair.timer()
        );
    }
    format!("{text}\n{}\n\n{}\n", pairs::verdict(), pairs::ring())
}

fn cost(about: &[&Subject]) -> String {
    let mut text = String::new();
    let rows = rows::all(&[profiles::tofino_1_like()], Sizing::PAPER);
    let about_it = |row: &&rows::Placement| about.iter().any(|subject| subject.name == row.id.meta().name);
    let ours: Vec<_> = rows.iter().filter(about_it).collect();
    if !ours.is_empty() {
        text += "On `tofino-1-like`, for 128 ports x 8 queues:\n\n| variant | stages | tables | entries | 32-bit and 64-bit arrays | register bytes | SRAM blocks | metadata bits (peak) | latency |\n|---|---|---|---|---|---|---|---|---|\n";
    }
    for row in ours {
        text += &match row.budget() {
            None => {
                format!("| `{}` | refused: see `cargo xtask budget` | | | | | | | |\n", row.id.meta().variant)
            }
            Some(b) => format!(
                "| `{}` | {} | {} | {} | {} + {} | {} | {} | {} ({}) | {} cycles |\n",
                b.variant,
                b.stages,
                b.tables,
                b.entries,
                b.arrays_32,
                b.arrays_64,
                b.register_bytes,
                b.sram_blocks,
                b.metadata_bits,
                b.metadata_peak_bits,
                b.latency_cycles
            ),
        };
    }
    if !text.is_empty() {
        text += "\n";
    }
    let flows = about.iter().all(|subject| subject.group != "aqm");
    let per = if flows { "flow" } else { "pipe + port + queue" };
    text += &format!("| variant | state in firmware per {per} |\n|---|---|\n");
    for subject in about {
        text += &format!("| `{}` | {} |\n", subject.label(), subject.state_text());
    }
    text
}
