//! Fewer points, the same picture: extremes per column are kept.

/// Columns a curve is reduced to. Chosen by us: a column of a drawing with two pixels shows no more than its extremes.
const COLUMNS: usize = 400;

/// `points` (sorted by x) with, in each column, only its first, lowest, highest and last point.
pub(super) fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() <= 4 * COLUMNS {
        return points.to_vec();
    }
    points.chunks(points.len().div_ceil(COLUMNS)).flat_map(extremes).collect()
}

fn extremes(column: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let by_height = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
    let picks =
        [column.first(), column.iter().min_by(by_height), column.iter().max_by(by_height), column.last()];
    let mut kept: Vec<(f64, f64)> = picks.into_iter().flatten().copied().collect();
    kept.sort_by(|a, b| a.0.total_cmp(&b.0));
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_spike_survives() {
        let spike = |i: u32| (f64::from(i), if i == 77_777 { 9.0 } else { 1.0 });
        let points: Vec<_> = (0..100_000).map(spike).collect();
        let thin = thinned(&points);
        assert!(thin.len() <= 4 * COLUMNS);
        assert!(thin.contains(&(77_777.0, 9.0)));
        assert_eq!((thin.first(), thin.last()), (points.first(), points.last()));
    }
}
