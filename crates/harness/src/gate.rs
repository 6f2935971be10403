//! The limits that the modelled RV32 core must keep.

use super::baseline::MEASURED_VARIANT;
use super::cost::Cost;
use super::declared::Cycles;
use super::index::Owner;
use freeboard_cost::recorded::Proved;
use freeboard_cost::variant::{Subject as _, Variant};

/// Cycles per packet, ACK or CNP on the first core.
///
/// One 1 GHz core that serves 25 Gbit/s of 1500-byte packets has 480 cycles a packet; about half of them.
const PACKET_CYCLES: u64 = 256;

/// The profile for speed, whose image the proofs are about.
const SPEED: &str = "firmware-3";

/// Cycles that a congestion control may take once per round-trip time.
const EPOCH_CYCLES: u64 = 1024;

/// Bytes of state per flow of an underlay: three quarters of the 48 of a programmable-CC NIC's context.
const UNDERLAY_STATE: f64 = 36.0;

/// Limits of `ecn-sharp/compact`, from the study of the pipeline vocabulary (24.2 instructions and 29.7 cycles on
/// average, 92 cycles at worst), rounded up.
const COMPACT_INSTRUCTIONS: u64 = 90;
const COMPACT_CYCLES: u64 = 100;

/// What the vocabulary may cost over code written by hand.
const OVER_BY_HAND: f64 = 1.05;
/// The same for cycles in a set of queues: 1.05 to 1.08 in two images that differ in other code. The one store for the time of
/// the last packet and the 4-byte loads beyond offset 124 take 1.6 cycles of 32.5; branch targets on odd halfwords, which follow
/// the place of the code, take up to one.
const CYCLES_IN_SET: f64 = 1.10;

/// Instructions and cycles with which a set of queues tells a negative sojourn, a branch that is not taken. The baseline does not look:
/// what is compared is the same function.
const SIGN_OF_SOJOURN: f64 = 1.0;

/// Cycles of an idle hook: that of a scheme with a clock is one clock and a few stores. Chosen by us.
const IDLE_CYCLES: f64 = 48.0;

/// Cycles per packet that the study measured for its hand-written ECN#, for speed and for size, and how near ours
/// must be, so that the comparison is with good code.
const STUDY_CYCLES: [(&str, f64); 2] = [("firmware-3", 31.8), ("firmware-s", 34.8)];
const NEAR_STUDY: f64 = 0.05;

/// Share of marked packets in the study's stream, and how near ours must be: a mark costs more than none.
const STUDY_MARKS: f64 = 0.305;
const NEAR_MARKS: f64 = 0.05;

/// Cycles that the worst call of a variant may take.
pub(crate) fn limit(variant: Variant, declared: Option<&Cycles>) -> u64 {
    match variant {
        Variant::Underlay(_) => PACKET_CYCLES,
        Variant::Aqm(_) => declared.map_or(PACKET_CYCLES, |declared| declared.per_packet),
        // The worst event of a controller is the one that ends a round trip.
        Variant::Cc(_) => declared.and_then(|declared| declared.worst).unwrap_or(EPOCH_CYCLES),
    }
}

/// Collects costs of one firmware profile and judges them.
#[derive(Debug)]
pub(crate) struct Gate {
    profile: &'static str,
    compact: Option<Cost>,
    by_hand: Option<Cost>,
    owned: Option<Cost>,
    notes: Vec<String>,
    findings: Vec<String>,
}

impl Gate {
    /// For one firmware profile.
    pub(crate) const fn new(profile: &'static str) -> Self {
        Self { profile, compact: None, by_hand: None, owned: None, notes: Vec::new(), findings: Vec::new() }
    }

