//! A choice among register actions, or among constants: by conditions or by the rows of a table.

use super::lowering::{Lowering, called, kept};
use super::syntax::{Expr, Kind, Table};
use super::{ReadError, Result, alu};
use freeboard_dataplane::{Entry, RegisterScope};
use freeboard_pipeline::{Access, Op, Register, RegisterKind, Test, TestId};

/// What an action does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Runs an instruction of a register.
    Access { instruction: String, target: Option<String>, scope: RegisterScope },
    /// Assigns a constant.
    Set { target: String, value: u32 },
}

/// An act and when it happens: where no case before it does and its condition holds.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) when: Option<TestId>,
    pub(super) act: Act,
}

/// Cases by the bits of a key.
struct Keyed {
    key: Vec<TestId>,
    /// Mask, value, act: the first match wins.
    entries: Vec<(u8, u8, Act)>,
}

/// Most bits of a key, and most rows of a ternary table.
const KEY_MAX: usize = 8;

impl Lowering<'_> {
    /// Cases behind conditions.
    pub(super) fn choose(&mut self, cases: Vec<Case>, line: u32) -> Result<()> {
        let mut keyed = Keyed { key: Vec::new(), entries: Vec::new() };
        for Case { when, act } in cases {
            let bit = match when {
                None => 0,
                Some(_) if keyed.key.len() == KEY_MAX => {
                    return Err(ReadError::new(line, "too many conditions"));
                }
                Some(test) => {
                    keyed.key.push(test);
                    1 << (keyed.key.len() - 1)
                }
            };
            keyed.entries.push((bit, bit, act));
        }
        self.decide(keyed, line)
    }

    /// A table with a key.
    pub(super) fn keyed(&mut self, table: &Table) -> Result<()> {
        let line = table.line;
        let nothing = table.default_action.as_ref().and_then(|call| called(call).ok());
        if nothing.is_none_or(|(name, _)| name != "NoAction") {
            return Err(ReadError::new(line, "a miss does nothing"));
        }
        // The fields of a port or queue come first; the text has the rows of none of them.
        let places = table.key.iter().take_while(|(field, _)| self.is_place(field)).count();
        let fields: Vec<&Expr> = table.key.iter().take(places).map(|(field, _)| field).collect();
        self.place = self.owner(&fields, line)?;
        let mut columns = Vec::new();
        for (field, kind) in table.key.iter().skip(places) {
            let (test, one_bit) = self.leaf(field)?;
            if kind != "ternary" && (kind != "exact" || !one_bit) {
                return Err(ReadError::new(line, "a column is one bit, exact, or ternary"));
            }
            columns.push(self.condition(test, line));
        }
        let exact = table.key.iter().all(|(_, kind)| kind == "exact");
        let mut rows = Vec::new();
        for row in &table.rows {
            let (name, arguments) = called(&row.call)?;
            if !table.actions.contains(&name) {
                return Err(ReadError::new(row.call.line, format!("{name} is no action of the table")));
            }
            let field = |field: &Expr| match field.kind {
                Kind::Any => Ok(None),
                Kind::Number(0) => Ok(Some(false)),
                Kind::Number(1) => Ok(Some(true)),
                _ => Err(ReadError::new(field.line, "a field is 0, 1 or anything")),
            };
            let mut fields: Vec<Option<bool>> = row.fields.iter().map(field).collect::<Result<_>>()?;
            if fields.iter().take(places).any(Option::is_some) {
                return Err(ReadError::new(row.call.line, "a row of one port or queue"));
            }
            fields.drain(..places.min(fields.len()));
            if fields.len() != columns.len() {
                return Err(ReadError::new(row.call.line, "fields and columns are not as many"));
            }
            rows.push((fields, self.resolve(&name, &arguments, row.call.line)?));
        }
        if exact && columns.len() <= KEY_MAX {
            let entry = |(fields, act): (Vec<Option<bool>>, Act)| {
                let bit =
                    |at: usize, want: Option<bool>| want.map_or((0, 0), |one| (1 << at, u8::from(one) << at));
                let bits = fields.iter().enumerate().map(|(at, want)| bit(at, *want));
                let (mask, value) = bits.fold((0, 0), |(m, v), (mask, value)| (m | mask, v | value));
                (mask, value, act)
            };
            let entries = rows.into_iter().map(entry).collect();
            return self.decide(Keyed { key: columns, entries }, line);
        }
        let mut cases = Vec::new();
        for (fields, act) in rows {
            let mut when: Option<TestId> = None;
            for (column, wanted) in columns.iter().zip(fields) {
                let Some(wanted) = wanted else { continue };
                let leaf = if wanted { *column } else { self.condition(Test::Not(*column), line) };
                when = Some(when.map_or(leaf, |earlier| self.condition(Test::Both(earlier, leaf), line)));
            }
            cases.push(Case { when, act });
        }
        self.choose(cases, line)
    }

    fn decide(&mut self, keyed: Keyed, line: u32) -> Result<()> {
        if keyed.entries.iter().all(|(_, _, act)| matches!(act, Act::Access { .. })) {
            return self.access(keyed, line);
        }
        let mut target = None;
        for (_, _, act) in &keyed.entries {
            match (act, &target) {
                (Act::Set { target: name, .. }, None) => target = Some(name.clone()),
                (Act::Set { target: name, .. }, Some(known)) if name == known => {}
                _ => return Err(ReadError::new(line, "the actions of a choice write different things")),
            }
        }
        let target = target.unwrap_or_default();
        self.zeroed(&target, line)?;
        let width = self.width_of(&target, line)?.used;
        let value = |bits: u8| {
            let entry = keyed.entries.iter().find(|(mask, value, _)| bits & mask == *value);
            entry.map_or(0, |(_, _, act)| if let Act::Set { value, .. } = act { *value } else { 0 })
        };
        let mut data: Vec<u32> = Vec::new();
        let mut chosen = Vec::new();
        for bits in 0..1u16 << keyed.key.len() {
            let value = value(bits as u8);
            let at = data.iter().position(|datum| *datum == value).unwrap_or_else(|| {
                data.push(value);
                data.len() - 1
            });
            chosen.push(at as u8);
        }
        let (key, select) = if let [a, b, c, d] = chosen[..] {
            (keyed.key, [a, b, c, d])
        } else if let [a, b] = chosen[..] {
            (keyed.key, [a, b, a, b])
        } else {
            let bits = self.two_bits(&keyed.key, &chosen, data.len(), line)?;
            data.resize(4, 0);
            (bits, [0, 1, 2, 3])
        };
        let node = self.lookup(key, select, data, width, line);
        self.assigned(&target, node, line)
    }

    /// Two conditions that together number the datum which a wider key chooses.
    fn two_bits(&mut self, key: &[TestId], chosen: &[u8], data: usize, line: u32) -> Result<Vec<TestId>> {
        if data > 4 {
            return Err(ReadError::new(line, "a table of more than four data"));
        }
        let mut bits = Vec::new();
        for bit in 0..2 {
            let mut either = self.condition(Test::Never, line);
            for (number, _) in chosen.iter().enumerate().filter(|(_, datum)| **datum >> bit & 1 == 1) {
                let mut all: Option<TestId> = None;
                for (at, &test) in key.iter().enumerate() {
                    let leaf =
                        if number >> at & 1 == 1 { test } else { self.condition(Test::Not(test), line) };
                    all = Some(all.map_or(leaf, |earlier| self.condition(Test::Both(earlier, leaf), line)));
                }
                if let Some(all) = all {
                    either = self.condition(Test::Either(either, all), line);
                }
            }
            bits.push(either);
        }
        Ok(bits)
    }

    /// A variable that some packet leaves unwritten starts at 0.
    fn zeroed(&self, target: &str, line: u32) -> Result<()> {
        let initial = self.control.variables.get(target).and_then(|variable| variable.initial.as_ref());
        if initial.and_then(Expr::number) == Some(0) {
            return Ok(());
        }
        Err(ReadError::new(line, format!("{target} is not written by every packet and does not start at 0")))
    }

    fn assigned(&mut self, target: &str, node: freeboard_pipeline::NodeId, line: u32) -> Result<()> {
        match self.values.insert(target.to_owned(), node) {
            None => Ok(()),
            Some(_) => Err(ReadError::new(line, format!("{target} is assigned twice"))),
        }
    }

    /// The one access to a register.
    fn access(&mut self, keyed: Keyed, line: u32) -> Result<()> {
        let mut programs = Vec::new();
        for (mask, value, act) in keyed.entries {
            if let Act::Access { instruction, target, scope } = act {
                programs.push((mask, value, instruction, target, scope));
            }
        }
        let Some((.., first, _, scope)) = programs.first().cloned() else { return Ok(()) };
        let register = |instruction: &str| {
            let action = self.control.instance(instruction)?;
            action.arguments.first()?.path()
        };
        let name = register(&first).ok_or_else(|| ReadError::new(line, "an access without a register"))?;
        let same = |(_, _, instruction, _, other): &(u8, u8, String, Option<String>, RegisterScope)| {
            register(instruction).as_ref() == Some(&name) && *other == scope
        };
        if !programs.iter().all(same) {
            return Err(ReadError::new(line, "the actions of a choice access different registers"));
        }
        if self.graph.registers.iter().any(|known| known.name == name) {
            return Err(ReadError::new(line, format!("{name} is accessed twice")));
        }
        let halves = alu::halves(self.control, &name, line)?;
        let mut file = alu::File::default();
        let mut entries = Vec::new();
        for (mask, value, instruction, target, _) in &programs {
            let salu = alu::instruction(self, instruction, halves, target.is_some(), &mut file)?;
            entries.push(Entry { mask: *mask, value: *value, salu });
        }
        let targets: Vec<&String> = programs.iter().filter_map(|(.., target, _)| target.as_ref()).collect();
        let target = targets.first().map(|target| (*target).clone());
        if targets.iter().any(|other| Some(*other) != target.as_ref()) {
            return Err(ReadError::new(line, "the actions of a choice write different things"));
        }
        let width = match &target {
            Some(target) => self.width_of(target, line)?.used,
            None => 1,
        };
        let always = programs.iter().any(|(mask, ..)| *mask == 0) || covers(&keyed.key, &programs);
        if let Some(target) = target.as_ref().filter(|_| !always || targets.len() < programs.len()) {
            self.zeroed(target, line)?;
        }
        let access = self.graph.accesses.len();
        let word = self.node(Op::Stateful(access), file.operands(), width, line);
        let index = self.graph.registers.len();
        self.graph.registers.push(Register {
            name: kept(&name),
            scope,
            halves,
            kind: RegisterKind::Stateful,
            accessed_by: Some(word),
        });
        let record =
            Access { register: index, key: keyed.key, entries, rows: file.rows(), math: file.math() };
        self.graph.accesses.push(record);
        match target {
            Some(target) => self.assigned(&target, word, line),
            None => Ok(()),
        }
    }
}

/// Every key has an entry.
fn covers<T, U, V>(key: &[TestId], entries: &[(u8, u8, T, U, V)]) -> bool {
    (0..1u16 << key.len()).all(|bits| entries.iter().any(|(mask, value, ..)| bits as u8 & mask == *value))
}
