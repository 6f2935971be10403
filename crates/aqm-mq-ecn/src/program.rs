//! The data plane, one subtraction, and the control plane that rewrites its threshold.

use crate::round::{QUEUES, Round};
use crate::settings::{MqEcnSettings, PRESETS};
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, Nanos32, NotEct, ParamError, PortView, Preset,
    Settings, Unit,
};
use freeboard_dataplane::blocks::Threshold;
use freeboard_dataplane::{Hw, Mark, Metadata, Pass, Ports, Program, RegisterScope, Stateless};
use freeboard_units::DepthUnit;

/// MQ-ECN as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MqEcnProgram;

impl Program for MqEcnProgram {
    #[inline(always)]
    fn mark<H: Hw>(_: &mut H, params: &MqEcnParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        params.threshold.mark(m.depth)
    }

    fn control(params: &mut MqEcnParams, _: Nanos32, view: &PortView<'_>) {
        params.renew(view);
    }

    const META: Meta = Meta {
        name: "mq-ecn",
        variant: "pipeline",
        summary: "marks above a threshold that follows the queue's service rate",
        source: "[Bai16b]",
        kind: Kind::Pipeline,
        hooks: Hooks::ENQUEUE.union(Hooks::CONTROL),
        reads: Intrinsics::DEPTH,
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: PERIOD_NS,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("threshold signals", Unit::Bytes)],
    };
    const DATA: RegisterScope = RegisterScope::Queue;
    const PRESETS: &'static [Preset<MqEcnSettings>] = PRESETS;
    type Settings = MqEcnSettings;
    type Params = MqEcnParams;

    fn params(settings: &MqEcnSettings, unit: DepthUnit) -> Result<MqEcnParams, ParamError> {
        settings.check()?;
        let threshold = Threshold::try_new(MqEcnSettings::k_port, settings.k_port, 1 << 28, unit)?;
        let settings = MqEcnSettings { k_port: threshold.bytes(), ..*settings };
        Ok(MqEcnParams { threshold, round: Round::default(), settings })
    }

    fn effective(params: &MqEcnParams, settings: &MqEcnSettings, field: FieldId) -> Option<u32> {
        match field {
            MqEcnSettings::k_port => Some(params.settings.k_port),
            _ => settings.get(field),
        }
    }
}

impl MqEcnParams {
    fn renew(&mut self, view: &PortView<'_>) {
        let MqEcnSettings { k_port, queue } = self.settings;
        self.round.sample(view);
        let own = view.queues.get(queue as usize & (QUEUES - 1)).map_or(0, |queue| queue.weight);
        self.threshold.set(self.round.threshold(k_port, own));
    }

    /// The threshold in force \[B\].
    #[must_use]
    pub const fn threshold(&self) -> u32 {
        self.threshold.bytes()
    }
}

/// Period of the control plane \[ns\]. Chosen by us: about a round of eight full packets at 10 Gbit/s.
const PERIOD_NS: u32 = 10_000;

/// Action data of one queue, and what its control plane computes it from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MqEcnParams {
    threshold: Threshold,
    round: Round,
    settings: MqEcnSettings,
}

#[cfg(feature = "defmt")]
impl defmt::Format for MqEcnParams {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::Format::format(&self.threshold, f);
    }
}

/// MQ-ECN.
pub type MqEcn = Pass<MqEcnProgram>;

impl Stateless for MqEcnProgram {}
