//! Flows and queues of the fabric, decided by the entry points for C: the same run, packet by packet, as with the crates.
#![expect(unsafe_code, reason = "functions for C take pointers")]

use freeboard_aqm_api::{Activity, Aqm, Arrival, Departure, NotEct, PortView, Verdict};
use freeboard_c::{FlowControl as Answer, FlowEvent, Packet, Refusal, Report, SentPacket};
use freeboard_cc_api::{
    Bytes, CongestionControl, Control, Event, LineFraction, Nanos32, NoUnderlay, OrAck, Sent, Underlay,
};
use freeboard_fabric::topology::NToOne;
use freeboard_fabric::transport::{Rdma, Transport};
use freeboard_fabric::{
    BufferConfig, Controls, Departures, FlowControl, FlowSpec, HostConfig, Instance, LinkRate, Network, Ps,
    QueueScheme, Slot, SwitchConfig,
};
use freeboard_registry::cc_on_ramp::OnRamp;
use freeboard_registry::dataplane::Pass;
use freeboard_registry::{
    aqm_ecn_sharp, cc_bbr, cc_dcqcn, cc_dctcp, cc_hpcc, cc_newreno, cc_swift, cc_timely,
};
use freeboard_replay::EventWords;
use std::marker::PhantomData;

/// Memory of a C caller for a flow, an underlay or parameters: words, zero-filled.
type Memory<const WORDS: usize> = [u32; WORDS];
/// Words of a flow that suffice for every control (the header has the exact numbers).
const FLOW: usize = 96;
/// The same of parameters.
const PARAMS: usize = 512;
/// The same of a configuration.
const CONFIG: usize = 66;

type OnEvent = unsafe extern "C" fn(*const u32, *mut u32, *const FlowEvent) -> Answer;

/// The functions of one control, as a C program declares them.
#[derive(Clone, Copy)]
struct Calls {
    defaults: unsafe extern "C" fn(*mut u32),
    init: unsafe extern "C" fn(*mut u32, *const u32, u32, *mut Refusal) -> u32,
    on_event: OnEvent,
    /// Acknowledgement, loss, timeout.
    of_kind: [OnEvent; 3],
    on_sent: unsafe extern "C" fn(*const u32, *mut u32, u32, u32) -> Answer,
    /// Notification, tick.
    at: [unsafe extern "C" fn(*const u32, *mut u32, u32) -> Answer; 2],
    control: unsafe extern "C" fn(*const u32, *const u32) -> Answer,
}

macro_rules! calls {
    ($name:literal) => {{
        unsafe extern "C" {
            #[link_name = concat!("freeboard_", $name, "_defaults")]
            fn defaults(config: *mut u32);
            #[link_name = concat!("freeboard_", $name, "_init")]
            fn init(params: *mut u32, config: *const u32, mss: u32, refusal: *mut Refusal) -> u32;
            #[link_name = concat!("freeboard_", $name, "_on_event")]
            fn on_event(params: *const u32, flow: *mut u32, event: *const FlowEvent) -> Answer;
            #[link_name = concat!("freeboard_", $name, "_on_ack")]
            fn on_ack(params: *const u32, flow: *mut u32, event: *const FlowEvent) -> Answer;
            #[link_name = concat!("freeboard_", $name, "_on_loss")]
            fn on_loss(params: *const u32, flow: *mut u32, event: *const FlowEvent) -> Answer;
            #[link_name = concat!("freeboard_", $name, "_on_timeout")]
            fn on_timeout(params: *const u32, flow: *mut u32, event: *const FlowEvent) -> Answer;
            #[link_name = concat!("freeboard_", $name, "_on_sent")]
            fn on_sent(params: *const u32, flow: *mut u32, now_ns: u32, bytes: u32) -> Answer;
            #[link_name = concat!("freeboard_", $name, "_on_cnp")]
            fn on_cnp(params: *const u32, flow: *mut u32, now_ns: u32) -> Answer;
            #[link_name = concat!("freeboard_", $name, "_on_tick")]
            fn on_tick(params: *const u32, flow: *mut u32, now_ns: u32) -> Answer;
            #[link_name = concat!("freeboard_", $name, "_control")]
            fn control(params: *const u32, flow: *const u32) -> Answer;
        }
        let (of_kind, at) = ([on_ack, on_loss, on_timeout], [on_cnp, on_tick]);
        Calls { defaults, init, on_event, of_kind, on_sent, at, control }
    }};
}

/// On-Ramp's functions: the underlay of the flows that have one.
mod on_ramp {
    use freeboard_c::{Refusal, Report, SentPacket};

