//! The simulator's page in a browser, and a capture in tshark.
//!
//! `cargo xtask test --only viewers` runs them where chromium, tshark and Rust's target for browsers are installed.

#[path = "support/chromium.rs"]
mod chromium;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Size of a page at most \[B\].
const PAGE_MAX: u64 = 2_000_000;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("viewers").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn freeboard(folder: &Path, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    let ran = command.args(words).current_dir(folder).stderr(Stdio::inherit()).output().unwrap();
    assert!(ran.status.success(), "{words:?}");
    String::from_utf8(ran.stdout).unwrap()
}

/// Digest of each scheme's run, by name.
fn digests(printed: &str) -> Vec<(String, String)> {
    let lines = printed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let of = |line: Value| Some((line["scheme"].as_str()?.to_owned(), line["digest"].as_str()?.to_owned()));
    lines.filter_map(of).collect()
}

/// Keeps the page from being loaded, by a frame that is not, until a step has been taken; what came of it is in the body's data.
const STEPS: &str = r##"<script>{
const frame = document.createElement("iframe"), data = document.body.dataset, root = document.documentElement;
frame.hidden = true; document.body.append(frame); frame.contentDocument.open();
const status = () => document.getElementById("status");
const until = (holds) => new Promise((resolve) => { const look = () => (holds() ? resolve() : setTimeout(look, 20)); look(); });
(async () => {
  await until(() => data.digests || status().className === "bad");
  data.first = data.digests; data.names = ["a", "b"].map((side) => document.getElementById(side).selectedOptions[0].text).join("|");
  data.over = root.scrollWidth - root.clientWidth;
  const change = PATH, field = change && document.getElementById("c-" + change);
  if (field) {
    delete data.digests;
    field.value = "VALUE"; field.dispatchEvent(new Event("change"));
    await until(() => data.digests || status().className === "bad");
    data.second = data.digests; data.address = location.hash.length;
    data.toml = btoa(document.getElementById("toml").textContent);
    field.value = "nonsense"; document.getElementById("c-" + change).value = "nonsense";
    document.getElementById("c-" + change).dispatchEvent(new Event("change"));
    await until(() => status().className === "bad");
    data.refused = status().textContent;
    history.replaceState(null, "", "#"); dispatchEvent(new Event("hashchange"));
    await until(() => status().textContent === "Running ..." );
    document.getElementById("stop").click();
    data.stopped = status().textContent;
  }
  data.rate = data.rates; parent.postMessage({ ...data }, "*"); frame.contentDocument.close();
})();
}</script>
</html>"##;

/// A page in a frame of a phone's width, which no window of the browser has; it is loaded once the page in it has spoken.
const PHONE: &str = r#"<body><iframe src="PAGE" style="width:WIDTHpx;height:800px;border:0"></iframe><script>
const frame = document.createElement("iframe");
document.body.append(frame); frame.contentDocument.open();
onmessage = ({ data }) => { Object.assign(document.body.dataset, data); frame.contentDocument.close(); };
</script></body></html>"#;
/// Width of the narrowest window.
const WINDOW_MIN: u32 = 500;

/// DOM that a browser makes of a page, and lines of its console.
fn open(page: &Path, width: u32, steps: &str) -> (String, Vec<String>) {
    let text = std::fs::read_to_string(page).unwrap();
    let mut driven = page.with_extension("driven.html");
    std::fs::write(&driven, text.replace("</html>", steps)).unwrap();
    if width < WINDOW_MIN {
        let name = driven.file_name().unwrap().to_string_lossy().into_owned();
        driven = page.with_extension("phone.html");
        let text = PHONE.replace("PAGE", &name).replace("WIDTH", &width.to_string());
        std::fs::write(&driven, text).unwrap();
    }
    let mut browser = chromium::command(&page.with_extension("profile"));
    browser.arg("--timeout=240000").arg(format!("--window-size={},900", width.max(WINDOW_MIN)));
    let ran = browser.arg(format!("file://{}", driven.display())).output().unwrap();
    let console = chromium::console(&String::from_utf8_lossy(&ran.stderr));
    (String::from_utf8(ran.stdout).unwrap(), console)
}

fn data<'a>(dom: &'a str, key: &str) -> &'a str {
    let start = format!("data-{key}=\"");
    dom.split(&start).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

#[test]
fn the_demo_in_a_page_has_the_digests_of_the_command() {
    let folder = folder("demo");
    freeboard(&folder, &["page", "--out", "page.html"]);
    let page = folder.join("page.html");
    let size = std::fs::metadata(&page).unwrap().len();
    assert!(size <= PAGE_MAX, "{size} B");
    let _alone = ALONE.lock();
    let (dom, console) = open(&page, 1_280, &STEPS.replace("PATH", "null"));
    assert_eq!(console, Vec::<String>::new());
    let known = digests(&freeboard(&folder, &["demo", "--json"]));
    let of = |name: &str| known.iter().find(|(known, _)| known == name).unwrap().1.clone();
    assert_eq!(data(&dom, "first"), format!("{} {}", of("step (p90 RTT)"), of("ECN#")));
    assert!(
        data(&dom, "rate").split(' ').all(|rate| rate.parse::<f64>().is_ok_and(|rate| rate > 0.0)),
        "{size} B"
    );
}

