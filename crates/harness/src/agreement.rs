//! Outcome of a comparison, and its last line for the runner of suites.

use freeboard_cost::Row;

/// Comparisons that hold, that this machine cannot make, and that fail.
#[derive(Debug, Default)]
pub struct Agreement {
    /// The number of comparisons that hold.
    pub equal: u64,
    /// Comparisons that this machine cannot make, each with its reason.
    pub excused: Vec<String>,
    /// Comparisons that fail.
    pub findings: Vec<String>,
    /// Why nothing could be run.
    pub skipped: Option<String>,
}

impl Agreement {
    /// Prints the findings to standard error and the counts as the last line of standard output; true when nothing differs.
    #[must_use]
    pub fn print(&self) -> bool {
        let Self { equal, excused, findings, skipped } = self;
        excused.iter().chain(findings).for_each(|line| eprintln!("{line}"));
        let counts = Row::default().with("passed", *equal).with("failed", findings.len());
        let counts = counts.with("skipped", excused.len());
        let counts = skipped.iter().fold(counts, |row, reason| row.with("reason", reason.as_str()));
        println!("{}", counts.line());
        findings.is_empty()
    }
}
