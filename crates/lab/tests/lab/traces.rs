//! `freeboard trace`: decisions and states per event, digest, comparison with a file that has them.

use freeboard_lab::trace::{Comparison, Request, replay};

const EVENTS: &str = "\
hook,now_ns,now_high,pipe,port,queue,pool,size,depth,port_depth,pool_depth,sojourn_ns,ecn,random
1,1200,0,0,3,0,0,1500,0,0,0,0,2,0
1,2400,0,0,3,0,0,1500,62500,62500,62500,50000,2,0
1,241200,0,0,3,0,0,1500,62500,62500,62500,50000,2,0
1,244800,0,0,3,0,0,1500,62500,62500,62500,50000,2,0
1,490000,0,0,3,0,0,1500,62500,62500,62500,50000,2,0
1,491200,0,0,3,0,0,1500,287500,287500,287500,230000,2,0
1,492400,0,0,3,0,0,1500,5000,5000,5000,4000,2,0
";

fn request<'a>(name: &'a str, text: &'a str, preset: Option<&'a str>, settings: &'a [String]) -> Request<'a> {
    Request { name, file: "events.csv", text, preset, settings }
}

#[test]
fn a_run_over_bare_events_reads_back_without_a_difference() {
    let first = replay(&request("ecn-sharp/compact", EVENTS, Some("simulations"), &[])).unwrap();
    assert_eq!((first.events, first.signalled), (7, Some(3)));
    assert_eq!(first.comparison, Comparison::NotMade("the file records no decisions".to_owned()));
    assert_eq!(first.digests, [0x05bf_3ac1], "the example of the book");
    let again = replay(&request("ecn-sharp/compact", &first.csv, None, &[])).unwrap();
    assert_eq!(again.comparison, Comparison::Made(0, None));
    assert_eq!((again.csv, again.digests), (first.csv, first.digests));
}

#[test]
fn a_changed_decision_is_found_with_its_line() {
    let first = replay(&request("ecn-sharp/compact", EVENTS, Some("simulations"), &[])).unwrap();
    let spoiled = first.csv.replacen(",0,1,244800,", ",0,0,244800,", 1);
    assert_ne!(spoiled, first.csv);
    let again = replay(&request("ecn-sharp", &spoiled, None, &[])).unwrap();
    assert_eq!(again.comparison, Comparison::Made(1, Some(7)));
}

#[test]
fn another_algorithm_takes_the_same_events() {
    let first = replay(&request("ecn-sharp/compact", EVENTS, Some("simulations"), &[])).unwrap();
    let tcn = replay(&request("tcn", &first.csv, None, &["t=\"40 us\"".replace('"', "")])).unwrap();
    assert_eq!(tcn.signalled, Some(5));
    let reason = "the file's decisions are of ecn-sharp/compact".to_owned();
    assert_eq!(tcn.comparison, Comparison::NotMade(reason));
}

#[test]
fn a_header_that_leaves_a_setting_out_means_its_default() {
    let first = replay(&request("ecn-sharp/compact", EVENTS, None, &[])).unwrap();
    let (settings, rest) = first.csv.split_once('\n').unwrap();
    let short: Vec<&str> = settings.split(' ').filter(|word| !word.starts_with("math_fill=")).collect();
    assert_ne!(short.join(" "), settings);
    let again =
        replay(&request("ecn-sharp/compact", &format!("{}\n{rest}", short.join(" ")), None, &[])).unwrap();
    assert_eq!(again.comparison, Comparison::Made(0, None));
}

#[test]
fn other_settings_than_those_of_the_recorded_decisions_are_refused() {
    let first = replay(&request("ecn-sharp/compact", EVENTS, Some("simulations"), &[])).unwrap();
    let other = ["pst_target=20 us".to_owned()];
    let refused = replay(&request("ecn-sharp/compact", &first.csv, None, &other)).unwrap_err();
    assert_eq!(refused.key, "pst_target");
    assert!(refused.legal.starts_with("10 us"), "{refused}");
    let same = ["pst_target=10 us".to_owned()];
    let again = replay(&request("ecn-sharp/compact", &first.csv, None, &same)).unwrap();
    assert_eq!(again.comparison, Comparison::Made(0, None));
}

#[test]
fn a_setting_is_refused_by_range_and_a_bad_cell_by_line() {
    let negative = ["pst_target=-10 us".to_owned()];
    let refused = replay(&request("ecn-sharp/compact", EVENTS, None, &negative)).unwrap_err();
    assert!(refused.to_string().contains("1 ns to 4.294967295 s"), "{refused}");
    let spoiled = EVENTS.replacen("1,2400,", "7,2400,", 1);
    let refused = replay(&request("ecn-sharp/compact", &spoiled, None, &[])).unwrap_err();
    assert_eq!((refused.line, refused.key.as_str()), (3, "hook"));
}

#[test]
fn a_setting_that_changes_nothing_is_named_or_refused() {
    let tcn = replay(&request("tcn", EVENTS, None, &["t=40 us".to_owned()])).unwrap();
    assert_eq!(tcn.without_effect, [""; 0]);
    // Between the same two sojourns of the trace.
    let near = replay(&request("tcn", EVENTS, None, &["t=149 us".to_owned()])).unwrap();
    assert_eq!(near.without_effect, ["t=149 us"]);
    // The control plane turns it into a probability, and a trace has none.
    let refused = replay(&request("pie/exact", EVENTS, None, &["target=20 us".to_owned()])).unwrap_err();
    assert!(refused.to_string().contains("a trace has no control plane"), "{refused}");
}
