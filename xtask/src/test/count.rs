//! Counting tests from what a runner prints.

use std::ops::AddAssign;

/// Tests that passed, failed, or did not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Count {
    /// One test.
    pub(crate) const fn one(passed: bool) -> Self {
        Self { passed: passed as u64, failed: !passed as u64, skipped: 0 }
    }

    /// From the closing lines of cargo's own runner or of nextest, summed.
    pub(crate) fn read(text: &str) -> Self {
        let mut sum = Self::default();
        for line in text.lines() {
            let line = line.trim();
            let closing =
                line.starts_with("test result:") || (line.starts_with("Summary [") && line.contains("run:"));
            if closing {
                sum += Self {
                    passed: before(line, "passed"),
                    failed: before(line, "failed") + before(line, "timed"),
                    skipped: before(line, "skipped") + before(line, "ignored"),
                };
            }
        }
        sum
    }
}

/// The number right before `word`.
fn before(line: &str, word: &str) -> u64 {
    let words: Vec<_> =
        line.split(|c: char| c.is_whitespace() || ",;".contains(c)).filter(|w| !w.is_empty()).collect();
    let pair = words.windows(2).find(|pair| pair[1] == word);
    pair.and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_the_closing_lines_of_both_runners() {
        let text = "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.01s\n\
                    test x ... ok\n\
                    test result: FAILED. 7 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(Count::read(text), Count { passed: 12, failed: 2, skipped: 1 });
        let text =
            "     Summary [   0.532s] 12 tests run: 10 passed (1 slow), 1 failed, 1 timed out, 3 skipped";
        assert_eq!(Count::read(text), Count { passed: 10, failed: 2, skipped: 3 });
        assert_eq!(Count::read("error: could not compile"), Count::default());
    }
}
