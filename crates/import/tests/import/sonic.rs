//! A port of a configuration as a scenario.

use super::TEMPLATES;
use freeboard_import::sonic::{Choice, ConfigDb, scenario};
use freeboard_scenario::Scenario;
use freeboard_scenario::document::Fault;
use serde_json::{Value, json};

fn choice() -> Choice {
    Choice { port: None, queue: None, rtt: "10 us".to_owned(), senders: 8 }
}

fn imported(text: &str, choice: &Choice) -> Result<(String, Vec<String>), Fault> {
    let db = ConfigDb::read("config_db.json", text)?;
    let imported = scenario("config_db.json", &db, choice)?;
    Ok((imported.text, imported.notes.iter().map(ToString::to_string).collect()))
}

#[test]
fn every_template_becomes_a_scenario_that_is_read() {
    for (name, text) in TEMPLATES {
        let (text, _) = imported(text, &choice()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let scenario = Scenario::parse(&text).unwrap_or_else(|fault| panic!("{name}: {fault}\n{text}"));
        assert_eq!(scenario.schemes.len(), 5, "{name}");
    }
}

#[test]
fn thresholds_queues_and_memory_are_the_files() {
    let (text, notes) = imported(TEMPLATES[0].1, &choice()).unwrap();
    for line in [
        "rate = \"100000 Mbps\"",
        "pool = \"15000000 B\"",
        // Queue 6 is strict, then 0, 3 and 4 by weight.
        "# Classes 0 to 3 are the queues 6, 0, 3, 4.",
        "weights = [1, 15, 20, 20]",
        "priority = 1",
        "alpha = [\"1/2\", \"1/2\", \"1\", \"1\"]",
        "reserve = [\"1664 B\", \"1664 B\", \"0 B\", \"0 B\"]",
        "lossless = [2, 3]",
        "lossless_alpha = \"1/2\"",
        "lossless_xon = \"2288 B\"",
        "kmin = \"400000 B\"",
        "kmax = \"1600000 B\"",
        "p_max = \"20 %\"",
        "weight = 0",
        "counter = \"none\"",
        "class = 2",
        "cc = \"dcqcn/rate\"",
    ] {
        assert!(text.lines().any(|own| own == line), "no `{line}` in\n{text}");
    }
    assert!(notes.iter().any(|note| note.starts_with("PORT: 1 other")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("`xoff` is not taken over")), "{notes:?}");
}

#[test]
fn old_references_mean_the_same() {
    let bare = TEMPLATES[2].1.replace("SCHEDULER|", "").replace("WRED_PROFILE|", "");
    let bare = bare.replace("BUFFER_PROFILE|", "").replace("BUFFER_POOL|", "").replace("_MAP|", "_MAP");
    let bare = bare.replace("\"[", "\"").replace("]\"", "\"").replace("DSCP_TO_TC_MAPMAP", "MAP");
    let bare = bare.replace("TC_TO_QUEUE_MAPMAP", "MAP");
    assert_eq!(imported(&bare, &choice()).unwrap(), imported(TEMPLATES[2].1, &choice()).unwrap());
}

#[test]
fn thresholds_of_their_own_for_ecn_count_in_both_spellings() {
    let agent = TEMPLATES[4].1.replace("ecn_green_m", "green_ect_m");
    for text in [TEMPLATES[4].1, &agent] {
        let (text, _) = imported(text, &choice()).unwrap();
        assert!(text.contains("kmin = \"100000 B\"") && text.contains("p_max = \"20 %\""), "{text}");
        assert!(text.contains("cc = \"dctcp/tcp\""), "{text}");
    }
}

#[test]
fn an_alpha_beyond_the_model_is_clamped_aloud() {
    let text = TEMPLATES[0].1.replace("\"dynamic_th\": \"0\"", "\"dynamic_th\": \"7\"");
    let (text, notes) = imported(&text, &choice()).unwrap();
    assert!(text.contains("\"8\""), "{text}");
    assert!(notes.iter().any(|note| note.contains("`dynamic_th` 7 is modelled as 3")), "{notes:?}");
}

#[test]
fn a_port_and_a_queue_can_be_chosen() {
    let port = Choice { port: Some("Ethernet4".to_owned()), queue: Some(4), ..choice() };
    let (text, _) = imported(TEMPLATES[0].1, &port).unwrap();
    assert!(text.contains("Ethernet4 of config_db.json") && text.contains("class = 3"), "{text}");
    let missing = Choice { port: Some("Ethernet9".to_owned()), ..choice() };
    let fault = imported(TEMPLATES[0].1, &missing).unwrap_err().to_string();
    assert!(fault.contains("(Ethernet9)"), "{fault}");
}

#[test]
fn a_name_that_is_there_twice_is_refused_with_its_line() {
    for (name, value) in [("green_min_threshold", "\"1\""), ("ecn", "\"ecn_none\""), ("LOSSLESS", "{}")] {
        let field = format!("\"{name}\":");
        let text = TEMPLATES[0].1.replacen(&field, &format!("{field} {value},\n{field}"), 1);
        let fault = ConfigDb::read("x.json", &text).unwrap_err();
        assert!(fault.to_string().contains(&format!("`{name}` is in one object twice")), "{fault}");
        let line = text[..text.find(&field).unwrap()].lines().count() + 1;
        assert_eq!(fault.line, line, "{fault}");
    }
}

#[test]
fn what_is_not_read_is_noted() {
    let mut db: Value = serde_json::from_str(TEMPLATES[0].1).unwrap();
    db["SCHEDULER"]["data"]["meter_type"] = json!("bytes");
    db["CABLE_LENGTH"] = json!({});
    let (_, notes) = imported(&db.to_string(), &choice()).unwrap();
    for note in [
        "SCHEDULER: fields that are not read: meter_type",
        "BUFFER_POOL|ingress_pool: has priority group 0, priority group 3",
        "tables that are not read: CABLE_LENGTH",
    ] {
        assert!(notes.iter().any(|own| own.contains(note)), "no `{note}` in {notes:?}");
    }
}

#[test]
fn a_file_of_something_else_is_refused() {
    for (text, word) in [
        ("{", "not a configuration"),
        ("[]", "not a configuration"),
        ("{\"PORT\": []}", "is not an object"),
        ("{\"PORT\": {\"Ethernet0\": 1}}", "is not an object"),
        ("{}", "has no PORT"),
    ] {
        let fault = ConfigDb::read("x.json", text).unwrap_err().to_string();
        assert!(fault.contains(word), "{text}: {fault}");
    }
}

#[test]
fn a_value_that_is_not_legal_is_refused_with_its_place() {
    let mut db: Value = serde_json::from_str(TEMPLATES[0].1).unwrap();
    db["WRED_PROFILE"]["LOSSLESS"]["green_min_threshold"] = json!("-1");
    db["PORT"]["Ethernet0"]["speed"] = json!("100G");
    let fault = imported(&db.to_string(), &choice()).unwrap_err().to_string();
    assert!(fault.contains("`PORT|Ethernet0|speed = 100G`") && fault.contains("the first of 2"), "{fault}");
}
