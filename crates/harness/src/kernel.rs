//! Loads every congestion control into the running kernel and compares its decisions with the host's.
//!
//! The kernel's verifier takes or refuses each; what it takes runs on the plan's whole stream of events, one packet of
//! memory an event, on no network.

use super::digests::{Rolling, flow_events, on_host};
use crate::{Agreement, Programs};
use anyhow::{Context, ensure};
use freeboard_cost::variant::{Subject as _, Variant};
use freeboard_kernel::{Image, ON_PACKETS, PacketProgram, build};
use freeboard_registry::CcId;
use freeboard_registry::cc_api::{Bytes, CongestionControl, FieldId, Settings};
use freeboard_replay::{CcRun, EventWords, Vector, plan};
use freeboard_toolchain::Nightly;

/// Sections of programs begin so.
const PREFIX: &str = "xdp/";
/// Two instructions: load 2, exit.
const TRIVIAL: [u8; 16] = [0xb7, 0, 0, 0, 2, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0];

/// What the verifier need not take, and why: other code of another compiler may pass. Found with rustc 1.97 and Linux 6.18.
const REFUSED: [(CcId, &str); 3] = [
    (CcId::Bbr, "more branches than the verifier follows in its million steps"),
    (CcId::Dcqcn, OFFSET),
    (CcId::DcqcnW, OFFSET),
];

const OFFSET: &str =
    "the backend picks one of two fields by a computed offset, of which the verifier knows no bound";

/// Loads, runs, compares.
pub(crate) fn run() -> anyhow::Result<Agreement> {
    let unable = PacketProgram::load(&TRIVIAL)
        .err()
        .map(|(error, _)| format!("the kernel loads no program for this user: {error}"));
    let skipped = |reason| Ok(Agreement { skipped: Some(reason), ..Agreement::default() });
    let nightly = match (Nightly::with_sources(), unable) {
        (Err(reason), _) | (Ok(_), Some(reason)) => return skipped(reason),
        (Ok(nightly), None) => nightly,
    };
    let programs = match excused(&nightly)? {
        Ok(programs) => programs,
        Err(reason) => return skipped(reason),
    };
    let mut agreement = Agreement::default();
    for &id in CcId::ALL {
        let variant = Variant::Cc(id);
        let expected = REFUSED.iter().find(|(refused, _)| *refused == id);
        match (in_kernel(id, &programs)?, expected) {
            (Ok(rolling), _) if on_host(variant)? == rolling => agreement.equal += 1,
            (Ok(rolling), _) => {
                agreement.finding(variant, &format!("digests {rolling:08x?} are not the host's"))
            }
            (Err(Fault::Refused(_)), Some((_, reason))) => {
                agreement.excused.push(format!("kernel: {} is refused: {reason}", variant.id()));
            }
            (Err(Fault::Refused(text)), None) => match nightly.excuse() {
                Some(excuse) => {
                    agreement.excused.push(format!("kernel: {} is {text}; {excuse}", variant.id()))
                }
                None => agreement.finding(variant, &text),
            },
            (Err(Fault::Ended(text)), _) => agreement.finding(variant, &text),
        }
    }
    Ok(agreement)
}

/// One program per control, or the reason where this machine makes none.
pub(crate) fn built() -> anyhow::Result<Result<Programs, String>> {
    match Nightly::with_sources() {
        Ok(nightly) => excused(&nightly),
        Err(reason) => Ok(Err(reason)),
    }
}

/// The same of one compiler: another than the pinned one may fail.
fn excused(nightly: &Nightly) -> anyhow::Result<Result<Programs, String>> {
    match (programs(nightly), nightly.excuse()) {
        (Err(error), Some(excuse)) => Ok(Err(format!("{excuse}; {error:#}"))),
        (built, _) => built.map(Ok),
    }
}

fn programs(nightly: &Nightly) -> anyhow::Result<Programs> {
    let object = build(nightly, ON_PACKETS)?;
    let image = Image::read(&object)?;
    let one = |name: String| Ok((name.clone(), image.program(&format!("{PREFIX}{name}"))?.code));
    let programs: Programs = image.sections(PREFIX)?.into_iter().map(one).collect::<anyhow::Result<_>>()?;
    ensure!(programs.len() == CcId::ALL.len(), "{} programs of {} controls", programs.len(), CcId::ALL.len());
    Ok(programs)
}

impl Agreement {
    fn finding(&mut self, variant: Variant, what: &str) {
        self.findings.push(format!("kernel: {}: {what}", variant.id()));
    }
}

/// Why a program has no digests.
enum Fault {
    /// The kernel does not load it.
    Refused(String),
    /// A run ended otherwise than it should.
    Ended(String),
}

/// The digests of a control's program, or why the kernel does not take it.
fn replayed<C: CongestionControl>(code: &[u8]) -> anyhow::Result<Result<Rolling, Fault>> {
    let program = match PacketProgram::load(code) {
        Ok(program) => program,
        Err((error, log)) => {
            let last: Vec<&str> = log.lines().rev().take(3).collect();
            return Ok(Err(Fault::Refused(format!("refused ({error}): {}", last.join(" | ")))));
        }
    };
    let values = plan::settings(C::Settings::FIELDS);
    let settings = (0..)
        .zip(values.as_slice())
        .try_fold(C::Settings::default(), |settings, (field, value)| settings.with(FieldId(field), *value));
    let settings = settings?;
    let params = C::params(&settings, Bytes(plan::MSS))?;
    let mut vector =
        Vector::<C> { params, state: C::default(), event: EventWords::default(), answer: [0; 2] };
    let (mut run, mut fault) = (CcRun::new(flow_events()), None);
    let epoch = |_| {
        run.epoch(|event, words| {
            vector.event = EventWords::of(event);
            // SAFETY: the program is `Vector::run` of this very type, whose fields have a layout that both compilers keep.
            match unsafe { program.run(&mut vector) } {
                Ok(2) => {}
                other => fault = fault.take().or(Some(format!("{other:?}"))),
            }
            vector.state.canonical(words);
            vector.control()
        })
    };
    let rolling = (0..plan::CC_EPOCHS).map(epoch).collect();
    Ok(fault.map_or(Ok(rolling), |fault| Err(Fault::Ended(format!("a run ends with {fault}")))))
}

macro_rules! controls {
    ($($cfg:tt $name:ident $path:path;)*) => {
        fn in_kernel(id: CcId, programs: &Programs) -> anyhow::Result<Result<Rolling, Fault>> {
            let code = |name| programs.get(name).with_context(|| format!("no program {name}"));
            match id {
                $(CcId::$name => replayed::<$path>(code(stringify!($name))?),)*
            }
        }
    };
}
freeboard_registry::for_each_cc!(controls);
