//! Every algorithm against its oracles.

mod schemes;
