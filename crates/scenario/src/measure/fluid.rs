//! E-ECN's fluid model: the longest prediction that leaves the link full.
//!
//! \[Wang22\] section III-B. N flows of equal windows of one bottleneck, DCTCP, lengths in packets, times in round trips;
//! `lambda` is C RTT / N.

/// Returns the largest T_a without loss of throughput \[RTT\], equations (9) to (13); `None` where the model has none:
/// up to `lambda` = 3 + 2 sqrt(2) the window at which marks begin is below C RTT / N, so the queue is not growing there.
pub(super) fn t_a_max(lambda: f64, k: f64, flows: f64) -> Option<f64> {
    let root = libm::sqrt(2.0 * lambda);
    let below = lambda + 1.0 - 2.0 * root;
    let a = (2.0 * root - 1.0) / below;
    (below > 0.0).then(|| k / flows * a - 1.0 / (2.0 * a))
}

#[cfg(test)]
mod tests {
    use super::t_a_max;

    /// Equations (4) to (8) and (11) themselves, W_m found by bisection.
    fn solved(lambda: f64, k: f64, flows: f64) -> f64 {
        let alpha = (2.0 / lambda).sqrt();
        // (7): the mean of W_max = W_m + 1 and W_min = (W_m + 1) (1 - alpha / 2) is lambda.
        let excess = |w_m: f64| f64::midpoint(w_m + 1.0, (w_m + 1.0) * (1.0 - alpha / 2.0)) - lambda;
        let (mut low, mut high) = (0.0, 4.0 * lambda);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if excess(middle) > 0.0 { high = middle } else { low = middle }
        }
        // (5): W = t + lambda. (6): Q = N t^2 / 2. (4): its slope is N W - N lambda.
        let t = low - lambda;
        let (q_m, slope) = (flows * t * t / 2.0, flows * t);
        (k - q_m) / slope
    }

    #[test]
    fn the_closed_form_solves_the_papers_equations() {
        for c_rtt in [83.3, 125.0, 200.0, 1000.0] {
            for k in [30.0, 60.0, 200.0] {
                for flows in [1.0, 2.0, 5.0, 8.0, 13.0] {
                    let (closed, exact) =
                        (t_a_max(c_rtt / flows, k, flows).unwrap(), solved(c_rtt / flows, k, flows));
                    assert!(
                        (closed - exact).abs() < 1e-6 * exact.abs(),
                        "{c_rtt} {k} {flows}: {closed}, {exact}"
                    );
                }
            }
        }
        let worked = t_a_max(83.3 / 5.0, 30.0, 5.0).unwrap();
        assert!((worked - 10.1).abs() < 0.05, "{worked}");
    }

    #[test]
    fn there_is_none_where_the_queue_does_not_grow_when_marks_begin() {
        assert_eq!(t_a_max(5.82, 60.0, 10.0), None);
        assert!(t_a_max(5.83, 60.0, 10.0).is_some());
    }
}
