//! Results on disk: a journal while a sweep runs, an ordered file once it is done.

use super::Shard;
use super::cells::{Lines, csv};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Lines in the order in which cells ended; what a killed sweep goes on from.
const JOURNAL: &str = "cells.jsonl";
/// Lines in the order of cells.
const RESULTS: &str = "results.jsonl";
/// The same in columns.
const SHEET: &str = "results.csv";

/// First line of either file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// Fingerprint of the plan.
    pub(super) plan: String,
    /// Cells of the whole sweep.
    pub(super) cells: usize,
    /// Which of them are here; in a journal only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) shard: Option<String>,
}

/// What every line has.
#[derive(Deserialize)]
struct Numbered {
    cell: usize,
}

impl Header {
    pub(super) fn new(plan: u32, cells: usize) -> Self {
        Self { plan: format!("{plan:08x}"), cells, shard: None }
    }

    fn line(&self) -> Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// The journal of a running sweep.
pub(super) struct Journal {
    file: Mutex<File>,
}

impl Journal {
    /// Opens the journal in `folder`, or begins one; also returns what it holds already.
    pub(super) fn open(folder: &Path, header: &Header, shard: Shard) -> Result<(Self, Lines)> {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let path = folder.join(JOURNAL);
        let first = Header { shard: Some(shard.to_string()), ..header.clone() }.line()?;
        let before = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
        // A kill may leave half a line, the first one included.
        let whole = before.rfind('\n').map_or(0, |end| end + 1);
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.set_len(whole as u64)?;
        let Some((had, lines)) = before[..whole].split_once('\n') else {
            file.write_all(first.as_bytes())?;
            return Ok((Self { file: Mutex::new(file) }, Lines::new()));
        };
        ensure!(
            had == first.trim_end(),
            "{} belongs to another plan or shard: {had}; choose another folder with --out",
            path.display()
        );
        Ok((Self { file: Mutex::new(file) }, numbered(lines, &path)?))
    }

    /// Appends a finished cell: one write, so that other lines are never in it.
    pub(super) fn append(&self, line: &str) -> Result<()> {
        let text = format!("{line}\n");
        let mut file = self.file.lock().map_err(|_| anyhow::anyhow!("a run before this one panicked"))?;
        file.write_all(text.as_bytes()).context("writing the journal")
    }
}

fn numbered(lines: &str, path: &Path) -> Result<Lines> {
    let entry = |line: &str| -> Result<(usize, String)> {
        let cell = serde_json::from_str::<Numbered>(line)
            .with_context(|| format!("{} has a line that is no cell: {line}", path.display()))?;
        Ok((cell.cell, line.to_owned()))
    };
    lines.lines().map(entry).collect()
}

/// Writes the ordered files, lines and CSV; each is there as a whole or not at all.
pub(super) fn write_results(folder: &Path, header: &Header, lines: &Lines) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut text = header.line()?;
    for line in lines.values() {
        text.push_str(line);
        text.push('\n');
    }
    write_whole(folder, SHEET, &csv(lines)?)?;
    write_whole(folder, RESULTS, text.as_bytes())
}

fn write_whole(folder: &Path, name: &str, content: &[u8]) -> Result<PathBuf> {
    let (path, partial) = (folder.join(name), folder.join(format!("{name}.partial")));
    fs::write(&partial, content).with_context(|| format!("writing {}", partial.display()))?;
    fs::rename(&partial, &path)?;
    Ok(path)
}

/// Reads an ordered file.
pub(super) fn read_results(folder: &Path) -> Result<(Header, Lines)> {
    let path = folder.join(RESULTS);
    let text = fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}: has that sweep ended?", path.display()))?;
    let (first, lines) = text.split_once('\n').with_context(|| format!("{} is empty", path.display()))?;
    let header = serde_json::from_str(first).with_context(|| format!("{} has no header", path.display()))?;
    Ok((header, numbered(lines, &path)?))
}
