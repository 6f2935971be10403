//! Other thresholds in a configuration: the text, the commands.

use super::TEMPLATES;
use freeboard_import::sonic::{Choice, ConfigDb, Thresholds, Tunable};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

fn choice() -> Choice {
    Choice { port: None, queue: None, rtt: "10 us".to_owned(), senders: 8 }
}

fn tunable(text: &str) -> Tunable {
    Tunable::of("config_db.json", &ConfigDb::read("config_db.json", text).unwrap(), &choice()).unwrap()
}

#[test]
fn the_thresholds_of_every_template_are_read_and_unchanged_ones_leave_the_text() {
    for (name, text) in TEMPLATES {
        let own = tunable(text);
        assert_eq!(own.with(text, &own.configured).as_deref(), Some(text), "{name}");
        assert_eq!(own.commands(text, &own.configured), [""; 0], "{name}");
    }
}

#[test]
fn only_the_fields_that_change_change() {
    let text = TEMPLATES[0].1;
    let own = tunable(text);
    let wanted = Thresholds { min: 123_456, alpha_log2: Some(2), ..own.configured };
    let changed = own.with(text, &wanted).unwrap();
    let lines: Vec<(&str, &str)> =
        text.lines().zip(changed.lines()).filter(|(old, new)| old != new).collect();
    let expected =
        ["green", "yellow", "red"].map(|colour| format!("   \"{colour}_min_threshold\": \"123456\","));
    let new: Vec<&str> = lines.iter().map(|(_, new)| *new).collect();
    assert_eq!(new[..3], expected);
    assert_eq!(new[3..], ["   \"dynamic_th\": \"2\""]);
    assert_eq!(tunable(&changed).configured, wanted);
}

/// Whatever the text looks like: names with escapes, braces in a value, no line breaks, a probability that is not there.
#[test]
fn the_text_may_be_written_in_any_way() {
    let compact = serde_json::from_str::<serde_json::Value>(TEMPLATES[0].1).unwrap().to_string();
    let without = TEMPLATES[0].1.replace(",\n   \"green_drop_probability\": \"20\"", "");
    let without = without.replace(",\n   \"yellow_drop_probability\": \"20\"", "");
    let without = without.replace(",\n   \"red_drop_probability\": \"20\"", "");
    let escaped = TEMPLATES[0].1.replacen("\"LOSSLESS\": {", "\"LOSS\\u004cESS\": {", 1);
    let braces =
        TEMPLATES[0].1.replacen("\"ecn\": \"ecn_all\"", "\"note\": \"}{,\", \"ecn\": \"ecn_all\"", 1);
    for text in [&compact, &without, &escaped, &braces] {
        let own = tunable(text);
        let wanted = Thresholds { min: 1, max: 2_000_000, probability: 7, alpha_log2: Some(-3) };
        let changed = own.with(text, &wanted).unwrap();
        assert_eq!(tunable(&changed).configured, wanted, "{changed}");
        let db = ConfigDb::read("x", &changed).unwrap();
        assert!(db.wred["LOSSLESS"].colours.iter().all(|colour| colour.marking() == Some((1, 2_000_000, 7))));
    }
}

#[test]
fn thresholds_for_ecn_alone_are_written_where_they_are() {
    let text = TEMPLATES[4].1;
    let own = tunable(text);
    let wanted = Thresholds { min: own.configured.min / 2, ..own.configured };
    let changed = own.with(text, &wanted).unwrap();
    assert!(changed.contains(&format!("\"ecn_green_min_threshold\": \"{}\"", wanted.min)), "{changed}");
    assert_eq!(text.lines().zip(changed.lines()).filter(|(old, new)| old != new).count(), 1);
    assert_eq!(own.commands(text, &wanted), [""; 0]);
}

proptest! {
    /// After every line, the minimum is at most the maximum; after the last one, both are the wanted ones.
    #[test]
    fn commands_keep_the_minimum_below_the_maximum(min in 1_u64..3_000_000, beyond in 0_u64..3_000_000) {
        let text = TEMPLATES[0].1;
        let own = tunable(text);
        let wanted = Thresholds { min, max: min + beyond, ..own.configured };
        let (mut low, mut high) = (own.configured.min, own.configured.max);
        for line in own.commands(text, &wanted) {
            let words: Vec<&str> = line.split(' ').collect();
            prop_assert_eq!(&words[..3], &["ecnconfig", "-p", "LOSSLESS"]);
            let value: u64 = words[4].parse().unwrap();
            match words[3] {
                "-gmin" => low = value,
                "-gmax" => high = value,
                _ => {}
            }
            prop_assert!(low <= high, "{line}");
        }
        prop_assert_eq!((low, high), (wanted.min, wanted.max));
    }
}
