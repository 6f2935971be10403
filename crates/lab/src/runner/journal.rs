//! Outcomes on disk: a journal while jobs run, an ordered file once they are done, a checksum in every line.

use super::{Folder, Shard, checksum};
use anyhow::{Context, Result, bail, ensure};
use freeboard_scenario::document::bytes_limited;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// Lines in the order in which jobs ended; a killed process resumes from them.
pub(super) const JOURNAL: &str = "cells.jsonl";
/// Lines in the order of jobs.
const RESULTS: &str = "results.jsonl";

/// Longest journal \[B\], chosen by us: a million cells of 256 bytes each.
const BYTES_MAX: u64 = 256 << 20;

/// Longest first line \[B\], chosen by us: ten times one.
const LINE_MAX: u64 = 2_000;

/// Finished lines by the number of their job.
pub type Lines = BTreeMap<usize, String>;

/// Lines without a number, by the key of their job.
pub(super) type Spare = BTreeMap<String, String>;

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

/// A line: the number of a job, the key of all that decides it, and what it left.
#[derive(Serialize, Deserialize)]
struct Numbered<R> {
    cell: usize,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    key: Option<String>,
    #[serde(flatten)]
    outcome: R,
}

/// A line of another plan.
#[derive(Deserialize)]
struct Outcome<R> {
    #[serde(flatten)]
    outcome: R,
}

/// Fields of every line of a job. In a journal, a line of another plan has a key and no number.
#[derive(Deserialize)]
struct Number {
    cell: Option<usize>,
    key: Option<String>,
}

impl Header {
    pub(super) fn new(plan: u32, cells: usize) -> Self {
        Self { plan: format!("{plan:08x}"), cells, shard: None, program: None }
    }

    /// Refuses the journal of another plan or shard, unless some jobs of this one are in it, and that of another program.
    fn check(&self, had: &Self, shares: bool, path: &Path) -> Result<()> {
        ensure!(
            shares || self.is_of(had),
            "{} belongs to another plan or shard: {}; remove it, or choose another folder with --out",
            path.display(),
            had.plan
        );
        ensure!(
            had.program == self.program,
            "{} was begun by another build of this program, which may decide otherwise; remove it to begin anew, or choose \
             another folder with --out",
            path.display()
        );
        Ok(())
    }

