//! Tokens to declarations: recursive descent, and precedence climbing for expressions.

use super::lex::{Kind as TokenKind, Token};
use super::scope::Scope;
use super::syntax::{
    Action, Control, Expr, Instance, Kind, Parameter, Program, Row, Statement, Table, Type, Variable,
};
use super::{ReadError, Result};

/// Binary signs by how tightly they bind, as P4_16 ranks them.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["|"],
    &["^"],
    &["&", "&&&"],
    &["<<", ">>"],
    &["+", "-", "|+|", "|-|", "++"],
    &["*"],
];

/// A text that is one control, with types in front of it.
pub(super) fn parse(tokens: Vec<Token>) -> Result<Control> {
    let program = program(tokens)?;
    let plain = program.headers.is_empty() && program.constants.is_empty();
    if !plain || !program.parsers.is_empty() || !program.packages.is_empty() {
        return Err(ReadError::new(0, "more than one control and its types"));
    }
    let mut controls = program.controls.into_iter();
    match (controls.next(), controls.next()) {
        (Some(control), None) => Ok(control),
        (None, _) => Err(ReadError::new(0, "there is no control")),
        _ => Err(ReadError::new(0, "there is a second control")),
    }
}

/// A whole file.
pub(super) fn program(tokens: Vec<Token>) -> Result<Program> {
    let mut parser = Parser {
        tokens,
        at: 0,
        program: Program::default(),
        control: Control::default(),
        scope: Scope::default(),
    };
    while !parser.ended() {
        parser.top()?;
    }
    Ok(parser.program)
}

pub(super) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    pub(super) program: Program,
    /// The control that is being read.
    pub(super) control: Control,
    /// Names of the file and of the control, which do not hide each other.
    pub(super) scope: Scope,
}

impl Parser {
    fn ended(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn line(&self) -> u32 {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |token| token.line)
    }

