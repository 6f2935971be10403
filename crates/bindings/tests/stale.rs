//! Header and entry list say what the catalogue says. `FREEBOARD_BLESS=1` writes them anew.

use std::path::Path;

fn check(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../freeboard-c").join(path);
    if std::env::var_os("FREEBOARD_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{} is stale; FREEBOARD_BLESS=1 renews it", path.display());
}

#[test]
fn the_header_is_fresh() {
    check("include/freeboard.h", &freeboard_bindings::header());
}

#[test]
fn the_entry_list_is_fresh() {
    check("src/entries.rs", &freeboard_bindings::entries());
}
