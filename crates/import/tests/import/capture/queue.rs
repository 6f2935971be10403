//! Captures on both sides of a queue.

use super::BEGIN;
use super::file::{Form, Stamped, Tcp};
use freeboard_golden::{Family, Header, read};
use freeboard_import::Imported;
use freeboard_import::capture::{Observed, trace};
use freeboard_scenario::document::Fault;

fn imported(before: &[Stamped], behind: &[Stamped]) -> Result<Imported, Fault> {
    let header = Header {
        settings: vec![("k".to_owned(), 2000)],
        ..Header::new(Family::Aqm, "step/enqueue", &[], &[])
    };
    let (before, behind) = (Form::Classic(false, true).file(before), Form::Next(true, 9).file(behind));
    let before = Observed { file: "in.pcap", bytes: &before };
    trace(&before, &Observed { file: "out.pcapng", bytes: &behind }, &header)
}

fn packet(at_ns: u64, number: u16, ecn: u8) -> Stamped {
    (BEGIN + at_ns, Tcp { id: number, ecn, ..Tcp::of(u32::from(number) * 946, 946) }.frame())
}

/// A packet as a router passes it on: one hop less, another header checksum.
fn routed(at_ns: u64, number: u16, ecn: u8) -> Stamped {
    let (at, (mut bytes, length)) = packet(at_ns, number, ecn);
    bytes[14 + 8] -= 1;
    bytes[14 + 10] ^= 0x5A;
    (at, (bytes, length))
}

#[test]
fn depth_sojourn_and_decision_follow_from_the_two_sides() {
    let before =
        [packet(0, 1, 2), packet(100, 2, 2), packet(800, 3, 0), packet(1600, 4, 2), packet(1700, 5, 2)];
    // Packet 5 is lost; packet 2 is marked; packet 9 comes from elsewhere.
    let behind =
        [routed(0, 1, 2), routed(800, 2, 3), routed(1600, 3, 0), routed(1650, 9, 2), routed(2400, 4, 2)];
    let Imported { text, notes } = imported(&before, &behind).unwrap();
    let rows: Vec<Vec<u32>> =
        text.lines().skip(3).map(|line| line.split(',').map(|it| it.parse().unwrap()).collect()).collect();
    // Hook, time, depth, sojourn, ECN, verdict.
    let seen: Vec<[u32; 6]> = rows.iter().map(|row| [0, 1, 8, 11, 12, 14].map(|at| row[at])).collect();
    assert_eq!(
        seen,
        [
            [0, 0, 0, 0, 2, 0],
            [1, 0, 0, 0, 2, 0],
            [0, 100, 0, 0, 2, 0],
            // What leaves at the moment at which another arrives leaves first.
            [1, 800, 0, 700, 2, 1],
            [0, 800, 0, 0, 0, 0],
            [1, 1600, 0, 800, 0, 0],
            [0, 1600, 0, 0, 2, 0],
            [1, 2400, 0, 800, 2, 0],
        ]
    );
    assert!(rows.iter().all(|row| row[7] == 1000), "{rows:?}");
    assert!(read(&text).is_ok());
    let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    for note in [
        "4 packets on both sides",
        "1 packets do not leave",
        "1 packets leave that did not",
        "1 packets without ECN",
    ] {
        assert!(notes.iter().any(|it| it.starts_with(note)), "{note}: {notes:?}");
    }
}

#[test]
fn packets_that_wait_are_the_depth_of_those_behind_them() {
    let before: Vec<Stamped> = (1..=4).map(|number| packet(10 * u64::from(number), number, 2)).collect();
    let behind: Vec<Stamped> = (1..=4).map(|number| routed(100 * u64::from(number), number, 2)).collect();
    let text = imported(&before, &behind).unwrap().text;
    let depths: Vec<&str> = text.lines().skip(3).map(|line| line.split(',').nth(8).unwrap()).collect();
    assert_eq!(depths, ["0", "1000", "2000", "3000", "3000", "2000", "1000", "0"]);
}

#[test]
fn captures_that_are_not_of_one_queue_are_refused() {
    let one = [packet(100, 1, 2), packet(200, 2, 2)];
    for (behind, words) in [
        (
            vec![routed(50, 1, 2)],
            "out.pcapng: `packet 1` leaves 50 ns before it arrives as packet 1 of in.pcap",
        ),
        (vec![routed(300, 2, 2), routed(400, 1, 2)], "out.pcapng: `packet 1` overtakes packet 2"),
        (vec![routed(300, 3, 2)], "out.pcapng: has no packet of in.pcap"),
    ] {
        let fault = imported(&one, &behind).unwrap_err().to_string();
        assert!(fault.contains(words), "{words}: {fault}");
    }
}
