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
//! | `replay` | one event with numbers, on both |

mod decode;
mod equal;
mod explore;
mod machine;
mod memory;
mod replay;
mod values;
mod vector;

use crate::instance::Instance;
use crate::obligation::{Obligation, Settings};
use crate::process::Effort;
use crate::solver::Solver;
use crate::{Arguments, QUESTIONS, Shipped};
use anyhow::{Context, ensure};
use freeboard_cost::variant::{Subject as _, Variant};
use freeboard_harness::index::Entry;
use freeboard_harness::kernel_programs;
use freeboard_registry::CcId;
use rayon::prelude::*;

/// Proves the programs of the controls that are asked for; the reason where there are no programs.
pub(crate) fn all(
    shipped: &Shipped,
    arguments: &Arguments,
) -> anyhow::Result<Result<Vec<Obligation>, String>> {
    let programs = match kernel_programs()? {
        Ok(programs) => programs,
        Err(reason) => return Ok(Err(reason)),
    };
    let controls = controls(shipped, arguments.name.as_deref())?;
    let prove = |&(id, entry): &(CcId, Entry)| {
        let code = programs.get(vector::places(id).name).context("no program")?;
        let mut solver = Solver::new(Effort::millions((arguments.effort / QUESTIONS).max(1)))?;
        let variant = Variant::Cc(id);
        let instance = Instance::of(&shipped.image, variant, &entry).with_context(|| variant.id())?;
        equal::prove(&instance, id, code, &Settings::Symbolic, &mut solver)
    };
    controls.par_iter().map(prove).collect::<anyhow::Result<Vec<_>>>().map(Ok)
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
