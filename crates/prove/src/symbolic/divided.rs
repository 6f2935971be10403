//! The slowest divisions that a path allows: a divider takes longest for the smallest divisor.

use super::domain::Division;
use super::explore::Path;
use crate::smt::{Term, Terms};
use freeboard_rv32::{CycleProfile, DivOp};

impl Path {
    /// Cycles of the path whose divisors are as small as `excluded` leaves possible, one by one; and the conditions under which all are.
    pub fn divided(
        &self,
        terms: &mut Terms,
        profile: &CycleProfile,
        excluded: &mut dyn FnMut(&Terms, &[Term]) -> bool,
    ) -> (u64, Vec<Term>) {
        let (mut cycles, mut slow) = (self.cycles, self.conditions.clone());
        for &Division { op, divisor, cycles: counted } in &self.divisions {
            if !matches!(op, DivOp::QuotientUnsigned | DivOp::RemainderUnsigned) {
                continue;
            }
            // Divisors of fewer bits are excluded, those of 32 bits are not asked about.
            let (mut least, mut most) = (0, u32::BITS);
            while least < most {
                let bits = u32::midpoint(least, most);
                let mut with = self.conditions.clone();
                with.push(has_at_most(terms, divisor, bits));
                if excluded(terms, &with) { least = bits + 1 } else { most = bits }
            }
            slow.push(has_at_most(terms, divisor, least));
            let smallest = (1_u64 << least >> 1) as u32;
            cycles -= u64::from(counted.saturating_sub(profile.division(op, smallest)));
        }
        (cycles, slow)
    }
}

/// A word has no more than these significant bits.
fn has_at_most(terms: &mut Terms, word: Term, bits: u32) -> Term {
    let largest = terms.constant((1 << bits) - 1, 32);
    terms.at_most(word, largest)
}
