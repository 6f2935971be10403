//! Evaluator of expressions: values of fields and variables, validity of headers, checksums.

use super::syntax::{Control, Expr, Instance, Kind};
use super::types::{Ty, Types};
use super::{ReadError, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Names of the block that runs.
#[derive(Clone)]
pub(super) struct Frame<'a> {
    pub(super) types: Types<'a>,
    /// Parameters by name: the object behind each, which is named as its type.
    pub(super) objects: BTreeMap<String, String>,
    pub(super) control: Option<&'a Control>,
    pub(super) instances: &'a [(String, Instance)],
}

/// Values by path; an absent one was never written.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    fields: BTreeMap<String, u128>,
    valid: BTreeSet<String>,
    /// Bits that a checksum unit was given.
    pub(super) summed: Vec<bool>,
}

impl Frame<'_> {
    /// The path of a variable or field, behind its object.
    pub(super) fn path(&self, expr: &Expr) -> Result<String> {
        let path = expr.path().ok_or_else(|| ReadError::new(expr.line, "no variable"))?;
        let (first, rest) = path.split_once('.').map_or((path.as_str(), None), |(a, b)| (a, Some(b)));
        let first = self.objects.get(first).map_or(first, String::as_str);
        Ok(rest.map_or_else(|| first.to_owned(), |rest| format!("{first}.{rest}")))
    }

    /// Bits of a value of the expression's type.
    pub(super) fn width(&self, expr: &Expr) -> Result<u32> {
        match self.types.of_expr(expr)? {
            Ty::Bits(bits) | Ty::Signed(bits) => Ok(bits),
            Ty::Bool => Ok(1),
            Ty::Number(_) => Ok(64),
            ty => Err(ReadError::new(expr.line, format!("{ty:?} has no value"))),
        }
    }

    /// The name of the header that the expression is, if it is one.
    fn header(&self, expr: &Expr) -> Option<String> {
        let Ok(Ty::Fields(kind)) = self.types.of_expr(expr) else { return None };
        Some(kind).filter(|kind| self.types.program.headers.contains_key(kind))
    }
}

impl Values {
    pub(super) fn set(&mut self, path: String, value: u128) {
        self.fields.insert(path, value);
    }

    pub(super) fn get(&self, path: &str) -> Option<u128> {
        self.fields.get(path).copied()
    }

    pub(super) fn make_valid(&mut self, header: String) {
        self.valid.insert(header);
    }

    pub(super) fn is_valid(&self, header: &str) -> bool {
        self.valid.contains(header)
    }

