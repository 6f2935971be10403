//! The output of three runs, word for word: a change of it is read in the diff. `FREEBOARD_BLESS=1` writes it anew.

use std::path::Path;
use std::process::Command;

/// Compares the output of `words` with the file of this name in `snapshots`.
fn check(name: &str, words: &[&str]) {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("snapshots").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    let ran = command.args(words).args(["--out", "out"]).current_dir(&folder).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let printed = String::from_utf8(ran.stdout).unwrap();
    let path = home.join("tests/lab/snapshots").join(name).with_extension("txt");
    if std::env::var_os("FREEBOARD_BLESS").is_some_and(|bless| bless == "1") {
        std::fs::write(&path, &printed).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = known.lines().zip(printed.lines()).find(|(known, printed)| known != printed);
    assert!(
        known == printed,
        "{path:?} is of another output, first here: {differs:?}; FREEBOARD_BLESS=1 writes it"
    );
}

/// A scenario that is shipped.
fn run(name: &str) {
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenarios").join(name);
    check(name, &["run", scenario.with_extension("toml").to_str().unwrap()]);
}

#[test]
fn the_demo_prints_what_it_printed() {
    check("demo", &["demo"]);
}

#[test]
fn the_incast_prints_what_it_printed() {
    run("incast");
}

#[test]
fn lossless_traffic_prints_what_it_printed() {
    run("roce");
}
