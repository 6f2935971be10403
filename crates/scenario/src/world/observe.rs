//! A stretch of a run, event by event: queues, marks, drops, packets, windows, pauses.

use super::control::AnyControl;
use freeboard_aqm_api::Ecn;
use freeboard_fabric::data_plane::PortStats;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::network::Crossing;
use freeboard_fabric::{Network, Node, Ps, QueueScheme};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Bounds of an observation: which ports, from when or from which event on, how long, how much of it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// Ports.
    pub ports: WatchedPorts,
    /// Beginning, or where the condition is looked for first \[ps\].
    pub from_ps: u64,
    /// Length \[ps\].
    pub length_ps: u64,
    /// It begins when this holds of one of the ports.
    pub when: Option<Condition>,
    /// Packets on the links of the ports are kept, too.
    pub packets: bool,
    /// Most items that are kept.
    pub most: usize,
}

/// Ports that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedPorts {
    /// Ports to the receivers.
    Receivers,
    /// Ports of all switches.
    Switches,
}

/// A condition on a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// More bytes wait than this.
    Bytes(u32),
    /// More packets wait than this.
    Packets(u32),
    /// More packets have been marked than this.
    Marks(u64),
    /// More packets have been dropped than this.
    Drops(u64),
}

/// Cause of a drop at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The buffer had no room.
    Buffer,
    /// The scheme dropped it.
    Scheme,
    /// A signal met a packet without ECN.
    NotEct,
    /// A fault.
    Fault,
}

impl Lost {
    /// Key of the same count in a run's table.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Buffer => "buffer",
            Self::Scheme => "scheme",
            Self::NotEct => "not_ect",
            Self::Fault => "fault",
        }
    }
}

/// One thing that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The queue of a port is this long.
    Queue {
        /// Port.
        port: u32,
        /// Waiting bytes.
        bytes: u32,
        /// Waiting packets.
        packets: u32,
    },
    /// A port marked a packet.
    Mark {
        /// Port.
        port: u32,
        /// Part of the scheme that asked for it, by its place among the scheme's triggers.
        trigger: Option<u8>,
    },
    /// A port dropped a packet.
    Drop {
        /// Port.
        port: u32,
        /// Cause.
        cause: Lost,
    },
    /// A packet arrived at the end of a port's link.
    Packet {
        /// Port.
        port: u32,
        /// The packet.
        packet: Crossing,
        /// Packets and bytes that waited when it began to be sent; none if that was before the observation.
        behind: Option<(u32, u32)>,
        /// Marked by this port; by which trigger, where that is known.
        marked: Option<Option<u8>>,
    },
    /// The window of a flow changed.
    Window {
        /// Flow.
        flow: FlowId,
        /// Window \[B\].
        bytes: u32,
    },
    /// A flow sent a segment again.
    Resent {
        /// Flow.
        flow: FlowId,
    },
    /// A retransmission timer of a flow ran out.
    Timeout {
        /// Flow.
        flow: FlowId,
        /// When the flow was last acknowledged more, in the observation \[ps\].
        since_ps: u64,
    },
    /// A transmitter may not send a class any more.
    Pause {
        /// Port.
        port: u32,
        /// Traffic class.
        class: u8,
    },
    /// It may again.
    Resume {
        /// Port.
        port: u32,
        /// Traffic class.
        class: u8,
    },
}

/// All that was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// Ports that were looked at, and the nodes between which each of them sends.
    pub ports: Vec<(u32, [Node; 2])>,
    /// Stretch that was observed \[ps\]; `None` if the condition never held.
    pub span_ps: Option<(u64, u64)>,
    /// Items in the order of time, each with its time \[ps\].
    pub items: Vec<(u64, Seen)>,
    /// The limit on items ended it.
    pub is_full: bool,
    /// Sending and receiving host of every flow of the run, by number.
    pub flows: Vec<(u32, u32)>,
}

/// Known state of a port.
#[derive(Debug, Default)]
struct PortView {
    port: u32,
    depth: (u32, u32),
    sent: u64,
    marked: u64,
    lost: [u64; 4],
    /// Firings of the triggers of all queues.
    fired: Vec<u64>,
    /// Triggers of marks on packets that have not been seen on the link.
    reasons: VecDeque<Option<u8>>,
    /// Ports whose links lead to this port's switch.
    inbound: Vec<u32>,
}

/// Known state of a flow.
#[derive(Clone, Copy, Debug, Default)]
struct FlowView {
    window: u32,
    acked: u64,
    acked_at: u64,
    resent: u32,
    timeouts: u32,
}

/// An observation under way.
#[derive(Debug)]
pub(super) struct Observer<'a> {
    watch: &'a Watch,
    triggers: usize,
    views: Vec<PortView>,
    flows: BTreeMap<u32, FlowView>,
    /// Packets in a switch of one of the ports that came with CE.
    came_marked: BTreeMap<u32, bool>,
    /// Queue behind each packet on a link when it began to be sent.
    behind: BTreeMap<u32, (u32, u32)>,
    paused: BTreeSet<(u32, u8)>,
    /// Ports that can be paused.
    lossless: Vec<u32>,
    ends_at: Option<u64>,
    found: Observation,
}

