//! The data plane, one subtraction, and the control plane that rewrites its threshold.

use crate::bound::{Bound, Rule, Senders};
use crate::settings::{MbecnSettings, PRESETS, Sharing};
use crate::share::{QUEUES, Queue, baseline, dynamic};
use core::marker::PhantomData;
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, Nanos32, NotEct, ParamError, PortView, Preset,
    QueueView, Settings, Unit,
};
use freeboard_dataplane::blocks::Threshold;
use freeboard_dataplane::{
    AtDequeue, AtEnqueue, End, Hw, Mark, Metadata, Pass, Ports, Program, RegisterScope, Stateless,
};
use freeboard_fixmath::{ONE_Q16, Reciprocal, mul_q20, mul_wide};
use freeboard_units::DepthUnit;

/// Marks the packet at one end of a queue above its share of the port's threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MbecnProgram<E>(PhantomData<E>);

impl<E: End> Program for MbecnProgram<E> {
    #[inline(always)]
    fn mark<H: Hw>(_: &mut H, params: &MbecnParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        params.threshold.mark(m.depth)
    }

    fn control(params: &mut MbecnParams, _: Nanos32, view: &PortView<'_>) {
        params.renew(view);
    }

    const META: Meta = Meta {
        name: "mbecn",
        variant: E::VARIANT,
        summary: "marks above thresholds shared between the queues of a port",
        source: "[Kang21]",
        kind: Kind::Pipeline,
        hooks: E::HOOK.union(Hooks::CONTROL),
        reads: Intrinsics::DEPTH,
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: PERIOD_NS,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("threshold signals", Unit::Bytes)],
    };
    const DATA: RegisterScope = RegisterScope::Queue;
    const PRESETS: &'static [Preset<MbecnSettings>] = PRESETS;
    type Settings = MbecnSettings;
    type Params = MbecnParams;

    fn params(settings: &MbecnSettings, unit: DepthUnit) -> Result<MbecnParams, ParamError> {
        MbecnParams::try_new(settings, unit)
    }

    fn effective(params: &MbecnParams, settings: &MbecnSettings, field: FieldId) -> Option<u32> {
        params.effective(settings, field)
    }
}

impl MbecnParams {
    /// The control plane: baseline, dynamic step, and this queue's part of them into the action data.
    fn renew(&mut self, view: &PortView<'_>) {
        let queues = self.queues(view);
        let k_port = self.settings.k_port;
        let base = baseline(&queues, k_port);
        let now = if self.settings.dynamic == 0 { base } else { dynamic(&queues, &base, k_port) };
        let own = now.get(self.settings.queue as usize & (QUEUES - 1)).copied().unwrap_or(0);
        self.threshold.set(u32::try_from(own.max(0)).unwrap_or(u32::MAX));
    }

    /// The port's queues with their shares and bounds.
    fn queues(&self, view: &PortView<'_>) -> [Queue; QUEUES] {
        let seen = || view.queues.iter().take(QUEUES).enumerate();
        let weights = seen().map(|(index, queue)| self.weight(index, queue)).fold(0, u32::saturating_add);
        let shares = Reciprocal::new(weights);
        let mut queues = [Queue::default(); QUEUES];
        for (out, (index, queue)) in queues.iter_mut().zip(seen()) {
            let theta = if weights == 0 { 0 } else { shares.ratio_q20(self.weight(index, queue)) };
            if theta > 0 {
                let depth = queue.depth.saturating_mul(self.threshold.unit().bytes());
                *out = Queue { depth, theta, bound: self.bound(theta) };
            }
        }
        queues
    }

    /// Weight of a queue that takes part; the instance's own always does.
    fn weight(&self, index: usize, queue: &QueueView) -> u32 {
        let takes_part =
            self.settings.sharing == Sharing::All || queue.depth > 0 || index == self.settings.queue as usize;
        // Below 2^24, so that eight of them add up.
        if takes_part { queue.weight.min(0x00ff_ffff) } else { 0 }
    }

    /// K_bound of a queue with this share of the link, in bytes.
    fn bound(&self, theta: u32) -> u32 {
        let s = &self.settings;
        let bytes = Reciprocal::new(MBIT_NANOS_PER_BYTE).mul_div(s.link, s.rtt);
        let pipe = mul_q20(bytes, theta);
        let senders = Senders {
            flows: s.flows,
            batch: s.batch,
            // theta C / C_i in Q16 is at most 16 000; one more for the 1.
            phi: Reciprocal::new(s.sender_link).mul_div(s.link, theta >> 4).saturating_add(ONE_Q16),
            pipe: Reciprocal::new(s.packet).mul_div(pipe, 1 << 8),
        };
        let rule = s.bound.get().unwrap_or(Rule::DctcpPerFlow);
        match senders.bound(rule) {
            Bound::TooFewFlows => Reciprocal::new(1_000).mul_div(pipe, s.lambda),
            Bound::Part(packets) | Bound::Whole(packets) => {
                u32::try_from(mul_wide(packets, s.packet) >> 8).unwrap_or(u32::MAX)
            }
        }
    }

    fn try_new(settings: &MbecnSettings, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        // A queue alone on its port has all of it. The control plane shares out what is in force.
        let threshold = Threshold::try_new(MbecnSettings::k_port, settings.k_port, 1 << 28, unit)?;
        let settings = MbecnSettings { k_port: threshold.bytes(), ..*settings };
        Ok(Self { threshold, settings })
    }

    fn effective(&self, settings: &MbecnSettings, field: FieldId) -> Option<u32> {
        match field {
            MbecnSettings::k_port => Some(self.settings.k_port),
            _ => settings.get(field),
        }
    }

    /// The threshold in force \[B\].
    #[must_use]
    pub const fn threshold(&self) -> u32 {
        self.threshold.bytes()
    }
}

/// Period of the control plane \[ns\]. Chosen by us: a round-trip time; registers of a switch are read and action
/// data written every 50 to 100 us.
const PERIOD_NS: u32 = 100_000;

/// Bits per Mbit/s and ns in one byte: 10^6 / 10^9 / 8.
const MBIT_NANOS_PER_BYTE: u32 = 8_000;

/// Action data of one queue, and what its control plane computes it from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MbecnParams {
    threshold: Threshold,
    settings: MbecnSettings,
}

#[cfg(feature = "defmt")]
impl defmt::Format for MbecnParams {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::Format::format(&self.threshold, f);
    }
}

/// At arrival.
pub type MbecnEnqueueProgram = MbecnProgram<AtEnqueue>;
/// At departure, as the follow-up MBECN+ does: younger feedback.
pub type MbecnDequeueProgram = MbecnProgram<AtDequeue>;

/// Marks the packet that arrives at a queue above its share of the port's threshold.
pub type MbecnEnqueue = Pass<MbecnEnqueueProgram>;
/// Marks the packet that leaves such a queue.
pub type MbecnDequeue = Pass<MbecnDequeueProgram>;

impl<E: End> Stateless for MbecnProgram<E> {}
