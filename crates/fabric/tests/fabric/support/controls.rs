//! Congestion controls of a few lines.

use freeboard_cc_api::{Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Loss, Nanos32, Seq32};
use freeboard_params::{ParamError, Preset, Words};

/// A window that never moves; the parameter is its size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fixed;

pub(crate) const PLAIN: CcMeta = CcMeta {
    name: "test",
    variant: "exact",
    summary: "for tests",
    source: "this test",
    output: ControlOutput::Window,
    ecn: false,
    int: false,
    cnp: false,
    delay: false,
    delivery_rate: false,
    sent: false,
    tick_ns: 0,
    aux_bytes: 0,
    resolution_ns: 1,
    longest_gap_ns: u64::MAX,
};

impl CongestionControl for Fixed {
    const META: CcMeta = PLAIN;
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = Control;

    fn params((): &(), mss: Bytes) -> Result<Control, ParamError> {
        Ok(Control::window(Bytes(mss.0.saturating_mul(10))))
    }

    fn control(&self, answer: &Control) -> Control {
        *answer
    }

    fn canonical(&self, _: &mut Words) {}
}

/// The same as another one, but that it is told of every departure, so that hosts' ports have none that are precomputed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Told<C>(C);

impl<C: CongestionControl> CongestionControl for Told<C> {
    const META: CcMeta = CcMeta { sent: true, ..C::META };
    const PRESETS: &'static [Preset<C::Settings>] = C::PRESETS;
    type Settings = C::Settings;
    type Params = C::Params;

    fn params(settings: &C::Settings, mss: Bytes) -> Result<C::Params, ParamError> {
        C::params(settings, mss)
    }

    fn on_sent(&mut self, params: &C::Params, _: Nanos32, _: Bytes) -> Control {
        self.control(params)
    }

    fn on_ack(&mut self, params: &C::Params, now: Nanos32, ack: &Ack) -> Control {
        self.0.on_ack(params, now, ack)
    }

    fn on_loss(&mut self, params: &C::Params, now: Nanos32, loss: &Loss) -> Control {
        self.0.on_loss(params, now, loss)
    }

    fn on_timeout(&mut self, params: &C::Params, now: Nanos32, loss: &Loss) -> Control {
        self.0.on_timeout(params, now, loss)
    }

    fn on_cnp(&mut self, params: &C::Params, now: Nanos32) -> Control {
        self.0.on_cnp(params, now)
    }

    fn on_idle(&mut self, params: &C::Params, now: Nanos32, silence: u32) -> Control {
        self.0.on_idle(params, now, silence)
    }

    fn observe(&mut self, params: &C::Params, now: Nanos32) -> Control {
        self.0.observe(params, now)
    }

    fn control(&self, params: &C::Params) -> Control {
        self.0.control(params)
    }

    fn canonical(&self, words: &mut Words) {
        self.0.canonical(words);
    }
}

/// DCTCP in floating point, straight from RFC 8257; the parameter is the segment size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Dctcp {
    window: f64,
    threshold: f64,
    alpha: f64,
    acked: f64,
    marked: f64,
    round_end: Option<Seq32>,
    reduced_until: Option<Seq32>,
    started: bool,
}

impl Dctcp {
    fn start(&mut self, mss: u32) {
        if !self.started {
            (self.window, self.threshold, self.alpha, self.started) =
                (10.0 * f64::from(mss), 1e18, 1.0, true);
        }
    }

    fn cut(&mut self, mss: u32, factor: f64, until: Seq32) {
        self.window = (self.window * factor).max(2.0 * f64::from(mss));
        self.threshold = self.window;
        self.reduced_until = Some(until);
    }

    fn acknowledge(&mut self, mss: u32, ack: &Ack) {
        (self.acked, self.marked) =
            (self.acked + f64::from(ack.acked.0), self.marked + f64::from(ack.marked.0));
        if ack.una.is_after(*self.round_end.get_or_insert(ack.nxt)) {
            let fraction = if self.acked > 0.0 { self.marked / self.acked } else { 0.0 };
            self.alpha += (fraction - self.alpha) / 16.0;
            (self.acked, self.marked, self.round_end) = (0.0, 0.0, Some(ack.nxt));
        }
        if self.reduced_until.is_some_and(|until| ack.una.is_after(until)) {
            self.reduced_until = None;
        }
        if ack.marked.0 > 0 && self.reduced_until.is_none() {
            self.cut(mss, 1.0 - self.alpha / 2.0, ack.nxt);
        } else if self.reduced_until.is_none() && ack.window_limited {
            let bytes = f64::from(ack.acked.0);
            self.window +=
                if self.window < self.threshold { bytes } else { bytes * f64::from(mss) / self.window };
        }
    }
}

impl CongestionControl for Dctcp {
    const META: CcMeta = CcMeta { ecn: true, ..PLAIN };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = u32;

    fn params((): &(), mss: Bytes) -> Result<u32, ParamError> {
        Ok(mss.0)
    }

    fn on_ack(&mut self, mss: &u32, _: Nanos32, ack: &Ack) -> Control {
        self.start(*mss);
        self.acknowledge(*mss, ack);
        self.control(mss)
    }

    fn on_loss(&mut self, mss: &u32, _: Nanos32, loss: &Loss) -> Control {
        self.start(*mss);
        self.cut(*mss, 0.5, loss.nxt);
        self.control(mss)
    }

    fn on_timeout(&mut self, mss: &u32, _: Nanos32, loss: &Loss) -> Control {
        self.start(*mss);
        self.cut(*mss, 0.5, loss.nxt);
        self.window = f64::from(*mss);
        self.control(mss)
    }

    fn observe(&mut self, mss: &u32, _: Nanos32) -> Control {
        self.start(*mss);
        self.control(mss)
    }

    fn control(&self, mss: &u32) -> Control {
        let mut fresh = *self;
        fresh.start(*mss);
        Control::window(Bytes(fresh.window as u32))
    }

    fn canonical(&self, _: &mut Words) {}
}
