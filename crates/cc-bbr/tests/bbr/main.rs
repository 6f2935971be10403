//! BBR against the behaviour of Linux's `tcp_bbr`.

mod life;
mod machine;
mod path;
