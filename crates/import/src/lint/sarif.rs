//! Findings as SARIF 2.1.0, which code-review systems show.

use super::{Finding, RULES, UNUSED};
use serde_json::{Value, json};

/// A log of one run over `file`.
#[must_use]
pub fn sarif(file: &str, findings: &[Finding]) -> Value {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| (rule.name, rule.mistake))
        .chain([UNUSED])
        .map(|(name, mistake)| json!({ "id": name, "shortDescription": { "text": mistake } }))
        .collect();
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| {
            json!({
                "ruleId": finding.rule,
                "level": "warning",
                "message": { "text": format!("{}; {}", finding.effect, finding.remedy) },
                "locations": [{
                    "physicalLocation": { "artifactLocation": { "uri": reference(file) } },
                    "logicalLocations": [{ "fullyQualifiedName": finding.place }],
                }],
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "freeboard", "rules": rules } },
            "results": results,
        }],
    })
}

/// A path as a URI reference: other bytes than unreserved ones and `/` as `%` and two digits (RFC 3986 §2.1).
fn reference(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
