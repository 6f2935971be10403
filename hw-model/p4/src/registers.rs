//! Registers and the actions on them.

use super::alu::{self, Operands};
use super::boolean::{Bool, key_is};
use super::control_plane::Location;
use super::source::Slot;
use super::tables::Parameter;
use super::write::{Writer, located};
use super::{Target, Unwritable};
use freeboard_dataplane::{Entry, MathUnit, OutSrc, RegisterScope};
use freeboard_pipeline::{NodeId, Op, Register, Sizing, Table};
use std::collections::BTreeMap;

/// One access as both targets write it.
struct Site {
    id: NodeId,
    name: &'static str,
    pair: bool,
    /// Type and text of the index.
    index: (u32, String),
    /// Cells of the array.
    cells: u32,
    /// The output is a word, not a flag.
    wide: bool,
}

impl Writer<'_> {
    pub(super) fn access(&mut self, id: NodeId, table: &Table) -> Result<(), Unwritable> {
        let graph = self.source.graph();
        let Op::Stateful(access) = graph.node(id).op else { return Ok(()) };
        let record = &graph.accesses[access];
        let register = &graph.registers[record.register];
        let outputs = || record.entries.iter().filter_map(|entry| entry.salu.out);
        let wide = outputs().any(|out| out.src != OutSrc::One);
        // Where an instruction says nothing, or none runs, the output is 0.
        self.variable(id);
        let site = Site {
            id,
            name: register.name,
            pair: register.halves == 2,
            index: self.index(register),
            cells: self.cells(register),
            wide,
        };
        self.pairs |= site.pair && self.target == Target::Tna;
        match self.target {
            Target::Tna => self.register_actions(access, &site, table),
            Target::V1model => self.read_and_write(access, &site),
        }
    }

    fn cells(&self, register: &Register) -> u32 {
        match register.scope {
            RegisterScope::Pipe => 1,
            scope => 1 << self.source.program.placement.sizing.index_bits(scope),
        }
    }

    pub(super) fn place(&self, scope: RegisterScope) -> Vec<String> {
        place(self.source.program.placement.sizing, self.target, scope)
    }

    /// Bits and text of a register's index, with the extern that makes it.
    fn index(&mut self, register: &Register) -> (u32, String) {
        let width = self.source.program.placement.sizing.index_bits(register.scope);
        let fields = self.place(register.scope).join(", ");
        let name = match (self.target, register.scope) {
            (_, RegisterScope::Pipe) => return (1, "0".to_owned()),
            (Target::V1model, _) => return (width, fields),
            (Target::Tna, RegisterScope::Port) => "port_index",
            (Target::Tna, RegisterScope::Queue) => "queue_index",
        };
        let declaration = format!("    Hash<bit<{width}>>(HashAlgorithm_t.IDENTITY) {name};\n");
        if !self.declarations.contains(&declaration) {
            self.declarations += &format!("\n{declaration}");
        }
        (width, format!("{name}.get({{ {fields} }})"))
    }

    /// Rows of an access: their names, in order.
    fn rows(&mut self, access: usize, register: &str) -> Vec<Parameter> {
        let rows = self.source.graph().accesses[access].rows.clone();
        let name = |(row, value): (usize, u32)| {
            let slot = Slot::Row(access, row);
            let setting = self.setting_of(slot).unwrap_or_else(|| format!("row_{row}"));
            let name = self.ids.fresh(&format!("{register}_{setting}"));
            Parameter { name, bits: 32, value, slot, setting }
        };
        rows.into_iter().enumerate().map(name).collect()
    }

    /// Name of the first setting that a constant follows.
    pub(super) fn setting_of(&self, slot: Slot) -> Option<String> {
        let origin = self.source.origin(slot);
        let first = origin.settings.first().map(|&index| self.source.settings[index].doc.name.to_owned());
        first.or_else(|| origin.controlled.then(|| "controlled".to_owned()))
    }

    fn operand_words(&self, id: NodeId) -> [String; 2] {
        let operand =
            |word: Option<NodeId>| word.map_or_else(String::new, |word| self.words.operand(word, 32));
        self.source.graph().node(id).operands.map(operand)
    }

    fn register_actions(&mut self, access: usize, site: &Site, table: &Table) -> Result<(), Unwritable> {
        let record = self.source.graph().accesses[access].clone();
        let Site { id, name, pair, index: (index_bits, index), cells, wide } = site;
        let cell = if *pair { "pair_t" } else { "bit<32>" };
        let scope = match self.source.graph().registers[record.register].scope {
            RegisterScope::Pipe => "one per pipe",
            RegisterScope::Port => "per port",
            RegisterScope::Queue => "per queue",
        };
        self.declarations +=
            &format!("\n    // Register {name}, {scope}: {}\n", located(self.source.graph().node(*id).at));
        self.declarations +=
            &format!("    Register<{cell}, bit<{index_bits}>>({cells}, {}) {name};\n", zero(*pair));
        let rows = self.rows(access, name);
        for Parameter { name: row, value, slot, setting, .. } in &rows {
            let from = self.follows(setting);
            self.declarations += &format!("    RegisterParam<bit<32>>({value}) {row};  // {from}\n");
            let (register, parameter) = ((*name).to_owned(), row.clone());
            let location = Location::RegisterParameter { register, parameter };
            self.changeable(*slot, *value, RegisterScope::Pipe, location);
        }
        let math = record.math.map(|unit| self.math_unit(name, &unit));
        let operands = Operands {
            halves: halves("value", ".", *pair),
            pair: *pair,
            result: "result".to_owned(),
            words: self.operand_words(*id),
            rows: rows.into_iter().map(|row| format!("{}.read()", row.name)).collect(),
            math: halves("value", ".", *pair)
                .map(|half| math.as_ref().map_or_else(String::new, |math| format!("{math}.execute({half})"))),
        };
        let read = self.words.is_read(*id);
        let result = if *wide { "bit<32>" } else { "bit<1>" };
        let mut calls = Vec::new();
        for entry in &record.entries {
            let says = read && entry.salu.out.is_some();
            let body = alu::body(&entry.salu, &operands, says, 12)?;
            let run = self.ids.fresh(&format!("{name}_{}", entry.salu.name));
            let out = if says { format!(", out {result} result") } else { String::new() };
            let output = if says { format!(", {result}") } else { ", bit<1>".to_owned() };
            self.declarations += &format!(
                "    RegisterAction<{cell}, bit<{index_bits}>{output}>({name}) {run} = {{\n        void apply(inout {cell} \
                 value{out}) {{\n{body}        }}\n    }};\n"
            );
            let action = self.ids.fresh(&format!("{}_{name}", entry.salu.name));
            let assigned = if says { format!("{} = ", self.words.name(*id)) } else { String::new() };
            self.declarations +=
                &format!("    action {action}() {{\n        {assigned}{run}.execute({index});\n    }}\n");
            calls.push(action);
        }
        self.choose(&format!("{name}_table"), &record.key, &cases(&record.entries), &calls, table);
        Ok(())
    }

    fn math_unit(&mut self, register: &str, unit: &MathUnit) -> String {
        let name = self.ids.fresh(&format!("{register}_math"));
        let (table, scale) = unit.parts();
        let entries: Vec<String> = table.iter().rev().map(u8::to_string).collect();
        self.declarations += &format!(
            "    // c/sqrt(x): x is (m/8) * 4^e with m in 4 ..= 15; entries 15 to 0 hold c/sqrt(m/8) / 2^{scale}.\n    \
             MathUnit<bit<32>>(true, -1, {scale}, {{ {} }}) {name};\n",
            entries.join(", ")
        );
        name
    }

    /// The same access as a read, an if-tree and a write.
    fn read_and_write(&mut self, access: usize, site: &Site) -> Result<(), Unwritable> {
        let graph = self.source.graph();
        let record = graph.accesses[access].clone();
        let Site { id, name, pair, index: (_, index), cells, .. } = site;
        let variables = halves(&format!("{name}_value"), "_", *pair);
        let arrays = halves(name, "_", *pair);
        let at = located(graph.node(*id).at);
        self.declarations += &format!("\n    // Register {name}: {at}\n");
        let used = if *pair { 2 } else { 1 };
        for (array, variable) in arrays.iter().zip(&variables).take(used) {
            self.declarations += &format!("    register<bit<32>>({cells}) {array};\n");
            self.plain_variable("bit<32>", variable);
        }
        let rows = self.rows(access, name);
        for row in &rows {
            self.plain_variable("bit<32>", &row.name);
            self.data_table(&row.name, core::slice::from_ref(row));
        }
        for (array, variable) in arrays.iter().zip(&variables).take(used) {
            self.statement(&format!("{array}.read({variable}, (bit<32>){index});"));
        }
        let mut math = [String::new(), String::new()];
        for (half, text) in math.iter_mut().enumerate() {
            let read = record.entries.iter().any(|entry| reads_math(entry, half));
            if let (true, Some(unit)) = (read, record.math) {
                *text = self.math_table(name, &variables[half], &unit);
            }
        }
        let operands = Operands {
            halves: variables.clone(),
            pair: *pair,
            result: self.words.name(*id).to_owned(),
            words: self.operand_words(*id),
            rows: rows.into_iter().map(|row| row.name).collect(),
            math,
        };
        let read = self.words.is_read(*id);
        let mut bodies = Vec::new();
        for entry in &record.entries {
            bodies.push(alu::body(&entry.salu, &operands, read && entry.salu.out.is_some(), 12)?);
        }
        self.branches(&record.key, &cases(&record.entries), &bodies);
        for (array, variable) in arrays.iter().zip(&variables).take(used) {
            self.statement(&format!("{array}.write((bit<32>){index}, {variable});"));
        }
        Ok(())
    }

    /// The math unit as a table over the leading bits of x; returns the variable that it writes.
    fn math_table(&mut self, register: &str, input: &str, unit: &MathUnit) -> String {
        let variable = self.ids.fresh(&format!("{register}_math"));
        self.plain_variable("bit<32>", &variable);
        let action = self.ids.fresh(&format!("set_{variable}"));
        let table = self.ids.fresh(&format!("{variable}_table"));
        let mut rows = String::new();
        for (value, mask, result) in math_rows(unit) {
            rows += &format!("            {value} &&& 0x{mask:08x} : {action}({result});\n");
        }
        self.declarations += &format!(
            "    // c/sqrt(x), truncated, by the three to four leading bits of x.\n    action {action}(bit<32> step) {{\n        {variable} \
             = step;\n    }}\n    table {table} {{\n        key = {{ {input} : ternary; }}\n        actions = {{ {action}; }}\n        \
             const entries = {{\n{rows}        }}\n    }}\n"
        );
        self.statement(&format!("{table}.apply();"));
        variable
    }

    pub(super) fn filter(&mut self, id: NodeId) -> Result<(), Unwritable> {
        let graph = self.source.graph();
        let Op::LowPass(filter) = graph.node(id).op else { return Ok(()) };
        let register = &graph.registers[graph.filters[filter].register];
        let name = register.name;
        self.variable(id);
        let (index_bits, index) = self.index(register);
        let sample = graph.node(id).operands[1].map_or_else(String::new, |word| self.words.operand(word, 32));
        let cells = self.cells(register);
        let tau = u32::from(graph.filters[filter].log2_tau_ns);
        let location = Location::LowPassFilter { filter: name.to_owned() };
        self.changeable(Slot::Tau(filter), 1 << tau, RegisterScope::Pipe, location);
        let action = self.ids.fresh(&format!("sample_{name}"));
        let at = located(graph.node(id).at);
        self.declarations += &format!(
            "\n    // Low-pass filter {name}: {at}\n    Lpf<bit<32>, bit<{index_bits}>>({cells}) {name};\n    action {action}() {{\n        {} = \
             {name}.execute({sample}, {index});\n    }}\n",
            self.words.name(id)
        );
        self.statement(&format!("{action}();"));
        Ok(())
    }
}

