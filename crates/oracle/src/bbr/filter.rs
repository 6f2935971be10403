//! The windowed maximum of Kathleen Nichols as Linux has it: the best, and the best since each.

/// A value and its round.
type Entry = (u64, u64);

/// Best, second and third, by round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Maximum([Entry; 3]);

impl Maximum {
    pub(super) const fn get(&self) -> u64 {
        self.0[0].1
    }

    /// A value of `round`; a window is `length` rounds.
    pub(super) fn take(&mut self, round: u64, value: u64, length: u64) {
        let new = (round, value);
        let [best, second, third] = self.0;
        let gone = |entry: Entry| round - entry.0 > length;
        if value >= best.1 || gone(third) {
            self.0 = [new; 3];
            return;
        }
        self.0 = match value {
            _ if value >= second.1 => [best, new, new],
            _ if value >= third.1 => [best, second, new],
            _ => self.0,
        };
        let [best, second, third] = self.0;
        let age = round - best.0;
        self.0 = if gone(best) {
            if gone(second) { [third, new, new] } else { [second, third, new] }
        } else if second.0 == best.0 && age > length / 4 {
            [best, new, new]
        } else if third.0 == second.0 && age > length / 2 {
            [best, second, new]
        } else {
            self.0
        };
    }
}
