//! Receivers of a host: connections and datagrams.

use super::clock::Clock;
use super::header::tos;
use super::place::{CHUNK, PORT};
use super::traffic::{Connection, Sockets, Traffic};
use super::wait::{LOOK, is_a_look};
use anyhow::Result;
use socket2::{Domain, Protocol, Socket, Type};
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::Arc;
use std::thread::{Builder, Scope};

/// Connections that wait to be accepted: an incast is a burst of them.
const BACKLOG: i32 = 4096;
/// Stack of a flow's thread, which holds a buffer of [`CHUNK`].
pub(crate) const STACK: usize = 192 << 10;

/// The receiving sockets of a host.
pub(crate) struct Receivers {
    listener: TcpListener,
    datagrams: UdpSocket,
}

impl Receivers {
    /// Opens them in the namespace of the calling thread.
    pub(crate) fn new(sockets: &Sockets) -> Result<Self> {
        let any = SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT));
        let listener = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP))?;
        // Accepted connections have the listener's: DCTCP needs its own echo at the receiver.
        listener.set_tcp_congestion(sockets.control.as_bytes())?;
        listener.set_read_timeout(Some(LOOK))?;
        listener.bind(&any.into())?;
        listener.listen(BACKLOG)?;
        let datagrams = UdpSocket::bind(any)?;
        datagrams.set_read_timeout(Some(LOOK))?;
        Ok(Self { listener: listener.into(), datagrams })
    }

    /// Receives until the run is over.
    pub(crate) fn start<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        traffic: &'scope Traffic<'scope>,
        host: u32,
        clock: Clock,
    ) -> Result<()> {
        let Self { listener, datagrams } = self;
        let thread = |name: &str| Builder::new().name(format!("{name} {host}")).stack_size(STACK);
        thread("accept").spawn_scoped(scope, move || accept(scope, traffic, &listener, clock))?;
        thread("datagrams").spawn_scoped(scope, move || take_datagrams(traffic, &datagrams, clock))?;
        Ok(())
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
        let Some(connection) = traffic.of(peer) else { continue };
        // Without a thread the flow does not finish, and is counted as such.
        let _ = Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || take(traffic, &connection, stream, clock));
    }
}

fn take(traffic: &Traffic<'_>, connection: &Arc<Connection>, mut stream: TcpStream, clock: Clock) {
    let mut chunk = [0; CHUNK];
    if stream.set_read_timeout(Some(LOOK)).is_err() {
        return;
    }
    if let Some(class) = traffic.sockets.ack_class {
        let socket = Socket::from(stream);
        // ACKs in the flow's own class are a wrong queue, no broken flow.
        let _ = socket.set_tos_v4(tos(class));
        stream = TcpStream::from(socket);
    }
    while !traffic.is_over() {
        match stream.read(&mut chunk) {
            Ok(0) => return,
            Ok(bytes) => traffic.arrive(connection, bytes, clock),
            Err(error) if is_a_look(&error) => {}
            Err(_) => return,
        }
    }
}

fn take_datagrams(traffic: &Traffic<'_>, socket: &UdpSocket, clock: Clock) {
    let mut chunk = [0; CHUNK];
    while !traffic.is_over() {
        if let Ok((bytes, peer)) = socket.recv_from(&mut chunk)
            && let Some(connection) = traffic.of(peer)
        {
            traffic.arrive(&connection, bytes, clock);
        }
    }
}
