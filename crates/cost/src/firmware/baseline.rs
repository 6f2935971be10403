//! ECN# written by hand: what the pipeline vocabulary is measured against.

use super::cost::Cost;
use super::index::{Entry, Index, Owner};
use super::measure::MEASURED;
use super::rig::Rig;
use super::stream::Packets;
use crate::variant::Variant;
use anyhow::{Context, anyhow, ensure};
use freeboard_aqm_api::{Aqm, DepthUnit, Hooks};
use freeboard_hw_model::nic_core::{CV32E40P_LIKE, CycleProfile, Image};
use freeboard_registry::AqmId;
use freeboard_registry::aqm_ecn_sharp::{Compact, EcnSharpSettings};

/// The variant that the hand-written baseline decides like.
pub(crate) const MEASURED_VARIANT: AqmId = AqmId::EcnSharpCompact;

/// Cost of the hand-written baseline over the measurement stream.
pub(crate) fn cost(image: &Image, profile: &'static CycleProfile, index: &Index) -> anyhow::Result<Cost> {
    let mut rig = Rig::new(image, profile, by_hand(index)?, &programmed()?)?;
    let mut cost = Cost::default();
    for event in Packets::new(Hooks::DEQUEUE).take(MEASURED as usize) {
        cost.book(&rig.packet(&event)?, || format!("{event:?}"));
    }
    Ok(cost)
}

/// It marks exactly the packets that `ecn-sharp/compact` marks, over the measurement stream.
pub(crate) fn agrees(image: &Image, index: &Index) -> anyhow::Result<()> {
    let mut hand = Rig::new(image, &CV32E40P_LIKE, by_hand(index)?, &programmed()?)?;
    let compact = index.entries.iter().find(|e| e.owner == Owner::Variant(Variant::Aqm(MEASURED_VARIANT)));
    let mut compact = Rig::new(image, &CV32E40P_LIKE, *compact.context("no ecn-sharp/compact")?, &[])?;
    for (number, event) in Packets::new(Hooks::DEQUEUE).take(MEASURED as usize).enumerate() {
        let (by_hand, ours) = (hand.packet(&event)?.a0, compact.packet(&event)?.a0);
        ensure!(by_hand == ours, "packet {number}: by hand {by_hand}, ecn-sharp/compact {ours}: {event:?}");
    }
    Ok(())
}

fn by_hand(index: &Index) -> anyhow::Result<Entry> {
    index
        .entries
        .iter()
        .find(|entry| entry.owner == Owner::ByHand)
        .copied()
        .context("the image has no hand-written baseline")
}

/// Its parameters as words, from those of `ecn-sharp/compact`: both targets, interval, scale, table.
fn programmed() -> anyhow::Result<Vec<u32>> {
    let params =
        Compact::params(&EcnSharpSettings::default(), DepthUnit::BYTE).map_err(|e| anyhow!("{e:?}"))?;
    let (table, scale) = params.marking.math.parts();
    let [interval] = params.first_above.0;
    let mut words = vec![
        // Action data is the first length that has no room left: one above the target.
        params.ins_limit.value().wrapping_sub(1),
        params.pst_target.value(),
        interval.value(),
        i32::from(scale).cast_unsigned(),
    ];
    words.extend(
        table.chunks_exact(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
    );
    Ok(words)
}
