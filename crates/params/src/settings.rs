//! The settings of an algorithm as its users write them, and the macro that declares them.

use crate::{Field, FieldDoc, FieldId, Follows, ParamError};

/// A set of parameters in user units, before quantisation.
pub trait Settings: Copy + Default + PartialEq + core::fmt::Debug + Sized + 'static {
    /// Units, ranges and defaults, in declaration order.
    const FIELDS: &'static [Field];
    /// Names, meanings and sources, same order; host code only.
    const DOCS: &'static [FieldDoc];

    /// Value of a field; `None` for an unknown id.
    fn get(&self, id: FieldId) -> Option<u32>;

    /// A copy with one field changed.
    ///
    /// # Errors
    /// The value lies outside the field's range, or the field does not exist (then `min > max`).
    fn with(&self, id: FieldId, value: u32) -> Result<Self, ParamError>;

    /// Settings from one value per field in declaration order; missing ones keep their default.
    ///
    /// # Errors
    /// The first value outside its field's range.
    fn from_values(values: &[u32]) -> Result<Self, ParamError> {
        let mut settings = Self::default();
        for (id, value) in (0..).zip(values).take(Self::FIELDS.len()) {
            settings = settings.with(FieldId(id), *value)?;
        }
        Ok(settings)
    }

    /// Every field lies in its own range.
    ///
    /// # Errors
    /// The first field that does not.
    fn check(&self) -> Result<(), ParamError>;

    /// Whether the fields lie in memory as words, in declaration order and without gaps.
    const IN_ORDER: bool;
}

/// Every value lies in the range of its field.
///
/// # Errors
/// The first value that does not.
#[inline]
pub fn check(fields: &[Field], values: &[u32]) -> Result<(), ParamError> {
    let mut id = 0;
    for (field, value) in fields.iter().zip(values) {
        if *value < field.min || *value > field.max {
            return Err(ParamError::new(FieldId(id), *value, field.min, field.max));
        }
        id = id.wrapping_add(1);
    }
    Ok(())
}

/// A named set of settings with its source.
#[derive(Clone, Copy, Debug)]
pub struct Preset<S: 'static> {
    /// Name in scenarios.
    pub name: &'static str,
    /// Where the values come from.
    pub source: &'static str,
    /// The values.
    pub settings: S,
}

impl Settings for () {
    const FIELDS: &'static [Field] = &[];
    const DOCS: &'static [FieldDoc] = &[];

    fn get(&self, _: FieldId) -> Option<u32> {
        None
    }

    fn with(&self, id: FieldId, value: u32) -> Result<Self, ParamError> {
        Err(ParamError::new(id, value, 1, 0))
    }

    fn check(&self) -> Result<(), ParamError> {
        Ok(())
    }

    const IN_ORDER: bool = true;
}

/// Two sets side by side: the fields of the first, then those of the second.
impl<A: Settings, B: Settings> Settings for (A, B) {
    const FIELDS: &'static [Field] = <Joined<A, B>>::FIELDS.split_at(<Joined<A, B>>::LEN).0;
    const DOCS: &'static [FieldDoc] = <Joined<A, B>>::DOCS.split_at(<Joined<A, B>>::LEN).0;

    fn get(&self, id: FieldId) -> Option<u32> {
        match <Joined<A, B>>::second(id) {
            Some(second) => self.1.get(second),
            None => self.0.get(id),
        }
    }

    fn with(&self, id: FieldId, value: u32) -> Result<Self, ParamError> {
        let refused = |error: ParamError| ParamError { field: id, ..error };
        match <Joined<A, B>>::second(id) {
            Some(second) => Ok((self.0, self.1.with(second, value).map_err(refused)?)),
            None => Ok((self.0.with(id, value)?, self.1)),
        }
    }

    fn check(&self) -> Result<(), ParamError> {
        self.0.check()?;
        let joined = |error: ParamError| {
            let field = FieldId(error.field.0.wrapping_add(A::FIELDS.len() as u16));
            ParamError { field, ..error }
        };
        self.1.check().map_err(joined)
    }

