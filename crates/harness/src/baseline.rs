//! ECN# written by hand, what the pipeline vocabulary is measured against, and ECN# in a set of queues.

use super::cost::Cost;
use super::index::{Entry, Index, Owner};
use super::measure::MEASURED;
use super::on_core::OnCore;
use super::stream::Packets;
use anyhow::{Context, ensure};
use freeboard_aqm_api::{Aqm, Arrival, DepthUnit, Hooks, IDLE_MAX_NS, Nanos32};
use freeboard_cost::variant::Variant;
use freeboard_registry::AqmId;
use freeboard_registry::aqm_ecn_sharp::{Compact, EcnSharpSettings};
use freeboard_replay::PacketEvent;
use freeboard_rv32::{CV32E40P_LIKE, CycleProfile, Image};

/// The variant that the hand-written baseline decides like.
pub(crate) const MEASURED_VARIANT: AqmId = AqmId::EcnSharpCompact;

/// Baselines measured in addition to the variants, with their names in tables.
pub(crate) const ALL: [(Owner, &str); 4] = [
    (Owner::ByHand, "by-hand"),
    (Owner::Owned, "in-set"),
    (Owner::Indexed, "in-set-by-index"),
    (Owner::Idle, "idle"),
];

/// Calls of the idle hook that are measured: the clock wraps a few times.
const SILENCES: u32 = 100;

/// Entry and cost of one of them: over the measurement stream, or over silences.
pub(crate) fn cost(
    image: &Image,
    profile: &'static CycleProfile,
    index: &Index,
    owner: Owner,
) -> anyhow::Result<(Entry, Cost)> {
    let entry = find(index, owner)?;
    let mut on_core = OnCore::new(image, profile, entry, &settings(owner)?)?;
    let mut cost = Cost::default();
    if owner == Owner::Idle {
        for number in 1..=SILENCES {
            let now = Nanos32(IDLE_MAX_NS.wrapping_mul(number));
            let event = PacketEvent::Arrival(Arrival { now, ..Arrival::default() });
            cost.book(&on_core.packet(&event)?, || format!("{now:?}"));
        }
        return Ok((entry, cost));
    }
    for event in Packets::new(Hooks::DEQUEUE).take(MEASURED as usize) {
        cost.book(&on_core.packet(&event)?, || format!("{event:?}"));
    }
    Ok((entry, cost))
}

/// Each of them marks exactly the packets that `ecn-sharp/compact` marks, over the measurement stream.
pub(crate) fn agrees(image: &Image, index: &Index) -> anyhow::Result<()> {
    let packets = ALL.into_iter().filter(|(owner, _)| *owner != Owner::Idle);
    packets.into_iter().try_for_each(|(owner, name)| marks_alike(image, index, owner, name))
}

fn marks_alike(image: &Image, index: &Index, owner: Owner, name: &str) -> anyhow::Result<()> {
    let mut other = OnCore::new(image, &CV32E40P_LIKE, find(index, owner)?, &settings(owner)?)?;
    let compact = index.entries.iter().find(|e| e.owner == Owner::Variant(Variant::Aqm(MEASURED_VARIANT)));
    let mut compact = OnCore::new(image, &CV32E40P_LIKE, *compact.context("no ecn-sharp/compact")?, &[])?;
    for (number, event) in Packets::new(Hooks::DEQUEUE).take(MEASURED as usize).enumerate() {
        let (theirs, ours) = (other.packet(&event)?.a0, compact.packet(&event)?.a0);
        ensure!(theirs == ours, "packet {number}: {name} {theirs}, ecn-sharp/compact {ours}: {event:?}");
    }
    Ok(())
}

fn find(index: &Index, owner: Owner) -> anyhow::Result<Entry> {
    let found = index.entries.iter().find(|entry| entry.owner == owner);
    found.copied().with_context(|| format!("the image has no {owner:?}"))
}

/// What it is set up with: all but the hand-written one have defaults.
fn settings(owner: Owner) -> anyhow::Result<Vec<u32>> {
    if owner == Owner::ByHand { programmed() } else { Ok(Vec::new()) }
}

/// The hand-written one's parameters as words, from those of `ecn-sharp/compact`: both targets, interval, scale, table.
fn programmed() -> anyhow::Result<Vec<u32>> {
    let params = Compact::params(&EcnSharpSettings::default(), DepthUnit::BYTE)?;
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
