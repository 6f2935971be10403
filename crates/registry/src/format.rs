//! Log formats of an algorithm's parameters and state.

use crate::{AnyAqm, AnyCc, AnyUnderlay, AqmInstance, Flow, Layer};
use defmt::{Format, Formatter, write};
use freeboard_aqm_api::Aqm;
use freeboard_cc_api::{CongestionControl, Underlay};

impl<A: Aqm> Format for AqmInstance<A>
where
    A::Params: Format,
    A::Pipe: Format,
    A::Port: Format,
    A::Queue: Format,
{
    fn format(&self, f: Formatter<'_>) {
        write!(f, "params {} pipe {} port {} queue {}", self.params, self.pipe, self.port, self.queue);
    }
}

impl<C: CongestionControl + Format> Format for Flow<C>
where
    C::Params: Format,
{
    fn format(&self, f: Formatter<'_>) {
        write!(f, "params {} flow {}", self.params, self.state);
    }
}

impl<U: Underlay + Format> Format for UnderlayInstance<U>
where
    U::Params: Format,
{
    fn format(&self, f: Formatter<'_>) {
        write!(f, "params {} underlay {}", self.params, self.state);
    }
}

macro_rules! any_aqm {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        impl Format for AnyAqm {
            fn format(&self, f: Formatter<'_>) {
                match self {
                    $(#[cfg $cfg] Self::$name(it) => write!(f, "{}", it),)*
                }
            }
        }
    };
}
crate::for_each_aqm!(any_aqm);

macro_rules! any_cc {
    ($($cfg:tt $name:ident $path:path;)*) => {
        impl Format for AnyCc {
            fn format(&self, f: Formatter<'_>) {
                match self {
                    $(#[cfg $cfg] Self::$name(it) => write!(f, "{}", it),)*
                }
            }
        }
    };
}
crate::for_each_cc!(any_cc);

macro_rules! any_underlay {
    ($($cfg:tt $name:ident $path:path;)*) => {
        impl Format for AnyUnderlay {
            fn format(&self, f: Formatter<'_>) {
                match self {
                    $(#[cfg $cfg] Self::$name(it) => write!(f, "{}", it),)*
                }
            }
        }
    };
}
crate::for_each_underlay!(any_underlay);
