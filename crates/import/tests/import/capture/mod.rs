//! Captures as flows and as traces: round trips of files that the tests write, and files that are refused.

mod file;
mod queue;
mod refused;

use file::{Form, SYN, Stamped, Tcp, ethernet, ipv4, udp};
use freeboard_import::capture::flows;

/// 2026-11-28, at a whole microsecond.
const BEGIN: u64 = 1_795_824_000_000_000_000;
const A: [u8; 4] = [10, 0, 0, 1];
const B: [u8; 4] = [10, 0, 0, 2];

fn csv(packets: &[Stamped], gap_ns: Option<u64>) -> String {
    flows("x.pcap", &Form::Classic(false, true).file(packets), gap_ns).unwrap().text
}

fn tcp(at_us: u64, packet: Tcp) -> Stamped {
    (BEGIN + 1000 * at_us, packet.frame())
}

/// Two connections in three directions, and what carries nothing.
fn mixed() -> Vec<Stamped> {
    let back = |sequence, payload| Tcp { from: B, to: A, ports: (80, 4000), ..Tcp::of(sequence, payload) };
    let datagram = [ipv4([10, 0, 0, 3], A, 17, 7, 0, 808), udp((9, 9), 800)].concat();
    let six: Vec<u8> = [
        // A hop-by-hop header stands before UDP.
        &[0x60, 0, 0, 0, 0, 116, 0, 64][..],
        &[[0xFD; 16], [0xFE; 16]].concat(),
        &[17, 0, 1, 4, 0, 0, 0, 0],
        &udp((5, 5), 100),
    ]
    .concat();
    vec![
        tcp(0, Tcp { flags: SYN, ..Tcp::of(u32::MAX - 1000, 0) }),
        tcp(1, back(500, 0)),
        tcp(10, Tcp::of(u32::MAX - 999, 1000)),
        // The sequence number wraps; then two retransmissions, and bytes behind some that the capture missed.
        tcp(20, Tcp::of(0, 1000)),
        tcp(30, Tcp::of(0, 1000)),
        tcp(35, Tcp::of(0, 1000)),
        tcp(40, Tcp::of(2000, 500)),
        tcp(45, back(501, 300)),
        (BEGIN + 50_000, ethernet(&[0x8100], 0x0800, &datagram, 800)),
        (BEGIN + 60_000, ethernet(&[0x88A8, 0x8100], 0x86DD, &six, 100)),
        (BEGIN + 70_000, ethernet(&[], 0x0806, &[0; 28], 0)),
    ]
}

const MIXED: &str = "time_ns,from,to,bytes\n10000,1,2,3500\n45000,2,1,300\n50000,3,1,800\n60000,4,5,100\n";

#[test]
fn every_form_of_a_capture_has_the_same_flows() {
    for form in Form::ALL {
        let imported = flows("x.pcap", &form.file(&mixed()), None).unwrap();
        assert_eq!(imported.text, MIXED, "{form:?}");
        let notes: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
        assert!(notes[0].starts_with("4 flows of 5 hosts: 1 10.0.0.1, 2 10.0.0.2, 3 10.0.0.3"), "{notes:?}");
        assert!(notes.iter().any(|note| note == "1 frames without IP are left out"), "{notes:?}");
        let is_coarse = matches!(form, Form::Classic(_, false) | Form::Next(_, 6));
        assert_eq!(notes.iter().any(|note| note == "stamps have steps of 1000 ns"), is_coarse, "{form:?}");
    }
}

#[test]
fn a_syn_begins_another_flow_and_silence_does_if_asked() {
    let again = [
        tcp(0, Tcp::of(0, 100)),
        tcp(5, Tcp { flags: SYN, ..Tcp::of(5_000, 0) }),
        tcp(6, Tcp { flags: SYN, ..Tcp::of(5_000, 0) }),
        tcp(10, Tcp::of(5_001, 100)),
        tcp(2_000, Tcp::of(5_101, 100)),
    ];
    assert_eq!(csv(&again, None), "time_ns,from,to,bytes\n0,1,2,100\n10000,1,2,200\n");
    let apart = "time_ns,from,to,bytes\n0,1,2,100\n10000,1,2,100\n2000000,1,2,100\n";
    assert_eq!(csv(&again, Some(1_000_000)), apart);
}

#[test]
fn packets_of_a_retransmission_that_precede_the_first_one_seen_count() {
    let late = [tcp(0, Tcp::of(1000, 500)), tcp(9, Tcp::of(500, 500))];
    assert_eq!(csv(&late, None), "time_ns,from,to,bytes\n0,1,2,1000\n");
}

#[test]
fn acknowledgements_and_notifications_of_roce_are_no_flows() {
    let roce = |opcode: u8, from, to| {
        let packet = [ipv4(from, to, 17, 1, 2, 8 + 24), udp((50_000, 4791), 24), vec![opcode; 24]].concat();
        ethernet(&[], 0x0800, &packet, 0)
    };
    let packets = [(BEGIN, roce(0x07, A, B)), (BEGIN, roce(0x11, B, A)), (BEGIN, roce(0x81, B, A))];
    let imported = flows("x.pcap", &Form::Classic(true, true).file(&packets), None).unwrap();
    assert_eq!(imported.text, "time_ns,from,to,bytes\n0,1,2,24\n");
    assert!(imported.notes.iter().any(|note| note.text.starts_with("2 acknowledgements")), "{imported:?}");
}

/// `tshark`, where it is installed, sees the same payload of TCP in each direction.
#[test]
fn tshark_reads_the_same_bytes() {
    use std::process::Command;
    let folder = std::env::temp_dir().join(format!("freeboard-capture-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (at, form) in Form::ALL.into_iter().enumerate() {
        let path = folder.join(format!("{at}.pcap"));
        std::fs::write(&path, form.file(&mixed())).unwrap();
        let fields = ["frame.time_epoch", "ip.src", "tcp.len", "udp.length"].map(|field| ["-e", field]);
        let fields = fields.iter().flatten();
        let Ok(ran) =
            Command::new("tshark").arg("-r").arg(&path).args(["-T", "fields"]).args(fields).output()
        else {
            eprintln!("tshark is not installed: not compared");
            break;
        };
        let text = String::from_utf8(ran.stdout).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(rows.len(), mixed().len(), "{form:?}: {text}");
        let tcp = |from: &str| -> u64 {
            rows.iter().filter(|row| row[1] == from).filter_map(|row| row[2].parse::<u64>().ok()).sum()
        };
        // One packet of 1000 bytes came three times, and one was missed.
        assert_eq!((tcp("10.0.0.1"), tcp("10.0.0.2")), (4500, 300), "{form:?}: {text}");
        assert!(rows[2][0].starts_with("1795824000.00001"), "{form:?}: {text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
