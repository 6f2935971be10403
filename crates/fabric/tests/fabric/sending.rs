//! Rates, holds, timers and echoes between a transport and its congestion control.

use crate::support::{Erased, Fixed, PLAIN, Rule, Scheme, Word, bare, dumbbell, tail_drop};
use freeboard_aqm_api::{Arrival, Verdict};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, LineFraction, Loss, Nanos32, NoUnderlay, OrAck, Sent,
    Underlay,
};
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::transport::EcnEcho;
use freeboard_fabric::{
    BufferConfig, Controls, FlowSpec, HostConfig, Instance, LinkRate, Network, Ps, SwitchConfig,
};
use freeboard_params::{ParamError, Preset, Words};

/// A window of 1 MB plus what is to be seen from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    marked: u32,
    acked: u32,
    ticks: u32,
    sent: u32,
    pauses: u32,
    app_limited: u32,
    widest_rtt: u32,
    unsampled: u32,
    largest_flight: u32,
}

/// What a [`Tally`] shows as its window.
type Show = fn(&Tally) -> u32;

const BASE: u32 = 1 << 20;

impl CongestionControl for Tally {
    const META: CcMeta = CcMeta { ecn: true, sent: true, tick_ns: 7_000, ..PLAIN };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = Show;

    fn params((): &(), _: Bytes) -> Result<Show, ParamError> {
        Ok(|_| 0)
    }

    fn on_ack(&mut self, show: &Show, _: Nanos32, ack: &Ack) -> Control {
        self.marked += ack.marked.0;
        self.acked += ack.acked.0;
        self.widest_rtt = self.widest_rtt.max(ack.rtt);
        self.unsampled += u32::from(ack.rtt == 0);
        self.control(show)
    }

    fn on_timeout(&mut self, show: &Show, _: Nanos32, loss: &Loss) -> Control {
        self.largest_flight = self.largest_flight.max(loss.in_flight.0);
        self.control(show)
    }

    fn on_tick(&mut self, show: &Show, _: Nanos32) -> Control {
        self.ticks += 1;
        self.control(show)
    }

    fn on_sent(&mut self, show: &Show, _: Nanos32, bytes: Bytes) -> Control {
        self.sent += bytes.0;
        self.control(show)
    }

    fn on_paused(&mut self, show: &Show, _: Nanos32, _: bool) -> Control {
        self.pauses += 1;
        self.control(show)
    }

    fn on_app_limited(&mut self, show: &Show, _: Nanos32) -> Control {
        self.app_limited += 1;
        self.control(show)
    }

    fn control(&self, show: &Show) -> Control {
        Control::window(Bytes(BASE + show(self)))
    }

    fn canonical(&self, _: &mut Words) {}
}

/// Runs one flow of `segments` beside an endless one and returns what the tally shows after 10 ms.
fn tally(show: Show, k: u32, hosts: HostConfig, segments: u64) -> u32 {
    let (topology, receiver, _) = dumbbell(2, Ps::from_us(80));
    let switches: SwitchConfig<Erased> = crate::support::step(k, BufferConfig::Unlimited);
    let controls = vec![Controls::<Tally, NoUnderlay>::new(show, ())];
    let mut net = Network::new(topology, &switches, hosts, controls, 1).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, segments * 1460, Ps::ZERO)).unwrap();
    let mut seen = BASE;
    for step in 1..1_000 {
        net.run_until(Ps(step * 10_000_000));
        seen = net.control(FlowId(0)).map_or(seen, |control| control.window.0);
    }
    seen - BASE
}

/// Marks every `k`-th packet. With the fourth, pairs of segments would tell of two marks or of none but for the early ACK
/// at a change.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Every;

impl Rule for Every {
    type Pipe = ();
    type Queue = Word;

    fn arrive(k: u32, ((), queue): (&mut (), &mut Word), _: &Arrival) -> Verdict {
        queue.0 += 1;
        Verdict::signal_if(queue.0.is_multiple_of(k))
    }
}

