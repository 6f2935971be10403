//! Vectors of 64 bits by their halves, as a machine of 32-bit words has them.

use super::term::{Binary, Node, Term, Terms};

/// Sums within sums that are taken apart at most; their parts may be shared.
const DEPTH: u32 = 6;

impl Terms {
    /// The 32-bit word that a 64-bit vector is with zeros above it, as far as its structure shows.
    pub fn as_word(&mut self, term: Term) -> Option<Term> {
        match self.node(term) {
            Node::Const { value, .. } => u32::try_from(value).ok().map(|value| self.word(value)),
            Node::ZeroExtend { by: 32, of } => Some(of),
            _ => None,
        }
    }

    /// The 32-bit word that a 64-bit vector is with copies of its sign above it, likewise.
    pub fn as_signed_word(&mut self, term: Term) -> Option<Term> {
        match self.node(term) {
            Node::Const { value, .. } => {
                let value = i32::try_from((value as u64).cast_signed()).ok()?;
                Some(self.word(value.cast_unsigned()))
            }
            Node::SignExtend { by: 32, of } => Some(of),
            _ => None,
        }
    }

    /// The low half of a 64-bit vector.
    pub fn low_word(&mut self, term: Term) -> Term {
        self.low(term, DEPTH)
    }

    /// The high half of a 64-bit vector.
    pub fn high_word(&mut self, term: Term) -> Term {
        self.high(term, DEPTH)
    }

    fn low(&mut self, term: Term, depth: u32) -> Term {
        match self.node(term) {
            Node::SignExtend { by: 32, of } => of,
            Node::Binary(op, a, b) if depth > 0 => match (op, self.value(b)) {
                (Binary::Add | Binary::Sub | Binary::And | Binary::Or | Binary::Xor, _) => {
                    let (a, b) = (self.low(a, depth - 1), self.low(b, depth - 1));
                    self.apply(op, a, b)
                }
                (Binary::Shl, Some(by @ 0..32)) => {
                    let (a, by) = (self.low(a, depth - 1), self.constant(by, 32));
                    self.shl(a, by)
                }
                (Binary::Shl, Some(_)) => self.word(0),
                (Binary::ShrLogical, Some(by @ 32..64)) => {
                    let (a, by) = (self.high(a, depth - 1), self.constant(by - 32, 32));
                    self.shr(a, by)
                }
                (Binary::ShrArithmetic, Some(by @ 32..64)) => {
                    let (a, by) = (self.high(a, depth - 1), self.constant(by - 32, 32));
                    self.shr_arithmetic(a, by)
                }
                (Binary::ShrLogical | Binary::ShrArithmetic, Some(by @ 1..32)) => {
                    let (low, high) = (self.low(a, depth - 1), self.high(a, depth - 1));
                    let (by, rest) = (self.constant(by, 32), self.constant(32 - by, 32));
                    let (low, high) = (self.shr(low, by), self.shl(high, rest));
                    self.or(low, high)
                }
                _ => self.extract(term, 31, 0),
            },
            Node::If(condition, a, b) if depth > 0 => {
                let (a, b) = (self.low(a, depth - 1), self.low(b, depth - 1));
                self.choose(condition, a, b)
            }
            _ => self.extract(term, 31, 0),
        }
    }

    fn high(&mut self, term: Term, depth: u32) -> Term {
        match self.node(term) {
            Node::ZeroExtend { by: 32, .. } => self.word(0),
            Node::SignExtend { by: 32, of } => {
                let by = self.word(31);
                self.shr_arithmetic(of, by)
            }
            Node::Binary(op, a, b) if depth > 0 => match (op, self.value(b)) {
                (Binary::And | Binary::Or | Binary::Xor, _) => {
                    let (a, b) = (self.high(a, depth - 1), self.high(b, depth - 1));
                    self.apply(op, a, b)
                }
                (Binary::Shl, Some(by @ 32..64)) => {
                    let (a, by) = (self.low(a, depth - 1), self.constant(by - 32, 32));
                    self.shl(a, by)
                }
                (Binary::ShrLogical, Some(by @ 0..32)) => {
                    let (a, by) = (self.high(a, depth - 1), self.constant(by, 32));
                    self.shr(a, by)
                }
                _ => self.extract(term, 63, 32),
            },
            Node::If(condition, a, b) if depth > 0 => {
                let (a, b) = (self.high(a, depth - 1), self.high(b, depth - 1));
                self.choose(condition, a, b)
            }
            _ => self.extract(term, 63, 32),
        }
    }

    pub(super) fn apply(&mut self, op: Binary, a: Term, b: Term) -> Term {
        match op {
            Binary::Add => self.add(a, b),
            Binary::Sub => self.sub(a, b),
            Binary::And => self.and(a, b),
            Binary::Or => self.or(a, b),
            Binary::Xor => self.xor(a, b),
            Binary::Shl => self.shl(a, b),
            Binary::ShrLogical => self.shr(a, b),
            Binary::ShrArithmetic => self.shr_arithmetic(a, b),
        }
    }
}
