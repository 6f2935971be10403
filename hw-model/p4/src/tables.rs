//! Stateless tables: operations with their action data, lookups, and the choice among register actions.

use super::boolean::{Bool, Leaf, holds_in, key_is};
use super::control_plane::Location;
use super::source::Slot;
use super::write::Writer;
use super::{Target, Unwritable};
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::{DataOp, Intrinsic, NodeId, Op, Table, TestId};

/// A parameter of an action.
pub(super) struct Parameter {
    pub(super) name: String,
    /// Bits of its type.
    pub(super) bits: u32,
    pub(super) value: u32,
    /// The constant that it holds, and what the constant follows.
    pub(super) slot: Slot,
    pub(super) setting: String,
}

impl Writer<'_> {
    /// The stage's operations of one kind: one action, with a table where it has data.
    pub(super) fn operations(&mut self, ids: &[NodeId], scope: RegisterScope) -> Result<(), Unwritable> {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut lines = Vec::new();
        for &id in ids {
            self.variable(id);
            let text = self.operation(id, &mut parameters)?;
            lines.push(format!("        {} = {text};\n", self.words.name(id)));
        }
        let names: Vec<&str> = ids.iter().map(|&id| self.words.name(id)).collect();
        let joined = if names.len() > 3 { format!("{}_and_others", names[0]) } else { names.join("_") };
        self.action_with_data(&joined, &parameters, &lines.concat(), scope);
        Ok(())
    }

    fn operation(&mut self, id: NodeId, parameters: &mut Vec<Parameter>) -> Result<String, Unwritable> {
        let node = self.source.graph().node(id).clone();
        let wide = self.words.container(id);
        let operand =
            |at: usize| node.operands[at].map_or_else(String::new, |word| self.words.operand(word, wide));
        let infix = |sign: &str| format!("{} {sign} {}", operand(0), operand(1));
        let is_now = node.operands[0] == Some(NodeId(Intrinsic::Now.index()));
        Ok(match node.op {
            Op::Or => infix("|"),
            Op::And => infix("&"),
            Op::Add => infix("+"),
            Op::Sub => infix("-"),
            Op::SaturatingSub => infix("|-|"),
            Op::Min => self.minimum(&operand(0), &operand(1))?,
            Op::Shr(n) if is_now => format!("(bit<32>){}", self.words.stamp(31, n)),
            Op::Shr(n) => format!("{} >> {n}", operand(0)),
            Op::Shl(n) => format!("{} << {n}", operand(0)),
            Op::Widen => operand(0),
            Op::StampSlice(low) => self.words.stamp(low + 31, low),
            Op::Random { bits, .. } => {
                let draw = self.generator(id, bits);
                if bits == wide { draw } else { format!("(bit<{wide}>){draw}") }
            }
            Op::Data(op, value) => {
                let name = self.parameter(Slot::Operand(id.0), wide, value, parameters);
                let word = node.operands[0].map_or_else(String::new, |word| self.words.operand(word, wide));
                match op {
                    DataOp::SaturatingSub => format!("{name} |-| {word}"),
                    DataOp::Sub => format!("{name} - {word}"),
                    DataOp::Add => format!("{name} + {word}"),
                    DataOp::And => format!("{name} & {word}"),
                    DataOp::Min => self.minimum(&name, &word)?,
                }
            }
            Op::Lookup(lookup) => {
                let table = &self.source.graph().lookups[lookup];
                let datum = usize::from(table.select[0]);
                let value = table.data[datum];
                self.parameter(Slot::Datum(lookup, datum), wide, value, parameters)
            }
            Op::Input(_) | Op::Stateful(_) | Op::LowPass(_) => String::new(),
        })
    }

    fn minimum(&self, a: &str, b: &str) -> Result<String, Unwritable> {
        match self.target {
            Target::Tna => Ok(format!("min({a}, {b})")),
            Target::V1model => Err(Unwritable::new("v1model has no minimum of two words")),
        }
    }

    /// A constant as a parameter of the action; as a number where nothing can change it.
    fn parameter(&mut self, slot: Slot, bits: u32, value: u32, parameters: &mut Vec<Parameter>) -> String {
        let own = self.source.scope(slot) != RegisterScope::Pipe;
        if !self.source.origin(slot).varies() && !own {
            return value.to_string();
        }
        let setting = self.setting_of(slot).unwrap_or_else(|| "serves".to_owned());
        let base = if setting == "controlled" { "by_control".to_owned() } else { setting.clone() };
        let name = self.ids.fresh(&base);
        parameters.push(Parameter { name: name.clone(), bits, value, slot, setting });
        name
    }

    /// A random draw; on the software switch a statement of its own in front of the stage's actions.
    fn generator(&mut self, id: NodeId, bits: u32) -> String {
        let base = format!("{}_random", self.words.name(id));
        let name = self.ids.fresh(&base);
        match self.target {
            Target::Tna => {
                self.declarations += &format!("\n    Random<bit<{bits}>>() {name};\n");
                format!("{name}.get()")
            }
            Target::V1model => {
                self.plain_variable(&format!("bit<{bits}>"), &name);
                self.statement(&format!("random<bit<{bits}>>({name}, 0, {});", (1u64 << bits) - 1));
                name
            }
        }
    }

    /// An action; behind a table whose default action holds the data, where it has some. Entries of the table hold those of a
    /// port or a queue that has its own.
    fn action_with_data(&mut self, base: &str, parameters: &[Parameter], body: &str, scope: RegisterScope) {
        let action = self.ids.fresh(&format!("set_{base}"));
        let typed: Vec<String> =
            parameters.iter().map(|one| format!("bit<{}> {}", one.bits, one.name)).collect();
        self.declarations += &format!("\n    action {action}({}) {{\n{body}    }}\n", typed.join(", "));
        if parameters.is_empty() {
            self.statement(&format!("{action}();"));
            return;
        }
        let table = self.ids.fresh(&format!("{base}_table"));
        let values: Vec<String> = parameters.iter().map(|one| one.value.to_string()).collect();
        let follows: Vec<String> = parameters
            .iter()
            .map(|one| format!("{} = {}, {}", one.name, one.value, self.follows(&one.setting)))
            .collect();
        let fields = self.place(scope);
        let columns: String = fields.iter().map(|field| format!("            {field} : exact;\n")).collect();
        let key = if fields.is_empty() {
            String::new()
        } else {
            format!("        key = {{\n{columns}        }}\n")
        };
        let size = self.source.program.placement.sizing.instances(scope);
        self.declarations += &format!(
            "    // {}\n    table {table} {{\n{key}        actions = {{ {action}; }}\n        default_action = {action}({});\n        \
             size = {size};\n    }}\n",
            follows.join("; "),
            values.join(", ")
        );
        self.statement(&format!("{table}.apply();"));
        for Parameter { name, value, slot, .. } in parameters {
            let (table, action, parameter) = (table.clone(), action.clone(), name.clone());
            self.changeable(*slot, *value, scope, Location::ActionData { table, action, parameter });
        }
    }

    /// Where a constant comes from, in words.
    pub(super) fn follows(&self, name: &str) -> String {
        let setting = self.source.settings.iter().find(|setting| setting.doc.name == name);
        if name == "serves" {
            return "1 where the queue is served, 0 where not".to_owned();
        }
        setting.map_or_else(
            || "written by the control plane".to_owned(),
            |setting| format!("from {name} = {}", setting.text()),
        )
    }

    /// A table without a key that loads constants into variables.
    pub(super) fn data_table(&mut self, base: &str, loads: &[Parameter]) {
        let mut parameters = Vec::new();
        let mut body = String::new();
        for load in loads {
            let name = self.ids.fresh(&format!("{}_data", load.name));
            body += &format!("        {} = {name};\n", load.name);
            parameters.push(Parameter { name, setting: load.setting.clone(), ..*load });
        }
        self.action_with_data(base, &parameters, &body, RegisterScope::Pipe);
    }

    /// A keyed stateless table.
    pub(super) fn lookup(&mut self, id: NodeId, table: &Table) -> Result<(), Unwritable> {
        let Op::Lookup(lookup) = self.source.graph().node(id).op else { return Ok(()) };
        let record = self.source.graph().lookups[lookup].clone();
        self.variable(id);
        let varies =
            (0..record.data.len()).any(|datum| self.source.origin(Slot::Datum(lookup, datum)).varies());
        if table.gateway.is_none() {
            self.data_by_key(id, lookup, table, varies);
            return Ok(());
        }
        // Each datum but 0, which needs no table, behind its own condition.
        let mut open = false;
        for (datum, value) in record.data.iter().enumerate().filter(|(_, value)| **value != 0) {
            let chosen = (0..1u8 << record.key.len())
                .filter(|bits| usize::from(record.select[usize::from(*bits)]) == datum);
            let all = u8::MAX >> (8 - record.key.len());
            let graph = self.source.graph();
            let condition = Bool::some(chosen.map(|bits| key_is(graph, &record.key, all, bits)).collect());
            let text = self.condition(&condition);
            self.statement(&format!("{} ({text}) {{", if open { "} else if" } else { "if" }));
            open = true;
            let mut parameters = Vec::new();
            let wide = self.words.container(id);
            let text = self.parameter(Slot::Datum(lookup, datum), wide, *value, &mut parameters);
            let name = self.words.name(id).to_owned();
            let before = self.apply.len();
            self.action_with_data(
                &name,
                &parameters,
                &format!("        {name} = {text};\n"),
                RegisterScope::Pipe,
            );
            let call = self.apply.split_off(before);
            self.apply += &format!("    {call}");
        }
        self.statement("}");
        Ok(())
    }

    /// One action whose datum the key chooses.
    fn data_by_key(&mut self, id: NodeId, lookup: usize, table: &Table, varies: bool) {
        let record = self.source.graph().lookups[lookup].clone();
        let (name, wide) = (self.words.name(id).to_owned(), self.words.container(id));
        let action = self.ids.fresh(&format!("set_{name}"));
        let all = u8::MAX >> (8 - record.key.len());
        self.declarations +=
            &format!("\n    action {action}(bit<{wide}> datum) {{\n        {name} = datum;\n    }}\n");
        let bits = 0..1u8 << record.key.len();
        let cases: Vec<(u8, u8)> = bits.clone().map(|bits| (all, bits)).collect();
        let calls: Vec<String> = bits
            .map(|bits| format!("{action}({})", record.data[usize::from(record.select[usize::from(bits)])]))
            .collect();
        // Data that a setting moves are entries the control plane may change.
        let kind = if varies { "entries" } else { "const entries" };
        let (table_name, rows) =
            self.keyed(&format!("{name}_table"), &record.key, &cases, &calls, table, kind);
        for (datum, value) in record.data.iter().enumerate().filter(|_| varies) {
            let holds = |(_, case): &&(String, usize)| usize::from(record.select[*case]) == datum;
            let keys: Vec<String> = rows.iter().filter(holds).map(|(key, _)| key.clone()).collect();
            if !keys.is_empty() {
                let (table, action) = (table_name.clone(), action.clone());
                let location = Location::Rows { table, action, parameter: "datum", keys };
                self.changeable(Slot::Datum(lookup, datum), *value, record.scope, location);
            }
        }
    }

    /// Runs one of `calls` where the first of `cases` that the key matches stands: directly, behind a gateway, or by a table.
    pub(super) fn choose(
        &mut self,
        name: &str,
        key: &[TestId],
        cases: &[(u8, u8)],
        calls: &[String],
        table: &Table,
    ) {
        if key.is_empty() {
            calls.iter().take(1).for_each(|call| self.statement(&format!("{call}();")));
            return;
        }
        if table.gateway.is_none() {
            let calls: Vec<String> = calls.iter().map(|call| format!("{call}()")).collect();
            self.keyed(name, key, cases, &calls, table, "const entries");
            return;
        }
        let mut open = false;
        for (index, ((mask, value), call)) in cases.iter().zip(calls).enumerate() {
            let condition = key_is(self.source.graph(), key, *mask, *value);
            let last = index > 0 && (*mask == 0 || (key.len() == 1 && index == 1));
            let text = self.condition(&condition);
            match (open, last) {
                (true, true) => self.statement("} else {"),
                (true, false) => self.statement(&format!("}} else if ({text}) {{")),
                (false, _) => self.statement(&format!("if ({text}) {{")),
            }
            open = true;
            self.statement(&format!("    {call}();"));
        }
        self.statement("}");
    }

    /// A table over what the key reads: exact rows, or ternary ones, most zeros first. Returns its name, and per row the key's
    /// fields and the case.
    fn keyed(
        &mut self,
        name: &str,
        key: &[TestId],
        cases: &[(u8, u8)],
        calls: &[String],
        owner: &Table,
        kind: &str,
    ) -> (String, Vec<(String, usize)>) {
        let ternary = owner.ternary.is_some();
        let graph = self.source.graph();
        let bits: Vec<Bool> = key.iter().map(|&test| Bool::of(graph, test, true)).collect();
        let mut leaves = Vec::new();
        bits.iter().for_each(|bit| bit.leaves(&mut leaves));
        let chosen = |number: usize| {
            let holds = holds_in(&leaves, number);
            let value = bits.iter().enumerate().map(|(at, bit)| u8::from(bit.eval(&holds)) << at).sum::<u8>();
            cases.iter().position(|(mask, wanted)| value & mask == *wanted)
        };
        let mut numbers: Vec<usize> = (0..1usize << leaves.len()).collect();
        if ternary {
            // A word that is not zero is matched by anything: rows with more zeros come first.
            numbers.sort_by_key(|number| number.count_ones());
        }
        let mut rows: Vec<(usize, usize)> =
            numbers.into_iter().filter_map(|number| Some((number, chosen(number)?))).collect();
        if ternary {
            thin(&leaves, &mut rows, &chosen);
        }
        let column = |leaf: &Leaf| {
            let bit = if let Leaf::Bit(_, bit) = leaf { Some(*bit) } else { None };
            format!(
                "            {} : {};\n",
                self.words.bits(leaf.word(), bit),
                if ternary { "ternary" } else { "exact" }
            )
        };
        // A row of no port or queue holds what those without rows of their own get.
        let scope = owner.scope(graph);
        let fields_of_place = self.place(scope);
        let places: String =
            fields_of_place.iter().map(|field| format!("            {field} : ternary;\n")).collect();
        let columns: String = core::iter::once(places).chain(leaves.iter().map(column)).collect();
        let entry = |(number, case): &(usize, usize)| {
            let fields =
                leaves.iter().enumerate().map(|(at, leaf)| cell(*leaf, number >> at & 1 == 1, ternary));
            let fields: Vec<&str> = fields_of_place.iter().map(|_| "_").chain(fields).collect();
            let fields = if fields.len() == 1 { fields.concat() } else { format!("({})", fields.join(", ")) };
            (fields, *case)
        };
        let keyed: Vec<(String, usize)> = rows.iter().map(entry).collect();
        let row = |(fields, case): &(String, usize)| format!("            {fields} : {};\n", calls[*case]);
        let entries: String = keyed.iter().map(row).collect();
        let mut actions: Vec<&str> =
            calls.iter().map(|call| call.split_once('(').map_or(call.as_str(), |(name, _)| name)).collect();
        actions.dedup();
        let table = self.ids.fresh(name);
        // Constant entries fix the size; a property beside them is a warning.
        let size = if kind.starts_with("const") {
            String::new()
        } else {
            let size = match scope {
                RegisterScope::Pipe => rows.len().next_power_of_two() as u32,
                // The same rows for each of them, and for those without.
                _ => rows.len() as u32 * (self.source.program.placement.sizing.instances(scope) + 1),
            };
            format!("        size = {size};\n")
        };
        self.declarations += &format!(
            "    table {table} {{\n        key = {{\n{columns}        }}\n        actions = {{ {}; NoAction; }}\n        const default_action \
             = NoAction();\n        {kind} = {{\n{entries}        }}\n{size}    }}\n",
            actions.join("; "),
        );
        self.statement(&format!("{table}.apply();"));
        (table, keyed)
    }
}