    unsafe extern "C" {
        #[link_name = "freeboard_on_ramp_defaults"]
        pub(super) fn defaults(config: *mut u32);
        #[link_name = "freeboard_on_ramp_init"]
        pub(super) fn init(params: *mut u32, config: *const u32, refusal: *mut Refusal) -> u32;
        #[link_name = "freeboard_on_ramp_on_sent"]
        pub(super) fn on_sent(params: *const u32, flow: *mut u32, sent: *const SentPacket) -> u32;
        #[link_name = "freeboard_on_ramp_on_report"]
        pub(super) fn on_report(params: *const u32, flow: *mut u32, report: *const Report);
        #[link_name = "freeboard_on_ramp_on_ack"]
        pub(super) fn on_ack(params: *const u32, flow: *mut u32, now_ns: u32, acked: u32);
        #[link_name = "freeboard_on_ramp_release"]
        pub(super) fn release(params: *const u32, flow: *const u32, now_ns: u32) -> u32;
        #[link_name = "freeboard_on_ramp_in_flight_cap"]
        pub(super) fn in_flight_cap(params: *const u32, flow: *const u32) -> u32;
    }
}

/// A control through its functions for C, over On-Ramp or over nothing. What a host knows of it beforehand is of `C`.
struct InC<C> {
    calls: Calls,
    params: Box<Memory<PARAMS>>,
    underlay: Option<Memory<PARAMS>>,
    of: PhantomData<C>,
}

impl<C> InC<C> {
    fn new(calls: Calls, has_underlay: bool, mss: u32) -> Self {
        let mut params = Box::new([0; PARAMS]);
        let (mut config, mut refusal) = ([0; CONFIG], Refusal::default());
        // SAFETY: memory for more than any configuration, parameters and refusal.
        let refused = unsafe {
            (calls.defaults)(config.as_mut_ptr());
            (calls.init)(params.as_mut_ptr(), config.as_ptr(), mss, &raw mut refusal)
        };
        assert_eq!(refused, 0, "{refusal:?}");
        let underlay = has_underlay.then(|| {
            let (mut params, mut config) = ([0; PARAMS], [0; CONFIG]);
            // SAFETY: as above.
            let refused = unsafe {
                on_ramp::defaults(config.as_mut_ptr());
                on_ramp::init(params.as_mut_ptr(), config.as_ptr(), &raw mut refusal)
            };
            assert_eq!(refused, 0, "{refusal:?}");
            params
        });
        Self { calls, params, underlay, of: PhantomData }
    }

    fn underlay(&self) -> *const u32 {
        self.underlay.as_ref().expect("flows over an underlay have its parameters").as_ptr()
    }
}

const fn read(answer: Answer) -> Control {
    Control { window: Bytes(answer.window), rate: LineFraction::from_bits(answer.rate) }
}

impl<C: CongestionControl> FlowControl for InC<C> {
    /// The control's words, then the underlay's.
    type Flow = [Memory<FLOW>; 2];
    type Reporter = ();

    fn start(&self) -> Self::Flow {
        [[0; FLOW]; 2]
    }

    fn on_event(&self, [flow, _]: &mut Self::Flow, event: &Event<'_>) -> Control {
        let words = EventWords::of(event);
        let path = words.path();
        let path = path.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let event = FlowEvent { columns: words.columns(), path };
        let (calls, params, flow, now) =
            (self.calls, self.params.as_ptr(), flow.as_mut_ptr(), event.columns[1]);
        // Half of the events by the function of their kind.
        // SAFETY: parameters that `init` wrote, a flow of zero-filled words at first, an event with its path.
        read(unsafe {
            match event.columns[0] {
                0 if now & 1 == 0 => (calls.on_sent)(params, flow, now, event.columns[2]),
                1 if now & 1 == 0 => (calls.of_kind[0])(params, flow, &raw const event),
                3 if now & 1 == 0 => (calls.of_kind[1])(params, flow, &raw const event),
                4 if now & 1 == 0 => (calls.of_kind[2])(params, flow, &raw const event),
                5 if now & 1 == 0 => (calls.at[0])(params, flow, now),
                7 if now & 1 == 0 => (calls.at[1])(params, flow, now),
                _ => (calls.on_event)(params, flow, &raw const event),
            }
        })
    }

    fn control(&self, [flow, _]: &Self::Flow) -> Control {
        // SAFETY: as above.
        read(unsafe { (self.calls.control)(self.params.as_ptr(), flow.as_ptr()) })
    }

    fn uses_ecn(&self) -> bool {
        C::META.ecn
    }

    fn needs_cnp(&self) -> bool {
        C::META.cnp
    }

    fn needs_delivery_rate(&self) -> bool {
        C::META.delivery_rate
    }

    fn needs_sent(&self) -> bool {
        C::META.sent || self.has_underlay()
    }

    fn needs_int(&self) -> bool {
        C::META.int
    }

