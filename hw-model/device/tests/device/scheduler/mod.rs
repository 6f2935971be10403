//! Schedulers: shares, bounds, starvation, work conservation, refused settings.

mod dwrr;
mod every;
mod port;
mod ranked;
mod wfq;
