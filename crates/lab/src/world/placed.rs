//! Pipeline budget of a scheme.

use crate::scenario::Chosen;
use freeboard_aqm_api::Aqm;
use freeboard_hw_model::pipeline::{Profile, Refusal, Sizing};

/// The pipeline's answer to one variant.
struct Answer {
    name: &'static str,
    variant: &'static str,
    text: String,
}

/// One line about the chosen scheme on `profile`: its budget, why it is refused, or the budget of its
/// algorithm's pipeline variant where the chosen one is plain code.
pub(crate) fn budget_line(chosen: &Chosen, profile: &Profile) -> String {
    let (name, variant) = chosen.id.split_once('/').unwrap_or((&chosen.id, ""));
    let own = answers(Some(&chosen.values), profile);
    if let Some(answer) = own.iter().find(|answer| answer.name == name && answer.variant == variant) {
        return format!("{}: {}", chosen.id, answer.text);
    }
    let defaults = answers(None, profile);
    match defaults.iter().find(|answer| answer.name == name) {
        Some(other) => format!("{} is plain code; {name}/{} needs {}", chosen.id, other.variant, other.text),
        None => format!("{}: no match-action program", chosen.id),
    }
}

/// Every pipeline variant under these settings (its first preset without them).
fn answers(values: Option<&[u32]>, profile: &Profile) -> Vec<Answer> {
    ALL.iter().filter_map(|place| place(values, profile)).collect()
}

type Place = fn(Option<&[u32]>, &Profile) -> Option<Answer>;

macro_rules! place_one {
    (pipeline $path:path) => {
        |values, profile| {
    type Scheme = freeboard_registry::scheme!(pipeline $path);
            let first = <Scheme as Aqm>::PRESETS.first().map(|preset| preset.settings).unwrap_or_default();
            let settings = match values {
                Some(values) => crate::catalog::settings_of(values).ok()?,
                None => first,
            };
            let placed = freeboard_hw_model::pipeline::budget::<$path>(&settings, profile);
            let meta = <Scheme as Aqm>::META;
            Some(Answer { name: meta.name, variant: meta.variant, text: words(placed, profile) })
        }
    };
    (exact $path:path) => {
        |_, _| None
    };
}

macro_rules! place_all {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        const ALL: &[Place] = &[$(place_one!($kind $path)),*];
    };
}
freeboard_registry::for_each_aqm!(place_all);

fn words(placed: Result<freeboard_hw_model::pipeline::Budget, Refusal>, profile: &Profile) -> String {
    match placed {
        Ok(b) => format!(
            "{} stages, {} tables, {} + {} register arrays (32 + 64 bit), {} B of registers for {} queues, \
             {} bits of metadata at the peak, {} cycles on {}",
            b.stages,
            b.tables,
            b.arrays_32,
            b.arrays_64,
            b.register_bytes,
            Sizing::PAPER.queues(),
            b.metadata_peak_bits,
            b.latency_cycles,
            profile.name
        ),
        Err(refusal) => {
            let text = refusal.to_string();
            format!("refused by {}: {}", profile.name, text.lines().next().unwrap_or_default())
        }
    }
}
