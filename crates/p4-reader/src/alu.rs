//! The body of a register action as an ALU instruction: run once for every outcome of its two comparisons.

use super::lowering::{Lowering, kept};
use super::syntax::{Control, Expr, Kind, Statement};
use super::{ReadError, Result};
use freeboard_dataplane::{Cmp, Half, K, MathUnit, Op, OutSrc, Phv, Pred, Rel, Salu, SrcA, SrcB, Term, Upd};
use freeboard_pipeline::NodeId;

/// What the instructions of one register share: metadata words, register-file rows, the math unit.
#[derive(Debug, Default)]
pub(super) struct File {
    words: Vec<NodeId>,
    rows: Vec<(String, u32)>,
    unit: Option<(String, MathUnit)>,
}

impl File {
    pub(super) fn operands(&self) -> [Option<NodeId>; 2] {
        [self.words.first().copied(), self.words.get(1).copied()]
    }

    pub(super) fn rows(&self) -> Vec<u32> {
        self.rows.iter().map(|(_, value)| *value).collect()
    }

    pub(super) fn math(&self) -> Option<MathUnit> {
        self.unit.as_ref().map(|(_, unit)| *unit)
    }
}

/// Halves of a register's cell.
pub(super) fn halves(control: &Control, register: &str, line: u32) -> Result<u32> {
    let wrong = || ReadError::new(line, format!("{register} is no register of one or two words"));
    let instance = control.instance(register).filter(|one| one.kind.name == "Register").ok_or_else(wrong)?;
    let cell = instance.kind.arguments.first().ok_or_else(wrong)?;
    if cell.name == "bit" && cell.arguments.first().is_some_and(|width| width.name == "32") {
        return Ok(1);
    }
    let fields = control.structs.get(&cell.name).ok_or_else(wrong)?;
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    if names == ["lo", "hi"] { Ok(2) } else { Err(wrong()) }
}

/// An operand or a result of an ALU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    Old(Half),
    Word(Phv),
    Constant(K),
    Math(Half),
}

/// A value that an instruction computes.
type Value = Upd;

/// The output that a source would give in a run.
type Wanted<'a> = &'a dyn Fn(&Run) -> Option<Value>;

/// State of a run: new halves, the output.
#[derive(Clone, Debug, Default)]
struct Run {
    halves: [Option<Value>; 2],
    out: Option<Value>,
}

struct Reader<'a, 'b> {
    lowering: &'a Lowering<'b>,
    file: &'a mut File,
    pair: bool,
    comparisons: Vec<Cmp>,
}

/// Reads an instruction; `says` where its output is used.
pub(super) fn instruction(
    lowering: &Lowering<'_>,
    name: &str,
    halves: u32,
    says: bool,
    file: &mut File,
) -> Result<Salu> {
    let missing = || ReadError::new(0, format!("there is no register action {name}"));
    let instance = lowering.control.instance(name).ok_or_else(missing)?;
    let mut reader = Reader { lowering, file, pair: halves == 2, comparisons: Vec::new() };
    reader.collect(&instance.body)?;
    if reader.comparisons.len() > 2 {
        return Err(ReadError::new(instance.line, format!("{name} has more than two comparisons")));
    }
    let mut runs = Vec::new();
    for case in 0..4usize {
        let mut run = Run::default();
        reader.run(&instance.body, case, &mut run)?;
        runs.push(run);
    }
    assemble(name, &reader.comparisons, &runs, halves == 2, says)
        .ok_or_else(|| ReadError::new(instance.line, format!("{name} is more than one ALU instruction")))
}

/// The case, as a predicate.
fn only(case: usize) -> Pred {
    let lo = if case & 1 == 1 { Pred::LO } else { Pred::LO.not() };
    let hi = if case & 2 == 2 { Pred::HI } else { Pred::HI.not() };
    lo.and(hi)
}

