//! Priority flow control: lossless incasts, pauses that end, refused settings.

mod incast;
mod network;
mod pause;
