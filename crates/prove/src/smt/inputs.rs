//! Inputs of a pass: metadata, random word, registers and action data as terms.

use super::data::{DataPlace, action_data, narrow_data};
use super::term::{Sort, Term, Terms};
use freeboard_pipeline::{Graph, Intrinsic};
use std::collections::HashMap;

/// Terms that a packet, the registers and the control plane bring.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Metadata in the order of [`Intrinsic::ALL`], 32 bits each.
    pub metadata: Vec<Term>,
    /// The packet's random word.
    pub random: Term,
    /// Both halves of every register, in the graph's order; the second of a single word is not looked at.
    pub registers: Vec<[Term; 2]>,
    /// Action data by place.
    pub data: HashMap<DataPlace, Term>,
}

impl Inputs {
    /// Free variables for everything, named after their places; action data with the graph's values where
    /// `configured`.
    #[must_use]
    pub fn free(terms: &mut Terms, graph: &Graph, configured: bool) -> Self {
        let mut word = |name: &str| terms.variable(name, Sort::Bits(32));
        let metadata = Intrinsic::ALL.map(|intrinsic| word(intrinsic.name())).to_vec();
        let random = word("random");
        let half = |name: &str, half: &str| format!("{name}.{half}");
        let registers = graph
            .registers
            .iter()
            .map(|register| [word(&half(register.name, "lo")), word(&half(register.name, "hi"))]);
        let registers = registers.collect();
        let mut inputs = Self { metadata, random, registers, data: HashMap::new() };
        for (number, datum) in action_data(graph).into_iter().enumerate() {
            let width = datum.place.width();
            let term = if configured {
                terms.constant(datum.value.into(), width)
            } else {
                terms.variable(&format!("data.{number}"), Sort::Bits(width))
            };
            inputs.data.insert(datum.place, term);
        }
        inputs
    }

    /// The metadata fit the widths that the profile gives them, as they do where they come from.
    pub fn fit(&self, terms: &mut Terms, graph: &Graph) -> Term {
        let mut fits = Vec::new();
        for (node, &input) in graph.nodes.iter().zip(&self.metadata) {
            if node.width < 32 {
                let limit = terms.word(1 << node.width);
                fits.push(terms.below(input, limit));
            }
        }
        terms.all(fits)
    }

    /// Action data fit their words: what a saturating difference takes from, and the data of tables.
    pub fn narrow(&self, terms: &mut Terms, graph: &Graph) -> Term {
        let mut narrow = Vec::new();
        for (place, width) in narrow_data(graph) {
            if let Some(&datum) = self.data.get(&place) {
                let limit = terms.word(1 << width);
                narrow.push(terms.below(datum, limit));
            }
        }
        terms.all(narrow)
    }
}
