//! One event with numbers: the program beside the hook on the modelled core.

use super::explore::{Run, explore};
use super::vector::Places;
use crate::instance::{Instance, Query};
use crate::smt::{Assignment, Term, Terms};
use crate::solver;
use crate::symbolic::{Answer, Judge};

/// Nobody to ask: where all words are numbers, every branch is settled.
pub(crate) struct Nobody;

impl Judge for Nobody {
    fn possible(&mut self, _: &Terms, _: &[Term]) -> Answer {
        Answer::Unknown
    }
}

/// The answer and the words at some addresses after a run on numbers, or why there are none.
pub(crate) fn numbers(
    code: &[u8],
    run: &Run,
    values: impl Fn(Term) -> u32,
    addresses: &[u64],
) -> Result<(u32, Vec<u32>), String> {
    let mut terms = Terms::new();
    let memory = run.memory.iter().map(|(&at, &word)| (at, terms.word(values(word)))).collect();
    let run = Run { memory, assumptions: Vec::new(), ..run.clone() };
    let found = explore(&mut terms, &mut Nobody, code, &run, |found| found.paths.len() > 1);
    let [path] = &found.paths[..] else {
        return Err("the path depends on memory that is nobody's".to_owned());
    };
    let answer = path.end.map_err(|stop| stop.to_string())?;
    let mut known = |term: Option<Term>| {
        let word = term.map(|term| terms.low_word(term)).and_then(|word| terms.word_value(word));
        word.ok_or_else(|| "a word that is nobody's".to_owned())
    };
    let answer = known(Some(answer))?;
    let words = addresses.iter().map(|at| known(path.memory.get(at).copied()));
    Ok((answer, words.collect::<Result<_, _>>()?))
}

/// The event as text with what differs after it; `None` where nothing does.
pub(super) fn both(
    terms: &Terms,
    instance: &Instance,
    query: &Query,
    (places, code, run): (&Places, &[u8], &Run),
    values: &Assignment,
) -> anyhow::Result<Option<String>> {
    let value = |term: Term| terms.evaluate(&[term], values)[0] as u32;
    let addresses = places.results();
    let mut core = instance.on_core.core().clone();
    for (&at, &word) in &query.call.memory {
        core.write_u32(at, value(word))?;
    }
    let arguments: Vec<u32> = query.call.arguments.iter().map(|&term| value(term)).collect();
    let call = core.call_at(query.call.address, &arguments)?;
    let mut wanted = vec![call.a0, call.a1];
    for word in 0..addresses.len() - wanted.len() {
        let bytes = core.read(instance.state_word(word), 4)?;
        wanted.push(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    }
    let event = solver::text(values);
    Ok(match numbers(code, run, value, &addresses) {
        Err(stop) => Some(format!("{event}: {stop}")),
        Ok((answer, words)) => {
            let differs = words.iter().zip(&wanted).position(|(word, wanted)| word != wanted);
            match differs {
                Some(at) => {
                    let (name, here, there) = (name(at), words[at], wanted[at]);
                    Some(format!("{event}: {name} is {here:#x}, on the core {there:#x}"))
                }
                None if answer != super::equal::PASS => Some(format!("{event}: it answers {answer}")),
                None => None,
            }
        }
    })
}

fn name(word: usize) -> String {
    match word {
        0 => "the window".to_owned(),
        1 => "the rate".to_owned(),
        _ => format!("word {} of the state", word - 2),
    }
}
