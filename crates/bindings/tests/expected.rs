//! The output of the C examples, found by the Rust crates. `FREEBOARD_BLESS=1` writes it anew.

use freeboard_golden as golden;
use freeboard_registry::cc_api::{
    Ack, Bytes, CongestionControl, Control, Event, Nanos32, OrAck, Sent, Settings, Underlay, Words,
};
use freeboard_registry::{Flow, UnderlayInstance, cc_dcqcn, cc_on_ramp};
use freeboard_replay::{Digest, plan};
use std::path::{Path, PathBuf};

/// Payload of a packet in the trace of the underlay.
const PAYLOAD: u32 = 1_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join("crates").join(path)).unwrap()
}

/// The digest of a golden trace, by the algorithm that its header names.
fn of_trace(path: &str) -> (String, u32) {
    let trace = golden::read(&text(path)).unwrap();
    let answers = golden::run(&trace.header, &trace.rows).unwrap();
    assert_eq!(trace.answers.as_ref(), Some(&answers), "{path}");
    (trace.header.id, golden::digest(&trace.rows, &answers))
}

/// DCQCN over On-Ramp: the trace of the underlay, whose packets and acknowledgements the control is told of.
struct Held {
    rate: Flow<cc_dcqcn::Dcqcn>,
    hold: UnderlayInstance<cc_on_ramp::OnRamp>,
    held: bool,
}

impl Held {
    fn new() -> Self {
        let rate = cc_dcqcn::Dcqcn::params(&Default::default(), Bytes(PAYLOAD)).unwrap();
        let fields = <<cc_on_ramp::OnRamp as Underlay>::Settings as Settings>::FIELDS;
        let settings = Settings::from_values(plan::underlay_settings(fields).as_slice()).unwrap();
        let hold = cc_on_ramp::OnRamp::params(&settings).unwrap();
        Self { rate: Flow::new(rate), hold: UnderlayInstance::new(hold), held: false }
    }

    /// One row: kind, time, packet, transmit stamp or bytes, receive stamp, echoed pause.
    fn step(&mut self, row: &[u32]) -> (u32, Control) {
        let &[kind, now, packet, sent, received, pause_at_sent, ..] = row else { panic!("a short row") };
        let now = Nanos32(now);
        let event = match kind {
            0 => {
                let pause = self.hold.on_sent(&Sent { now, packet, fresh: Bytes(PAYLOAD) });
                assert_eq!(pause, pause_at_sent);
                Event::Sent { now, bytes: Bytes(PAYLOAD) }
            }
            1 => {
                let (sent, received) = (Nanos32(sent), Nanos32(received));
                self.hold.on_or_ack(&OrAck { now, packet, sent, received, pause_at_sent });
                Event::Tick { now }
            }
            _ => {
                self.hold.on_ack(now, Bytes(sent));
                Event::Ack { now, ack: Ack { acked: Bytes(sent), ..Ack::default() } }
            }
        };
        let mut control = self.rate.on_event(&event);
        let release = self.hold.release(now);
        if release.is_after(now) != self.held {
            self.held = !self.held;
            control = self.rate.on_event(&Event::Paused { now, held: self.held });
        }
        (release.0, control)
    }
}

fn on_ramp() -> (String, u32) {
    let text = text("cc-on-ramp/golden/on-ramp.csv");
    let mut flow = Held::new();
    let mut digest = Digest::new();
    let mut pauses = 0;
    for line in text.lines().skip(2) {
        let row: Vec<u32> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        let before = flow.held;
        let (release, control) = flow.step(&row);
        pauses += u32::from(flow.held && !before);
        assert_eq!(release, row[6]);
        let (mut hold, mut rate) = (Words::new(), Words::new());
        flow.hold.canonical(&mut hold);
        flow.rate.canonical(&mut rate);
        assert_eq!(hold.as_slice(), &row[7..]);
        let decision = [control.window.0, control.rate.to_bits()];
        row.iter().chain(&decision).chain(rate.as_slice()).for_each(|word| digest.word(*word));
    }
    assert!(pauses > 10, "the underlay hardly held anything");
    ("on-ramp+dcqcn".to_owned(), digest.value())
}

#[test]
fn the_examples_print_the_digests_of_rust() {
    let found = [
        of_trace("aqm-ecn-sharp/golden/compact.csv"),
        of_trace("cc-dctcp/golden/tcp.csv"),
        of_trace("cc-dcqcn/golden/rate.csv"),
        on_ramp(),
        of_trace("cc-dcqcn/golden/rate.csv"),
        of_trace("cc-dctcp/golden/rate.csv"),
        of_trace("cc-timely/golden/hpcc.csv"),
        of_trace("cc-swift/golden/fabric.csv"),
        of_trace("cc-bbr/golden/v1.csv"),
    ];
    let lines: String =
        found.iter().map(|(name, digest)| format!("{name} {digest:08x}, 0 words differ\n")).collect();
    let path = root().join("examples/c/expected.txt");
    if std::env::var_os("FREEBOARD_BLESS").is_some() {
        std::fs::write(&path, &lines).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap_or_default(),
        lines,
        "FREEBOARD_BLESS=1 renews {path:?}"
    );
}