    /// Judges a registered variant, by what its crate declares where it needs more than others. A search may miss the longest
    /// path, so the worst case that is `proved` of the image for speed must keep the limit too.
    pub(crate) fn variant(
        &mut self,
        variant: Variant,
        cost: &Cost,
        declared: Option<&Cycles>,
        proved: Option<Proved>,
    ) {
        let limit = limit(variant, declared);
        self.at_most(&format!("{}: worst cycles", variant.id()), cost.cycles_worst as f64, limit as f64);
        if let Some(proved) = proved.filter(|_| self.profile == SPEED) {
            let what = format!("{}: worst cycles that are proved", variant.id());
            self.at_most(&what, proved.cycles as f64, limit as f64);
        }
        if matches!(variant, Variant::Cc(_)) {
            let what = format!("{}: worst cycles but for one event per round trip", variant.id());
            let limit = declared.map_or(PACKET_CYCLES, |declared| declared.per_packet);
            self.at_most(&what, cost.cycles_packet as f64, limit as f64);
        }
        if let Some(Cycles { per_packet, reason, .. }) = declared {
            let id = variant.id();
            self.notes.push(format!("{id}: {per_packet} instead of {PACKET_CYCLES}: {reason}"));
        }
        if variant == Variant::Aqm(MEASURED_VARIANT) {
            self.compact = Some(cost.clone());
        }
    }

    /// Judges a flow's context: what tables of sizes say is the host's layout, and an underlay stands beside a
    /// congestion control.
    pub(crate) fn state(&mut self, variant: Variant, bytes: u32) {
        let on_host = match variant {
            Variant::Aqm(_) => return,
            Variant::Cc(id) => id.state_bytes(),
            Variant::Underlay(id) => id.state_bytes(),
        };
        if on_host != bytes as usize {
            self.findings.push(format!("{}: {bytes} bytes of state, {on_host} on the host", variant.id()));
        }
        if let Variant::Underlay(_) = variant {
            self.at_most(&format!("{}: bytes of state", variant.id()), f64::from(bytes), UNDERLAY_STATE);
        }
    }

    /// Takes the cost of the hand-written baseline, or of what is held against it.
    pub(crate) fn baseline(&mut self, owner: Owner, cost: &Cost) {
        match owner {
            Owner::ByHand => self.by_hand = Some(cost.clone()),
            Owner::Owned => self.owned = Some(cost.clone()),
            Owner::Idle => {
                self.at_most(
                    "ecn-sharp/compact: idle hook, worst cycles",
                    cost.cycles_worst as f64,
                    IDLE_CYCLES,
                );
            }
            Owner::Variant(_) | Owner::Indexed => {}
        }
    }

    /// The findings about variants alone, without the comparison with code by hand.
    pub(crate) fn findings(self) -> Vec<String> {
        self.findings
    }

    /// The verdicts: what holds, and what does not.
    pub(crate) fn close(mut self) -> (Vec<String>, Vec<String>) {
        match (self.compact.take(), self.by_hand.take(), self.owned.take()) {
            (Some(compact), Some(hand), Some(owned)) => {
                self.compare(&compact, &hand);
                let instructions = (owned.instructions_mean() - SIGN_OF_SOJOURN) / hand.instructions_mean();
                let name = "ecn-sharp/compact in a set: mean instructions over by hand";
                self.at_most(name, instructions, OVER_BY_HAND);
                let cycles = (owned.cycles_mean() - SIGN_OF_SOJOURN) / hand.cycles_mean();
                self.at_most("ecn-sharp/compact in a set: mean cycles over by hand", cycles, CYCLES_IN_SET);
            }
            _ => self.findings.push(
                "ecn-sharp/compact, alone or in a set, or its hand-written baseline was not measured"
                    .to_owned(),
            ),
        }
        (self.notes, self.findings)
    }

    fn compare(&mut self, compact: &Cost, hand: &Cost) {
        self.at_most(
            "ecn-sharp/compact: worst instructions",
            compact.instructions_worst as f64,
            COMPACT_INSTRUCTIONS as f64,
        );
        self.at_most("ecn-sharp/compact: worst cycles", compact.cycles_worst as f64, COMPACT_CYCLES as f64);
        let over = |ours: f64, by_hand: f64| ours / by_hand;
        let instructions = over(compact.instructions_mean(), hand.instructions_mean());
        self.at_most("ecn-sharp/compact: mean instructions over by hand", instructions, OVER_BY_HAND);
        let cycles = over(compact.cycles_mean(), hand.cycles_mean());
        self.at_most("ecn-sharp/compact: mean cycles over by hand", cycles, OVER_BY_HAND);
        let profile = self.profile;
        for (_, cycles) in STUDY_CYCLES.into_iter().filter(|(name, _)| *name == profile) {
            self.near("by hand: mean cycles", hand.cycles_mean(), cycles, NEAR_STUDY * cycles);
        }
        self.near("measurement stream: share of marks", hand.answered_share(), STUDY_MARKS, NEAR_MARKS);
    }

