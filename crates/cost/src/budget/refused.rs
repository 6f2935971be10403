//! Two programs that do not fit, with what a user is told about them.

use freeboard_aqm_api::{Hooks, Intrinsics, Kind, Meta, NotEct, ParamError, Preset};
use freeboard_dataplane::clock::Timeless;
use freeboard_dataplane::{By, Data, Hw, Layout, Mark, Metadata, NoRegisters, Ports, Program};
use freeboard_pipeline::{Elaborated, Refusal, Sizing, profiles};
use freeboard_units::DepthUnit;

const fn meta(name: &'static str, reads: Intrinsics) -> Meta {
    Meta {
        name,
        variant: "example",
        summary: "an example of what is refused",
        source: "chosen by us",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads,
        resolution_ns: 1,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[],
    }
}

macro_rules! example {
    ($(#[$doc:meta])* $program:ident, $name:literal, $reads:expr, |$limit:ident, $m:ident| $mark:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        struct $program;

        impl Layout for $program {
            type Clock = Timeless;
            type Pipe = NoRegisters;
            type Port = NoRegisters;
            type Queue = NoRegisters;
        }

        impl Program for $program {
            const META: Meta = meta($name, $reads);
            const PRESETS: &'static [Preset<()>] = &[];
            type Settings = ();
            type Params = Data;

            fn params((): &(), _: DepthUnit) -> Result<Data, ParamError> {
                Ok(Data::new(1000))
            }

            fn mark<H: Hw>(_: &mut H, $limit: &Data, _: Ports<'_, Self, H>, $m: &Metadata<H>) -> Mark<H> {
                Mark::unexplained($mark)
            }
        }
    };
}

example!(
    /// Marks by the shared pool's occupancy, which a first-generation pipeline cannot see.
    PoolMarker, "pool-marker", Intrinsics::POOL_DEPTH,
    |limit, m| !limit.saturating_sub(m.pool_depth).nonzero()
);

/// Shifts and subtracts in turn, each step on the one before.
fn staircase<H: Hw>(
    limit: Data,
    word: freeboard_dataplane::Word<H>,
    steps: u32,
) -> freeboard_dataplane::Word<H> {
    (0..steps).fold(word, |word, _| limit.saturating_sub(word >> By::<1>))
}

example!(
    /// Fourteen operations, each on the result of the one before: more than there are stages.
    Staircase, "staircase", Intrinsics::SOJOURN,
    |limit, m| staircase(*limit, m.sojourn, 7).nonzero()
);

fn refusal<P: Program<Settings = ()>>() -> Option<Refusal> {
    Elaborated::configured::<P>(&(), &profiles::tofino_1_like(), Sizing::PAPER).err()
}

/// Prints both refusals.
pub(crate) fn print() {
    println!("Examples of programs that do not fit, and of what is said about them:");
    for refusal in [refusal::<PoolMarker>(), refusal::<Staircase>()].into_iter().flatten() {
        println!("\n{refusal}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_example_is_refused_by_name_and_limit() {
        let pool = refusal::<PoolMarker>().expect("tofino-1-like has no pool occupancy").to_string();
        assert!(pool.contains("pool") && pool.contains("refused.rs"), "{pool}");
        let stairs = refusal::<Staircase>().expect("there are 12 stages").to_string();
        assert!(stairs.contains("12") && stairs.contains("stage"), "{stairs}");
    }
}
