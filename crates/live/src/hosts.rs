//! Hosts: a network namespace each, with sockets that carry its flows.

use super::clock::Clock;
use super::refusal::FLOWS_MAX;
use super::sys;
use anyhow::{Context, Result};
use freeboard_fabric::FlowSpec;
use nix::sched::{CloneFlags, unshare};
use socket2::{Domain, Protocol, Socket, Type};
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::{Builder, Scope, sleep};
use std::time::Duration;

/// Where receivers listen, for connections and for datagrams.
const PORT: u16 = 5000;
/// Bytes of an IPv4 and a TCP header without options.
pub(crate) const HEADERS: u32 = 40;
/// The first sender's port; the flows of a host have one each.
const FIRST_PORT: u16 = 10_000;
const _: () = assert!(FIRST_PORT as usize + FLOWS_MAX <= u16::MAX as usize);
/// How long a call blocks before the end of the run is looked for. Chosen by us.
const LOOK: Duration = Duration::from_millis(100);
/// Connections that wait to be accepted: an incast is a burst of them.
const BACKLOG: i32 = 4096;
/// Stack of a flow's thread, which holds a buffer of [`CHUNK`].
const STACK: usize = 192 << 10;
/// Bytes of a read or write.
const CHUNK: usize = 64 << 10;

/// One flow: when it began and ended, and what arrived.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// Time of the first SYN \[ps\].
    pub(crate) start: AtomicU64,
    /// Time of the last byte \[ps\], 0 before.
    pub(crate) finish: AtomicU64,
    /// Payload that arrived \[B\].
    pub(crate) received: AtomicU64,
}

/// All that the threads of hosts share.
pub(crate) struct Traffic<'a> {
    pub(crate) flows: &'a [FlowSpec],
    pub(crate) progress: Vec<Progress>,
    /// Port of each flow at its sender.
    pub(crate) ports: Vec<u16>,
    /// Time between datagrams of each flow \[ps\].
    pub(crate) gaps: Vec<u64>,
    /// The kernel's control.
    pub(crate) control: &'static str,
    pub(crate) mtu: u32,
    /// The run is over.
    pub(crate) over: AtomicBool,
}

/// Address of a host.
pub(crate) fn address(host: u32) -> Ipv4Addr {
    Ipv4Addr::new(10, 77, (host / 200) as u8, (host % 200 + 1) as u8)
}

/// Ports of flows, in order of their host's flows.
pub(crate) fn ports(flows: &[FlowSpec], hosts: usize) -> Vec<u16> {
    let mut next = vec![FIRST_PORT; hosts];
    let port = |flow: &FlowSpec| {
        let own = &mut next[flow.from as usize];
        *own += 1;
        *own - 1
    };
    flows.iter().map(port).collect()
}

impl<'a> Traffic<'a> {
    /// The flow of a peer's address.
    fn flow_of(&self, peer: SocketAddr) -> Option<usize> {
        let is_it = |at: &usize| self.ports[*at] == peer.port() && peer.ip() == address(self.flows[*at].from);
        (0..self.flows.len()).find(is_it)
    }

    fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Books bytes of a flow; true with its last one.
    fn arrive(&self, flow: usize, bytes: usize, clock: Clock) {
        let (progress, bytes) = (&self.progress[flow], bytes as u64);
        let total = progress.received.fetch_add(bytes, Relaxed) + bytes;
        if total == self.flows[flow].bytes {
            progress.finish.store(clock.now().max(1), Relaxed);
        }
    }

    /// Every flow with an end has ended.
    pub(crate) fn is_done(&self) -> bool {
        let mut all = self.flows.iter().zip(&self.progress);
        all.all(|(flow, progress)| flow.bytes == u64::MAX || progress.finish.load(Relaxed) > 0)
    }
}