/// The fields that tell the instances of a scope apart: port and queue on a Tofino, parts of one index on the software switch.
pub(super) fn place(sizing: Sizing, target: Target, scope: RegisterScope) -> Vec<String> {
    let (port, both) = (sizing.index_bits(RegisterScope::Port), sizing.index_bits(RegisterScope::Queue));
    let queue = both - port;
    match (target, scope) {
        (_, RegisterScope::Pipe) => Vec::new(),
        (Target::V1model, RegisterScope::Queue) => vec!["queue_index".to_owned()],
        (Target::V1model, RegisterScope::Port) => vec![format!("queue_index[{}:{queue}]", both - 1)],
        (Target::Tna, RegisterScope::Port) => vec![format!("eg_intr_md.egress_port[{}:0]", port - 1)],
        (Target::Tna, RegisterScope::Queue) => vec![
            format!("eg_intr_md.egress_port[{}:0]", port - 1),
            format!("eg_intr_md.egress_qid[{}:0]", queue - 1),
        ],
    }
}

/// The initial value of a cell.
const fn zero(pair: bool) -> &'static str {
    if pair { "{ 0, 0 }" } else { "0" }
}

fn halves(value: &str, sign: &str, pair: bool) -> [String; 2] {
    if pair {
        ["lo", "hi"].map(|half| format!("{value}{sign}{half}"))
    } else {
        [value.to_owned(), String::new()]
    }
}

