//! Theta-PowerTCP beside its rule in floating point, in the same network; and what a bound on every slope costs.
//!
//! The authors' simulator lets (slope + 1) be a half at least. Its TCP form takes one sample per round trip. With a sample
//! per packet the bound belongs to the average: a smaller window stops its sender until the flight is down to it, and
//! the packet after that finds the queue shorter all at once. Bounded one by one, samples keep every rise and lose
//! that fall, power reads too high, and two flows fall into step: the queue swings and runs empty.

use freeboard_cc_api::{
    Bytes, CcMeta, CongestionControl, Control, ControlOutput, Event, LineFraction, NoUnderlay, ParamError,
    Preset, Seq32, Words,
};
use freeboard_fabric::topology::NToOne;
use freeboard_fabric::{
    BufferConfig, Controls, FlowSpec, HostConfig, Instance, LinkRate, Network, Ps, SwitchConfig,
};
use freeboard_registry::aqm_taildrop::TailDrop;
use freeboard_registry::cc_powertcp::{ThetaPowerTcp, ThetaPowerTcpSettings};

/// 400 Gbit/s in bytes per nanosecond.
const BYTES_PER_NS: f64 = 50.0;
/// For a base round trip of 5 us \[ns\].
const T: u32 = 7_000;

/// What is a half at least.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    EverySlope,
    Average,
}

/// \[Addanki22\] algorithm 2 with the simulator's values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Real {
    window: f64,
    old: f64,
    power: f64,
    before: Option<(f64, u32)>,
    until: Option<Seq32>,
}

impl Real {
    fn sample(&mut self, bound: Bound, now: u32, rtt: f64) {
        let period = 1.05 * f64::from(T);
        if let Some((before, at)) = self.before.filter(|(_, at)| *at < now) {
            let span = f64::from(now - at);
            let slope = (rtt - before) / span + 1.0;
            let (slope, least) = match bound {
                Bound::EverySlope => (slope.max(0.5), 0.0),
                Bound::Average => (slope, rtt / period / 2.0),
            };
            let share = (span / period).min(1.0);
            self.power = (self.power + share * (slope * rtt / period - self.power)).max(least);
        }
        self.before = Some((rtt, now));
    }
}

impl CongestionControl for Real {
    const META: CcMeta = CcMeta {
        name: "test-theta",
        variant: "real",
        summary: "theta-PowerTCP in floating point",
        source: "this test",
        output: ControlOutput::WindowAndRate,
        ecn: false,
        int: false,
        cnp: false,
        delay: true,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = Bound;

    fn params((): &(), _: Bytes) -> Result<Bound, ParamError> {
        Ok(Bound::Average)
    }

    fn on_event(&mut self, bound: &Bound, event: &Event<'_>) -> Control {
        let largest = f64::from(T) * BYTES_PER_NS;
        if self.window == 0.0 {
            *self = Self { window: largest, old: largest, power: 1.0, ..*self };
        }
        if let Event::Ack { now, ack } = event {
            self.sample(*bound, now.0, f64::from(ack.rtt));
            if self.until.is_none_or(|until| ack.una.is_after(until)) {
                let aim = self.old / self.power + 975.0;
                self.window = (0.7 * aim + 0.3 * self.window).clamp(largest / 1_000.0, largest);
                self.old = self.window;
                self.until = Some(ack.nxt);
            }
        }
        self.control(bound)
    }

    fn control(&self, _: &Bound) -> Control {
        let largest = f64::from(T) * BYTES_PER_NS;
        let window = if self.window == 0.0 { largest } else { self.window };
        let rate = LineFraction::from_bits((window / largest * f64::from(1 << 20)) as u32);
        Control { window: Bytes(window as u32), rate }
    }

    fn canonical(&self, _: &mut Words) {}
}

/// Two flows at 400 Gbit/s and 5 us, from 10 to 20 ms: permille of the link, and packets in its queue on average.
fn two_flows<C: CongestionControl>(params: C::Params) -> (u64, u64) {
    let control = Controls::<C, NoUnderlay>::new(params, ());
    let shape = NToOne::even(2, LinkRate::from_bps(400_000_000_000).unwrap(), Ps::from_us(5));
    let switch = SwitchConfig::new(Instance::<TailDrop>::new(()), BufferConfig::Unlimited);
    let mut net = Network::new(shape.build(), &switch, HostConfig::rdma(), vec![control], 1).unwrap();
    for from in 0..2 {
        net.add_flow(FlowSpec::endless(from, shape.receiver(), Ps::from_ms(u64::from(from)))).unwrap();
    }
    net.run_until(Ps::from_ms(10));
    let before = net.port_stats(shape.bottleneck());
    net.run_until(Ps::from_ms(20));
    let span = net.port_stats(shape.bottleneck()).since(&before);
    let all = Ps::from_ms(10).0;
    (span.busy_ps * 1_000 / all, (span.depth_integral / u128::from(all) / 1_048) as u64)
}

#[test]
fn the_average_is_bounded_and_two_flows_fill_the_link_in_fixed_point_as_in_floating() {
    let settings = ThetaPowerTcpSettings { line_mbps: 400_000, t: T, ..ThetaPowerTcpSettings::DEFAULT };
    let fixed = two_flows::<ThetaPowerTcp>(ThetaPowerTcp::params(&settings, Bytes(1_000)).unwrap());
    let real = two_flows::<Real>(Bound::Average);
    assert!(fixed.0 >= 999 && real.0 >= 999, "{fixed:?} {real:?}");
    assert!(fixed.1.abs_diff(real.1) <= 2, "{fixed:?} {real:?}");
}

#[test]
fn a_bound_on_every_slope_lets_the_queue_swing_and_the_link_idle() {
    let (used, queue) = two_flows::<Real>(Bound::EverySlope);
    assert!(used < 960 && queue > 130, "{used} {queue}");
}
