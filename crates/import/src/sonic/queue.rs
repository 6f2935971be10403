//! `QUEUE` and `SCHEDULER`: who is served next, and by which profile a queue marks.

use super::value::Row;

/// The discipline of a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discipline {
    /// Before the weighted ones, the highest queue first.
    Strict,
    /// By packets.
    #[default]
    RoundRobin,
    /// By bytes.
    Deficit,
}

/// A row of `SCHEDULER`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheduler {
    /// `type`.
    pub discipline: Discipline,
    /// 1 to 100.
    pub weight: u8,
    /// The queue has a shaper, by `cir` or `pir`.
    pub is_shaped: bool,
}

impl Default for Scheduler {
    /// The defaults of the YANG model.
    fn default() -> Self {
        Self { discipline: Discipline::default(), weight: 1, is_shaped: false }
    }
}

impl Scheduler {
    pub(super) fn read(row: &mut Row<'_>) -> Self {
        let types =
            [("STRICT", Discipline::Strict), ("WRR", Discipline::RoundRobin), ("DWRR", Discipline::Deficit)];
        let default = Self::default();
        Self {
            discipline: row.choice("type", &types).unwrap_or_default(),
            weight: row.number("weight", 1, 100).map_or(default.weight, |weight| weight as u8),
            is_shaped: row.text("cir").is_some() | row.text("pir").is_some(),
        }
    }
}

/// A row of `QUEUE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// Name of its scheduler.
    pub scheduler: Option<String>,
    /// Name of its WRED profile.
    pub wred: Option<String>,
}

impl Queue {
    pub(super) fn read(row: &mut Row<'_>) -> Self {
        Self {
            scheduler: row.reference("scheduler").map(str::to_owned),
            wred: row.reference("wred_profile").map(str::to_owned),
        }
    }
}
