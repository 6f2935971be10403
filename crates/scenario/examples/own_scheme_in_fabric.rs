//! A marking scheme of one's own in a scenario: no registry, no entry in a list.
//!
//! `cargo run --package freeboard-scenario --example own_scheme_in_fabric`

use freeboard_aqm_api::{
    Aqm, Arrival, Decision, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Reason,
    Scope,
};
use freeboard_params::Unit;
use freeboard_scenario::Scenario;
use freeboard_units::{Bytes, DepthUnit};

/// Marks every arrival that finds at least K bytes.
struct AtLeast;

impl Aqm for AtLeast {
    const META: Meta = Meta {
        name: "at-least",
        variant: "exact",
        summary: "marks at K and above",
        source: "this example",
        kind: Kind::Exact,
        hooks: Hooks::ENQUEUE,
        reads: Intrinsics::DEPTH,
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("depth", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = Bytes;
    type Pipe = ();
    type Port = ();
    type Queue = ();

    fn params((): &(), _: DepthUnit) -> Result<Bytes, ParamError> {
        Ok(Bytes(97_500))
    }

    fn on_enqueue(k: &Bytes, _: Scope<'_, Self>, arrival: &Arrival) -> Decision {
        Decision::by(Reason::new(arrival.depth >= k.0, arrival.depth, k.0))
    }
}

const FILE: &str = r#"
[topology]
kind = "n-to-1"
senders = 8
rate = "10 Gbps"
rtt = "80 us"
buffer = "600 packets"
[host]
cc = "dctcp"
[switch]
aqm = "tail-drop"
[[workload]]
kind = "long"
flows = 8
[run]
time = "20 ms"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scenario = Scenario::parse(FILE)?;
    // The scheme of the file, and ours on the same traffic.
    let drop = scenario.run(0, 1)?;
    println!("tail-drop: {} packets dropped, {} marked", drop.queues.dropped(), drop.queues.marked);
    for kilobytes in [30, 97] {
        let own = scenario.run_own::<AtLeast>(Bytes(kilobytes * 1_000), 0, 1)?;
        let used = own.bottleneck().utilisation * 100.0;
        println!("at-least, K = {kilobytes} KB: {} packets marked, link {used:.1} % used", own.queues.marked);
        assert!(own.queues.marked > 0 && own.queues.dropped() < drop.queues.dropped());
    }
    Ok(())
}