/// A key column's value in a row where its leaf holds or not.
const fn cell(leaf: Leaf, holds: bool, ternary: bool) -> &'static str {
    match (leaf, holds, ternary) {
        (Leaf::Any(_), true, true) => "_",
        (_, true, _) => "1",
        (_, false, _) => "0",
    }
}

/// Drops ternary rows without which every assignment still finds the same case.
fn thin(leaves: &[Leaf], rows: &mut Vec<(usize, usize)>, chosen: &dyn Fn(usize) -> Option<usize>) {
    // A row matches where its zeros are zeros; bits are matched exactly.
    let exact: usize = leaves
        .iter()
        .enumerate()
        .filter(|(_, leaf)| matches!(leaf, Leaf::Bit(..)))
        .map(|(at, _)| 1 << at)
        .sum();
    let matches = |row: usize, number: usize| number & !row == 0 && (number ^ row) & exact == 0;
    let right = |rows: &[(usize, usize)]| {
        (0..1usize << leaves.len()).all(|number| {
            let found = rows.iter().find(|(row, _)| matches(*row, number)).map(|(_, case)| *case);
            found == chosen(number)
        })
    };
    let mut index = 0;
    while index < rows.len() {
        let mut fewer = rows.clone();
        fewer.remove(index);
        if right(&fewer) {
            *rows = fewer;
        } else {
            index += 1;
        }
    }
}
