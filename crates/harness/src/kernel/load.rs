//! The kernel's side: loads a program past the verifier, runs it on memory.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Commands of bpf(2).
const PROG_LOAD: libc::c_long = 5;
const PROG_TEST_RUN: libc::c_long = 10;
/// A program that may write the packet it is given.
const TYPE_XDP: u32 = 6;
/// Bytes for what the verifier says of a refusal.
const LOG_SIZE: usize = 1 << 20;

/// The head of `union bpf_attr` for loading.
#[repr(C)]
struct Load {
    kind: u32,
    instructions: u32,
    code: u64,
    licence: u64,
    log_level: u32,
    log_size: u32,
    log: u64,
    version: u32,
    flags: u32,
}

/// The head of `union bpf_attr` for running.
#[repr(C)]
struct Run {
    program: u32,
    result: u32,
    size_in: u32,
    size_out: u32,
    data_in: u64,
    data_out: u64,
    repeat: u32,
    duration: u32,
}

/// A program in the kernel, gone when dropped.
#[derive(Debug)]
pub(super) struct Program(OwnedFd);

impl Program {
    /// Loads it; what the verifier says, where it refuses.
    pub(super) fn load(code: &[u8]) -> Result<Self, (io::Error, String)> {
        let mut log = vec![0_u8; LOG_SIZE];
        let attributes = Load {
            kind: TYPE_XDP,
            instructions: (code.len() / 8) as u32,
            code: code.as_ptr() as u64,
            licence: c"Dual MIT/GPL".as_ptr() as u64,
            log_level: 1,
            log_size: LOG_SIZE as u32,
            log: log.as_mut_ptr() as u64,
            version: 0,
            flags: 0,
        };
        // SAFETY: the attributes are of this command, their pointers reach to memory of the sizes they say.
        match unsafe { bpf(PROG_LOAD, &raw const attributes) } {
            Ok(descriptor) => {
                // SAFETY: the kernel has just opened it for us.
                Ok(Self(unsafe { OwnedFd::from_raw_fd(descriptor) }))
            }
            Err(error) => {
                let text = String::from_utf8_lossy(&log);
                Err((error, text.trim_end_matches('\0').trim().to_owned()))
            }
        }
    }

    /// Runs it on a packet, which it may change; its answer.
    ///
    /// # Safety
    /// What the program leaves of a `T` is a `T`.
    pub(super) unsafe fn run<T: Copy>(&self, packet: &mut T) -> io::Result<u32> {
        let before = *packet;
        let size = size_of::<T>() as u32;
        let mut attributes = Run {
            program: self.0.as_raw_fd().cast_unsigned(),
            result: 0,
            size_in: size,
            size_out: size,
            data_in: (&raw const before) as u64,
            data_out: (&raw mut *packet) as u64,
            repeat: 1,
            duration: 0,
        };
        // SAFETY: the attributes are of this command, both pieces of memory have the size they say.
        unsafe { bpf(PROG_TEST_RUN, &raw mut attributes) }?;
        Ok(attributes.result)
    }
}

/// # Safety
/// `attributes` is what the command takes.
unsafe fn bpf<T>(command: libc::c_long, attributes: *const T) -> io::Result<i32> {
    // SAFETY: the caller's contract.
    let answer = unsafe { libc::syscall(libc::SYS_bpf, command, attributes, size_of::<T>()) };
    if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(answer as i32) }
}