    fn is_window_only(&self) -> bool {
        C::META.output == freeboard_cc_api::ControlOutput::Window
    }

    /// Only a host that paces by its own asks; these do not.
    fn slow_start_threshold(&self, _: &Self::Flow) -> Bytes {
        Bytes(u32::MAX)
    }

    fn tick_ns(&self) -> u32 {
        C::META.tick_ns
    }

    fn longest_gap_ns(&self) -> u64 {
        C::META.longest_gap_ns
    }

    fn has_underlay(&self) -> bool {
        self.underlay.is_some()
    }

    fn on_sent(&self, [_, flow]: &mut Self::Flow, sent: &Sent, _: Nanos32) -> u32 {
        let sent = SentPacket { now_ns: sent.now.0, packet: sent.packet, fresh: sent.fresh.0 };
        // SAFETY: parameters that `init` wrote, a flow of zero-filled words at first.
        unsafe { on_ramp::on_sent(self.underlay(), flow.as_mut_ptr(), &raw const sent) }
    }

    fn reports(&self, (): &mut (), _: Nanos32, _: u32, _: bool) -> bool {
        true
    }

    fn on_report(&self, [_, flow]: &mut Self::Flow, report: &OrAck) {
        let report = Report {
            now_ns: report.now.0,
            packet: report.packet,
            sent_ns: report.sent.0,
            received_ns: report.received.0,
            pause_at_sent_ns: report.pause_at_sent,
        };
        // SAFETY: as above.
        unsafe { on_ramp::on_report(self.underlay(), flow.as_mut_ptr(), &raw const report) };
    }

    fn on_ack(&self, [_, flow]: &mut Self::Flow, now: Nanos32, acked: Bytes) {
        // SAFETY: as above.
        unsafe { on_ramp::on_ack(self.underlay(), flow.as_mut_ptr(), now.0, acked.0) };
    }

    fn release(&self, [_, flow]: &Self::Flow, now: Nanos32) -> Nanos32 {
        // SAFETY: as above.
        Nanos32(unsafe { on_ramp::release(self.underlay(), flow.as_ptr(), now.0) })
    }

    fn in_flight_cap(&self, [_, flow]: &Self::Flow) -> Bytes {
        // SAFETY: as above.
        Bytes(unsafe { on_ramp::in_flight_cap(self.underlay(), flow.as_ptr()) })
    }
}

type Compact = Pass<aqm_ecn_sharp::CompactProgram>;

unsafe extern "C" {
    #[link_name = "freeboard_ecn_sharp_compact_on_dequeue"]
    fn ecn_sharp_on_dequeue(
        params: *const u32,
        pipe: *mut u32,
        port: *mut u32,
        queue: *mut u32,
        packet: *const Packet,
    ) -> u32;
    #[link_name = "freeboard_ecn_sharp_compact_defaults"]
    fn ecn_sharp_defaults(config: *mut u32);
    #[link_name = "freeboard_ecn_sharp_compact_init"]
    fn ecn_sharp_init(params: *mut u32, config: *const u32, unit: u32, refusal: *mut Refusal) -> u32;
}

/// ECN# compact through its functions for C: words of parameters, of the pipe, of every queue.
struct MarkedInC {
    params: Memory<16>,
    pipe: Memory<4>,
    queues: Vec<Memory<8>>,
}

impl MarkedInC {
    fn new() -> Self {
        let (mut params, mut config, mut refusal) = ([0; 16], [0; CONFIG], Refusal::default());
        // SAFETY: memory for more than configuration, parameters and refusal.
        let refused = unsafe {
            ecn_sharp_defaults(config.as_mut_ptr());
            ecn_sharp_init(params.as_mut_ptr(), config.as_ptr(), 1, &raw mut refusal)
        };
        assert_eq!(refused, 0, "{refusal:?}");
        Self { params, pipe: [0; 4], queues: Vec::new() }
    }
}

impl QueueScheme for MarkedInC {
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self {
        Self { queues: vec![[0; 8]; ports.len() * queues], ..*self }
    }

    fn on_enqueue(&mut self, _: Slot, _: &Arrival) -> Verdict {
        Verdict::Forward
    }

    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict {
        let packet = Packet {
            now_ns: departure.now.0,
            now_high: u32::from(departure.now_high),
            size: departure.size.0,
            depth: departure.depth,
            port_depth: departure.port_depth,
            pool_depth: departure.pool_depth,
            sojourn_ns: departure.sojourn,
            ecn: u32::from(departure.ecn.bits()),
            random: departure.random,
        };
        let queue = &mut self.queues[slot.queue];
        // SAFETY: parameters that `init` wrote, state of zero-filled words at first; the port has none.
        let verdict = unsafe {
            ecn_sharp_on_dequeue(
                self.params.as_ptr(),
                self.pipe.as_mut_ptr(),
                std::ptr::null_mut(),
                queue.as_mut_ptr(),
                &raw const packet,
            )
        };
        if verdict == Verdict::Signal as u32 { Verdict::Signal } else { Verdict::Forward }
    }

