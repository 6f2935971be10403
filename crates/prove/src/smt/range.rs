//! Bounds of a vector, found without a solver.

use super::fold::{binary, cut};
use super::term::{Arithmetic, Binary, Node, Term, Terms};
use std::collections::{BTreeSet, HashMap};

/// Bounds by term.
type Bounds = HashMap<Term, (u128, u128)>;

impl Terms {
    /// The smallest and the largest value a vector could take, as far as its structure shows.
    pub fn bounds(&mut self, term: Term) -> (u128, u128) {
        if let Some(&known) = self.bounds.get(&term) {
            return known;
        }
        for part in self.cone(&[term]) {
            if self.width(part) > 0 && !self.bounds.contains_key(&part) {
                let found = self.bounds_of(part, &self.bounds);
                self.bounds.insert(part, found);
            }
        }
        self.bounds[&term]
    }

    /// The values of a vector that chooses between constants, `most` at most; `None` for another vector.
    #[must_use]
    pub fn choices(&self, term: Term, most: usize) -> Option<BTreeSet<u128>> {
        let values = match self.node(term) {
            Node::Const { value, .. } => [value].into(),
            Node::If(_, a, b) => &self.choices(a, most)? | &self.choices(b, most)?,
            Node::ZeroExtend { of, .. } => self.choices(of, most)?,
            Node::Binary(op, a, b) => {
                let (known, width) = (self.value(b)?, self.width(term));
                self.choices(a, most)?.into_iter().map(|value| binary(op, value, known, width)).collect()
            }
            _ => return None,
        };
        (values.len() <= most).then_some(values)
    }

    /// Low bits of a vector that are 0 whatever its variables are.
    #[must_use]
    pub fn zeros_below(&self, term: Term) -> u32 {
        match self.node(term) {
            Node::Const { width, value } => value.trailing_zeros().min(width),
            Node::If(_, a, b) | Node::Binary(Binary::Add | Binary::Or, a, b) => {
                self.zeros_below(a).min(self.zeros_below(b))
            }
            Node::Binary(Binary::And, a, b) => self.zeros_below(a).max(self.zeros_below(b)),
            Node::Binary(Binary::Shl, a, b) => {
                let by = self.word_value(b).unwrap_or(0);
                self.zeros_below(a).saturating_add(by).min(self.width(term))
            }
            _ => 0,
        }
    }

    /// As [`Self::bounds`], where `conditions` hold: comparisons with constants count, of a term or of its upper bits.
    #[must_use]
    pub fn bounds_under(&self, term: Term, conditions: &[Term]) -> (u128, u128) {
        let facts = self.facts(conditions);
        let mut known = Bounds::new();
        for part in self.cone(&[term]) {
            if self.width(part) > 0 {
                let (mut least, mut most) = self.bounds_of(part, &known);
                if let Some(fact) = facts.get(&part) {
                    (least, most) = (least.max(fact.0), most.min(fact.1));
                }
                // Conditions that contradict each other leave nothing: any bounds are right then.
                known.insert(part, (least.min(most), most));
            }
        }
        known[&term]
    }

    /// Bounds of a term where a condition holds, or where it does not.
    fn told(&self, condition: Term, holds: bool, (term, bounds): (Term, (u128, u128))) -> (u128, u128) {
        let (least, most) = bounds;
        let (low, high) = match (self.node(condition), holds) {
            (Node::Not(inner), _) => return self.told(inner, !holds, (term, bounds)),
            (Node::Both(a, b), true) | (Node::Either(a, b), false) => {
                let bounds = self.told(a, holds, (term, bounds));
                return self.told(b, holds, (term, bounds));
            }
            (Node::Below(a, b), true) if a == term => {
                (0, self.value(b).map_or(most, |limit| limit.saturating_sub(1)))
            }
            (Node::Below(a, b), false) if a == term => (self.value(b).unwrap_or(0), most),
            (Node::Below(a, b), true) if b == term => (self.value(a).map_or(0, |limit| limit + 1), most),
            (Node::Below(a, b), false) if b == term => (0, self.value(a).unwrap_or(most)),
            _ => return bounds,
        };
        // Where the two exclude each other, any bounds are right.
        let (low, high) = (least.max(low), most.min(high));
        (low.min(high), high)
    }

