//! The operator's door: captures as workloads and traces, the needs of schemes, the accuracy of marking.

use freeboard_lab::plan::{AnyPlan, PLANS, Plan, Scale, Verdict, VerdictLine};
use freeboard_lab::runner::Runner;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("operators").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_freeboard")).args(words).current_dir(folder).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// A pcap file of UDP datagrams of 1000 B with nanoseconds: stamp, number, ECN field.
fn capture(packets: &[(u32, u16, u8)]) -> Vec<u8> {
    let mut file = 0xA1B2_3C4D_u32.to_le_bytes().to_vec();
    file.extend([2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]);
    for (at, number, ecn) in packets {
        let mut packet = vec![0; 12];
        packet.extend([8, 0, 0x45, *ecn, 0x03, 0xDA]);
        packet.extend(number.to_be_bytes());
        packet.extend([0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
        packet.extend([0, 7, 0, 7, 0x03, 0xC6, 0, 0, 0, 0, 0, 0, 0, 0]);
        for word in [1_800_000_000, *at, packet.len() as u32, 1000] {
            file.extend(word.to_le_bytes());
        }
        file.extend(packet);
    }
    file
}

#[test]
fn a_capture_becomes_flows_that_a_scenario_reads() {
    let folder = folder("flows");
    std::fs::write(folder.join("a.pcap"), capture(&[(5, 1, 2), (1_000, 2, 2)])).unwrap();
    let (code, _, notes) = run(&folder, &["import", "pcap", "a.pcap", "--out", "flows.csv"]);
    assert_eq!(code, Some(0), "{notes}");
    assert!(notes.contains("note: 1 flows of 2 hosts: 1 10.0.0.1, 2 10.0.0.2"), "{notes}");
    let flows = std::fs::read_to_string(folder.join("flows.csv")).unwrap();
    assert_eq!(flows, "time_ns,from,to,bytes\n0,1,2,1916\n");
    let scenario = "name = \"x\"\n[topology]\nkind = \"n-to-1\"\nsenders = 1\nrate = \"1 Gbps\"\nrtt = \"80 us\"\n\
        buffer = \"1 MB\"\n[host]\ncc = \"dctcp\"\n[switch]\naqm = \"step\"\n[[workload]]\nkind = \"list\"\nfile = \"flows.csv\"\n\
        [run]\ntime = \"1 ms\"\n";
    std::fs::write(folder.join("x.toml"), scenario).unwrap();
    let (code, out, error) = run(&folder, &["--json", "run", "x.toml"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("\"flows\":1,\"completed\":1,\"unfinished\":0"), "{out}");
}

#[test]
fn a_bad_capture_is_refused_and_nothing_is_written() {
    let folder = folder("bad");
    let whole = capture(&[(5, 1, 2), (1_000, 2, 2)]);
    std::fs::write(folder.join("cut.pcap"), &whole[..whole.len() - 3]).unwrap();
    std::fs::File::create(folder.join("large.pcap")).unwrap().set_len((40 << 20) + 1).unwrap();
    std::fs::write(folder.join("two.pcap"), &whole).unwrap();
    for (words, says) in [
        (&["cut.pcap"][..], "cut.pcap: `packet 2` has 45 of its 48 bytes"),
        (&["large.pcap"], "it is longer than the 41943040 bytes that are read"),
        (&["two.pcap", "--departures", "cut.pcap", "--aqm", "step"], "cut.pcap: `packet 2` has 45"),
        (&["two.pcap", "--departures", "two.pcap", "--aqm", "stop"], "is not a known"),
        (&["two.pcap", "--gap", "0 us"], "is out of range"),
        (&["two.pcap", "--aqm", "step"], "--departures"),
    ] {
        let (code, _, error) = run(&folder, &[&["import", "pcap"], words, &["--out", "out.csv"]].concat());
        assert_eq!(code, Some(2), "{words:?}: {error}");
        assert!(error.contains(says), "{words:?}: {error}");
        assert!(!folder.join("out.csv").exists(), "{words:?}");
    }
}

/// Packets of 1000 B arrive every 400 ns and leave every 800 ns; those that find more than 4500 B are marked.
fn sides() -> [Vec<(u32, u16, u8)>; 2] {
    let arrivals = (0..40_u16).map(|number| (400 * u32::from(number), number, 2));
    let departure = |number: u16| {
        let (arrives, leaves) = (400 * u32::from(number), 800 * (u32::from(number) + 1));
        // What has arrived before and not left by then.
        let gone = arrives / 800;
        let depth = 1000 * (u32::from(number) - gone);
        (leaves, number, if depth > 4500 { 3 } else { 2 })
    };
    [arrivals.collect(), (0..40).map(departure).collect()]
}

#[test]
fn a_trace_of_two_captures_is_compared_with_the_scheme() {
    let folder = folder("trace");
    let [before, mut behind] = sides();
    std::fs::write(folder.join("in.pcap"), capture(&before)).unwrap();
    let import = |behind: &[(u32, u16, u8)], out: &str| {
        std::fs::write(folder.join("out.pcap"), capture(behind)).unwrap();
        let words = ["import", "pcap", "in.pcap", "--departures", "out.pcap", "--aqm", "step/enqueue"];
        let (code, _, error) = run(&folder, &[&words[..], &["--set", "k=4500 B", "--out", out]].concat());
        assert_eq!(code, Some(0), "{error}");
        run(&folder, &["--json", "trace", "step/enqueue", out, "--out", "again.csv"])
    };
    let (code, summary, error) = import(&behind, "same.csv");
    assert!(summary.contains("\"differing\":0,\"seen\":40"), "{summary}{error}");
    assert_eq!(code, Some(0));
    // Of the plant: one packet more is marked, as a switch would that decides otherwise.
    behind[2].2 = 3;
    let (code, summary, _) = import(&behind, "other.csv");
    assert!(summary.contains("\"differing\":1,\"seen\":40"), "{summary}");
    assert_eq!(code, Some(1));
}

#[test]
fn the_needs_of_each_scheme_stand_beside_the_results() {
    let folder = folder("cost");
    let scenario = "name = \"x\"\n[topology]\nkind = \"n-to-1\"\nsenders = 1\nrate = \"1 Gbps\"\nrtt = \"80 us\"\n\
        buffer = \"1 MB\"\n[host]\ncc = \"dctcp\"\n[[scheme]]\nname = \"WRED\"\naqm = \"red/exact\"\n[[scheme]]\nname = \"ECN#\"\n\
        aqm = \"ecn-sharp/compact\"\n[[scheme]]\nname = \"none\"\naqm = \"tail-drop\"\n[[workload]]\nkind = \"long\"\nflows = 1\n\
        [run]\ntime = \"1 ms\"\n";
    std::fs::write(folder.join("x.toml"), scenario).unwrap();
    let (code, out, error) = run(&folder, &["--json", "run", "x.toml", "--cost"]);
    assert_eq!(code, Some(0), "{error}");
    let objects: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |scheme: &str, key: &str| -> Vec<&Value> {
        objects
            .iter()
            .filter(|it| it["scheme"] == scheme && !it["fits"].is_null())
            .map(|it| &it[key])
            .collect()
    };
    for scheme in ["WRED", "ECN#"] {
        for key in ["stages", "tables", "sram_blocks", "register_bytes"] {
            assert!(of(scheme, key).iter().any(|value| value.as_u64() > Some(0)), "{scheme} {key}: {out}");
        }
    }
    assert!(of("ECN#", "variant").iter().all(|variant| *variant == "compact"), "{out}");
    assert_eq!(of("none", "fits"), [&Value::Bool(false)], "{out}");
    let (_, out, _) = run(&folder, &["run", "x.toml", "--cost"]);
    assert!(out.contains("Needs of a programmable switch"), "{out}");
}

fn accuracy(plan: &str) -> Vec<VerdictLine> {
    let own = PLANS.iter().find(|plan| plan.id() == "operators/ecn-accuracy").unwrap();
    let plan = Plan { plan, ..*own };
    let (any, expected) = AnyPlan::read(&plan, Scale::Quick).unwrap();
    any.run(&plan, &expected, &Runner::silent()).unwrap().unwrap().0.lines
}

fn own_accuracy() -> &'static str {
    PLANS.iter().find(|plan| plan.id() == "operators/ecn-accuracy").unwrap().plan
}

#[test]
fn wred_marks_as_the_line_says_at_every_length() {
    let lines = accuracy(own_accuracy());
    let differing: Vec<String> = lines
        .iter()
        .filter(|line| line.verdict != Verdict::Holds)
        .map(|line| line.cells().join(", "))
        .collect();
    assert_eq!(differing, [""; 0], "{differing:#?}");
}

/// Two percent more than the line says, of Pmax, in one scheme.
#[test]
fn a_line_that_is_two_percent_too_steep_differs() {
    let spoiled = own_accuracy().replacen("p_max = \"5 %\"", "p_max = \"5.1 %\"", 1);
    assert_ne!(spoiled, own_accuracy());
    let lines = accuracy(&spoiled);
    let ramp = lines.iter().find(|line| line.cells()[0].starts_with("red/exact at arrival, mean")).unwrap();
    assert_eq!(ramp.verdict, Verdict::Differs, "{:?}", ramp.cells());
}
