//! Refusals as sentences.

use super::graph::SourceLine;
use super::names::Named;
use super::names::scope as scope_name;
use super::profile::Limit;
use super::refusal::{Beyond, Reason};
use core::fmt;

fn place(at: Option<SourceLine>) -> String {
    at.map_or_else(String::new, |at| format!(" ({at})"))
}

fn cite(limit: &Limit) -> String {
    format!("limit: {} {}, source {} [{}]", limit.value, limit.id.text(), limit.source, limit.grade.letter())
}

fn list(all: &[Named]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter { field, error } => {
                let legal = format!("{} to {}", error.min, error.max);
                write!(f, "parameter {field} = {} is refused: legal are {legal}", error.value)
            }
            Self::NotExposed { intrinsic, at } => {
                write!(f, "reads {}{}, which this profile does not expose", intrinsic.name(), place(*at))
            }
            Self::Undeclared { intrinsic, at } => {
                write!(f, "reads {intrinsic}{} without declaring it", place(*at))
            }
            Self::Unread { declared } => write!(f, "declares that it reads {declared:?} and never does"),
            Self::NotRepeatable => {
                write!(f, "two elaborations differ: the program has state outside its registers")
            }
            Self::ShapeDepends { at } => {
                write!(f, "its shape depends on the configuration, from{} on", place(*at))
            }
            Self::Scope { register, declared, opened } => {
                let (declared, opened) = (scope_name(*declared), scope_name(*opened));
                write!(f, "register {register} is per {declared} but sits in the per-{opened} state")
            }
            Self::Idle { value, setting, word, bits, at } => {
                if let Some(Beyond { field, given, min, max }) = setting {
                    write!(f, "parameter {field} = {given} is refused: legal are {min} to {max}; ")?;
                }
                write!(f, "no {bits}-bit {word} reaches the constant {value} ({at})")
            }
            Self::Random { bits, at, limit } => {
                write!(f, "the draw at {at} brings the packet to {bits} random bits\n  {}", cite(limit))
            }
            Self::Gateway { table, inputs, used, limit } => gateway(f, table, inputs, *used, limit),
            Self::Register { table, instances, blocks, limit } => {
                write!(f, "{table} needs {blocks} RAM blocks for {instances} instances\n  {}", cite(limit))
            }
            Self::Stages { table, waits_for, pushed, limit } => {
                stages(f, table, waits_for.as_ref(), pushed.as_ref(), limit)
            }
            Self::Metadata { bits, stage, words, last, limit } => {
                write!(f, "{words} words are live after stage {stage}, in {bits} bits of containers; ")?;
                write!(f, "the last is {last}\n  {}", cite(limit))
            }
        }
    }
}

fn gateway(
    f: &mut fmt::Formatter<'_>,
    table: &Named,
    inputs: &[(Named, u32)],
    used: u32,
    limit: &Limit,
) -> fmt::Result {
    write!(f, "the condition of {table} needs {used}")?;
    let read = inputs.iter().map(|(word, bits)| format!("{bits} bits of {word}")).collect::<Vec<_>>();
    write!(f, ": it reads {}\n  {}", read.join(", "), cite(limit))
}

fn stages(
    f: &mut fmt::Formatter<'_>,
    table: &Named,
    waits_for: Option<&Named>,
    pushed: Option<&(Limit, Vec<Named>)>,
    limit: &Limit,
) -> fmt::Result {
    write!(f, "no stage is left for {table}")?;
    if let Some(earlier) = waits_for {
        write!(f, ", which waits for {earlier}")?;
    }
    if let Some((full, tables)) = pushed {
        let with = if tables.is_empty() { "it alone".to_owned() } else { list(tables) };
        write!(f, "; the last stage is full with {with}\n  {}", cite(full))?;
    }
    write!(f, "\n  {}", cite(limit))
}
