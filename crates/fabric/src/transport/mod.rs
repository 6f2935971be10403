//! Two transports under any congestion control: TCP-like and RDMA-like.
//!
//! The transport owns sequence numbers, loss recovery, the retransmission timer and in-flight accounting;
//! the congestion control sees events and answers with a window and a rate (`cc_api`). Header numbers have
//! 32 bits and wrap; positions inside are 64-bit offsets, unwrapped serially against the nearest known one.
//!
//! The RDMA-like one goes back N: a receiver takes what is next and refuses the rest, a sender begins again at what
//! was refused. Its host's NIC serves the flows in turn, a packet each, when its wire is free.
//!
//! The TCP-like one follows RFC 6675 (recovery over a scoreboard), RFC 6298 (timer), RFC 8257 (echo of marks) and RFC 3042 by
//! way of the pipe; as settings RFC 6937 (reduction in proportion), RFC 8985 (loss by time, tail probes), RFC 2883 and RFC 3708
//! (duplicates, and reductions taken back for them). Absent: detection of a lost retransmission other than by timeout, window
//! scaling, Nagle, FIN (a receiver knows the size).

mod acks;
mod batch;
mod coalescing;
mod config;
mod context;
mod control;
mod go_back;
mod host_port;
mod host_queue;
mod in_nic;
mod in_order;
mod late_segments;
mod offload;
mod pacing;
mod prr;
mod ranges;
mod receiver;
mod refusal;
mod reordering;
mod rtt;
mod score;
mod sender;
mod sending;
mod tail_probe;

pub use config::{EcnEcho, EctPolicy, HostConfig, InitialSequence, Pacing, Rdma, Reports, Transport};
pub use control::{Controls, FlowContext, FlowControl};

pub(crate) use context::{Context, Totals};
pub(crate) use receiver::{Receiver, ReturnRoute};
pub(crate) use sender::{Route, Sender};
pub(crate) use sending::SPECIAL;
