//! Any algorithm under any settings: compared with its oracles on legal events, total on all others.

use super::Exercised;
use super::reader::Reader;
use crate::agreement::{AqmPair, run_cc};
use crate::model::call;
use crate::model::{FlowModel, FlowOp, PacketModel, PacketOp, Scale, malformed};
use freeboard_aqm_api::DepthUnit;
use freeboard_cc_api::{Bytes, IntStack};
use freeboard_oracle::Violation;
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;

/// Settings the schemes of an input may be refused, events per malformed operation.
const WILD: usize = 64;

fn cell(bytes: u16) -> DepthUnit {
    DepthUnit::cell(bytes).unwrap_or(DepthUnit::BYTE)
}

/// Runs a marking scheme; `None` where the settings contradict each other.
///
/// # Panics
/// The scheme is wrong.
pub fn aqm_any(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let id = reader.choose(AqmId::ALL);
    let unit = reader.choose(&[cell(1), cell(80), cell(208), cell(u16::MAX)]);
    let (lawful, start) = (reader.byte() & 1 == 0, u64::from(reader.word()));
    let values = reader.values(id.fields().0);
    let ops = reader.ops();
    let mut seen = Exercised { id: id.to_string(), events: 0, compared: 0 };
    if lawful {
        let mut pair = AqmPair::new(id, &values, unit)?;
        let mut model = PacketModel::new(Scale::of(id, &values, unit.bytes()), start << 17, start);
        let mut packets = Vec::new();
        ops.into_iter().for_each(|words| model.apply(PacketOp::from_words(words), &mut packets));
        match pair.run(&packets, 0) {
            Ok(run) => (seen.events, seen.compared) = (run.events, run.events),
            Err(Violation(why)) => panic!("{why}"),
        }
    } else {
        let mut scheme = id.place(&values, unit).ok()?;
        for words in ops {
            let mut random = Random::new(u64::from(words[0]) << 32 | u64::from(words[1]));
            for _ in 0..WILD {
                let mut packet = malformed::packet(&mut random);
                (packet.sojourn, packet.depth) = (packet.sojourn ^ words[2], packet.depth ^ words[3]);
                call(&mut scheme, &packet.event(0));
                seen.events += 1;
            }
        }
    }
    Some(seen)
}

/// Runs a congestion control; `None` where the settings contradict each other.
///
/// # Panics
/// The congestion control is wrong.
pub fn cc_any(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let id = reader.choose(CcId::ALL);
    let mss = reader.choose(&[1460, 64, 536, 8960, 1, 65_535]);
    let (lawful, offset) = (reader.byte() & 1 == 0, u64::from(reader.word()));
    let values = reader.values(id.fields().0);
    let ops = reader.ops();
    let mut seen = Exercised { id: id.to_string(), events: 0, compared: 0 };
    if lawful {
        id.place(&values, Bytes(mss)).ok()?;
        let mut model = FlowModel::new(mss, offset);
        let mut events = Vec::new();
        ops.into_iter().for_each(|words| model.apply(FlowOp::from_words(words), &mut events));
        match run_cc(id, &values, mss, &events, (offset << 7, offset)) {
            Ok(run) => (seen.events, seen.compared) = (run.events, run.events - run.open),
            Err(Violation(why)) => panic!("{why}"),
        }
    } else {
        let mut flow = id.place(&values, Bytes(mss)).ok()?;
        for words in ops {
            let mut random = Random::new(u64::from(words[0]) << 32 | u64::from(words[1]));
            for _ in 0..WILD {
                let mut stack = IntStack::default();
                let control = flow.on_event(&malformed::flow_event(&mut random, &mut stack));
                assert!(control.window.0 > 0, "{}: a window of 0 never opens again", seen.id);
                seen.events += 1;
            }
        }
    }
    Some(seen)
}
