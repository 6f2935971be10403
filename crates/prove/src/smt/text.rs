//! Claims as SMT-LIB 2 scripts.

use super::term::{Arithmetic, Binary, Node, Sort, Term, Terms};
use core::fmt::Write;
use std::collections::{HashMap, HashSet};

/// How a script spells products and quotients of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Products {
    /// As what they are.
    Exact,
    /// As functions of which nothing is known but bounds, and that equal words have equal products. What is
    /// unsatisfiable so is unsatisfiable; a model may be of no real product.
    Uninterpreted,
    /// As words of which nothing is known but bounds, each by itself: the quickest question, for claims whose products are the
    /// same terms. What is unsatisfiable so is unsatisfiable; a model may be of no real product.
    Apart,
    /// As what they are, but for those made of another one that a third is made of: chains of products are what a solver
    /// finds hardest. What is unsatisfiable so is unsatisfiable.
    OpenBetween,
}

/// A script that asks whether all of `assertions` can hold at once.
#[must_use]
pub fn script(terms: &Terms, assertions: &[Term], products: Products) -> String {
    script_asking(terms, assertions, products, &[])
}

/// As [`script`], and for the values of `asked` where they can.
#[must_use]
pub fn script_asking(terms: &Terms, assertions: &[Term], products: Products, asked: &[Term]) -> String {
    let roots: Vec<Term> = assertions.iter().chain(asked).copied().collect();
    // Where other products are exact, the bounds of both halves only cost time: twice, measured on DCQCN's rate.
    let are_bounded = matches!(products, Products::Uninterpreted | Products::Apart);
    let facts = if are_bounded { apart(terms, assertions) } else { Vec::new() };
    let mut out = definitions(terms, &roots, products, &facts);
    for &assertion in assertions {
        line(&mut out, format_args!("(assert {})", Name(terms, assertion)));
    }
    out.push_str("(check-sat)\n");
    for &term in asked {
        line(&mut out, format_args!("(get-value ({}))", Name(terms, term)));
    }
    out
}

/// As [`script`] with products left open, and for the numbers of those that exclude each other, whatever the others say.
#[must_use]
pub fn script_naming(terms: &Terms, assertions: &[Term]) -> String {
    let mut out = String::from("(set-option :produce-unsat-cores true)\n");
    out += &definitions(terms, assertions, Products::Uninterpreted, &[]);
    for (number, &assertion) in assertions.iter().enumerate() {
        line(&mut out, format_args!("(assert (! {} :named n{number}))", Name(terms, assertion)));
    }
    out.push_str("(check-sat)\n(get-unsat-core)\n");
    out
}

/// Definitions of the terms, with bounds of products that are left open; products of factors that `facts` bound have narrower ones.
fn definitions(terms: &Terms, roots: &[Term], products: Products, facts: &[Term]) -> String {
    let cone = terms.cone(roots);
    let open = open_products(terms, &cone, products);
    let mut out = String::new();
    let is_apart = products == Products::Apart;
    let functions = open.contains(&true) && !is_apart;
    out.push_str(if functions { "(set-logic QF_UFBV)\n" } else { "(set-logic QF_BV)\n" });
    for op in ALL {
        for is_open in [true, false].into_iter().filter(|_| !is_apart) {
            let is_used = |(&term, &left): (&Term, &bool)| {
                left == is_open && matches!(terms.node(term), Node::Arithmetic(known, ..) if known == op)
            };
            if cone.iter().zip(&open).any(is_used) {
                define_arithmetic(&mut out, op, is_open);
            }
        }
    }
    let mut halves: HashMap<[Term; 2], Term> = HashMap::new();
    for (&term, &is_open) in cone.iter().zip(&open) {
        match terms.node(term) {
            Node::Arithmetic(op, a, b) if is_open => {
                if is_apart {
                    line(&mut out, format_args!("(declare-const t{} (_ BitVec 32))", term.0));
                } else {
                    let (one, other) = (Name(terms, a), Name(terms, b));
                    let body = format!("(open_{} {one} {other})", function(op));
                    line(&mut out, format_args!("(define-fun t{} () (_ BitVec 32) {body})", term.0));
                }
                bound(terms, &mut out, term, (op, a, b));
                match (op, halves.get(&[a, b]).copied()) {
                    _ if facts.is_empty() => {}
                    (Arithmetic::MulLow, Some(high)) => {
                        bound_weighted(terms, &mut out, [high, term], [a, b], facts)
                    }
                    (Arithmetic::MulHigh, Some(low)) => {
                        bound_weighted(terms, &mut out, [term, low], [a, b], facts)
                    }
                    (Arithmetic::MulLow | Arithmetic::MulHigh, None) => drop(halves.insert([a, b], term)),
                    _ => {}
                }
            }
            _ => define(terms, &mut out, term),
        }
    }
    out
}