    /// They are of one plan and shard.
    fn is_of(&self, had: &Self) -> bool {
        Self { program: self.program.clone(), ..had.clone() } == *self
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

/// Begin of a line that has a number.
const NUMBER: &str = "{\"cell\":";
/// Separator of an object's own keys and its checksum.
const CHECK: &str = ",\"check\":\"";

/// An object on a line, with a checksum of the rest as its last key.
fn sealed(object: &impl Serialize) -> Result<String> {
    let mut text = serde_json::to_string(object)?;
    text.pop();
    Ok(closed(text))
}

/// The object of a text that is not closed yet, with its checksum.
fn closed(text: String) -> String {
    let check = checksum(text.as_bytes());
    format!("{text}{CHECK}{check:08x}\"}}")
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
    /// Lines of other plans by key, without a number.
    spare: Spare,
    /// Key of each job; none where only the same plan goes on.
    keys: &'a [String],
}

impl<'a> Journal<'a> {
    /// Opens the journal of a folder, or begins one. The lines of another plan stay in it where some job of this one has the same
    /// key as one of them.
    pub(super) fn open(
        folder: &'a Folder,
        header: &Header,
        shard: Shard,
        keys: &'a [String],
    ) -> Result<Self> {
        let path = folder.path().join(JOURNAL);
        let mut before = whole_lines(&path)?;
        let own = header.of_journal(shard);
        let (mut lines, mut spare) = (Lines::new(), Spare::new());
        if !before.is_empty() {
            let (had, of_had, others) = read(&path, &before).map_err(|error| spoilt(&error))?;
            let all = own.is_of(&had).then(Spare::new).map_or_else(|| without_numbers(&of_had), Ok);
            let all = all.map_err(|error| spoilt(&error))?;
            let mut wanted = keys.iter().enumerate().filter(|(cell, _)| shard.has(*cell));
            let shares = wanted.any(|(_, key)| all.contains_key(key) || others.contains_key(key));
            own.check(&had, shares, &path).map_err(|error| spoilt(&error))?;
            spare = others;
            if own.is_of(&had) {
                lines = of_had;
            } else {
                spare.extend(all);
                before = replace(folder, &path, &own, &spare)?;
            }
        }
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
        Ok(Self { folder, header: header.clone(), path, file: Mutex::new((file, lines)), spare, keys })
    }

    /// Appends the lines of other plans that are of jobs of this one, as `again` numbers them, and returns their outcomes.
    pub(super) fn reuse<R: Serialize + DeserializeOwned>(
        &self,
        left: impl Iterator<Item = usize>,
        again: impl Fn(usize, R) -> R,
    ) -> Result<BTreeMap<usize, R>> {
        let mut reused = BTreeMap::new();
        for cell in left {
            let Some(line) = self.keys.get(cell).and_then(|key| self.spare.get(key)) else { continue };
            let read: Outcome<R> = serde_json::from_str(line)
                .with_context(|| format!("{}: a line is of no cell of this plan", self.path.display()))
                .map_err(|error| spoilt(&error))?;
            reused.insert(cell, again(cell, read.outcome));
        }
        self.append(reused.iter().map(|(cell, outcome)| (*cell, outcome)))?;
        Ok(reused)
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

    /// Appends what jobs left, in one write, and waits for the disk.
    pub(super) fn append<'r, R: Serialize + 'r>(
        &self,
        outcomes: impl IntoIterator<Item = (usize, &'r R)>,
    ) -> Result<()> {
        let numbered = |(cell, outcome)| {
            let key = self.keys.get(cell).cloned();
            Ok((cell, sealed(&Numbered { cell, key, outcome })?))
        };
        let new = outcomes.into_iter().map(numbered).collect::<Result<Lines>>()?;
        if new.is_empty() {
            return Ok(());
        }
        let text: String = new.values().flat_map(|line| [line.as_str(), "\n"]).collect();
        let mut guard = self.lock()?;
        let written = guard.0.write_all(text.as_bytes()).and_then(|()| guard.0.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        guard.1.extend(new);
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

/// The plan of a folder's journal, if it has one, and its lines by key where they are of this program.
pub(super) fn before(folder: &Folder) -> Result<Option<(String, Spare)>> {
    let path = folder.path().join(JOURNAL);
    let bytes = whole_lines(&path)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let (header, lines, mut spare) = read(&path, &bytes).map_err(|error| spoilt(&error))?;
    spare.extend(without_numbers(&lines)?);
    spare.retain(|_, _| header.program.as_deref() == Some(program()));
    Ok(Some((header.plan, spare)))
}

/// Keys of lines.
pub(super) fn keys_of(lines: &Lines) -> Result<BTreeSet<String>> {
    let key = |line: &String| Ok(serde_json::from_str::<Number>(line)?.key);
    lines.values().filter_map(|line| key(line).transpose()).collect()
}

/// The file is a journal of this program.
pub(super) fn is_journal(path: &Path) -> bool {
    let mut first = String::new();
    let read = File::open(path).and_then(|file| BufReader::new(file.take(LINE_MAX)).read_line(&mut first));
    read.is_ok() && check(first.trim_end()).is_ok() && serde_json::from_str::<Header>(&first).is_ok()
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
pub(super) fn stage_all(folder: &Folder, header: &Header, lines: &Lines, spare: &Spare) -> Result<()> {
    let mut journal = text(&header.of_journal(Shard::WHOLE), lines)?;
    spare.values().for_each(|line| journal.extend([line.as_str(), "\n"]));
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
    let (header, lines, _) = read(&path, &bytes).map_err(|error| spoilt(&error))?;
    Ok((header, lines))
}

/// The header and the lines of either file. A line that was changed, stands twice, or is of no job of its shard is refused by
/// its number and the file's name.
fn read(path: &Path, bytes: &[u8]) -> Result<(Header, Lines, Spare)> {
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
    let (mut lines, mut spare) = (Lines::new(), Spare::new());
    for (line, number) in numbered {
        let line = checked(line).with_context(|| place(number))?;
        let is_of_none = || format!("{} is of no cell", place(number));
        let Number { cell, key } = serde_json::from_str(&line).with_context(is_of_none)?;
        let Some(cell) = cell else {
            let key = key.filter(|_| header.shard.is_some()).with_context(is_of_none)?;
            spare.insert(key, line);
            continue;
        };
        if cell >= header.cells {
            bail!("{}: cell {cell} is beyond the plan, which has {} cells", place(number), header.cells);
        }
        ensure!(shard.has(cell), "{}: cell {cell} is not of shard {shard}", place(number));
        ensure!(lines.insert(cell, line).is_none(), "{}: cell {cell} is there twice", place(number));
    }
    Ok((header, lines, spare))
}

/// Lines by key, with their numbers taken out: these are of another plan. Those without a key are of that plan alone.
fn without_numbers(lines: &Lines) -> Result<Spare> {
    let mut spare = Spare::new();
    for line in lines.values() {
        let Number { key, .. } = serde_json::from_str(line)?;
        let rest = line.strip_prefix(NUMBER).and_then(|line| line.split_once(','));
        let rest = rest.and_then(|(_, rest)| rest.rsplit_once(CHECK));
        if let (Some(key), Some((rest, _))) = (key, rest) {
            spare.insert(key, closed(format!("{{{rest}")));
        }
    }
    Ok(spare)
}

/// Writes a journal of this plan that has the lines of others only, in place of the one that is there; returns what is in it.
fn replace(folder: &Folder, path: &Path, own: &Header, spare: &Spare) -> Result<Vec<u8>> {
    let mut text = sealed(own)? + "\n";
    spare.values().for_each(|line| text.extend([line.as_str(), "\n"]));
    let cannot = || format!("cannot write {}", path.display());
    let partial = folder.staging().join(JOURNAL);
    fs::write(&partial, &text).with_context(cannot)?;
    File::options().write(true).open(&partial).and_then(|file| file.sync_all()).with_context(cannot)?;
    fs::rename(&partial, path).with_context(cannot)?;
    Ok(text.into_bytes())
}
