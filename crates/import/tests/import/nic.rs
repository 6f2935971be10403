//! Listings of a NIC.

use freeboard_import::nic::{listing, parameters};

const LISTING: &str = "
Device #1:
----------

Device type:        ConnectX6DX
Device:             0000:3b:00.0

Configurations:                                      Default             Current             Next Boot
        MEMIC_BAR_SIZE                              0                   0                   0
*       RPG_AI_RATE_P1                              5                   50                  50
        RPG_MAX_RATE_P1                             0                   0                   0
        DCE_TCP_G_P1                                1019                960                 1019
        CLAMP_TGT_RATE_P1                           False(0)            True(1)             True(1)
        MIN_TIME_BETWEEN_CNPS_P1                    4                   4                   4
        ROCE_CC_PRIO_MASK_P1                        255                 255                 255
RO      CNP_DSCP_P2                                 48                  48                  48
        RPG_AI_RATE_P2                              5                   5                   5
";

#[test]
fn a_listing_becomes_settings_of_both_ports() {
    let imported = listing("nic.txt", LISTING, 25_000).unwrap();
    let (first, second) = imported.text.split_once("# Port P2").unwrap();
    for line in [
        "# Port P1",
        "cnp_interval = \"4 us\"",
        "g = \"0.0625\"",
        "clamp_target = \"always\"",
        "ai = \"0.002\"",
    ] {
        assert!(first.lines().any(|own| own == line), "no `{line}` in\n{first}");
    }
    assert!(!second.contains("cnp_interval"), "{second}");
    let notes: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    for note in [
        "RPG_MAX_RATE_P1: is not modelled",
        "ROCE_CC_PRIO_MASK_P1: is not modelled",
        "CNP_DSCP_P2: is not modelled",
        "DCE_TCP_G_P1: is 960 now and 1019 after the next boot",
        "parameters that are not about DCQCN: MEMIC_BAR_SIZE",
    ] {
        assert!(notes.iter().any(|own| own.starts_with(note)), "no `{note}` in {notes:?}");
    }
}

#[test]
fn one_column_is_enough() {
    let text = "Configurations:    Next Boot\n  RPG_TIME_RESET_P1   0x12c\n";
    let imported = listing("nic.txt", text, 100_000).unwrap();
    assert!(imported.text.contains("t_i = \"300 us\""), "{}", imported.text);
}

#[test]
fn all_three_spellings_are_read() {
    let text =
        "  rpg_ai_rate   50\n  DcQcnHAIRate   100\n  DCE_TCP_G_P1   960\n  min_time_between_cnps   4\n";
    let imported = listing("nic.txt", text, 25_000).unwrap();
    for line in ["ai = \"0.002\"", "hai = \"0.004\"", "g = \"0.0625\"", "cnp_interval = \"4 us\""] {
        assert!(imported.text.lines().any(|own| own == line), "no `{line}` in\n{}", imported.text);
    }
}

#[test]
fn cards_of_one_listing_are_apart() {
    let text = "Device #1:\n RPG_AI_RATE_P1  5\nDevice #2:\n RPG_AI_RATE_P1  50\n";
    let imported = listing("nic.txt", text, 25_000).unwrap().text;
    let (first, second) = imported.split_once("# Device #2, port P1").unwrap();
    assert!(first.contains("# Device #1, port P1") && first.contains("ai = \"0.0002\""), "{first}");
    assert!(second.contains("ai = \"0.002\""), "{second}");
    let twice =
        listing("nic.txt", "RPG_AI_RATE_P1  5\nRPG_AI_RATE_P1  50\n", 25_000).unwrap_err().to_string();
    assert!(twice.contains("line 2") && twice.contains("is beside RPG_AI_RATE_P1 = 5"), "{twice}");
}

#[test]
fn a_listing_without_dcqcn_is_refused() {
    let fault = listing("nic.txt", "SRIOV_EN   True(1)\n", 100_000).unwrap_err().to_string();
    assert!(fault.contains("lists no DCQCN parameter"), "{fault}");
}

#[test]
fn a_refusal_has_the_parameters_own_range_and_line() {
    let fault = listing("nic.txt", "\nRPG_GD_P1  10\n", 100_000).unwrap_err().to_string();
    assert!(
        fault.contains("line 2") && fault.contains("`RPG_GD_P1 = 10`") && fault.contains("legal: 11."),
        "{fault}"
    );
    let text = |value: &str| parameters(&[format!("rpg_ai_rate={value}")], 100_000);
    let fault = text("100001").unwrap_err().to_string();
    // From the smallest fraction of the line, 2^-20, to all of it [Mbit/s].
    assert!(fault.contains("legal: 1 to 100000 Mbit/s."), "{fault}");
    assert!(text("100000").is_ok() && text("1").is_ok() && text("0").is_err());
    let fault = parameters(&["rpg_ai_rat=5".to_owned()], 100_000).unwrap_err().to_string();
    assert!(fault.contains("did you mean rpg_ai_rate?"), "{fault}");
}

#[test]
fn parameters_that_are_not_the_controls_have_their_own_answer() {
    let given = |one: &str| parameters(&[one.to_owned()], 100_000).unwrap();
    assert!(given("MIN_TIME_BETWEEN_CNPS=4").text.contains("cnp_interval = \"4 us\""));
    let notes = given("rpg_max_rate=100").notes;
    assert!(notes[0].to_string().contains("a flow's largest rate is its link's"), "{notes:?}");
}

#[test]
fn two_values_of_one_parameter_are_refused_whichever_port_or_spelling() {
    let given =
        |all: &[&str]| parameters(&all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>(), 100_000);
    for two in [
        ["RPG_AI_RATE_P1=50", "RPG_AI_RATE_P2=60"],
        ["RPG_AI_RATE_P1=50", "rpg_ai_rate=60"],
        ["rpg_ai_rate=50", "rpg_ai_rate=60"],
        ["MIN_TIME_BETWEEN_CNPS_P1=4", "MIN_TIME_BETWEEN_CNPS_P2=5"],
    ] {
        let fault = given(&two).unwrap_err().to_string();
        assert!(fault.contains("one of the two would have no effect"), "{two:?}: {fault}");
    }
    let both = given(&["RPG_AI_RATE_P1=50", "RPG_AI_RATE_P2=50"]).unwrap().text;
    assert_eq!(both, given(&["rpg_ai_rate=50"]).unwrap().text);
}
