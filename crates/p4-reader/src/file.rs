//! Declarations of a file: types, constants, controls, packet parsers, packages.

use super::Result;
use super::parse::Parser;
use super::scope;
use super::syntax::{Control, Next, PacketParser, Parameter, State, Variable};

impl Parser {
    /// One declaration.
    pub(super) fn top(&mut self) -> Result<()> {
        let line = self.line();
        if self.take_word("typedef") {
            let kind = self.kind()?;
            let name = self.declared()?;
            self.program.typedefs.insert(name, kind);
            return self.expect(";");
        }
        if self.take_word("const") {
            let kind = self.kind()?;
            let name = self.declared()?;
            self.expect("=")?;
            let initial = Some(self.expression(0)?);
            self.program.constants.insert(name, Variable { kind, initial, line });
            return self.expect(";");
        }
        if self.take_word("struct") {
            let (name, fields) = self.fields()?;
            self.program.structs.insert(name, fields);
            return Ok(());
        }
        if self.take_word("header") {
            let (name, fields) = self.fields()?;
            self.program.headers.insert(name, fields);
            return Ok(());
        }
        if self.take_word("control") {
            return self.control();
        }
        if self.take_word("parser") {
            return self.packet_parser();
        }
        let kind = self.kind()?;
        if self.is("(") {
            let package = self.instance(kind, line)?;
            self.program.packages.push(package);
            return Ok(());
        }
        self.wrong("neither a type nor a control")
    }

    fn fields(&mut self) -> Result<(String, Vec<Parameter>)> {
        let name = self.declared()?;
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.take("}") {
            let kind = self.kind()?;
            fields.push(Parameter { kind, name: self.word()? });
            self.expect(";")?;
        }
        Ok((name, fields))
    }

    /// Parameters in front of a body, as names of its scope.
    fn signature(&mut self) -> Result<Vec<Parameter>> {
        let line = self.line();
        self.scope.open();
        let parameters = self.parameters()?;
        for parameter in &parameters {
            self.scope.declare(&parameter.name, line)?;
        }
        self.expect("{")?;
        Ok(parameters)
    }

    fn control(&mut self) -> Result<()> {
        let name = self.declared()?;
        self.control = Control {
            name,
            typedefs: self.program.typedefs.clone(),
            structs: self.program.structs.clone(),
            ..Control::default()
        };
        self.control.parameters = self.signature()?;
        while !self.take("}") {
            self.declaration()?;
        }
        let control = core::mem::take(&mut self.control);
        scope::check(&control, &self.scope)?;
        scope::initialised(&control)?;
        self.scope.close();
        self.program.controls.push(control);
        Ok(())
    }

    fn packet_parser(&mut self) -> Result<()> {
        let name = self.declared()?;
        let mut parser = PacketParser { parameters: self.signature()?, ..PacketParser::default() };
        while !self.take("}") {
            let line = self.line();
            if self.take_word("state") {
                let name = self.declared()?;
                let state = self.state(line)?;
                parser.states.insert(name, state);
            } else {
                let kind = self.kind()?;
                let instance = self.instance(kind, line)?;
                parser.instances.push(instance);
            }
        }
        self.scope.close();
        self.program.parsers.insert(name, parser);
        Ok(())
    }

    fn state(&mut self, line: u32) -> Result<State> {
        self.expect("{")?;
        let mut body = Vec::new();
        while !self.take_word("transition") {
            body.push(self.statement()?);
        }
        let next = if self.take_word("select") {
            let select = self.select()?;
            self.expect("}")?;
            select
        } else {
            let to = Next::To(self.word()?);
            self.expect(";")?;
            to
        };
        self.expect("}")?;
        Ok(State { body, next, line })
    }

    /// `(value) { constant : state; ... default : state;`
    fn select(&mut self) -> Result<Next> {
        self.expect("(")?;
        let value = self.expression(0)?;
        self.expect(")")?;
        self.expect("{")?;
        let mut cases = Vec::new();
        while !self.take_word("default") {
            let case = self.expression(0)?;
            self.expect(":")?;
            cases.push((case, self.word()?));
            self.expect(";")?;
        }
        self.expect(":")?;
        let last = self.word()?;
        self.expect(";")?;
        Ok(Next::Select(value, cases, last))
    }
}
