//! The network effect against its definition by loops, and its algebra.

use freeboard_clock_sync::network::Mesh;
use linfa_linalg::cholesky::InverseC;
use ndarray::{Array1, Array2};
use proptest::prelude::*;

/// A connected mesh: a path, and more edges.
fn meshes() -> impl Strategy<Value = (usize, Vec<(u32, u32)>)> {
    (3usize..9).prop_flat_map(|clocks| {
        let more = proptest::collection::vec((0..clocks as u32, 0..clocks as u32), 1..20);
        more.prop_map(move |more| {
            let mut edges: Vec<(u32, u32)> = (1..clocks as u32).map(|clock| (clock - 1, clock)).collect();
            edges.extend(more.into_iter().filter(|(a, b)| a != b));
            edges.sort_unstable();
            edges.dedup();
            (clocks, edges)
        })
    })
}

fn differences(count: usize) -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(-1e4..1e4, count)
}

fn measured() -> impl Strategy<Value = (usize, Vec<(u32, u32)>, Vec<f64>)> {
    meshes().prop_flat_map(|(clocks, edges)| {
        let count = edges.len();
        (Just(clocks), Just(edges), differences(count))
    })
}

/// A loop per edge that is not on the path 0, 1, 2, ...: along the edge, and back on the path.
fn loops(edges: &[(u32, u32)]) -> Array2<f64> {
    let place = |a: u32, b: u32| edges.iter().position(|edge| *edge == (a, b)).unwrap();
    let closing: Vec<(u32, u32)> = edges.iter().copied().filter(|(a, b)| a + 1 != *b).collect();
    let mut matrix = Array2::zeros((closing.len(), edges.len()));
    for (row, &(a, b)) in closing.iter().enumerate() {
        matrix[[row, place(a, b)]] = 1.0;
        let (low, high, back) = if a < b { (a, b, -1.0) } else { (b, a, 1.0) };
        for clock in low..high {
            matrix[[row, place(clock, clock + 1)]] = back;
        }
    }
    matrix
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is left around every loop is rounding.
    #[test]
    fn loops_add_up_to_zero_after_the_correction((clocks, edges, raw) in measured()) {
        let mesh = Mesh::new(clocks, edges.clone()).unwrap();
        let surplus = loops(&edges).dot(&Array1::from_vec(mesh.corrected(&raw)));
        prop_assert!(surplus.iter().all(|left| left.abs() < 1e-7), "{surplus}");
    }

    /// d - A^T (A A^T)^-1 A d, as it is defined.
    #[test]
    fn the_correction_is_the_projection_that_the_loops_define((clocks, edges, raw) in measured()) {
        let matrix = loops(&edges);
        let raw_vector = Array1::from_vec(raw.clone());
        let defined = if matrix.nrows() == 0 {
            raw_vector
        } else {
            let inverse = matrix.dot(&matrix.t()).invc().unwrap();
            &raw_vector - matrix.t().dot(&inverse.dot(&matrix.dot(&raw_vector)))
        };
        let found = Mesh::new(clocks, edges).unwrap().corrected(&raw);
        for (one, other) in defined.iter().zip(&found) {
            prop_assert!((one - other).abs() < 1e-6, "{one} {other}");
        }
    }

    /// Correcting again changes nothing.
    #[test]
    fn the_correction_is_idempotent((clocks, edges, raw) in measured()) {
        let mesh = Mesh::new(clocks, edges).unwrap();
        let once = mesh.corrected(&raw);
        for (one, two) in once.iter().zip(mesh.corrected(&once)) {
            prop_assert!((one - two).abs() < 1e-8);
        }
    }

    /// Differences of real clocks are left alone, whatever the clocks have in common.
    #[test]
    fn consistent_differences_are_kept(
        (clocks, edges) in meshes(),
        times in proptest::collection::vec(-1e4..1e4f64, 9),
        common in -1e6..1e6f64,
    ) {
        let raw: Vec<f64> = edges
            .iter()
            .map(|&(a, b)| (times[b as usize] + common) - (times[a as usize] + common))
            .collect();
        let mesh = Mesh::new(clocks, edges).unwrap();
        for (one, two) in raw.iter().zip(mesh.corrected(&raw)) {
            prop_assert!((one - two).abs() < 1e-7);
        }
        let found = mesh.clocks(&raw);
        prop_assert!(found.iter().sum::<f64>().abs() < 1e-7);
        let mean = times[..clocks].iter().sum::<f64>() / clocks as f64;
        for (one, two) in times.iter().zip(&found) {
            prop_assert!((one - mean - two).abs() < 1e-7);
        }
    }
}

#[test]
fn the_variance_falls_to_the_share_of_edges_that_a_tree_needs() {
    let mut word = 1u64;
    let mut unit = || {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) as f64 / f64::from(1u32 << 31) - 0.5
    };
    let clocks = 24;
    let edges =
        freeboard_clock_sync::mesh::random(clocks, 10, |bound| ((unit() + 0.5) * f64::from(bound)) as u32);
    let mesh = Mesh::new(clocks as usize, edges).unwrap();
    let (mut raw_square, mut left_square) = (0.0, 0.0);
    for _ in 0..200 {
        let raw: Vec<f64> = mesh.edges().iter().map(|_| unit()).collect();
        raw_square += raw.iter().map(|error| error * error).sum::<f64>();
        left_square += mesh.corrected(&raw).iter().map(|error| error * error).sum::<f64>();
    }
    let ratio = left_square / raw_square;
    // 200 draws of 23 degrees of freedom: known to 2 %; four of them.
    assert!((ratio / mesh.variance_ratio() - 1.0).abs() < 0.08, "{ratio} {}", mesh.variance_ratio());
    assert!((0.1..0.2).contains(&mesh.variance_ratio()));
    assert_eq!(mesh.variance_ratio(), 23.0 / mesh.edges().len() as f64);
}

#[test]
fn meshes_that_are_none_are_refused() {
    assert!(Mesh::new(3, vec![(0, 1)]).is_none());
    assert!(Mesh::new(2, vec![(0, 2)]).is_none());
    assert!(Mesh::new(2, vec![(0, 1), (1, 1)]).is_none());
    assert!(Mesh::new(1, vec![]).is_none());
}
