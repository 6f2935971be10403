//! Gateway and match-key cost of conditions.

use super::graph::{Graph, NodeId, Test, TestId};
use super::profile::{LimitId, Profile, WordKeys};

/// Inputs of one gateway.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gateway {
    /// Words tested, each with the bits read of it.
    pub inputs: Vec<(NodeId, u32)>,
    /// Ternary rows.
    pub rows: u32,
}

impl Gateway {
    /// All bits read.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.inputs.iter().map(|(_, bits)| bits).sum()
    }
}

/// How a table's key is matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyPlan {
    /// Flags, exactly.
    Exact(Vec<NodeId>),
    /// Tests of words, by a gateway; each alternative is a table of its own.
    Gateway(Gateway),
    /// Tests of words, by a ternary key.
    Ternary(Gateway),
}

/// Tests of words and flags by a ternary key.
#[must_use]
pub(super) fn plan_ternary(graph: &Graph, key: &[TestId]) -> Gateway {
    let mut gateway = Gateway::default();
    for &test in key {
        let part = plan_condition(graph, test);
        gateway.rows += part.rows;
        part.inputs.into_iter().for_each(|input| merge(&mut gateway.inputs, input));
    }
    gateway
}

/// A key of flags is matched exactly. As soon as it tests a word, a gateway evaluates it; a ternary key where a gateway
/// cannot hold it, or cannot choose among the `alternatives`, or where the profile says so.
#[must_use]
pub(super) fn plan_key(graph: &Graph, key: &[TestId], alternatives: usize, profile: &Profile) -> KeyPlan {
    if key.iter().all(|&test| is_flag(graph, test)) {
        let mut exact = Vec::new();
        key.iter().for_each(|&test| graph.words_of(test, &mut |word, _| exact.push(word)));
        return KeyPlan::Exact(exact);
    }
    let gateway = plan_ternary(graph, key);
    let fits = gateway.bits() <= profile.limit(LimitId::GatewayBits).value
        && gateway.rows <= profile.limit(LimitId::GatewayRows).value;
    let keyed = alternatives > 1 && profile.word_keys == WordKeys::Ternary;
    if fits && !keyed && alternatives <= 2 { KeyPlan::Gateway(gateway) } else { KeyPlan::Ternary(gateway) }
}

/// A condition evaluated by a gateway.
#[must_use]
pub(super) fn plan_condition(graph: &Graph, test: TestId) -> Gateway {
    let mut leaves = Vec::new();
    graph.words_of(test, &mut |word, kind| leaves.push((word, kind)));
    let mut inputs: Vec<(NodeId, u32)> = Vec::new();
    for (index, &(word, kind)) in leaves.iter().enumerate() {
        let bits = match kind {
            Test::NonZero(_) => graph.node(word).width,
            // The same bit tested twice is read once.
            _ if leaves[..index].contains(&(word, kind)) => 0,
            _ => 1,
        };
        let whole = graph.node(word).width;
        match inputs.iter_mut().find(|(seen, _)| *seen == word) {
            Some((_, sum)) if matches!(kind, Test::NonZero(_)) => *sum = whole,
            Some((_, sum)) => *sum = (*sum + bits).min(whole),
            None => inputs.push((word, bits)),
        }
    }
    Gateway { inputs, rows: rows(graph, test, false) }
}

fn merge(inputs: &mut Vec<(NodeId, u32)>, (word, bits): (NodeId, u32)) {
    match inputs.iter_mut().find(|(seen, _)| *seen == word) {
        Some((_, most)) => *most = bits.max(*most),
        None => inputs.push((word, bits)),
    }
}

fn is_flag(graph: &Graph, test: TestId) -> bool {
    match graph.test(test).0 {
        Test::NonZero(word) => graph.node(word).width == 1,
        Test::Bit(..) | Test::Never => true,
        Test::Not(inner) => is_flag(graph, inner),
        Test::Both(..) | Test::Either(..) => false,
    }
}

/// Rows of an ordered list that decides `test` (negated if so): all tests of one connective that agree in
/// sign share a row ("all of these words are zero"), every other one takes a row of its own.
fn rows(graph: &Graph, test: TestId, negated: bool) -> u32 {
    let mut terms = Vec::new();
    let either = match (graph.test(test).0, negated) {
        (Test::Not(inner), _) => return rows(graph, inner, !negated),
        (Test::Either(..), negated) => !negated,
        (Test::Both(..), negated) => negated,
        _ => return 1,
    };
    flatten(graph, test, negated, either, &mut terms);
    let mut shared = 0;
    let mut own = 0;
    for (term, negated) in terms {
        match (leaf_sign(graph, term, negated), either) {
            // "Some word is not zero" and "all words are zero" are one row for any number of words.
            (Some(positive), either) if positive == either => shared = 1,
            (Some(_), _) => own += 1,
            (None, _) => own += rows(graph, term, negated),
        }
    }
    shared + own
}

/// The terms of nested connectives of the same kind.
fn flatten(graph: &Graph, test: TestId, negated: bool, either: bool, terms: &mut Vec<(TestId, bool)>) {
    match graph.test(test).0 {
        Test::Not(inner) => flatten(graph, inner, !negated, either, terms),
        Test::Either(a, b) if either != negated => {
            flatten(graph, a, negated, either, terms);
            flatten(graph, b, negated, either, terms);
        }
        Test::Both(a, b) if either == negated => {
            flatten(graph, a, negated, either, terms);
            flatten(graph, b, negated, either, terms);
        }
        _ => terms.push((test, negated)),
    }
}

fn leaf_sign(graph: &Graph, test: TestId, negated: bool) -> Option<bool> {
    match graph.test(test).0 {
        Test::NonZero(_) | Test::Bit(..) => Some(!negated),
        Test::Not(inner) => leaf_sign(graph, inner, !negated),
        _ => None,
    }
}
