//! Several receivers and several queues.

use crate::support::{is_skipped, report, scenario};
use freeboard_scenario::Scenario;

/// Two long flows from different hosts in classes 0 and 1.
const TWO_CLASSES: &str = "[[workload]]\nkind = \"long\"\nflows = 1\nhosts = [1]\nclass = 0\n\
     [[workload]]\nkind = \"long\"\nflows = 1\nhosts = [2]\nclass = 1";

fn with_queues(queues: &str) -> Scenario {
    let topology = format!(
        "senders = 2\n[topology.buffer]\npool = \"250 KB\"\nreserve = \"3 KB\"\n[topology.queues]\n{queues}"
    );
    scenario(&topology, "", TWO_CLASSES, "1500 ms")
}

/// Bytes that each queue sent, and packets that it marked.
fn sent(queues: &str) -> (Vec<u64>, Vec<u64>) {
    let classes = report(&with_queues(queues), 0, 1).outcome.classes;
    assert!(classes.iter().all(|queue| queue.arrived >= queue.sent + queue.dropped));
    (classes.iter().map(|it| it.sent_bytes).collect(), classes.iter().map(|it| it.marked).collect())
}

#[test]
fn a_queue_of_more_weight_sends_more() {
    if is_skipped() {
        return;
    }
    for scheduler in ["dwrr", "wfq"] {
        let (sent, marked) = sent(&format!("scheduler = \"{scheduler}\"\nweights = [8, 1]"));
        assert!(sent[0] > sent[1] && sent[1] > 0, "{scheduler}: {sent:?}");
        // Every queue has a state of the scheme of its own.
        assert!(marked.iter().all(|marks| *marks > 0), "{scheduler}: {marked:?}");
    }
    let (reversed, _) = sent("scheduler = \"dwrr\"\nweights = [1, 8]");
    assert!(reversed[1] > reversed[0], "{reversed:?}");
}

#[test]
fn strict_priority_serves_the_first_queue_before_the_second() {
    if is_skipped() {
        return;
    }
    let (strict, _) = sent("scheduler = \"strict\"\ncount = 2");
    assert!(strict[0] > 2 * strict[1], "{strict:?}");
    let (ranked, _) = sent("scheduler = \"dwrr\"\nweights = [1, 1, 1]\npriority = 1");
    assert!(ranked[0] > 2 * ranked[1], "{ranked:?}");
}

#[test]
fn receivers_have_ports_of_their_own() {
    if is_skipped() {
        return;
    }
    let flows = "[[workload]]\nkind = \"incast\"\nincast_degree = 4\nsize = \"30 KB\"\nat = \"50 ms\"\n\
         [[workload]]\nkind = \"long\"\nflows = 2\nreceiver = 2";
    let scenario = scenario("senders = 2\nreceivers = 2\nbuffer = \"200 KB\"", "", flows, "600 ms");
    let outcome = report(&scenario, 0, 1).outcome;
    assert_eq!(outcome.ports.len(), 2);
    assert!(outcome.flows.iter().filter(|flow| flow.query).all(|flow| flow.fct_ps.is_some()));
    // The second port is busy all the time, the first with four flows of 30 KB: 24 of 600 ms.
    let busy = |port: usize| outcome.ports[port].windows[0].utilisation;
    assert!(busy(0) > 0.0 && busy(0) < 0.2 && busy(1) > 0.2, "{} {}", busy(0), busy(1));
}