    /// A field of a header counts only while the header is valid.
    pub(super) fn allow(&self, frame: &Frame<'_>, expr: &Expr) -> Result<()> {
        if let Kind::Member(of, _) = &expr.kind
            && frame.header(of).is_some()
            && !self.is_valid(&frame.path(of)?)
        {
            return Err(ReadError::new(expr.line, format!("{} is not valid", frame.path(of)?)));
        }
        Ok(())
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A variable that was never written, or a field of a header that is not valid.
    pub(super) fn value(&self, frame: &Frame<'_>, expr: &Expr) -> Result<u128> {
        let line = expr.line;
        let of = |expr: &Expr| self.value(frame, expr);
        match &expr.kind {
            Kind::Number(value) => Ok(u128::from(*value)),
            Kind::Name(name) if name == "true" || name == "false" => Ok(u128::from(name == "true")),
            Kind::Name(_) | Kind::Member(..) => {
                self.allow(frame, expr)?;
                let path = frame.path(expr)?;
                let constant = frame.types.program.constants.get(&path);
                match (self.get(&path), constant.and_then(|constant| constant.initial.as_ref())) {
                    (Some(value), _) => Ok(value),
                    (None, Some(initial)) => of(initial),
                    _ => Err(ReadError::new(line, format!("{path} is read before it is written"))),
                }
            }
            Kind::Slice(inner, high, low) => Ok(masked(of(inner)? >> low, high - low + 1)),
            Kind::Cast(_, inner) => Ok(masked(of(inner)?, frame.width(expr)?)),
            Kind::Unary("!", inner) => Ok(1 - of(inner)?),
            Kind::Binary("&&", a, b) => {
                if of(a)? == 0 {
                    Ok(0)
                } else {
                    of(b)
                }
            }
            Kind::Binary("||", a, b) => {
                if of(a)? != 0 {
                    Ok(1)
                } else {
                    of(b)
                }
            }
            Kind::Binary(sign, a, b) => {
                let (left, right) = (of(a)?, of(b)?);
                let value = match *sign {
                    "==" => u128::from(left == right),
                    "!=" => u128::from(left != right),
                    "<" => u128::from(left < right),
                    "<=" => u128::from(left <= right),
                    ">" => u128::from(left > right),
                    ">=" => u128::from(left >= right),
                    "+" => left.wrapping_add(right),
                    "-" => left.wrapping_sub(right),
                    "*" => left.wrapping_mul(right),
                    "&" => left & right,
                    "|" => left | right,
                    "++" => left << frame.width(b)? | right,
                    _ => return Err(ReadError::new(line, format!("no value of `{sign}`"))),
                };
                Ok(masked(value, frame.width(expr)?))
            }
            Kind::Call(function, arguments) => self.called(frame, function, arguments),
            Kind::Any | Kind::List(_) | Kind::Unary(..) => Err(ReadError::new(line, "no value")),
        }
    }

    fn called(&self, frame: &Frame<'_>, function: &Expr, arguments: &[Expr]) -> Result<u128> {
        let wrong = || Err(ReadError::new(function.line, "no value of this call"));
        let Kind::Member(of, method) = &function.kind else { return wrong() };
        if let ("isValid", Some(_)) = (method.as_str(), frame.header(of)) {
            return Ok(u128::from(self.is_valid(&frame.path(of)?)));
        }
        match (method.as_str(), arguments) {
            ("get", [list]) => {
                Ok(self.bits(frame, list)?.into_iter().fold(0, |all, bit| all << 1 | u128::from(bit)))
            }
            ("update", [list]) => checksum(&self.bits(frame, list)?, function.line),
            // True where the sum with the checksum in it is wrong.
            ("verify", []) => Ok(u128::from(checksum(&self.summed, function.line)? != 0)),
            _ => wrong(),
        }
    }

    /// Bits of a list, a header or a value, the first one first.
    pub(super) fn bits(&self, frame: &Frame<'_>, expr: &Expr) -> Result<Vec<bool>> {
        if let Kind::List(parts) = &expr.kind {
            let parts: Vec<Vec<bool>> =
                parts.iter().map(|part| self.bits(frame, part)).collect::<Result<_>>()?;
            return Ok(parts.concat());
        }
        if let Some(header) = frame.header(expr) {
            let fields = frame.types.program.headers.get(&header).into_iter().flatten();
            let member = |name: &String| Expr {
                kind: Kind::Member(Box::new(expr.clone()), name.clone()),
                line: expr.line,
            };
            let parts: Vec<Vec<bool>> =
                fields.map(|field| self.bits(frame, &member(&field.name))).collect::<Result<_>>()?;
            return Ok(parts.concat());
        }
        let (value, width) = (self.value(frame, expr)?, frame.width(expr)?);
        Ok((0..width).rev().map(|bit| value >> bit & 1 == 1).collect())
    }
}

pub(super) const fn masked(value: u128, bits: u32) -> u128 {
    if bits >= 128 { value } else { value & ((1 << bits) - 1) }
}

/// Ones' complement of the ones' complement sum over 16-bit words, RFC 1071.
pub(super) fn checksum(bits: &[bool], line: u32) -> Result<u128> {
    if !bits.len().is_multiple_of(16) {
        return Err(ReadError::new(line, "a checksum is over words of 16 bits"));
    }
    let words = bits.chunks(16).map(|word| word.iter().fold(0u128, |all, bit| all << 1 | u128::from(*bit)));
    let mut sum: u128 = words.sum();
    while sum >> 16 != 0 {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    Ok(!sum & 0xffff)
}
