//! A stateful-ALU instruction as one if-tree over its comparisons.
//!
//! Updates read the register as it was before the access, and statements run one after the other: within a case, the one
//! that reads a half comes before the one that writes it. Comparisons come before every update, so that none reads a
//! written half.

use super::Unwritable;
use freeboard_dataplane::{Cmp, Half, K, Op, OutSrc, Phv, Rel, Salu, SrcA, SrcB, Term, Upd};

/// How operands are written.
#[derive(Debug)]
pub(super) struct Operands {
    /// Halves of the register.
    pub(super) halves: [String; 2],
    /// The register has a second half.
    pub(super) pair: bool,
    /// The output.
    pub(super) result: String,
    /// The metadata words.
    pub(super) words: [String; 2],
    /// Register-file rows.
    pub(super) rows: Vec<String>,
    /// The math unit over a half.
    pub(super) math: [String; 2],
}

/// What one case of the comparisons does, as statements.
type Effect = Vec<String>;

enum Tree {
    Leaf(Effect),
    If(String, Box<Self>, Box<Self>),
}

/// The statements of an instruction, indented by `indent`; without `with_output`, of its updates alone.
pub(super) fn body(
    salu: &Salu,
    operands: &Operands,
    with_output: bool,
    indent: usize,
) -> Result<String, Unwritable> {
    let effects: Vec<Effect> =
        (0..4).map(|case| operands.effect(salu, case, with_output)).collect::<Result<_, _>>()?;
    let orders = [tree(salu, operands, &effects, false)?, tree(salu, operands, &effects, true)?];
    let [first, second] = orders;
    let tree = if leaves(&second) < leaves(&first) { second } else { first };
    let mut text = String::new();
    let silent = with_output && silent(salu);
    if silent {
        text += &format!("{:indent$}{} = 0;\n", "", operands.result);
    }
    print(&tree, indent, &mut text);
    Ok(text)
}

/// In some case the instruction says nothing, which reads as 0.
fn silent(salu: &Salu) -> bool {
    let says = |case: usize| {
        salu.out.is_some_and(|out| said(salu, out.src, case) && out.guard.table() >> case & 1 == 1)
    };
    !(0..4).all(says)
}

/// The source of an output exists in this case: a half that no update writes has no new value.
fn said(salu: &Salu, src: OutSrc, case: usize) -> bool {
    let fired =
        |updates: &[Option<Upd>; 2]| updates.iter().flatten().any(|upd| upd.guard.table() >> case & 1 == 1);
    match src {
        OutSrc::Alu(Half::Lo) => fired(&salu.lo),
        OutSrc::Alu(Half::Hi) => fired(&salu.hi),
        _ => true,
    }
}

fn tree(salu: &Salu, operands: &Operands, effects: &[Effect], hi_first: bool) -> Result<Tree, Unwritable> {
    let leaf = |case: usize| Tree::Leaf(effects[case].clone());
    let branch = |cmp: Option<Cmp>, holds: Tree, fails: Tree| match cmp {
        // A comparison that is absent never holds.
        None => Ok(fails),
        Some(cmp) => operands.choose(cmp, holds, fails),
    };
    // Bit 0 of a case is the first comparison, bit 1 the second.
    let (outer, inner) = if hi_first { (salu.cmp_hi, salu.cmp_lo) } else { (salu.cmp_lo, salu.cmp_hi) };
    let case = |outer: usize, inner: usize| if hi_first { 2 * outer + inner } else { 2 * inner + outer };
    let holds = branch(inner, leaf(case(1, 1)), leaf(case(1, 0)))?;
    let fails = branch(inner, leaf(case(0, 1)), leaf(case(0, 0)))?;
    branch(outer, holds, fails)
}

fn leaves(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf(_) => 1,
        Tree::If(_, holds, fails) => leaves(holds) + leaves(fails),
    }
}

