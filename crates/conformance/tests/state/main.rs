//! Properties of every algorithm's state, settings and metadata.

use freeboard_conformance::suites::{
    canonical, config_domain, descriptors, parameter_sensitivity, reads, reconfigure,
};
use freeboard_registry::{AqmId, CcId, UnderlayId};

mod bounds;
mod pauses;
mod properties;

/// Variants of several words that have nothing to hide, and why: a state is its canonical words.
const ALL_IN_FORCE: &[(&str, &str)] = &[
    ("red/low-pass", "average and stamp are in force from the first packet on, and zero before"),
    ("s-ecn/exact", "so are the last sample and the average"),
    ("hull/exact", "length and stamp are in force: no packet leaves the phantom queue empty behind it"),
    (
        "hull/classes",
        "the time at which it will be empty is the state; that it lies in the past is not known to it",
    ),
    ("cedm/window", "as e-ecn/shift-16"),
    ("s-ecn/window", "as e-ecn/shift-16"),
    ("e-ecn/exact", "so are the last update and the growth"),
    ("e-ecn/shift-16", "so are deadline, length and fall; only whether a second window began is hidden"),
    ("e-ecn/shift-32", "as shift-16"),
];

fn hides(name: &str, bytes: usize) -> bool {
    bytes > 4 && !ALL_IN_FORCE.iter().any(|(it, _)| *it == name)
}

macro_rules! aqm_tests {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn equal_canonical_words_mean_equal_behaviour() {
                let pairs = canonical::aqm(AqmId::$name);
                // A state of more words than its flags has something to hide.
                let bytes = AqmId::$name.descriptor().shapes[2].size;
                let hides = hides(&AqmId::$name.to_string(), bytes);
                assert!(!hides || pairs >= 20, "only {pairs} pairs were found");
            }

            #[test]
            fn tables_presets_and_effective_values_are_consistent() {
                descriptors::aqm(AqmId::$name);
            }

            #[test]
            fn every_setting_has_an_effect() {
                parameter_sensitivity::aqm(AqmId::$name);
            }

            #[test]
            fn reads_what_it_declares_and_nothing_else() {
                reads::aqm(AqmId::$name);
            }

            #[test]
            fn drops_where_it_declares_it_and_nowhere_else() {
                reads::drops(AqmId::$name);
            }

            #[test]
            fn new_parameters_keep_the_state() {
                reconfigure::aqm(AqmId::$name);
            }
        })*
    };
}
freeboard_registry::for_each_aqm!(aqm_tests);

/// Controls whose words are their whole state: every deadline of DCQCN stays in force from the first notification on,
/// Swift clears the time of a cut that is over and theta-PowerTCP a sample that has no slope.
const TELLS_ALL: [&str; 3] = ["dcqcn", "swift", "powertcp"];

macro_rules! cc_tests {
    ($($_:tt $name:ident $path:path;)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn equal_canonical_words_mean_equal_behaviour() {
                let pairs = canonical::cc(CcId::$name);
                let id = CcId::$name;
                let hides = !TELLS_ALL.contains(&id.meta().name)
                    && id.descriptor().shapes[0].size > 4;
                assert!(!hides || pairs >= 20, "only {pairs} pairs were found");
            }

            #[test]
            fn tables_presets_and_effective_values_are_consistent() {
                descriptors::cc(CcId::$name);
            }

            #[test]
            fn every_setting_has_an_effect() {
                parameter_sensitivity::cc(CcId::$name);
            }

            #[test]
            fn looks_at_delivery_rates_if_it_declares_it_and_only_then() {
                reads::cc(CcId::$name);
            }

            #[test]
            fn new_parameters_keep_the_state() {
                reconfigure::cc(CcId::$name);
            }
        })*
    };
}
freeboard_registry::for_each_cc!(cc_tests);

macro_rules! underlay_tests {
    ($($_:tt $name:ident $path:path;)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn every_setting_has_an_effect() {
                parameter_sensitivity::underlay(UnderlayId::$name);
            }

            #[test]
            fn a_refusal_names_what_is_legal() {
                config_domain::underlay(UnderlayId::$name);
            }
        })*
    };
}
freeboard_registry::for_each_underlay!(underlay_tests);
