//! Linux `tcp_dctcp` over `tcp_input`: in which states a mark is answered, and when they end.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32};
use freeboard_registry::cc_dctcp::{Dctcp, DctcpSettings};
use freeboard_replay::Random;

const MSS: u32 = 1_000;
/// Outstanding at any time: what a window of this much sends.
const FLIGHT: u32 = 100 * MSS;

/// Linux's `icsk_ca_state`, and what has to be acknowledged for it to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// A mark was answered: ends beyond `high_seq`.
    Cwr(u32),
    /// A loss: ends at `high_seq`.
    Recovery(u32),
    /// A timeout: ends at `high_seq`.
    Loss(u32),
}

impl State {
    /// The state as an acknowledgement up to `una` finds it.
    const fn at(self, una: u32) -> Self {
        match self {
            Self::Cwr(high) if una > high => Self::Open,
            Self::Recovery(high) | Self::Loss(high) if una >= high => Self::Open,
            other => other,
        }
    }
}

#[test]
fn marks_are_answered_in_the_open_state_only() {
    let params = Dctcp::params(&DctcpSettings::default(), Bytes(MSS)).unwrap();
    let (mut answered, mut ignored) = (0, 0);
    for seed in 0..2_000 {
        let (mut flow, mut state, mut una) = (Dctcp::default(), State::Open, 0);
        let mut random = Random::new(seed);
        for step in 0..300 {
            let now = Nanos32(step);
            let loss = Loss { in_flight: Bytes(FLIGHT), una: Seq32(una), nxt: Seq32(una + FLIGHT) };
            if random.one_in(90) {
                flow.on_event(&params, &Event::Timeout { now, loss });
                state = State::Loss(una + FLIGHT);
            } else if random.one_in(60) {
                let before = flow.control(&params).window;
                flow.on_event(&params, &Event::LossEpisode { now, loss });
                let after = flow.control(&params).window.0;
                assert!(after <= before.0.max(2 * MSS), "a loss widens {before:?} to {after}");
                // `tcp_fastretrans_alert` enters Recovery from the open states only: a further loss of the window is the same episode.
                if !matches!(state, State::Recovery(_) | State::Loss(_)) {
                    state = State::Recovery(una + FLIGHT);
                }
            }
            una += MSS;
            state = state.at(una);
            let marked = random.one_in(8);
            let before = (flow.control(&params).window, flow.slow_start_threshold());
            let ack = Ack {
                acked: Bytes(MSS),
                marked: Bytes(if marked { MSS } else { 0 }),
                una: Seq32(una),
                nxt: Seq32(una + FLIGHT),
                in_flight: Bytes(FLIGHT),
                window_limited: true,
                ..Ack::default()
            };
            flow.on_event(&params, &Event::Ack { now, ack });
            let after = (flow.control(&params).window, flow.slow_start_threshold());
            // A cut moves the threshold to the new window, except where both lie at the floor.
            let cut = after.1 != before.1 || after.0 < before.0;
            let answers = marked && state == State::Open;
            if before.0.0 > 4 * MSS {
                assert_eq!(cut, answers, "seed {seed}, step {step}, {state:?}: {before:?} {after:?}");
            }
            let still = matches!(state, State::Cwr(_) | State::Recovery(_));
            assert!(!still || after.0 == before.0, "seed {seed}, step {step}: {state:?} grows");
            answered += usize::from(answers);
            ignored += usize::from(marked && matches!(state, State::Recovery(_) | State::Loss(_)));
            if answers {
                state = State::Cwr(una + FLIGHT);
            }
        }
    }
    assert!(answered > 1_000 && ignored > 1_000, "{answered} {ignored}");
}