    fn at_most(&mut self, what: &str, value: f64, limit: f64) {
        self.file(value <= limit, format!("{}: {what}: {value:.2}, limit {limit:.2}", self.profile));
    }

    fn near(&mut self, what: &str, value: f64, expected: f64, tolerance: f64) {
        let holds = (value - expected).abs() <= tolerance;
        self.file(
            holds,
            format!("{}: {what}: {value:.3}, expected {expected:.3} +- {tolerance:.3}", self.profile),
        );
    }

    fn file(&mut self, holds: bool, text: String) {
        if holds { self.notes.push(format!("holds: {text}")) } else { self.findings.push(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use freeboard_rv32::Call;

    fn cost(cycles: u64, marks: u32) -> Cost {
        let mut cost = Cost::default();
        for number in 0..1000 {
            let a0 = u32::from(number < marks);
            cost.book(&Call { a0, a1: 0, instructions: cycles, cycles, stack_bytes: 0 }, String::new);
        }
        cost
    }

    fn findings(compact: &Cost, hand: &Cost) -> Vec<String> {
        with_set(compact, hand, hand)
    }

    fn with_set(compact: &Cost, hand: &Cost, owned: &Cost) -> Vec<String> {
        let mut gate = Gate::new("firmware-3");
        gate.variant(Variant::Aqm(MEASURED_VARIANT), compact, None, None);
        gate.baseline(Owner::ByHand, hand);
        gate.baseline(Owner::Owned, owned);
        gate.close().1
    }

    #[test]
    fn a_set_that_costs_more_than_the_vocabulary_may_fails() {
        let fine = cost(32, 305);
        // One instruction for the sign of the sojourn, and one in 32 for the set.
        assert!(with_set(&fine, &fine, &cost(34, 305)).is_empty());
        assert_eq!(with_set(&fine, &fine, &cost(35, 305)).len(), 1);
    }

    /// A slow path that no search has met, as one that only an idle queue reaches.
    #[test]
    fn a_proved_worst_case_beyond_the_limit_fails() {
        let [within, beyond] = [256, 257].map(|cycles| Proved { instructions: cycles, cycles });
        for (profile, proved, found) in [(SPEED, within, 0), (SPEED, beyond, 1), ("firmware-s", beyond, 0)] {
            let mut gate = Gate::new(profile);
            gate.variant(Variant::Aqm(MEASURED_VARIANT), &cost(32, 305), None, Some(proved));
            let findings = gate.close().1;
            let named = findings.iter().filter(|finding| finding.contains("that are proved")).count();
            assert_eq!(named, found, "{profile} {proved:?}: {findings:?}");
        }
    }

    #[test]
    fn a_slow_idle_hook_fails() {
        let mut gate = Gate::new("firmware-3");
        gate.baseline(Owner::Idle, &cost(49, 0));
        assert!(gate.close().1.iter().any(|finding| finding.contains("idle hook")));
    }

    #[test]
    fn six_percent_over_by_hand_fails() {
        assert!(findings(&cost(32, 305), &cost(32, 305)).is_empty());
        assert_eq!(findings(&cost(34, 305), &cost(32, 305)).len(), 2, "instructions and cycles");
    }

    #[test]
    fn a_worst_packet_over_the_limit_fails() {
        let mut compact = cost(32, 305);
        compact.extreme(&Call { a0: 1, a1: 0, instructions: 91, cycles: 101, stack_bytes: 0 }, String::new);
        assert_eq!(findings(&compact, &cost(32, 305)).len(), 2);
    }

    #[test]
    fn a_slow_baseline_or_a_calm_stream_does_not_count() {
        assert_eq!(findings(&cost(36, 305), &cost(36, 305)).len(), 1, "hand-written baseline too slow");
        assert_eq!(findings(&cost(32, 100), &cost(32, 100)).len(), 1, "too few marks");
    }
}
