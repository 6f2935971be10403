//! The system call bpf(2): maps, programs, links.
//!
//! The only module with `unsafe`. Of the libraries, aya 0.14 has no struct_ops, and libbpf takes an object with BTF of the kernel's
//! types only, which rustc does not write; it also needs a C compiler.
#![expect(unsafe_code, reason = "bpf(2) takes a raw structure")]

use std::ffi::CStr;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Commands, `enum bpf_cmd`.
const MAP_CREATE: libc::c_long = 0;
const MAP_LOOKUP: libc::c_long = 1;
const MAP_UPDATE: libc::c_long = 2;
const PROG_LOAD: libc::c_long = 5;
const PROG_TEST_RUN: libc::c_long = 10;
const MAP_NEXT_ID: libc::c_long = 12;
const MAP_BY_ID: libc::c_long = 14;
const INFO: libc::c_long = 15;
const BTF_LOAD: libc::c_long = 18;
const MAP_FREEZE: libc::c_long = 22;
const LINK_CREATE: libc::c_long = 28;
/// Types of maps and programs, and of attaching.
const ARRAY: u32 = 2;
const OPERATIONS: u32 = 26;
const PACKETS_PROGRAM: u32 = 6;
const OPERATIONS_PROGRAM: u32 = 27;
const OPERATIONS_LINK: u32 = 44;
/// Flags of maps: programs only read it; a link registers it.
const READ_ONLY: u32 = 1 << 7;
const WITH_LINK: u32 = 1 << 13;
/// Bytes of a name with its end, `BPF_OBJ_NAME_LEN`.
const NAME: usize = 16;
/// Bytes for what the verifier says of a refusal.
const LOG: usize = 1 << 22;
/// Types of one integer, for maps of the kernel's types must come with some.
static TYPES: [u32; 12] =
    [0x0001_eb9f, 24, 0, 16, 16, 5, 1, 1 << 24, 4, 32, u32::from_le_bytes(*b"\0int"), 0];
const TYPES_SIZE: u32 = 24 + 16 + 5;

/// A map whose only key is 0.
#[derive(Debug)]
pub(crate) struct Map {
    descriptor: OwnedFd,
    size: usize,
}

#[repr(C)]
#[derive(Default)]
struct Create {
    kind: u32,
    key: u32,
    value: u32,
    entries: u32,
    flags: u32,
    inner: u32,
    node: u32,
    name: [u8; NAME],
    interface: u32,
    types: u32,
    key_type: u32,
    value_type: u32,
    kernel_type: u32,
    extra: u64,
}

#[repr(C)]
struct Element {
    map: u32,
    key: u64,
    value: u64,
    flags: u64,
}

#[repr(C)]
#[derive(Default)]
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
    name: [u8; NAME],
    interface: u32,
    member: u32,
    types: [u32; 4],
    lines: [u64; 2],
    count: u32,
    structure: u32,
    program: u32,
    relocations: u32,
}

#[repr(C)]
struct Types {
    types: u64,
    log: u64,
    size: u32,
    log_size: u32,
    log_level: u32,
}

/// The head of `struct bpf_map_info`.
#[repr(C)]
#[derive(Default)]
struct Info {
    kind: u32,
    id: u32,
    key: u32,
    value: u32,
    entries: u32,
    flags: u32,
    name: [u8; NAME],
}

#[repr(C)]
struct InfoCall {
    descriptor: u32,
    size: u32,
    info: u64,
}

/// A name as the kernel keeps it.
fn named(name: &str) -> [u8; NAME] {
    let mut bytes = [0; NAME];
    for (to, from) in bytes.iter_mut().zip(name.bytes().take(NAME - 1)) {
        *to = if from.is_ascii_alphanumeric() { from } else { b'_' };
    }
    bytes
}

impl Map {
    /// A map that programs read and write, of `size` bytes, all zero.
    pub(crate) fn array(name: &str, size: usize) -> io::Result<Self> {
        Self::create(&Create { kind: ARRAY, value: size as u32, name: named(name), ..Create::default() })
    }

