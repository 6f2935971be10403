//! Memory filled with 0 is fresh state, and numbers of the interface are those of the header.
#![expect(unsafe_code, reason = "what C hands over is memory")]

use core::mem::MaybeUninit;
use freeboard_aqm_api::Aqm;
use freeboard_registry::{for_each_aqm, for_each_cc, for_each_underlay};

fn zero_is_fresh<T: Default + PartialEq + core::fmt::Debug>(name: &str) {
    // SAFETY: the claim under test; every state is integers and `bool`s.
    let zero = unsafe { MaybeUninit::<T>::zeroed().assume_init() };
    assert_eq!(zero, T::default(), "{name}");
}

macro_rules! schemes {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        $({
            type Own = freeboard_registry::scheme!($kind $path);
            zero_is_fresh::<<Own as Aqm>::Pipe>(stringify!($name));
            zero_is_fresh::<<Own as Aqm>::Port>(stringify!($name));
            zero_is_fresh::<<Own as Aqm>::Queue>(stringify!($name));
        })*
    };
}

macro_rules! flows {
    ($($_:tt $name:ident $path:path;)*) => { $(zero_is_fresh::<$path>(stringify!($name));)* };
}

#[test]
fn memory_filled_with_0_is_fresh_state() {
    for_each_aqm!(schemes);
    for_each_cc!(flows);
    for_each_underlay!(flows);
}

#[test]
fn the_header_has_the_numbers_of_the_interface() {
    use freeboard_c::Refused;
    let header = include_str!("../include/freeboard.h");
    for (name, number) in [
        ("FREEBOARD_VERSION", freeboard_c::VERSION),
        ("FREEBOARD_REFUSED_SIZE", Refused::Size as u32),
        ("FREEBOARD_REFUSED_VERSION", Refused::Version as u32),
        ("FREEBOARD_REFUSED_MEASURE", Refused::Measure as u32),
        ("FREEBOARD_REFUSED_PRESET", Refused::Preset as u32),
        ("FREEBOARD_REFUSED_NULL", Refused::Null as u32),
    ] {
        let line = format!("#define {name} UINT32_C(0x{number:05x})");
        assert!(header.contains(&line), "{line}");
    }
}
