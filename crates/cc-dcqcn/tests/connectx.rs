//! NVIDIA's published table: the preset is its defaults, and every name arrives at its setting in its unit.

use freeboard_cc_api::CongestionControl;
use freeboard_cc_dcqcn::connectx::{NotTaken, PARAMETERS, parameter};
use freeboard_cc_dcqcn::{ClampTarget, Dcqcn, DcqcnSettings};

const LINE_MBPS: u32 = 100_000;

fn preset(name: &str) -> DcqcnSettings {
    Dcqcn::PRESETS.iter().find(|preset| preset.name == name).unwrap().settings
}

#[test]
fn the_preset_is_the_published_defaults() {
    let imported = PARAMETERS.iter().fold(preset("vendor"), |settings, one| {
        settings.with_connectx(one.names[1], one.default, LINE_MBPS).unwrap()
    });
    assert_eq!(imported, preset("connectx"));
}

#[test]
fn units_are_those_of_the_table() {
    let vendor = preset("vendor");
    let with = |name, value| vendor.with_connectx(name, value, LINE_MBPS).unwrap();
    // 1 - 960/1024 = 1/16.
    assert_eq!(with("dce_tcp_g", 960).g, 65_536 / 16);
    assert_eq!(with("DcQcnDceAlphaUpdatePeriod", 55).t_alpha, 55_000);
    assert_eq!(with("INITIAL_ALPHA_VALUE_P2", 512).alpha_init, 32_768);
    // A thousandth of line rate: 1048.576 units.
    assert_eq!(with("RPG_AI_RATE_P1", 100).ai, 1_049);
    assert_eq!(vendor.with_connectx("rpg_ai_rate", 100, 400_000).unwrap().ai, 262);
    assert_eq!(with("rpg_byte_reset", 2).byte_counter, 128);
    assert_eq!(with("clamp_tgt_rate", 1).clamp_target, ClampTarget::Always);
    assert_eq!(with("rpg_min_dec_fac", 25), vendor);
}

#[test]
fn what_has_no_counterpart_is_refused() {
    let vendor = preset("vendor");
    let refused = |name, value| vendor.with_connectx(name, value, LINE_MBPS).unwrap_err();
    assert_eq!(refused("rpg_ai_rat", 5), NotTaken::Unknown);
    assert_eq!(refused("rpg_gd", 10), NotTaken::NoSetting { min: 11, max: 11 });
    assert_eq!(refused("rpg_min_dec_fac", 75), NotTaken::NoSetting { min: 0, max: 50 });
    let NotTaken::Refused(error) = refused("dce_tcp_g", 1_024) else { panic!("taken") };
    assert_eq!((error.field, error.value), (DcqcnSettings::g, 0));
    let NotTaken::Refused(error) = refused("rpg_time_reset", 2_000_000) else { panic!("taken") };
    assert_eq!((error.field, error.max), (DcqcnSettings::t_i, 1_000_000_000));
}

#[test]
fn a_rate_beyond_32_bits_and_a_link_of_rate_0_are_refused() {
    let vendor = preset("vendor");
    // 4097 times line rate: 2^32 + 2^20 units, of which the lower word alone would be line rate.
    for (value, line_mbps) in [(4_097, 1), (5, 0)] {
        let error = vendor.with_connectx("rpg_ai_rate", value, line_mbps).unwrap_err();
        let NotTaken::Refused(error) = error else { panic!("{error:?}") };
        assert_eq!((error.field, error.value), (DcqcnSettings::ai, u32::MAX), "{value} of {line_mbps}");
    }
}

#[test]
fn names_are_distinct() {
    let mut names: Vec<&str> = PARAMETERS.iter().flat_map(|one| one.names).collect();
    assert!(names.iter().all(|name| parameter(name).is_some_and(|one| one.names.contains(name))));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 3 * PARAMETERS.len());
}
