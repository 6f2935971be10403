//! Every rule finds its mistake and nothing else, and ordinary files have none.

use super::TEMPLATES;
use freeboard_import::lint::{Finding, RULES, lint, sarif};
use freeboard_import::sonic::ConfigDb;
use serde_json::{Value, json};

fn findings(text: &str) -> Vec<Finding> {
    lint(&ConfigDb::read("config_db.json", text).unwrap())
}

/// The first template with one field changed; `null` removes it.
fn changed([table, key, field]: [&str; 3], value: &Value) -> String {
    let mut db: Value = serde_json::from_str(TEMPLATES[0].1).unwrap();
    let row = db[table].as_object_mut().unwrap().entry(key).or_insert_with(|| json!({}));
    let fields = row.as_object_mut().unwrap();
    if value.is_null() {
        fields.remove(field);
    } else {
        fields.insert(field.to_owned(), value.clone());
    }
    db.to_string()
}

#[test]
fn ordinary_files_have_no_finding() {
    for (name, text) in TEMPLATES {
        assert_eq!(findings(text), [], "{name}");
    }
}

/// (rule, row and field, value, place of the finding)
fn mistakes() -> Vec<(&'static str, [&'static str; 3], Value, &'static str)> {
    let wred = |field| ["WRED_PROFILE", "LOSSLESS", field];
    vec![
        ("value", wred("green_min_threshold"), json!(" 400000"), "WRED_PROFILE|LOSSLESS|green_min_threshold"),
        ("value", wred("green_min_threshold"), json!("400 KB"), "WRED_PROFILE|LOSSLESS|green_min_threshold"),
        ("value", wred("ecn"), json!("ecn_blue"), "WRED_PROFILE|LOSSLESS|ecn"),
        ("value", wred("green_drop_probability"), json!(20), "WRED_PROFILE|LOSSLESS|green_drop_probability"),
        (
            "value",
            ["BUFFER_PROFILE", "egress_lossless", "dynamic_th"],
            json!("9"),
            "BUFFER_PROFILE|egress_lossless|dynamic_th",
        ),
        ("value", ["DSCP_TO_TC_MAP", "MAP", "47"], json!("six"), "DSCP_TO_TC_MAP|MAP|47"),
        ("value", ["DSCP_TO_TC_MAP", "MAP", "64"], json!("6"), "DSCP_TO_TC_MAP|MAP|64"),
        (
            "value",
            ["BUFFER_PROFILE", "egress_lossless", "static_th"],
            json!("9000000"),
            "BUFFER_PROFILE|egress_lossless|static_th",
        ),
        (
            "unknown-field",
            ["QUEUE", "Ethernet0|0", "wred_profil"],
            json!("LOSSLESS"),
            "QUEUE|Ethernet0|0|wred_profil",
        ),
        ("reference", ["QUEUE", "Ethernet9|0", "scheduler"], json!("bulk"), "QUEUE|Ethernet9|0"),
        (
            "reference",
            ["PORTCHANNEL_MEMBER", "PortChannel7|Ethernet9", "x"],
            json!(""),
            "PORTCHANNEL_MEMBER|PortChannel7|Ethernet9",
        ),
        (
            "reference",
            ["QUEUE", "Ethernet0|3-4", "wred_profile"],
            json!("AZURE"),
            "QUEUE|Ethernet0|3|wred_profile",
        ),
        (
            "reference",
            ["BUFFER_PG", "Ethernet0|3-4", "profile"],
            json!("none_such"),
            "BUFFER_PG|Ethernet0|3|profile",
        ),
        ("unused-profile", ["WRED_PROFILE", "OTHER", "ecn"], json!("ecn_none"), "WRED_PROFILE|OTHER"),
        (
            "min-above-max",
            wred("green_min_threshold"),
            json!("1700000"),
            "WRED_PROFILE|LOSSLESS|green_min_threshold",
        ),
        (
            "colour-not-enabled",
            wred("wred_green_enable"),
            json!("false"),
            "WRED_PROFILE|LOSSLESS|wred_green_enable",
        ),
        (
            "colour-not-enabled",
            wred("wred_green_enable"),
            Value::Null,
            "WRED_PROFILE|LOSSLESS|wred_green_enable",
        ),
        (
            "zero-probability",
            wred("green_drop_probability"),
            json!("0"),
            "WRED_PROFILE|LOSSLESS|green_drop_probability",
        ),
        (
            "ramp-below-frame",
            wred("green_max_threshold"),
            json!("401000"),
            "WRED_PROFILE|LOSSLESS|green_max_threshold",
        ),
        ("mixed-rates", ["PORT", "Ethernet4", "speed"], json!("10000"), "WRED_PROFILE|LOSSLESS"),
        (
            "threshold-time",
            ["PORT", "Ethernet4", "speed"],
            json!("1000"),
            "WRED_PROFILE|LOSSLESS|green_min_threshold",
        ),
        (
            "trunk-differs",
            ["QUEUE", "Ethernet4|5", "wred_profile"],
            json!("LOSSLESS"),
            "QUEUE|Ethernet4|5|wred_profile",
        ),
        (
            "beyond-share",
            ["BUFFER_PROFILE", "egress_lossless", "dynamic_th"],
            json!("-6"),
            "WRED_PROFILE|LOSSLESS|green_min_threshold",
        ),
        (
            "alpha-sum",
            ["BUFFER_PROFILE", "egress_lossy", "dynamic_th"],
            json!("6"),
            "WRED_PROFILE|LOSSLESS|green_min_threshold",
        ),
        (
            "pause-before-marks",
            ["BUFFER_PROFILE", "pg_lossless", "dynamic_th"],
            json!("-3"),
            "WRED_PROFILE|LOSSLESS|green_max_threshold",
        ),
        (
            "reserves-exceed-pool",
            ["BUFFER_PROFILE", "pg_lossless", "size"],
            json!("4000000"),
            "BUFFER_POOL|ingress_pool|size",
        ),
        (
            "lossless-without-headroom",
            ["BUFFER_PROFILE", "pg_lossless", "xoff"],
            Value::Null,
            "BUFFER_PG|Ethernet0|3|profile",
        ),
        (
            "lossless-without-ecn",
            ["QUEUE", "Ethernet0|3-4", "wred_profile"],
            Value::Null,
            "QUEUE|Ethernet0|3|wred_profile",
        ),
        ("lossless-without-ecn", wred("ecn"), json!("ecn_none"), "WRED_PROFILE|LOSSLESS|ecn"),
        (
            "watchdog-times",
            ["PFC_WD", "Ethernet0", "restoration_time"],
            json!("100"),
            "PFC_WD|Ethernet0|restoration_time",
        ),
        ("cnp-behind-data", ["DSCP_TO_TC_MAP", "MAP", "48"], json!("3"), "DSCP_TO_TC_MAP|MAP|48"),
        ("cnp-behind-data", ["QUEUE", "Ethernet0|6", "scheduler"], json!("bulk"), "DSCP_TO_TC_MAP|MAP|48"),
    ]
}

