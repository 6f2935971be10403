//! `freeboard trace`: decisions and states per event, digest, comparison with a file that has them.

use freeboard_lab::trace::{Comparison, Replayed, Request, replay};
use freeboard_scenario::catalog::{self, AQMS, CCS, Descriptor, VariantId};
use std::path::Path;
use std::process::Command;

/// A flow that sends, and is acknowledged with a round-trip time.
const FLOW: &str = "\
event,now_ns,bytes,acked,marked,una,nxt,in_flight,rtt_ns,delivery_rate,window_limited,held,silence_ns
0,1000,1500,0,0,0,0,0,0,0,0,0,0
1,90000,0,1500,0,1500,15000,13500,80000,0,1,0,0
1,180000,0,1500,1500,3000,16500,13500,80000,0,1,0,0
6,200000,0,0,0,0,0,0,80000,0,0,0,0
7,300000,0,0,0,0,0,0,0,0,0,0,0
";

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

#[test]
fn a_setting_of_the_data_path_is_not_called_one_of_the_control_plane() {
    for setting in ["guard=3001 B", "drop_above=50 %", "start=50 %"] {
        let replayed = replay(&request("pie/exact", EVENTS, None, &[setting.to_owned()]));
        assert!(replayed.is_ok(), "{setting}: {}", replayed.unwrap_err());
    }
    let preset = replay(&request("pie/exact", EVENTS, Some("rfc8033"), &[])).unwrap();
    assert_eq!(preset.without_control, ["target", "t_update", "max_burst"]);
    assert!(
        replay(&request("pie/exact", EVENTS, Some("data-centre"), &[])).unwrap().without_control.is_empty()
    );
}

/// Another value than that of the first preset, near it or at an end of the range; a text may round.
fn turned(algorithm: &Descriptor, at: usize) -> Option<String> {
    let field = &algorithm.fields[at];
    let usual = algorithm.preset(None).unwrap()[at];
    let near = [usual.checked_add(1), usual.checked_sub(1), Some(field.max), Some(field.min)];
    let texts = near.into_iter().flatten().map(|value| catalog::text(algorithm, at, value));
    let text = |text: &String| catalog::read(algorithm, at, text).is_ok_and(|value| value != usual);
    Some(format!("{}={}", algorithm.docs[at].name, texts.into_iter().find(text)?))
}

/// The setting is one that the controller of PIE alone reads, or one of the control planes that share a port's threshold.
fn is_of_control(algorithm: &Descriptor, name: &str) -> bool {
    match algorithm.name {
        "pie" => ["target", "t_update", "alpha", "beta", "max_burst", "queue"].contains(&name),
        "mbecn" | "mq-ecn" => name != "k_port",
        _ => false,
    }
}

/// Each setting of each algorithm: it is in force, or the refusal has the true reason.
#[test]
fn each_setting_that_a_command_takes_is_in_force_or_refused_by_its_reason() {
    let (mut in_force, mut refused) = (0, Vec::new());
    for algorithm in AQMS.iter().chain(CCS) {
        let id = algorithm.to_string();
        for at in 0..algorithm.fields.len() {
            let Some(setting) = turned(algorithm, at) else { continue };
            let text = match algorithm.id {
                VariantId::Aqm(_) => EVENTS,
                _ => FLOW,
            };
            match replay(&request(&id, text, None, std::slice::from_ref(&setting))) {
                Ok(replayed) => {
                    let name = algorithm.docs[at].name;
                    let header = replayed.csv.lines().next().unwrap().to_owned();
                    let usual = algorithm.preset(None).unwrap()[at];
                    assert!(!header.contains(&format!(" {name}={usual} ")), "{id} {setting}: {header}");
                    in_force += 1;
                }
                Err(fault) => refused.push((algorithm, algorithm.docs[at].name, fault.to_string())),
            }
        }
    }
    assert!(in_force > 150, "{in_force}");
    for (algorithm, name, why) in &refused {
        let is_control = is_of_control(algorithm, name) && why.contains("has no control plane");
        // Settings that a second one bounds.
        assert!(is_control || why.contains("settings") && why.contains("in "), "{algorithm} {name}: {why}");
    }
    let control = refused.iter().filter(|(algorithm, name, _)| is_of_control(algorithm, name)).count();
    let all = AQMS.iter().flat_map(|one| one.docs.iter().filter(|doc| is_of_control(one, doc.name)));
    assert_eq!(control, all.count(), "{refused:?}");
}

/// The same of the command that writes programs, whose text names the settings in force.
#[test]
fn each_setting_of_a_program_is_in_force_or_refused_by_its_reason() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    let p4 = |id: &str, more: &[&str]| {
        let words = ["p4", id, "--target", "v1model", "--out", out.to_str().unwrap()];
        Command::new(env!("CARGO_BIN_EXE_freeboard")).args(words).args(more).output().unwrap()
    };
    let (mut in_force, mut of_control) = (0, 0);
    for algorithm in AQMS {
        let id = algorithm.to_string();
        // Plain Rust, or what the software switch cannot run.
        if !p4(&id, &[]).status.success() {
            continue;
        }
        for at in 0..algorithm.fields.len() {
            let Some(setting) = turned(algorithm, at) else { continue };
            let ran = p4(&id, &["--set", &setting]);
            let told = String::from_utf8_lossy(&ran.stderr).into_owned();
            if is_of_control(algorithm, algorithm.docs[at].name) {
                assert!(told.contains("a program has no control plane"), "{id} {setting}: {told}");
                of_control += 1;
                continue;
            }
            assert!(ran.status.success() || told.contains("refused"), "{id} {setting}: {told}");
            in_force += usize::from(ran.status.success());
        }
    }
    assert!(in_force > 20 && of_control > 5, "{in_force} {of_control}");
}

/// One packet in three has a stamp of another clock: its time in the queue is negative.
#[test]
fn a_negative_time_is_none_and_counted() {
    let negative = EVENTS.replace("62500,62500,62500,50000", "62500,62500,62500,4294966796");
    let zero = EVENTS.replace("62500,62500,62500,50000", "62500,62500,62500,0");
    let mut schemes = 0;
    for algorithm in AQMS {
        let id = algorithm.to_string();
        let [one, other] = [&negative, &zero].map(|text| replay(&request(&id, text, None, &[])).unwrap());
        assert_eq!((one.negative, other.negative), (4, 0), "{id}");
        let answers = |replayed: &Replayed| -> Vec<String> {
            let rows = replayed.csv.lines().skip(3);
            rows.map(|row| row.splitn(15, ',').last().unwrap().to_owned()).collect()
        };
        assert_eq!(answers(&one), answers(&other), "{id}");
        schemes += 1;
    }
    assert!(schemes > 20, "{schemes}");
    let [one, other] = ["4294966796", "0"].map(|rtt| FLOW.replace(",80000,", &format!(",{rtt},")));
    for algorithm in CCS {
        let id = algorithm.to_string();
        let [one, other] = [&one, &other].map(|text| replay(&request(&id, text, None, &[])).unwrap());
        assert_eq!((one.negative, other.negative), (3, 0), "{id}");
        let answers = |replayed: &Replayed| -> Vec<String> {
            let rows = replayed.csv.lines().skip(3);
            rows.map(|row| row.splitn(14, ',').last().unwrap().to_owned()).collect()
        };
        assert_eq!(answers(&one), answers(&other), "{id}");
    }
}
