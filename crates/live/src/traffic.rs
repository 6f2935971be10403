//! The flows of a run: their connections, arrivals and followers.

use super::clock::Clock;
use super::commands::{Command, Ended};
use super::place::FIRST_PORT;
use super::refusal::FLOWS_MAX;
use freeboard_fabric::{ClosedLoop, FlowSpec, Ps};
use freeboard_scenario::measure::Exchange;
use freeboard_scenario::world::Parts;
use std::collections::{HashMap, VecDeque};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// One flow: when it began and ended, and what arrived.
#[derive(Debug)]
pub(crate) struct Flow {
    pub(crate) spec: FlowSpec,
    /// Port of the sender, 0 for any.
    pub(crate) port: u16,
    /// The closed loop it is of.
    of_loop: Option<usize>,
    /// Time between datagrams \[ps\].
    pub(crate) gap_ps: u64,
    /// Time of the first SYN, or of the first data without one \[ps\].
    pub(crate) start: AtomicU64,
    /// Time of the last byte \[ps\], 0 before.
    pub(crate) finish: AtomicU64,
    /// Payload that arrived \[B\].
    pub(crate) received: AtomicU64,
}

/// A connection, or a sender of datagrams, with its flows under way.
#[derive(Debug)]
pub(crate) struct Connection {
    /// Sending host, receiving host, traffic class.
    ends: (u32, u32, u8),
    /// Sender's end, if another flow may go on with it.
    pub(crate) stream: OnceLock<TcpStream>,
    flows: Mutex<VecDeque<Arc<Flow>>>,
}

/// An order to a host.
pub(crate) enum Order {
    /// To send a flow at its start.
    Send(Arc<Flow>),
    /// To do something in its namespace.
    Do(Box<dyn FnOnce() + Send>),
}

/// Progress of a closed loop.
#[derive(Debug, Default)]
struct Turn {
    requests: u64,
    is_answering: bool,
    /// Start of the last request \[ps\].
    start_ps: u64,
}

/// Properties of the sockets.
#[derive(Clone, Debug)]
pub(crate) struct Sockets {
    /// Name of the control in the kernel.
    pub(crate) control: Arc<str>,
    pub(crate) mtu: u32,
    /// Traffic class of ACKs, if it is not their flow's.
    pub(crate) ack_class: Option<u8>,
    /// Flows go on with idle connections.
    pub(crate) reuse: bool,
}

/// Programs to run inside hosts.
#[derive(Clone, Copy)]
pub(crate) struct Programs<'a> {
    pub(crate) commands: &'a [Command],
    /// Receiver of the lines that they print, with their hosts.
    pub(crate) output: &'a (dyn Fn(u32, &str) + Sync),
}

/// All that the threads of hosts share.
pub(crate) struct Traffic<'a> {
    pub(crate) sockets: Sockets,
    /// Senders whose sockets said that they run the control.
    pub(crate) confirmed: AtomicU64,
    pub(crate) programs: Programs<'a>,
    pub(crate) ended: Mutex<Vec<Ended>>,
    /// The run is over.
    pub(crate) over: AtomicBool,
    seed: u64,
    loops: &'a [ClosedLoop],
    turns: Vec<Mutex<Turn>>,
    exchanges: Mutex<Vec<Exchange>>,
    flows: Mutex<Vec<Arc<Flow>>>,
    /// Flows of each host so far.
    counts: Mutex<HashMap<u32, u16>>,
    /// Flows with an end that have not ended.
    open: AtomicUsize,
    peers: Mutex<HashMap<SocketAddr, Arc<Connection>>>,
    idle: Mutex<Vec<Arc<Connection>>>,
    /// Every host's.
    orders: Vec<Sender<Order>>,
}

const _: () = assert!(FIRST_PORT as usize + FLOWS_MAX <= u16::MAX as usize, "each flow of a run has a port");

