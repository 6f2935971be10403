//! Bug class 8: a divisor that is zero for some setting or event.

use super::sample::START;
use super::{Setup, aqm_setups, cc_setups};
use crate::agreement::{AqmPair, run_cc};
use crate::model::{FlowModel, FlowOp};
use freeboard_aqm_api::{DepthUnit, Unit};
use freeboard_oracle::Violation;
use freeboard_registry::{AqmId, CcId};

/// Of a scheme: no time passes, nothing is queued, packets are empty; every unit of depth either keeps a length
/// above 0 or refuses it.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    for (seed, setup) in (0..).zip(aqm_setups(id, 81)) {
        let mut packets = setup.packets(START, seed, 1_000);
        for (index, packet) in packets.iter_mut().enumerate() {
            packet.size = if index % 3 == 0 { 0 } else { packet.size };
            packet.depth = if index % 5 == 0 { 0 } else { packet.depth };
            packet.port_depth = if index % 2 == 0 { 0 } else { packet.port_depth };
        }
        // Time stands still for a third of the stream.
        let still = packets[333].now;
        packets[333..666].iter_mut().for_each(|packet| packet.now = still);
        packets.truncate(666);
        let Some(mut pair) = AqmPair::new(id, &setup.values, setup.unit) else { continue };
        if let Err(Violation(why)) = pair.run(&packets, 0) {
            panic!("with zeros: {why}");
        }
    }
    let (fields, _) = id.fields();
    let coarse = DepthUnit::cell(u16::MAX).unwrap_or(DepthUnit::BYTE);
    for (at, field) in fields.iter().enumerate().filter(|(_, field)| field.unit == Unit::Bytes) {
        let mut values: Vec<u32> = fields.iter().map(|field| field.default).collect();
        values[at] = field.min;
        // A length of 0 bytes stays one; any other may not become one silently.
        if let Some(setup) = Setup::new(id, &values, coarse) {
            let field_id = freeboard_params::FieldId(at as u16);
            let effective = id.descriptor().effective(&values, coarse.bytes(), field_id);
            assert!(
                field.min == 0 || effective.is_ok_and(|it| it != Some(0)),
                "{setup:?}: quantised to nothing"
            );
        }
    }
}

/// Of a congestion control: acknowledgements of nothing, empty windows, the smallest of every setting.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let least: Vec<u32> = id.fields().0.iter().map(|field| field.min).collect();
    let settings = cc_setups(id, 82).into_iter().map(|setup| setup.values).chain([least]);
    for (seed, values) in (0..).zip(settings) {
        let mut model = FlowModel::new(1460, seed);
        let mut events = Vec::new();
        for (segments, window) in [(0, 0), (1, 0), (0, 5), (3, 0), (1, 20), (0, 0)] {
            for mark_one_in in [0, 1, 3] {
                let acks = FlowOp::Acks { count: 9, segments, mark_one_in, window, limited: true };
                model.apply(acks, &mut events);
                model.apply(FlowOp::Loss, &mut events);
            }
            model.apply(FlowOp::Timeout, &mut events);
        }
        if let Err(Violation(why)) = run_cc(id, &values, 1460, &events, (0, 0)) {
            panic!("with zeros: {why}");
        }
    }
}