fn same(a: &Tree, b: &Tree) -> bool {
    match (a, b) {
        (Tree::Leaf(a), Tree::Leaf(b)) => a == b,
        (Tree::If(a, x, y), Tree::If(b, z, w)) => a == b && same(x, z) && same(y, w),
        _ => false,
    }
}

fn print(tree: &Tree, indent: usize, text: &mut String) {
    match tree {
        Tree::Leaf(effect) => effect.iter().for_each(|line| *text += &format!("{:indent$}{line}\n", "")),
        Tree::If(condition, holds, fails) => {
            *text += &format!("{:indent$}if ({condition}) {{\n", "");
            print(holds, indent + 4, text);
            let mut fails = fails;
            while let Tree::If(condition, holds, next) = &**fails {
                *text += &format!("{:indent$}}} else if ({condition}) {{\n", "");
                print(holds, indent + 4, text);
                fails = next;
            }
            if !matches!(&**fails, Tree::Leaf(effect) if effect.is_empty()) {
                *text += &format!("{:indent$}}} else {{\n", "");
                print(fails, indent + 4, text);
            }
            *text += &format!("{:indent$}}}\n", "");
        }
    }
}

impl Operands {
    /// A choice, turned round where only its negation does something.
    fn choose(&self, cmp: Cmp, holds: Tree, fails: Tree) -> Result<Tree, Unwritable> {
        if same(&holds, &fails) {
            return Ok(holds);
        }
        if matches!(&holds, Tree::Leaf(effect) if effect.is_empty()) {
            let turned = Cmp { rel: negated(cmp.rel), ..cmp };
            return Ok(Tree::If(self.comparison(turned)?, Box::new(fails), Box::new(holds)));
        }
        Ok(Tree::If(self.comparison(cmp)?, Box::new(holds), Box::new(fails)))
    }

    fn effect(&self, salu: &Salu, case: usize, with_output: bool) -> Result<Effect, Unwritable> {
        let fired = |updates: &[Option<Upd>; 2]| -> Result<Option<Upd>, Unwritable> {
            let mut fired = updates.iter().flatten().filter(|upd| upd.guard.table() >> case & 1 == 1);
            let first = fired.next().copied();
            if fired.next().is_some() {
                return Err(Unwritable::new("two updates of one half fire together and are OR-ed"));
            }
            Ok(first)
        };
        let (lo, hi) = (fired(&salu.lo)?, fired(&salu.hi)?);
        let mut writes = Vec::new();
        let stored_hi = hi.filter(|_| self.pair);
        let line = |half: usize, upd: Upd| format!("{} = {};", self.halves[half], self.update(upd));
        match (lo, stored_hi) {
            (Some(lo), Some(hi)) if reads(hi, Half::Lo) && reads(lo, Half::Hi) => {
                return Err(Unwritable::new("two halves are exchanged in one access"));
            }
            (Some(lo), Some(hi)) if reads(hi, Half::Lo) => writes.extend([line(1, hi), line(0, lo)]),
            (lo, hi) => {
                writes.extend(lo.map(|lo| line(0, lo)));
                writes.extend(hi.map(|hi| line(1, hi)));
            }
        }
        let out = salu.out.filter(|out| with_output && out.guard.table() >> case & 1 == 1);
        let Some(out) = out.filter(|out| said(salu, out.src, case)) else { return Ok(writes) };
        let says = |value: &str| format!("{} = {value};", self.result);
        match out.src {
            OutSrc::Old(half) => writes.insert(0, says(&self.halves[index(half)])),
            OutSrc::Phv(word) => writes.push(says(self.word(word))),
            OutSrc::One => writes.push(says("1")),
            // Scratch is not stored: its value is said before the register changes.
            OutSrc::Alu(Half::Hi) if !self.pair => {
                writes.insert(0, says(&hi.map_or_else(String::new, |hi| self.update(hi))));
            }
            OutSrc::Alu(half) => writes.push(says(&self.halves[index(half)])),
        }
        Ok(writes)
    }

