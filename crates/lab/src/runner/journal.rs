//! Outcomes on disk: a journal while jobs run, an ordered file once they are done, a checksum in every line.

use super::{Folder, Shard, checksum};
use anyhow::{Context, Result, bail, ensure};
use freeboard_scenario::document::bytes_limited;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// Lines in the order in which jobs ended; a killed process resumes from them.
const JOURNAL: &str = "cells.jsonl";
/// Lines in the order of jobs.
const RESULTS: &str = "results.jsonl";

/// Longest journal \[B\], chosen by us: a million cells of 256 bytes each.
const BYTES_MAX: u64 = 256 << 20;

/// Finished lines by the number of their job.
pub type Lines = BTreeMap<usize, String>;

/// First line of either file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// Fingerprint of the plan.
    pub(super) plan: String,
    /// Jobs of the whole plan.
    pub(super) cells: usize,
    /// Which of them are here; in a journal only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    shard: Option<String>,
    /// Checksum of the program that began it; in a journal only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    program: Option<String>,
}

/// A line: the number of a job, and what it left.
#[derive(Serialize, Deserialize)]
struct Numbered<R> {
    cell: usize,
    #[serde(flatten)]
    outcome: R,
}

/// What every line of a job has.
#[derive(Deserialize)]
struct Number {
    cell: usize,
}

impl Header {
    pub(super) fn new(plan: u32, cells: usize) -> Self {
        Self { plan: format!("{plan:08x}"), cells, shard: None, program: None }
    }

    /// Refuses the journal of another plan, shard or program.
    fn check(&self, had: &Self, path: &Path) -> Result<()> {
        ensure!(
            Self { program: self.program.clone(), ..had.clone() } == *self,
            "{} belongs to another plan or shard: {}; remove it, or choose another folder with --out",
            path.display(),
            had.plan
        );
        ensure!(
            had == self,
            "{} was begun by another build of this program, which may decide otherwise; remove it to begin anew, or choose \
             another folder with --out",
            path.display()
        );
        Ok(())
    }

    fn of_journal(&self, shard: Shard) -> Self {
        Self { shard: Some(shard.to_string()), program: Some(program().to_owned()), ..self.clone() }
    }
}

/// Checksum of this program: whether a journal was begun by it.
fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let bytes = std::env::current_exe().and_then(fs::read).unwrap_or_default();
        format!("{:08x}", checksum(&bytes))
    })
}

/// Separator of an object's own keys and its checksum.
const CHECK: &str = ",\"check\":\"";

/// An object on a line, with a checksum of the rest as its last key.
fn sealed(object: &impl Serialize) -> Result<String> {
    let mut text = serde_json::to_string(object)?;
    text.pop();
    let check = checksum(text.as_bytes());
    Ok(format!("{text}{CHECK}{check:08x}\"}}"))
}

/// Refuses a line whose checksum is another.
fn check(line: &str) -> Result<()> {
    let parts = line.rsplit_once(CHECK);
    let right = |(text, end): (&str, &str)| end == format!("{:08x}\"}}", checksum(text.as_bytes()));
    ensure!(parts.is_some_and(right), "its checksum is missing or wrong");
    Ok(())
}

/// The journal of the jobs that run.
pub(super) struct Journal<'a> {
    folder: &'a Folder,
    header: Header,
    path: PathBuf,
    file: Mutex<(File, Lines)>,
}

impl<'a> Journal<'a> {
    /// Opens the journal of a folder, or begins one.
    pub(super) fn open(folder: &'a Folder, header: &Header, shard: Shard) -> Result<Self> {
        let path = folder.path().join(JOURNAL);
        let before = whole_lines(&path)?;
        let own = header.of_journal(shard);
        let lines = match before.len() {
            0 => Lines::new(),
            _ => {
                let of_this_plan = || -> Result<Lines> {
                    let (had, lines) = read(&path, &before)?;
                    own.check(&had, &path)?;
                    Ok(lines)
                };
                of_this_plan().map_err(|error| spoilt(&error))?
            }
        };
        let open = || -> std::io::Result<File> {
            let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
            file.set_len(before.len() as u64)?;
            if before.is_empty() {
                let first = sealed(&own).map_err(std::io::Error::other)?;
                file.write_all(format!("{first}\n").as_bytes())?;
            }
            file.sync_data()?;
            Ok(file)
        };
        let file = open().with_context(|| format!("cannot write {}", path.display()))?;
        folder.sync()?;
        Ok(Self { folder, header: header.clone(), path, file: Mutex::new((file, lines)) })
    }

    /// What it holds already.
    pub(super) fn outcomes<R: DeserializeOwned>(&self) -> Result<BTreeMap<usize, R>> {
        let parse = |(&cell, line): (&usize, &String)| -> Result<(usize, R)> {
            let numbered = serde_json::from_str(line)
                .with_context(|| format!("{}: cell {cell} is not of this plan", self.path.display()));
            let numbered: Numbered<R> = numbered.map_err(|error| spoilt(&error))?;
            Ok((cell, numbered.outcome))
        };
        self.lock()?.1.iter().map(parse).collect()
    }