    pub(super) fn wrong<T>(&self, problem: impl Into<String>) -> Result<T> {
        Err(ReadError::new(self.line(), problem))
    }

    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token { kind: TokenKind::Sign(one), .. }) if *one == sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token { kind: TokenKind::Word(one), .. }) if one == word)
    }

    pub(super) fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<()> {
        if self.take(sign) { Ok(()) } else { self.wrong(format!("`{sign}` is missing")) }
    }

    pub(super) fn word(&mut self) -> Result<String> {
        if let Some(Token { kind: TokenKind::Word(word), .. }) = self.tokens.get(self.at) {
            let word = word.clone();
            self.at += 1;
            return Ok(word);
        }
        self.wrong("a name is missing")
    }

    /// A name that is declared here.
    pub(super) fn declared(&mut self) -> Result<String> {
        let line = self.line();
        let name = self.word()?;
        self.scope.declare(&name, line)?;
        Ok(name)
    }

    pub(super) fn parameters(&mut self) -> Result<Vec<Parameter>> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.take(")") {
            let _ = self.take_word("inout") || self.take_word("in") || self.take_word("out");
            let kind = self.kind()?;
            parameters.push(Parameter { kind, name: self.word()? });
            let _ = self.take(",");
        }
        Ok(parameters)
    }

    pub(super) fn kind(&mut self) -> Result<Type> {
        if let Some(Token { kind: TokenKind::Number(value), .. }) = self.tokens.get(self.at) {
            let name = value.to_string();
            self.at += 1;
            return Ok(Type { name, arguments: Vec::new() });
        }
        let name = self.word()?;
        let mut arguments = Vec::new();
        if self.take("<") {
            while !self.take(">") {
                arguments.push(self.kind()?);
                let _ = self.take(",");
            }
        }
        Ok(Type { name, arguments })
    }

    pub(super) fn declaration(&mut self) -> Result<()> {
        let line = self.line();
        if self.take_word("apply") {
            self.control.apply = self.block()?;
            return Ok(());
        }
        if self.take_word("action") {
            let name = self.declared()?;
            let parameters = self.parameters()?;
            let body = self.block()?;
            self.control.actions.insert(name, Action { parameters, body, line });
            return Ok(());
        }
        if self.take_word("table") {
            let name = self.declared()?;
            let table = self.table(line)?;
            self.control.tables.insert(name, table);
            return Ok(());
        }
        let kind = self.kind()?;
        if self.is("(") {
            let instance = self.instance(kind, line)?;
            self.control.instances.push(instance);
            return Ok(());
        }
        let name = self.declared()?;
        let initial = if self.take("=") { Some(self.expression(0)?) } else { None };
        self.expect(";")?;
        self.control.variables.insert(name, Variable { kind, initial, line });
        Ok(())
    }

    /// `(arguments) name;`, behind the type.
    pub(super) fn instance(&mut self, kind: Type, line: u32) -> Result<(String, Instance)> {
        let arguments = self.arguments()?;
        let name = self.declared()?;
        let body = if self.take("=") { self.apply_body()? } else { Vec::new() };
        self.expect(";")?;
        Ok((name, Instance { kind, arguments, body, line }))
    }

    /// `{ void apply(...) { ... } }`
    fn apply_body(&mut self) -> Result<Vec<Statement>> {
        self.expect("{")?;
        if !(self.take_word("void") && self.take_word("apply")) {
            return self.wrong("`void apply` is missing");
        }
        let names: Vec<String> = self.parameters()?.into_iter().map(|parameter| parameter.name).collect();
        if !matches!(
            names.iter().map(String::as_str).collect::<Vec<_>>()[..],
            ["value"] | ["value", "result"]
        ) {
            return self.wrong("the parameters of a register action are `value` and `result`");
        }
        let body = self.block()?;
        self.expect("}")?;
        Ok(body)
    }

    fn table(&mut self, line: u32) -> Result<Table> {
        let mut table = Table { line, ..Table::default() };
        let (mut is_constant, mut is_sized) = (false, false);
        self.expect("{")?;
        while !self.take("}") {
            let constant = self.take_word("const");
            let property = self.word()?;
            is_constant |= constant && property == "entries";
            self.expect("=")?;
            match property.as_str() {
                "key" => {
                    self.expect("{")?;
                    while !self.take("}") {
                        let field = self.expression(0)?;
                        self.expect(":")?;
                        table.key.push((field, self.word()?));
                        self.expect(";")?;
                    }
                }
                "actions" => {
                    self.expect("{")?;
                    while !self.take("}") {
                        table.actions.push(self.word()?);
                        self.expect(";")?;
                    }
                }
                "entries" => {
                    self.expect("{")?;
                    while !self.take("}") {
                        table.rows.push(self.row()?);
                    }
                }
                "default_action" => {
                    table.default_action = Some(self.expression(0)?);
                    self.expect(";")?;
                }
                "size" => {
                    is_sized = true;
                    self.expression(0)?;
                    self.expect(";")?;
                }
                other => return self.wrong(format!("a table has no `{other}`")),
            }
        }
        if is_constant && is_sized {
            return Err(ReadError::new(line, "a size beside constant entries"));
        }
        Ok(table)
    }

    fn row(&mut self) -> Result<Row> {
        let mut fields = Vec::new();
        if self.take("(") {
            while !self.take(")") {
                fields.push(self.expression(0)?);
                let _ = self.take(",");
            }
        } else {
            fields.push(self.expression(0)?);
        }
        self.expect(":")?;
        let call = self.expression(0)?;
        self.expect(";")?;
        Ok(Row { fields, call })
    }

    fn block(&mut self) -> Result<Vec<Statement>> {
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.take("}") {
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    pub(super) fn statement(&mut self) -> Result<Statement> {
        if self.take_word("if") {
            self.expect("(")?;
            let condition = self.expression(0)?;
            self.expect(")")?;
            let holds = self.block()?;
            let fails = if !self.take_word("else") {
                Vec::new()
            } else if self.is_word("if") {
                vec![self.statement()?]
            } else {
                self.block()?
            };
            return Ok(Statement::If(condition, holds, fails));
        }
        let left = self.expression(0)?;
        let statement =
            if self.take("=") { Statement::Assign(left, self.expression(0)?) } else { Statement::Call(left) };
        self.expect(";")?;
        Ok(statement)
    }

    /// The binary sign here, with the number of its tokens.
    fn sign(&self) -> Option<(&'static str, usize)> {
        let Some(Token { kind: TokenKind::Sign(sign), .. }) = self.tokens.get(self.at) else { return None };
        // `>>` and `>=` are two tokens that touch.
        if *sign == ">"
            && let Some(Token { kind: TokenKind::Sign(next), joined: true, .. }) =
                self.tokens.get(self.at + 1)
        {
            match *next {
                ">" => return Some((">>", 2)),
                "=" => return Some((">=", 2)),
                _ => {}
            }
        }
        Some((*sign, 1))
    }

    pub(super) fn expression(&mut self, level: usize) -> Result<Expr> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.expression(level + 1)?;
        while let Some((sign, tokens)) = self.sign().filter(|(sign, _)| signs.contains(sign)) {
            let line = self.line();
            self.at += tokens;
            let right = self.expression(level + 1)?;
            left = Expr { kind: Kind::Binary(sign, Box::new(left), Box::new(right)), line };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr> {
        let line = self.line();
        if self.take("-") {
            return Ok(Expr { kind: Kind::Unary("-", Box::new(self.unary()?)), line });
        }
        if self.take("!") {
            return Ok(Expr { kind: Kind::Unary("!", Box::new(self.unary()?)), line });
        }
        if self.is("(") && self.is_cast() {
            self.expect("(")?;
            let kind = self.kind()?;
            self.expect(")")?;
            return Ok(Expr { kind: Kind::Cast(kind, Box::new(self.unary()?)), line });
        }
        self.postfix()
    }

    /// `(` and the name of a type.
    fn is_cast(&self) -> bool {
        let Some(Token { kind: TokenKind::Word(word), .. }) = self.tokens.get(self.at + 1) else {
            return false;
        };
        ["bit", "int"].contains(&word.as_str()) || self.program.typedefs.contains_key(word)
    }

    fn postfix(&mut self) -> Result<Expr> {
        let mut expr = self.primary()?;
        loop {
            let line = self.line();
            let kind = if self.take(".") {
                Kind::Member(Box::new(expr), self.word()?)
            } else if self.is("(") {
                Kind::Call(Box::new(expr), self.arguments()?)
            } else if self.take("[") {
                let high = self.bit_number()?;
                self.expect(":")?;
                let low = self.bit_number()?;
                self.expect("]")?;
                Kind::Slice(Box::new(expr), high, low)
            } else if self.is("<") && matches!(&expr.kind, Kind::Name(name) if name == "random") {
                // The one generic function of the subset.
                self.at += 1;
                self.kind()?;
                self.expect(">")?;
                Kind::Call(Box::new(expr), self.arguments()?)
            } else {
                return Ok(expr);
            };
            expr = Expr { kind, line };
        }
    }

    fn bit_number(&mut self) -> Result<u32> {
        let number = self.primary()?.number().and_then(|value| u32::try_from(value).ok());
        number.map_or_else(|| self.wrong("a bit number is missing"), Ok)
    }

    fn primary(&mut self) -> Result<Expr> {
        let line = self.line();
        if self.take("(") {
            let inner = self.expression(0)?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.take("{") {
            let mut parts = Vec::new();
            while !self.take("}") {
                parts.push(self.expression(0)?);
                let _ = self.take(",");
            }
            return Ok(Expr { kind: Kind::List(parts), line });
        }
        if self.take("_") {
            return Ok(Expr { kind: Kind::Any, line });
        }
        if let Some(Token { kind: TokenKind::Number(value), .. }) = self.tokens.get(self.at) {
            let kind = Kind::Number(*value);
            self.at += 1;
            return Ok(Expr { kind, line });
        }
        Ok(Expr { kind: Kind::Name(self.word()?), line })
    }

    pub(super) fn arguments(&mut self) -> Result<Vec<Expr>> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.expression(0)?);
            let _ = self.take(",");
        }
        Ok(arguments)
    }
}
