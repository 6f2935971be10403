//! The trait every congestion control implements.

use crate::{CcMeta, Control, Event};
use freeboard_params::{FieldId, ParamError, Preset, Settings, Words};
use freeboard_units::Bytes;

/// One variant of a congestion control. `Self` is the per-flow state, kept by the caller.
///
/// Zero-filled state (its `Default`) is a valid fresh flow. `on_event` is total: any event in any state,
/// stamps that go backwards and counters that wrap included, has a defined result.
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

    /// Takes one event, answers with the window and rate that hold from now on.
    fn on_event(&mut self, params: &Self::Params, event: &Event<'_>) -> Control;

    /// The window and rate that hold now, without an event.
    fn control(&self, params: &Self::Params) -> Control;

    /// The window below which it doubles in a round trip, for a host that paces windows; 0, as here, for a control
    /// without slow start, `u32::MAX` bytes while there is no such bound.
    #[inline]
    fn slow_start_threshold(&self) -> Bytes {
        Bytes(0)
    }

    /// Appends the words of the state, inactive fields as 0.
    fn canonical(&self, words: &mut Words);
}
