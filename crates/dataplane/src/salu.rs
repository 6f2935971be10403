//! Stateful-ALU programs as `const` data (Tofino-1 grammar).
//!
//! ```text
//! access ::= [cmp_lo] [cmp_hi] upd_lo{0,2} upd_hi{0,2} [out]
//! cmp    ::= (+-mem)? (+-phv)? (k)?  REL  0            exact, on a sum wider than 32 bits
//!          | serial(phv - mem) REL 0                   sign of the wrapping difference, no constant
//! upd    ::= guard ? half := A op B                    A: memory or constant; B: metadata, constant, math
//! out    ::= guard ? (old half | metadata | new half | 1) : 0
//! ```
//! All reads see the register before the access. Two updates of one half that fire together are OR-ed.
//! Half `hi` of a 32-bit register is scratch: computed, possibly output, not stored.

/// A half of the register: `Lo` alone for 32-bit registers, both for pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// First word.
    Lo,
    /// Second word, or scratch on a 32-bit register.
    Hi,
}

/// One of the two metadata words an access is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phv {
    /// First word.
    Lo,
    /// Second word.
    Hi,
}

/// A constant operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum K {
    /// Signed immediate, -8 ..= 7.
    Imm(i8),
    /// A register-file row the control plane writes: an index into the table's [`crate::Config`].
    Row(u8),
    /// A register-file row with a value fixed by the program.
    Const(u32),
}

/// A signed term of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term<T> {
    /// Absent.
    None,
    /// Added.
    Plus(T),
    /// Subtracted.
    Minus(T),
}

/// Relation of the sum to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rel {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

/// A comparison of at most one memory half, one metadata word and one constant with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cmp {
    /// Memory term.
    pub mem: Term<Half>,
    /// Metadata term.
    pub phv: Term<Phv>,
    /// Constant term.
    pub k: Option<K>,
    /// Relation of the sum to 0.
    pub rel: Rel,
    /// Compare the 32-bit wrapping difference by its sign: wrap-safe, exactly two operands.
    pub serial: bool,
}

impl Cmp {
    /// `mem REL 0`.
    #[must_use]
    pub const fn mem(half: Half, rel: Rel) -> Self {
        Self { mem: Term::Plus(half), phv: Term::None, k: None, rel, serial: false }
    }

    /// `phv - mem REL 0`, exact.
    #[must_use]
    pub const fn phv_minus_mem(phv: Phv, half: Half, rel: Rel) -> Self {
        Self { mem: Term::Minus(half), phv: Term::Plus(phv), k: None, rel, serial: false }
    }

    /// `phv - mem REL 0` in serial order.
    #[must_use]
    pub const fn serial(phv: Phv, half: Half, rel: Rel) -> Self {
        Self { mem: Term::Minus(half), phv: Term::Plus(phv), k: None, rel, serial: true }
    }

    /// `phv` is strictly later than `mem` in serial order.
    #[must_use]
    pub const fn later(phv: Phv, half: Half) -> Self {
        Self::serial(phv, half, Rel::Gt)
    }

    /// The same comparison with a constant added to the sum.
    #[must_use]
    pub const fn plus(mut self, k: K) -> Self {
        self.k = Some(k);
        self
    }
}

/// A boolean function of the two comparisons: bit `2*hi + lo` of a truth table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pred(pub(crate) u8);

impl Pred {
    /// True in all four cases.
    pub const ALWAYS: Self = Self(0b1111);
    /// `cmp_lo` holds.
    pub const LO: Self = Self(0b1010);
    /// `cmp_hi` holds.
    pub const HI: Self = Self(0b1100);

    /// Both predicates.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// At least one of the predicates.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The opposite predicate.
    #[must_use]
    pub const fn not(self) -> Self {
        Self(!self.0 & 0b1111)
    }

    /// The truth table: bit `2*hi + lo`.
    #[inline(always)]
    #[must_use]
    pub const fn table(self) -> u8 {
        self.0
    }
}

/// First operand of an update: memory or a constant, never metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SrcA {
    /// Old value of a half.
    Mem(Half),
    /// A constant.
    K(K),
}

/// Second operand of an update: metadata, a constant or the math unit, never memory directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SrcB {
    /// A metadata word.
    Phv(Phv),
    /// A constant.
    K(K),
    /// The math unit over the old value of a half; half `Lo` updates only.
    Math(Half),
}

