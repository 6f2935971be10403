//! Any congestion control by number.

use crate::family::family;
use freeboard_cc_api::{Bytes, CcMeta, CongestionControl, Control, Event, ParamError, Words};
use freeboard_params::{Field, FieldDoc, Settings};

/// The parameters of a congestion control under one value per field, missing ones at their default.
///
/// # Errors
/// The first field that is refused.
pub fn cc_params<C: CongestionControl>(values: &[u32], mss: Bytes) -> Result<C::Params, ParamError> {
    C::params(&C::Settings::from_values(values)?, mss)
}

macro_rules! any_cc {
    ($($cfg:tt $name:ident $path:path;)*) => {
        family!(CcId AnyCc Flow CongestionControl cc_params[values: &[u32], mss: Bytes](values, mss): $($cfg $name $path;)*);

        impl CcId {
            /// What is fixed about it.
            #[must_use]
            pub const fn meta(self) -> &'static CcMeta {
                match self {
                    $(#[cfg $cfg] Self::$name => const { &<$path as CongestionControl>::META },)*
                }
            }

            /// Bytes of state per flow.
            #[must_use]
            pub const fn state_bytes(self) -> usize {
                match self {
                    $(#[cfg $cfg] Self::$name => size_of::<$path>(),)*
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
        }
    };
}
crate::for_each_cc!(any_cc);
