//! Terms with some of their parts replaced.

use super::term::{Arithmetic, Node, Term, Terms};
use std::collections::HashMap;

impl Terms {
    /// The operation and the operands of a product or quotient.
    #[must_use]
    pub fn product(&self, term: Term) -> Option<(Arithmetic, [Term; 2])> {
        match self.node(term) {
            Node::Arithmetic(op, a, b) => Some((op, [a, b])),
            _ => None,
        }
    }

    /// Every product and quotient that these terms are made of.
    #[must_use]
    pub fn products(&self, roots: &[Term]) -> Vec<Term> {
        self.cone(roots).into_iter().filter(|&term| self.product(term).is_some()).collect()
    }

    /// The same terms, in which `replace` gives another one for any part, once that of its operands is known.
    pub fn replaced(
        &mut self,
        roots: &[Term],
        mut replace: impl FnMut(&mut Self, Term) -> Option<Term>,
    ) -> Vec<Term> {
        let mut new: HashMap<Term, Term> = HashMap::new();
        for term in self.cone(roots) {
            let same = self.rebuilt(term, |part| new[&part]);
            let other = replace(self, same).unwrap_or(same);
            new.insert(term, other);
        }
        roots.iter().map(|root| new[root]).collect()
    }

    fn rebuilt(&mut self, term: Term, of: impl Fn(Term) -> Term) -> Term {
        match self.node(term) {
            Node::True | Node::False | Node::Const { .. } | Node::Var(_) => term,
            Node::Not(a) => self.not(of(a)),
            Node::Both(a, b) => self.both(of(a), of(b)),
            Node::Either(a, b) => self.either(of(a), of(b)),
            Node::Equal(a, b) => self.equal(of(a), of(b)),
            Node::Below(a, b) => self.below(of(a), of(b)),
            Node::BelowSigned(a, b) => self.below_signed(of(a), of(b)),
            Node::If(condition, a, b) => self.choose(of(condition), of(a), of(b)),
            Node::Binary(op, a, b) => self.apply(op, of(a), of(b)),
            Node::Arithmetic(op, a, b) => self.arithmetic(op, of(a), of(b)),
            Node::Concat(a, b) => self.concat(of(a), of(b)),
            Node::Extract { high, low, of: a } => self.extract(of(a), high, low),
            Node::ZeroExtend { of: a, .. } => self.zero_extend(of(a), self.width(term)),
            Node::SignExtend { of: a, .. } => self.sign_extend(of(a), self.width(term)),
        }
    }
}
