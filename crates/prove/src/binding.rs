//! The action data of a graph in the bytes of an instance's parameters.
//!
//! A legal configuration gives a graph with certain action data, and an instance with certain bytes. Over many
//! configurations, each datum is found where the bytes always equal it. Bytes that never change stay what they are;
//! words that are always equal are one variable; all others are free, whether the graph has a place for them or not.

use crate::smt::{DataPlace, Sort, Term, Terms};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// One legal configuration.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// Bytes of the parameters.
    pub(crate) bytes: Vec<u8>,
    /// Action data in the graph's order.
    pub(crate) data: Vec<u32>,
    /// What the packet memory compares the pool's occupancy with.
    pub(crate) pool: [u32; 3],
}

/// The parameters of an instance, and what they say of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    /// Words of the parameters by address.
    pub(crate) words: HashMap<u32, Term>,
    /// Action data by place.
    pub(crate) data: HashMap<DataPlace, Term>,
    /// Limits of the pool's status.
    pub(crate) pool: [Term; 3],
    /// Data that no byte holds: as in the first configuration.
    pub(crate) unbound: Vec<DataPlace>,
    /// The limits of the pool's status come from no words: as in the first configuration.
    pub(crate) derived: bool,
}

/// The least and the most that a math unit's exponent can be: `MathUnit` says so of its scale.
const SCALE: (i128, i128) = (-7, 25);
/// The largest binary logarithm of a time constant that `LowPassGain` takes.
const TIME_MAX: u128 = 31;

/// Finds where the data are. `start` is the address of the parameters.
pub(crate) fn bind(terms: &mut Terms, samples: &[Sample], places: &[DataPlace], start: u32) -> Binding {
    let length = samples[0].bytes.len();
    let bytes_at = |offset: usize, count: usize| -> Vec<u32> {
        samples.iter().map(|sample| little_endian(&sample.bytes[offset..offset + count])).collect()
    };
    let varies = |values: &[u32]| values.iter().any(|value| *value != values[0]);
    let mut classes: BTreeMap<Vec<u32>, Term> = BTreeMap::new();
    let mut narrow = vec![false; length];
    let mut data = HashMap::new();
    let mut unbound = Vec::new();
    // Bytes first: a word that holds one is made of bytes.
    for (index, &place) in places.iter().enumerate().filter(|(_, place)| place.width() == 8) {
        let wanted: Vec<u32> = samples.iter().map(|sample| sample.data[index] & 0xff).collect();
        let found = (0..length).find(|&at| !narrow[at] && bytes_at(at, 1) == wanted);
        let term = match found {
            Some(at) if varies(&wanted) => {
                narrow[at] = true;
                terms.variable(&format!("params.{at}"), Sort::Bits(8))
            }
            found => {
                if found.is_none() && varies(&wanted) {
                    unbound.push(place);
                }
                terms.constant(wanted[0].into(), 8)
            }
        };
        data.insert(place, term);
    }
    let mut words = HashMap::new();
    for offset in (0..length).step_by(4).filter(|offset| offset + 4 <= length) {
        let values = bytes_at(offset, 4);
        let word = if (offset..offset + 4).any(|at| narrow[at]) {
            let mut word: Option<Term> = None;
            for (at, &narrow) in narrow.iter().enumerate().skip(offset).take(4) {
                let byte = if narrow || varies(&bytes_at(at, 1)) {
                    terms.variable(&format!("params.{at}"), Sort::Bits(8))
                } else {
                    terms.constant(bytes_at(at, 1)[0].into(), 8)
                };
                word = Some(word.map_or(byte, |low| terms.concat(byte, low)));
            }
            word.unwrap_or_else(|| terms.word(0))
        } else if varies(&values) {
            *classes
                .entry(values)
                .or_insert_with(|| terms.variable(&format!("params.{offset}"), Sort::Bits(32)))
        } else {
            terms.word(values[0])
        };
        words.insert(start + offset as u32, word);
    }
    let word_of = |terms: &mut Terms, wanted: Vec<u32>| {
        if varies(&wanted) { classes.get(&wanted).copied() } else { Some(terms.word(wanted[0])) }
    };
    for (index, &place) in places.iter().enumerate().filter(|(_, place)| place.width() == 32) {
        let wanted: Vec<u32> = samples.iter().map(|sample| sample.data[index]).collect();
        let first = wanted[0];
        let term = word_of(terms, wanted).unwrap_or_else(|| {
            unbound.push(place);
            terms.word(first)
        });
        data.insert(place, term);
    }
    let limits = [0, 1, 2].map(|limit| samples.iter().map(|sample| sample.pool[limit]).collect::<Vec<u32>>());
    let kept = [0, 1, 2].map(|limit| word_of(terms, limits[limit].clone()));
    let (mut pool, mut derived) = ([0, 1, 2].map(|limit| terms.word(limits[limit][0])), false);
    if let [Some(first), Some(second), Some(third)] = kept {
        pool = [first, second, third];
    } else if let Some(ramp) = ramp(&classes, &limits) {
        pool = two_steps(terms, ramp);
    } else {
        derived = true;
    }
    Binding { words, data, pool, unbound, derived }
}

