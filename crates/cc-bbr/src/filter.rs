//! The largest value of the last rounds, in three entries (Linux `lib/win_minmax.c`).

/// One value and its round. 8 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
struct Entry {
    round: u32,
    value: u32,
}

const _: () = assert!(size_of::<Entry>() == 8);

/// Best, second best and third best of a sliding window of rounds. 24 bytes; zero-filled holds 0.
///
/// Three entries are not the true maximum: after the best leaves, a value between the second's and the third's time may be
/// forgotten already. It is never above the true maximum of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct MaxFilter {
    best: Entry,
    second: Entry,
    third: Entry,
}

const _: () = assert!(size_of::<MaxFilter>() == 24);

impl MaxFilter {
    /// The largest value.
    #[inline]
    #[must_use]
    pub const fn get(&self) -> u32 {
        self.best.value
    }

    /// Takes `value` in `round`; the window is `length` rounds.
    #[inline]
    pub fn update(&mut self, round: u32, value: u32, length: u32) {
        let new = Entry { round, value };
        if value >= self.best.value || round.wrapping_sub(self.third.round) > length {
            *self = Self { best: new, second: new, third: new };
            return;
        }
        if value >= self.second.value {
            self.second = new;
            self.third = new;
        } else if value >= self.third.value {
            self.third = new;
        }
        self.slide(new, length);
    }

    /// Drops what has left the window, and keeps the entries apart in time.
    #[inline]
    fn slide(&mut self, new: Entry, length: u32) {
        let age = new.round.wrapping_sub(self.best.round);
        if age > length {
            *self = Self { best: self.second, second: self.third, third: new };
            if new.round.wrapping_sub(self.best.round) > length {
                *self = Self { best: self.second, second: self.third, third: new };
            }
        } else if self.second.round == self.best.round && age > length >> 2 {
            self.second = new;
            self.third = new;
        } else if self.third.round == self.second.round && age > length >> 1 {
            self.third = new;
        }
    }

    /// The words of the state.
    #[must_use]
    pub const fn words(&self) -> [u32; 6] {
        let (a, b, c) = (self.best, self.second, self.third);
        [a.round, a.value, b.round, b.value, c.round, c.value]
    }
}