type Net<S> = Network<S, AnyControl>;

impl<'a> Observer<'a> {
    /// Looks at `ports`; schemes there have this number of triggers.
    pub(super) fn new<S: QueueScheme>(
        net: &Net<S>,
        watch: &'a Watch,
        triggers: usize,
        ports: &[u32],
        lossless: bool,
    ) -> Self {
        let topology = net.topology();
        let all = 0..topology.port_count();
        let view = |&port: &u32| {
            let owner = topology.port_owner(port);
            let inbound = all.clone().filter(|other| topology.port_peer(*other) == owner).collect();
            PortView { port, inbound, fired: vec![0; triggers], ..PortView::default() }
        };
        let ends = |port: &u32| {
            let ends = [topology.port_owner(*port)?, topology.port_peer(*port)?];
            Some((*port, ends))
        };
        Self {
            watch,
            triggers,
            views: ports.iter().map(view).collect(),
            flows: BTreeMap::new(),
            came_marked: BTreeMap::new(),
            behind: BTreeMap::new(),
            paused: BTreeSet::new(),
            lossless: if lossless { all.collect() } else { Vec::new() },
            ends_at: None,
            found: Observation { ports: ports.iter().filter_map(ends).collect(), ..Observation::default() },
        }
    }

    /// Lets time pass up to and including `stop`, and looks on where the observation asks for it.
    pub(super) fn run_until<S: QueueScheme>(&mut self, net: &mut Net<S>, stop: u64) {
        while net.now().0 < stop && !self.is_over(net.now().0) {
            let from = self.watch.from_ps;
            if net.now().0 < from {
                net.run_until(Ps(from.min(stop)));
            } else if let Some(next) = self.next(net).filter(|next| *next <= stop) {
                self.step(net, next);
            } else {
                net.run_until(Ps(stop));
            }
        }
        if net.now().0 < stop {
            net.run_until(Ps(stop));
        }
    }

    /// All that was seen.
    pub(super) fn into_found(self) -> Observation {
        self.found
    }

    fn is_over(&self, now: u64) -> bool {
        self.found.is_full || self.ends_at.is_some_and(|end| now >= end)
    }

    /// Time of whatever happens next.
    fn next<S: QueueScheme>(&self, net: &mut Net<S>) -> Option<u64> {
        let event = net.next_event();
        let starts = self.views.iter().filter_map(|view| net.next_departure(view.port));
        let now = net.now().0;
        starts.chain(event).map(|time| time.0.max(now + 1)).min()
    }

    /// One moment: what crosses the links, then what has changed.
    fn step<S: QueueScheme>(&mut self, net: &mut Net<S>, time: u64) {
        if self.ends_at.is_none() && self.watch.when.is_some_and(|when| !self.holds(net, when)) {
            net.run_until(Ps(time));
            return;
        }
        let is_first = self.ends_at.is_none();
        if is_first {
            self.begin(net);
        }
        let crossings = self.crossings(net, time);
        net.run_until(Ps(time));
        for index in 0..self.views.len() {
            self.look_at_port(net, index, time);
        }
        for (port, packet, came_marked) in crossings {
            let behind = self.behind.remove(&packet.packet);
            let marked = packet.ecn == Ecn::CE && came_marked == Some(false);
            let view = self.views.iter_mut().find(|view| view.port == port);
            let marked = marked.then(|| view.and_then(|view| view.reasons.pop_front()).flatten());
            if self.watch.packets {
                self.keep(time, Seen::Packet { port, packet, behind, marked });
            }
        }
        self.look_at_flows(net, time);
        self.look_at_pauses(net, time);
    }

    fn holds<S: QueueScheme>(&self, net: &Net<S>, when: Condition) -> bool {
        self.views.iter().any(|view| match when {
            Condition::Bytes(most) => net.queue_depth(view.port).0 > most,
            Condition::Packets(most) => net.queue_depth(view.port).1 > most,
            Condition::Marks(most) => net.port_stats(view.port).marked > most,
            Condition::Drops(most) => net.port_stats(view.port).dropped() > most,
        })
    }

    /// The state before the first moment is known, and no news.
    fn begin<S: QueueScheme>(&mut self, net: &Net<S>) {
        let now = net.now().0;
        let end = now.saturating_add(self.watch.length_ps);
        (self.ends_at, self.found.span_ps) = (Some(end), Some((now, end)));
        for view in &mut self.views {
            let stats = net.port_stats(view.port);
            (view.sent, view.marked) = (stats.sent, stats.marked);
            view.lost = lost(&stats);
            view.fired = fired(net, view.port, self.triggers);
            view.depth = net.queue_depth(view.port);
            let (bytes, packets) = view.depth;
            self.found.items.push((now, Seen::Queue { port: view.port, bytes, packets }));
        }
        for flow in net.open_flows() {
            let view = FlowView {
                window: flow.window,
                acked: flow.acked,
                acked_at: now,
                resent: flow.resent,
                timeouts: flow.timeouts,
            };
            self.flows.insert(flow.flow.0, view);
            self.found.items.push((now, Seen::Window { flow: flow.flow, bytes: flow.window }));
        }
    }