fn cases(entries: &[Entry]) -> Vec<(u8, u8)> {
    entries.iter().map(|entry| (entry.mask, entry.value)).collect()
}

fn reads_math(entry: &Entry, half: usize) -> bool {
    use freeboard_dataplane::{Half, SrcB};
    let updates = entry.salu.lo.iter().chain(&entry.salu.hi).flatten();
    let wanted = [Half::Lo, Half::Hi][half];
    updates.into_iter().any(|upd| upd.b == SrcB::Math(wanted))
}

/// Rows of a table that gives the math unit's value for every x: value, mask, result.
fn math_rows(unit: &MathUnit) -> Vec<(u32, u32, u32)> {
    let mut rows = BTreeMap::new();
    rows.insert(0, (u32::MAX, unit.eval(0)));
    // x of bit length `length` is in bin m = x * 8 / 4^e; bins are runs of equal leading bits.
    for x in (0..32).flat_map(|top| (0..8u32).map(move |next| (top, next))) {
        let (top, next) = x;
        // The leading bit, and up to three behind it: the finest bins hold four leading bits.
        let kept = core::cmp::min(top, 3);
        let value = 1u32 << top | (next >> (3 - kept)) << (top - kept);
        let mask = u32::MAX << (top - kept);
        rows.insert(value, (mask, unit.eval(value)));
    }
    rows.into_iter().map(|(value, (mask, result))| (value, mask, result)).collect()
}

impl Writer<'_> {
    /// Blocks behind the conditions of a key, first match first.
    fn branches(&mut self, key: &[freeboard_pipeline::TestId], cases: &[(u8, u8)], bodies: &[String]) {
        let graph = self.source.graph();
        let mut open = false;
        for ((mask, value), body) in cases.iter().zip(bodies) {
            let condition = key_is(graph, key, *mask, *value);
            if condition == Bool::All(Vec::new()) && !open {
                let less =
                    body.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)));
                self.apply += &less.collect::<String>();
                return;
            }
            let negation_of_last = cases.len() == 2 && key.len() == 1;
            if condition == Bool::All(Vec::new()) || (open && negation_of_last) {
                self.apply += &format!("        }} else {{\n{body}");
                break;
            }
            let text = self.condition(&condition);
            let word = if open { "} else if" } else { "if" };
            self.apply += &format!("        {word} ({text}) {{\n{body}");
            open = true;
        }
        self.statement("}");
    }
}
