//! Controls of the running kernel, and the one that corresponds to a control of the registry.

use anyhow::{Context, Result};
use freeboard_scenario::file::Scheme;
use std::fs::read_to_string;

/// The kernel's release.
pub fn release() -> String {
    read_to_string("/proc/sys/kernel/osrelease").map_or_else(|_| String::new(), |text| text.trim().to_owned())
}

/// Names of the controls that the kernel has.
pub(crate) fn controls() -> Result<Vec<String>> {
    let path = "/proc/sys/net/ipv4/tcp_available_congestion_control";
    let text = read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

/// Kernel controls and the registry's that stand for them in the simulator.
pub(crate) const PAIRS: [(&str, &str); 4] = [
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

/// The kernel's counterpart of the control of a scheme, without `linux/`; `None` if it has none.
#[must_use]
pub fn control(scheme: &Scheme) -> Option<&'static str> {
    let family = |id: &str| match id.split_once('/').map_or(id, |(name, _)| name) {
        "cubic" => Some("cubic"),
        "newreno" | "ecn-star" => Some("reno"),
        "bbr" => Some("bbr"),
        "dctcp" => Some("dctcp"),
        _ => None,
    };
    family(&scheme.host.cc.id)
}
