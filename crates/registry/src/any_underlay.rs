//! Any underlay by number.

use crate::family::family;
use freeboard_cc_api::{
    Bytes, Nanos32, OrAck, ParamError, Remembered, Sent, Settings, Underlay, UnderlayEvent, UnderlayOutput,
    Words,
};
use freeboard_params::{Field, FieldDoc};

/// The parameters of an underlay under one value per field, missing ones at their default.
///
/// # Errors
/// The first field that is refused.
pub fn underlay_params<U: Underlay>(values: &[u32]) -> Result<U::Params, ParamError> {
    U::params(&U::Settings::from_values(values)?)
}

macro_rules! any_underlay {
    ($($cfg:tt $name:ident $path:path;)*) => {
        family!(UnderlayId AnyUnderlay UnderlayInstance Underlay underlay_params[values: &[u32]](values): $($cfg $name $path;)*);

        impl UnderlayId {
            /// Its name in ids such as `on-ramp+dctcp`; empty for the null object.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(#[cfg $cfg] Self::$name => <$path as Underlay>::NAME,)*
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

        impl AnyUnderlay {
            /// A packet left the NIC; returns the cumulative pause it carries \[ns\].
            pub fn on_sent(&mut self, sent: &Sent) -> u32 {
                match self { $(#[cfg $cfg] Self::$name(it) => it.on_sent(sent),)* }
            }

            /// A receiver's report came back.
            pub fn on_or_ack(&mut self, report: &OrAck) {
                match self { $(#[cfg $cfg] Self::$name(it) => it.on_or_ack(report),)* }
            }

            /// Whether a report's stamps are believed.
            #[must_use]
            pub fn is_sane(&self, report: &OrAck) -> bool {
                match self { $(#[cfg $cfg] Self::$name(it) => it.is_sane(report),)* }
            }

            /// The cumulative ACK advanced.
            pub fn on_ack(&mut self, now: Nanos32, acked: Bytes) {
                match self { $(#[cfg $cfg] Self::$name(it) => it.on_ack(now, acked),)* }
            }

            /// Takes any of the calls, and asks.
            pub fn take(&mut self, event: &UnderlayEvent) -> UnderlayOutput {
                match self { $(#[cfg $cfg] Self::$name(it) => it.take(event),)* }
            }

            /// Earliest time of the next packet.
            #[must_use]
            pub fn release(&self, now: Nanos32) -> Nanos32 {
                match self { $(#[cfg $cfg] Self::$name(it) => it.release(now),)* }
            }

            /// Most bytes in flight.
            #[must_use]
            pub fn in_flight_cap(&self) -> Bytes {
                match self { $(#[cfg $cfg] Self::$name(it) => it.in_flight_cap(),)* }
            }

            /// What a new flow to the same destination may start from.
            #[must_use]
            pub fn remember(&self, now: Nanos32) -> Option<Remembered> {
                match self { $(#[cfg $cfg] Self::$name(it) => it.remember(now),)* }
            }

            /// A fresh flow under the same parameters that starts from what another one has seen.
            #[must_use]
            pub fn starting_from(&self, now: Nanos32, seen: &Remembered) -> Self {
                match self { $(#[cfg $cfg] Self::$name(it) => Self::$name(it.starting_from(now, seen)),)* }
            }
        }
    };
}
crate::for_each_underlay!(any_underlay);
