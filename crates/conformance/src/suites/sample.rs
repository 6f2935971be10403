//! Settings and streams that several suites share.

use crate::model::call;
use crate::model::{PacketModel, Scale, Shift, Timed, TimedFlow};
use crate::values::{corner_values, default_values, random_values};
use freeboard_aqm_api::{DepthUnit, Verdict};
use freeboard_cc_api::{Bytes, Control};
use freeboard_registry::{AnyAqm, AnyCc, AqmId, CcId};
use freeboard_replay::Random;

/// Where streams start: no clock is near a wrap, and every sojourn time lies behind time 0.
pub(super) const START: u64 = 1 << 40;

/// A scheme under legal settings.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Which.
    pub id: AqmId,
    /// One value per field.
    pub values: Vec<u32>,
    /// What depths count in.
    pub unit: DepthUnit,
}

impl Setup {
    /// If the settings are legal.
    #[must_use]
    pub fn new(id: AqmId, values: &[u32], unit: DepthUnit) -> Option<Self> {
        id.place(values, unit).ok().map(|_| Self { id, values: values.to_vec(), unit })
    }

    /// A fresh queue.
    ///
    /// # Panics
    /// Legal settings are refused the second time.
    #[must_use]
    pub fn place(&self) -> AnyAqm {
        self.id.place(&self.values, self.unit).expect("settings that were accepted before")
    }

    /// What operations are relative to.
    #[must_use]
    pub fn scale(&self) -> Scale {
        Scale::of(self.id, &self.values, self.unit.bytes())
    }

    /// A legal stream.
    #[must_use]
    pub fn packets(&self, start: u64, seed: u64, count: usize) -> Vec<Timed> {
        PacketModel::new(self.scale(), start, seed).random(count)
    }
}

/// Presets, defaults, corners and random settings of a scheme, as far as they are legal.
#[must_use]
pub fn aqm_setups(id: AqmId, seed: u64) -> Vec<Setup> {
    let fields = id.fields().0;
    let mut random = Random::new(seed);
    let mut all: Vec<Vec<u32>> = id.descriptor().presets().into_iter().map(|preset| preset.values).collect();
    all.push(default_values(fields));
    if !fields.is_empty() {
        all.extend((0..4).map(|_| corner_values(fields, &mut random)));
        all.extend((0..6).map(|_| random_values(fields, &mut random)));
    }
    let cell = DepthUnit::cell(80).unwrap_or(DepthUnit::BYTE);
    let units = [DepthUnit::BYTE, DepthUnit::BYTE, cell].into_iter().cycle();
    all.iter().zip(units).filter_map(|(values, unit)| Setup::new(id, values, unit)).collect()
}

/// The decisions of a scheme on a stream.
pub fn decisions(scheme: &mut AnyAqm, packets: &[Timed], shift: Shift) -> Vec<Verdict> {
    packets.iter().map(|packet| call(scheme, &packet.event(shift))).collect()
}

/// A congestion control under legal settings.
#[derive(Clone, Debug)]
pub struct CcSetup {
    /// Which.
    pub id: CcId,
    /// One value per field.
    pub values: Vec<u32>,
    /// Payload of a full segment \[B\].
    pub mss: u32,
}

impl CcSetup {
    /// If the settings are legal.
    #[must_use]
    pub fn new(id: CcId, values: Vec<u32>, mss: u32) -> Option<Self> {
        id.place(&values, Bytes(mss)).ok().map(|_| Self { id, values, mss })
    }

    /// A fresh flow.
    ///
    /// # Panics
    /// Legal settings are refused the second time.
    #[must_use]
    pub fn place(&self) -> AnyCc {
        self.id.place(&self.values, Bytes(self.mss)).expect("settings that were accepted before")
    }
}

/// Presets, defaults, corners and random settings of a congestion control, as far as they are legal.
#[must_use]
pub fn cc_setups(id: CcId, seed: u64) -> Vec<CcSetup> {
    let fields = id.fields().0;
    let mut random = Random::new(seed);
    let mut all: Vec<Vec<u32>> = id.descriptor().presets().into_iter().map(|preset| preset.values).collect();
    all.push(default_values(fields));
    all.extend((0..4).map(|_| corner_values(fields, &mut random)));
    all.extend((0..6).map(|_| random_values(fields, &mut random)));
    let segments = [1460, 8960, 1, 536].into_iter().cycle();
    all.into_iter().zip(segments).filter_map(|(values, mss)| CcSetup::new(id, values, mss)).collect()
}

/// The answers of a congestion control on a stream.
pub fn flow_answers(flow: &mut AnyCc, events: &[TimedFlow], (shift, offset): (u64, u64)) -> Vec<Control> {
    events.iter().map(|timed| flow.on_event(&timed.event(shift, offset).get())).collect()
}
