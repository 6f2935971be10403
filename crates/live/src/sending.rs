//! Senders of flows, over connections and in datagrams.

use super::clock::Clock;
use super::header::tos;
use super::place::{CHUNK, PORT, address};
use super::traffic::{Flow, Traffic};
use super::wait::{LOOK, is_a_look, sleep_until};
use anyhow::{Context, Result};
use socket2::{Domain, Protocol, Socket, Type};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Sends a flow from the calling thread's namespace.
pub(crate) fn send(traffic: &Traffic<'_>, flow: &Arc<Flow>, clock: Clock) -> Result<()> {
    if flow.spec.datagram > 0 {
        return send_datagrams(traffic, flow, clock);
    }
    if let Some(connection) = traffic.take_idle(flow)
        && let Some(stream) = connection.stream.get()
    {
        flow.start.store(clock.now(), Relaxed);
        return write(traffic, flow, stream, clock);
    }
    let stream = connect(traffic, flow, clock)?;
    write(traffic, flow, &stream, clock)?;
    if traffic.sockets.reuse {
        return Ok(());
    }
    stream.shutdown(std::net::Shutdown::Write)?;
    // The socket stays until its last bytes are there: an end of the run is all that closes it early.
    stream.set_read_timeout(Some(LOOK))?;
    while !traffic.is_over() && (&stream).read(&mut [0]).is_err_and(|error| is_a_look(&error)) {}
    Ok(())
}

/// Opens a connection for a flow.
fn connect(traffic: &Traffic<'_>, flow: &Arc<Flow>, clock: Clock) -> Result<TcpStream> {
    let spec = &flow.spec;
    let socket = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP))?;
    socket.set_tcp_congestion(traffic.sockets.control.as_bytes())?;
    socket.set_tos_v4(tos(spec.traffic_class))?;
    socket.set_write_timeout(Some(LOOK))?;
    socket.bind(&SocketAddr::from((address(spec.from), flow.port)).into())?;
    let own = socket.local_addr()?.as_socket().context("a TCP socket without an address")?;
    let connection = traffic.open(flow, own);
    flow.start.store(clock.now(), Relaxed);
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
    let told = socket.tcp_congestion()?;
    if told.split(|byte| *byte == 0).next() == Some(traffic.sockets.control.as_bytes()) {
        traffic.confirmed.fetch_add(1, Relaxed);
    }
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    if traffic.sockets.reuse {
        // Nobody else has it yet.
        let _ = connection.stream.set(stream.try_clone()?);
    }
    Ok(stream)
}

/// Writes the bytes of a flow.
fn write(traffic: &Traffic<'_>, flow: &Flow, mut stream: &TcpStream, clock: Clock) -> Result<()> {
    let chunk = [0; CHUNK];
    let mut left = flow.spec.bytes;
    while left > 0 && !traffic.is_over() && clock.now() < flow.spec.stop.0 {
        match stream.write(&chunk[..left.min(CHUNK as u64) as usize]) {
            Ok(bytes) => left -= bytes as u64,
            Err(error) if is_a_look(&error) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Sends datagrams at a constant rate.
fn send_datagrams(traffic: &Traffic<'_>, flow: &Arc<Flow>, clock: Clock) -> Result<()> {
    let spec = &flow.spec;
    let socket = Socket::from(UdpSocket::bind((address(spec.from), 0))?);
    socket.set_tos_v4(tos(spec.traffic_class))?;
    let socket = UdpSocket::from(socket);
    traffic.open(flow, socket.local_addr()?);
    socket.connect((address(spec.to), PORT))?;
    flow.start.store(clock.now(), Relaxed);
    let chunk = [0; CHUNK];
    let mut at = spec.start.0;
    while at < spec.stop.0 && sleep_until(traffic, clock, at) {
        socket.send(&chunk[..usize::from(spec.datagram)])?;
        at += flow.gap_ps;
    }
    Ok(())
}