    const IN_ORDER: bool = A::IN_ORDER
        && B::IN_ORDER
        && core::mem::offset_of!(Self, 0) == 0
        && core::mem::offset_of!(Self, 1) == size_of::<A>();
}

/// Most fields of a pair. Chosen by us: the largest single table has 20.
const PAIR_FIELDS: usize = 64;

/// A place of the joined table that no field takes.
const NO_DOC: FieldDoc =
    FieldDoc { name: "", meaning: "", source: "", choices: &[], follows: Follows::Nothing };

/// The joined tables of a pair, at a fixed length, because a generic length is not a constant expression.
struct Joined<A, B>(core::marker::PhantomData<(A, B)>);

impl<A: Settings, B: Settings> Joined<A, B> {
    const LEN: usize = A::FIELDS.len() + B::FIELDS.len();
    const FIELDS: &'static [Field; PAIR_FIELDS] = &{
        let blank = Field { unit: crate::Unit::Count, min: 0, max: 0, default: 0 };
        let mut all = [blank; PAIR_FIELDS];
        let mut at = 0;
        while at < Self::LEN {
            let first = A::FIELDS.len();
            all[at] = if at < first { A::FIELDS[at] } else { B::FIELDS[at - first] };
            at += 1;
        }
        all
    };
    const DOCS: &'static [FieldDoc; PAIR_FIELDS] = &{
        let mut all = [NO_DOC; PAIR_FIELDS];
        let mut at = 0;
        while at < Self::LEN {
            let first = A::DOCS.len();
            all[at] = if at < first { A::DOCS[at] } else { B::DOCS[at - first] };
            at += 1;
        }
        all
    };

    /// The id within the second set, if it lies there.
    fn second(id: FieldId) -> Option<FieldId> {
        let first = A::FIELDS.len();
        (id.0 as usize).checked_sub(first).map(|index| FieldId(index as u16))
    }
}

/// Declares a settings struct of `u32` fields and [`Choice`](crate::Choice)s together with its descriptor tables.
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
/// freeboard_params::settings! {
///     /// Settings of a step marker.
///     pub struct StepSettings {
///         /// Marking threshold K.
///         k: Bytes = 97_500, 1..=u32::MAX, "DCTCP §3.4";
///         /// Where the test is made.
///         hook: Choice<Hook> = Hook::Enqueue, .., "chosen by us";
///     }
/// }
/// use freeboard_params::Settings;
/// let settings = StepSettings::default();
/// assert_eq!(settings.k, 97_500);
/// assert_eq!(StepSettings::DOCS[0].name, "k");
/// assert!(settings.with(StepSettings::k, 0).is_err());
/// assert_eq!(settings.with(StepSettings::k, 7).unwrap().k, 7);
/// let late = StepSettings { hook: Hook::Dequeue.setting(), ..settings };
/// assert!(late.hook == Hook::Dequeue && late.get(StepSettings::hook) == Some(1));
/// assert_eq!(StepSettings::DOCS[1].choices, ["enqueue", "dequeue"]);
/// assert!(settings.with(StepSettings::hook, 2).is_err());
/// ```
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $( $(#[doc = $doc:literal])+
               $field:ident : $unit:ident $(<$choice:ident>)? = $default:expr, $range:expr, $source:literal
               $(, follows $follows:ident)?; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(C)]
        $vis struct $name {
            $( $(#[doc = $doc])+ #[doc = concat!("Source of the default: ", $source, ".")]
               pub $field: $crate::field_type!($($choice)?), )*
        }

        $crate::field_ids! { $name; 0u16; $($field)* }

        impl Default for $name {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $name {
            /// Every field at its default.
            pub const DEFAULT: Self = Self { $($field: $crate::field_default!($default $(, $choice)?)),* };
        }

        impl $crate::Settings for $name {
            const FIELDS: &'static [$crate::Field] = &[
                $($crate::field!($unit, $default, $range $(, $choice)?)),*
            ];
            const DOCS: &'static [$crate::FieldDoc] = &[
                $($crate::FieldDoc {
                    name: stringify!($field),
                    meaning: concat!($($doc),+),
                    source: $source,
                    choices: $crate::field_words!($($choice)?),
                    follows: $crate::follows!($($follows)?),
                }),*
            ];

            $crate::field_access! { $($field)* }
        }

        impl $crate::Part for $name {
            type Whole = Self;
            const IDS: &'static [$crate::FieldId] = &[$($name::$field),*];

            fn whole(&self) -> Self {
                *self
            }
        }
    };
}

