//! Flows that On-Ramp holds in step or out of step, whose rates nothing but a clock changes.
//!
//! A flow hears of what it sends one one-way delay O later, so after a hold it sends for O before it is held again, and
//! is held until (2 - beta) O - T after that. Flows in step stand still together, and their queue empties whatever
//! their rates. Out of step they bring their rates' sum over (3 - beta - T/O), and a queue that is there stays while
//! that is more than the link carries.

use freeboard_aqm_api::{Aqm, DepthUnit, Hooks, Intrinsics, Kind, Meta, NotEct};
use freeboard_cc_api::{
    Bytes, CcMeta, CongestionControl, Control, ControlOutput, Event, LineFraction, Nanos32, ParamError,
    Preset, Underlay, Words,
};
use freeboard_cc_on_ramp::{OnRamp, OnRampSettings};
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_device::pfc::CLASSES;
use freeboard_fabric::topology::NToOne;
use freeboard_fabric::{
    BufferConfig, Controls, Discipline, FlowSpec, HostConfig, Instance, LinkRate, Lossless, Network,
    PortQueues, PortSplit, Ps, SwitchConfig,
};

/// Line rate until 3 ms, then the parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Falling {
    now: Nanos32,
}

impl CongestionControl for Falling {
    const META: CcMeta = CcMeta {
        name: "test-falling",
        variant: "exact",
        summary: "two rates",
        source: "this test",
        output: ControlOutput::Rate,
        ecn: false,
        int: false,
        cnp: false,
        delay: false,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = LineFraction;

    fn params((): &(), _: Bytes) -> Result<LineFraction, ParamError> {
        Ok(LineFraction::LINE)
    }

    fn on_event(&mut self, later: &LineFraction, event: &Event<'_>) -> Control {
        self.now = event.now();
        self.control(later)
    }

    fn control(&self, later: &LineFraction) -> Control {
        Control::rate(if self.now.0 < 3_000_000 { LineFraction::LINE } else { *later })
    }

    fn canonical(&self, _: &mut Words) {}
}

/// Marks nothing.
#[derive(Clone, Copy, Debug)]
struct Plain;

impl Aqm for Plain {
    const META: Meta = Meta {
        name: "test-plain",
        variant: "exact",
        summary: "marks nothing",
        source: "this test",
        kind: Kind::Exact,
        hooks: Hooks::empty(),
        reads: Intrinsics::empty(),
        resolution_ns: 1,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[],
    };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = ();
    type Pipe = ();
    type Port = ();
    type Queue = ();

    fn params((): &(), _: DepthUnit) -> Result<(), ParamError> {
        Ok(())
    }
}

/// The switch of On-Ramp's Figures 1 and 2: 32 MB, an ingress is paused at an eighth of what is free.
fn switch() -> SwitchConfig<Instance<Plain>> {
    let mut classes = [false; CLASSES];
    classes[1] = true;
    let lossless = Lossless {
        classes,
        guaranteed: Bytes(4_096),
        alpha: Alpha::from_log2(-3).unwrap(),
        alpha_mbps: None,
        xon_offset: Bytes(3_072),
        headroom: None,
        frame_max: Bytes(1_048),
        frame_min: Bytes(60),
        quanta: u16::MAX,
    };
    let mut queues = PortQueues::new(&[1, 1], Discipline::Strict);
    queues.queue_of_class = [0, 1, 0, 0, 0, 0, 0, 0];
    queues.lossless = Some(lossless);
    let buffer = BufferConfig::Shared {
        total: Bytes(1 << 25),
        reserve: Bytes(0),
        alpha: Alpha::from_log2(3).unwrap(),
        split: PortSplit::Together,
        test: ThresholdTest::Before,
    };
    SwitchConfig { queues: Some(queues), ..SwitchConfig::new(Instance::new(()), buffer) }
}

/// Twelve flows at 100 Gbit/s into one link, `apart` from one to the next, whose rates sum to `tenths` tenths of it from
/// 3 ms on; the mean queue from 13 to 15 ms \[us\].
fn queue(apart: Ps, tenths: u32, cap: u32) -> u64 {
    let settings = OnRampSettings { in_flight_cap: cap, ..OnRampSettings::DEFAULT };
    let later = LineFraction::from_bits((1 << 20) * tenths / 120);
    let control = Controls::<Falling, OnRamp>::new(later, OnRamp::params(&settings).unwrap());
    let shape = NToOne::even(12, LinkRate::from_bps(100_000_000_000).unwrap(), Ps::from_us(4));
    let hosts = HostConfig { ack_class: Some(0), ..HostConfig::rdma() };
    let mut net = Network::new(shape.build(), &switch(), hosts, vec![control], 1).unwrap();
    for from in 0..12 {
        let start = Ps(apart.0 * u64::from(from));
        net.add_flow(FlowSpec::endless(from, shape.receiver(), start).of_class(1)).unwrap();
    }
    net.run_until(Ps::from_ms(13));
    let before = net.port_stats(shape.bottleneck());
    net.run_until(Ps::from_ms(15));
    let span = net.port_stats(shape.bottleneck()).since(&before);
    // 80 ps per byte at 100 Gbit/s, 1 us has 10^6 ps, over 2 ms.
    (span.depth_integral / Ps::from_ms(2).0 as u128 * 80 / 1_000_000) as u64
}

#[test]
fn flows_out_of_step_keep_a_queue_of_many_t_at_rates_beyond_three_times_the_link() {
    let apart = Ps::from_us(5);
    let (high, low) = (queue(apart, 45, 0), queue(apart, 24, 0));
    assert!(high > 500, "4.5 times the link, T = 30 us: {high} us");
    assert!(low < 60, "2.4 times the link: {low} us");
}

#[test]
fn a_cap_ends_what_flows_send_before_they_hear_of_it() {
    let queue = queue(Ps::from_us(5), 120, 52_000);
    assert!(queue < 60, "twelve times the link, 52 KB in flight at most: {queue} us");
}