    /// A map that never changes again, so that the verifier knows its bytes.
    pub(crate) fn constant(name: &str, bytes: &[MaybeUninit<u8>]) -> io::Result<Self> {
        let (value, name) = (bytes.len() as u32, named(name));
        let map = Self::create(&Create { kind: ARRAY, value, flags: READ_ONLY, name, ..Create::default() })?;
        map.set(bytes)?;
        let frozen = map.descriptor.as_raw_fd();
        // SAFETY: the command takes a descriptor.
        unsafe { bpf(MAP_FREEZE, &raw const frozen) }?;
        Ok(map)
    }

    /// A map of the kernel's structure `kernel_type`, which a link registers.
    pub(crate) fn operations(name: &str, kernel_type: u32, bytes: &[MaybeUninit<u8>]) -> io::Result<Self> {
        let call =
            Types { types: (&raw const TYPES) as u64, log: 0, size: TYPES_SIZE, log_size: 0, log_level: 0 };
        // SAFETY: the attributes are of this command, the pointer reaches to as many bytes as they say.
        let types = unsafe { descriptor(bpf(BTF_LOAD, &raw const call)?) };
        let map = Self::create(&Create {
            kind: OPERATIONS,
            value: bytes.len() as u32,
            flags: WITH_LINK,
            name: named(name),
            types: types.as_raw_fd().cast_unsigned(),
            kernel_type,
            ..Create::default()
        })?;
        map.set(bytes)?;
        Ok(map)
    }

    fn create(wanted: &Create) -> io::Result<Self> {
        let whole = Create { key: 4, entries: 1, ..*wanted };
        // SAFETY: the attributes are of this command and hold no pointer.
        let descriptor = unsafe { descriptor(bpf(MAP_CREATE, &raw const whole)?) };
        Ok(Self { descriptor, size: whole.value as usize })
    }

    fn set(&self, bytes: &[MaybeUninit<u8>]) -> io::Result<()> {
        assert_eq!(bytes.len(), self.size, "a value is as long as the map says");
        self.element(MAP_UPDATE, bytes.as_ptr() as u64)
    }

    /// Its bytes as they are now.
    pub(crate) fn get(&self) -> io::Result<Vec<u8>> {
        // The kernel rounds up to eight.
        let mut bytes = vec![0_u8; self.size.next_multiple_of(8)];
        self.element(MAP_LOOKUP, bytes.as_mut_ptr() as u64)?;
        bytes.truncate(self.size);
        Ok(bytes)
    }

    /// `value` points to as many bytes as a value of the map has.
    fn element(&self, command: libc::c_long, value: u64) -> io::Result<()> {
        let key = 0_u32;
        let map = self.descriptor.as_raw_fd().cast_unsigned();
        let call = Element { map, key: (&raw const key) as u64, value, flags: 0 };
        // SAFETY: the attributes are of both commands; key and value reach to memory of the map's sizes.
        unsafe { bpf(command, &raw const call) }.map(drop)
    }

    /// The map's number in this process.
    pub(crate) fn descriptor(&self) -> i32 {
        self.descriptor.as_raw_fd()
    }

    /// Registers what the map holds, until the link is dropped.
    pub(crate) fn register(&self) -> io::Result<OwnedFd> {
        let call = [self.descriptor.as_raw_fd().cast_unsigned(), 0, OPERATIONS_LINK, 0];
        // SAFETY: the attributes are of this command and hold no pointer.
        Ok(unsafe { descriptor(bpf(LINK_CREATE, &raw const call)?) })
    }

