//! Operands, conditions and indices.

use super::lowering::{Lowering, stripped};
use super::syntax::{Expr, Kind};
use super::{ReadError, Result};
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::{Intrinsic, NodeId, Test, TestId};

/// Where the architectures keep the 48-bit stamp.
pub(super) const STAMPS: [&str; 2] = ["eg_prsr_md.global_tstamp", "stamp_ns"];

impl Lowering<'_> {
    /// The instances that an index tells apart.
    pub(super) fn scope(&self, index: &Expr) -> Result<RegisterScope> {
        let index = stripped(index);
        if index.number() == Some(0) {
            return Ok(RegisterScope::Pipe);
        }
        let is_queue = |expr: &Expr| {
            expr.path().as_deref() == Some("queue_index") && self.parameter("queue_index").is_some()
        };
        match &index.kind {
            Kind::Name(_) if is_queue(index) => return Ok(RegisterScope::Queue),
            // The port stands above the queue.
            Kind::Slice(of, high, low)
                if *low > 0 && is_queue(of) && self.parameter("queue_index") == Some(high + 1) =>
            {
                return Ok(RegisterScope::Port);
            }
            _ => {}
        }
        let wrong = || ReadError::new(index.line, "an index is 0, or an identity of port and queue");
        let Kind::Call(function, arguments) = &index.kind else { return Err(wrong()) };
        let hash = function
            .path()
            .and_then(|path| path.strip_suffix(".get").map(str::to_owned))
            .ok_or_else(wrong)?;
        let identity = self.control.instance(&hash).and_then(|hash| hash.arguments.first()?.path());
        let [Expr { kind: Kind::List(fields), .. }] = &arguments[..] else { return Err(wrong()) };
        let field = |field: &Expr| match &field.kind {
            Kind::Slice(of, _, 0) => of.path(),
            _ => None,
        };
        let fields: Vec<Option<String>> = fields.iter().map(field).collect();
        let fields: Vec<&str> = fields.iter().map(|field| field.as_deref().unwrap_or_default()).collect();
        match (identity.as_deref(), &fields[..]) {
            (Some("HashAlgorithm_t.IDENTITY"), ["eg_intr_md.egress_port"]) => Ok(RegisterScope::Port),
            (Some("HashAlgorithm_t.IDENTITY"), ["eg_intr_md.egress_port", "eg_intr_md.egress_qid"]) => {
                Ok(RegisterScope::Queue)
            }
            _ => Err(wrong()),
        }
    }

    /// The expression is a port, a queue of it, or the index of both.
    pub(super) fn is_place(&self, field: &Expr) -> bool {
        match &field.kind {
            Kind::Slice(of, _, 0) => {
                matches!(of.path().as_deref(), Some("eg_intr_md.egress_port" | "eg_intr_md.egress_qid"))
            }
            _ => self.parameter("queue_index").is_some() && self.scope(field).is_ok(),
        }
    }

    /// Owner of the entries of a table with these fields of a place in its key.
    pub(super) fn owner(&self, fields: &[&Expr], line: u32) -> Result<RegisterScope> {
        let of = |field: &Expr| match &field.kind {
            Kind::Slice(of, _, 0) => of.path().unwrap_or_default(),
            _ => String::new(),
        };
        let paths: Vec<String> = fields.iter().map(|field| of(field)).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        match (fields, &paths[..]) {
            ([], _) => Ok(RegisterScope::Pipe),
            (_, ["eg_intr_md.egress_port"]) => Ok(RegisterScope::Port),
            (_, ["eg_intr_md.egress_port", "eg_intr_md.egress_qid"]) => Ok(RegisterScope::Queue),
            ([index], [""]) => self.scope(index),
            _ => {
                Err(ReadError::new(line, "the key of a port is the port, of a queue the port and the queue"))
            }
        }
    }

    /// An operand: a variable or metadata, widened or not.
    pub(super) fn word(&self, expr: &Expr) -> Result<NodeId> {
        let expr = stripped(expr);
        let line = expr.line;
        let input = |intrinsic: Intrinsic| Ok(NodeId(intrinsic.index()));
        if let Kind::Slice(of, high, low) = &expr.kind {
            let path = of.path().unwrap_or_default();
            return match (path.as_str(), high, low) {
                (path, 31, 0) if STAMPS.contains(&path) => input(Intrinsic::Now),
                (path, 47, 32) if STAMPS.contains(&path) => input(Intrinsic::NowHigh),
                ("eg_intr_md.app_pool_congest_stat", 1, 0) => input(Intrinsic::PoolStatus),
                _ => Err(ReadError::new(line, "a slice is no operand")),
            };
        }
        let path = expr.path().unwrap_or_default();
        match path.as_str() {
            "eg_intr_md.deq_timedelta" => input(Intrinsic::Sojourn),
            "eg_intr_md.enq_qdepth" | "eg_intr_md.deq_qdepth" => input(Intrinsic::Depth),
            "eg_intr_md.pkt_length" => input(Intrinsic::Size),
            "sojourn_ns" if self.parameter("sojourn_ns").is_some() => input(Intrinsic::Sojourn),
            "depth_cells" if self.parameter("depth_cells").is_some() => input(Intrinsic::Depth),
            "packet_bytes" if self.parameter("packet_bytes").is_some() => input(Intrinsic::Size),
            name => {
                let value = self.values.get(name).copied();
                value.ok_or_else(|| ReadError::new(line, format!("{name} is read before it is assigned")))
            }
        }
    }

    /// A condition.
    pub(super) fn test(&mut self, expr: &Expr) -> Result<TestId> {
        let line = expr.line;
        match &expr.kind {
            Kind::Binary(sign @ ("&&" | "||"), a, b) => {
                let (a, b) = (self.test(a)?, self.test(b)?);
                Ok(self.condition(if *sign == "&&" { Test::Both(a, b) } else { Test::Either(a, b) }, line))
            }
            Kind::Binary(sign @ ("==" | "!="), what, value) => {
                let (test, one_bit) = self.leaf(what)?;
                let test = self.condition(test, line);
                match (*sign, value.number(), one_bit) {
                    ("==", Some(1), true) | ("!=", Some(0), _) => Ok(test),
                    ("==", Some(0), _) => Ok(self.condition(Test::Not(test), line)),
                    _ => Err(ReadError::new(line, "a gateway compares with 0, or one bit with 1")),
                }
            }
            _ => Err(ReadError::new(line, "not a condition")),
        }
    }

    /// What a gateway or a key column reads, and whether that is one bit.
    pub(super) fn leaf(&self, expr: &Expr) -> Result<(Test, bool)> {
        let line = expr.line;
        if let Kind::Slice(of, high, low) = &expr.kind {
            let path = of.path().unwrap_or_default();
            let (word, used) = if path == "eg_intr_md.app_pool_congest_stat" {
                (NodeId(Intrinsic::PoolStatus.index()), 2)
            } else {
                let word = self.word(of)?;
                (word, self.graph.node(word).width)
            };
            return match (*high, *low) {
                (high, 0) if high + 1 == used => Ok((Test::NonZero(word), used == 1)),
                (high, low) if high == low && high < used => Ok((Test::Bit(word, high), true)),
                _ => Err(ReadError::new(line, "a condition reads all bits in use or one of them")),
            };
        }
        let word = self.word(expr)?;
        let whole = match expr.path().filter(|path| self.control.variables.contains_key(path)) {
            Some(name) => self.width_of(&name, line)?.container,
            None => self.graph.node(word).width,
        };
        if whole != self.graph.node(word).width {
            return Err(ReadError::new(line, "a condition reads bits that are not in use"));
        }
        Ok((Test::NonZero(word), whole == 1))
    }
}
