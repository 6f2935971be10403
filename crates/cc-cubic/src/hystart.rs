//! CUBIC whose slow start HyStart ends.

use crate::curve::TICK_SHIFT;
use crate::detector::{Hystart, HystartParams, Look, SILENCE_NS};
use crate::flow::Cubic;
use crate::params::{CubicHystartSettings, CubicParams, HYSTART_PRESETS};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, FieldId, Loss, Nanos32, ParamError, Part, Preset, Prior,
    Segment, Settings, Words,
};

/// State of one flow, 84 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct CubicHystart {
    cubic: Cubic,
    hystart: Hystart,
}

const _: () = assert!(size_of::<CubicHystart>() == 84);

impl CongestionControl for CubicHystart {
    #[inline]
    fn on_ack(&mut self, params: &CubicHystartParams, now: Nanos32, ack: &Ack) -> Control {
        self.cubic.begin(&params.cubic);
        self.look(&params.hystart, now, ack);
        self.cubic.on_ack(&params.cubic, now, ack)
    }

    #[inline]
    fn on_loss(&mut self, params: &CubicHystartParams, now: Nanos32, loss: &Loss) -> Control {
        self.cubic.on_loss(&params.cubic, now, loss)
    }

    #[inline]
    fn on_timeout(&mut self, params: &CubicHystartParams, now: Nanos32, loss: &Loss) -> Control {
        self.hystart.restart(&params.hystart, now, loss.nxt);
        self.cubic.on_timeout(&params.cubic, now, loss)
    }

    #[inline]
    fn on_idle(&mut self, params: &CubicHystartParams, now: Nanos32, silence: u32) -> Control {
        self.hystart.pause(&params.hystart, now, silence);
        self.cubic.on_idle(&params.cubic, now, silence)
    }

    /// The round that a timeout began goes on.
    #[inline]
    fn on_undo(&mut self, params: &CubicHystartParams, now: Nanos32, prior: &Prior) -> Control {
        self.cubic.on_undo(&params.cubic, now, prior)
    }

    #[inline]
    fn observe(&mut self, params: &CubicHystartParams, now: Nanos32) -> Control {
        self.cubic.observe(&params.cubic, now)
    }

    const META: CcMeta = CcMeta {
        variant: "hystart",
        summary: "CUBIC whose slow start ends by ACK trains and delay",
        source: "RFC 9438; Linux tcp_cubic",
        // A clock of milliseconds is the upper bits of a stamp.
        resolution_ns: 1 << TICK_SHIFT,
        longest_gap_ns: SILENCE_NS as u64,
        delay: true,
        ..Cubic::META
    };
    const PRESETS: &'static [Preset<CubicHystartSettings>] = HYSTART_PRESETS;
    type Settings = CubicHystartSettings;
    type Params = CubicHystartParams;

    fn params(settings: &CubicHystartSettings, mss: Bytes) -> Result<CubicHystartParams, ParamError> {
        Ok(CubicHystartParams {
            cubic: CubicParams::try_new(&settings.whole(), mss).map_err(CubicHystartSettings::refusal)?,
            hystart: HystartParams::try_new(settings, Segment::new(mss))?,
        })
    }

    fn effective(
        params: &CubicHystartParams,
        settings: &CubicHystartSettings,
        field: FieldId,
    ) -> Option<u32> {
        if field == CubicHystartSettings::hystart_ack_delta {
            Some(params.hystart.ack_delta())
        } else {
            settings.get(field)
        }
    }

    fn control(&self, params: &CubicHystartParams) -> Control {
        self.cubic.control(&params.cubic)
    }

    fn slow_start_threshold(&self) -> Bytes {
        self.cubic.slow_start_threshold()
    }

    fn canonical(&self, words: &mut Words) {
        self.cubic.canonical(words);
        self.hystart.canonical(words);
    }
}

impl CubicHystart {
    /// Before the window grows. Samples of an epoch of congestion avoidance do not count.
    #[inline]
    fn look(&mut self, params: &HystartParams, now: Nanos32, ack: &Ack) {
        self.hystart.count(params, now);
        if ack.rtt != 0 && !self.cubic.in_epoch() {
            self.hystart.sample(ack.rtt);
            let look = Look { now, una: ack.una, nxt: ack.nxt, rtt: ack.rtt, pace: self.cubic.pace() };
            if self.cubic.in_slow_start() && self.hystart.judge(params, &look) {
                self.cubic.end_slow_start();
            }
        }
        if ack.window_limited && self.cubic.in_slow_start() {
            self.hystart.turn(params, now, ack.una, ack.nxt);
        }
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct CubicHystartParams {
    /// The window's.
    pub cubic: CubicParams,
    /// The detector's.
    pub hystart: HystartParams,
}

#[cfg(feature = "defmt")]
impl defmt::Format for CubicHystart {
    fn format(&self, f: defmt::Formatter<'_>) {
        self.cubic.format(f);
    }
}