/// The words whose ramp of two steps the limits are in every configuration.
fn ramp(classes: &BTreeMap<Vec<u32>, Term>, limits: &[Vec<u32>; 3]) -> Option<[Term; 2]> {
    let is_so = |low: &[u32], high: &[u32]| {
        (0..low.len()).all(|at| {
            let (low, high) = (low[at], high[at]);
            let first = low.saturating_add(1).min(high);
            let middle = low.saturating_add(high.saturating_sub(low) / 2);
            [first, middle.max(first), high] == [0, 1, 2].map(|limit| limits[limit][at])
        })
    };
    classes.iter().find_map(|(high, &upper)| {
        let (_, &lower) = classes.iter().find(|(low, _)| is_so(low, high))?;
        Some([lower, upper])
    })
}

/// A ramp of two steps between two thresholds: above the lower one, from the middle, and at the upper one.
fn two_steps(terms: &mut Terms, [low, high]: [Term; 2]) -> [Term; 3] {
    let (zero, one, most) = (terms.word(0), terms.word(1), terms.word(u32::MAX));
    let sum = |terms: &mut Terms, a: Term, b: Term| {
        let sum = terms.add(a, b);
        let wraps = terms.below(sum, a);
        terms.choose(wraps, most, sum)
    };
    let above = sum(terms, low, one);
    let beyond = terms.below(high, above);
    let first = terms.choose(beyond, high, above);
    let (crossed, distance) = (terms.below(high, low), terms.sub(high, low));
    let distance = terms.choose(crossed, zero, distance);
    let half = terms.shr(distance, one);
    let middle = sum(terms, low, half);
    let before = terms.below(middle, first);
    [first, terms.choose(before, first, middle), high]
}

impl Binding {
    /// What every legal configuration keeps: the ranges of the types that hold action data.
    pub(crate) fn ranges(&self, terms: &mut Terms) -> Vec<Term> {
        let mut all = Vec::new();
        let mut places: Vec<_> = self.data.iter().collect();
        places.sort();
        for (place, &term) in places {
            match place {
                DataPlace::MathScale { .. } => {
                    let wide = terms.sign_extend(term, 32);
                    let [least, most] = [SCALE.0, SCALE.1].map(i128::cast_unsigned);
                    let (least, most) = (terms.constant(least, 32), terms.constant(most, 32));
                    let (under, over) = (terms.below_signed(wide, least), terms.below_signed(most, wide));
                    let outside = terms.either(under, over);
                    all.push(terms.not(outside));
                }
                DataPlace::FilterTime { .. } => {
                    let most = terms.constant(TIME_MAX, 8);
                    all.push(terms.at_most(term, most));
                }
                _ => {}
            }
        }
        all
    }
}

fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// The addresses of words in a range.
pub(crate) fn words(range: Range<u32>) -> impl Iterator<Item = u32> {
    range.step_by(4)
}
