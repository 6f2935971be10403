//! Measurements of one variant on one target.

use serde::Serialize;

/// One line of the report. A field that does not apply is absent.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Record {
    /// Name of the algorithm.
    pub(crate) algorithm: &'static str,
    /// Name of its variant.
    pub(crate) variant: &'static str,
    /// Where it ran: `host`, `pipeline`, an instruction set, or the hand-written baseline's.
    pub(crate) target: &'static str,
    /// Emulator, core or pipeline profile it ran on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<&'static str>,
    /// Firmware profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) profile: Option<&'static str>,
    /// Events behind the digest; behind the mean where there is no digest.
    pub(crate) events: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions_mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions_worst: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cycles_mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cycles_worst: Option<u64>,
    /// Without the longest call of each round trip, for flows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cycles_packet: Option<u64>,
    /// The event that took most cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) worst_vector: Option<String>,
    /// Code of the hooks \[B\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code_bytes: Option<u32>,
    /// State of one instance \[B\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state_bytes: Option<u32>,
    /// Deepest stack of a hook \[B\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stack_bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) digest_equal: Option<bool>,
    /// Forbidden symbols of the image that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) forbidden_symbols: Option<Vec<String>>,
}
