//! BBR against the behaviour of Linux's `tcp_bbr`.

mod edges;
mod filter;
mod life;
mod machine;
mod path;
