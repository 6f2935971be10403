//! The profiles: complete, and refused where a chip would be overcommitted.

use freeboard_device::mmu::{Alpha, ConfigField, MemoryLimit, Mmu, profiles};
use freeboard_device::pfc::Link;
use freeboard_units::Bytes;

const QUANTA: u16 = u16::MAX;

#[test]
fn every_profile_has_every_limit_with_a_source() {
    let all = profiles::all();
    let names: Vec<&str> = all.iter().map(|profile| profile.name).collect();
    assert_eq!(names, ["trident2-like", "tomahawk-like", "tofino-1-like", "tofino-2-like"]);
    for profile in all {
        for id in MemoryLimit::ALL {
            let rows: Vec<_> = profile.rows.iter().filter(|row| row.id == *id).collect();
            assert_eq!(rows.len(), 1, "{} {id:?}", profile.name);
            assert!(!rows[0].source.is_empty());
        }
    }
}

#[test]
fn a_tomahawk_memory_shares_three_of_its_four_megabytes() {
    let mmu = Mmu::new(&profiles::tomahawk_like().lossy(Alpha::from_log2(2).unwrap()).unwrap()).unwrap();
    let shared = f64::from(mmu.pool_size().0) * 208.0;
    assert!((shared / 3_145_728.0 - 1.0).abs() < 0.001, "{shared}");
    assert_eq!(profiles::tomahawk_like().ports_per_memory(), 8);
}

#[test]
fn an_alpha_the_chip_does_not_have_is_refused() {
    let error = profiles::tofino_1_like().lossy(Alpha::from_log2(3).unwrap()).unwrap_err();
    assert_eq!((error.field, error.value, error.min, error.max), (ConfigField::AlphaLog2, 3, -6, 2));
    // Broadcom's have every one there is.
    for log2 in Alpha::MIN_LOG2..=Alpha::MAX_LOG2 {
        assert!(profiles::tomahawk_like().lossy(Alpha::from_log2(log2).unwrap()).is_ok(), "2^{log2}");
    }
}

/// SONiC's buffer templates give lossless groups `dynamic_th` -3: an eighth of what is free.
#[test]
fn a_lossless_group_of_broadcoms_may_hold_an_eighth_of_what_is_free() {
    assert_eq!(profiles::tomahawk_like().value(MemoryLimit::LosslessAlpha), -3);
}

#[test]
fn headroom_beyond_the_memory_is_refused_with_what_would_fit() {
    // 128 ports that may send 64-byte frames need 128 * 173 cells; 3 MiB less the guarantees are 14 400.
    let tomahawk = profiles::tomahawk_like();
    assert!(tomahawk.lossless(128, tomahawk.split_link(), QUANTA).is_ok());
    let small = Link { frame_min: Bytes(64), ..tomahawk.split_link() };
    let error = tomahawk.lossless(128, small, QUANTA).unwrap_err();
    assert_eq!((error.field, error.value, error.min), (ConfigField::Headroom, 128 * 173, 0));
    assert!(
        error.max < 15_200
            && error.to_string().contains(
                "headroom of all lossless groups, in cells or bytes of the layout, is 22144, legal is 0 to"
            ),
        "{error}"
    );
    let told = error.counted_in(208).to_string();
    assert!(
        told.starts_with("the headroom of all lossless groups is 22144 cells of 208 B, legal is 0 to"),
        "{told}"
    );
    let told = error.counted_in(1).to_string();
    assert!(told.starts_with("the headroom of all lossless groups is 22144 B, legal is 0 to"), "{told}");
    // The same with guarantees that exceed the memory.
    let greedy = tomahawk.with(MemoryLimit::Guaranteed, 100_000);
    let error = greedy.lossless(128, greedy.split_link(), QUANTA).unwrap_err();
    assert_eq!(error.field, ConfigField::Guaranteed);
}

#[test]
fn a_long_cable_needs_more_than_a_memory_has() {
    for profile in profiles::all() {
        let far = Link { cable_m: 20_000, ..profile.split_link() };
        let error = profile.lossless(128, far, QUANTA).unwrap_err();
        assert_eq!(error.field, ConfigField::Headroom, "{}", profile.name);
    }
}
