//! Constructors of terms; each gives an equal term that is as simple as it can see.

use super::fold::{arithmetic, binary, cut, signed};
use super::term::{Arithmetic, Binary, Node, Sort, Term, Terms};

macro_rules! binaries {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&mut self, a: Term, b: Term) -> Term {
            self.binary(Binary::$op, a, b)
        })*
    };
}

impl Terms {
    /// A known truth value.
    pub fn truth(&mut self, value: bool) -> Term {
        self.store(if value { Node::True } else { Node::False }, Sort::Bool)
    }

    /// A known vector: the low bits of `value`.
    pub fn constant(&mut self, value: u128, width: u32) -> Term {
        self.store(Node::Const { width, value: cut(value, width) }, Sort::Bits(width))
    }

    /// A known 32-bit word.
    pub fn word(&mut self, value: u32) -> Term {
        self.constant(u128::from(value), 32)
    }

    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::True => self.truth(false),
            Node::False => self.truth(true),
            Node::Not(inner) => inner,
            _ => self.store(Node::Not(a), Sort::Bool),
        }
    }

    /// Both hold.
    pub fn both(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a), self.node(b)) {
            (Node::False, _) | (_, Node::True) => a,
            (Node::True, _) | (_, Node::False) => b,
            _ if a == b => a,
            (_, Node::Not(inner)) if inner == a => self.truth(false),
            _ => self.store(Node::Both(a, b), Sort::Bool),
        }
    }

    /// At least one holds.
    pub fn either(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a), self.node(b)) {
            (Node::True, _) | (_, Node::False) => a,
            (Node::False, _) | (_, Node::True) => b,
            _ if a == b => a,
            (_, Node::Not(inner)) if inner == a => self.truth(true),
            _ => self.store(Node::Either(a, b), Sort::Bool),
        }
    }

    /// All hold.
    pub fn all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let all = self.truth(true);
        terms.into_iter().fold(all, |all, term| self.both(all, term))
    }

    /// One of them holds.
    pub fn any(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let none = self.truth(false);
        terms.into_iter().fold(none, |any, term| self.either(any, term))
    }

    /// Equal terms of one sort.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.truth(true);
        }
        let (a, b) = (a.min(b), a.max(b));
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.truth(x == y);
        }
        if self.sort(a) == Sort::Bool {
            return match (self.node(a), self.node(b)) {
                (Node::True, _) => b,
                (Node::False, _) => self.not(b),
                (_, Node::True) => a,
                (_, Node::False) => self.not(a),
                _ => self.store(Node::Equal(a, b), Sort::Bool),
            };
        }
        self.choice_equal(a, b)
            .or_else(|| self.choice_equal(b, a))
            .unwrap_or_else(|| self.store(Node::Equal(a, b), Sort::Bool))
    }

    /// A choice of two constants beside a constant is its condition.
    fn choice_equal(&mut self, choice: Term, other: Term) -> Option<Term> {
        let (Node::If(condition, yes, no), Some(value)) = (self.node(choice), self.value(other)) else {
            return None;
        };
        let (yes, no) = (self.value(yes)?, self.value(no)?);
        Some(match (yes == value, no == value) {
            (true, true) => self.truth(true),
            (true, false) => condition,
            (false, true) => self.not(condition),
            (false, false) => self.truth(false),
        })
    }

    /// `a < b`, unsigned.
    pub fn below(&mut self, a: Term, b: Term) -> Term {
        if a == b || self.value(b) == Some(0) {
            return self.truth(false);
        }
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.truth(x < y);
        }
        if self.value(a) == Some(0) {
            let equal = self.equal(a, b);
            return self.not(equal);
        }
        if self.value(b) == Some(1) {
            let zero = self.constant(0, self.width(a));
            return self.equal(a, zero);
        }
        self.store(Node::Below(a, b), Sort::Bool)
    }

    /// `a < b` in two's complement.
    pub fn below_signed(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.truth(false);
        }
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            let width = self.width(a);
            return self.truth(signed(x, width) < signed(y, width));
        }
        self.store(Node::BelowSigned(a, b), Sort::Bool)
    }

    /// `a <= b`, unsigned.
    pub fn at_most(&mut self, a: Term, b: Term) -> Term {
        let above = self.below(b, a);
        self.not(above)
    }

    /// `yes` where the condition holds, else `no`.
    pub fn choose(&mut self, condition: Term, yes: Term, no: Term) -> Term {
        debug_assert_eq!(self.sort(yes), self.sort(no));
        match self.node(condition) {
            Node::True => yes,
            Node::False => no,
            _ if yes == no => yes,
            Node::Not(inner) => self.choose(inner, no, yes),
            _ => match (self.node(yes), self.node(no)) {
                (Node::True, Node::False) => condition,
                (Node::False, Node::True) => self.not(condition),
                _ => self.store(Node::If(condition, yes, no), self.sort(yes)),
            },
        }
    }

    /// 1 where the condition holds, else 0.
    pub fn flag(&mut self, condition: Term, width: u32) -> Term {
        let (one, zero) = (self.constant(1, width), self.constant(0, width));
        self.choose(condition, one, zero)
    }

    /// Some bit is set.
    pub fn nonzero(&mut self, a: Term) -> Term {
        let zero = self.constant(0, self.width(a));
        let equal = self.equal(a, zero);
        self.not(equal)
    }

    binaries! {
        /// Sum mod 2^width.
        add = Add;
        /// Difference mod 2^width.
        sub = Sub;
        /// Bitwise and.
        and = And;
        /// Bitwise or.
        or = Or;
        /// Bitwise exclusive or.
        xor = Xor;
        /// Shift left; 0 from a distance of the width on.
        shl = Shl;
        /// Logical shift right; 0 from a distance of the width on.
        shr = ShrLogical;
        /// Arithmetic shift right; the sign from a distance of the width on.
        shr_arithmetic = ShrArithmetic;
    }

    fn binary(&mut self, op: Binary, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        let (known_a, known_b) = (self.value(a), self.value(b));
        if let (Some(x), Some(y)) = (known_a, known_b) {
            return self.constant(binary(op, x, y, width), width);
        }
        // A difference with a constant is a sum, constants stand on the right, sums of constants are one.
        if let (Binary::Sub, Some(y)) = (op, known_b) {
            let negated = self.constant(y.wrapping_neg(), width);
            return self.binary(Binary::Add, a, negated);
        }
        let commutes = matches!(op, Binary::Add | Binary::And | Binary::Or | Binary::Xor);
        if commutes && (known_a.is_some() || (known_b.is_none() && b < a)) {
            return self.ordered(op, b, a, width);
        }
        self.ordered(op, a, b, width)
    }

    fn ordered(&mut self, op: Binary, a: Term, b: Term, width: u32) -> Term {
        let ones = cut(u128::MAX, width);
        match (op, self.value(b)) {
            (Binary::And, Some(0)) => return b,
            (Binary::And, Some(y)) if y == ones => return a,
            (Binary::Or, Some(y)) if y == ones => return b,
            (op, Some(0)) if op != Binary::And => return a,
            (Binary::And | Binary::Or, None) if a == b => return a,
            (Binary::Sub | Binary::Xor, None) if a == b => return self.constant(0, width),
            (Binary::Add, Some(y)) => {
                if let Node::Binary(Binary::Add, inner, known) = self.node(a)
                    && let Some(x) = self.value(known)
                {
                    let sum = self.constant(x.wrapping_add(y), width);
                    return self.binary(Binary::Add, inner, sum);
                }
            }
            (Binary::And, Some(y)) => match self.node(a) {
                Node::Binary(Binary::And, inner, known) if self.value(known).is_some() => {
                    let mask = self.constant(self.value(known).unwrap_or(0) & y, width);
                    return self.binary(Binary::And, inner, mask);
                }
                // The low part of what is put together of parts.
                Node::Concat(_, low) if y < 1 << self.width(low) => {
                    let mask = self.constant(y, self.width(low));
                    let low = self.binary(Binary::And, low, mask);
                    return self.zero_extend(low, width);
                }
                _ => {}
            },
            _ => {}
        }
        self.store(Node::Binary(op, a, b), Sort::Bits(width))
    }

    /// A product or quotient of 32-bit words.
    pub fn arithmetic(&mut self, op: Arithmetic, a: Term, b: Term) -> Term {
        if let (Some(x), Some(y)) = (self.word_value(a), self.word_value(b)) {
            return self.word(arithmetic(op, x, y));
        }
        let product = matches!(op, Arithmetic::MulLow | Arithmetic::MulHigh | Arithmetic::MulHighSigned);
        let swap = self.value(a).is_some() || (self.value(b).is_none() && b < a);
        let (a, b) = if product && swap { (b, a) } else { (a, b) };
        match (op, self.word_value(b)) {
            (Arithmetic::MulLow | Arithmetic::MulHigh | Arithmetic::MulHighSigned, Some(0)) => return b,
            (Arithmetic::MulLow | Arithmetic::Quotient, Some(1)) => return a,
            (Arithmetic::MulLow, Some(y)) if y.is_power_of_two() => {
                let distance = self.word(y.trailing_zeros());
                return self.shl(a, distance);
            }
            (Arithmetic::MulHigh, Some(1)) => return self.word(0),
            (Arithmetic::MulHigh, Some(y)) if y.is_power_of_two() => {
                let distance = self.word(32 - y.trailing_zeros());
                return self.shr(a, distance);
            }
            (Arithmetic::Quotient, Some(y)) if y.is_power_of_two() => {
                let distance = self.word(y.trailing_zeros());
                return self.shr(a, distance);
            }
            (Arithmetic::Remainder, Some(y)) if y.is_power_of_two() => {
                let mask = self.word(y - 1);
                return self.and(a, mask);
            }
            _ => {}
        }
        self.store(Node::Arithmetic(op, a, b), Sort::Bits(32))
    }

    /// `a` above `b` in one vector.
    pub fn concat(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a) + self.width(b);
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.constant(x << self.width(b) | y, width);
        }
        self.store(Node::Concat(a, b), Sort::Bits(width))
    }

    /// Bits `high` down to `low`.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        let (width, out) = (self.width(a), high - low + 1);
        if out == width {
            return a;
        }
        if let Some(x) = self.value(a) {
            return self.constant(x >> low, out);
        }
        match self.node(a) {
            Node::Concat(_, b) if high < self.width(b) => return self.extract(b, high, low),
            Node::Concat(a, b) if low >= self.width(b) => {
                let down = self.width(b);
                return self.extract(a, high - down, low - down);
            }
            Node::ZeroExtend { of, .. } if high < self.width(of) => return self.extract(of, high, low),
            Node::Extract { low: inner, of, .. } => return self.extract(of, inner + high, inner + low),
            _ => {}
        }
        self.store(Node::Extract { high, low, of: a }, Sort::Bits(out))
    }

    /// The vector with zeros above it.
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        let by = width - self.width(a);
        match self.value(a) {
            _ if by == 0 => a,
            Some(x) => self.constant(x, width),
            None => self.store(Node::ZeroExtend { by, of: a }, Sort::Bits(width)),
        }
    }

    /// The vector with copies of its top bit above it.
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        let narrow = self.width(a);
        match self.value(a) {
            _ if narrow == width => a,
            Some(x) => self.constant(signed(x, narrow).cast_unsigned(), width),
            None => self.store(Node::SignExtend { by: width - narrow, of: a }, Sort::Bits(width)),
        }
    }
}
