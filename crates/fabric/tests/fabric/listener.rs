//! A congestion control with a fixed answer that writes down what it is told.

use crate::support::{Erased, dumbbell, tail_drop};
use freeboard_cc_api::{Bytes, Control, Event, IntStack, LineFraction, Nanos32, OrAck, Prior, Sent};
use freeboard_fabric::{BufferConfig, FlowControl, FlowSpec, HostConfig, Network, Ps, Topology};
use std::cell::RefCell;
use std::rc::Rc;

/// What the flows under one [`Listener`] were told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    pub(crate) stacks: Vec<IntStack>,
    /// When packets left the NIC \[ns\].
    pub(crate) sent: Vec<u32>,
    pub(crate) acks: u32,
    pub(crate) acked: u64,
    /// What every ACK brought \[B\].
    pub(crate) advances: Vec<u32>,
    pub(crate) marked: u64,
    pub(crate) cnps: u32,
    pub(crate) losses: u32,
    /// Windows and thresholds of before, of each loss that turned out to be none.
    pub(crate) undone: Vec<Prior>,
    /// Holds of the underlay.
    pub(crate) holds: u32,
    pub(crate) in_flight_max: u32,
    pub(crate) rtt_max: u32,
    pub(crate) reports: Vec<OrAck>,
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Listener {
    pub(crate) answer: Control,
    /// Slow start threshold of the window.
    pub(crate) threshold: Bytes,
    pub(crate) telemetry: bool,
    /// Data carries ECT, and marked data is notified of.
    pub(crate) cnp: bool,
    /// Packets per report; 0 for no underlay.
    pub(crate) report_every: u32,
    /// The underlay holds the flow until then \[ns\].
    pub(crate) held_until: u32,
    /// And this long after every packet \[ns\].
    pub(crate) gap: u32,
    pub(crate) heard: Rc<RefCell<Heard>>,
}

pub(crate) type ListenerNet = Network<Erased, Listener>;

/// A network without marks whose queues have no end.
pub(crate) fn endless(topology: Topology, hosts: HostConfig, controls: Vec<Listener>) -> ListenerNet {
    Network::new(topology, &tail_drop(BufferConfig::Unlimited), hosts, controls, 1).unwrap()
}

/// One endless flow over a path of 10 Gbit/s and 80 us that is never congested, for 5 ms.
pub(crate) fn alone(hosts: HostConfig, listener: &Listener) -> ListenerNet {
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = endless(topology, hosts, vec![listener.clone()]);
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
    net.run_until(Ps::from_ms(5));
    net
}

impl Listener {
    /// A window.
    pub(crate) fn new(window: u32) -> Self {
        let answer = Control::window(Bytes(window));
        let threshold = Bytes(0);
        Self {
            answer,
            threshold,
            telemetry: false,
            cnp: false,
            report_every: 0,
            held_until: 0,
            gap: 0,
            heard: Rc::default(),
        }
    }

    /// A share of the line.
    pub(crate) fn paced(rate: u32) -> Self {
        let answer = Control { window: Bytes::MAX, rate: LineFraction::from_bits(rate) };
        Self { answer, ..Self::new(0) }
    }

    /// The same with in-band telemetry.
    pub(crate) fn collecting(self) -> Self {
        Self { telemetry: true, ..self }
    }
}

impl FlowControl for Listener {
    type Flow = ();
    type Reporter = u32;

    fn start(&self) {}

    fn on_event(&self, flow: &mut (), event: &Event<'_>) -> Control {
        let mut heard = self.heard.borrow_mut();
        match event {
            Event::Ack { ack, .. } | Event::Int { ack, .. } => {
                heard.acks += 1;
                heard.acked += u64::from(ack.acked.0);
                heard.advances.push(ack.acked.0);
                heard.marked += u64::from(ack.marked.0);
                heard.in_flight_max = heard.in_flight_max.max(ack.in_flight.0 + ack.acked.0);
                heard.rtt_max = heard.rtt_max.max(ack.rtt);
                if let Event::Int { stack, .. } = event {
                    heard.stacks.push(**stack);
                }
            }
            Event::Sent { now, .. } => heard.sent.push(now.0),
            Event::Cnp { .. } => heard.cnps += 1,
            Event::LossEpisode { .. } => heard.losses += 1,
            Event::Undo { prior, .. } => heard.undone.push(*prior),
            Event::Paused { held: true, .. } => heard.holds += 1,
            _ => {}
        }
        drop(heard);
        self.control(flow)
    }

    fn control(&self, (): &()) -> Control {
        self.answer
    }

    fn uses_ecn(&self) -> bool {
        self.cnp
    }

    fn needs_cnp(&self) -> bool {
        self.cnp
    }

    fn needs_delivery_rate(&self) -> bool {
        true
    }

    fn needs_sent(&self) -> bool {
        true
    }

    fn needs_int(&self) -> bool {
        self.telemetry
    }

    fn is_window_only(&self) -> bool {
        self.answer.rate == LineFraction::LINE && self.answer.window != Bytes::MAX
    }

    fn slow_start_threshold(&self, (): &()) -> Bytes {
        self.threshold
    }

    fn tick_ns(&self) -> u32 {
        0
    }

    fn longest_gap_ns(&self) -> u64 {
        u64::MAX
    }

    fn has_underlay(&self) -> bool {
        self.report_every > 0
    }

    fn on_sent(&self, (): &mut (), _: &Sent, _: Nanos32) -> u32 {
        self.heard.borrow().holds
    }

    fn reports(&self, arrived: &mut u32, _: Nanos32, _: u32, last: bool) -> bool {
        *arrived += 1;
        let due = last || *arrived >= self.report_every;
        if due {
            *arrived = 0;
        }
        due
    }

    fn on_report(&self, (): &mut (), report: &OrAck) {
        self.heard.borrow_mut().reports.push(*report);
    }

    fn on_ack(&self, (): &mut (), _: Nanos32, _: Bytes) {}

    fn release(&self, (): &(), now: Nanos32) -> Nanos32 {
        let last = self.heard.borrow().sent.last().copied();
        let spaced = last.filter(|_| self.gap > 0).map_or(0, |last| last + self.gap);
        Nanos32(self.held_until.max(now.0).max(spaced))
    }

    fn in_flight_cap(&self, (): &()) -> Bytes {
        Bytes::MAX
    }
}