/// A host: makes its namespace and device, hands the device over, waits for the clock, sends and receives until the run is
/// over. Returns the retransmission timeouts of its sockets.
pub(crate) fn host<'scope>(
    scope: &'scope Scope<'scope, '_>,
    traffic: &'scope Traffic<'scope>,
    host: u32,
    device: &Sender<(u32, Result<File>)>,
    clock: &Receiver<Clock>,
) -> Result<u64> {
    let made = namespace(traffic, host).and_then(|file| Ok((file, receive(traffic)?)));
    let (file, (listener, datagrams)) = match made {
        Ok((file, sockets)) => (Ok(file), sockets),
        Err(error) => {
            let _ = device.send((host, Err(error)));
            return Ok(0);
        }
    };
    let _ = device.send((host, file));
    // Without a clock another host has failed, and there is no run.
    let Ok(clock) = clock.recv() else { return Ok(0) };
    let thread = |name: &str| Builder::new().name(format!("{name} {host}")).stack_size(STACK);
    thread("accept").spawn_scoped(scope, move || accept(scope, traffic, &listener, clock))?;
    thread("datagrams").spawn_scoped(scope, move || take_datagrams(traffic, &datagrams, clock))?;
    let mut own: Vec<usize> =
        (0..traffic.flows.len()).filter(|flow| traffic.flows[*flow].from == host).collect();
    own.sort_by_key(|flow| traffic.flows[*flow].start);
    for flow in own {
        if !sleep_until(traffic, clock, traffic.flows[flow].start.0) {
            break;
        }
        thread("flow").spawn_scoped(scope, move || {
            // A flow whose connection breaks is one that does not finish, and is counted as such.
            let _ = if traffic.flows[flow].datagram > 0 {
                send_datagrams(traffic, flow, clock)
            } else {
                send(traffic, flow, clock)
            };
        })?;
    }
    while !traffic.is_over() {
        sleep(LOOK);
    }
    timeouts()
}

fn namespace(traffic: &Traffic<'_>, host: u32) -> Result<File> {
    unshare(CloneFlags::CLONE_NEWNET).context("cannot make a network namespace")?;
    // Routers are not looked for. A kernel without IPv6 has no such key.
    let _ = std::fs::write("/proc/sys/net/ipv6/conf/default/disable_ipv6", "1");
    let settings = [
        ("tcp_ecn", "1"),
        // The simulator's header has none.
        ("tcp_timestamps", "0"),
        // A flow knows nothing of those before it.
        ("tcp_no_metrics_save", "1"),
    ];
    for (key, value) in settings {
        let path = format!("/proc/sys/net/ipv4/{key}");
        std::fs::write(&path, value).with_context(|| format!("cannot write {path}"))?;
    }
    sys::tun(address(host), traffic.mtu).context("cannot make a TUN device")
}

fn receive(traffic: &Traffic<'_>) -> Result<(TcpListener, UdpSocket)> {
    let any = SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT));
    let listener = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP))?;
    // Accepted connections have the listener's: DCTCP needs its own echo at the receiver.
    listener.set_tcp_congestion(traffic.control.as_bytes())?;
    listener.set_read_timeout(Some(LOOK))?;
    listener.bind(&any.into())?;
    listener.listen(BACKLOG)?;
    let datagrams = UdpSocket::bind(any)?;
    datagrams.set_read_timeout(Some(LOOK))?;
    Ok((listener.into(), datagrams))
}

/// Sleeps until a moment of the run; false if the run is over before.
fn sleep_until(traffic: &Traffic<'_>, clock: Clock, at_ps: u64) -> bool {
    loop {
        let now = clock.now();
        if traffic.is_over() || now >= at_ps {
            return !traffic.is_over();
        }
        sleep(clock.span(at_ps - now).min(LOOK));
    }
}

fn accept<'scope>(
    scope: &'scope Scope<'scope, '_>,
    traffic: &'scope Traffic<'scope>,
    listener: &TcpListener,
    clock: Clock,
) {
    while !traffic.is_over() {
        let Ok((stream, peer)) = listener.accept() else { continue };
        let Some(flow) = traffic.flow_of(peer) else { continue };
        // Without a thread the flow does not finish, and is counted as such.
        let _ =
            Builder::new().stack_size(STACK).spawn_scoped(scope, move || take(traffic, flow, stream, clock));
    }
}