/// Joins what the four cases do.
fn assemble(name: &str, comparisons: &[Cmp], runs: &[Run], pair: bool, says: bool) -> Option<Salu> {
    let never = Pred::ALWAYS.not();
    let mut salu = Salu::new(kept(name));
    salu.cmp_lo = comparisons.first().copied();
    salu.cmp_hi = comparisons.get(1).copied();
    let grouped = |of: &dyn Fn(&Run) -> Option<Value>| {
        let mut groups: Vec<Upd> = Vec::new();
        for (case, run) in runs.iter().enumerate() {
            let Some(value) = of(run) else { continue };
            match groups.iter_mut().find(|group| group.when(Pred::ALWAYS) == value) {
                Some(group) => group.guard = group.guard.or(only(case)),
                None => groups.push(value.when(only(case))),
            }
        }
        groups
    };
    let [lo, hi] = [0, 1].map(|half| grouped(&|run| run.halves[half]));
    let outs = grouped(&|run| run.out.filter(|value| *value != zero()));
    if lo.len() > 2 || hi.len() > 2 || (!pair && !hi.is_empty()) {
        return None;
    }
    for upd in lo {
        salu = salu.lo(upd);
    }
    if pair {
        for upd in hi {
            salu = salu.hi(upd);
        }
    }
    let guard = outs.iter().fold(never, |guard, out| guard.or(out.guard));
    if !says || outs.is_empty() {
        return Some(salu);
    }
    if !pair {
        // The second half of a single word is scratch: it computes the output.
        if outs.len() > 2 {
            return None;
        }
        for upd in outs {
            salu = salu.hi(upd);
        }
        return Some(salu.out(OutSrc::Alu(Half::Hi), Pred::ALWAYS));
    }
    let everywhere = |wanted: &dyn Fn(&Run) -> Option<Value>| {
        runs.iter().all(|run| run.out.is_none_or(|out| out == zero() || wanted(run) == Some(out)))
    };
    let sources: [(OutSrc, Wanted<'_>); 7] = [
        (OutSrc::One, &|_| Some(Upd::set_k(K::Const(1)))),
        (OutSrc::Alu(Half::Lo), &|run| run.halves[0]),
        (OutSrc::Alu(Half::Hi), &|run| run.halves[1]),
        (OutSrc::Old(Half::Lo), &|_| Some(old(Half::Lo))),
        (OutSrc::Old(Half::Hi), &|_| Some(old(Half::Hi))),
        (OutSrc::Phv(Phv::Lo), &|_| Some(Upd::set(Phv::Lo))),
        (OutSrc::Phv(Phv::Hi), &|_| Some(Upd::set(Phv::Hi))),
    ];
    let source = sources.into_iter().find(|(_, wanted)| everywhere(*wanted))?.0;
    Some(salu.out(source, guard))
}

/// The old value of a half, unchanged.
const fn old(half: Half) -> Value {
    Upd::new(SrcA::Mem(half), Op::A, SrcB::K(K::Const(0)))
}

const fn zero() -> Value {
    Upd::set_k(K::Const(0))
}

impl Reader<'_, '_> {
    /// Every comparison of the body once, in order.
    fn collect(&mut self, body: &[Statement]) -> Result<()> {
        for statement in body {
            if let Statement::If(condition, holds, fails) = statement {
                let (cmp, _) = self.comparison(condition)?;
                if !self.comparisons.contains(&cmp) {
                    self.comparisons.push(cmp);
                }
                self.collect(holds)?;
                self.collect(fails)?;
            }
        }
        Ok(())
    }

    /// Runs the statements in one case of the comparisons: bit 0 says whether the first holds, bit 1 the second.
    fn run(&mut self, body: &[Statement], case: usize, run: &mut Run) -> Result<()> {
        for statement in body {
            match statement {
                Statement::If(condition, holds, fails) => {
                    if run.halves.iter().any(Option::is_some) {
                        return Err(ReadError::new(condition.line, "a comparison behind a write"));
                    }
                    let (cmp, positive) = self.comparison(condition)?;
                    let at = self.comparisons.iter().position(|known| *known == cmp).unwrap_or_default();
                    let taken = if (case >> at & 1 == 1) == positive { holds } else { fails };
                    self.run(taken, case, run)?;
                }
                Statement::Assign(left, right) => {
                    let value = self.value(right, run)?;
                    match self.half(left) {
                        Some(half) => run.halves[half as usize] = Some(value),
                        None if left.path().as_deref() == Some("result") => run.out = Some(value),
                        None => return Err(ReadError::new(left.line, "neither the register nor the result")),
                    }
                }
                Statement::Call(call) => {
                    return Err(ReadError::new(call.line, "a call in a register action"));
                }
            }
        }
        Ok(())
    }

    fn half(&self, expr: &Expr) -> Option<Half> {
        match (expr.path()?.as_str(), self.pair) {
            ("value", false) | ("value.lo", true) => Some(Half::Lo),
            ("value.hi", true) => Some(Half::Hi),
            _ => None,
        }
    }

    /// A value as the ALU computes it, over the register as it was.
    fn value(&mut self, expr: &Expr, run: &Run) -> Result<Value> {
        // A half that is written already stands for what was written, where it stands alone.
        if let Some(written) = self.half(expr).and_then(|half| run.halves[half as usize]) {
            return Ok(written);
        }
        let binary = |sign: &str| {
            Some(match sign {
                "+" => Op::Add,
                "-" => Op::Sub,
                "|+|" => Op::SatAdd,
                "|-|" => Op::SatSub,
                "&" => Op::And,
                "|" => Op::Or,
                "^" => Op::Xor,
                "min" => Op::Min,
                "max" => Op::Max,
                _ => return None,
            })
        };
        let wrong = || ReadError::new(expr.line, "no ALU computes this");
        let (op, a, b) = match &expr.kind {
            Kind::Binary(sign, a, b) => (binary(sign).ok_or_else(wrong)?, &**a, &**b),
            Kind::Call(function, arguments) if matches!(&function.kind, Kind::Name(name) if name == "min" || name == "max") =>
            {
                let [a, b] = &arguments[..] else { return Err(wrong()) };
                (binary(&function.path().unwrap_or_default()).ok_or_else(wrong)?, a, b)
            }
            _ => {
                return Ok(match self.term(expr, run)? {
                    Operand::Old(half) => old(half),
                    Operand::Constant(k) => Upd::set_k(k),
                    Operand::Word(word) => Upd::set(word),
                    Operand::Math(half) => Upd::new(SrcA::K(K::Const(0)), Op::B, SrcB::Math(half)),
                });
            }
        };
        let a = match self.term(a, run)? {
            Operand::Old(half) => SrcA::Mem(half),
            Operand::Constant(k) => SrcA::K(k),
            Operand::Word(_) | Operand::Math(_) => return Err(wrong()),
        };
        let b = match self.term(b, run)? {
            Operand::Word(word) => SrcB::Phv(word),
            Operand::Constant(k) => SrcB::K(k),
            Operand::Math(half) => SrcB::Math(half),
            Operand::Old(_) => return Err(wrong()),
        };
        Ok(Upd::new(a, op, b))
    }

    fn term(&mut self, expr: &Expr, run: &Run) -> Result<Operand> {
        if let Some(half) = self.half(expr) {
            if run.halves[half as usize].is_some() {
                return Err(ReadError::new(expr.line, "a written half is read"));
            }
            return Ok(Operand::Old(half));
        }
        if let Some(value) = expr.number() {
            let value =
                u32::try_from(value).map_err(|_| ReadError::new(expr.line, "a constant above 2^32"))?;
            return Ok(Operand::Constant(K::Const(value)));
        }
        if let Kind::Call(function, arguments) = &expr.kind {
            return self.called(function, arguments, run);
        }
        let word = self.lowering.word(expr)?;
        Ok(Operand::Word(self.metadata(word, expr.line)?))
    }

    fn metadata(&mut self, word: NodeId, line: u32) -> Result<Phv> {
        let at = self.file.words.iter().position(|known| *known == word).unwrap_or_else(|| {
            self.file.words.push(word);
            self.file.words.len() - 1
        });
        match at {
            0 => Ok(Phv::Lo),
            1 => Ok(Phv::Hi),
            _ => Err(ReadError::new(line, "an access takes two words of metadata")),
        }
    }

    /// A register-file row or the math unit.
    fn called(&mut self, function: &Expr, arguments: &[Expr], run: &Run) -> Result<Operand> {
        let line = function.line;
        let path = function.path().unwrap_or_default();
        let (name, method) = path.split_once('.').unwrap_or_default();
        let control = self.lowering.control;
        let instance =
            control.instance(name).ok_or_else(|| ReadError::new(line, format!("no extern {name}")))?;
        match (instance.kind.name.as_str(), method, arguments) {
            ("RegisterParam", "read", []) => {
                let value = instance
                    .arguments
                    .first()
                    .and_then(Expr::number)
                    .and_then(|value| u32::try_from(value).ok());
                let value = value.ok_or_else(|| ReadError::new(instance.line, "a row is one word"))?;
                let at = self.file.rows.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                    self.file.rows.push((name.to_owned(), value));
                    self.file.rows.len() - 1
                });
                Ok(Operand::Constant(K::Row(at as u8)))
            }
            ("MathUnit", "execute", [x]) => {
                let Operand::Old(half) = self.term(x, run)? else {
                    return Err(ReadError::new(line, "the math unit reads the register"));
                };
                let unit = math_unit(&instance.arguments, instance.line)?;
                match &self.file.unit {
                    Some((known, _)) if known != name => {
                        return Err(ReadError::new(line, "a second math unit"));
                    }
                    _ => self.file.unit = Some((name.to_owned(), unit)),
                }
                Ok(Operand::Math(half))
            }
            _ => Err(ReadError::new(line, format!("no operand comes from {path}"))),
        }
    }

    /// A comparison, with its relation made positive, and whether it holds where the text's does.
    fn comparison(&mut self, expr: &Expr) -> Result<(Cmp, bool)> {
        let wrong = |what: &str| ReadError::new(expr.line, what);
        let Kind::Binary(sign, left, right) = &expr.kind else { return Err(wrong("no comparison")) };
        let (rel, positive) = match *sign {
            "==" => (Rel::Eq, true),
            "!=" => (Rel::Eq, false),
            "<" => (Rel::Lt, true),
            ">=" => (Rel::Lt, false),
            "<=" => (Rel::Le, true),
            ">" => (Rel::Le, false),
            _ => return Err(wrong("no comparison")),
        };
        if let Kind::Cast(kind, difference) = &left.kind
            && kind.name == "int"
        {
            let Kind::Binary("-", now, then) = &difference.kind else { return Err(wrong("no difference")) };
            let (now, then) = (self.term(now, &Run::default())?, self.term(then, &Run::default())?);
            return match (now, then, right.number()) {
                (Operand::Word(word), Operand::Old(half), Some(0)) => {
                    Ok((Cmp::serial(word, half, rel), positive))
                }
                _ => Err(wrong("a serial comparison is of a word and a half")),
            };
        }
        let mut cmp = Cmp { mem: Term::None, phv: Term::None, k: None, rel, serial: false };
        for (side, plus) in [(left, true), (right, false)] {
            match self.term(side, &Run::default())? {
                Operand::Old(half) if cmp.mem == Term::None => {
                    cmp.mem = if plus { Term::Plus(half) } else { Term::Minus(half) };
                }
                Operand::Word(word) if cmp.phv == Term::None => {
                    cmp.phv = if plus { Term::Plus(word) } else { Term::Minus(word) };
                }
                Operand::Constant(K::Const(0)) => {}
                Operand::Constant(K::Const(value @ 1..=8)) if !plus => cmp.k = Some(K::Imm(-(value as i8))),
                Operand::Constant(k) if plus => cmp.k = Some(k),
                _ => return Err(wrong("no ALU compares these")),
            }
        }
        Ok((cmp, positive))
    }
}

/// `(true, -1, scale, { entry 15, ..., entry 0 })`: c/sqrt(x).
fn math_unit(arguments: &[Expr], line: u32) -> Result<MathUnit> {
    let wrong = || ReadError::new(line, "not a reciprocal square root");
    let [inverted, shift, scale, table] = arguments else { return Err(wrong()) };
    let signed = |expr: &Expr| match &expr.kind {
        Kind::Unary("-", inner) => {
            inner.number().and_then(|value| i8::try_from(value).ok()).map(|value| -value)
        }
        _ => expr.number().and_then(|value| i8::try_from(value).ok()),
    };
    if inverted.path().as_deref() != Some("true") || signed(shift) != Some(-1) {
        return Err(wrong());
    }
    let Kind::List(entries) = &table.kind else { return Err(wrong()) };
    let entries: Option<Vec<u8>> =
        entries.iter().rev().map(|entry| entry.number().and_then(|value| u8::try_from(value).ok())).collect();
    let table: [u8; 16] = entries.and_then(|entries| entries.try_into().ok()).ok_or_else(wrong)?;
    Ok(MathUnit::from_parts(table, signed(scale).ok_or_else(wrong)?))
}
