//! Controls of the running kernel, and the one that corresponds to a control of the registry.

use freeboard_scenario::file::Scheme;
use std::fs::read_to_string;

/// The kernel's release.
pub fn release() -> String {
    read_to_string("/proc/sys/kernel/osrelease").map_or_else(|_| String::new(), |text| text.trim().to_owned())
}

/// Kernel controls and the registry's that stand for them in the simulator.
const PAIRS: [(&str, &str); 4] = [
    ("linux/cubic", "cubic/ecn"),
    ("linux/reno", "ecn-star/rfc3168"),
    ("linux/bbr", "bbr/v1"),
    ("linux/dctcp", "dctcp/tcp"),
];

/// The text of a scenario with the registry's control in the place of each of the kernel's; lines stay where they are.
#[must_use]
pub fn with_models(text: &str) -> String {
    PAIRS.iter().fold(text.to_owned(), |text, (kernel, model)| {
        text.replace(&format!("\"{kernel}\""), &format!("\"{model}\""))
    })
}

/// Whether each scheme of a scenario's text asks for a control of the kernel's own, `linux/...`.
#[must_use]
pub fn asks_for_linux(text: &str) -> Vec<bool> {
    let table: toml::Table = text.parse().unwrap_or_default();
    let named = |section: Option<&toml::Value>| Some(section?.get("cc")?.as_str()?.starts_with("linux/"));
    let host = named(table.get("host")).unwrap_or_default();
    let schemes = table.get("scheme").and_then(toml::Value::as_array);
    schemes.into_iter().flatten().map(|scheme| named(Some(scheme)).unwrap_or(host)).collect()
}

/// The kernel's counterpart of the control of a scheme, without `linux/`; `None` if it has none.
pub(crate) fn counterpart(scheme: &Scheme) -> Option<&'static str> {
    let id = &scheme.host.cc.id;
    match id.split_once('/').map_or(id.as_str(), |(name, _)| name) {
        "cubic" => Some("cubic"),
        "newreno" | "ecn-star" => Some("reno"),
        "bbr" => Some("bbr"),
        "dctcp" => Some("dctcp"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_asks_for_its_own_control_or_the_hosts() {
        let text = "[host]\ncc = \"linux/cubic\"\n[[scheme]]\nname = \"a\"\n[[scheme]]\ncc = \"dctcp/tcp\"\n";
        assert_eq!(asks_for_linux(text), [true, false]);
        assert_eq!(asks_for_linux(&with_models(text)), [false, false]);
    }
}
