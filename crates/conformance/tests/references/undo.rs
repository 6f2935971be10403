//! Linux `tcp_undo_cwnd_reduction`: `cwnd = max(cwnd, prior_cwnd)`, `ssthresh = max(ssthresh, prior_ssthresh)`; recovery lasts on until `high_seq`.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Prior, Seq32};
use freeboard_registry::cc_cubic::{Cubic, CubicEcn, CubicHystart};
use freeboard_registry::cc_dctcp::Dctcp;
use freeboard_registry::cc_newreno::{EcnStar, NewReno};

const MSS: u32 = 1_000;
const FLIGHT: u32 = 60 * MSS;

/// A flow, and the first byte that is not acknowledged.
struct Driven<C: CongestionControl> {
    params: C::Params,
    flow: C,
    una: u32,
}

impl<C: CongestionControl> Driven<C> {
    fn new() -> Self {
        let params = C::params(&C::Settings::default(), Bytes(MSS)).unwrap();
        let mut all = Self { params, flow: C::default(), una: 0 };
        // Slow start to 60 segments.
        for _ in 0..50 {
            all.ack();
        }
        assert_eq!(all.state(), (FLIGHT, u32::MAX));
        all
    }

    /// Window and threshold.
    fn state(&self) -> (u32, u32) {
        (self.flow.control(&self.params).window.0, self.flow.slow_start_threshold().0)
    }

    fn tell(&mut self, event: &Event<'_>) {
        self.flow.on_event(&self.params, event);
    }

    fn ack(&mut self) -> u32 {
        self.una += MSS;
        let (acked, nxt) = (Bytes(MSS), Seq32(self.una + FLIGHT));
        let una = Seq32(self.una);
        let ack = Ack { acked, una, nxt, rtt: 100_000, window_limited: true, ..Ack::default() };
        self.tell(&Event::Ack { now: Nanos32(self.una), ack });
        self.state().0
    }

    fn loss(&self) -> Loss {
        Loss { in_flight: Bytes(FLIGHT), una: Seq32(self.una), nxt: Seq32(self.una + FLIGHT) }
    }

    /// All that was outstanding is acknowledged by a flow that its application limits.
    fn pass_window(&mut self) {
        self.una += FLIGHT;
        let ack = Ack { una: Seq32(self.una), nxt: Seq32(self.una + FLIGHT), ..Ack::default() };
        self.tell(&Event::Ack { now: Nanos32(self.una), ack });
    }

    fn undo(&mut self, (window, threshold): (u32, u32)) {
        let prior = Prior { window: Bytes(window), threshold: Bytes(threshold) };
        self.tell(&Event::Undo { now: Nanos32(self.una), prior });
    }
}

fn takes_back<C: CongestionControl>() {
    let mut all = Driven::<C>::new();
    let before = all.state();
    let (now, loss) = (Nanos32(0), all.loss());
    all.tell(&Event::LossEpisode { now, loss });
    assert!(all.state().0 < before.0 && all.state().1 < FLIGHT);
    all.undo(before);
    assert_eq!(all.state(), before, "{}: a loss that was none", C::META.name);
    all.pass_window();
    assert_eq!(all.ack(), FLIGHT + MSS, "{}: slow start goes on", C::META.name);
    // A timeout after a real loss: the threshold is the loss's again.
    let loss = all.loss();
    all.tell(&Event::LossEpisode { now, loss });
    let cut = all.state();
    let loss = all.loss();
    all.tell(&Event::Timeout { now, loss });
    assert_eq!(all.state().0, MSS);
    all.undo(cut);
    assert_eq!(all.state(), cut, "{}: a timeout that was none", C::META.name);
    // What was sent before it is acknowledged: the next loss cuts.
    all.pass_window();
    let cut = all.state();
    let loss = all.loss();
    all.tell(&Event::LossEpisode { now, loss });
    assert!(all.state().0 < cut.0, "{}: no cut is in force", C::META.name);
    // What grew in between stays, and nothing exceeds the ceiling.
    let now_at = all.state();
    all.undo((MSS, 2 * MSS));
    assert_eq!(all.state(), now_at, "{}: an undo never narrows", C::META.name);
    all.undo((u32::MAX, u32::MAX));
    assert_eq!(all.state(), (1 << 30, u32::MAX), "{}", C::META.name);
}

#[test]
fn window_and_threshold_are_at_least_what_they_were() {
    takes_back::<NewReno>();
    takes_back::<EcnStar>();
    takes_back::<Cubic>();
    takes_back::<CubicEcn>();
    takes_back::<CubicHystart>();
    takes_back::<Dctcp>();
}
