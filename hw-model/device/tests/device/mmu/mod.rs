//! The packet memory: conservation, theory's shares, refused layouts, profiles.

mod convergence;
mod pool;
mod profiles;
mod random;