/// The type of a field: a choice among named values, or a number.
#[doc(hidden)]
#[macro_export]
macro_rules! field_type {
    () => {
        u32
    };
    ($choice:ident) => {
        $crate::Choice<$choice>
    };
}

/// The default of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! field_default {
    ($default:expr) => {
        $default
    };
    ($default:expr, $choice:ident) => {
        $choice::setting($default)
    };
}

/// The descriptor of a field. A choice has all of its values: `..` for a range.
#[doc(hidden)]
#[macro_export]
macro_rules! field {
    ($unit:ident, $default:expr, $range:expr) => {{
        const RANGE: core::ops::RangeInclusive<u32> = $range;
        $crate::Field { unit: $crate::Unit::$unit, min: *RANGE.start(), max: *RANGE.end(), default: $default }
    }};
    ($unit:ident, $default:expr, $range:expr, $choice:ident) => {{
        const _: core::ops::RangeFull = $range;
        $crate::Field {
            unit: $crate::Unit::$unit,
            min: 0,
            max: <$choice as $crate::Choices>::WORDS.len() as u32 - 1,
            default: $choice::setting($default).index(),
        }
    }};
}

/// The words of a choice; none for a number.
#[doc(hidden)]
#[macro_export]
macro_rules! field_words {
    () => {
        &[]
    };
    ($choice:ident) => {
        <$choice as $crate::Choices>::WORDS
    };
}

/// What a field follows; nothing if it says nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! follows {
    () => {
        $crate::Follows::Nothing
    };
    ($follows:ident) => {
        $crate::Follows::$follows
    };
}

/// Numbers the fields of a settings struct: field `k` gets the associated constant `k`, its [`FieldId`].
#[doc(hidden)]
#[macro_export]
macro_rules! field_ids {
    ($name:ident; $next:expr; $field:ident $($rest:ident)*) => {
        impl $name {
            #[doc = concat!("Id of the field `", stringify!($field), "`.")]
            #[expect(non_upper_case_globals, reason = "the id carries the field's own name")]
            pub const $field: $crate::FieldId = $crate::FieldId($next);
        }
        $crate::field_ids! { $name; $next + 1; $($rest)* }
    };
    ($name:ident; $next:expr;) => {};
}

/// What a struct of words has by its table.
#[doc(hidden)]
#[macro_export]
macro_rules! field_access {
    ($($field:ident)*) => {
        fn get(&self, id: $crate::FieldId) -> Option<u32> {
            let values = [$($crate::Word::word(&self.$field)),*];
            values.get(id.0 as usize).copied()
        }

        fn with(&self, id: $crate::FieldId, value: u32) -> Result<Self, $crate::ParamError> {
            let Some(field) = <Self as $crate::Settings>::FIELDS.get(id.0 as usize) else {
                return Err($crate::ParamError::new(id, value, 1, 0));
            };
            if value < field.min || value > field.max {
                return Err($crate::ParamError::new(id, value, field.min, field.max));
            }
            let mut changed = *self;
            let values = [$($crate::Word::slot(&mut changed.$field)),*];
            if let Some(slot) = values.into_iter().nth(id.0 as usize) {
                *slot = value;
            }
            Ok(changed)
        }

        fn check(&self) -> Result<(), $crate::ParamError> {
            $crate::check(Self::FIELDS, &[$($crate::Word::word(&self.$field)),*])
        }

        const IN_ORDER: bool = true $(
            && core::mem::offset_of!(Self, $field) == Self::$field.0 as usize * size_of::<u32>()
        )*;
    };
}
