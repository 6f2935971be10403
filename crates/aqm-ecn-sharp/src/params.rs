//! Parameters of ECN#: as users write them, and as the pipeline uses them.

use freeboard_aqm_api::{FieldId, ParamError, Settings, choices, settings};
use freeboard_dataplane::{Data, MathFill, MathUnit, Rows, RowsMath};
use freeboard_units::{NANOS_PER_TICK, ticks_from_nanos_floor};

settings! {
    /// Settings of the pipeline variants.
    pub struct EcnSharpSettings {
        /// Sojourn time above which every packet is marked: lambda x a high percentile of the RTT.
        ins_target: Nanos = 200_000, 0..=u32::MAX - 1, "[Zhang19] §5.2: 200 us", follows QueueTime;
        /// Sojourn time that counts as a standing queue: at least lambda x the mean RTT.
        pst_target: Nanos = 85_000, 1..=u32::MAX, "[Zhang19] §5.2: 85 us", follows StandingQueueTime;
        /// How long the sojourn time must stay there before the first persistent mark: about one high-percentile RTT.
        pst_interval: Nanos = 200_000, 1_024..=2_000_000_000, "[Zhang19] §5.2: 200 us", follows QueueInterval;
        /// How the math unit's bins are filled.
        math_fill: Choice<MathFill> = MathFill::LowerEdge, .., "the vendor's compiler fills at the lower edge";
    }
}

choices! {
    /// When the next persistent mark is due.
    pub enum Due {
        /// Strictly after its time.
        After = "after",
        /// At its time.
        At = "at",
    }
}

choices! {
    /// What the next mark is scheduled from.
    pub enum Reschedule {
        /// The time that was due.
        Schedule = "schedule",
        /// The time of the mark.
        Now = "now",
    }
}

settings! {
    /// Settings of the exact variant.
    #[cfg_attr(feature = "defmt", derive(defmt::Format))]
    pub struct ExactSettings {
        /// Sojourn time above which every packet is marked: lambda x a high percentile of the RTT.
        ins_target: Nanos = 200_000, 0..=u32::MAX, "[Zhang19] §5.2: 200 us", follows QueueTime;
        /// Sojourn time that counts as a standing queue: at least lambda x the mean RTT.
        pst_target: Nanos = 85_000, 1..=u32::MAX, "[Zhang19] §5.2: 85 us", follows StandingQueueTime;
        /// How long the sojourn time must stay there before the first persistent mark: about one high-percentile RTT.
        pst_interval: Nanos = 200_000, 1..=2_000_000_000, "[Zhang19] §5.2: 200 us", follows QueueInterval;
        /// When the next persistent mark is due: strictly after its time, or at it.
        due: Choice<Due> = Due::After, .., "[Zhang19] Algorithm 1: now > marking_next";
        /// What the next mark is scheduled from: the time that was due, or the time of the mark.
        reschedule: Choice<Reschedule> = Reschedule::Schedule, .., "[Zhang19] Algorithm 1: marking_next += ...";
        /// Forget the standing queue when the packet leaves an empty queue behind.
        idle_reset: Switch = 0, 0..=1, "chosen by us: off, Algorithm 1 has none; CoDel does it";
    }
}

/// Action data of the pipeline variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct PipelineParams {
    /// `ins_target` + 1 \[ns\]: nothing of it is left where the sojourn time exceeds the target.
    pub ins_limit: Data,
    /// `pst_target` \[ns\]: something of it is left where the sojourn time is below.
    pub pst_target: Data,
    /// Row 0: `pst_interval` \[ticks\].
    pub first_above: Rows<1>,
    /// Row 0: `pst_interval` \[ticks\]; math unit: `pst_interval`/sqrt(count).
    pub marking: RowsMath<1>,
}

impl PipelineParams {
    pub(crate) fn try_new(settings: &EcnSharpSettings) -> Result<Self, ParamError> {
        settings.check()?;
        let interval = ticks_from_nanos_floor(settings.pst_interval);
        let fill =
            if settings.math_fill == MathFill::Centre { MathFill::Centre } else { MathFill::LowerEdge };
        Ok(Self {
            // The range ends one short of 2^32 so that this cannot wrap to 0 and mark every packet.
            ins_limit: Data::new(settings.ins_target.saturating_add(1)),
            pst_target: Data::new(settings.pst_target),
            first_above: Rows([Data::new(interval)]),
            marking: RowsMath {
                rows: [Data::new(interval)],
                math: MathUnit::reciprocal_sqrt(interval, fill),
            },
        })
    }

    pub(crate) fn effective(&self, settings: &EcnSharpSettings, field: FieldId) -> Option<u32> {
        if field == EcnSharpSettings::pst_interval {
            let Rows([interval]) = self.first_above;
            return Some(interval.value().saturating_mul(NANOS_PER_TICK));
        }
        settings.get(field)
    }
}
