//! The catalogue: one descriptor per variant, read by commands, documentation, suites and budgets.
//!
//! The metadata of an algorithm is in its own crate. This module finds it without the type, by name or by id.
//! Goals: one table, one lookup, one way from one value per field to parameters and back. Non-goals: units as text,
//! suggestions for misspelt names, both of which are the caller's.

mod descriptor;
mod values;

pub use descriptor::{Descriptor, Shape};
pub use values::{PresetValues, values_of};

use crate::{AqmId, CcId, UnderlayId};

/// A variant of any family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VariantId {
    /// A marking scheme.
    Aqm(AqmId),
    /// A congestion control.
    Cc(CcId),
    /// An underlay.
    Underlay(UnderlayId),
}

impl VariantId {
    /// Returns what is known about it.
    #[must_use]
    pub fn descriptor(self) -> &'static Descriptor {
        // The tables are in the order of the ids: both expand the same list, whole under this feature.
        match self {
            Self::Aqm(id) => &AQMS[id as usize],
            Self::Cc(id) => &CCS[id as usize],
            Self::Underlay(id) => &UNDERLAYS[id as usize],
        }
    }
}

macro_rules! table {
    ($table:ident $id:ident $family:ident $doc:literal: $($name:ident $type:ty, $path:path;)*) => {
        #[doc = $doc]
        pub static $table: &[Descriptor] =
            &[$(Descriptor::$family::<$type>($id::$name, stringify!($path))),*];

        impl $id {
            /// Returns what is known about it.
            #[must_use]
            pub fn descriptor(self) -> &'static Descriptor {
                &$table[self as usize]
            }
        }

        impl core::fmt::Display for $id {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.descriptor().fmt(f)
            }
        }
    };
}

macro_rules! aqms {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        table!(AQMS AqmId aqm "Every marking scheme, in list order.": $($name $crate::scheme!($kind $path), $path;)*);
    };
}
crate::for_each_aqm!(aqms);

macro_rules! ccs {
    ($($_:tt $name:ident $path:path;)*) => {
        table!(CCS CcId cc "Every congestion control, in list order.": $($name $path, $path;)*);
    };
}
crate::for_each_cc!(ccs);

macro_rules! underlays {
    ($($_:tt $name:ident $path:path;)*) => {
        table!(UNDERLAYS UnderlayId underlay "Every underlay, in list order, the null object first.": $($name $path, $path;)*);
    };
}
crate::for_each_underlay!(underlays);

/// Every underlay except the null object, which is first and has no name.
#[must_use]
pub fn underlays() -> &'static [Descriptor] {
    &UNDERLAYS[1..]
}

/// Every variant that has a name, family by family.
pub fn all() -> impl Iterator<Item = &'static Descriptor> + Clone {
    AQMS.iter().chain(CCS).chain(underlays())
}

/// Returns the variant called `name/variant`, or the first one called `name`.
pub fn find(
    among: impl IntoIterator<Item = &'static Descriptor> + Clone,
    name: &str,
) -> Option<&'static Descriptor> {
    let exact = among.clone().into_iter().find(|one| one.is_called(name));
    exact.or_else(|| among.into_iter().find(|one| one.name == name))
}
