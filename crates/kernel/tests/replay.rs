//! Windows of real connections beside those of the crates after the same events.
#![cfg(target_os = "linux")]

use freeboard_kernel::{Entry, Held, STRUCT_OPS, Wanted, build, fit, written};
use freeboard_registry::CcId;
use freeboard_registry::catalog::VariantId;
use freeboard_registry::cc_api::Bytes;
use freeboard_toolchain::Nightly;
use socket2::{Domain, Protocol, Socket, Type};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};

/// Payload of a segment of the controls \[B\].
const MSS: u32 = 1448;
/// Bytes of a connection: some hundred acknowledgements of the loopback device's long segments.
const BYTES: usize = 32 << 20;
/// Words of an error that the machine is at fault for: the user is not root, or there is no BTF.
const LACKS: [&str; 2] = ["not permitted", "tells no types"];

/// A socket with a port of its own and that port.
fn socket(name: Option<&str>) -> (Socket, u16) {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP)).unwrap();
    name.into_iter().for_each(|name| socket.set_tcp_congestion(name.as_bytes()).unwrap());
    socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).unwrap();
    let port = socket.local_addr().unwrap().as_socket().unwrap().port();
    (socket, port)
}

/// The events of a connection over the loopback device under a control.
fn recorded(object: &[u8], id: CcId, values: &[u32]) -> anyhow::Result<Vec<Entry>> {
    let (sender, record_port) = socket(None);
    let wanted = Wanted { id, values, settings: "", mss: MSS, name: None, record_port };
    let held = Held::register(object, &wanted)?;
    let (listener, port) = socket(Some(held.name()));
    listener.listen(1)?;
    sender.set_tcp_congestion(held.name().as_bytes())?;
    sender.connect(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)).into())?;
    let told = sender.tcp_congestion()?;
    assert!(told.starts_with(held.name().as_bytes()), "the socket says that it runs the control");
    let reader = std::thread::spawn(move || {
        let (mut stream, _) = TcpListener::from(listener).accept().unwrap();
        let (mut chunk, mut all) = (vec![0; 1 << 16], 0);
        while let Ok(bytes @ 1..) = stream.read(&mut chunk) {
            all += bytes;
        }
        all
    });
    let mut stream = TcpStream::from(sender);
    let chunk = vec![0; 1 << 16];
    for _ in 0..BYTES / chunk.len() {
        stream.write_all(&chunk)?;
    }
    stream.shutdown(std::net::Shutdown::Write)?;
    assert_eq!(reader.join().unwrap(), BYTES);
    held.record()
}

#[test]
fn every_control_in_the_kernel_decides_as_its_crate_does() {
    let made = Nightly::with_sources()
        .and_then(|nightly| build(&nightly, STRUCT_OPS).map_err(|error| format!("{error:#}")));
    let object = match made {
        Ok(object) => object,
        Err(reason) => return println!("skipped: {reason}"),
    };
    for &id in CcId::ALL.iter().filter(|id| fit(**id).is_ok()) {
        let values = VariantId::Cc(id).descriptor().defaults();
        let record = match recorded(&object, id, &values) {
            Err(error) if LACKS.iter().any(|lack| format!("{error:#}").contains(lack)) => {
                return println!("skipped: {error:#}");
            }
            record => record.unwrap(),
        };
        let mut flow = id.place(&values, Bytes(MSS)).unwrap();
        let mut differing = 0;
        for entry in &record {
            let stack = entry.event.stack();
            let answer = flow.on_event(&entry.event.event(&stack));
            let answer = [answer.window.0, answer.rate.to_bits(), flow.slow_start_threshold().0];
            differing += usize::from(answer != entry.answer);
        }
        assert!(record.len() > 50, "{}: {} events", written(id), record.len());
        assert_eq!(differing, 0, "{}, of {} events", written(id), record.len());
    }
}
