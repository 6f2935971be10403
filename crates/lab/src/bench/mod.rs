//! Three fixed workloads that say how fast the fabric is on this machine.

mod counted;
mod machine;
mod measure;
mod workload;

pub use counted::{Counts, counted};
pub use machine::{heap_ns, peak_rss_bytes, user_seconds};
pub use measure::{Figures, measure};
pub use workload::{LoadedFabric, Net, dumbbell, loaded_fabric, permutation};
