//! Hosts behind a marking switch for the tests of other programs.

use super::control::{Control, controls};
use super::kernel::{asks_for_linux, with_models};
use super::place::address;
use super::refusal::{check, check_machine};
use super::report::totals;
use super::run::{Options, exchange, sockets};
use super::traffic::{Order, Programs, Traffic};
use anyhow::{Context, Result, anyhow};
use freeboard_scenario::Scenario;
use freeboard_scenario::measure::QueueTotals;
use freeboard_scenario::world::{Parts, Request};
use socket2::{Domain, Protocol, Socket, Type};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{JoinHandle, spawn};

/// Hosts in namespaces of their own, and the switch between them.
///
/// All of it ends with this value; sockets that are left then reach nobody.
///
/// ```no_run
/// use freeboard_live::Live;
/// use std::io::{Read, Write};
///
/// # fn main() -> anyhow::Result<()> {
/// let live = Live::n_to_1(4).scheme("aqm = \"step\"\nk = \"15 KB\"").start()?;
/// let listener = live.receiver().listen(8080)?;
/// let mut client = live.host(0).connect((live.receiver().address(), 8080).into())?;
/// let (mut server, _) = listener.accept()?;
/// client.write_all(b"hello")?;
/// let mut bytes = [0; 5];
/// server.read_exact(&mut bytes)?;
/// println!("{} packets marked", live.stop()?.marked);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Live {
    hosts: Vec<Host>,
    receiver: usize,
    stop: Arc<AtomicBool>,
    switch: Option<JoinHandle<Result<QueueTotals>>>,
}

/// One host.
#[derive(Clone, Debug)]
pub struct Host {
    address: Ipv4Addr,
    /// The kernel's control.
    control: Arc<str>,
    orders: Sender<Order>,
}

/// Memory of a port, chosen by us: 30 ms at 100 Mbit/s.
const BUFFER: &str = "250 packets";

/// Description of a switch and its hosts.
#[derive(Clone, Debug)]
pub struct Builder {
    senders: u32,
    receivers: u32,
    rate: String,
    rtt: String,
    control: String,
    scheme: String,
}

impl Live {
    /// Description of n hosts, and one receiver behind the bottleneck.
    ///
    /// Without further words links have 100 Mbit/s, a round trip takes 2 ms, sockets have `linux/cubic`, and a port drops what exceeds 250 packets.
    #[must_use]
    pub fn n_to_1(senders: u32) -> Builder {
        Builder {
            senders,
            receivers: 1,
            rate: "100 Mbps".to_owned(),
            rtt: "2 ms".to_owned(),
            control: "linux/cubic".to_owned(),
            scheme: "aqm = \"tail-drop\"".to_owned(),
        }
    }

    /// Network of a scenario with its first scheme, without its workloads' flows.
    ///
    /// # Errors
    /// [`crate::Refused`] for a scenario that real packets cannot have, or what the machine is missing.
    pub fn of(scenario: Scenario) -> Result<Self> {
        Self::with(scenario, false)
    }

    /// The same; `is_linux` asks for the kernel's own control.
    fn with(scenario: Scenario, is_linux: bool) -> Result<Self> {
        check(&scenario, 1)?;
        check_machine()?;
        let count = scenario.topology.shape.hosts();
        let receiver = (count - scenario.topology.shape.receivers()) as usize;
        let (give, orders): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
        let linux = vec![is_linux; scenario.schemes.len()];
        let control =
            controls(&scenario, &linux, 1)?.into_iter().next().context("a scenario without a scheme")?;
        let name: Arc<str> = control.name().into();
        let host = |(host, orders): (u32, &Sender<Order>)| Host {
            address: address(host),
            control: Arc::clone(&name),
            orders: orders.clone(),
        };
        let hosts = (0u32..).zip(&give).map(host).collect();
        let stop = Arc::new(AtomicBool::new(false));
        let its_stop = Arc::clone(&stop);
        let switch = spawn(move || forward(&scenario, &control, (give, orders), &its_stop));
        let mut live = Self { hosts, receiver, stop, switch: Some(switch) };
        // The first order is obeyed once all hosts are there.
        match live.host(0).within(|| ()) {
            Ok(()) => Ok(live),
            Err(error) => Err(live.end().err().unwrap_or_else(|| error.into())),
        }
    }

    /// A host by index from 0, senders first.
    ///
    /// # Panics
    /// There is no such host.
    #[must_use]
    pub fn host(&self, host: usize) -> &Host {
        &self.hosts[host]
    }

    /// The first receiver.
    #[must_use]
    pub fn receiver(&self) -> &Host {
        &self.hosts[self.receiver]
    }

    /// Ends the network; returns what its queues counted.
    ///
    /// # Errors
    /// The switch has failed meanwhile.
    pub fn stop(mut self) -> Result<QueueTotals> {
        self.end()
    }

