//! The shared packet buffer with dynamic thresholds.
