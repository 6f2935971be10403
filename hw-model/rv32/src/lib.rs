//! RV32IMC firmware core with cycle tables.
//!
//! Runs a compiled firmware image, one exported function at a time, and counts what a budget needs:
//! instructions, cycles of a named public core, bytes of stack.
//!
//! | file | idea |
//! |---|---|
//! | `elf` | a static ELF32 image: segments and symbols |
//! | `instruction` | the decoded form, shared by everything below |
//! | `decode`, `compressed` | words and halfwords to that form |
//! | `arithmetic` | what each operation computes |
//! | `domain` | what words are: numbers or terms |
//! | `memory` | flat RAM |
//! | `cycles` | cycle profiles as data, with their sources |
//! | `execute` | one instruction: state change and cost |
//! | `core` | the host's side: load, call, read, write |
//! | `trap` | everything that can go wrong, typed |
//!
//! ```no_run
//! # fn main() -> Result<(), freeboard_rv32::CoreError> {
//! use freeboard_rv32::{CV32E40P_LIKE, Core, Image, Layout};
//! let bytes = [0_u8; 0]; // a linked ELF file
//! let image = Image::parse(&bytes)?;
//! let mut core = Core::new(&image, &CV32E40P_LIKE, Layout::default())?;
//! let call = core.call("on_dequeue", &[1500, 96_000])?;
//! println!("{} in {} cycles, {} B of stack", call.a0, call.cycles, call.stack_bytes);
//! # Ok(())
//! # }
//! ```
//!
//! # Not modelled
//!
//! Memory answers at once: no instruction-fetch stalls, no wait states, no caches, no bus contention. No
//! prefetch buffer beyond the stated penalty for a jump to an unaligned 4-byte instruction. No interrupts,
//! privilege levels or physical memory protection. A misaligned access traps where the cores would split
//! it in two, because the compiler's target never emits one: meeting one is a bug in the image.
//! Counts describe the published tables of the named cores, not a chip.

#![forbid(unsafe_code)]

mod arithmetic;
mod compressed;
mod core;
mod cycles;
mod decode;
mod domain;
mod elf;
mod execute;
mod instruction;
mod memory;
mod prepared;
mod trap;

#[cfg(test)]
mod tests;

pub use self::core::{A0, Call, Core, GP, Hart, Layout, RA, RETURN_ADDRESS, SP};
pub use cycles::{CV32E40P_LIKE, CycleProfile, Divider, PROFILES, SMALL_RV32};
pub use domain::Domain;
pub use elf::{ElfError, Image, Segment, Symbol};
pub use instruction::{Access, AluOp, Condition, DivOp, MulOp};
pub use memory::Memory;
pub use trap::{CoreError, Trap};