fn is_a_look(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

fn take(traffic: &Traffic<'_>, flow: usize, mut stream: TcpStream, clock: Clock) {
    let mut chunk = [0; CHUNK];
    if stream.set_read_timeout(Some(LOOK)).is_err() {
        return;
    }
    while !traffic.is_over() {
        match stream.read(&mut chunk) {
            Ok(0) => return,
            Ok(bytes) => traffic.arrive(flow, bytes, clock),
            Err(error) if is_a_look(&error) => {}
            Err(_) => return,
        }
    }
}

fn take_datagrams(traffic: &Traffic<'_>, socket: &UdpSocket, clock: Clock) {
    let mut chunk = [0; CHUNK];
    while !traffic.is_over() {
        if let Ok((bytes, peer)) = socket.recv_from(&mut chunk)
            && let Some(flow) = traffic.flow_of(peer)
        {
            traffic.arrive(flow, bytes, clock);
        }
    }
}

/// Sends a flow over a connection of its own.
fn send(traffic: &Traffic<'_>, flow: usize, clock: Clock) -> Result<()> {
    let spec = &traffic.flows[flow];
    let socket = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP))?;
    socket.set_tcp_congestion(traffic.control.as_bytes())?;
    socket.set_write_timeout(Some(LOOK))?;
    socket.bind(&SocketAddr::from((address(spec.from), traffic.ports[flow])).into())?;
    traffic.progress[flow].start.store(clock.now(), Relaxed);
    let to = SocketAddr::from((address(spec.to), PORT)).into();
    while let Err(error) = socket.connect(&to) {
        // The write timeout bounds a connect, which goes on by itself.
        let is_pending = is_a_look(&error)
            || error.raw_os_error().is_some_and(|code| code == libc::EINPROGRESS || code == libc::EALREADY);
        if error.raw_os_error() == Some(libc::EISCONN) {
            break;
        }
        if !is_pending || traffic.is_over() {
            return Err(error.into());
        }
    }
    let mut stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    let chunk = [0; CHUNK];
    let mut left = spec.bytes;
    while left > 0 && !traffic.is_over() && clock.now() < spec.stop.0 {
        match stream.write(&chunk[..left.min(CHUNK as u64) as usize]) {
            Ok(bytes) if spec.bytes != u64::MAX => left -= bytes as u64,
            Ok(_) => {}
            Err(error) if is_a_look(&error) => {}
            Err(error) => return Err(error.into()),
        }
    }
    stream.shutdown(std::net::Shutdown::Write)?;
    // The socket stays until its last bytes are there: an end of the run is all that closes it early.
    stream.set_read_timeout(Some(LOOK))?;
    while !traffic.is_over() && stream.read(&mut [0]).is_err_and(|error| is_a_look(&error)) {}
    Ok(())
}

/// Sends datagrams at a constant rate.
fn send_datagrams(traffic: &Traffic<'_>, flow: usize, clock: Clock) -> Result<()> {
    let spec = &traffic.flows[flow];
    let socket = UdpSocket::bind((address(spec.from), traffic.ports[flow]))?;
    socket.connect((address(spec.to), PORT))?;
    traffic.progress[flow].start.store(clock.now(), Relaxed);
    let chunk = [0; CHUNK];
    let mut at = spec.start.0;
    while at < spec.stop.0 && sleep_until(traffic, clock, at) {
        socket.send(&chunk[..usize::from(spec.datagram)])?;
        at += traffic.gaps[flow];
    }
    Ok(())
}

/// Retransmission timeouts in the namespace of the calling thread.
fn timeouts() -> Result<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/net/netstat")?;
    let mut lines = text.lines().filter(|line| line.starts_with("TcpExt:"));
    let (Some(names), Some(values)) = (lines.next(), lines.next()) else { return Ok(0) };
    let mut both = names.split_whitespace().zip(values.split_whitespace());
    let value = both.find(|(name, _)| *name == "TCPTimeouts").map_or("0", |(_, value)| value);
    Ok(value.parse()?)
}
