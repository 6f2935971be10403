//! A run on several shards is the run on one, to the last record and counter.

use crate::lookahead::{Behind, Case, InCommon, Net, case};
use crate::support::{Dctcp, Erased, Scheme, Step};
use freeboard_aqm_api::Aqm;
use freeboard_cc_api::NoUnderlay;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::{
    ClosedLoop, Controls, FabricError, FlowSpec, HostConfig, Instance, Network, Ps, ShardRefusal,
    ShardedNetwork, SwitchConfig,
};
use proptest::prelude::*;

type Sharded = ShardedNetwork<Erased, Controls<Dctcp, NoUnderlay>>;

fn sharded<A>(case: &Case, k: u32, shards: u32) -> Result<Sharded, FabricError>
where
    A: Aqm<Params = u32, Pipe: Send, Port: Send, Queue: Send>,
{
    let mut switches = SwitchConfig::new(Erased::new(Instance::<A>::new(k)), case.buffer);
    switches.queues.clone_from(&case.queues);
    let mut net = ShardedNetwork::new(shards, || {
        let controls = vec![Controls::new(u32::from(case.hosts.mss), ())];
        Network::new(case.topology.clone(), &switches, case.hosts, controls, 7)
    })?;
    for flow in &case.flows {
        net.add_flow(*flow)?;
    }
    for it in &case.loops {
        net.add_loop(*it)?;
    }
    Ok(net)
}

/// What is read off ports, samples and flows.
fn check_ports(case: &Case, several: &Sharded, one: &Net) {
    for port in 0..case.topology.port_count() {
        assert_eq!(several.port_stats(port), one.port_stats(port), "port {port}");
        assert_eq!(several.queue_activity(port, 0), one.queue_activity(port, 0), "port {port}");
        assert_eq!(several.queue_samples(port), one.queue_samples(port), "port {port}");
        assert_eq!(
            (several.pauses(port, 1), several.held(port, 1)),
            (one.pauses(port, 1), one.held(port, 1))
        );
    }
    for flow in (0..case.flows.len() as u32).map(FlowId) {
        assert_eq!(several.received(flow), one.received(flow));
    }
    assert_eq!(several.stuck(), one.stuck());
}

/// Cut in the middle, and then to the last flow's end or to a time.
fn check<A: Aqm<Params = u32, Pipe: Send, Port: Send, Queue: Send>>(case: &Case, k: u32) {
    let (middle, end) = (Ps::from_us(170), Ps::from_us(20_000));
    for shards in 1..=case.topology.switches.min(3) {
        for to_end_of_flows in [true, false] {
            let mut one = case.net::<A>(k);
            let mut several = sharded::<A>(case, k, shards).expect("it can be split");
            let sampled: Vec<u32> = (0..case.topology.port_count()).step_by(3).collect();
            one.trace_queues(sampled.clone(), Ps::from_us(7), 40);
            several.trace_queues(&sampled, Ps::from_us(7), 40);
            one.run_until(middle);
            several.run_until(middle);
            assert_eq!(several.census(), one.census(), "{shards} shards, in the middle");
            assert_eq!(several.ledger().unwrap(), one.ledger().unwrap(), "{shards} shards, in the middle");
            if to_end_of_flows {
                assert_eq!(several.run_until_all_done(end), one.run_until_all_done(end));
            } else {
                one.run_until(Ps::from_us(1500));
                several.run_until(Ps::from_us(1500));
            }
            assert_eq!(several.now(), one.now(), "{shards} shards");
            assert_eq!(several.records(), one.records(), "{shards} shards");
            assert_eq!(several.exchanges(), one.exchanges(), "{shards} shards");
            assert_eq!(several.pause_frames(), one.pause_frames(), "{shards} shards");
            assert_eq!(several.counters(), one.counters(), "{shards} shards");
            check_ports(case, &several, &one);
            assert_eq!(several.census(), one.census(), "{shards} shards");
            assert_eq!(several.ledger().unwrap(), one.ledger().unwrap(), "{shards} shards");
        }
    }
}

/// Some flows stop before all is sent, so that slots are free for others in whatever order.
fn with_stops() -> impl Strategy<Value = Case> {
    (case(), 1usize..4).prop_map(|(mut case, which)| {
        for flow in case.flows.iter_mut().step_by(which + 1) {
            *flow = flow.until(flow.start + Ps::from_us(60));
        }
        let later = case.flows.iter().map(|flow| {
            let mut later = *flow;
            later.start = flow.start + Ps::from_us(400);
            later.stop = Ps::MAX;
            (later.from, later.to) = (flow.to, flow.from);
            later
        });
        let later: Vec<_> = later.collect();
        case.flows.extend(later);
        case
    })
}

/// Beside flows, loops between some of their hosts that wait for a while.
fn with_loops() -> impl Strategy<Value = Case> {
    (with_stops(), 2u64..9, 1u64..40).prop_map(|(mut case, each, wait)| {
        let of = |flow: &FlowSpec| {
            let request = FlowSpec { bytes: 3_000, stop: Ps::MAX, datagram: 0, ..*flow };
            let answer = FlowSpec { from: flow.to, to: flow.from, ..request };
            let (service, think) = (Ps::from_us(wait), Ps::from_us(2 * wait));
            ClosedLoop { request, answer, sizes: [1_000, 20_000], service, think, end: Ps::from_us(900) }
        };
        case.loops = case.flows.iter().step_by(each as usize).map(of).collect();
        case
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn shards_change_nothing_of_loops(case in with_loops(), k in 3000u32..60_000) {
        check::<Step>(&case, k);
    }

    #[test]
    fn shards_change_nothing(case in with_stops(), k in 3000u32..60_000) {
        check::<Step>(&case, k);
        check::<Scheme<Behind>>(&case, k);
        check::<Scheme<InCommon>>(&case, k);
    }
}

#[test]
fn what_cannot_be_split_is_refused_by_name() {
    use crate::support::dumbbell;
    use freeboard_fabric::BufferConfig;

    let refusal = |delay: u64, hosts: HostConfig, shards: u32| {
        let (topology, ..) = dumbbell(4, Ps(delay));
        let buffer = BufferConfig::PortPackets(10);
        let case = Case { topology, buffer, queues: None, hosts, flows: Vec::new(), loops: Vec::new() };
        sharded::<Step>(&case, 1000, shards).err()
    };
    let reuse = HostConfig { reuse: true, ..HostConfig::default() };
    let most = dumbbell(4, Ps(4000)).0.switches;
    let count = |shards| Some(FabricError::Shards(ShardRefusal::Count { shards, most }));
    assert_eq!(refusal(4000, HostConfig::default(), 0), count(0));
    assert_eq!(refusal(4000, HostConfig::default(), most + 1), count(most + 1));
    if most > 1 {
        assert_eq!(refusal(4000, reuse, 2), Some(FabricError::Shards(ShardRefusal::Reuse)));
        assert_eq!(refusal(0, HostConfig::default(), 2), Some(FabricError::Shards(ShardRefusal::NoDelay)));
    }
    assert_eq!(refusal(0, reuse, 1), None);
}
