//! Programs of the P4 writer, read back.

mod control_plane;
mod data_of_a_queue;
mod every_program;
mod packet_test;
mod shell;
mod vectors;
