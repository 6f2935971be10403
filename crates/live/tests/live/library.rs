//! `Live`, for the tests of other programs.

use crate::support::is_skipped;
use freeboard_live::Live;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::thread::scope;

#[test]
fn sockets_of_the_standard_library_meet_a_switch_that_marks() {
    if is_skipped() {
        return;
    }
    const BYTES: usize = 1_500_000;
    let live = Live::n_to_1(2).rate("40 Mbps").scheme("aqm = \"step\"\nk = \"6 KB\"").start().unwrap();
    let listener = live.receiver().listen(8080).unwrap();
    let to: SocketAddr = (live.receiver().address(), 8080).into();
    let received: usize = scope(|scope| {
        for host in 0..2 {
            let mut client = live.host(host).connect(to).unwrap();
            assert_eq!(client.local_addr().unwrap().ip(), live.host(host).address());
            scope.spawn(move || client.write_all(&[0; BYTES]).unwrap());
        }
        (0..2).map(|_| listener.accept().unwrap().0.read_to_end(&mut Vec::new()).unwrap()).sum()
    });
    assert_eq!(received, 2 * BYTES);
    let queues = live.stop().unwrap();
    assert!(queues.marked > 0 && queues.arrived as usize > 2 * BYTES / 1500, "{queues:?}");
}

#[test]
fn a_host_that_outlives_the_switch_says_so() {
    if is_skipped() {
        return;
    }
    let live = Live::n_to_1(1).receivers(2).start().unwrap();
    let (first, second) = (live.host(1).clone(), live.host(2).clone());
    assert_ne!(first.address(), second.address());
    let sender = live.host(0).datagrams(9000).unwrap();
    let receiver = second.datagrams(9000).unwrap();
    sender.send_to(b"word", receiver.local_addr().unwrap()).unwrap();
    let mut bytes = [0; 9];
    assert_eq!(receiver.recv(&mut bytes).unwrap(), 4);
    drop(live);
    assert!(first.within(|| ()).is_err());
}

#[test]
fn a_word_that_is_not_legal_is_refused() {
    if is_skipped() {
        return;
    }
    let told = |live: anyhow::Result<Live>| format!("{:#}", live.unwrap_err());
    assert!(told(Live::n_to_1(2).rate("10 Gbps").start()).contains("rate"));
    assert!(told(Live::n_to_1(2).scheme("aqm = \"no-such\"").start()).contains("no-such"));
    assert!(told(Live::n_to_1(100).start()).contains("64"));
}
