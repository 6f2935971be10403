//! Canonical text of a graph: two graphs have the same text exactly if they are the same program.
//!
//! It leaves out all that does not tell programs apart: source lines, the order of independent words, dead words, which
//! comparison of an ALU is first, how a key is matched. Keys and conditions become truth tables over what they read.

use freeboard_dataplane::{
    Cmp, Half, K, MathUnit, Op as AluOp, OutSrc, Phv, RegisterScope, Rel, Salu, SrcA, SrcB, Term, Upd,
};
use freeboard_pipeline::{DataOp, Graph, NodeId, Op, RegisterKind, Test, TestId};
use std::collections::BTreeMap;

/// What tests read: all bits of a word, or one.
type Leaf = (usize, Option<u32>);

/// Most leaves of one table: 2^12 rows are still printed at once.
const LEAVES_MAX: usize = 12;

/// The program as text: registers, then words in order of first use.
///
/// A filter's time constant is left out: P4 has no place for it.
#[must_use]
pub fn canonical(graph: &Graph) -> String {
    let mut printer = Printer { graph, numbers: BTreeMap::new(), lines: Vec::new() };
    let mut registers: Vec<_> = graph.registers.iter().filter(|one| one.accessed_by.is_some()).collect();
    registers.sort_by_key(|register| register.name);
    for register in registers {
        let kind = match register.kind {
            RegisterKind::Stateful => "register",
            RegisterKind::Filter => "filter",
        };
        let line = format!("{kind} {} {:?} halves {}", register.name, register.scope, register.halves);
        printer.lines.push(line);
        if let Some(word) = register.accessed_by {
            let number = printer.word(word);
            printer.lines.push(format!("  by w{number}"));
        }
    }
    printer.lines.push(format!("operands per {:?}", graph.data));
    let mark = printer.table(&[graph.mark], &|bits| format!("{}", bits & 1));
    printer.lines.push(format!("mark {mark}"));
    printer.lines.join("\n")
}

struct Printer<'a> {
    graph: &'a Graph,
    numbers: BTreeMap<NodeId, usize>,
    lines: Vec<String>,
}

impl Printer<'_> {
    /// The number of a word, which is printed at its first use.
    fn word(&mut self, id: NodeId) -> usize {
        if let Some(number) = self.numbers.get(&id) {
            return *number;
        }
        let node = self.graph.node(id).clone();
        let operands: Vec<String> = match node.op {
            // The two words of an access are told apart by its instructions.
            Op::Stateful(_) => Vec::new(),
            _ => node.operands.into_iter().flatten().map(|word| format!("w{}", self.word(word))).collect(),
        };
        let text = match node.op {
            Op::Stateful(access) => self.access(access, node.operands),
            Op::Lookup(lookup) => {
                let table = &self.graph.lookups[lookup];
                let datum = |bits: usize| table.data[usize::from(table.select[bits & 3])].to_string();
                let rows = self.table(&table.key, &datum);
                match table.scope {
                    RegisterScope::Pipe => rows,
                    scope => format!("{rows} per {scope:?}"),
                }
            }
            Op::LowPass(filter) => {
                let register = self.graph.registers[self.graph.filters[filter].register].name;
                format!("low-pass {register} of {}", operands.join(", "))
            }
            Op::Data(op, value) => format!("{} {value}, {}", data_op(op), operands.join(", ")),
            op => format!("{op:?} {}", operands.join(", ")),
        };
        let number = self.numbers.len();
        self.numbers.insert(id, number);
        self.lines.push(format!("w{number}: {} bits = {text}", node.width));
        number
    }

    /// What `row` says of a key's bits, for every assignment of what it depends on.
    fn table(&mut self, key: &[TestId], row: &dyn Fn(usize) -> String) -> String {
        let mut read: Vec<Leaf> = Vec::new();
        key.iter().for_each(|&test| self.leaves(test, &mut read));
        if read.len() > LEAVES_MAX {
            return format!("more than {LEAVES_MAX} conditions");
        }
        let value = |assignment: usize| {
            let holds = |leaf: Leaf| {
                read.iter().position(|one| *one == leaf).is_some_and(|at| assignment >> at & 1 == 1)
            };
            let bits = key.iter().enumerate().map(|(at, &test)| usize::from(self.holds(test, &holds)) << at);
            row(bits.sum())
        };
        let rows: Vec<String> = (0..1usize << read.len()).map(value).collect();
        let matters = |at: &usize| (0..rows.len()).any(|number| rows[number] != rows[number ^ 1 << at]);
        let used: Vec<usize> = (0..read.len()).filter(matters).collect();
        let mut columns: Vec<((usize, Option<u32>), usize)> =
            used.iter().map(|&at| ((self.word(NodeId(read[at].0)), read[at].1), at)).collect();
        columns.sort_unstable();
        let names = columns.iter().map(|((word, bit), _)| match bit {
            None => format!("w{word}"),
            Some(bit) => format!("w{word}[{bit}]"),
        });
        let names: Vec<String> = names.collect();
        let row_of = |number: usize| {
            let bits = columns.iter().enumerate().map(|(to, (_, from))| (number >> to & 1) << from);
            rows[bits.sum::<usize>()].as_str()
        };
        let rows: Vec<&str> = (0..1usize << columns.len()).map(row_of).collect();
        format!("by [{}]: {}", names.join(" "), rows.join(" | "))
    }

    fn leaf(&self, test: Test) -> Option<Leaf> {
        match test {
            Test::NonZero(word) => Some((word.0, None)),
            Test::Bit(word, 0) if self.graph.node(word).width == 1 => Some((word.0, None)),
            Test::Bit(word, bit) => Some((word.0, Some(bit))),
            _ => None,
        }
    }

    fn leaves(&self, test: TestId, into: &mut Vec<Leaf>) {
        let kind = self.graph.test(test).0;
        if let Some(leaf) = self.leaf(kind) {
            if !into.contains(&leaf) {
                into.push(leaf);
            }
            return;
        }
        match kind {
            Test::Not(inner) => self.leaves(inner, into),
            Test::Both(a, b) | Test::Either(a, b) => {
                self.leaves(a, into);
                self.leaves(b, into);
            }
            _ => {}
        }
    }

    fn holds(&self, test: TestId, holds: &dyn Fn(Leaf) -> bool) -> bool {
        let kind = self.graph.test(test).0;
        match kind {
            Test::Not(inner) => !self.holds(inner, holds),
            Test::Both(a, b) => self.holds(a, holds) && self.holds(b, holds),
            Test::Either(a, b) => self.holds(a, holds) || self.holds(b, holds),
            _ => self.leaf(kind).is_some_and(holds),
        }
    }

    fn access(&mut self, access: usize, operands: [Option<NodeId>; 2]) -> String {
        let record = self.graph.accesses[access].clone();
        let words =
            operands.map(|word| word.map_or_else(|| "-".to_owned(), |word| format!("w{}", self.word(word))));
        let pair = self.graph.registers[record.register].halves == 2;
        let alu = Alu { rows: &record.rows, math: record.math, words: &words, pair };
        let texts: Vec<String> = record.entries.iter().map(|entry| alu.instruction(&entry.salu)).collect();
        let row = |bits: usize| {
            let at = record.entries.iter().position(|entry| bits as u8 & entry.mask == entry.value);
            at.map_or_else(|| "nothing".to_owned(), |at| texts[at].clone())
        };
        let table = self.table(&record.key, &row);
        format!("access {} {table}", self.graph.registers[record.register].name)
    }
}