#[test]
fn each_mistake_is_found_by_its_rule() {
    for (rule, row, value, place) in mistakes() {
        let found = findings(&changed(row, &value));
        let own = found.iter().find(|finding| finding.rule == rule);
        let own = own.unwrap_or_else(|| panic!("{rule} does not find {row:?} = {value}: {found:?}"));
        assert_eq!(own.place, place, "{rule}");
    }
}

/// A rule finds nothing in the files that are made for the others, except where one mistake is also another.
#[test]
fn a_mistake_is_not_found_by_other_rules() {
    // A value that is not legal counts as absent; a queue without its profile differs from its trunk's; a slow port shares thresholds.
    let also = [
        ("value", "lossless-without-ecn"),
        ("reference", "trunk-differs"),
        ("reference", "lossless-without-ecn"),
        ("reference", "lossless-without-headroom"),
        ("lossless-without-ecn", "trunk-differs"),
        ("threshold-time", "mixed-rates"),
    ];
    for (rule, row, value, _) in mistakes() {
        for finding in findings(&changed(row, &value)) {
            assert!(
                finding.rule == rule || also.contains(&(rule, finding.rule)),
                "{row:?} = {value}: {finding}"
            );
        }
    }
}

#[test]
fn thresholds_of_their_own_for_ecn_need_their_colour() {
    for field in ["ecn_red_min_threshold", "red_ect_min_threshold"] {
        let mut db: Value = serde_json::from_str(TEMPLATES[4].1).unwrap();
        db["WRED_PROFILE"]["LOSSY"][field] = json!("1000");
        let rules: Vec<&str> = findings(&db.to_string()).iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, ["ecn-unused-thresholds"], "{field}");
    }
}

#[test]
fn a_lossless_class_without_a_watchdog_is_found() {
    let mut db: Value = serde_json::from_str(TEMPLATES[0].1).unwrap();
    db.as_object_mut().unwrap().remove("PFC_WD");
    db["PORT_QOS_MAP"]["Ethernet4"]["pfcwd_sw_enable"] = json!("3");
    let found = findings(&db.to_string());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].rule, &*found[0].place), ("no-watchdog", "PORT_QOS_MAP|Ethernet4|pfcwd_sw_enable"));
}

/// Every rule has a mistake above and an entry on the page.
#[test]
fn every_rule_is_shown_and_described() {
    let page = include_str!("../../../../docs/src/switch-configuration.md");
    let others = ["ecn-unused-thresholds", "no-watchdog"];
    for rule in RULES {
        let shown = mistakes().iter().any(|(name, ..)| *name == rule.name) || others.contains(&rule.name);
        assert!(shown, "{} has no file that shows it", rule.name);
        assert!(
            page.contains(&format!("| `{}` | {} |", rule.name, rule.mistake)),
            "{} is not on the page",
            rule.name
        );
    }
}

/// A profile that many ports and queues share has one finding per rule and field.
#[test]
fn a_shared_profile_has_one_finding() {
    let found = findings(&changed(["BUFFER_PROFILE", "egress_lossless", "dynamic_th"], &json!("-6")));
    assert_eq!(found.iter().filter(|it| it.rule == "beyond-share").count(), 1, "{found:?}");
}

#[test]
fn a_log_names_rule_and_place() {
    let found = findings(&changed(["WRED_PROFILE", "LOSSLESS", "wred_green_enable"], &json!("false")));
    let log = sarif("site 1/config_db.json", &found);
    assert_eq!(log["version"], "2.1.0");
    let result = &log["runs"][0]["results"][0];
    let file = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(file, "site%201/config_db.json");
    assert_eq!(result["ruleId"], "colour-not-enabled");
    let place = &result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"];
    assert_eq!(place, "WRED_PROFILE|LOSSLESS|wred_green_enable");
}
