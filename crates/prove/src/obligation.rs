//! One obligation: its claim and its outcome.

use freeboard_cost::Row;
use freeboard_cost::variant::{Subject as _, Variant};

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Shown.
    Holds,
    /// A counterexample exists.
    Refuted,
    /// Not decided within the limits.
    Unknown,
}

impl Verdict {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
        }
    }

    /// The worse of the two.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Refuted, _) | (_, Self::Refuted) => Self::Refuted,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            _ => Self::Holds,
        }
    }
}

/// Settings of the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Settings {
    /// All at once.
    Symbolic,
    /// One preset, or the defaults.
    Named(String),
}

impl Settings {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Symbolic => "symbolic",
            Self::Named(name) => name,
        }
    }
}

/// An obligation with its outcome.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub(crate) variant: Variant,
    /// `equal`, `widths`, `placed`, `memory`, `worst-case`, `contract:NAME`.
    pub(crate) name: String,
    pub(crate) settings: Settings,
    pub(crate) verdict: Verdict,
    /// Paths through the machine code.
    pub(crate) paths: Option<usize>,
    /// Most instructions and cycles of a path.
    pub(crate) worst: Option<(u64, u64)>,
    /// Most instructions and cycles that were ever seen.
    pub(crate) observed: Option<(u64, u64)>,
    /// Cycles of the slowest state and event that the solver named and the core ran.
    pub(crate) run: Option<u64>,
    pub(crate) seconds: f64,
    /// Branches that the solver left open and both ways of which were followed: a worst case may be too high then.
    pub(crate) open: u64,
    /// Claims that the second solver showed too, of how many.
    pub(crate) second: Option<(u64, u64)>,
    /// Counterexample, or what stayed open.
    pub(crate) note: String,
}

impl Obligation {
    pub(crate) fn new(variant: Variant, name: &str, settings: &Settings, verdict: Verdict) -> Self {
        Self {
            variant,
            name: name.to_owned(),
            settings: settings.clone(),
            verdict,
            paths: None,
            worst: None,
            observed: None,
            run: None,
            seconds: 0.0,
            open: 0,
            second: None,
            note: String::new(),
        }
    }

    /// The object that `--json` prints.
    pub(crate) fn row(&self, target: &str, solver: &str) -> Row {
        let (algorithm, variant) = self.variant.names();
        let mut row = Row::default()
            .with("algorithm", algorithm)
            .with("variant", variant)
            .with("target", target)
            .with("obligation", self.name.as_str())
            .with("settings", self.settings.name())
            .with("verdict", self.verdict.name());
        if let Some(paths) = self.paths {
            row = row.with("paths", paths);
        }
        if let Some((instructions, cycles)) = self.worst {
            row = row.with("instructions_worst", instructions).with("cycles_worst", cycles);
        }
        if let Some((instructions, cycles)) = self.observed {
            row = row.with("instructions_observed", instructions).with("cycles_observed", cycles);
        }
        if let Some(cycles) = self.run {
            row = row.with("cycles_run", cycles);
        }
        if self.open > 0 {
            row = row.with("branches_open", self.open);
        }
        if let Some((agreed, asked)) = self.second {
            row = row.with("second_agrees", agreed).with("second_asked", asked);
        }
        row = row.with("seconds", (self.seconds * 100.0).round() / 100.0).with("solver", solver);
        if self.note.is_empty() { row } else { row.with("note", self.note.as_str()) }
    }
}
