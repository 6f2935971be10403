//! Tolerances of each variant against real arithmetic, with their derivations.

use freeboard_oracle::{FlowTolerance, Tolerance};
use freeboard_params::FieldDoc;

/// A bound and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// `algorithm/variant`.
    pub id: &'static str,
    /// The bound.
    pub tolerance: Tolerance,
    /// Why it holds.
    pub derivation: &'static str,
}

const NANOS: Tolerance = Tolerance {
    early: 0.0,
    late: 0.0,
    step_short: 0.0,
    step_short_ns: 1.0,
    step_long: 0.0,
    step_long_ns: 1.0,
};

const NANOS_WHY: &str = "Times and targets are whole ns and compare exactly. A step is floor(e + d) for the \
    exact quotient e and 0 <= d < interval/2^32 < 1: above e - 1, below e + 1.";

const TICKS: Tolerance = Tolerance {
    early: 1024.0,
    late: 1024.0,
    step_short: 0.0077,
    step_short_ns: 2048.0,
    step_long: 0.1225,
    step_long_ns: 0.0,
};

const TICKS_WHY: &str = "A deadline t + I is met at the first stamp in a tick after floor(t) + floor(I): later \
    than t + I - 1024 (I cut by less than a tick), at t + I + 1024 at the latest. A step is the math unit over \
    floor(I): an entry m in 4..=15 is at least 66 of 255 units, so rounding it errs by 0.5/66 = 0.76 % plus 2^-16 \
    for the cut of I to 16 bits; it is truncated to a tick, and I was cut by up to one: 2048 ns short together. \
    From count 8 on a bin reaches from m to m + 1 and holds the value at m: sqrt(5/4) = 11.8 % long at worst, \
    0.5/128 more for rounding that entry.";

const CENTRED: Tolerance = Tolerance { step_short: 0.065, step_long: 0.0585, ..TICKS };

const CENTRED_WHY: &str = "As at the lower edge, but an entry holds the value at m + 1/2: short by \
    1 - sqrt(4/4.5) = 5.72 % at the bin's lower end, long by sqrt(5/4.5) - 1 = 5.41 % at its upper end; rounding an \
    entry adds 0.76 % short and, at m = 4, 0.5/128 long.";

/// Every bound. A second row of one id is for bins filled at the centre.
pub const ROWS: &[Row] = &[
    Row { id: "ecn-sharp/exact", tolerance: NANOS, derivation: NANOS_WHY },
    Row { id: "codel/rfc8289", tolerance: NANOS, derivation: NANOS_WHY },
    Row { id: "ecn-sharp/compact", tolerance: TICKS, derivation: TICKS_WHY },
    Row { id: "ecn-sharp/compact", tolerance: CENTRED, derivation: CENTRED_WHY },
    Row { id: "ecn-sharp/paper-shaped", tolerance: TICKS, derivation: TICKS_WHY },
    Row { id: "ecn-sharp/paper-shaped", tolerance: CENTRED, derivation: CENTRED_WHY },
    Row { id: "ecn-sharp/sliced", tolerance: TICKS, derivation: TICKS_WHY },
    Row { id: "ecn-sharp/sliced", tolerance: CENTRED, derivation: CENTRED_WHY },
    Row { id: "codel/pipeline", tolerance: TICKS, derivation: TICKS_WHY },
];

/// The bound of one variant under its settings; `None` where the quantised model is exact already, or the
/// source is the arithmetic itself (Linux).
#[must_use]
pub fn of(id: &str, values: &[u32], docs: &[FieldDoc]) -> Option<Tolerance> {
    let centred = docs.iter().zip(values).any(|(doc, value)| doc.name == "math_fill" && *value == 1);
    ROWS.iter().filter(|row| row.id == id).nth(usize::from(centred)).map(|row| row.tolerance)
}

/// A bound of a congestion control and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct FlowRow {
    /// `algorithm/variant`.
    pub id: &'static str,
    /// The bound.
    pub tolerance: FlowTolerance,
    /// Why it holds.
    pub derivation: &'static str,
}

const DCQCN: FlowTolerance = FlowTolerance { step: 1.0 / 1_048_576.0, ratio: 0.0, answer: 2.0 };

const DCQCN_WHY: &str = "alpha is Q20: one period rounds down by less than one unit, or up to one where the step would \
    vanish; several periods at once are three products of prepared powers, each cut by less than a unit, between two \
    single steps. Errors shrink by 1 - g per period and are followed. A cut multiplies by alpha and halves, both cut \
    to a unit: 2. Deadlines, stages and the target are whole and exact; halfway is rounded up, as documented.";

const TIMELY: FlowTolerance = FlowTolerance { step: 1.0, ratio: 4.6e-5, answer: 2.0 };

const TIMELY_WHY: &str = "The gradient is whole ns: a step is cut by less than 1 ns, or lengthened to 1 ns where it would \
    vanish; the error shrinks by 1 - alpha per sample and is followed. 1 - T_high/RTT is a normalised 16-bit division \
    (4.6e-5, fixmath); gradient/minRTT, products with beta and the patched weight are cut to 2^-16 = 1.5e-5, below it. \
    The rate is cut once per product: 2 units. Where the gradient is within its error of 0, both branches are lawful.";

const CUBIC: FlowTolerance = FlowTolerance { step: 1.0, ratio: 4.6e-5, answer: 2.0 };

