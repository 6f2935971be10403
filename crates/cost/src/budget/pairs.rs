//! The context that a flow needs on a NIC: an underlay's state and its congestion control's, together.

use crate::row::{Row, table};
use crate::variant::CONTEXT_BYTES;
use freeboard_registry::cc_on_ramp::Samples;
use freeboard_registry::{CcId, UnderlayId};

/// Samples per flow of the ring in the tables: one per about 10 packets over the round trip at which On-Ramp acts,
/// 50 us at 100 Gbit/s, is 60.
const RING: usize = 64;

/// An underlay over a congestion control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    underlay: UnderlayId,
    control: CcId,
}

impl Pair {
    /// Every pair, the null underlay left out; underlays in registry order.
    pub fn all() -> Vec<Self> {
        let layers = UnderlayId::ALL.iter().filter(|id| !id.name().is_empty());
        layers.flat_map(|id| CcId::ALL.iter().map(|cc| Self { underlay: *id, control: *cc })).collect()
    }

    /// As scenarios name it.
    pub fn name(self) -> String {
        let meta = self.control.meta();
        format!("{}+{}/{}", self.underlay.name(), meta.name, meta.variant)
    }

    /// State of the underlay and of the control, without what the control declares as a second context \[B\].
    pub fn parts(self) -> (usize, usize) {
        (self.underlay.state_bytes(), self.control.state_bytes().saturating_sub(self.aux_bytes()))
    }

    /// The context of a flow \[B\].
    pub fn bytes(self) -> usize {
        self.parts().0 + self.parts().1
    }

    /// The second context \[B\].
    pub fn aux_bytes(self) -> usize {
        self.control.meta().aux_bytes as usize
    }

    /// Whether the pair fits the context of a flow.
    pub fn fits(self) -> bool {
        self.bytes() <= CONTEXT_BYTES
    }

    /// Whether a timer raises the control, and whether a pause can stop that.
    pub fn timer(self) -> &'static str {
        let (_, docs) = self.control.fields();
        match (self.control.meta().tick_ns, docs.iter().any(|doc| doc.name == "freeze")) {
            (0, _) => "none",
            (_, true) => "stops with `freeze`",
            (_, false) => "goes on",
        }
    }
}

/// Which fit, in a sentence.
pub fn verdict() -> String {
    let all = Pair::all();
    let fitting: Vec<String> =
        all.iter().filter(|pair| pair.fits()).map(|pair| format!("`{}`", pair.name())).collect();
    format!(
        "{} of {} pairs fit the {CONTEXT_BYTES} bytes of per-flow context of a programmable-CC NIC: {}.",
        fitting.len(),
        all.len(),
        fitting.join(", ")
    )
}

/// What the ring of samples adds to the second context.
pub fn ring() -> String {
    format!(
        "Where packets cannot carry transmit stamp and pause, a ring of {RING} samples is a second context of {} bytes more.",
        Samples::<RING>::BYTES
    )
}

/// A table of all pairs.
pub(super) fn print() {
    let row = |pair: Pair| {
        let (layer, control) = pair.parts();
        let row = Row::default().with("algorithm", pair.name()).with("variant", "");
        row.with("underlay", layer)
            .with("control", control)
            .with("context", pair.bytes())
            .with("fits", pair.fits())
            .with("second", pair.aux_bytes())
            .with("timer", pair.timer().replace('`', ""))
    };
    let rows: Vec<Row> = Pair::all().into_iter().map(row).collect();
    let columns = [
        ("underlay [B]", "underlay"),
        ("control [B]", "control"),
        ("context [B]", "context"),
        ("fits 48 B", "fits"),
        ("second context [B]", "second"),
        ("timer", "timer"),
    ];
    println!("{}\n{}\n{}", table(&rows, &columns), verdict().replace('`', ""), ring());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str) -> Pair {
        Pair::all().into_iter().find(|pair| pair.name() == name).expect("registered")
    }

    #[test]
    fn every_underlay_stands_over_every_control() {
        let layers = UnderlayId::ALL.len() - 1;
        assert_eq!(Pair::all().len(), layers * CcId::ALL.len());
        assert!(verdict().contains("`on-ramp+fixed/exact`"), "{}", verdict());
    }

    #[test]
    fn telemetry_history_is_beside_the_context_and_48_bytes_is_the_limit() {
        let hpcc = pair("on-ramp+hpcc/int");
        assert!(hpcc.aux_bytes() > 0);
        assert_eq!(hpcc.parts().1 + hpcc.aux_bytes(), CcId::Hpcc.state_bytes());
        for pair in Pair::all() {
            assert_eq!(pair.fits(), pair.bytes() <= 48, "{}", pair.name());
        }
        assert!(!pair("on-ramp+cubic/rfc9438").fits());
    }

    #[test]
    fn a_timer_that_no_pause_can_stop_is_told_from_one_that_it_can() {
        assert_eq!(pair("on-ramp+dcqcn/rate").timer(), "stops with `freeze`");
        assert_eq!(pair("on-ramp+newreno/rfc5681").timer(), "none");
    }
}
