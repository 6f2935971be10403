//! The network effect: offsets around every loop add up to zero, and what is left over is error.
//!
//! With `A` the loops of the mesh, measured differences `d` become `d - A^T (A A^T)^-1 A d`: their projection on the
//! space of differences that belong to some set of clocks. That is the least-squares fit of clocks to differences, whose
//! normal equations are the Laplacian of the mesh: no loop has to be found.

use linfa_linalg::cholesky::Cholesky;
use linfa_linalg::triangular::{SolveTriangularInplace, UPLO};
use ndarray::Array2;

/// Clocks and the differences measured between them.
#[derive(Clone, Debug)]
pub struct Mesh {
    clocks: usize,
    edges: Vec<(u32, u32)>,
    weights: Vec<f64>,
    /// Lower Cholesky factor of the Laplacian without its first row and column: clock 0 is held at zero.
    factor: Array2<f64>,
}

impl Mesh {
    /// A mesh of `clocks` clocks; `None` if some of them are not connected, or an edge names none.
    #[must_use]
    pub fn new(clocks: usize, edges: Vec<(u32, u32)>) -> Option<Self> {
        let alike = vec![1.0; edges.len()];
        Self::weighted(clocks, edges, alike)
    }

    /// The same, where the square of an edge's error has this weight, more than 0.
    pub(crate) fn weighted(clocks: usize, edges: Vec<(u32, u32)>, weights: Vec<f64>) -> Option<Self> {
        if clocks < 2 || edges.iter().any(|&(a, b)| a == b || a.max(b) as usize >= clocks) {
            return None;
        }
        let mut laplacian = Array2::zeros((clocks - 1, clocks - 1));
        for (&(a, b), weight) in edges.iter().zip(&weights) {
            let ends = [a as usize, b as usize];
            for end in ends.into_iter().filter(|end| *end > 0) {
                laplacian[[end - 1, end - 1]] += weight;
            }
            if ends.iter().all(|end| *end > 0) {
                laplacian[[ends[0] - 1, ends[1] - 1]] -= weight;
                laplacian[[ends[1] - 1, ends[0] - 1]] -= weight;
            }
        }
        connected(clocks, &edges).then_some(())?;
        Some(Self { clocks, edges, weights, factor: laplacian.cholesky().ok()? })
    }

    /// Its edges, in the order of differences.
    #[must_use]
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The clocks that fit the differences best; their mean is zero. A difference is that of b less that of a.
    #[must_use]
    pub fn clocks(&self, differences: &[f64]) -> Vec<f64> {
        let mut sums = Array2::zeros((self.clocks - 1, 1));
        for ((&(a, b), weight), difference) in self.edges.iter().zip(&self.weights).zip(differences) {
            for (end, signed) in [(a, -weight * difference), (b, weight * difference)] {
                if end > 0 {
                    sums[[end as usize - 1, 0]] += signed;
                }
            }
        }
        let fits = "the factor is square and has a row for each sum";
        let solved = self.factor.solve_triangular_into(sums, UPLO::Lower).expect(fits);
        let solved = self.factor.t().solve_triangular_into(solved, UPLO::Upper).expect(fits);
        let mut clocks = vec![0.0];
        clocks.extend(solved.iter());
        let mean = clocks.iter().sum::<f64>() / self.clocks as f64;
        clocks.iter().map(|clock| clock - mean).collect()
    }

    /// The differences that remain once errors around loops are taken out.
    #[must_use]
    pub fn corrected(&self, differences: &[f64]) -> Vec<f64> {
        let clocks = self.clocks(differences);
        self.edges.iter().map(|&(a, b)| clocks[b as usize] - clocks[a as usize]).collect()
    }

    /// Standard deviation of a measured difference, as its loops tell it; `None` without a loop.
    #[must_use]
    pub fn measured_error(&self, differences: &[f64]) -> Option<f64> {
        let loops = (self.edges.len() + 1).checked_sub(self.clocks).filter(|loops| *loops > 0)?;
        let corrected = self.corrected(differences);
        let square: f64 = differences.iter().zip(corrected).map(|(raw, fit)| (raw - fit) * (raw - fit)).sum();
        Some(libm::sqrt(square / loops as f64))
    }

    /// By how much the correction lowers the mean variance of a difference: (n - 1) / E.
    #[must_use]
    pub fn variance_ratio(&self) -> f64 {
        (self.clocks - 1) as f64 / self.edges.len() as f64
    }
}

fn connected(clocks: usize, edges: &[(u32, u32)]) -> bool {
    let mut neighbours = vec![Vec::new(); clocks];
    for &(a, b) in edges {
        neighbours[a as usize].push(b as usize);
        neighbours[b as usize].push(a as usize);
    }
    let (mut seen, mut left) = (vec![false; clocks], vec![0]);
    seen[0] = true;
    while let Some(clock) = left.pop() {
        for &other in &neighbours[clock] {
            if !core::mem::replace(&mut seen[other], true) {
                left.push(other);
            }
        }
    }
    seen.into_iter().all(|reached| reached)
}