    /// Appends what a job left, in one write, and waits for the disk.
    pub(super) fn append(&self, cell: usize, outcome: &impl Serialize) -> Result<()> {
        let line = sealed(&Numbered { cell, outcome })?;
        let text = format!("{line}\n");
        let mut guard = self.lock()?;
        let written = guard.0.write_all(text.as_bytes()).and_then(|()| guard.0.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        guard.1.insert(cell, line);
        Ok(())
    }

    /// Stages the ordered file.
    pub(super) fn stage_results(&self) -> Result<()> {
        stage_results(self.folder, &self.header, &self.lock()?.1)
    }

    fn lock(&self) -> Result<MutexGuard<'_, (File, Lines)>> {
        self.file.lock().map_err(|_| anyhow::anyhow!("a run before this one panicked"))
    }
}

/// What of a journal is whole: a kill may leave half a line, the first one and half a letter included.
fn whole_lines(path: &Path) -> Result<Vec<u8>> {
    match bytes_limited(path, BYTES_MAX) {
        Ok(mut bytes) => {
            bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
            Ok(bytes)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// The plan of a folder's journal, if it has one.
pub(super) fn plan_of(folder: &Folder) -> Result<Option<String>> {
    let bytes = whole_lines(&folder.path().join(JOURNAL))?;
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(serde_json::from_slice::<Header>(first).ok().map(|header| header.plan))
}

/// Removes the journal of a folder whose results are all written.
pub(crate) fn forget(folder: &Folder) -> Result<()> {
    let path = folder.path().join(JOURNAL);
    fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))
}

fn text(header: &Header, lines: &Lines) -> Result<String> {
    let mut text = sealed(header)? + "\n";
    for line in lines.values() {
        text.push_str(line);
        text.push('\n');
    }
    Ok(text)
}

/// Stages the ordered file.
fn stage_results(folder: &Folder, header: &Header, lines: &Lines) -> Result<()> {
    folder.stage(RESULTS, text(header, lines)?.as_bytes()).map(drop)
}

/// Stages the ordered file and a journal from which this program goes on to all that follows.
pub(super) fn stage_all(folder: &Folder, header: &Header, lines: &Lines) -> Result<()> {
    let journal = text(&header.of_journal(Shard::WHOLE), lines)?;
    folder.stage(JOURNAL, journal.as_bytes())?;
    stage_results(folder, header, lines)
}

/// A file that was given is at fault, not the machine: its kind says so to whoever gives the exit code.
pub(super) fn spoilt(error: &anyhow::Error) -> anyhow::Error {
    std::io::Error::new(ErrorKind::InvalidData, format!("{error:#}")).into()
}

/// Reads the ordered file of a folder.
pub(super) fn read_results(folder: &Path) -> Result<(Header, Lines)> {
    let path = folder.join(RESULTS);
    let bytes = bytes_limited(&path, BYTES_MAX)
        .with_context(|| format!("cannot read {}: has that one ended?", path.display()))?;
    read(&path, &bytes).map_err(|error| spoilt(&error))
}

/// The header and the lines of either file. A line that was changed, stands twice, or is of no job of its shard is refused by
/// its number and the file's name.
fn read(path: &Path, bytes: &[u8]) -> Result<(Header, Lines)> {
    let mut numbered = bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n').zip(1..);
    let place = |number: usize| format!("{}, line {number}", path.display());
    let checked = |line: &[u8]| -> Result<String> {
        let line = String::from_utf8(line.to_vec()).context("it is not text")?;
        check(&line)?;
        Ok(line)
    };
    let (first, _) = numbered.next().with_context(|| format!("{} is empty", path.display()))?;
    let first = checked(first).with_context(|| place(1))?;
    let header: Header =
        serde_json::from_str(&first).with_context(|| format!("{} has no header", path.display()))?;
    let is_fingerprint = header.plan.len() == 8 && header.plan.bytes().all(|byte| byte.is_ascii_hexdigit());
    ensure!(is_fingerprint, "{} has no header: its plan is no fingerprint", path.display());
    let shard = header.shard.as_ref().map_or(Ok(Shard::WHOLE), |text| text.parse());
    let shard: Shard = shard.map_err(|error: String| anyhow::anyhow!("{}: {error}", place(1)))?;
    let mut lines = Lines::new();
    for (line, number) in numbered {
        let line = checked(line).with_context(|| place(number))?;
        let Number { cell } =
            serde_json::from_str(&line).with_context(|| format!("{} is of no cell", place(number)))?;
        if cell >= header.cells {
            bail!("{}: cell {cell} is beyond the plan, which has {} cells", place(number), header.cells);
        }
        ensure!(shard.has(cell), "{}: cell {cell} is not of shard {shard}", place(number));
        ensure!(lines.insert(cell, line).is_none(), "{}: cell {cell} is there twice", place(number));
    }
    Ok((header, lines))
}