    fn end(&mut self) -> Result<QueueTotals> {
        self.stop.store(true, Relaxed);
        let Some(switch) = self.switch.take() else { return Ok(QueueTotals::default()) };
        switch.join().map_err(|_| anyhow!("the switch's thread panicked"))?
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // Who wants the reason of a failure asks for it by `stop`.
        let _ = self.end();
    }
}

/// Forwards until `stop`.
fn forward(
    scenario: &Scenario,
    control: &Control,
    (give, orders): (Vec<Sender<Order>>, Vec<Receiver<Order>>),
    stop: &AtomicBool,
) -> Result<QueueTotals> {
    let seed = scenario.run.seeds.first().copied().unwrap_or_default();
    let request = Request { scenario, scheme: 0, seed, threads: 1 };
    let parts = Parts { flows: Vec::new(), loops: Vec::new(), ..Parts::new(&request)? };
    let options = Options::new(control, 1, stop);
    let programs = Programs { commands: options.commands, output: options.output };
    let traffic = Traffic::new(sockets(scenario, control), programs, (&parts.loops, seed), give);
    let (measured, _) = exchange(&request, &parts, &traffic, orders, &options, true)?;
    Ok(totals(&measured.totals, parts.receiver as usize))
}

impl Host {
    /// Address of the host.
    #[must_use]
    pub const fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// Listens for connections, which have the network's congestion control.
    ///
    /// # Errors
    /// The port is taken, or the network has ended.
    pub fn listen(&self, port: u16) -> io::Result<TcpListener> {
        let (own, control) = ((self.address, port), Arc::clone(&self.control));
        self.within(move || {
            let listener = Socket::from(TcpListener::bind(own)?);
            listener.set_tcp_congestion(control.as_bytes())?;
            Ok(listener.into())
        })?
    }

    /// Opens a connection with the network's congestion control.
    ///
    /// # Errors
    /// Nobody listens there, or the network has ended.
    pub fn connect(&self, to: SocketAddr) -> io::Result<TcpStream> {
        let control = Arc::clone(&self.control);
        self.within(move || {
            let socket = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP))?;
            socket.set_tcp_congestion(control.as_bytes())?;
            socket.connect(&to.into())?;
            Ok(socket.into())
        })?
    }

    /// Opens a socket for datagrams.
    ///
    /// # Errors
    /// The port is taken, or the network has ended.
    pub fn datagrams(&self, port: u16) -> io::Result<UdpSocket> {
        let own = (self.address, port);
        self.within(move || UdpSocket::bind(own))?
    }

    /// Result of `work`, which is executed in the host's namespace.
    ///
    /// Works of a host are executed one after the other. Sockets that one opens, threads and processes that it starts are the
    /// host's.
    ///
    /// # Errors
    /// The network has ended, or `work` panicked.
    pub fn within<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
        let (give, done) = channel();
        let order = Order::Do(Box::new(move || _ = give.send(work())));
        let ended = |_| io::Error::new(io::ErrorKind::NotConnected, "the host's network has ended");
        self.orders.send(order).map_err(|_| ended(()))?;
        done.recv().map_err(|_| ended(()))
    }
}

impl Builder {
    /// The number of receivers, each behind a port of its own.
    #[must_use]
    pub fn receivers(self, receivers: u32) -> Self {
        Self { receivers, ..self }
    }

    /// Rate of all links, such as `"100 Mbps"`.
    #[must_use]
    pub fn rate(self, rate: &str) -> Self {
        Self { rate: rate.to_owned(), ..self }
    }

    /// Round-trip time without queues, such as `"2 ms"`.
    #[must_use]
    pub fn rtt(self, rtt: &str) -> Self {
        Self { rtt: rtt.to_owned(), ..self }
    }

    /// Congestion control of all connections, such as `"linux/dctcp"`.
    #[must_use]
    pub fn control(self, control: &str) -> Self {
        Self { control: control.to_owned(), ..self }
    }

    /// The marking scheme: lines of a section `[[scheme]]` of a scenario.
    #[must_use]
    pub fn scheme(self, lines: &str) -> Self {
        Self { scheme: lines.to_owned(), ..self }
    }

    /// Makes the hosts and starts the switch.
    ///
    /// # Errors
    /// A word of the description is not legal, or as [`Live::of`].
    pub fn start(self) -> Result<Live> {
        let text = self.text();
        let is_linux = asks_for_linux(&text).first().copied().unwrap_or_default();
        Live::with(Scenario::parse(&with_models(&text))?, is_linux)
    }

    /// The description as a scenario.
    ///
    /// A scenario needs a workload, whose flows are left out, and a time, which has no effect.
    fn text(&self) -> String {
        let Self { senders, receivers, rate, rtt, control, scheme } = self;
        format!(
            "[topology]\nkind = \"n-to-1\"\nsenders = {senders}\nreceivers = {receivers}\nrate = \"{rate}\"\nrtt = \"{rtt}\"\n\
             buffer = \"{BUFFER}\"\n\
             [host]\ncc = \"{control}\"\n[[scheme]]\n{scheme}\n[[workload]]\nkind = \"long\"\nflows = 1\n[run]\ntime = \"1 s\"\n"
        )
    }
}
