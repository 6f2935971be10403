//! The rules of the pipeline, each shown by a program that does not compile.
//!
//! They start from a table that is fine:
//!
//! ```
//! use freeboard_dataplane::*;
//! pub enum LastSeen {}
//! impl StatefulTable for LastSeen {
//!     const NAME: &'static str = "last_seen";
//!     const SCOPE: RegisterScope = RegisterScope::Queue;
//!     type Cell = u32;
//!     type Key<C: Copy> = [C; 0];
//!     type Config = Rows<0>;
//!     const OUT_BITS: u32 = 32;
//!     const ENTRIES: [Option<Entry>; 4] = [
//!         Some(Entry::always(Salu::new("swap").lo(Upd::set(Phv::Lo)).out(OutSrc::Old(Half::Lo), Pred::ALWAYS))),
//!         None, None, None,
//!     ];
//! }
//! let mut h = Native::new(0);
//! let mut cell = 7;
//! let port = h.open::<LastSeen>(&mut cell);
//! let word = Word::from_raw(9);
//! assert_eq!(h.stateful::<LastSeen>(port, &Rows([]), [], word, word).into_raw(), 7);
//! assert_eq!(cell, 9);
//! ```
//!
//! # One access per register and pass
//! The access right is consumed by the access: a second one is a use of a moved value.
//! ```compile_fail,E0382
//! # use freeboard_dataplane::*;
//! # pub enum LastSeen {}
//! # impl StatefulTable for LastSeen {
//! #     const NAME: &'static str = "last_seen";
//! #     const SCOPE: RegisterScope = RegisterScope::Queue;
//! #     type Cell = u32;
//! #     type Key<C: Copy> = [C; 0];
//! #     type Config = Rows<0>;
//! #     const OUT_BITS: u32 = 32;
//! #     const ENTRIES: [Option<Entry>; 4] = [
//! #         Some(Entry::always(Salu::new("swap").lo(Upd::set(Phv::Lo)).out(OutSrc::Old(Half::Lo), Pred::ALWAYS))),
//! #         None, None, None,
//! #     ];
//! # }
//! fn program<H: Hw>(h: &mut H, port: H::Port<'_, LastSeen>, word: Word<H>) {
//!     h.stateful(port, &Rows([]), [], word, word);
//!     h.stateful(port, &Rows([]), [], word, word);
//! }
//! ```
//!
//! # No Rust branch on metadata
//! A word has no comparison and a condition is no `bool`.
//! ```compile_fail,E0369
//! # use freeboard_dataplane::*;
//! fn program<H: Hw>(sojourn: Word<H>, target: Word<H>) -> bool {
//!     if sojourn > target { true } else { false }
//! }
//! ```
//!
//! # Only shifts by a constant
//! ```compile_fail,E0277
//! # use freeboard_dataplane::*;
//! fn program<H: Hw>(word: Word<H>, distance: u32) -> Word<H> {
//!     word >> distance
//! }
//! ```
//!
//! # No product of two words
//! The message names the rule and what to write instead.
//! ```compile_fail,E0277
//! # use freeboard_dataplane::*;
//! fn program<H: Hw>(rate: Word<H>, time: Word<H>) -> Word<H> {
//!     rate * time
//! }
//! ```
//!
//! # Only instructions a stateful ALU can run
//! Here a serial comparison with a constant, for which the hardware has no totally correct instruction.
//! ```compile_fail,E0080
//! use freeboard_dataplane::*;
//! pub enum Late {}
//! impl StatefulTable for Late {
//!     const NAME: &'static str = "late";
//!     const SCOPE: RegisterScope = RegisterScope::Queue;
//!     type Cell = u32;
//!     type Key<C: Copy> = [C; 0];
//!     type Config = Rows<0>;
//!     const OUT_BITS: u32 = 1;
//!     const ENTRIES: [Option<Entry>; 4] = [
//!         Some(Entry::always(
//!             Salu::new("late").cmp_lo(Cmp::later(Phv::Lo, Half::Lo).plus(K::Imm(3))).out(OutSrc::One, Pred::LO),
//!         )),
//!         None, None, None,
//!     ];
//! }
//! let mut h = Native::new(0);
//! let mut cell = 0;
//! let port = h.open::<Late>(&mut cell);
//! let word = Word::from_raw(9);
//! h.stateful::<Late>(port, &Rows([]), [], word, word);
//! ```
