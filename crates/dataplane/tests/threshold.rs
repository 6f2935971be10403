//! A threshold in depth units: what it rounds, what it refuses, what it marks.

use freeboard_aqm_api::{FieldId, ParamError};
use freeboard_dataplane::blocks::Threshold;
use freeboard_dataplane::{Native, Word};
use freeboard_units::DepthUnit;

const FIELD: FieldId = FieldId(3);

fn cells(bytes: u32) -> Result<Threshold, ParamError> {
    Threshold::try_new(FIELD, bytes, 1 << 28, DepthUnit::cell(208).unwrap())
}

fn marks(threshold: Threshold, depth: u32) -> bool {
    threshold.mark(Word::<Native>::from_raw(depth)).condition.into_raw()
}

#[test]
fn bytes_are_rounded_down_to_whole_cells_and_longer_queues_are_marked() {
    let threshold = cells(1_000).unwrap();
    assert_eq!(threshold.bytes(), 4 * 208);
    assert!(!marks(threshold, 4) && marks(threshold, 5) && marks(threshold, u32::MAX));
}

#[test]
fn less_than_a_cell_is_refused_by_field_value_and_range() {
    assert_eq!(cells(207), Err(ParamError::new(FIELD, 207, 208, 1 << 28)));
    assert!(cells(208).is_ok());
}

#[test]
fn the_control_plane_may_go_down_to_nothing() {
    let mut threshold = cells(1_000).unwrap();
    threshold.set(0);
    assert_eq!(threshold.bytes(), 0);
    assert!(!marks(threshold, 0) && marks(threshold, 1));
}