    fn on_control(&mut self, _: Slot, _: Nanos32, _: &PortView<'_>) {}

    fn control_period_ns(&self) -> u32 {
        0
    }

    fn not_ect(&self) -> NotEct {
        Compact::META.not_ect
    }

    fn reads_random(&self) -> bool {
        false
    }

    fn departures(&self) -> Departures {
        Departures::OfDevice
    }

    fn watches_pool(&self) -> bool {
        false
    }

    fn activity(&self, _: usize) -> Activity {
        Activity::default()
    }
}

/// What a run leaves: the digest of its packets and marks, and sums.
type Left = (u32, u64, u64, u64);

const MSS: u16 = 1460;

/// Eight flows of a megabyte and an incast of sixteen times 50 KB through 200 KB of buffer.
fn run<S: QueueScheme, F: FlowControl>(scheme: S, control: F, is_rdma: bool) -> Left {
    let transport = if is_rdma { Transport::Rdma(Rdma::default()) } else { HostConfig::default().transport };
    let hosts = HostConfig { mss: MSS, transport, ..HostConfig::default() };
    let shape = NToOne::even(16, LinkRate::G10, Ps::from_us(40));
    let switches = SwitchConfig::new(scheme, BufferConfig::PortBytes(200_000));
    let mut net = Network::new(shape.build(), &switches, hosts, vec![control], 1).expect("a legal network");
    for host in 0..8 {
        let start = Ps::from_us(10 * u64::from(host));
        net.add_flow(FlowSpec::new(host, shape.receiver(), 1_000_000, start)).expect("a legal flow");
    }
    for host in 0..16 {
        net.add_flow(FlowSpec::new(host, shape.receiver(), 50_000, Ps::from_us(3_000)))
            .expect("a legal flow");
    }
    net.run_until(Ps::from_us(40_000));
    let (counters, port) = (net.counters(), net.port_stats(shape.bottleneck()));
    (counters.digest, port.marked, counters.drops, counters.packet_hops)
}

fn marked() -> Instance<Compact> {
    let settings = <Compact as Aqm>::Settings::default();
    Instance::new(Compact::params(&settings, freeboard_aqm_api::DepthUnit::BYTE).expect("defaults are legal"))
}

/// Both ways of both: as crates, and through C.
fn alike<C: CongestionControl, U: Underlay>(calls: Calls) -> Left {
    let name = format!("{}/{}", C::META.name, C::META.variant);
    let is_rdma = C::META.int || C::META.output == freeboard_cc_api::ControlOutput::Rate;
    let cc = C::params(&C::Settings::default(), Bytes(MSS.into())).expect("defaults are legal");
    let underlay = U::params(&U::Settings::default()).expect("defaults are legal");
    let crates = run(marked(), Controls::<C, U>::new(cc, underlay), is_rdma);
    let in_c = run(MarkedInC::new(), InC::<C>::new(calls, !U::NAME.is_empty(), MSS.into()), is_rdma);
    assert_eq!(crates, in_c, "{name}");
    crates
}

#[test]
fn flows_and_queues_through_c_are_the_same_run() {
    let left = [
        alike::<cc_dctcp::Dctcp, NoUnderlay>(calls!("dctcp_tcp")),
        alike::<cc_newreno::NewReno, NoUnderlay>(calls!("newreno_rfc5681")),
        alike::<cc_swift::Swift, NoUnderlay>(calls!("swift_fabric")),
        alike::<cc_bbr::Bbr, NoUnderlay>(calls!("bbr_v1")),
        alike::<cc_dctcp::DctcpRate, NoUnderlay>(calls!("dctcp_rate")),
        alike::<cc_dcqcn::Dcqcn, NoUnderlay>(calls!("dcqcn_rate")),
        alike::<cc_timely::Timely, NoUnderlay>(calls!("timely_hpcc")),
        alike::<cc_hpcc::Hpcc, NoUnderlay>(calls!("hpcc_int")),
        alike::<cc_dcqcn::Dcqcn, OnRamp>(calls!("dcqcn_rate")),
    ];
    // Queues were marked and overflowed, and every control made another run of it.
    assert!(left.iter().any(|left| left.1 > 0) && left.iter().any(|left| left.2 > 0), "{left:?}");
    let mut digests = left.map(|left| left.0);
    digests.sort_unstable();
    assert!(digests.windows(2).all(|pair| pair[0] != pair[1]), "{left:?}");
}
