//! Files that are no capture, or part of one.

use super::file::{Form, Tcp, ethernet};
use super::{BEGIN, mixed};
use freeboard_import::capture::flows;
use proptest::prelude::{any, prop_assert, proptest};

fn refused(bytes: &[u8]) -> String {
    flows("x.pcap", bytes, None).unwrap_err().to_string()
}

fn with(at: usize, bytes: &[u8], mut file: Vec<u8>) -> Vec<u8> {
    file[at..at + bytes.len()].copy_from_slice(bytes);
    file
}

#[test]
fn what_is_wrong_is_said_with_the_number_of_the_packet() {
    let classic = Form::Classic(false, false).file(&mixed());
    let next = Form::Next(false, 9).file(&mixed());
    let one = |packet: &[u8], left_out| {
        Form::Classic(false, true).file(&[(BEGIN, ethernet(&[], 0x0800, packet, left_out))])
    };
    let (frame, _) = Tcp::of(0, 10).frame();
    let ip = &frame[14..];
    for (bytes, words) in [
        (Vec::new(), "x.pcap: is not a capture"),
        (b"time_ns,from,to,bytes\n".to_vec(), "is not a capture"),
        (classic[..20].to_vec(), "ends within its header"),
        (classic[..24].to_vec(), "has no packets"),
        (with(4, &[9], classic.clone()), "is of version 9"),
        (with(20, &[101], classic.clone()), "has the link type 101"),
        (classic[..30].to_vec(), "`packet 1` ends within its header"),
        (classic[..classic.len() - 1].to_vec(), "`packet 11` has 41 of its 42 bytes"),
        (with(28, &1_000_000_u32.to_le_bytes(), classic.clone()), "`packet 1` has the stamp"),
        (with(36, &[1, 0], classic), "`packet 1` has 54 bytes of 1"),
        (next[..10].to_vec(), "`block 1` has no byte order"),
        (next[..next.len() - 4].to_vec(), "`block 14` has 72 of its 76 bytes"),
        (with(12, &[2], next.clone()), "`block 1` is of version 2"),
        (with(24, &[0], next.clone()), "`block 1` has the length 28 before it and 0 behind it"),
        (with(36, &[101], next.clone()), "`block 2` has the link type 101"),
        (with(48, &[19], next.clone()), "`block 2` has stamps of a finer unit"),
        (with(32, &[7], next.clone()), "`block 2` has the length 7"),
        (with(96, &[3], next.clone()), "`packet 1` is of the interface 3"),
        (with(88, &[3], next), "`block 4` is a simple packet block"),
        (one(&ip[..19], 31), "`packet 1` is cut within its headers: 19 bytes"),
        (one(&ip[..30], 20), "`packet 1` is cut within its headers: 30 bytes"),
        (one(&with(0, &[0x65], ip.to_vec()), 10), "`packet 1` says version 6, 5 words"),
        (one(&with(0, &[0x44], ip.to_vec()), 10), "`packet 1` says version 4, 4 words"),
        (one(&with(2, &[9], ip.to_vec()), 10), "bytes of 50 as IPv4"),
        (one(&with(32, &[0xF0], ip.to_vec()), 10), "`packet 1` has 60 bytes of header in 30 bytes"),
        (Form::Classic(true, true).file(&[(BEGIN, Tcp::of(0, 0).frame())]), "has no payload"),
        (
            Form::Classic(true, true)
                .file(&[(BEGIN, Tcp::of(0, 1).frame()), (BEGIN + 4_000_000_000_000, mixed().remove(8).1)]),
            "has a flow that starts after 4000000000000 ns",
        ),
    ] {
        let fault = refused(&bytes);
        assert!(fault.contains(words), "{words}: {fault}");
    }
}

proptest! {
    /// Whatever the bytes, they become flows or a fault.
    #[test]
    fn no_file_stops_the_reader(at in any::<proptest::sample::Index>(), byte: u8, cut in any::<proptest::sample::Index>(), form in 0_usize..9) {
        let mut bytes = Form::ALL[form].file(&mixed());
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(cut.index(bytes.len()) + 1);
        let answer = flows("x.pcap", &bytes, None);
        prop_assert!(answer.is_err() || answer.is_ok_and(|imported| imported.text.starts_with("time_ns")));
    }
}
