//! The value of a term under an assignment of its variables.

use super::fold::{arithmetic, binary, cut, signed};
use super::term::{Node, Sort, Term, Terms};
use std::collections::HashMap;

/// Values of free variables by name; a variable without one is 0.
pub type Assignment = HashMap<String, u128>;

impl Terms {
    /// Values of terms under an assignment; a truth value is 0 or 1.
    #[must_use]
    pub fn evaluate(&self, terms: &[Term], assignment: &Assignment) -> Vec<u128> {
        let mut values: HashMap<Term, u128> = HashMap::new();
        for term in self.cone(terms) {
            let value = self.value_of(term, assignment, &values);
            values.insert(term, value);
        }
        terms.iter().map(|term| values[term]).collect()
    }

    fn value_of(&self, term: Term, assignment: &Assignment, values: &HashMap<Term, u128>) -> u128 {
        let of = |term: Term| values[&term];
        let word = |term: Term| of(term) as u32;
        match self.node(term) {
            Node::True => 1,
            Node::False => 0,
            Node::Const { value, .. } => value,
            Node::Var(index) => {
                let value = assignment.get(&self.names[index as usize]).copied().unwrap_or(0);
                match self.sort(term) {
                    Sort::Bool => value & 1,
                    Sort::Bits(width) => cut(value, width),
                }
            }
            Node::Not(a) => 1 - of(a),
            Node::Both(a, b) => of(a) & of(b),
            Node::Either(a, b) => of(a) | of(b),
            Node::Equal(a, b) => u128::from(of(a) == of(b)),
            Node::Below(a, b) => u128::from(of(a) < of(b)),
            Node::BelowSigned(a, b) => {
                let width = self.width(a);
                u128::from(signed(of(a), width) < signed(of(b), width))
            }
            Node::If(condition, a, b) => of(if of(condition) == 1 { a } else { b }),
            Node::Binary(op, a, b) => binary(op, of(a), of(b), self.width(a)),
            Node::Arithmetic(op, a, b) => u128::from(arithmetic(op, word(a), word(b))),
            Node::Concat(a, b) => of(a) << self.width(b) | of(b),
            Node::Extract { high, low, of: a } => cut(of(a) >> low, high - low + 1),
            Node::ZeroExtend { of: a, .. } => of(a),
            Node::SignExtend { by, of: a } => {
                let width = self.width(a);
                cut(signed(of(a), width).cast_unsigned(), width + by)
            }
        }
    }
}
