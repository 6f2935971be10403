//! Any congestion control by number.

use crate::Flow;
use crate::any_aqm::settings_of;
use freeboard_cc_api::{Bytes, CcMeta, CongestionControl, Control, Event, ParamError, Words};
use freeboard_params::{Field, FieldDoc, Settings};

macro_rules! any_cc {
    ($($cfg:tt $name:ident $path:path;)*) => {
        /// Which controller, which variant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum CcId {
            $(#[cfg $cfg]
              #[doc = concat!("`", stringify!($path), "`.")]
              $name,)*
        }

        /// Any controller with the state of one flow.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyCc {
            $(#[cfg $cfg]
              #[doc = concat!("`", stringify!($path), "`.")]
              $name(Flow<$path>),)*
        }

        impl CcId {
            /// Every variant whose feature is on, in list order.
            pub const ALL: &'static [Self] = &[$(#[cfg $cfg] Self::$name,)*];

            /// What is fixed about it.
            #[must_use]
            pub const fn meta(self) -> &'static CcMeta {
                match self {
                    $(#[cfg $cfg] Self::$name => const { &<$path as CongestionControl>::META },)*
                }
            }

            /// Its fields, and the words about them.
            #[must_use]
            pub const fn fields(self) -> (&'static [Field], &'static [FieldDoc]) {
                match self {
                    $(#[cfg $cfg]
                      Self::$name => (
                          <<$path as CongestionControl>::Settings as Settings>::FIELDS,
                          <<$path as CongestionControl>::Settings as Settings>::DOCS,
                      ),)*
                }
            }

            /// Bytes of state per flow.
            #[must_use]
            pub const fn state_bytes(self) -> usize {
                match self {
                    $(#[cfg $cfg] Self::$name => size_of::<$path>(),)*
                }
            }

            /// A fresh flow under these settings: one value per field in order, missing ones at their default.
            ///
            /// # Errors
            /// The first field that is refused.
            pub fn place(self, values: &[u32], mss: Bytes) -> Result<AnyCc, ParamError> {
                match self {
                    $(#[cfg $cfg]
                      Self::$name => {
                          let settings = settings_of(values)?;
                          Ok(AnyCc::$name(Flow::new(<$path as CongestionControl>::params(&settings, mss)?)))
                      })*
                }
            }
        }

        impl AnyCc {
            /// Takes one event.
            pub fn on_event(&mut self, event: &Event<'_>) -> Control {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref mut it) => it.on_event(event),)*
                }
            }

            /// What holds now.
            #[must_use]
            pub fn control(&self) -> Control {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref it) => it.control(),)*
                }
            }

            /// See [`CongestionControl::slow_start_threshold`].
            #[must_use]
            pub fn slow_start_threshold(&self) -> Bytes {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref it) => it.slow_start_threshold(),)*
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
crate::for_each_cc!(any_cc);
