//! Placements: every pipeline variant on every profile, and what it needs there by name.

use crate::row::Row;
use crate::variant::{Subject as _, Variant};
use freeboard_dataplane::Program;
use freeboard_pipeline::{Budget, Elaborated, Profile, Refusal, Sizing, paper, report};
use freeboard_registry::AqmId;

/// A number of a budget, by name.
type Number = (&'static str, fn(&Budget) -> u32);

/// The numbers that crates declare of the profile `tofino-1-like`, by name.
pub const DECLARED: [Number; 10] = [
    ("stages", |budget| budget.stages),
    ("latency_cycles", |budget| budget.latency_cycles),
    ("tables", |budget| budget.tables),
    ("entries", |budget| budget.entries),
    ("arrays_32", |budget| budget.arrays_32),
    ("arrays_64", |budget| budget.arrays_64),
    ("register_bytes", |budget| budget.register_bytes),
    ("sram_blocks", |budget| budget.sram_blocks),
    ("metadata_bits", |budget| budget.metadata_bits),
    ("metadata_peak_bits", |budget| budget.metadata_peak_bits),
];

/// One variant on one profile.
pub struct Placement {
    /// The variant.
    pub id: AqmId,
    /// Name of the profile.
    pub profile: &'static str,
    /// What it needs and the report, or why it is refused.
    pub outcome: Result<(Budget, String), Refusal>,
}

impl Placement {
    /// Under a preset of its own, or its defaults; `None` where it has no preset of this name.
    fn of<P: Program>(id: AqmId, profile: &Profile, sizing: Sizing, preset: Option<&str>) -> Option<Self> {
        let settings = match preset {
            None => P::Settings::default(),
            Some(name) => P::PRESETS.iter().find(|preset| preset.name == name)?.settings,
        };
        let placed = Elaborated::configured::<P>(&settings, profile, sizing);
        let prototype = (P::META.name == "ecn-sharp").then_some(&paper::ECN_SHARP);
        let outcome = placed.map(|placed| (placed.budget(), report(&placed, prototype)));
        Some(Self { id, profile: profile.name, outcome })
    }

    /// `name/variant`.
    pub fn id(&self) -> String {
        Variant::Aqm(self.id).id()
    }

    /// The budget, if it fits.
    pub fn budget(&self) -> Option<&Budget> {
        self.outcome.as_ref().ok().map(|(budget, _)| budget)
    }

    /// The row of it.
    pub fn row(&self) -> Row {
        let row = Variant::Aqm(self.id).row(self.profile).with("profile", self.profile);
        match &self.outcome {
            Err(refusal) => row.with("fits", false).with("refusal", refusal.to_string()),
            Ok((budget, _)) => {
                let row = row
                    .with("register_bytes_used", budget.register_bytes_used)
                    .with("tables_keyed", budget.tables_keyed);
                DECLARED.iter().fold(row, |row, (name, of)| row.with(name, of(budget))).with("fits", true)
            }
        }
    }
}

/// Places one program.
type Placer = fn(&Profile, Sizing, Option<&str>) -> Option<Placement>;

macro_rules! placers {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        &[$(placers!(@one $kind $name $path)),*]
    };
    (@one pipeline $name:ident $path:path) => {
        Some((|profile, sizing, preset| Placement::of::<$path>(AqmId::$name, profile, sizing, preset)) as Placer)
    };
    (@one exact $name:ident $path:path) => { None };
}

/// Every pipeline variant of the registry on each of `profiles`, for a switch of this size.
pub fn all(profiles: &[Profile], sizing: Sizing) -> Vec<Placement> {
    under(None, profiles, sizing)
}

/// The same under a preset: of the variants that have one of this name.
pub fn under(preset: Option<&str>, profiles: &[Profile], sizing: Sizing) -> Vec<Placement> {
    let programs: &[Option<Placer>] = freeboard_registry::for_each_aqm!(placers);
    let placed = profiles.iter().flat_map(|profile| {
        programs.iter().flatten().filter_map(move |place| place(profile, sizing, preset))
    });
    placed.collect()
}
