//! Measuring harness: decisions of one source in every place, and their cost.
//!
//! | file | idea |
//! |---|---|
//! | `images`, `index`, `calls`, `emulator` | bare-metal images, the entry points in them and what these call, QEMU |
//! | `digests`, `on_core`, `measure`, `search`, `stream` | replays on the host, in the pipeline model and on the modelled core |
//! | `results`, `gate`, `baseline`, `minimal`, `log`, `print` | the whole harness run, and the limits of its results |
//! | `assembly`, `bpf`, `kernel` | object code of the portable subset, eBPF, the running kernel |
//! | `against_c` | single functions beside public C |
//! | `record` | the record of the costs, which `freeboard-cost` shows |

pub mod against_c;
mod agreement;
mod assembly;
mod baseline;
mod bpf;
mod calls;
pub mod cost;
mod declared;
mod digests;
mod emulator;
mod gate;
pub mod images;
pub mod index;
#[cfg(target_os = "linux")]
mod kernel;
mod log;
pub mod measure;
mod minimal;
pub mod on_core;
mod print;
mod record;
pub mod results;
mod search;
mod stream;

pub use agreement::Agreement;
pub use digests::Rolling;
pub use images::Profile;
use images::Target;

/// What to replay.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// One JSON object per line instead of tables.
    #[arg(long)]
    json: bool,
    /// Firmware profile; both when absent.
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    /// Write the cycles that tables of the documentation show.
    #[arg(long)]
    record: bool,
}

/// Replays, compares, measures, scans; true when everything agrees and every gate holds.
///
/// # Errors
/// An image does not build or a program is missing.
pub fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let profiles = arguments.profile.map_or(Profile::ALL.to_vec(), |profile| vec![profile]);
    let mut results = results::run(&profiles, &Target::ALL, None)?;
    if arguments.record {
        record::write(&results.rows)?;
    } else if profiles.contains(&Profile::Speed) {
        results.findings.extend(record::stale(&results.rows));
    }
    if arguments.json {
        results.rows.iter().for_each(|row| println!("{}", row.line()));
    } else {
        print::print(&results);
    }
    for finding in &results.findings {
        eprintln!("firmware: {finding}");
    }
    Ok(results.findings.is_empty())
}

/// Runs the checks of [`run`] for both profiles and every target, or for RV32 at speed, of one algorithm on the modelled core
/// alone; counts the digests that agree.
///
/// # Errors
/// As [`run`].
pub fn counted(one_board: bool, name: Option<String>) -> anyhow::Result<Agreement> {
    let results = if one_board {
        results::run(&[Profile::Speed], &[Target::Rv32], name)?
    } else {
        let mut results = results::run(&Profile::ALL, &Target::ALL, None)?;
        results.findings.extend(record::stale(&results.rows));
        results
    };
    let compared = results.rows.iter().filter(|row| row.get("digest_equal").is_some()).count();
    let equal = compared.saturating_sub(results.findings.len()) as u64;
    Ok(Agreement { equal, excused: results.skipped, findings: results.findings, skipped: None })
}

/// Runs every congestion control in the running kernel and compares its digests with the host's.
///
/// # Errors
/// The programs do not build, or a control refuses the plan's settings.
#[cfg(target_os = "linux")]
pub fn kernel() -> anyhow::Result<Agreement> {
    kernel::run()
}

/// Programs of the congestion controls as the kernel takes them, by name in the registry; the reason where there are none.
///
/// # Errors
/// The programs do not build with the compiler that they are known to build with.
#[cfg(target_os = "linux")]
pub fn kernel_programs() -> anyhow::Result<Result<Programs, String>> {
    kernel::built()
}

/// No programs: only Linux runs them.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn kernel_programs() -> anyhow::Result<Result<Programs, String>> {
    Ok(Err("BPF programs are built where Linux runs them".to_owned()))
}

/// Code by name in the registry.
pub type Programs = std::collections::BTreeMap<String, Vec<u8>>;

/// Says that only Linux runs such programs.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn kernel() -> anyhow::Result<Agreement> {
    let reason = "BPF programs run in the Linux kernel only".to_owned();
    Ok(Agreement { skipped: Some(reason), ..Agreement::default() })
}
