//! Thresholds as settings, in cells and in force.

use freeboard_aqm_api::{Aqm, DepthUnit, Settings};
use freeboard_aqm_cedm::{CedmSettings, CedmWindow, Exact, WindowSettings};

/// Values in force of every field, in a memory of cells of 80 B.
fn in_force<A: Aqm>(settings: &A::Settings) -> Vec<Option<u32>> {
    let params = A::params(settings, DepthUnit::cell(80).unwrap()).unwrap();
    let fields = 0..A::Settings::FIELDS.len() as u16;
    fields.map(|field| A::effective(&params, settings, freeboard_aqm_api::FieldId(field))).collect()
}

#[test]
fn thresholds_in_force_are_whole_cells_and_the_rest_is_as_given() {
    let exact = CedmSettings { k1: 97_599, k2: 153_125, weight: 3, full: 1_401, small: 99 };
    assert_eq!(in_force::<Exact>(&exact), [97_520, 153_120, 3, 1_401, 99].map(Some));
    let window = WindowSettings { k1: 97_599, k2: 153_125, window: 12_001, small: 99 };
    assert_eq!(in_force::<CedmWindow>(&window), [97_520, 153_120, 12_001, 99].map(Some));
}

#[test]
fn both_thresholds_may_be_the_same_and_the_first_is_a_cell_at_least() {
    let cell = DepthUnit::cell(80).unwrap();
    let equal = CedmSettings { k1: 80, k2: 80, ..CedmSettings::DEFAULT };
    assert!(Exact::params(&equal, cell).is_ok());
    let below = CedmSettings { k1: 79, ..equal };
    let refused = Exact::params(&below, cell).unwrap_err();
    assert_eq!((refused.field, refused.min, refused.max), (CedmSettings::k1, 80, 1 << 28));
    let window = WindowSettings { k1: 79, ..WindowSettings::DEFAULT };
    assert_eq!(CedmWindow::params(&window, cell).unwrap_err().max, 1 << 25);
}
