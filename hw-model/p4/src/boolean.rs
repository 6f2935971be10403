//! Conditions of a graph as boolean text: negations at the leaves only, as a gateway takes them.

use freeboard_pipeline::{Graph, NodeId, Test, TestId};

/// What a condition reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leaf {
    /// Some bit of the word is set.
    Any(NodeId),
    /// One bit of the word is set.
    Bit(NodeId, u32),
}

impl Leaf {
    /// The word it reads.
    pub(super) const fn word(self) -> NodeId {
        match self {
            Self::Any(word) | Self::Bit(word, _) => word,
        }
    }
}

/// A condition with its negations at the leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bool {
    /// A leaf, or its negation where the flag is false.
    Leaf(Leaf, bool),
    /// Every one.
    All(Vec<Self>),
    /// At least one.
    Some(Vec<Self>),
}

impl Bool {
    pub(super) const FALSE: Self = Self::Some(Vec::new());

    /// A test of the graph; its negation where `positive` is false.
    pub(super) fn of(graph: &Graph, test: TestId, positive: bool) -> Self {
        let both = |a, b| vec![Self::of(graph, a, positive), Self::of(graph, b, positive)];
        match (graph.test(test).0, positive) {
            // The only bit of a word is the word.
            (Test::Bit(word, 0), _) if graph.node(word).width == 1 => Self::Leaf(Leaf::Any(word), positive),
            (Test::NonZero(word), _) => Self::Leaf(Leaf::Any(word), positive),
            (Test::Bit(word, bit), _) => Self::Leaf(Leaf::Bit(word, bit), positive),
            (Test::Not(inner), _) => Self::of(graph, inner, !positive),
            (Test::Both(a, b), true) | (Test::Either(a, b), false) => Self::all(both(a, b)),
            (Test::Both(a, b), false) | (Test::Either(a, b), true) => Self::some(both(a, b)),
            (Test::Never, true) => Self::FALSE,
            (Test::Never, false) => Self::All(Vec::new()),
        }
    }

    /// The conjunction, flat.
    pub(super) fn all(parts: Vec<Self>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Self::All(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.contains(&Self::FALSE) { Self::FALSE } else { single(flat, Self::All) }
    }

    /// The disjunction, flat.
    pub(super) fn some(parts: Vec<Self>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Self::Some(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.contains(&Self::All(Vec::new())) { Self::All(Vec::new()) } else { single(flat, Self::Some) }
    }

    /// Every leaf once, in order of appearance.
    pub(super) fn leaves(&self, into: &mut Vec<Leaf>) {
        match self {
            Self::Leaf(leaf, _) if into.contains(leaf) => {}
            Self::Leaf(leaf, _) => into.push(*leaf),
            Self::All(parts) | Self::Some(parts) => parts.iter().for_each(|part| part.leaves(into)),
        }
    }

    /// Its value where `holds` says which leaves hold.
    pub(super) fn eval(&self, holds: &dyn Fn(Leaf) -> bool) -> bool {
        match self {
            Self::Leaf(leaf, positive) => holds(*leaf) == *positive,
            Self::All(parts) => parts.iter().all(|part| part.eval(holds)),
            Self::Some(parts) => parts.iter().any(|part| part.eval(holds)),
        }
    }

    /// Its text, with `leaf` writing a leaf or its negation.
    pub(super) fn text(&self, leaf: &dyn Fn(Leaf, bool) -> String) -> String {
        match self {
            Self::Leaf(one, positive) => leaf(*one, *positive),
            Self::All(parts) if parts.is_empty() => "true".to_owned(),
            Self::Some(parts) if parts.is_empty() => "false".to_owned(),
            Self::All(parts) => joined(parts, " && ", leaf),
            Self::Some(parts) => joined(parts, " || ", leaf),
        }
    }
}

fn single(mut parts: Vec<Bool>, several: fn(Vec<Bool>) -> Bool) -> Bool {
    if parts.len() == 1 { parts.remove(0) } else { several(parts) }
}

fn joined(parts: &[Bool], sign: &str, leaf: &dyn Fn(Leaf, bool) -> String) -> String {
    let inner = |part: &Bool| match part {
        Bool::Leaf(..) => part.text(leaf),
        _ => format!("({})", part.text(leaf)),
    };
    parts.iter().map(inner).collect::<Vec<_>>().join(sign)
}

/// The values of the leaves in row `number` of a truth table over `leaves`.
pub(super) fn holds_in(leaves: &[Leaf], number: usize) -> impl Fn(Leaf) -> bool + '_ {
    move |leaf| leaves.iter().position(|one| *one == leaf).is_some_and(|at| number >> at & 1 == 1)
}

/// The condition that bits `mask` of a key have the values `value`.
pub(super) fn key_is(graph: &Graph, key: &[TestId], mask: u8, value: u8) -> Bool {
    let bits = key.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
    Bool::all(bits.map(|(index, &test)| Bool::of(graph, test, value >> index & 1 == 1)).collect())
}
