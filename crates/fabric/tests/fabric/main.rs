//! The network against closed forms and against itself.

mod clocks;
mod closed_form;
mod conservation;
mod control_loop;
mod datagrams;
mod hooks;
mod ledger;
mod listener;
mod lookahead;
mod loss;
mod offload;
mod pacing;
mod pauses;
mod precomputed;
mod queueing;
mod queues;
mod rdma;
mod rdma_pauses;
mod reproducible;
mod routing;
mod sending;
mod sequence;
mod support;
mod telemetry;
