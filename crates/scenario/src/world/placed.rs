//! Pipeline budget of a scheme.

use crate::catalog::{AQMS, VariantId};
use crate::file::Chosen;
use freeboard_aqm_api::Settings;
use freeboard_pipeline::{Budget, Profile, Refusal, Sizing, budget};
use freeboard_registry::AqmId;

/// One line about the chosen scheme on `profile`: its budget, why it is refused, or the budget of its
/// algorithm's pipeline variant where the chosen one is plain code.
pub fn budget_line(chosen: &Chosen, profile: &Profile) -> String {
    let needs = |id: VariantId, values: &[u32]| match id {
        VariantId::Aqm(id) => needs(id, values, profile).map(|placed| words(placed, profile)),
        _ => None,
    };
    if let Some(text) = needs(chosen.variant, &chosen.values) {
        return format!("{}: {text}", chosen.id);
    }
    let others = AQMS.iter().filter(|other| other.name == chosen.variant.descriptor().name);
    let mut texts = others.filter_map(|other| Some((other, needs(other.id, &other.preset(None)?)?)));
    match texts.next() {
        Some((other, text)) => format!("{} is plain code; {other} needs {text}", chosen.id),
        None => format!("{}: no match-action program", chosen.id),
    }
}

macro_rules! programs {
    (@one pipeline $path:path, $values:ident, $profile:ident) => {
        Settings::from_values($values).ok().map(|settings| budget::<$path>(&settings, $profile))
    };
    (@one exact $path:path, $values:ident, $profile:ident) => {
        None
    };
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        /// What a pipeline variant needs under these settings; `None` of plain code.
        fn needs(id: AqmId, values: &[u32], profile: &Profile) -> Option<Result<Budget, Refusal>> {
            match id {
                $(AqmId::$name => programs!(@one $kind $path, values, profile),)*
            }
        }
    };
}
freeboard_registry::for_each_aqm!(programs);

fn words(placed: Result<Budget, Refusal>, profile: &Profile) -> String {
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