const CUBIC_WHY: &str = "Losses, marks, slow start and the Reno-friendly estimate are whole bytes and exact. Time is whole \
    ticks of 2^20 ns, cut; K is cut to a tick; the cubic's slope at that distance turns them into bytes, and both the \
    unit of its cube and its rounding to whole units are added (freeboard_oracle::cubic::Curve). Growth is that, shared out per \
    acknowledged byte by a normalised division (4.6e-5), and a byte that is carried. Where estimate and cubic are \
    closer than that, either may lead. The smoothed RTT is cut by less than 1 ns a sample.";

const HYSTART_WHY: &str = "As cubic/rfc9438. HyStart compares whole nanoseconds and whole ticks and is exact, but for what \
    segmentation offload adds to a train: twice its bytes times the smoothed RTT, which is known to within 8 ns, over the window. \
    Where a train's length is within that of its bound, both answers are lawful.";

const HPCC: FlowTolerance = FlowTolerance { step: 4.0 / 16_777_216.0, ratio: 4.7e-10, answer: 2.0 };

const HPCC_WHY: &str = "U is Q24: a sample, its weight and the step are each cut by less than a unit, 4 with the one that \
    keeps it from sticking; the weight's own unit costs 2^-31 of the gap. Bytes carried, sent and queued are whole: what \
    that means for a sample over a short span is computed with it. The window is U's error through W_c eta/U, and cut \
    twice. Of a window below a segment only the rate is seen. Hops as busy as each other may be taken for one another.";

const SWIFT: FlowTolerance = FlowTolerance { step: 4.0, ratio: 6.2e-5, answer: 0.5 };

const SWIFT_WHY: &str = "The slope of the target is whole ns, which 1/sqrt(fs_min) magnifies (freeboard_oracle::swift adds it); offset, \
    product and two roots cost less than 1 ns each: 4. The excess is a normalised 16-bit division (4.6e-5) times beta, cut \
    to 2^-16. Growth is a root's square, 2^-16 short below 16 384 segments, and loses less than 2^-16 segment of what is \
    acknowledged; what it gains below the window's unit is carried and not shown. The window shows in whole bytes. The smoothed RTT is \
    cut by less than 1 ns a sample; where an age or a delay is within its error, both branches are lawful.";

const POWERTCP: FlowTolerance = FlowTolerance { step: 2.0 / 16_777_216.0, ratio: 4.7e-10, answer: 2.0 };

const POWERTCP_WHY: &str = "Power is Q24: the step is cut by less than a unit and kept from sticking by another; the weight's \
    own unit costs 2^-31 of the gap. Bytes carried, arrived and queued are whole and both factors cut to 2^-24: what that \
    means for a sample over a short span is computed with it. The window is power's error through old eta/power, cut once, \
    and blended by gamma, cut again. Of a window below a segment only the rate is seen. Hops of like power may be taken \
    for one another.";

const THETA: FlowTolerance = FlowTolerance { step: 0.0, ratio: 0.0, answer: 2.0 };

const THETA_WHY: &str = "Power is Q24 and each of its four products cut to a unit; a change scaled from a span to T \
    loses less than 1 ns, magnified by rtt/T: freeboard_oracle::powertcp adds them up sample by sample. T with its slack is whole ns \
    and exact. The window is power's error through old/power, cut once, and blended by gamma, cut again.";

const BBR: FlowTolerance = FlowTolerance { step: 0.0, ratio: 1.0e-5, answer: 1.0 };

const BBR_WHY: &str = "Delivery rates, rounds, phases, recoveries and the window between them are whole and exact. Line rate is \
    Q20 bytes per ns and what it carries whole bytes, cut once more by the bandwidth and by the gain: freeboard_oracle::bbr carries \
    that range. The margin of 1 % is 64 881/65 536, 5.5e-6 off. The age of the smallest round-trip time is counted in steps \
    of 1.024 us. Where a threshold lies within its range both outcomes are lawful, and any start of the gain cycle but one.";

/// Every bound of a congestion control that is judged in real arithmetic.
pub const FLOW_ROWS: &[FlowRow] = &[
    FlowRow { id: "cubic/rfc9438", tolerance: CUBIC, derivation: CUBIC_WHY },
    FlowRow { id: "cubic/ecn", tolerance: CUBIC, derivation: CUBIC_WHY },
    FlowRow { id: "cubic/hystart", tolerance: CUBIC, derivation: HYSTART_WHY },
    FlowRow { id: "hpcc/int", tolerance: HPCC, derivation: HPCC_WHY },
    FlowRow { id: "dcqcn/rate", tolerance: DCQCN, derivation: DCQCN_WHY },
    FlowRow { id: "dcqcn/w", tolerance: DCQCN, derivation: DCQCN_WHY },
    FlowRow { id: "bbr/v1", tolerance: BBR, derivation: BBR_WHY },
    FlowRow { id: "powertcp/int", tolerance: POWERTCP, derivation: POWERTCP_WHY },
    FlowRow { id: "powertcp/theta", tolerance: THETA, derivation: THETA_WHY },
    FlowRow { id: "swift/fabric", tolerance: SWIFT, derivation: SWIFT_WHY },
    FlowRow { id: "timely/hpcc", tolerance: TIMELY, derivation: TIMELY_WHY },
    FlowRow { id: "timely/authors", tolerance: TIMELY, derivation: TIMELY_WHY },
    FlowRow { id: "timely/patched", tolerance: TIMELY, derivation: TIMELY_WHY },
    FlowRow { id: "timely/w", tolerance: TIMELY, derivation: TIMELY_WHY },
];

/// The bound of one congestion control; `None` where the quantised model is exact already.
#[must_use]
pub fn of_flow(id: &str) -> Option<FlowTolerance> {
    FLOW_ROWS.iter().find(|row| row.id == id).map(|row| row.tolerance)
}
