//! Tail loss probes: when they leave and what their answers tell.

use crate::listener::Listener;
use crate::support::{Erased, META, Rule, Scheme, Word, bare, dumbbell};
use freeboard_aqm_api::{Arrival, Hooks, Meta, Verdict};
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, Instance, Network, Ps, SwitchConfig};

const MSS: u64 = 1_460;
/// Segments of the flow.
const SEGMENTS: u64 = 20;

/// Drops the first copies of the last `k` segments of the flow.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tail;

impl Rule for Tail {
    const META: Meta = Meta { drops: Hooks::ENQUEUE, ..META };
    type Pipe = ();
    type Queue = Word;

    fn arrive(k: u32, ((), queue): (&mut (), &mut Word), arrival: &Arrival) -> Verdict {
        // ACKs pass a queue of this scheme, too.
        let is_data = u64::from(arrival.size.0) > MSS;
        queue.0 += u32::from(is_data);
        let is_last = is_data && queue.0 > SEGMENTS as u32 - k && queue.0 <= SEGMENTS as u32;
        if is_last { Verdict::Drop } else { Verdict::Forward }
    }
}

/// Completion of a flow that loses its last `lost` segments once, its timeouts, and the losses its control was told of.
fn run(hosts: HostConfig, lost: u32) -> (Ps, u32, u32, u32) {
    let listener = Listener::new(1 << 20);
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let switches =
        SwitchConfig::new(Erased::new(Instance::<Scheme<Tail>>::new(lost)), BufferConfig::Unlimited);
    let mut net = Network::new(topology, &switches, hosts, vec![listener.clone()], 1).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, SEGMENTS * MSS, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let losses = listener.heard.borrow().losses;
    let record = net.records()[0];
    (record.fct(), record.timeouts, record.resent, losses)
}

fn probing() -> HostConfig {
    HostConfig { tail_probe: true, ..bare() }
}

#[test]
fn a_lost_last_segment_is_repaired_by_a_probe() {
    let (without, timeouts, ..) = run(bare(), 1);
    assert!(without > Ps::from_ms(5) && timeouts == 1, "the timer of 5 ms without it: {without:?}");
    let (fct, timeouts, resent, _) = run(probing(), 1);
    assert_eq!((timeouts, resent), (0, 1));
    // All segments are handed over at once, and each waits for those before it: round trips of 82.5 us and 1.2 us more for each.
    let round = |segment: u32| 82_464.0 + 1_200.0 * f64::from(segment);
    let smoothed = (1..19).fold(round(0), |mean, segment| mean + (round(segment) - mean) / 8.0);
    // The last ACK is segment 19's; two smoothed round trips later the copy leaves, and arrives after half of one.
    let wanted = round(18) + 2.0 * smoothed + 40_000.0 + 2.0 * 1_200.0;
    let seen = fct.0 as f64 / 1e3;
    assert!((seen - wanted).abs() < 20.0, "{seen} ns, {wanted} ns");
}

#[test]
fn what_a_probe_shows_to_be_missing_is_lost() {
    for lost in [2, 3, 8] {
        let (fct, timeouts, resent, losses) = run(probing(), lost);
        // The probe is the last one, the others follow when its answer is there.
        assert_eq!((timeouts, resent, losses), (0, lost, 1), "{lost}");
        assert!(fct < Ps::from_us(450), "four round trips and a half: {fct:?}");
    }
}

#[test]
fn nothing_lost_is_nothing_sent_again() {
    assert_eq!(run(probing(), 0), run(bare(), 0));
}

#[test]
fn without_selective_acknowledgements_there_are_no_probes() {
    let hosts = HostConfig { sack: false, ..probing() };
    assert_eq!(run(hosts, 1), run(HostConfig { sack: false, ..bare() }, 1));
}