const fn data_op(op: DataOp) -> &'static str {
    match op {
        DataOp::SaturatingSub => "data |-|",
        DataOp::Sub => "data -",
        DataOp::Add => "data +",
        DataOp::Min => "data min",
        DataOp::And => "data &",
    }
}

struct Alu<'a> {
    rows: &'a [u32],
    math: Option<MathUnit>,
    words: &'a [String; 2],
    pair: bool,
}

/// What a case of the comparisons does: new halves and output.
type Case = [Option<String>; 3];

impl Alu<'_> {
    /// Comparisons sorted, without those that nothing depends on, and what every case does.
    fn instruction(&self, salu: &Salu) -> String {
        let comparisons = [salu.cmp_lo, salu.cmp_hi].map(|cmp| cmp.map(|cmp| self.comparison(cmp)));
        // An absent comparison never holds; a negated one has its cases exchanged.
        let effect = |[lo, hi]: [bool; 2]| {
            let bit = |at: usize, holds: bool| match &comparisons[at] {
                None => false,
                Some((_, negated)) => holds != *negated,
            };
            self.case(salu, 2 * usize::from(bit(1, hi)) + usize::from(bit(0, lo)))
        };
        let matters = |at: usize| {
            let pairs = [false, true].map(|other| {
                let of = |holds: bool| if at == 0 { effect([holds, other]) } else { effect([other, holds]) };
                of(false) != of(true)
            });
            pairs.contains(&true)
        };
        let mut used: Vec<(String, usize)> = Vec::new();
        for (at, comparison) in comparisons.iter().enumerate() {
            if let Some((text, _)) = comparison.as_ref().filter(|_| matters(at)) {
                used.push((text.clone(), at));
            }
        }
        used.sort();
        let cases = (0..1usize << used.len()).map(|number| {
            let mut holds = [false; 2];
            used.iter().enumerate().for_each(|(bit, (_, at))| holds[*at] = number >> bit & 1 == 1);
            let [lo, hi, out] = effect(holds);
            let part = |name: &str, text: Option<String>| text.map(|text| format!("{name} := {text}"));
            let parts = [part("lo", lo), part("hi", hi), part("out", out)];
            format!("({})", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
        });
        let names: Vec<&str> = used.iter().map(|(text, _)| text.as_str()).collect();
        format!("if [{}] {}", names.join("; "), cases.collect::<Vec<_>>().join(" "))
    }

    fn case(&self, salu: &Salu, case: usize) -> Case {
        let fires = |table: u8| table >> case & 1 == 1;
        let half = |updates: [Option<Upd>; 2]| {
            let fired = updates.into_iter().flatten().filter(|upd| fires(upd.guard.table()));
            fired.map(|upd| self.update(upd)).reduce(|a, b| format!("{a} or {b}"))
        };
        let (lo, hi) = (half(salu.lo), half(salu.hi));
        let out = salu.out.filter(|out| fires(out.guard.table())).map(|out| match out.src {
            OutSrc::Old(Half::Lo) => "lo".to_owned(),
            OutSrc::Old(Half::Hi) => "hi".to_owned(),
            OutSrc::Phv(word) => self.word(word),
            OutSrc::One => "1".to_owned(),
            OutSrc::Alu(Half::Lo) => lo.clone().unwrap_or_else(|| "0".to_owned()),
            OutSrc::Alu(Half::Hi) => hi.clone().unwrap_or_else(|| "0".to_owned()),
        });
        let out = out.filter(|out| out != "0");
        [lo, hi.filter(|_| self.pair), out]
    }

    fn word(&self, word: Phv) -> String {
        match word {
            Phv::Lo => self.words[0].clone(),
            Phv::Hi => self.words[1].clone(),
        }
    }

    fn constant(&self, k: K) -> String {
        match k {
            K::Imm(value) => i32::from(value).cast_unsigned().to_string(),
            K::Const(value) => value.to_string(),
            K::Row(row) => format!("row {}", self.rows.get(usize::from(row)).copied().unwrap_or(0)),
        }
    }

    fn update(&self, upd: Upd) -> String {
        let half = |half: Half| if half == Half::Lo { "lo" } else { "hi" };
        let a = match upd.a {
            SrcA::Mem(mem) => half(mem).to_owned(),
            SrcA::K(k) => self.constant(k),
        };
        let b = match upd.b {
            SrcB::Phv(word) => self.word(word),
            SrcB::K(k) => self.constant(k),
            SrcB::Math(mem) => format!("math {:?} {}", self.math.map(|unit| function(&unit)), half(mem)),
        };
        match upd.op {
            AluOp::A => a,
            AluOp::B => b,
            op => format!("{op:?}({a}, {b})"),
        }
    }

    /// The comparison as `mem - word + k` below or equal to 0, and whether that is its negation.
    fn comparison(&self, cmp: Cmp) -> (String, bool) {
        let half = |half: Half| if half == Half::Lo { "lo" } else { "hi" };
        let k = cmp.k.map_or(String::new(), |k| match k {
            K::Imm(value) => format!(" {value}"),
            k => format!(" {}", self.constant(k)),
        });
        let (mem, flip) = match cmp.mem {
            Term::None => (String::new(), false),
            Term::Plus(mem) => (half(mem).to_owned(), false),
            Term::Minus(mem) => (half(mem).to_owned(), true),
        };
        let phv = match cmp.phv {
            Term::None => String::new(),
            Term::Plus(word) => format!(" {} {}", if flip { "-" } else { "+" }, self.word(word)),
            Term::Minus(word) => format!(" {} {}", if flip { "+" } else { "-" }, self.word(word)),
        };
        let k = match (k.as_str(), flip) {
            ("" | " 0", _) => String::new(),
            (_, false) => format!(" +{k}"),
            (_, true) => format!(" -{k}"),
        };
        let rel = if flip { mirrored(cmp.rel) } else { cmp.rel };
        let (rel, negated) = match rel {
            Rel::Eq => ("=", false),
            Rel::Ne => ("=", true),
            Rel::Lt => ("<", false),
            Rel::Ge => ("<", true),
            Rel::Le => ("<=", false),
            Rel::Gt => ("<=", true),
        };
        let serial = if cmp.serial { "serial " } else { "" };
        (format!("{serial}{mem}{phv}{k} {rel} 0"), negated)
    }
}

/// The relation of the negated sum.
const fn mirrored(rel: Rel) -> Rel {
    match rel {
        Rel::Lt => Rel::Gt,
        Rel::Le => Rel::Ge,
        Rel::Gt => Rel::Lt,
        Rel::Ge => Rel::Le,
        Rel::Eq | Rel::Ne => rel,
    }
}

/// The unit's values: two tables that differ in bits which every shift cuts off are one function.
fn function(unit: &MathUnit) -> Vec<u32> {
    // Four leading bits choose the bin of any x.
    let starts = (0..32u32).flat_map(|top| {
        (8..16u32).map(move |lead| if top < 3 { lead >> (3 - top) } else { lead << (top - 3) })
    });
    let values: Vec<u32> = starts.map(|x| unit.eval(x)).collect();
    let last = values.iter().rposition(|value| *value != 0).map_or(0, |at| at + 1);
    values[..last].to_vec()
}
