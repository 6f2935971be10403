//! The thirteen bug classes, for every algorithm of the registry.

use freeboard_registry::{AqmId, CcId};

mod counts;
mod sources;
mod table;

macro_rules! aqm_tests {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        mod aqm {
            $(#[test]
              fn $name() {
                  super::suite::aqm(super::super::AqmId::$name);
              })*
        }
    };
}

macro_rules! cc_tests {
    ($($_:tt $name:ident $path:path;)*) => {
        mod cc {
            $(#[test]
              fn $name() {
                  super::suite::cc(super::super::CcId::$name);
              })*
        }
    };
}

macro_rules! classes {
    ($($class:ident)*) => {
        /// Names of the suites.
        const CLASSES: &[&str] = &[$(stringify!($class)),*];
        $(mod $class {
            use freeboard_conformance::suites::$class as suite;
            freeboard_registry::for_each_aqm!(aqm_tests);
            freeboard_registry::for_each_cc!(cc_tests);
        })*
    };
}

classes! {
    ewma_floor
    clock_wrap
    idle_and_reattach
    counter_beyond_2_32
    product_width
    subtract_below_zero
    shift_width
    divide_by_zero
    config_domain
    word_size_32_vs_64
    one_event_one_reaction
    bounded_work
    sentinel_collision
}
