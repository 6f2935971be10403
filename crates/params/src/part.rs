//! Settings that are some of the fields of another set: those that one variant of several looks at.
//!
//! A variant that took the fields of all would take some without effect. A part has the whole's words, ranges and defaults for
//! the fields it names, and no others: a key, a struct field or a line of a table that is not there cannot be set without effect.

use crate::{FieldId, ParamError, Preset, Settings};

/// Some of the fields of a larger set, declared by [`part!`](crate::part!), or all of them.
pub trait Part: Settings {
    /// All fields.
    type Whole: Settings;
    /// The whole's ids of the fields, in this order.
    const IDS: &'static [FieldId];

    /// The whole with these values, and the other fields at their defaults.
    fn whole(&self) -> Self::Whole;

    /// A refusal of the whole, by the part's own id of the field.
    fn refusal(error: ParamError) -> ParamError {
        let own = (0..).zip(Self::IDS).find(|(_, id)| **id == error.field);
        own.map_or(error, |(field, _)| ParamError { field: FieldId(field), ..error })
    }
}

/// What one of several variants of a generic type may be told: all settings but those that it would not look at.
pub trait Variant {
    /// The settings.
    type Own: Part;
    /// Named ones.
    const NAMED: &'static [Preset<Self::Own>];
}

/// Declares a settings struct of some fields of another one.
///
/// ```
/// freeboard_params::settings! {
///     /// Settings of both variants.
///     pub struct BothSettings {
///         /// Marking threshold K.
///         k: Bytes = 97_500, 1..=u32::MAX, "DCTCP §3.4";
///         /// Gain.
///         g: Log2 = 4, 0..=15, "DCTCP §3.3";
///     }
/// }
/// freeboard_params::part! {
///     /// Settings of the variant without a threshold.
///     pub struct GainSettings of BothSettings { g }
/// }
/// use freeboard_params::{Part, Settings};
/// assert_eq!(GainSettings::DOCS[0].name, "g");
/// assert!(GainSettings::DEFAULT.with(GainSettings::g, 16).is_err());
/// let whole = GainSettings { g: 7 }.whole();
/// assert_eq!((whole.k, whole.g), (97_500, 7));
/// ```
#[macro_export]
macro_rules! part {
    ($(#[$meta:meta])* $vis:vis struct $name:ident of $whole:ident { $($field:ident $(: $choice:ident)?),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(C)]
        $vis struct $name {
            $(#[doc = concat!("As [`", stringify!($whole), "::", stringify!($field), "`].")]
               pub $field: $crate::field_type!($($choice)?),)+
        }

        $crate::field_ids! { $name; 0u16; $($field)+ }

        impl Default for $name {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $name {
            /// Every field at its default.
            pub const DEFAULT: Self = Self::of(&$whole::DEFAULT);

            /// What this variant looks at of a whole.
            #[must_use]
            pub const fn of(whole: &$whole) -> Self {
                Self { $($field: whole.$field),+ }
            }

            /// The same of presets.
            pub(crate) const fn presets<const N: usize>(
                whole: &[$crate::Preset<$whole>; N],
            ) -> [$crate::Preset<Self>; N] {
                let blank = $crate::Preset { name: "", source: "", settings: Self::DEFAULT };
                let mut all = [blank; N];
                let mut rest: &[$crate::Preset<$whole>] = whole;
                let mut left: &mut [$crate::Preset<Self>] = &mut all;
                while let (Some((one, others)), Some((own, room))) =
                    (rest.split_first(), left.split_first_mut())
                {
                    let $crate::Preset { name, source, ref settings } = *one;
                    *own = $crate::Preset { name, source, settings: Self::of(settings) };
                    (rest, left) = (others, room);
                }
                all
            }
        }

        impl $crate::Settings for $name {
            const FIELDS: &'static [$crate::Field] =
                &[$(<$whole as $crate::Settings>::FIELDS[$whole::$field.0 as usize]),+];
            const DOCS: &'static [$crate::FieldDoc] =
                &[$(<$whole as $crate::Settings>::DOCS[$whole::$field.0 as usize]),+];

            $crate::field_access! { $($field)+ }
        }

        impl $crate::Part for $name {
            type Whole = $whole;
            const IDS: &'static [$crate::FieldId] = &[$($whole::$field),+];

            fn whole(&self) -> $whole {
                $whole { $($field: self.$field,)+ ..$whole::DEFAULT }
            }
        }
    };
}