/// Operation of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `A`.
    A,
    /// `B`.
    B,
    /// `A + B` mod 2^32.
    Add,
    /// `A - B` mod 2^32.
    Sub,
    /// `A + B`, at most 2^32 - 1.
    SatAdd,
    /// `A - B`, at least 0.
    SatSub,
    /// Smaller, unsigned.
    Min,
    /// Larger, unsigned.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

/// A guarded update of one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upd {
    /// When it fires.
    pub guard: Pred,
    /// First operand.
    pub a: SrcA,
    /// Operation.
    pub op: Op,
    /// Second operand.
    pub b: SrcB,
}

impl Upd {
    /// `half := a op b`.
    #[must_use]
    pub const fn new(a: SrcA, op: Op, b: SrcB) -> Self {
        Self { guard: Pred::ALWAYS, a, op, b }
    }

    /// `half := phv`.
    #[must_use]
    pub const fn set(phv: Phv) -> Self {
        Self::new(SrcA::K(K::Imm(0)), Op::B, SrcB::Phv(phv))
    }

    /// `half := k`.
    #[must_use]
    pub const fn set_k(k: K) -> Self {
        Self::new(SrcA::K(k), Op::A, SrcB::K(K::Imm(0)))
    }

    /// `half := k + phv`.
    #[must_use]
    pub const fn k_plus(k: K, phv: Phv) -> Self {
        Self::new(SrcA::K(k), Op::Add, SrcB::Phv(phv))
    }

    /// The same update, only where `guard` holds.
    #[must_use]
    pub const fn when(mut self, guard: Pred) -> Self {
        self.guard = guard;
        self
    }
}

/// What an access returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutSrc {
    /// Old value of a half.
    Old(Half),
    /// A metadata word.
    Phv(Phv),
    /// New value of a half: the ALU's result (0 if no update of it fired), scratch included.
    Alu(Half),
    /// The guard itself as 0 or 1.
    One,
}

/// Output of an access: the source where the guard holds, else 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Out {
    /// When it is not 0.
    pub guard: Pred,
    /// What it is.
    pub src: OutSrc,
}

/// One instruction of a stateful ALU. Built in `const` context; [`crate::rules`] shows what is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Salu {
    /// Name of the action, for reports.
    pub name: &'static str,
    /// First comparison.
    pub cmp_lo: Option<Cmp>,
    /// Second comparison.
    pub cmp_hi: Option<Cmp>,
    /// Updates of half `Lo`.
    pub lo: [Option<Upd>; 2],
    /// Updates of half `Hi`.
    pub hi: [Option<Upd>; 2],
    /// Output; `None` is 0.
    pub out: Option<Out>,
    /// More than two updates were asked for on one half; refused by the check.
    pub(crate) overfull: bool,
}

impl Salu {
    /// An instruction that does nothing yet.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, cmp_lo: None, cmp_hi: None, lo: [None; 2], hi: [None; 2], out: None, overfull: false }
    }

    /// Sets the first comparison.
    #[must_use]
    pub const fn cmp_lo(mut self, cmp: Cmp) -> Self {
        self.cmp_lo = Some(cmp);
        self
    }

    /// Sets the second comparison.
    #[must_use]
    pub const fn cmp_hi(mut self, cmp: Cmp) -> Self {
        self.cmp_hi = Some(cmp);
        self
    }

    /// Adds an update of half `Lo`.
    #[must_use]
    pub const fn lo(mut self, upd: Upd) -> Self {
        match self.lo {
            [None, _] => self.lo[0] = Some(upd),
            [_, None] => self.lo[1] = Some(upd),
            _ => self.overfull = true,
        }
        self
    }

    /// Adds an update of half `Hi` (scratch on a 32-bit register).
    #[must_use]
    pub const fn hi(mut self, upd: Upd) -> Self {
        match self.hi {
            [None, _] => self.hi[0] = Some(upd),
            [_, None] => self.hi[1] = Some(upd),
            _ => self.overfull = true,
        }
        self
    }

    /// Sets the output.
    #[must_use]
    pub const fn out(mut self, src: OutSrc, guard: Pred) -> Self {
        self.out = Some(Out { guard, src });
        self
    }
}
