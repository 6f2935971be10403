//! Events as methods, and as values.

use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Event, IntStack, LineFraction, Loss,
    Nanos32, ParamError, Preset, Prior, Seq32, Words, settings,
};

settings! {
    /// None.
    pub struct NoSettings {
        /// Nothing.
        nothing: Count = 0, 0..=1, "a test's";
    }
}

const META: CcMeta = CcMeta {
    name: "heard",
    variant: "test",
    summary: "remembers which method was called",
    source: "none",
    output: ControlOutput::Window,
    ecn: false,
    int: true,
    cnp: false,
    delay: false,
    delivery_rate: false,
    sent: false,
    tick_ns: 0,
    aux_bytes: 0,
    resolution_ns: 1,
    longest_gap_ns: u64::MAX,
};

/// The method that was called, its time, and a number of its argument.
type Call = (&'static str, u32, u32);

/// Remembers the last call; reads telemetry if `INT`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Heard<const INT: bool>(Option<Call>);

impl<const INT: bool> Heard<INT> {
    fn hear(&mut self, name: &'static str, now: Nanos32, argument: u32) -> Control {
        self.0 = Some((name, now.0, argument));
        Control::window(Bytes(argument))
    }
}

impl<const INT: bool> CongestionControl for Heard<INT> {
    const META: CcMeta = CcMeta { int: INT, ..META };
    const PRESETS: &'static [Preset<NoSettings>] = &[];
    type Settings = NoSettings;
    type Params = ();

    fn params(_: &NoSettings, _: Bytes) -> Result<(), ParamError> {
        Ok(())
    }

    fn on_sent(&mut self, (): &(), now: Nanos32, bytes: Bytes) -> Control {
        self.hear("sent", now, bytes.0)
    }

    fn on_ack(&mut self, (): &(), now: Nanos32, ack: &Ack) -> Control {
        self.hear("ack", now, ack.acked.0)
    }

    fn on_int(&mut self, (): &(), now: Nanos32, ack: &Ack, stack: &IntStack) -> Control {
        self.hear("int", now, ack.acked.0 + u32::from(stack.count))
    }

    fn on_dup_ack(&mut self, (): &(), now: Nanos32) -> Control {
        self.hear("dup_ack", now, 0)
    }

    fn on_loss(&mut self, (): &(), now: Nanos32, loss: &Loss) -> Control {
        self.hear("loss", now, loss.nxt.0)
    }

    fn on_timeout(&mut self, (): &(), now: Nanos32, loss: &Loss) -> Control {
        self.hear("timeout", now, loss.nxt.0)
    }

    fn on_cnp(&mut self, (): &(), now: Nanos32) -> Control {
        self.hear("cnp", now, 0)
    }

    fn on_rtt(&mut self, (): &(), now: Nanos32, rtt: u32) -> Control {
        self.hear("rtt", now, rtt)
    }

    fn on_tick(&mut self, (): &(), now: Nanos32) -> Control {
        self.hear("tick", now, 0)
    }

    fn on_paused(&mut self, (): &(), now: Nanos32, held: bool) -> Control {
        self.hear("paused", now, u32::from(held))
    }

    fn on_app_limited(&mut self, (): &(), now: Nanos32) -> Control {
        self.hear("app_limited", now, 0)
    }

    fn on_idle(&mut self, (): &(), now: Nanos32, silence: u32) -> Control {
        self.hear("idle", now, silence)
    }

    fn on_undo(&mut self, (): &(), now: Nanos32, prior: &Prior) -> Control {
        self.hear("undo", now, prior.window.0 + prior.threshold.0)
    }

    fn control(&self, (): &()) -> Control {
        Control::rate(LineFraction::LINE)
    }

    fn canonical(&self, _: &mut Words) {}
}

/// Counts what it observes and has no reaction to anything; reads telemetry, so that it is told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Watcher(u32);

impl CongestionControl for Watcher {
    const META: CcMeta = META;
    const PRESETS: &'static [Preset<NoSettings>] = &[];
    type Settings = NoSettings;
    type Params = ();

    fn params(_: &NoSettings, _: Bytes) -> Result<(), ParamError> {
        Ok(())
    }

    fn observe(&mut self, params: &(), now: Nanos32) -> Control {
        self.0 += now.0;
        self.control(params)
    }

    fn control(&self, (): &()) -> Control {
        Control::window(Bytes(self.0))
    }

    fn canonical(&self, _: &mut Words) {}
}

/// One of each, with the method that takes it.
fn events(stack: &IntStack) -> [(Event<'_>, Call); 14] {
    let (now, ack) = (Nanos32(7), Ack { acked: Bytes(20), ..Ack::default() });
    let loss = |nxt| Loss { nxt: Seq32(nxt), ..Loss::default() };
    [
        (Event::Sent { now, bytes: Bytes(10) }, ("sent", 7, 10)),
        (Event::Ack { now, ack }, ("ack", 7, 20)),
        (Event::Int { now, ack, stack }, ("int", 7, 23)),
        (Event::DupAck { now }, ("dup_ack", 7, 0)),
        (Event::LossEpisode { now, loss: loss(30) }, ("loss", 7, 30)),
        (Event::Timeout { now, loss: loss(40) }, ("timeout", 7, 40)),
        (Event::Cnp { now }, ("cnp", 7, 0)),
        (Event::Rtt { now, rtt: 50 }, ("rtt", 7, 50)),
        (Event::Tick { now }, ("tick", 7, 0)),
        (Event::Paused { now, held: true }, ("paused", 7, 1)),
        (Event::Paused { now, held: false }, ("paused", 7, 0)),
        (Event::AppLimited { now }, ("app_limited", 7, 0)),
        (Event::Idle { now, silence: 60 }, ("idle", 7, 60)),
        (Event::Undo { now, prior: Prior { window: Bytes(70), threshold: Bytes(4) } }, ("undo", 7, 74)),
    ]
}

#[test]
fn an_event_as_a_value_calls_its_method() {
    for (event, call) in events(&IntStack { count: 3, ..IntStack::default() }) {
        let mut flow = Heard::<true>::default();
        assert_eq!(flow.on_event(&(), &event), Control::window(Bytes(call.2)), "{event:?}");
        assert_eq!(flow.0, Some(call), "{event:?}");
    }
}

#[test]
fn a_control_that_reads_no_telemetry_takes_it_as_an_acknowledgement() {
    let (stack, ack) =
        (IntStack { count: 3, ..IntStack::default() }, Ack { acked: Bytes(20), ..Ack::default() });
    let mut flow = Heard::<false>::default();
    flow.on_event(&(), &Event::Int { now: Nanos32(7), ack, stack: &stack });
    assert_eq!(flow.0, Some(("ack", 7, 20)));
}

#[test]
fn an_event_without_a_reaction_is_observed_once() {
    for (event, _) in events(&IntStack::default()) {
        let mut flow = Watcher::default();
        assert_eq!(flow.on_event(&(), &event), Control::window(Bytes(7)), "{event:?}");
    }
}

#[test]
fn what_observes_nothing_answers_with_what_holds() {
    assert_eq!(Heard::<true>::default().observe(&(), Nanos32(7)), Control::rate(LineFraction::LINE));
}
