//! Terms over truth values and bit vectors of up to 128 bits, each stored once.

use std::collections::{HashMap, HashSet};

/// A term of a [`Terms`] store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub(super) u32);

/// What a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A bit vector of this many bits, 1 ..= 128.
    Bits(u32),
}

/// Products and quotients of two 32-bit words: what a solver finds hard, and a script may leave uninterpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Low half of the product.
    MulLow,
    /// High half of the product of unsigned words.
    MulHigh,
    /// High half of the product of signed words.
    MulHighSigned,
    /// High half of the product of a signed and an unsigned word.
    MulHighMixed,
    /// Quotient of unsigned words, all ones for a divisor of 0.
    Quotient,
    /// Remainder of unsigned words, the dividend for a divisor of 0.
    Remainder,
    /// Quotient of signed words, rounded to 0, -1 for a divisor of 0.
    QuotientSigned,
    /// Remainder of signed words, the dividend for a divisor of 0.
    RemainderSigned,
}

/// Operations on two bit vectors of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Shl,
    ShrLogical,
    ShrArithmetic,
}

/// What a term is made of. Operands were stored before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    True,
    False,
    Const {
        width: u32,
        value: u128,
    },
    /// A free variable: an index into the names.
    Var(u32),
    Not(Term),
    Both(Term, Term),
    Either(Term, Term),
    Equal(Term, Term),
    Below(Term, Term),
    BelowSigned(Term, Term),
    If(Term, Term, Term),
    Binary(Binary, Term, Term),
    Arithmetic(Arithmetic, Term, Term),
    Concat(Term, Term),
    Extract {
        high: u32,
        low: u32,
        of: Term,
    },
    ZeroExtend {
        by: u32,
        of: Term,
    },
    SignExtend {
        by: u32,
        of: Term,
    },
}

/// A store of terms. A term means something in its own store only.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub(super) nodes: Vec<Node>,
    pub(super) sorts: Vec<Sort>,
    pub(super) names: Vec<String>,
    ids: HashMap<Node, Term>,
    by_name: HashMap<String, Term>,
    /// Bounds found so far.
    pub(super) bounds: HashMap<Term, (u128, u128)>,
}

impl Sort {
    /// Bits of a vector, 0 for a truth value.
    #[must_use]
    pub const fn width(self) -> u32 {
        match self {
            Self::Bool => 0,
            Self::Bits(width) => width,
        }
    }
}

impl Terms {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of terms in the store.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Nothing is stored yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a term is.
    #[must_use]
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.0 as usize]
    }

    /// Bits of a term, 0 for a truth value.
    #[must_use]
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width()
    }

    /// The free variable of this name: the same term for the same name.
    pub fn variable(&mut self, name: &str, sort: Sort) -> Term {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        self.names.push(name.to_owned());
        let term = self.store(Node::Var(self.names.len() as u32 - 1), sort);
        self.by_name.insert(name.to_owned(), term);
        term
    }

    /// The name of a free variable.
    #[must_use]
    pub fn name(&self, term: Term) -> Option<&str> {
        match self.node(term) {
            Node::Var(index) => Some(&self.names[index as usize]),
            _ => None,
        }
    }

    /// The value of a constant.
    #[must_use]
    pub fn value(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Const { value, .. } => Some(value),
            Node::True => Some(1),
            Node::False => Some(0),
            _ => None,
        }
    }

    /// The constant as a 32-bit word.
    #[must_use]
    pub fn word_value(&self, term: Term) -> Option<u32> {
        self.value(term).and_then(|value| u32::try_from(value).ok())
    }

    pub(super) fn node(&self, term: Term) -> Node {
        self.nodes[term.0 as usize]
    }

    pub(super) fn store(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(node);
        self.sorts.push(sort);
        self.ids.insert(node, term);
        term
    }

    /// The free variables that these terms depend on.
    #[must_use]
    pub fn variables_of(&self, roots: &[Term]) -> Vec<Term> {
        let mut cone = self.cone(roots);
        cone.retain(|&term| matches!(self.node(term), Node::Var(_)));
        cone
    }

    /// The terms that these are made of, operands before their uses, themselves included.
    pub(super) fn cone(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen = HashSet::new();
        let mut open: Vec<Term> = roots.to_vec();
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                open.extend(self.node(term).operands());
            }
        }
        // Operands were stored before what is made of them.
        let mut all: Vec<Term> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }
}

impl Node {
    pub(super) fn operands(self) -> impl Iterator<Item = Term> {
        let operands = match self {
            Self::True | Self::False | Self::Const { .. } | Self::Var(_) => [None; 3],
            Self::Not(a)
            | Self::Extract { of: a, .. }
            | Self::ZeroExtend { of: a, .. }
            | Self::SignExtend { of: a, .. } => [Some(a), None, None],
            Self::Both(a, b)
            | Self::Either(a, b)
            | Self::Equal(a, b)
            | Self::Below(a, b)
            | Self::BelowSigned(a, b)
            | Self::Binary(_, a, b)
            | Self::Arithmetic(_, a, b)
            | Self::Concat(a, b) => [Some(a), Some(b), None],
            Self::If(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}