#[test]
fn delayed_acks_tell_exactly_how_much_was_marked() {
    for (ack_every, echo) in [(1, EcnEcho::Dctcp), (2, EcnEcho::Dctcp), (1, EcnEcho::PerPacket)] {
        let (topology, receiver, bottleneck) = dumbbell(1, Ps::from_us(80));
        let hosts = HostConfig { ack_every, echo, ack_delay: Ps::from_us(50), ..bare() };
        let switches =
            SwitchConfig::new(Erased::new(Instance::<Scheme<Every>>::new(4)), BufferConfig::Unlimited);
        let controls = vec![Controls::<Tally, NoUnderlay>::new(|tally| tally.marked, ())];
        let mut net =
            Network::new(topology, &switches, HostConfig { window_max: 29_200, ..hosts }, controls, 1)
                .unwrap();
        let flow = net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO).until(Ps::from_ms(3))).unwrap();
        net.run_until(Ps::from_ms(3));
        let mut told = 0;
        while let Some(control) = net.control(flow) {
            told = control.window.0 - BASE;
            net.run_until(net.now() + Ps::from_us(1));
        }
        let marks = net.port_stats(bottleneck).marked as u32;
        let acks = net.census().injected as u32 - net.counters().data_packets as u32;
        let data = net.counters().data_packets as u32;
        assert!(marks > 100 && marks < data, "{marks} of {data} marked");
        assert!(ack_every == 1 || acks < data, "{acks} ACKs of {data} packets are delayed ones");
        // The last ACK closes the flow before it can be read: two segments of slack.
        assert!(told.abs_diff(marks * 1460) <= 2 * 1460, "{ack_every} {echo:?}: {told} B for {marks} marks");
    }
}

#[test]
fn under_loss_every_byte_is_told_once_and_retransmissions_give_no_sample() {
    let run = |show: Show, buffer: u32| {
        let (topology, receiver, _) = dumbbell(2, Ps::from_us(80));
        let hosts = HostConfig { window_max: 48 * 1460, rto_min: Ps::from_us(300), ..bare() };
        let controls = vec![Controls::<Tally, NoUnderlay>::new(show, ())];
        let switches = tail_drop(BufferConfig::PortPackets(buffer));
        let mut net = Network::new(topology, &switches, hosts, controls, 1).unwrap();
        let flows = [0, 1].map(|host| net.add_flow(FlowSpec::endless(host, receiver, Ps::ZERO)).unwrap());
        net.run_until(Ps::from_ms(40));
        let seen: u32 = flows.iter().map(|&flow| net.control(flow).unwrap().window.0 - BASE).sum();
        (seen, flows.iter().map(|&flow| net.acked(flow).unwrap() as u32).sum::<u32>(), net.counters())
    };
    let (told, acked, counters) = run(|tally| tally.acked, 20);
    assert!(counters.resent_packets > 50 && counters.recoveries > 10, "{counters:?}");
    // What is told beyond the cumulative ACK is what was selectively acknowledged. While a lost retransmission
    // waits for its timeout of 300 us, new data goes on at a window per round trip: eight are plenty.
    let slack = 8 * 2 * 48 * 1460;
    assert!(told >= acked && told - acked <= slack, "{told} told, {acked} acknowledged");
    // Both flows' largest together: nothing beyond two windows and the gaps in them is ever called in flight.
    let flight = run(|tally| tally.largest_flight, 20).0;
    assert!(flight > 0 && flight <= 2 * 2 * 48 * 1460, "{flight} B at a timeout");
    assert!(run(|tally| tally.unsampled, 20).0 > 10);
    assert_eq!(run(|tally| tally.unsampled, 1000).0, 0);
}

#[test]
fn every_event_of_a_flow_is_told() {
    let hosts = HostConfig::default();
    assert_eq!(tally(|tally| tally.app_limited, u32::MAX, hosts, 100), 1);
    let sent = tally(|tally| tally.sent, u32::MAX, hosts, 100);
    assert_eq!(sent, 146_000);
    // A flow of 1.4 ms at 10 Gbit/s, a timer of 7 us.
    let ticks = tally(|tally| tally.ticks, u32::MAX, hosts, 1000);
    assert!((160..=190).contains(&ticks), "{ticks}");
}

#[test]
fn a_round_trip_sample_is_the_base_round_trip_in_an_empty_network() {
    let rtt = tally(|tally| tally.widest_rtt, u32::MAX, bare(), 1);
    // One segment: its state cannot be read once it is acknowledged.
    assert_eq!(rtt, 0);
    let hosts = HostConfig { window_max: 1460, ..bare() };
    let rtt = tally(|tally| tally.widest_rtt, u32::MAX, hosts, 5);
    assert_eq!(rtt, 80_000 + 2 * 1_200 + 2 * 32);
}

#[test]
fn a_rate_is_kept_exactly() {
    let (topology, receiver, bottleneck) = dumbbell(1, Ps::from_us(80));
    let rate = LineFraction::from_bits(300_000);
    let controls = vec![Controls::<Fixed, NoUnderlay>::new(Control::rate(rate), ())];
    let mut net = Network::new(topology, &tail_drop(BufferConfig::Unlimited), bare(), controls, 1).unwrap();
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
    net.run_until(Ps::from_ms(50));
    let stats = net.port_stats(bottleneck);
    let exact = Ps::from_ms(50).0 as f64 / 1_200_000.0 * 300_000.0 / f64::from(1u32 << 20);
    // The first packet is one propagation and one transmission late.
    assert!((stats.arrived as f64 - exact).abs() < 7.0, "{} packets, {exact}", stats.arrived);
    assert_eq!(stats.packets_max, 1, "paced packets do not queue, the one in passing is counted");
}

