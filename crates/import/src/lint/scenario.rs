//! The rules on thresholds for the schemes of a scenario, and its own warnings. A scenario needs no traffic here.

use super::rule::Finding;
use super::threshold::{DRAIN_US_MAX, FRAME_BYTES, drain_us};
use crate::sonic::{ALPHA_ONE, Depth, Profile};
use freeboard_scenario::document::{Document, Fault};
use freeboard_scenario::file::{Buffer, QueueShare, Scenario, Scheme};

/// Name and mistake of the rule on parts without traffic.
pub const UNUSED: (&str, &str) = ("unused-part", "a part of a scenario has no effect");

/// Sections that a scenario without traffic lacks, which change no finding on thresholds.
const TRAFFIC: &str = "\n[[workload]]\nkind = \"long\"\nflows = 1\n";
const RUN: &str = "\n[run]\ntime = \"1 ms\"\n";

/// Findings on a scenario.
///
/// # Errors
/// It is not one, even with traffic.
pub fn lint_scenario(file: &str, text: &str) -> Result<Vec<Finding>, Fault> {
    let has = |section: &str| text.lines().any(|line| line.trim_start().starts_with(section));
    let (idle, endless) = (!has("[[workload]]"), !has("[run]"));
    let whole = [text, if idle { TRAFFIC } else { "" }, if endless { RUN } else { "" }].concat();
    let scenario = Scenario::read(&Document::new(file, whole))?;
    let warnings = if idle { Vec::new() } else { scenario.warnings() };
    let unused = |effect| Finding {
        rule: UNUSED.0,
        place: "scenario".to_owned(),
        effect,
        remedy: "give it traffic, or leave it out".to_owned(),
    };
    let schemes = scenario.schemes.iter().flat_map(|scheme| of_scheme(&scenario, scheme));
    Ok(warnings.into_iter().map(unused).chain(schemes).collect())
}

/// Findings on the thresholds of a scheme, which are `kmin` and `kmax`, or `k`.
fn of_scheme(scenario: &Scenario, scheme: &Scheme) -> Vec<Finding> {
    let known = scheme.aqm.variant.descriptor();
    let value = |name: &str| {
        let at = known.field(name)?;
        Some((name.to_owned(), u64::from(*scheme.aqm.values.get(at)?)))
    };
    let Some((field, min)) = value("kmin").or_else(|| value("k")) else { return Vec::new() };
    let mut all = Vec::new();
    let mut report = |rule, field: &str, effect, remedy| {
        all.push(Finding { rule, place: format!("scheme|{}|{field}", scheme.name), effect, remedy });
    };
    if let Some((field, max)) = value("kmax").filter(|(_, max)| (min + 1..min + FRAME_BYTES).contains(max)) {
        let effect = format!("the ramp from {min} to {max} B is shorter than a frame of {FRAME_BYTES} B");
        report("ramp-below-frame", &field, effect, format!("at least {} B", min + FRAME_BYTES));
    }
    let mbps = scenario.topology.rate_bps / 1_000_000;
    let us = drain_us(min, mbps);
    if us > DRAIN_US_MAX {
        let effect = format!("{min} B take {us} us to leave at {mbps} Mbit/s, and nothing is marked before");
        report("threshold-time", &field, effect, format!("at most {} B", mbps * DRAIN_US_MAX / 8));
    }
    // A scheme marks all queues of a port: one that reaches the threshold is enough.
    let depths = depths(scenario);
    let [alone, together] = [0, 1].map(|at| depths.iter().map(|both| both[at]).max());
    if let Some(most) = alone.filter(|most| min >= *most) {
        let effect =
            format!("a queue has at most {most} B, even alone, and marking begins at {min} B: it never acts");
        report("beyond-share", &field, effect, format!("well below {most} B, or a larger `alpha`"));
    } else if let Some(most) = together.filter(|most| min >= *most) {
        let effect = format!(
            "when all queues of a port are full, each has at most {most} B, and marking begins at {min} B"
        );
        report("alpha-sum", &field, effect, format!("below {most} B, or smaller alphas"));
    }
    all
}

/// Most bytes of each queue of a port, alone and with all others full; none where the memory counts packets.
fn depths(scenario: &Scenario) -> Vec<[u64; 2]> {
    let pool = match &scenario.topology.buffer {
        Buffer::Packets(_) => return Vec::new(),
        Buffer::Bytes(bytes) => return vec![[u64::from(*bytes); 2]],
        Buffer::Pool(pool) => pool,
    };
    let own = QueueShare { alpha_log2: pool.alpha_log2, reserve: pool.reserve };
    let queues = scenario.topology.queues.as_deref();
    let mut shares: Vec<QueueShare> = queues.map_or_else(Vec::new, |queues| queues.shares().collect());
    if shares.is_empty() {
        shares.push(own);
    }
    let profile = |share: &QueueShare| Profile {
        size: share.reserve.into(),
        depth: Some(Depth::Dynamic(share.alpha_log2)),
        ..Profile::default()
    };
    let profiles: Vec<Profile> = shares.iter().map(profile).collect();
    let sum: u64 = profiles.iter().filter_map(Profile::alpha).sum();
    let size = u64::from(pool.bytes);
    let both = |it: &Profile| {
        let alpha = it.alpha().unwrap_or(ALPHA_ONE);
        [it.share(size, alpha), it.share(size, sum)]
    };
    profiles.iter().map(both).collect()
}