    fn facts(&self, conditions: &[Term]) -> Bounds {
        let mut facts = Bounds::new();
        for &condition in conditions {
            let (positive, holds) = match self.node(condition) {
                Node::Not(inner) => (inner, false),
                _ => (condition, true),
            };
            let (term, least, most) = match self.node(positive) {
                Node::Below(a, b) => match (self.value(a), self.value(b), holds) {
                    (_, Some(limit), true) => (a, 0, limit.saturating_sub(1)),
                    (_, Some(limit), false) => (a, limit, u128::MAX),
                    (Some(limit), _, true) => (b, limit.saturating_add(1), u128::MAX),
                    (Some(limit), _, false) => (b, 0, limit),
                    _ => continue,
                },
                Node::Equal(a, b) if holds => match (self.value(a), self.value(b)) {
                    (_, Some(value)) => (a, value, value),
                    (Some(value), _) => (b, value, value),
                    _ => continue,
                },
                Node::Equal(a, b) if self.width(a) > 0 => match (self.value(a), self.value(b)) {
                    (_, Some(0)) => (a, 1, cut(u128::MAX, self.width(a))),
                    (Some(0), _) => (b, 1, cut(u128::MAX, self.width(b))),
                    _ => continue,
                },
                _ => continue,
            };
            self.narrow(&mut facts, term, least, most);
        }
        facts
    }

    fn narrow(&self, facts: &mut Bounds, term: Term, least: u128, most: u128) {
        let known = facts.entry(term).or_insert((0, u128::MAX));
        *known = (known.0.max(least), known.1.min(most));
        // What bounds the upper bits bounds the whole.
        if let Node::Binary(Binary::ShrLogical, whole, by) = self.node(term)
            && let Some(by @ 0..64) = self.value(by)
            && least < 1 << 64
            && most < 1 << 64
        {
            self.narrow(facts, whole, least << by, ((most + 1) << by) - 1);
        }
    }

    fn bounds_of(&self, term: Term, known: &Bounds) -> (u128, u128) {
        let width = self.width(term);
        let any = (0, cut(u128::MAX, width));
        let of = |term: Term| known[&term];
        match self.node(term) {
            Node::Const { value, .. } => (value, value),
            Node::If(condition, a, b) => {
                let (a, b) =
                    (self.told(condition, true, (a, of(a))), self.told(condition, false, (b, of(b))));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Node::ZeroExtend { of: a, .. } => of(a),
            Node::Extract { low: 0, of: a, .. } if of(a).1 <= any.1 => of(a),
            Node::Binary(Binary::Add, a, b) => {
                let (a, b) = (of(a), of(b));
                match (a.0.checked_add(b.0), a.1.checked_add(b.1)) {
                    (Some(low), Some(high)) if high <= any.1 => (low, high),
                    _ => any,
                }
            }
            Node::Binary(Binary::And, a, b) => (0, of(a).1.min(of(b).1)),
            Node::Arithmetic(Arithmetic::MulHigh, a, b) => (0, (of(a).1 * of(b).1) >> 32),
            Node::Arithmetic(Arithmetic::Quotient, a, b) if of(b).0 > 0 => {
                (of(a).0 / of(b).1, of(a).1 / of(b).0)
            }
            Node::Arithmetic(Arithmetic::Remainder, a, b) if of(b).0 > 0 => (0, of(a).1.min(of(b).1 - 1)),
            Node::Concat(a, b) => {
                let by = self.width(b);
                (of(a).0 << by | of(b).0, of(a).1 << by | of(b).1)
            }
            Node::Binary(Binary::Or | Binary::Xor, a, b) => {
                let most = of(a).1.max(of(b).1);
                (0, u128::MAX.checked_shr(most.leading_zeros()).unwrap_or(0))
            }
            Node::Binary(Binary::ShrLogical, a, b) => match u32::try_from(of(b).0) {
                Ok(least) if least < width => (0, of(a).1 >> least),
                _ => (0, 0),
            },
            Node::Binary(Binary::Shl, a, b) => match self.value(b).and_then(|by| u32::try_from(by).ok()) {
                Some(by) if by < width && of(a).1 << by >> by == of(a).1 && of(a).1 << by <= any.1 => {
                    (of(a).0 << by, of(a).1 << by)
                }
                _ => any,
            },
            _ => any,
        }
    }
}
