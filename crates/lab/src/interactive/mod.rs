//! A page in which a browser runs a scenario: one file, the simulator in it.

use crate::pages::{READOUT_SCRIPT, READOUT_STYLE};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::io::{self, Write};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const WORKER: &str = include_str!("worker.js");

/// Writes the page of a scenario; `shown` are the schemes side by side at first, by index, and `module` is the simulator.
///
/// # Errors
/// None that memory does not have.
pub fn page(scenario: &str, shown: [usize; 2], module: &[u8]) -> io::Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module)?;
    let packed = STANDARD.encode(packed.finish()?);
    // An end tag in a text would end the element that holds it.
    let base = json!({ "toml": scenario, "a": shown[0], "b": shown[1] }).to_string().replace('<', "\\u003c");
    let style = format!("{READOUT_STYLE}{STYLE}");
    let parts = [
        ("{{style}}", style.as_str()),
        ("{{scenario}}", base.as_str()),
        ("{{module}}", packed.as_str()),
        ("{{worker}}", WORKER),
        ("{{script}}", SCRIPT),
        ("{{readout}}", READOUT_SCRIPT),
    ];
    // Each place is looked for in what follows the one before: no part is taken for a place.
    let (mut made, mut rest) = (String::new(), PAGE);
    for (place, part) in parts {
        let (before, after) = rest.split_once(place).unwrap_or((rest, ""));
        made.push_str(before);
        made.push_str(part);
        rest = after;
    }
    made.push_str(rest);
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn a_page_holds_its_parts_and_no_text_ends_its_element() {
        let made = page("name = \"</script>{{module}}\"", [0, 1], b"module").unwrap();
        assert_eq!(made.matches("</script>").count(), 4, "one per element");
        assert!(made.contains("\\u003c/script>{{module}}"), "the scenario is text");
        assert!(!made.contains("{{worker}}") && !made.contains("{{style}}"));
        assert!(made.ends_with("</html>\n"));
    }
}
