//! Questions to the solver: claims to refute, and branches that may be possible.

use super::process::{Effort, Process, word};
use crate::smt::{Assignment, Dialogue, Products, Term, Terms, script_asking, script_naming};
use crate::symbolic::{Answer, Judge};

/// Work for one question about a branch of a path by itself.
pub(crate) const SINGLE: Effort = Effort::thousands(2000);
/// The same of a merged path, where following a branch that is not possible costs little.
pub(crate) const MERGED: Effort = Effort::thousands(500);

/// Refutes claims, one script for each.
#[derive(Debug)]
pub(crate) struct Solver {
    process: Process,
}

/// What a solver says of a claim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// No counterexample exists, products being what the script takes them for.
    Holds(Products),
    /// One does: values of the variables it depends on.
    Refuted(Assignment),
    /// The solver gave up: why.
    Unknown(String),
}

impl Solver {
    pub(crate) fn new(effort: Effort) -> anyhow::Result<Self> {
        Ok(Self { process: Process::start(effort)? })
    }

    fn answer(&mut self, script: &str) -> Vec<String> {
        self.process.answer(&format!("(reset)\n{script}"))
    }

    /// Whether that is shown with products left open in one way: nothing else is tried.
    pub(crate) fn refutes_loosely(&mut self, terms: &Terms, assertions: &[Term], products: Products) -> bool {
        if assertions.iter().any(|&assertion| terms.value(assertion) == Some(0)) {
            return true;
        }
        let script = script_asking(terms, assertions, products, &[]);
        word(&self.answer(&script)) == "unsat"
    }

    /// Some of `assertions` that exclude each other for any products, if the solver finds that.
    pub(crate) fn excluded(&mut self, terms: &Terms, assertions: &[Term]) -> Option<Vec<Term>> {
        let lines = self.answer(&script_naming(terms, assertions));
        if word(&lines) != "unsat" {
            return None;
        }
        let named = lines[1..].join(" ");
        let names = named.trim_matches(['(', ')']).split_whitespace();
        let term = |name: &str| assertions.get(name.strip_prefix('n')?.parse::<usize>().ok()?).copied();
        let set: Option<Vec<Term>> = names.map(term).collect();
        // Where they are not told, all together do.
        Some(set.filter(|set| !set.is_empty()).unwrap_or_else(|| assertions.to_vec()))
    }

    /// Whether no values of the variables make all of `assertions` hold.
    ///
    /// Products are left open first: what is impossible for any function is so for products.
    pub(crate) fn refute(&mut self, terms: &Terms, assertions: &[Term]) -> Verdict {
        if assertions.iter().any(|&assertion| terms.value(assertion) == Some(0)) {
            return Verdict::Holds(Products::Uninterpreted);
        }
        let variables = terms.variables_of(assertions);
        let script = |products| script_asking(terms, assertions, products, &variables);
        let exact = script(Products::Exact);
        for products in [Products::Uninterpreted, Products::OpenBetween] {
            let loose = script(products);
            if loose != exact && word(&self.answer(&loose)) == "unsat" {
                return Verdict::Holds(products);
            }
        }
        let lines = self.answer(&exact);
        match word(&lines) {
            "unsat" => Verdict::Holds(Products::Exact),
            "sat" => Verdict::Refuted(model(terms, &variables, &lines[1..])),
            _ => Verdict::Unknown(self.process.reason()),
        }
    }
}

/// Decides which branches are possible. One for each exploration: it keeps what it was told.
#[derive(Debug)]
pub(crate) struct Branches {
    process: Process,
    dialogue: Dialogue,
    /// Questions without an answer so far.
    silent: u32,
}

/// Questions without an answer before all further ones are left open.
const SILENT_MAX: u32 = 48;

impl Branches {
    pub(crate) fn new(effort: Effort) -> anyhow::Result<Self> {
        let mut process = Process::start(effort)?;
        process.answer("(set-logic QF_BV)\n");
        Ok(Self { process, dialogue: Dialogue::default(), silent: 0 })
    }
}

impl Judge for Branches {
    fn possible(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        if self.silent >= SILENT_MAX {
            return Answer::Unknown;
        }
        let question = self.dialogue.question(terms, assertions);
        let lines = self.process.answer(&question);
        match word(&lines) {
            "sat" => Answer::Possible,
            "unsat" => Answer::Impossible,
            _ => {
                self.silent += 1;
                if lines.is_empty() {
                    self.dialogue = Dialogue::default();
                }
                Answer::Unknown
            }
        }
    }
}

/// Values out of lines like `((|now| #x0000002a))`, one for each variable asked for.
pub(crate) fn model(terms: &Terms, variables: &[Term], lines: &[String]) -> Assignment {
    let value = |line: &String| {
        let literal = line.trim_end_matches(')').rsplit(' ').next()?;
        match literal.split_at_checked(2)? {
            ("#x", digits) => u128::from_str_radix(digits, 16).ok(),
            ("#b", digits) => u128::from_str_radix(digits, 2).ok(),
            _ => Some(u128::from(literal == "true")),
        }
    };
    let named = |(term, line): (&Term, &String)| Some((terms.name(*term)?.to_owned(), value(line)?));
    variables.iter().zip(lines).filter_map(named).collect()
}

/// A counterexample as text, by name.
pub(crate) fn text(values: &Assignment) -> String {
    let mut values: Vec<_> = values.iter().collect();
    values.sort();
    let texts: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value:#x}")).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::{Arithmetic, Sort};
    use freeboard_replay::Random;

    /// A word of any size, often at an edge.
    fn word_of_any_size(random: &mut Random) -> u32 {
        const EDGES: [u32; 8] = [0, 1, 0xffff, 0x1_0000, 0x1_0001, 0x7fff_ffff, 0x8000_0000, u32::MAX];
        let choice = random.word();
        if choice & 1 == 0 {
            EDGES[(choice >> 1) as usize % EDGES.len()]
        } else {
            random.word() >> (choice >> 27)
        }
    }

    #[test]
    fn the_bounds_of_open_products_hold_for_real_ones() {
        if super::super::process::version(super::super::process::FIRST).is_none() {
            return;
        }
        let operations = [
            Arithmetic::MulLow,
            Arithmetic::MulHigh,
            Arithmetic::MulHighSigned,
            Arithmetic::MulHighMixed,
            Arithmetic::Quotient,
            Arithmetic::Remainder,
            Arithmetic::QuotientSigned,
            Arithmetic::RemainderSigned,
        ];
        let mut random = Random::new(5);
        let mut solver = Solver::new(SINGLE).expect("the solver starts");
        for _ in 0..256 {
            let mut terms = Terms::new();
            let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::Bits(32)));
            let [p, q] = [word_of_any_size(&mut random), word_of_any_size(&mut random)];
            let values = [("x".to_owned(), p.into()), ("y".to_owned(), q.into())].into();
            let products = operations.map(|operation| terms.arithmetic(operation, x, y));
            let real = terms.evaluate(&products, &values);
            let mut all = Vec::new();
            for (term, value) in
                products.into_iter().chain([x, y]).zip(real.into_iter().chain([p.into(), q.into()]))
            {
                let value = terms.word(value as u32);
                all.push(terms.equal(term, value));
            }
            let open = script_asking(&terms, &all, Products::Uninterpreted, &[]);
            let weights = [p, q].iter().filter(|factor| **factor <= 1 << 16).count();
            assert_eq!(open.matches("(bvule (concat").count(), weights, "{open}");
            assert_eq!(
                word(&solver.answer(&open)),
                "sat",
                "{p:#x}, {q:#x}: a bound excludes the real product\n{open}"
            );
        }
    }
}
