//! Controls of ours in the running kernel: registered, listed, gone with their process.
#![cfg(target_os = "linux")]

use freeboard_kernel::{Held, STRUCT_OPS, Wanted, available, build, registered};
use freeboard_registry::CcId;
use freeboard_registry::catalog::VariantId;
use freeboard_toolchain::Nightly;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Set for the process that holds a control until it is killed.
const HOLDER: &str = "FREEBOARD_TEST_HOLDS";
/// Looks for a control that is to go, a tenth of a second apart: the kernel frees it behind the process's back.
const LOOKS: u32 = 50;

/// Words of an error that the machine is at fault for: the user is not root, or there is no BTF.
const LACKS: [&str; 2] = ["not permitted", "tells no types"];

/// The object; `None`, and the reason said, where something is missing.
fn object() -> Option<Vec<u8>> {
    let made = Nightly::with_sources()
        .and_then(|nightly| build(&nightly, STRUCT_OPS).map_err(|error| format!("{error:#}")));
    if let Err(reason) = &made {
        println!("skipped: {reason}");
    }
    made.ok()
}

fn register(object: &[u8], id: CcId, name: Option<&str>) -> anyhow::Result<Held> {
    let values = VariantId::Cc(id).descriptor().defaults();
    Held::register(
        object,
        &Wanted { id, values: &values, settings: "defaults", mss: 1448, name, record_port: 0 },
    )
}

#[test]
fn a_control_is_gone_after_its_process_is_killed() {
    let Some(object) = object() else { return };
    if std::env::var_os(HOLDER).is_some() {
        let held = register(&object, CcId::DctcpTcp, None).unwrap();
        writeln!(std::io::stdout(), "\nholds {}", held.name()).unwrap();
        std::thread::sleep(Duration::from_secs(60));
        return;
    }
    match register(&object, CcId::DctcpTcp, None) {
        Err(error) if LACKS.iter().any(|lack| format!("{error:#}").contains(lack)) => {
            println!("skipped: {error:#}");
            return;
        }
        held => drop(held.unwrap()),
    }
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_control_is_gone_after_its_process_is_killed", "--nocapture"])
        .env(HOLDER, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let name = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("holds ").map(str::to_owned));
    let name = name.unwrap();
    let is_there = || available().unwrap().contains(&name);
    assert!(is_there());
    let note = registered().into_iter().find(|note| note.name == name).unwrap();
    assert_eq!((note.algorithm.as_str(), note.process), ("dctcp/tcp", child.id()));
    // A second one beside it has a name of its own, and a name that is taken is refused.
    let second = register(&object, CcId::DctcpTcp, None).unwrap();
    assert_ne!(second.name(), name);
    let taken = register(&object, CcId::DctcpTcp, Some(&name)).unwrap_err().to_string();
    assert!(taken.contains("already"), "{taken}");
    child.kill().unwrap();
    child.wait().unwrap();
    let gone = (0..LOOKS).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        !is_there() && registered().iter().all(|note| note.name != name)
    });
    assert!(gone, "{name} is still there");
}
