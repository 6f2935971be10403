//! Every pipeline variant on every profile.

use freeboard_aqm_api::Meta;
use freeboard_dataplane::Program;
use freeboard_hw_model::pipeline::{Budget, Elaborated, Profile, Refusal, Sizing, paper, report};

/// One variant on one profile.
pub(crate) struct Row {
    /// The variant.
    pub(crate) meta: &'static Meta,
    /// Name of the profile.
    pub(crate) profile: &'static str,
    /// What it needs and the report, or why it is refused.
    pub(crate) outcome: Result<(Budget, String), Refusal>,
}

impl Row {
    fn of<P: Program>(profile: &Profile, sizing: Sizing) -> Self {
        let placed = Elaborated::configured::<P>(&P::Settings::default(), profile, sizing);
        let prototype = (P::META.name == "ecn-sharp").then_some(&paper::ECN_SHARP);
        let outcome = placed.map(|placed| (placed.budget(), report(&placed, prototype)));
        Self { meta: const { &P::META }, profile: profile.name, outcome }
    }

    /// `name/variant`.
    pub(crate) fn id(&self) -> String {
        format!("{}/{}", self.meta.name, self.meta.variant)
    }

    /// The budget, if it fits.
    pub(crate) fn budget(&self) -> Option<&Budget> {
        self.outcome.as_ref().ok().map(|(budget, _)| budget)
    }
}

/// Places one program.
type Placer = fn(&Profile, Sizing) -> Row;

macro_rules! rows_of {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        &[$(rows_of!(@one $kind $path)),*]
    };
    (@one pipeline $path:path) => { Some(Row::of::<$path> as Placer) };
    (@one exact $path:path) => { None };
}

/// Every pipeline variant of the registry on each of `profiles`, for a switch of this size.
pub(crate) fn all(profiles: &[Profile], sizing: Sizing) -> Vec<Row> {
    let programs: &[Option<Placer>] = freeboard_registry::for_each_aqm!(rows_of);
    let placed = profiles
        .iter()
        .flat_map(|profile| programs.iter().flatten().map(move |place| place(profile, sizing)));
    placed.collect()
}
