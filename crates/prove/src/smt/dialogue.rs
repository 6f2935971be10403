//! Questions to a solver that keeps what it was told: a list of assertions that grows and shrinks at its end.

use super::term::{Arithmetic, Node, Sort, Term, Terms};
use super::text::{Name, bound, define, line};
use std::collections::HashSet;

/// What a solver was told so far. Products and quotients are left open, but for their bounds: what is impossible so is
/// impossible.
#[derive(Clone, Debug, Default)]
pub struct Dialogue {
    levels: Vec<Level>,
    defined: HashSet<Term>,
}

#[derive(Clone, Debug)]
struct Level {
    assertion: Term,
    defined: Vec<Term>,
}

impl Dialogue {
    /// Lines that ask whether all of `assertions` can hold at once, after what was asked before. All questions of a
    /// dialogue are about one store of terms.
    pub fn question(&mut self, terms: &Terms, assertions: &[Term]) -> String {
        let told = self.levels.iter().zip(assertions);
        let common = told.take_while(|(level, assertion)| level.assertion == **assertion).count();
        let mut out = String::new();
        if common < self.levels.len() {
            line(&mut out, format_args!("(pop {})", self.levels.len() - common));
            for level in self.levels.drain(common..) {
                level.defined.iter().for_each(|term| {
                    self.defined.remove(term);
                });
            }
        }
        for &assertion in &assertions[common..] {
            out.push_str("(push)\n");
            let defined = self.define(terms, &mut out, assertion);
            line(&mut out, format_args!("(assert {})", Name(terms, assertion)));
            self.levels.push(Level { assertion, defined });
        }
        out.push_str("(check-sat)\n");
        out
    }

    /// Defines what the assertion is made of and the solver does not know yet.
    fn define(&mut self, terms: &Terms, out: &mut String, assertion: Term) -> Vec<Term> {
        let (mut new, mut open) = (Vec::new(), vec![assertion]);
        while let Some(term) = open.pop() {
            if self.defined.insert(term) {
                new.push(term);
                open.extend(terms.node(term).operands());
            }
        }
        // Operands were stored before what is made of them.
        new.sort_unstable();
        for &term in &new {
            match terms.node(term) {
                Node::Arithmetic(op, a, b) => open_product(terms, out, term, (op, a, b)),
                _ => define(terms, out, term),
            }
        }
        new
    }
}

/// A product or quotient of which only bounds are known.
fn open_product(terms: &Terms, out: &mut String, term: Term, parts: (Arithmetic, Term, Term)) {
    debug_assert_eq!(terms.sort(term), Sort::Bits(32));
    line(out, format_args!("(declare-const {} (_ BitVec 32))", Name(terms, term)));
    bound(terms, out, term, parts);
}
