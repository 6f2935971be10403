//! The page with every bug class, every variant and the test that stands between them.

use crate::CLASSES;

use freeboard_conformance::suites::idle_and_reattach::REMEMBERS;
use freeboard_registry::{AqmId, CcId};
use std::fmt::Write;
use std::path::Path;

const PAGE: &str = "../../docs/src/bug-class-tests.md";

const HEAD: &str = "# Bug classes and their tests

Every [bug class](bug-classes.md), every variant, and the test of `freeboard-conformance` in `tests/bug_classes` between them;
`every_scheme::...` is in `tests/lock_up`. Written by the test `the_page_names_every_test` under `FREEBOARD_BLESS=1`.

No variant is exempt from a class. Where the past decides on purpose, `idle_and_reattach` asks for a packet into an empty
queue to be forwarded after 200 ms instead of at once:
";

fn row(out: &mut String, name: &str, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    writeln!(out, "| `{name}` | {} |", cells.join(" | ")).unwrap();
}

fn page() -> String {
    let mut out = HEAD.to_owned();
    for (name, why) in REMEMBERS {
        let why = why.replace('[', "\\[").replace(']', "\\]");
        write!(out, "\n- `{name}`: {why}").unwrap();
    }
    let columns = CLASSES.iter().copied().chain(["lock_up"]);
    write!(out, "\n\n| variant | {} |\n", columns.clone().collect::<Vec<_>>().join(" | ")).unwrap();
    writeln!(out, "|---|{}", columns.map(|_| "---|").collect::<String>()).unwrap();
    for id in AqmId::ALL {
        let cells = CLASSES.iter().map(|class| format!("`{class}::aqm::{id:?}`"));
        row(&mut out, &id.to_string(), cells.chain([format!("`every_scheme::{id:?}`")]));
    }
    for id in CcId::ALL {
        let cells = CLASSES.iter().map(|class| format!("`{class}::cc::{id:?}`"));
        row(&mut out, &id.to_string(), cells.chain(["a control has no queue".to_owned()]));
    }
    out
}

#[test]
fn the_page_names_every_test() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    if std::env::var_os("FREEBOARD_BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page(), "{}: FREEBOARD_BLESS=1 writes it", path.display());
}