    /// Every map of the machine with this name, as far as the kernel lets see them.
    pub(crate) fn all(name: &str) -> Vec<Self> {
        let (mut found, mut ids) = (Vec::new(), [0_u32; 3]);
        // SAFETY: the attributes are of this command, which writes the second word.
        while unsafe { bpf(MAP_NEXT_ID, &raw mut ids) }.is_ok() {
            ids = [ids[1], 0, 0];
            // SAFETY: the attributes are of this command and hold no pointer.
            let Ok(number) = (unsafe { bpf(MAP_BY_ID, &raw const ids) }) else { continue };
            // SAFETY: the kernel has just opened it for us.
            let descriptor = unsafe { descriptor(number) };
            let mut info = Info::default();
            let size = size_of::<Info>() as u32;
            let call = InfoCall { descriptor: number.cast_unsigned(), size, info: (&raw mut info) as u64 };
            // SAFETY: the attributes are of this command; the pointer reaches to as many bytes as they say.
            let told = unsafe { bpf(INFO, &raw const call) };
            if told.is_ok() && info.name == named(name) && info.kind == ARRAY && info.key == 4 {
                found.push(Self { descriptor, size: info.value as usize });
            }
        }
        found
    }
}

/// Loads the function of a member of a structure of the kernel; what the verifier says, where it refuses.
pub(crate) fn load(
    name: &str,
    code: &[u8],
    (structure, member): (u32, u32),
) -> Result<OwnedFd, (io::Error, String)> {
    loaded(Load { kind: OPERATIONS_PROGRAM, name: named(name), structure, member, ..Load::of(code) })
}

impl Load {
    /// All of a program but its kind.
    fn of(code: &[u8]) -> Self {
        // The verifier lets helpers of the kernel's be called by programs that may be.
        let licence: &CStr = c"Dual MIT/GPL";
        Self {
            instructions: (code.len() / 8) as u32,
            code: code.as_ptr() as u64,
            licence: licence.as_ptr() as u64,
            ..Self::default()
        }
    }
}

/// A program, or what the verifier says of it. The code that it was made of is still there.
fn loaded(mut wanted: Load) -> Result<OwnedFd, (io::Error, String)> {
    // SAFETY: the attributes are of this command, their pointers reach to memory of the sizes they say.
    if let Ok(number) = unsafe { bpf(PROG_LOAD, &raw const wanted) } {
        // SAFETY: the kernel has just opened it for us.
        return Ok(unsafe { descriptor(number) });
    }
    let mut log = vec![0_u8; LOG];
    (wanted.log_level, wanted.log_size, wanted.log) = (1, LOG as u32, log.as_mut_ptr() as u64);
    // SAFETY: as before, and the log has the size they say.
    match unsafe { bpf(PROG_LOAD, &raw const wanted) } {
        // SAFETY: the kernel has just opened it for us.
        Ok(number) => Ok(unsafe { descriptor(number) }),
        Err(error) => {
            let text = String::from_utf8_lossy(&log);
            Err((error, text.trim_end_matches('\0').trim().to_owned()))
        }
    }
}

/// The head of `union bpf_attr` for a run.
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

/// A program of packets in the kernel, on no network, gone when dropped.
#[derive(Debug)]
pub struct PacketProgram(OwnedFd);

impl PacketProgram {
    /// Loads it; the error and what the verifier says, where the kernel refuses.
    pub fn load(code: &[u8]) -> Result<Self, (io::Error, String)> {
        loaded(Load { kind: PACKETS_PROGRAM, ..Load::of(code) }).map(Self)
    }

    /// Runs it on a packet, which it may change; its answer.
    ///
    /// # Safety
    /// The bytes that the program leaves of a `T` are a `T`.
    pub unsafe fn run<T: Copy>(&self, packet: &mut T) -> io::Result<u32> {
        let before = *packet;
        let size = size_of::<T>() as u32;
        let mut call = Run {
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
        unsafe { bpf(PROG_TEST_RUN, &raw mut call) }?;
        Ok(call.result)
    }
}

/// # Safety
/// The kernel has just opened it for us.
unsafe fn descriptor(number: i32) -> OwnedFd {
    // SAFETY: the caller's contract.
    unsafe { OwnedFd::from_raw_fd(number) }
}

/// # Safety
/// `attributes` is what the command takes.
unsafe fn bpf<T>(command: libc::c_long, attributes: *const T) -> io::Result<i32> {
    // SAFETY: the caller's contract.
    let answer = unsafe { libc::syscall(libc::SYS_bpf, command, attributes, size_of::<T>()) };
    if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(answer as i32) }
}
