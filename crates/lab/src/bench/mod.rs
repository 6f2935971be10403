//! Four fixed workloads that say how fast the fabric is on this machine, and every algorithm's decisions.

mod counted;
mod decisions;
mod machine;
mod measure;
mod workload;

pub use counted::{Counts, counted};
pub use decisions::{Decisions, decisions};
pub use machine::{heap_ns, peak_rss_bytes, user_seconds};
pub use measure::{Figures, measure};
pub use workload::{End, Large, SEED, dumbbell, loaded_fabric, lossless_fabric, permutation};
