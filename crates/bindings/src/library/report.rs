//! Findings of the checks.

/// Checks that passed, failed, and could not be made.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Checks that passed, in words.
    pub passed: Vec<String>,
    /// Findings.
    pub failed: Vec<String>,
    /// What this machine cannot check, and what it lacks.
    pub skipped: Vec<String>,
}
