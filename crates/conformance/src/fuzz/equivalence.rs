//! A pipeline program as firmware, as the placed pipeline, and in its other layouts: one behaviour.

use super::Exercised;
use super::reader::Reader;
use crate::model::call;
use crate::model::{PacketModel, PacketOp, Scale, Timed};
use freeboard_aqm_api::{Aqm, DepthUnit, Hooks, Kind, Settings, Verdict};
use freeboard_dataplane::{Pass, Program};
use freeboard_oracle::Hook;
use freeboard_pipeline::{Elaborated, Intrinsic, Machine, Op, Packet, Place, Sizing, profiles};
use freeboard_registry::{AnyAqm, AqmId, AqmInstance};
use freeboard_replay::PacketEvent;

/// One queue.
const SIZING: Sizing = Sizing { pipes: 1, ports: 1, queues_per_port: 1 };

/// A program on both sides.
trait Twin {
    /// Runs a packet on both; whether it was marked.
    fn packet(&mut self, event: &PacketEvent) -> Result<bool, String>;
    /// What depths count in.
    fn unit(&self) -> DepthUnit;
    /// Cuts a packet's values to the widths the profile hands to the program.
    fn fit(&self, packet: &mut Timed);
}

struct Both<P: Program> {
    unit: DepthUnit,
    machine: Machine,
    firmware: AqmInstance<Pass<P>>,
    /// Width of each value the program reads.
    widths: Vec<(Intrinsic, u32)>,
}

impl<P: Program> Both<P> {
    fn boxed(values: &[u32]) -> Option<Box<dyn Twin>> {
        let settings = P::Settings::from_values(values).ok()?;
        // What the first does not show, the second may; its words hold lengths in cells only.
        let (first, second) = (profiles::tofino_2_like(), profiles::commodity_mmu());
        let cells = second.depth_unit;
        let (unit, params, program) =
            [(first, DepthUnit::BYTE), (second, cells)].into_iter().find_map(|(place, unit)| {
                let params = P::params(&settings, unit).ok()?;
                Some((unit, params, Elaborated::of::<P>(&params, &place, SIZING).ok()?))
            })?;
        let width = |node: &freeboard_pipeline::Node| match node.op {
            Op::Input(intrinsic) => Some((intrinsic, node.width)),
            _ => None,
        };
        let widths = program.graph.nodes.iter().filter_map(width).collect();
        let machine = Machine::new(&program, SIZING);
        Some(Box::new(Self { unit, machine, firmware: AqmInstance::new(params), widths }))
    }
}

impl<P: Program> Twin for Both<P> {
    fn packet(&mut self, event: &PacketEvent) -> Result<bool, String> {
        let (verdict, packet, flag) = match event {
            PacketEvent::Arrival(arrival) => {
                (self.firmware.on_enqueue(arrival), Packet::from(arrival), Hooks::ENQUEUE)
            }
            PacketEvent::Departure(departure) => {
                (self.firmware.on_dequeue(departure), Packet::from(departure), Hooks::DEQUEUE)
            }
        };
        let marked = verdict != Verdict::Forward;
        if !<Pass<P> as Aqm>::META.hooks.contains(flag) {
            return if marked { Err("marked at a hook it does not have".to_owned()) } else { Ok(false) };
        }
        let place = Place::default();
        let placed = self.machine.packet(place, &packet).map_err(|fault| fault.to_string())?;
        if placed != marked {
            return Err(format!("the pipeline says {placed}, the firmware {marked}"));
        }
        let AqmInstance { pipe, port, queue, .. } = &self.firmware;
        self.machine.agrees(place, pipe, port, queue).map_err(|mismatch| mismatch.to_string())?;
        Ok(marked)
    }

    fn unit(&self) -> DepthUnit {
        self.unit
    }

    fn fit(&self, packet: &mut Timed) {
        for (intrinsic, width) in &self.widths {
            let mask = u32::MAX >> (32 - width);
            match intrinsic {
                Intrinsic::Sojourn => packet.sojourn &= mask,
                Intrinsic::Depth => packet.depth &= mask,
                Intrinsic::PortDepth => packet.port_depth &= mask,
                Intrinsic::PoolDepth => packet.pool_depth &= mask,
                Intrinsic::Size => packet.size &= mask,
                // The status follows from the occupancy.
                Intrinsic::Now | Intrinsic::NowHigh | Intrinsic::PoolStatus => {}
            }
        }
    }
}

macro_rules! twin {
    (pipeline $path:path, $values:ident) => {
        Both::<$path>::boxed($values)
    };
    (exact $path:path, $values:ident) => {
        None
    };
}

macro_rules! twins {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        fn twin(id: AqmId, values: &[u32]) -> Option<Box<dyn Twin>> {
            match id {
                $(AqmId::$name => twin!($kind $path, values),)*
            }
        }
    };
}
freeboard_registry::for_each_aqm!(twins);

fn pipelines() -> Vec<AqmId> {
    AqmId::ALL.iter().copied().filter(|id| id.meta().kind == Kind::Pipeline).collect()
}

/// Schemes whose pipeline variants lay one program out in different ways. Those of the others are different rules.
const ONE_PROGRAM: &[&str] = &["ecn-sharp"];

/// Other layouts of the same program: same scheme, same hook, same settings.
fn layouts(id: AqmId, values: &[u32], unit: DepthUnit) -> Vec<AnyAqm> {
    let names = |id: AqmId| id.fields().1.iter().map(|doc| doc.name).collect::<Vec<_>>();
    let alike = |other: &AqmId| {
        ONE_PROGRAM.contains(&id.meta().name)
            && other.meta().name == id.meta().name
            && other.meta().hooks == id.meta().hooks
            && *other != id
            && names(*other) == names(id)
    };
    let place = |other: AqmId| other.place(values, unit).ok();
    pipelines().into_iter().filter(alike).filter_map(place).collect()
}

/// Runs a pipeline program in the firmware backend, the placed pipeline and its other layouts; `None` where the
/// settings are refused by the scheme or the profile.
///
/// # Panics
/// They differ.
pub fn pipeline_equivalence(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let id = reader.choose(&pipelines());
    let start = u64::from(reader.word());
    let values = reader.values(id.fields().0);
    let mut twin = twin(id, &values)?;
    let mut others = layouts(id, &values, twin.unit());
    // The shortest gap that all layouts tolerate is that of the emulated clock.
    let strictest = pipelines().into_iter().filter(|other| other.meta().name == id.meta().name);
    let strictest = strictest.min_by_key(|other| other.meta().longest_gap_ns)?;
    let scale = Scale::of(if others.is_empty() { id } else { strictest }, &values, twin.unit().bytes());
    let mut model = PacketModel::new(scale, start << 17, start);
    let mut packets = Vec::new();
    reader.ops().into_iter().for_each(|words| model.apply(PacketOp::from_words(words), &mut packets));
    let mut seen = Exercised { id: id.to_string(), events: 0, compared: 0 };
    for mut packet in packets {
        twin.fit(&mut packet);
        packet.sojourn = if packet.hook == Hook::Departure { packet.sojourn } else { 0 };
        let event = packet.event(0);
        let marked = twin
            .packet(&event)
            .unwrap_or_else(|why| panic!("{} {values:?}, packet {}: {why}, {event:?}", seen.id, seen.events));
        for other in &mut others {
            let verdict = call(other, &event) != Verdict::Forward;
            assert_eq!(verdict, marked, "{} {values:?}, packet {}: {other:?}", seen.id, seen.events);
        }
        seen.events += 1;
        seen.compared += 1 + others.len();
    }
    Some(seen)
}
