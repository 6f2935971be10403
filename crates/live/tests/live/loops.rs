//! Closed loops and kept connections.

use crate::support::{is_skipped, report, scenario};

const LOOP: &str = "[[workload]]\nkind = \"closed-loop\"\nclients = [1, 2]\nservers = [3]\ndepth = 3\n\
     size = \"10 KB\"\nservice = \"1 ms\"\nthink = \"1 ms\"";

#[test]
fn every_client_keeps_its_number_of_requests_outstanding() {
    if is_skipped() {
        return;
    }
    let scenario = scenario("senders = 2\nbuffer = \"200 KB\"", "", LOOP, "500 ms");
    let outcome = report(&scenario, 0, 1).outcome;
    let exchanges = outcome.exchanges.len();
    // Six loops; a turn takes at least two round trips, the service and the thinking.
    assert!(exchanges > 12 && exchanges <= 6 * 50, "{exchanges}");
    assert!(outcome.exchanges.iter().all(|it| it.time_ps >= 2 * 4_000_000_000 + 1_000_000_000));
    // Requests and answers are flows; those at the end are answered in the drain.
    assert_eq!((outcome.flows.len(), outcome.unfinished()), (2 * exchanges, 0));
    let outstanding = |at: u64| {
        let is_open =
            |it: &&freeboard_scenario::measure::Exchange| it.start_ps <= at && at < it.start_ps + it.time_ps;
        outcome.exchanges.iter().filter(is_open).count()
    };
    let most = (0..500).map(|ms| outstanding(ms * 1_000_000_000)).max();
    assert_eq!(most, Some(6));
}

#[test]
fn a_kept_connection_has_one_syn_for_all_its_flows() {
    if is_skipped() {
        return;
    }
    let one = LOOP.replace("clients = [1, 2]", "clients = [1]").replace("depth = 3", "depth = 1");
    let per_exchange = |host: &str| {
        let outcome =
            report(&scenario("senders = 2\nbuffer = \"200 KB\"", host, &one, "500 ms"), 0, 1).outcome;
        assert_eq!(outcome.unfinished(), 0);
        // A round trip less for each, so more of them fit.
        (outcome.queues.arrived as f64 / outcome.exchanges.len() as f64, outcome.exchanges.len())
    };
    let ((fresh, fewer), (kept, more)) = (per_exchange(""), per_exchange("reuse = true"));
    // A connection each costs SYN, SYN-ACK, ACK and two FINs with their ACKs, twice per exchange.
    assert!(kept + 8.0 < fresh, "{kept} and {fresh} packets per exchange");
    assert!(more > fewer, "{more} and {fewer} exchanges");
}
