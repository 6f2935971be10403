//! Wrapping 32-bit time: nanoseconds and 1.024 us ticks.

/// One tick of the emulated pipeline clock \[ns\]: a 10-bit right shift of a nanosecond stamp (ECN# §4.1).
///
/// The paper calls it a microsecond; it is 1.024 us, so a "10 us" target is 9 ticks (9.216 us).
pub const NANOS_PER_TICK: u32 = 1 << 10;

/// Two stamps compare correctly while they are less than this far apart (RFC 1982 §3.2).
///
/// In nanoseconds 2.147 s, in ticks 2199 s.
pub const SERIAL_HALF_RANGE: u32 = 1 << 31;

/// Whole ticks in `nanos`, rounded down: the value a pipeline program really uses.
#[inline(always)]
#[must_use]
pub const fn ticks_from_nanos_floor(nanos: u32) -> u32 {
    nanos >> 10
}

macro_rules! serial_time {
    ($name:ident) => {
        impl $name {
            /// The stamp `delta` units later, mod 2^32.
            #[inline(always)]
            #[must_use]
            pub const fn plus(self, delta: u32) -> Self {
                Self(self.0.wrapping_add(delta))
            }

            /// Units from `earlier` to `self`, mod 2^32: exact while the true distance is below 2^32.
            #[inline(always)]
            #[must_use]
            pub const fn since(self, earlier: Self) -> u32 {
                self.0.wrapping_sub(earlier.0)
            }

            /// Units from `earlier` to `self`, or 0 where `earlier` is the later one in serial order: two stamps of clocks that
            /// differ, or on both sides of a clock's step, measure nothing.
            #[inline(always)]
            #[must_use]
            pub const fn elapsed(self, earlier: Self) -> u32 {
                let signed = self.signed_since(earlier);
                if signed < 0 { 0 } else { signed.cast_unsigned() }
            }

            /// Signed distance from `other` to `self`: right while they are less than 2^31 units apart.
            #[inline(always)]
            #[must_use]
            pub const fn signed_since(self, other: Self) -> i32 {
                self.0.wrapping_sub(other.0).cast_signed()
            }

            /// `self` is strictly later than `other` in serial order (RFC 1982).
            #[inline(always)]
            #[must_use]
            pub const fn is_after(self, other: Self) -> bool {
                self.signed_since(other) > 0
            }

            /// `self` is `other` or later in serial order.
            #[inline(always)]
            #[must_use]
            pub const fn is_at_or_after(self, other: Self) -> bool {
                self.signed_since(other) >= 0
            }
        }
    };
}

/// A stamp in nanoseconds: floor(ns) mod 2^32, wraps every 4.295 s.
///
/// It has no `Ord`: wrapping time has no total order. Use [`Nanos32::is_after`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Nanos32(pub u32);
serial_time!(Nanos32);

/// A stamp in ticks of 1.024 us, wraps every 4398 s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Tick32(pub u32);
serial_time!(Tick32);

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;

    quickcheck! {
        fn order_is_shift_invariant(a: u32, distance: u32, shift: u32) -> bool {
            let distance = distance % SERIAL_HALF_RANGE;
            let (early, late) = (Nanos32(a), Nanos32(a).plus(distance));
            late.is_after(early) == late.plus(shift).is_after(early.plus(shift))
                && late.since(early) == distance
                && late.is_at_or_after(early)
                && (distance == 0 || !early.is_at_or_after(late))
        }
    }

    #[test]
    fn comparison_turns_over_at_half_range() {
        let zero = Nanos32(0);
        assert!(Nanos32(SERIAL_HALF_RANGE - 1).is_after(zero));
        assert!(!Nanos32(SERIAL_HALF_RANGE).is_after(zero));
        assert!(!Nanos32(u32::MAX).is_after(zero));
        assert!(Nanos32(15).is_after(Nanos32(u32::MAX)));
        assert_eq!(Nanos32(15).elapsed(Nanos32(u32::MAX)), 16);
        assert_eq!(Nanos32(15).elapsed(Nanos32(16)), 0);
        assert_eq!(zero.elapsed(Nanos32(SERIAL_HALF_RANGE)), 0);
        assert_eq!(Nanos32(SERIAL_HALF_RANGE - 1).elapsed(zero), SERIAL_HALF_RANGE - 1);
    }

    #[test]
    fn ten_microseconds_are_nine_ticks() {
        assert_eq!(ticks_from_nanos_floor(10_000), 9);
        assert_eq!(ticks_from_nanos_floor(200_000), 195);
        assert_eq!(ticks_from_nanos_floor(240_000), 234);
    }
}
