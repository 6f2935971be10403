//! An algorithm compared with its oracles.

use crate::model::{Shift, Timed, TimedFlow, call};
use crate::tolerance;
use crate::values::named;
use freeboard_aqm_api::{DepthUnit, Verdict};
use freeboard_cc_api::{Bytes, Control};
use freeboard_oracle::{Answer, Judge, Judgement, Violation};
use freeboard_registry::{AnyAqm, AqmId, CcId};

/// Result of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Events.
    pub events: usize,
    /// Signals given, or windows and rates that shrank.
    pub signals: usize,
    /// Events on which a congestion control's judge could not tell.
    pub open: usize,
}

/// A scheme under given settings beside its quantised model, and its judge where it has one.
pub struct AqmPair {
    name: String,
    values: Vec<u32>,
    scheme: AnyAqm,
    marker: Box<dyn freeboard_oracle::Marker>,
    judge: Option<Box<dyn Judge>>,
}

impl core::fmt::Debug for AqmPair {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {:?}", self.name, self.values)
    }
}

impl AqmPair {
    /// `None` if the settings are refused.
    ///
    /// # Panics
    /// The scheme has no oracle, or the two disagree about the names of its settings.
    #[must_use]
    pub fn new(id: AqmId, values: &[u32], unit: DepthUnit) -> Option<Self> {
        let scheme = id.place(values, unit).ok()?;
        let name = id.to_string();
        let named = named(id.fields().1, values);
        let bytes = unit.bytes().into();
        let marker =
            freeboard_oracle::marker(&name, &named, bytes).unwrap_or_else(|| panic!("{name} has no oracle"));
        let judge = tolerance::of(&name, values, id.fields().1)
            .and_then(|tolerance| freeboard_oracle::judge(&name, &named, bytes, tolerance));
        Some(Self { name, values: values.to_vec(), scheme, marker, judge })
    }

    /// Runs packets through both, the scheme's clock `shift` ahead.
    ///
    /// # Errors
    /// The first packet they disagree on.
    pub fn run(&mut self, packets: &[Timed], shift: Shift) -> Result<Seen, Violation> {
        let mut seen = Seen::default();
        for packet in packets {
            let marked = call(&mut self.scheme, &packet.event(shift)) != Verdict::Forward;
            let expected = self.marker.packet(&packet.packet());
            if marked != expected {
                return Err(Violation(format!(
                    "{self:?}: {marked}, the oracle says {expected}, packet {} {packet:?}\n{:?}",
                    seen.events, self.scheme
                )));
            }
            if let Some(judge) = &mut self.judge {
                judge.packet(&packet.packet(), marked).map_err(|Violation(why)| {
                    Violation(format!("{self:?}, packet {}: {why}", seen.events))
                })?;
            }
            seen.events += 1;
            seen.signals += usize::from(marked);
        }
        Ok(seen)
    }
}

/// What a congestion control is compared with: its quantised model, its judge, or both.
struct FlowOracles {
    name: String,
    controller: Option<Box<dyn freeboard_oracle::Controller>>,
    judge: Option<Box<dyn freeboard_oracle::FlowJudge>>,
}

impl FlowOracles {
    fn new(id: CcId, values: &[u32], mss: u32) -> Self {
        let (name, named) = (id.to_string(), named(id.fields().1, values));
        let controller = freeboard_oracle::controller(&name, &named, mss.into());
        let judge = tolerance::of_flow(&name)
            .and_then(|tolerance| freeboard_oracle::flow_judge(&name, &named, mss.into(), tolerance));
        assert!(controller.is_some() || judge.is_some(), "{name} has no oracle");
        Self { name, controller, judge }
    }

    fn compare(&mut self, timed: &TimedFlow, control: Control) -> Result<Judgement, Violation> {
        let found = Answer { window: control.window.0.into(), rate: control.rate.to_bits().into() };
        if let Some(controller) = &mut self.controller {
            let expected = controller.event(timed.now, &timed.event);
            if found != expected {
                return Err(Violation(format!("{found:?}, the oracle says {expected:?}")));
            }
        }
        self.judge
            .as_mut()
            .map_or(Ok(Judgement::Lawful), |judge| judge.event(timed.now, &timed.event, &found))
    }
}

/// A shift of a flow's stamps, rounded down to a multiple of the control's resolution.
#[must_use]
pub fn coarse(id: CcId, shift: u64) -> u64 {
    let resolution = u64::from(id.meta().resolution_ns);
    shift / resolution * resolution
}

/// Runs flow events through a congestion control and its oracles, clock and sequence numbers ahead by the two
/// shifts, the first as far as the control's resolution goes.
///
/// # Errors
/// The first event whose answer an oracle does not allow, or refused settings.
///
/// # Panics
/// The congestion control has no oracle.
pub fn run_cc(
    id: CcId,
    values: &[u32],
    mss: u32,
    events: &[TimedFlow],
    (shift, offset): (u64, u64),
) -> Result<Seen, Violation> {
    let mut oracles = FlowOracles::new(id, values, mss);
    let name = oracles.name.clone();
    let refused = |error| Violation(format!("{name}: {error}"));
    let mut flow = id.place(values, Bytes(mss)).map_err(refused)?;
    let (mut seen, mut before) = (Seen::default(), flow.control());
    let shift = coarse(id, shift);
    for timed in events {
        let control = flow.on_event(&timed.event(shift, offset).get());
        let told = oracles.compare(timed, control).map_err(|Violation(why)| {
            let event = seen.events;
            Violation(format!("{name} {values:?}: {why}, event {event} {timed:?}, before it {before:?}"))
        })?;
        seen.events += 1;
        seen.open += usize::from(told == Judgement::Open);
        seen.signals += usize::from(control.window < before.window || control.rate < before.rate);
        before = control;
    }
    Ok(seen)
}
