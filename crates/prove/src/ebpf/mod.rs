//! Programs of the Linux kernel: eBPF instructions over terms, beside the RV32 image.
//!
//! | file | idea |
//! |---|---|
//! | `decode` | instructions and their decoder (RFC 9669) |
//! | `values` | arithmetic of instructions as terms |
//! | `memory` | words of memory, and what may be touched |
//! | `machine` | one instruction: state change, branches, addresses |
//! | `explore` | all paths of a program |
//! | `vector` | the packet of a control's program, word for word as a call of the image |
//! | `equal` | a program beside the hook of the same control |
//! | `sweep` | products of both that are the same |
//! | `mutants` | changes that a proof must refuse |
//! | `replay` | one event with numbers, on both |

mod decode;
mod equal;
mod explore;
mod machine;
mod memory;
mod mutants;
mod replay;
mod sweep;
mod values;
mod vector;

#[cfg(test)]
mod tests;

use crate::instance::Instance;
use crate::obligation::{Obligation, Settings};
use crate::process::Effort;
use crate::solver::Solver;
use crate::survivors::Survivors;
use crate::{Arguments, QUESTIONS, Shipped};
use anyhow::{Context, ensure};
use freeboard_cost::variant::{Subject as _, Variant};
use freeboard_harness::index::Entry;
use freeboard_harness::kernel_programs;
use freeboard_registry::CcId;
use mutants::Field;
use rayon::prelude::*;

/// A control has hundreds of pairs of paths, of which one without an answer leaves its call open: each may cost this part of a
/// question about a contract. Chosen by us.
const PAIRS: u64 = 4;

/// Outcomes of the controls; the reason where there are no programs.
type Each<T> = Result<Vec<T>, String>;

/// Proves the programs of the controls that are asked for.
pub(crate) fn all(shipped: &Shipped, arguments: &Arguments) -> anyhow::Result<Each<Obligation>> {
    each(shipped, arguments, |instance, id, code| prove(instance, id, code, arguments.effort))
}

/// Changes the programs of the controls that are asked for, field by field.
pub(crate) fn changed(
    shipped: &Shipped,
    arguments: &Arguments,
) -> anyhow::Result<Each<(Variant, &'static str, Survivors)>> {
    let of = |instance: &Instance, id, code: &[u8]| {
        let of_field = |field: Field| {
            let mut survivors = Survivors::default();
            for (what, changed) in mutants::of(code, field) {
                let found = prove(instance, id, &changed, arguments.effort)?;
                survivors.book(what, (found.verdict, found.note), true);
            }
            Ok((instance.variant, field.name(), survivors))
        };
        Field::ALL.into_iter().map(of_field).collect::<anyhow::Result<Vec<_>>>()
    };
    let found = each(shipped, arguments, of)?;
    Ok(found.map(|found| found.into_iter().flatten().collect()))
}

fn prove(instance: &Instance, id: CcId, code: &[u8], effort: u64) -> anyhow::Result<Obligation> {
    let mut solver = Solver::new(Effort::millions((effort / QUESTIONS / PAIRS).max(1)))?;
    equal::prove(instance, id, code, &Settings::Symbolic, &mut solver)
}

/// Does something with each control that is asked for, and the code of its program.
fn each<T: Send>(
    shipped: &Shipped,
    arguments: &Arguments,
    act: impl Fn(&Instance, CcId, &[u8]) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Each<T>> {
    let programs = match kernel_programs()? {
        Ok(programs) => programs,
        Err(reason) => return Ok(Err(reason)),
    };
    let controls = controls(shipped, arguments.name.as_deref())?;
    let act = |&(id, entry): &(CcId, Entry)| {
        let code = programs.get(vector::places(id).name).context("no program")?;
        let variant = Variant::Cc(id);
        let instance = Instance::of(&shipped.image, variant, &entry).with_context(|| variant.id())?;
        act(&instance, id, code)
    };
    controls.par_iter().map(act).collect::<anyhow::Result<Vec<_>>>().map(Ok)
}

/// Controls with this in their name.
fn controls(shipped: &Shipped, name: Option<&str>) -> anyhow::Result<Vec<(CcId, Entry)>> {
    let found = shipped.entries.iter().filter_map(|&(variant, entry)| match variant {
        Variant::Cc(id) if name.is_none_or(|name| variant.id().contains(name)) => Some((id, entry)),
        _ => None,
    });
    let found: Vec<_> = found.collect();
    ensure!(!found.is_empty(), "no control of that name");
    Ok(found)
}
