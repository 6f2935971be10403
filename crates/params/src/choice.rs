//! Settings with a few named values.

use core::marker::PhantomData;

/// An enum of the values of a choice; [`choices!`](crate::choices) declares one.
pub trait Choices: Copy + core::fmt::Debug + PartialEq + 'static {
    /// Words for the values, by index.
    const WORDS: &'static [&'static str];

    /// Place among the words.
    fn index(self) -> u32;

    /// The value at a place; `None` beyond the last.
    fn at(index: u32) -> Option<Self>;
}

/// A setting whose values have names: the index of one of `E`, as C programs and golden traces give it.
///
/// Any word fits, so that settings may lie in memory that a C program filled; [`Settings::check`](crate::Settings::check)
/// refuses a word without a name.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Choice<E> {
    index: u32,
    of: PhantomData<E>,
}

impl<E> Choice<E> {
    /// The value with this index. [`choices!`](crate::choices) gives every value a `setting()`, which says the same by name.
    #[must_use]
    pub const fn from_index(index: u32) -> Self {
        Self { index, of: PhantomData }
    }

    /// Place among the words.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index
    }
}

impl<E: Choices> Choice<E> {
    /// The value; `None` for a word without a name.
    #[must_use]
    pub fn get(self) -> Option<E> {
        E::at(self.index)
    }
}

impl<E: Choices> PartialEq<E> for Choice<E> {
    #[inline]
    fn eq(&self, other: &E) -> bool {
        self.index == other.index()
    }
}

impl<E: Choices> core::fmt::Debug for Choice<E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.get() {
            Some(value) => value.fmt(f),
            None => self.index.fmt(f),
        }
    }
}

#[cfg(feature = "defmt")]
impl<E> defmt::Format for Choice<E> {
    fn format(&self, f: defmt::Formatter<'_>) {
        self.index.format(f);
    }
}

/// A field of settings as the word that it is.
#[doc(hidden)]
pub trait Word {
    fn word(&self) -> u32;
    fn slot(&mut self) -> &mut u32;
}

impl Word for u32 {
    #[inline]
    fn word(&self) -> u32 {
        *self
    }

    #[inline]
    fn slot(&mut self) -> &mut u32 {
        self
    }
}

impl<E> Word for Choice<E> {
    #[inline]
    fn word(&self) -> u32 {
        self.index
    }

    #[inline]
    fn slot(&mut self) -> &mut u32 {
        &mut self.index
    }
}

/// Declares the values of a choice: an enum with a word for each.
///
/// ```
/// freeboard_params::choices! {
///     /// Where the test is made.
///     pub enum Hook {
///         /// As a packet arrives.
///         Enqueue = "enqueue",
///         /// As it leaves.
///         Dequeue = "dequeue",
///     }
/// }
/// use freeboard_params::{Choice, Choices};
/// assert_eq!(Hook::WORDS, ["enqueue", "dequeue"]);
/// assert!(Choice::from_index(1) == Hook::Dequeue);
/// assert_eq!(Hook::at(2), None);
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( $(#[$of:meta])* $value:ident = $word:literal ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        $vis enum $name {
            $( $(#[$of])* $value ),+
        }

        impl $name {
            /// The setting that names this value.
            #[must_use]
            pub const fn setting(self) -> $crate::Choice<Self> {
                $crate::Choice::from_index(self as u32)
            }
        }

        impl $crate::Choices for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            #[inline]
            fn index(self) -> u32 {
                self as u32
            }

            fn at(index: u32) -> Option<Self> {
                // By comparisons, which are none where the numbers are those of the values: a table would lie in flash.
                $(if index == Self::$value as u32 {
                    return Some(Self::$value);
                })+
                None
            }
        }
    };
}