/// Which terms of a cone are products and quotients that a script leaves open.
fn open_products(terms: &Terms, cone: &[Term], products: Products) -> Vec<bool> {
    let is_product = |term: Term| matches!(terms.node(term), Node::Arithmetic(..));
    match products {
        Products::Exact => vec![false; cone.len()],
        Products::Uninterpreted | Products::Apart => cone.iter().map(|&term| is_product(term)).collect(),
        Products::OpenBetween => {
            // Operands come before what is made of them.
            let (mut above_one, mut below_one) = (HashSet::new(), HashSet::new());
            for &term in cone {
                let of_product = |part: Term| is_product(part) || above_one.contains(&part);
                if terms.node(term).operands().any(of_product) {
                    above_one.insert(term);
                }
            }
            for &term in cone.iter().rev() {
                if is_product(term) || below_one.contains(&term) {
                    below_one.extend(terms.node(term).operands());
                }
            }
            let between = |term| is_product(term) && above_one.contains(&term) && below_one.contains(&term);
            cone.iter().map(|&term| between(term)).collect()
        }
    }
}

const ALL: [Arithmetic; 8] = [
    Arithmetic::MulLow,
    Arithmetic::MulHigh,
    Arithmetic::MulHighSigned,
    Arithmetic::MulHighMixed,
    Arithmetic::Quotient,
    Arithmetic::Remainder,
    Arithmetic::QuotientSigned,
    Arithmetic::RemainderSigned,
];

/// A term as other lines name it.
pub(super) struct Name<'a>(pub(super) &'a Terms, pub(super) Term);

impl core::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self(terms, term) = *self;
        match terms.node(term) {
            Node::True => f.write_str("true"),
            Node::False => f.write_str("false"),
            Node::Const { width, value } if width % 4 == 0 => {
                write!(f, "#x{value:0digits$x}", digits = width as usize / 4)
            }
            Node::Const { width, value } => write!(f, "#b{value:0digits$b}", digits = width as usize),
            Node::Var(index) => write!(f, "|{}|", terms.names[index as usize]),
            _ => write!(f, "t{}", term.0),
        }
    }
}

