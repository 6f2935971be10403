//! State structs made of register cells, and the one-use access rights to them.

use crate::Hw;
use freeboard_aqm_api::{State, Words};

/// The registers of one scope of a program.
pub trait Registers: State {
    /// The access rights to all of them, each to be consumed at most once.
    type Ports<'a, H: Hw>;

    /// Issues the access rights. The pass does so, once per packet; a program cannot.
    fn open<'a, H: Hw>(&'a mut self, hw: &H) -> Self::Ports<'a, H>;

    /// Shows every register to `visitor`, in declaration order.
    fn visit<V: Visitor>(&self, visitor: &mut V);
}

/// Sees the registers of a scope one by one.
pub trait Visitor {
    /// A register of table `T` and its present content.
    fn register<T: crate::StatefulTable>(&mut self, cell: &T::Cell);
}

/// No registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NoRegisters;

/// Access rights to [`NoRegisters`].
#[derive(Debug)]
pub struct NoRegistersPorts;

impl State for NoRegisters {
    fn canonical(&self, _: &mut Words) {}
}

impl Registers for NoRegisters {
    type Ports<'a, H: Hw> = NoRegistersPorts;
    #[inline(always)]
    fn open<H: Hw>(&mut self, _: &H) -> NoRegistersPorts {
        NoRegistersPorts
    }
    fn visit<V: Visitor>(&self, _: &mut V) {}
}

impl<A: Registers, B: Registers> Registers for (A, B) {
    type Ports<'a, H: Hw> = (A::Ports<'a, H>, B::Ports<'a, H>);
    #[inline(always)]
    fn open<'a, H: Hw>(&'a mut self, hw: &H) -> Self::Ports<'a, H> {
        (self.0.open(hw), self.1.open(hw))
    }
    fn visit<V: Visitor>(&self, visitor: &mut V) {
        self.0.visit(visitor);
        self.1.visit(visitor);
    }
}

/// Declares the registers of one scope: the state struct, its access rights, and [`Registers`] for it.
///
/// `State` is left to the author, who knows which fields are inactive when.
///
/// ```
/// use freeboard_aqm_api::{State, Words};
/// use freeboard_dataplane::blocks::{FirstAbove, Marking};
///
/// freeboard_dataplane::registers! {
///     /// Per-queue registers.
///     pub struct Queue, QueuePorts {
///         /// Deadline of the run above the target.
///         first_above: FirstAbove,
///         /// Time of the next mark, and the count.
///         marking: Marking,
///     }
/// }
///
/// impl State for Queue {
///     fn canonical(&self, words: &mut Words) {
///         FirstAbove::canonical(self.first_above, words);
///         Marking::canonical(self.marking, words);
///     }
/// }
/// assert_eq!(size_of::<Queue>(), 16);
/// ```
#[macro_export]
macro_rules! registers {
    (
        $(#[$meta:meta])*
        $vis:vis struct $state:ident, $ports:ident { $( $(#[$field_meta:meta])* $field:ident : $table:ty ),* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[repr(C)]
        $vis struct $state {
            $( $(#[$field_meta])* pub $field: <$table as $crate::StatefulTable>::Cell, )*
        }

        #[doc = concat!("The right to access each register of [`", stringify!($state), "`] once.")]
        $vis struct $ports<'a, H: $crate::Hw> {
            $( $(#[$field_meta])* pub $field: H::Port<'a, $table>, )*
        }

        impl<'a, H: $crate::Hw> core::fmt::Debug for $ports<'a, H> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(stringify!($ports))
            }
        }

        impl $crate::Registers for $state {
            type Ports<'a, H: $crate::Hw> = $ports<'a, H>;
            #[inline(always)]
            fn open<'a, H: $crate::Hw>(&'a mut self, hw: &H) -> $ports<'a, H> {
                $ports { $( $field: hw.open::<$table>(&mut self.$field), )* }
            }
            fn visit<V: $crate::Visitor>(&self, visitor: &mut V) {
                $( visitor.register::<$table>(&self.$field); )*
            }
        }
    };
}
