//! Any marking scheme by number.

use crate::AqmInstance;
use freeboard_aqm_api::{
    Activity, Aqm, Arrival, Departure, Meta, Nanos32, ParamError, PortView, Verdict, Words,
};
use freeboard_params::{Field, FieldDoc, FieldId, Settings};
use freeboard_units::DepthUnit;

/// Settings from one value per field in declaration order; missing ones keep their default.
///
/// # Errors
/// The first value outside its field's range.
pub(crate) fn settings_of<S: Settings>(values: &[u32]) -> Result<S, ParamError> {
    let mut settings = S::default();
    for (id, value) in (0..).zip(values).take(S::FIELDS.len()) {
        settings = settings.with(FieldId(id), *value)?;
    }
    Ok(settings)
}

macro_rules! any_aqm {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        /// Which scheme, which variant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum AqmId {
            $(#[cfg $cfg]
              #[doc = concat!("`", stringify!($path), "`.")]
              $name,)*
        }

        /// Any scheme with the state of one queue.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyAqm {
            $(#[cfg $cfg]
              #[doc = concat!("`", stringify!($path), "`.")]
              $name(AqmInstance<$crate::scheme!($kind $path)>),)*
        }

        impl AqmId {
            /// Every variant whose feature is on, in list order.
            pub const ALL: &'static [Self] = &[$(#[cfg $cfg] Self::$name,)*];

            /// What is fixed about it.
            #[must_use]
            pub const fn meta(self) -> &'static Meta {
                match self {
                    $(#[cfg $cfg]
                      Self::$name => const { &<$crate::scheme!($kind $path) as Aqm>::META },)*
                }
            }

            /// Its fields, and the words about them.
            #[must_use]
            pub const fn fields(self) -> (&'static [Field], &'static [FieldDoc]) {
                match self {
                    $(#[cfg $cfg]
                      Self::$name => (
                          <<$crate::scheme!($kind $path) as Aqm>::Settings as Settings>::FIELDS,
                          <<$crate::scheme!($kind $path) as Aqm>::Settings as Settings>::DOCS,
                      ),)*
                }
            }

            /// A fresh queue under these settings: one value per field in order, missing ones at their default.
            ///
            /// # Errors
            /// The first field that is refused.
            pub fn place(self, values: &[u32], unit: DepthUnit) -> Result<AnyAqm, ParamError> {
                match self {
                    $(#[cfg $cfg]
                      Self::$name => {
                          let settings = settings_of(values)?;
                          let params = <$crate::scheme!($kind $path) as Aqm>::params(&settings, unit)?;
                          Ok(AnyAqm::$name(AqmInstance::new(params)))
                      })*
                }
            }
        }

        impl AnyAqm {
            /// A packet arrives; booked in `activity`.
            pub fn on_enqueue(&mut self, arrival: &Arrival, activity: &mut Activity) -> Verdict {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref mut it) => it.on_enqueue_watched(arrival, activity),)*
                }
            }

            /// A packet leaves; booked in `activity`.
            pub fn on_dequeue(&mut self, departure: &Departure, activity: &mut Activity) -> Verdict {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref mut it) => it.on_dequeue_watched(departure, activity),)*
                }
            }

            /// The control plane ticks.
            pub fn on_control(&mut self, now: Nanos32, view: &PortView<'_>) {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref mut it) => it.on_control(now, view),)*
                }
            }

            /// Appends the state's words.
            pub fn canonical(&self, words: &mut Words) {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref it) => it.canonical(words),)*
                }
            }
        }
    };
}
crate::for_each_aqm!(any_aqm);
