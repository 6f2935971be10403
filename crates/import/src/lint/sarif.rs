//! Findings as SARIF 2.1.0, which code-review systems show.

use super::{Finding, RULES};
use serde_json::{Value, json};

/// A log of one run over `file`.
#[must_use]
pub fn sarif(file: &str, findings: &[Finding]) -> Value {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| json!({ "id": rule.name, "shortDescription": { "text": rule.mistake } }))
        .collect();
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| {
            json!({
                "ruleId": finding.rule,
                "level": "warning",
                "message": { "text": format!("{}; {}", finding.effect, finding.remedy) },
                "locations": [{
                    "physicalLocation": { "artifactLocation": { "uri": file } },
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
