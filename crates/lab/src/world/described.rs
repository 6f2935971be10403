//! Every algorithm of the registry, described.

use crate::catalog::{Algorithm, of_aqm, of_cc, of_underlay};

macro_rules! describe_aqms {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        pub(crate) fn aqms() -> Vec<Algorithm> {
            vec![$(of_aqm::<freeboard_registry::scheme!($kind $path)>()),*]
        }
    };
}
freeboard_registry::for_each_aqm!(describe_aqms);

macro_rules! describe_ccs {
    ($($_:tt $name:ident $path:path;)*) => {
        pub(crate) fn ccs() -> Vec<Algorithm> {
            vec![$(of_cc::<$path>()),*]
        }
    };
}
freeboard_registry::for_each_cc!(describe_ccs);

macro_rules! describe_underlays {
    ($($_:tt $name:ident $path:path;)*) => {
        /// Without the null object, whose name is empty.
        pub(crate) fn underlays() -> Vec<Algorithm> {
            let all = vec![$(of_underlay::<$path>()),*];
            all.into_iter().filter(|underlay| !underlay.name.is_empty()).collect()
        }
    };
}
freeboard_registry::for_each_underlay!(describe_underlays);