/// Holds every packet for a fixed time after the one before and checks the reports.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spacer {
    last: Nanos32,
    any: bool,
    reports: u32,
    owd: u32,
}

impl Underlay for Spacer {
    const NAME: &'static str = "spacer";
    type Settings = ();
    type Params = u32;

    fn params((): &()) -> Result<u32, ParamError> {
        Ok(0)
    }

    fn on_sent(&mut self, _: &u32, sent: &Sent) -> u32 {
        (self.last, self.any) = (sent.now, true);
        sent.packet
    }

    fn on_or_ack(&mut self, _: &u32, report: &OrAck) {
        assert_eq!(report.pause_at_sent, report.packet, "what was carried comes back");
        self.reports += 1;
        self.owd = report.received.since(report.sent);
        assert_eq!(self.owd, 42_400, "two transmissions and half the propagation");
    }

    fn on_ack(&mut self, _: &u32, _: Nanos32, _: Bytes) {}

    fn release(&self, gap: &u32, now: Nanos32) -> Nanos32 {
        if self.any { self.last.plus(*gap) } else { now }
    }

    fn in_flight_cap(&self, _: &u32) -> Bytes {
        Bytes::MAX
    }

    fn canonical(&self, _: &mut Words) {}
}

#[test]
fn an_underlay_holds_packets_and_hears_of_their_arrival() {
    let (topology, receiver, bottleneck) = dumbbell(1, Ps::from_us(80));
    let controls = vec![Controls::<Fixed, Spacer>::new(Control::window(Bytes(1_000_000)), 5_000)];
    let mut net = Network::new(topology, &tail_drop(BufferConfig::Unlimited), bare(), controls, 1).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, 100 * 1460, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    // One packet every 5 us, whatever the window says.
    assert_eq!(net.records()[0].fct(), Ps::from_us(99 * 5 + 40) + LinkRate::G10.time_of(3000));
    assert_eq!(net.port_stats(bottleneck).packets_max, 1);
}

#[test]
fn two_congestion_controls_share_a_network() {
    let (topology, receiver, bottleneck) = dumbbell(2, Ps::from_us(80));
    let rate = |bits| Controls::<Fixed, NoUnderlay>::new(Control::rate(LineFraction::from_bits(bits)), ());
    let controls = vec![rate(1 << 18), rate(1 << 19)];
    let mut net = Network::new(topology, &tail_drop(BufferConfig::Unlimited), bare(), controls, 1).unwrap();
    let slow = net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
    let fast = net.add_flow(FlowSpec::endless(1, receiver, Ps::ZERO).under(1)).unwrap();
    net.run_until(Ps::from_ms(20));
    let (slow, fast) = (net.received(slow).unwrap() as f64, net.received(fast).unwrap() as f64);
    assert!((fast / slow - 2.0).abs() < 0.01, "{fast} and {slow}");
    assert!((net.port_stats(bottleneck).utilisation() - 0.75).abs() < 0.01);
}

/// Longest queue of one flow of 60 segments, sent in batches, before a link of half the sender's rate, once the
/// start has drained: the window is smaller than the product.
fn longest_queue(segments: u32) -> u32 {
    let rate = |gbps: u64| LinkRate::from_bps(gbps * 1_000_000_000).unwrap();
    let mut both = freeboard_fabric::topology::NToOne::even(1, rate(10), Ps::from_us(200));
    both.receiver_rate = rate(5);
    let (receiver, bottleneck) = (both.receiver(), both.bottleneck());
    let hosts = HostConfig { offload: segments * 1460, ..HostConfig::default() };
    let controls = vec![Controls::<Fixed, NoUnderlay>::new(Control::window(Bytes(60 * 1460)), ())];
    let mut net =
        Network::new(both.build(), &tail_drop(BufferConfig::Unlimited), hosts, controls, 1).unwrap();
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
    net.run_until(Ps::from_ms(5));
    net.reset_maxima();
    net.run_until(Ps::from_ms(10));
    net.port_stats(bottleneck).packets_max
}

#[test]
fn batches_leave_back_to_back_and_take_a_third_of_the_window_at_most() {
    // One segment per ACK comes at the link's rate. Of a batch, half has left when the last arrives.
    for (batch, burst) in [(0, 1), (1, 1), (4, 4), (16, 16), (44, 20)] {
        let longest = longest_queue(batch);
        assert!(longest.abs_diff(burst / 2) <= 1, "{batch}: {longest}");
    }
}
