//! Any marking scheme by number.

use crate::family::family;
use freeboard_aqm_api::{
    Activity, Aqm, Arrival, Departure, DepthUnit, Meta, Nanos32, ParamError, PortView, Verdict, Words,
};
use freeboard_params::{Field, FieldDoc, Settings};

/// The parameters of a scheme under one value per field, missing ones at their default: every instance is made from these.
///
/// # Errors
/// The first field that is refused.
pub fn aqm_params<A: Aqm>(values: &[u32], unit: DepthUnit) -> Result<A::Params, ParamError> {
    A::params(&A::Settings::from_values(values)?, unit)
}

macro_rules! any_aqm {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        family!(AqmId AnyAqm AqmInstance Aqm aqm_params[values: &[u32], unit: DepthUnit](values, unit): $($cfg $name $crate::scheme!($kind $path);)*);

        impl AqmId {
            /// What is fixed about it.
            #[must_use]
            pub const fn meta(self) -> &'static Meta {
                match self {
                    $(#[cfg $cfg]
                      Self::$name => const { &<$crate::scheme!($kind $path) as Aqm>::META },)*
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

            /// The queue is silent.
            pub fn on_idle(&mut self, now: Nanos32) {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref mut it) => it.on_idle(now),)*
                }
            }

            /// The control plane ticks.
            pub fn on_control(&mut self, now: Nanos32, view: &PortView<'_>) {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref mut it) => it.on_control(now, view),)*
                }
            }
        }
    };
}
crate::for_each_aqm!(any_aqm);