pub(super) fn line(out: &mut String, text: core::fmt::Arguments<'_>) {
    // Writing into a string succeeds.
    let _ = writeln!(out, "{text}");
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

pub(super) fn define(terms: &Terms, out: &mut String, term: Term) {
    let name = |term| Name(terms, term);
    let op = match terms.node(term) {
        Node::True | Node::False | Node::Const { .. } => return,
        Node::Var(_) => {
            line(out, format_args!("(declare-const {} {})", name(term), sort(terms.sort(term))));
            return;
        }
        Node::Not(a) => format!("(not {})", name(a)),
        Node::Both(a, b) => format!("(and {} {})", name(a), name(b)),
        Node::Either(a, b) => format!("(or {} {})", name(a), name(b)),
        Node::Equal(a, b) => format!("(= {} {})", name(a), name(b)),
        Node::Below(a, b) => format!("(bvult {} {})", name(a), name(b)),
        Node::BelowSigned(a, b) => format!("(bvslt {} {})", name(a), name(b)),
        Node::If(condition, a, b) => format!("(ite {} {} {})", name(condition), name(a), name(b)),
        Node::Binary(op, a, b) => format!("({} {} {})", spelled(op), name(a), name(b)),
        Node::Arithmetic(op, a, b) => format!("({} {} {})", function(op), name(a), name(b)),
        Node::Concat(a, b) => format!("(concat {} {})", name(a), name(b)),
        Node::Extract { high, low, of } => format!("((_ extract {high} {low}) {})", name(of)),
        Node::ZeroExtend { by, of } => format!("((_ zero_extend {by}) {})", name(of)),
        Node::SignExtend { by, of } => format!("((_ sign_extend {by}) {})", name(of)),
    };
    line(out, format_args!("(define-fun t{} () {} {op})", term.0, sort(terms.sort(term))));
}

/// Asserts what every product or quotient of these words is at most.
pub(super) fn bound(terms: &Terms, out: &mut String, term: Term, (op, a, b): (Arithmetic, Term, Term)) {
    let (name, a, b) = (Name(terms, term), Name(terms, a), Name(terms, b));
    match op {
        Arithmetic::MulHigh => {
            line(out, format_args!("(assert (and (bvule {name} {a}) (bvule {name} {b})))"));
        }
        Arithmetic::Quotient => {
            line(out, format_args!("(assert (or (= {b} #x00000000) (bvule {name} {a})))"));
        }
        Arithmetic::Remainder => line(
            out,
            format_args!("(assert (and (bvule {name} {a}) (or (= {b} #x00000000) (bvult {name} {b}))))"),
        ),
        _ => {}
    }
}

/// Asserts that a factor which the assertions keep to 1 in Q16 at most leaves at most the other one: what both halves of a product
/// together say.
fn bound_weighted(
    terms: &Terms,
    out: &mut String,
    [high, low]: [Term; 2],
    factors: [Term; 2],
    assertions: &[Term],
) {
    const ONE: u128 = 1 << 16;
    for (weight, other) in [(factors[1], factors[0]), (factors[0], factors[1])] {
        if terms.bounds_under(weight, assertions).1 <= ONE {
            let (high, low, other) = (Name(terms, high), Name(terms, low), Name(terms, other));
            let most = format!("(bvshl ((_ zero_extend 32) {other}) #x0000000000000010)");
            line(out, format_args!("(assert (bvule (concat {high} {low}) {most}))"));
        }
    }
}

/// The assertions, each conjunction as its parts.
fn apart(terms: &Terms, assertions: &[Term]) -> Vec<Term> {
    let mut open = assertions.to_vec();
    let mut parts = Vec::new();
    while let Some(one) = open.pop() {
        match terms.node(one) {
            Node::Both(a, b) => open.extend([a, b]),
            _ => parts.push(one),
        }
    }
    parts
}

const fn spelled(op: Binary) -> &'static str {
    match op {
        Binary::Add => "bvadd",
        Binary::Sub => "bvsub",
        Binary::And => "bvand",
        Binary::Or => "bvor",
        Binary::Xor => "bvxor",
        Binary::Shl => "bvshl",
        Binary::ShrLogical => "bvlshr",
        Binary::ShrArithmetic => "bvashr",
    }
}

const fn function(op: Arithmetic) -> &'static str {
    match op {
        Arithmetic::MulLow => "mul_low",
        Arithmetic::MulHigh => "mul_high",
        Arithmetic::MulHighSigned => "mul_high_signed",
        Arithmetic::MulHighMixed => "mul_high_mixed",
        Arithmetic::Quotient => "quotient",
        Arithmetic::Remainder => "remainder",
        Arithmetic::QuotientSigned => "quotient_signed",
        Arithmetic::RemainderSigned => "remainder_signed",
    }
}

fn define_arithmetic(out: &mut String, op: Arithmetic, is_open: bool) {
    const WORD: &str = "(_ BitVec 32)";
    let name = function(op);
    if is_open {
        line(out, format_args!("(declare-fun open_{name} ({WORD} {WORD}) {WORD})"));
        return;
    }
    let high = |a: &str, b: &str| format!("((_ extract 63 32) (bvmul ((_ {a} 32) a) ((_ {b} 32) b)))");
    let body = match op {
        Arithmetic::MulLow => "(bvmul a b)".to_owned(),
        Arithmetic::MulHigh => high("zero_extend", "zero_extend"),
        Arithmetic::MulHighSigned => high("sign_extend", "sign_extend"),
        Arithmetic::MulHighMixed => high("sign_extend", "zero_extend"),
        Arithmetic::Quotient => "(bvudiv a b)".to_owned(),
        Arithmetic::Remainder => "(bvurem a b)".to_owned(),
        // SMT-LIB 2 gives 1 for a negative dividend over 0 where RISC-V gives -1.
        Arithmetic::QuotientSigned => "(ite (= b #x00000000) #xffffffff (bvsdiv a b))".to_owned(),
        Arithmetic::RemainderSigned => "(bvsrem a b)".to_owned(),
    };
    line(out, format_args!("(define-fun {name} ((a {WORD}) (b {WORD})) {WORD} {body})"));
}
