//! Coverage of ALU instruction cases.

use super::graph::Graph;
use core::fmt;

/// Hit counts of one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstructionCoverage {
    /// The register.
    pub register: &'static str,
    /// The instruction.
    pub instruction: &'static str,
    /// It has a first and a second comparison.
    pub compares: [bool; 2],
    /// Executions by outcome of the comparisons: index `2 * hi + lo`.
    pub cases: [u64; 4],
}

impl InstructionCoverage {
    /// Executions.
    #[must_use]
    pub fn executed(&self) -> u64 {
        self.cases.iter().sum()
    }

    /// Executions in which comparison `lo` (0) or `hi` (1) had this outcome.
    #[must_use]
    pub fn outcomes(&self, comparison: usize, held: bool) -> u64 {
        let matches = |(case, _): &(usize, &u64)| (case >> comparison & 1 == 1) == held;
        self.cases.iter().enumerate().filter(matches).map(|(_, count)| count).sum()
    }

    fn uncovered(&self) -> Vec<String> {
        let place = format!("{}/{}", self.register, self.instruction);
        if self.executed() == 0 {
            return vec![format!("{place} never ran")];
        }
        let mut missing = Vec::new();
        for (comparison, name) in ["lo", "hi"].into_iter().enumerate() {
            for held in [false, true] {
                if self.compares[comparison] && self.outcomes(comparison, held) == 0 {
                    missing.push(format!("{place}: cmp_{name} was never {held}"));
                }
            }
        }
        missing
    }
}

impl fmt::Display for InstructionCoverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}: ran {} times", self.register, self.instruction, self.executed())?;
        for (comparison, name) in ["lo", "hi"].into_iter().enumerate() {
            if self.compares[comparison] {
                let (held, not) = (self.outcomes(comparison, true), self.outcomes(comparison, false));
                write!(f, ", cmp_{name} held {held} and failed {not} times")?;
            }
        }
        Ok(())
    }
}

/// Hit counts of all instructions of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// One record per instruction, in program order.
    pub instructions: Vec<InstructionCoverage>,
    /// Reads of every entry of the math units' tables, by register.
    pub math: Vec<(&'static str, [u64; 16])>,
    /// First record of each access.
    first: Vec<usize>,
}

impl Coverage {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut coverage = Self { instructions: Vec::new(), math: Vec::new(), first: Vec::new() };
        for access in &graph.accesses {
            coverage.first.push(coverage.instructions.len());
            let register = graph.registers[access.register].name;
            coverage.math.push((register, [0; 16]));
            coverage.instructions.extend(access.entries.iter().map(|entry| InstructionCoverage {
                register,
                instruction: entry.salu.name,
                compares: [entry.salu.cmp_lo.is_some(), entry.salu.cmp_hi.is_some()],
                cases: [0; 4],
            }));
        }
        coverage
    }

    pub(super) fn hit(&mut self, access: usize, entry: usize, case: usize, math: Option<usize>) {
        if let Some(row) = math {
            self.math[access].1[row] += 1;
        }
        self.instructions[self.first[access] + entry].cases[case] += 1;
    }

    /// Entries of a register's math table that were never read, 4 to 15.
    #[must_use]
    pub fn unread(&self, register: &str) -> Vec<usize> {
        let of = self.math.iter().filter(|(name, _)| *name == register);
        of.flat_map(|(_, rows)| (4..16).filter(|&row| rows[row] == 0)).collect()
    }

    /// Outcomes that occurred, and all that there are: two of a comparison, one of an instruction without.
    #[must_use]
    pub fn outcomes(&self) -> [usize; 2] {
        let of = |instruction: &InstructionCoverage| {
            let compared = |at: usize| [false, true].map(|held| instruction.outcomes(at, held) > 0);
            let mut all: Vec<bool> =
                (0..2).filter(|at| instruction.compares[*at]).flat_map(compared).collect();
            if all.is_empty() {
                all.push(instruction.executed() > 0);
            }
            all
        };
        let all: Vec<bool> = self.instructions.iter().flat_map(of).collect();
        [all.iter().filter(|occurred| **occurred).count(), all.len()]
    }

    /// Instructions that never ran and comparisons with only one outcome, in words.
    #[must_use]
    pub fn uncovered(&self) -> Vec<String> {
        self.instructions.iter().flat_map(InstructionCoverage::uncovered).collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.instructions.iter().try_for_each(|instruction| writeln!(f, "{instruction}"))?;
        self.uncovered().iter().try_for_each(|case| writeln!(f, "uncovered: {case}"))
    }
}