    /// Packets at the ends of the ports' links at this moment, with whether they came to the switch with CE.
    fn crossings<S: QueueScheme>(&mut self, net: &Net<S>, time: u64) -> Vec<(u32, Crossing, Option<bool>)> {
        let mut found = Vec::new();
        for view in &self.views {
            for packet in net.crossing(view.port, Ps(time)) {
                found.push((view.port, packet, self.came_marked.remove(&packet.packet)));
            }
        }
        for view in &self.views {
            for port in &view.inbound {
                for packet in net.crossing(*port, Ps(time)) {
                    self.came_marked.insert(packet.packet, packet.ecn == Ecn::CE);
                }
            }
        }
        found
    }

    fn look_at_port<S: QueueScheme>(&mut self, net: &Net<S>, index: usize, time: u64) {
        let view = &mut self.views[index];
        let (port, stats) = (view.port, net.port_stats(view.port));
        let mut news = Vec::new();
        let fired = fired(net, port, self.triggers);
        let mut which = (0u8..).zip(&fired).zip(&view.fired).flat_map(|((trigger, now), before)| {
            core::iter::repeat_n(trigger, now.saturating_sub(*before) as usize)
        });
        for _ in view.marked..stats.marked {
            let trigger = which.next();
            view.reasons.push_back(trigger);
            news.push(Seen::Mark { port, trigger });
        }
        let losses = lost(&stats);
        let causes = [Lost::Buffer, Lost::Scheme, Lost::NotEct, Lost::Fault];
        for ((now, before), cause) in losses.into_iter().zip(view.lost).zip(causes) {
            news.extend((before..now).map(|_| Seen::Drop { port, cause }));
        }
        let depth = net.queue_depth(port);
        if depth != view.depth {
            news.push(Seen::Queue { port, bytes: depth.0, packets: depth.1 });
        }
        if stats.sent > view.sent
            && let Some(packet) = net.last_sent(port)
        {
            self.behind.insert(packet, (depth.1, depth.0));
        }
        (view.marked, view.lost, view.sent, view.depth, view.fired) =
            (stats.marked, losses, stats.sent, depth, fired);
        news.into_iter().for_each(|seen| self.keep(time, seen));
    }

    fn look_at_flows<S: QueueScheme>(&mut self, net: &Net<S>, time: u64) {
        let mut news = Vec::new();
        for open in net.open_flows() {
            let flow = open.flow;
            let view = self.flows.entry(flow.0).or_default();
            if open.window != view.window {
                news.push(Seen::Window { flow, bytes: open.window });
            }
            news.extend((view.resent..open.resent).map(|_| Seen::Resent { flow }));
            let since_ps = view.acked_at;
            news.extend((view.timeouts..open.timeouts).map(|_| Seen::Timeout { flow, since_ps }));
            if open.acked > view.acked || view.acked_at == 0 {
                (view.acked, view.acked_at) = (open.acked, time);
            }
            (view.window, view.resent, view.timeouts) = (open.window, open.resent, open.timeouts);
        }
        news.into_iter().for_each(|seen| self.keep(time, seen));
    }

    fn look_at_pauses<S: QueueScheme>(&mut self, net: &Net<S>, time: u64) {
        let mut news = Vec::new();
        for &port in &self.lossless {
            for class in 0..8 {
                let (was, is) = (self.paused.contains(&(port, class)), net.is_paused(port, class));
                if is && !was {
                    self.paused.insert((port, class));
                    news.push(Seen::Pause { port, class });
                } else if was && !is {
                    self.paused.remove(&(port, class));
                    news.push(Seen::Resume { port, class });
                }
            }
        }
        news.into_iter().for_each(|seen| self.keep(time, seen));
    }

    fn keep(&mut self, time: u64, seen: Seen) {
        if self.found.items.len() < self.watch.most {
            self.found.items.push((time, seen));
        } else if !self.found.is_full {
            self.found.is_full = true;
            self.found.span_ps = self.found.span_ps.map(|(from, _)| (from, time));
        }
    }
}

fn lost(stats: &PortStats) -> [u64; 4] {
    [stats.dropped_buffer, stats.dropped_scheme, stats.dropped_not_ect, stats.dropped_fault]
}

/// Firings of each trigger in all queues of a port.
fn fired<S: QueueScheme>(net: &Net<S>, port: u32, triggers: usize) -> Vec<u64> {
    let mut sums = vec![0; triggers];
    for queue in 0..net.queues(port) {
        for (sum, trigger) in sums.iter_mut().zip(net.queue_activity(port, queue).snapshot()) {
            *sum += u64::from(trigger.fired);
        }
    }
    sums
}