    fn update(&self, upd: Upd) -> String {
        let a = match upd.a {
            SrcA::Mem(half) => self.halves[index(half)].clone(),
            SrcA::K(k) => self.constant(k),
        };
        let b = match upd.b {
            SrcB::Phv(word) => self.word(word).to_owned(),
            SrcB::K(k) => self.constant(k),
            SrcB::Math(half) => self.math[index(half)].clone(),
        };
        let infix = match upd.op {
            Op::A => return a,
            Op::B => return b,
            Op::Min => return format!("min({a}, {b})"),
            Op::Max => return format!("max({a}, {b})"),
            Op::Add => "+",
            Op::Sub => "-",
            Op::SatAdd => "|+|",
            Op::SatSub => "|-|",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
        };
        format!("{a} {infix} {b}")
    }

    fn constant(&self, k: K) -> String {
        match k {
            K::Imm(value) => i32::from(value).cast_unsigned().to_string(),
            K::Const(value) => value.to_string(),
            K::Row(row) => self.rows.get(usize::from(row)).cloned().unwrap_or_else(|| "0".to_owned()),
        }
    }

    fn word(&self, word: Phv) -> &str {
        match word {
            Phv::Lo => &self.words[0],
            Phv::Hi => &self.words[1],
        }
    }

    /// `left REL right`, both unsigned and exact; or the sign of a wrapping difference.
    fn comparison(&self, cmp: Cmp) -> Result<String, Unwritable> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut term = |sign: bool, text: String| if sign { left.push(text) } else { right.push(text) };
        // A metadata word stands first, as in "now is later than the deadline".
        match cmp.phv {
            Term::Plus(word) => term(true, self.word(word).to_owned()),
            Term::Minus(word) => term(false, self.word(word).to_owned()),
            Term::None => {}
        }
        match cmp.mem {
            Term::Plus(half) => term(true, self.halves[index(half)].clone()),
            Term::Minus(half) => term(false, self.halves[index(half)].clone()),
            Term::None => {}
        }
        match cmp.k {
            None | Some(K::Imm(0)) => {}
            Some(K::Imm(value)) => term(value > 0, value.unsigned_abs().to_string()),
            Some(k) => term(true, self.constant(k)),
        }
        let sign = relation(cmp.rel);
        if cmp.serial {
            let [left, right] = [left.join(" + "), right.join(" + ")];
            return Ok(format!("(int<32>)({left} - {right}) {sign} 0"));
        }
        if left.len() > 1 || right.len() > 1 {
            return Err(Unwritable::new("a comparison has two terms on one side, whose sum would wrap"));
        }
        let side = |terms: Vec<String>| terms.into_iter().next().unwrap_or_else(|| "0".to_owned());
        Ok(format!("{} {sign} {}", side(left), side(right)))
    }
}

/// The update reads the old value of the half.
fn reads(upd: Upd, half: Half) -> bool {
    (upd.a == SrcA::Mem(half) && upd.op != Op::B) || (upd.b == SrcB::Math(half) && upd.op != Op::A)
}

const fn index(half: Half) -> usize {
    match half {
        Half::Lo => 0,
        Half::Hi => 1,
    }
}

const fn relation(rel: Rel) -> &'static str {
    match rel {
        Rel::Eq => "==",
        Rel::Ne => "!=",
        Rel::Lt => "<",
        Rel::Le => "<=",
        Rel::Gt => ">",
        Rel::Ge => ">=",
    }
}

const fn negated(rel: Rel) -> Rel {
    match rel {
        Rel::Eq => Rel::Ne,
        Rel::Ne => Rel::Eq,
        Rel::Lt => Rel::Ge,
        Rel::Le => Rel::Gt,
        Rel::Gt => Rel::Le,
        Rel::Ge => Rel::Lt,
    }
}
