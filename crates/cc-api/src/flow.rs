//! The trait every congestion control implements.

use crate::{Ack, CcMeta, Control, Event, IntStack, Loss, Prior};
use freeboard_params::{FieldId, ParamError, Preset, Settings, Words};
use freeboard_units::{Bytes, Nanos32};

/// One variant of a congestion control. `Self` is the per-flow state, kept by the caller.
///
/// Zero-filled state (its `Default`) is a valid fresh flow. Each event has a method, which takes it and answers with the window and
/// rate that hold from now on. The methods are total: any event in any state, stamps that go backwards and counters that wrap
/// included, has a defined result.
///
/// A control implements the methods of the events that it reacts to; all others end in [`Self::observe`]. A caller that knows the event
/// calls its method; one that has it as a value calls [`Self::on_event`].
pub trait CongestionControl: Copy + Default + core::fmt::Debug + PartialEq + 'static {
    /// What is fixed about the variant.
    const META: CcMeta;
    /// Named settings with their sources. What holds without a name is `Settings::default()`.
    const PRESETS: &'static [Preset<Self::Settings>];

    /// Parameters in user units.
    type Settings: Settings;
    /// Parameters as the data path uses them.
    type Params: Copy + core::fmt::Debug + PartialEq;

    /// Checks and quantises; `mss` is the payload of a full segment.
    ///
    /// # Errors
    /// The first field whose value is out of range, contradicts another, or quantises to nothing.
    fn params(settings: &Self::Settings, mss: Bytes) -> Result<Self::Params, ParamError>;

    /// The value of a field after quantisation, in the field's own unit.
    fn effective(params: &Self::Params, settings: &Self::Settings, field: FieldId) -> Option<u32> {
        let _ = params;
        settings.get(field)
    }

    /// The window and rate that hold now, without an event.
    fn control(&self, params: &Self::Params) -> Control;

    /// Something happened to which the control has no reaction of its own. A control that starts at its first event, or whose clock
    /// has to look at every one, does so here.
    #[inline]
    fn observe(&mut self, params: &Self::Params, now: Nanos32) -> Control {
        let _ = now;
        self.control(params)
    }

    /// Bytes left the NIC.
    #[inline]
    fn on_sent(&mut self, params: &Self::Params, now: Nanos32, bytes: Bytes) -> Control {
        let _ = bytes;
        self.observe(params, now)
    }

    /// New data was acknowledged.
    #[inline]
    fn on_ack(&mut self, params: &Self::Params, now: Nanos32, ack: &Ack) -> Control {
        let _ = ack;
        self.observe(params, now)
    }

    /// New data was acknowledged, and in-band telemetry came back. For a control that reads none ([`CcMeta::int`]) it is
    /// [`Self::on_ack`].
    #[inline]
    fn on_int(&mut self, params: &Self::Params, now: Nanos32, ack: &Ack, stack: &IntStack) -> Control {
        let _ = stack;
        self.on_ack(params, now, ack)
    }

    /// An ACK came that acknowledges nothing new.
    #[inline]
    fn on_dup_ack(&mut self, params: &Self::Params, now: Nanos32) -> Control {
        self.observe(params, now)
    }

    /// A loss episode starts.
    #[inline]
    fn on_loss(&mut self, params: &Self::Params, now: Nanos32, loss: &Loss) -> Control {
        let _ = loss;
        self.observe(params, now)
    }

    /// The retransmission timer expired.
    #[inline]
    fn on_timeout(&mut self, params: &Self::Params, now: Nanos32, loss: &Loss) -> Control {
        let _ = loss;
        self.observe(params, now)
    }

    /// A congestion notification packet came (RoCEv2 CNP).
    #[inline]
    fn on_cnp(&mut self, params: &Self::Params, now: Nanos32) -> Control {
        self.observe(params, now)
    }

    /// A round-trip time was measured outside an ACK \[ns\].
    #[inline]
    fn on_rtt(&mut self, params: &Self::Params, now: Nanos32, rtt: u32) -> Control {
        let _ = rtt;
        self.observe(params, now)
    }

    /// The control's timer rang ([`CcMeta::tick_ns`]).
    #[inline]
    fn on_tick(&mut self, params: &Self::Params, now: Nanos32) -> Control {
        self.observe(params, now)
    }

    /// An underlay began a pause (`held`) or ended it.
    #[inline]
    fn on_paused(&mut self, params: &Self::Params, now: Nanos32, held: bool) -> Control {
        let _ = held;
        self.observe(params, now)
    }

    /// The application has nothing more to send for now.
    #[inline]
    fn on_app_limited(&mut self, params: &Self::Params, now: Nanos32) -> Control {
        self.observe(params, now)
    }

    /// The flow is about to send after a silence \[ns\], saturating.
    #[inline]
    fn on_idle(&mut self, params: &Self::Params, now: Nanos32, silence: u32) -> Control {
        let _ = silence;
        self.observe(params, now)
    }

    /// The last loss episode or timeout was none: see [`Event::Undo`]. A control that cut its window takes the cut back.
    #[inline]
    fn on_undo(&mut self, params: &Self::Params, now: Nanos32, prior: &Prior) -> Control {
        let _ = prior;
        self.observe(params, now)
    }

    /// Takes an event that comes as a value: calls its method. No control implements it.
    ///
    /// Always inlined: where the caller knows the event, all other methods go.
    #[inline(always)]
    fn on_event(&mut self, params: &Self::Params, event: &Event<'_>) -> Control {
        match *event {
            // One copy of the code where both are the same.
            Event::Ack { now, ref ack } | Event::Int { now, ref ack, .. } if !Self::META.int => {
                self.on_ack(params, now, ack)
            }
            Event::Ack { now, ref ack } => self.on_ack(params, now, ack),
            Event::Int { now, ref ack, stack } => self.on_int(params, now, ack, stack),
            Event::Sent { now, bytes } => self.on_sent(params, now, bytes),
            Event::DupAck { now } => self.on_dup_ack(params, now),
            Event::LossEpisode { now, ref loss } => self.on_loss(params, now, loss),
            Event::Timeout { now, ref loss } => self.on_timeout(params, now, loss),
            Event::Cnp { now } => self.on_cnp(params, now),
            Event::Rtt { now, rtt } => self.on_rtt(params, now, rtt),
            Event::Tick { now } => self.on_tick(params, now),
            Event::Paused { now, held } => self.on_paused(params, now, held),
            Event::AppLimited { now } => self.on_app_limited(params, now),
            Event::Idle { now, silence } => self.on_idle(params, now, silence),
            Event::Undo { now, ref prior } => self.on_undo(params, now, prior),
        }
    }

    /// The window below which it doubles in a round trip, for a host that paces windows; 0, as here, for a control
    /// without slow start, `u32::MAX` bytes while there is no such bound.
    #[inline]
    fn slow_start_threshold(&self) -> Bytes {
        Bytes(0)
    }

    /// Appends the words of the state, inactive fields as 0.
    fn canonical(&self, words: &mut Words);
}