/// A lock whose data is whole at any time, also where a thread panicked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Traffic<'a> {
    pub(crate) fn new(
        sockets: Sockets,
        programs: Programs<'a>,
        (loops, seed): (&'a [ClosedLoop], u64),
        orders: Vec<Sender<Order>>,
    ) -> Self {
        Self {
            sockets,
            confirmed: AtomicU64::new(0),
            programs,
            ended: Mutex::default(),
            over: AtomicBool::new(false),
            seed,
            loops,
            turns: loops.iter().map(|_| Mutex::default()).collect(),
            exchanges: Mutex::default(),
            flows: Mutex::default(),
            counts: Mutex::default(),
            open: AtomicUsize::new(0),
            peers: Mutex::default(),
            idle: Mutex::default(),
            orders,
        }
    }

    /// Orders a flow from its sender.
    pub(crate) fn add(&self, spec: FlowSpec, gap_ps: u64) {
        self.add_of(spec, gap_ps, None);
    }

    /// Orders the first request of every loop.
    pub(crate) fn add_loops(&self) {
        for (index, it) in self.loops.iter().enumerate() {
            self.add_of(it.request, 0, Some(index));
        }
    }

    /// The port of a host's next flow; 0, for any, where a host has more than it has numbers.
    fn next_port(&self, host: u32) -> u16 {
        let mut counts = lock(&self.counts);
        let count = counts.entry(host).or_default();
        *count = count.saturating_add(1);
        if usize::from(*count) > FLOWS_MAX { 0 } else { FIRST_PORT + *count - 1 }
    }

    fn add_of(&self, spec: FlowSpec, gap_ps: u64, of_loop: Option<usize>) {
        let zero = AtomicU64::default;
        let port = self.next_port(spec.from);
        let flow = Flow { spec, port, of_loop, gap_ps, start: zero(), finish: zero(), received: zero() };
        let flow = Arc::new(flow);
        if spec.bytes < u64::MAX {
            self.open.fetch_add(1, SeqCst);
        }
        lock(&self.flows).push(Arc::clone(&flow));
        if let Some(orders) = self.orders.get(spec.from as usize) {
            // A host that is gone has failed, and the run with it.
            let _ = orders.send(Order::Send(flow));
        }
    }

    /// A connection of its own for a flow, known by its sender's address.
    pub(crate) fn open(&self, flow: &Arc<Flow>, sender: SocketAddr) -> Arc<Connection> {
        let FlowSpec { from, to, traffic_class, .. } = flow.spec;
        let connection = Arc::new(Connection {
            ends: (from, to, traffic_class),
            stream: OnceLock::new(),
            flows: Mutex::new(VecDeque::from([Arc::clone(flow)])),
        });
        lock(&self.peers).insert(sender, Arc::clone(&connection));
        connection
    }

    /// The idle connection used last between a flow's hosts, for the flow to use.
    pub(crate) fn take_idle(&self, flow: &Arc<Flow>) -> Option<Arc<Connection>> {
        let FlowSpec { from, to, traffic_class, .. } = flow.spec;
        let mut idle = lock(&self.idle);
        let place = idle.iter().rposition(|it| it.ends == (from, to, traffic_class))?;
        let connection = idle.remove(place);
        lock(&connection.flows).push_back(Arc::clone(flow));
        Some(connection)
    }

    /// The connection of a sender's address.
    pub(crate) fn of(&self, peer: SocketAddr) -> Option<Arc<Connection>> {
        lock(&self.peers).get(&peer).cloned()
    }

    /// Books bytes that arrived on a connection.
    pub(crate) fn arrive(&self, connection: &Arc<Connection>, bytes: usize, clock: Clock) {
        let mut left = bytes as u64;
        while left > 0 {
            let mut flows = lock(&connection.flows);
            let Some(flow) = flows.front().cloned() else { return };
            let taken = left.min(flow.spec.bytes - flow.received.load(Relaxed));
            left -= taken;
            if flow.received.fetch_add(taken, Relaxed) + taken < flow.spec.bytes {
                continue;
            }
            flows.pop_front();
            drop(flows);
            let now = clock.now().max(1);
            flow.finish.store(now, Relaxed);
            if connection.stream.get().is_some() {
                lock(&self.idle).push(Arc::clone(connection));
            }
            self.follow(&flow, now);
            self.open.fetch_sub(1, SeqCst);
        }
    }

    /// Orders the flow that follows one of a closed loop.
    fn follow(&self, flow: &Flow, now: u64) {
        let Some(index) = flow.of_loop else { return };
        let (it, mut turn) = (&self.loops[index], lock(&self.turns[index]));
        turn.is_answering = !turn.is_answering;
        let next = if turn.is_answering {
            turn.start_ps = flow.start.load(Relaxed);
            turn.requests += 1;
            Some(it.answer(self.seed, index as u64, turn.requests - 1, Ps(now)))
        } else {
            let (workload, start_ps) = (Parts::origin(&flow.spec).0, turn.start_ps);
            lock(&self.exchanges).push(Exchange { workload, start_ps, time_ps: now - start_ps });
            it.next_request(Ps(now))
        };
        if let Some(spec) = next {
            self.add_of(spec, 0, Some(index));
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Every flow with an end has ended.
    pub(crate) fn is_done(&self) -> bool {
        self.open.load(SeqCst) == 0
    }

    /// All flows so far.
    pub(crate) fn flows(&self) -> Vec<Arc<Flow>> {
        lock(&self.flows).clone()
    }

    /// The exchanges of closed loops so far.
    pub(crate) fn exchanges(&self) -> Vec<Exchange> {
        lock(&self.exchanges).clone()
    }
}