#[test]
fn a_control_changes_the_run_as_the_command_has_it_and_a_run_can_be_stopped() {
    let folder = folder("controls");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenarios/incast.toml");
    freeboard(&folder, &["page", scenario, "--out", "page.html"]);
    let known = digests(&freeboard(&folder, &["run", scenario, "--json"]));
    let _alone = ALONE.lock();
    // A key of the file, and a setting of the control that the file leaves to its default.
    let changes = [(360, "workload.1.load", "30 %"), (1_280, "host.cc_settings.initial_window", "4 packets")];
    for (width, path, value) in changes {
        let steps = STEPS.replace("PATH", &format!("\"{path}\"")).replace("VALUE", value);
        let (dom, console) = open(&folder.join("page.html"), width, &steps);
        assert_eq!(console, Vec::<String>::new());
        assert_eq!(data(&dom, "over"), "0", "nothing is wider than {width} pixels");
        let pair = |known: &[(String, String)]| format!("{} {}", known[1].1, known[2].1);
        assert_eq!(data(&dom, "first"), pair(&known));
        assert_ne!(data(&dom, "second"), data(&dom, "first"));
        // The address holds the change.
        assert!(data(&dom, "address").parse::<u32>().unwrap() > 20);
        let toml =
            base64::Engine::decode(&base64::engine::general_purpose::STANDARD, data(&dom, "toml")).unwrap();
        std::fs::write(folder.join("shown.toml"), toml).unwrap();
        assert_eq!(
            data(&dom, "second"),
            pair(&digests(&freeboard(&folder, &["run", "shown.toml", "--json"])))
        );
        let key = path.rsplit('.').next().unwrap();
        assert!(data(&dom, "refused").contains(key), "{}", data(&dom, "refused"));
        assert_eq!(data(&dom, "stopped"), "Stopped.");
    }
}

/// Held by the test of speed, and by others that keep processors busy.
static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
/// Share of the command's rate that a page reaches at least.
const SHARE_MIN: f64 = 0.5;
/// Million events per second that a page reaches at least where the command reaches [`IDLE`]: other work slows both.
const RATE_MIN: f64 = 15.0;
const IDLE: f64 = 20.0;
/// Runs of each, in turn, of which the fastest counts.
const TRIES: u32 = 4;

/// Million events per second of the command, built for speed, on one thread as a page has.
fn native_rate(folder: &Path, scenario: &str) -> f64 {
    let program = std::env::var_os("FREEBOARD_FAST").expect("the command in the profile `fast`");
    let start = std::time::Instant::now();
    let ran = Command::new(program)
        .args(["run", scenario, "--json", "--threads", "1"])
        .current_dir(folder)
        .output()
        .unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let printed = String::from_utf8(ran.stdout).unwrap();
    let events =
        printed.lines().find_map(|line| serde_json::from_str::<Value>(line).unwrap()["events"].as_f64());
    events.unwrap() / seconds / 1e6
}

#[test]
fn a_page_simulates_at_half_the_rate_of_the_command_and_fifteen_million_events_per_second() {
    for name in ["w1", "w2"] {
        let folder = folder(name);
        let scenario = format!("{}/tests/speed/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        freeboard(&folder, &["page", &scenario, "--out", "page.html"]);
        let _alone = ALONE.lock();
        let (mut native, mut page) = (0.0_f64, 0.0_f64);
        for _ in 0..TRIES {
            native = native.max(native_rate(&folder, &scenario));
            let (dom, _) = open(&folder.join("page.html"), 1_280, &STEPS.replace("PATH", "null"));
            assert_eq!(data(&dom, "names"), "step|none", "a scenario with one scheme runs once");
            page = page.max(data(&dom, "rate").parse().unwrap());
        }
        let rates = format!("{name}: million events per second: the page {page:.1}, the command {native:.1}");
        assert!(page >= SHARE_MIN * native, "{rates}");
        assert!(page >= RATE_MIN || native < IDLE, "{rates}");
    }
}

#[test]
fn an_error_in_a_page_is_seen() {
    let page = folder("broken").join("page.html");
    std::fs::write(&page, "<body><script>nothing.at.all()</script></body></html>").unwrap();
    let (_, console) = open(&page, 500, "</html>");
    assert!(console.iter().any(|line| line.contains("nothing is not defined")), "{console:?}");
}

#[test]
fn tshark_counts_the_marks_and_the_segments_sent_again_of_the_table() {
    let folder = folder("capture");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenarios/incast.toml");
    let words =
        ["run", scenario, "--json", "--pcap", "t.pcapng", "--trace-scheme", "ECN#", "--trace-ports", "all"];
    let printed = freeboard(&folder, &[&words[..], &["--trace-for", "1 s"]].concat());
    let trace: Value = printed
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|line| line["trace"].is_object())
        .unwrap();
    let count = |filter: &str| {
        let mut tshark = Command::new("tshark");
        let ran = tshark.args(["-r", "t.pcapng", "-Y", filter]).current_dir(&folder).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).lines().count() as u64
    };
    let of = |key: &str| trace["trace"][key].as_u64().unwrap();
    assert!(of("marks") > 1_000 && of("resent") > 100, "{trace}");
    assert_eq!(count("ip.dsfield.ecn == 3"), of("marks"));
    assert_eq!(count("frame.comment contains \"sent again\""), of("resent"));
    assert_eq!(count("frame"), of("packets"));
    assert_eq!(count("_ws.malformed || ip.checksum.status == 0"), 0, "tshark reads every header");
    // Every flow opens with one SYN, and its first byte of data follows it.
    assert_eq!(count("tcp.flags.syn == 1 && tcp.flags.ack == 0"), of("flows"));
    assert_eq!(count("tcp.analysis.lost_segment && tcp.seq == 1"), 0);
}
