//! Files beside a scenario, with edits: size tables, flow lists, traces.

use crate::{ODD, is_paragraph, run};
use freeboard_conformance::fuzz::{Exercised, Reader};
use freeboard_golden::{TraceError, read, run_trace};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use std::path::PathBuf;

/// Kinds of files, by the first byte of an input.
pub const FILES: [&str; 3] = ["sizes", "flows", "trace"];

const SIZES: &str = "bytes,cdf\n100,0\n1500,0.2\n20000,0.7\n60000,1\n";
const FLOWS: &str = "time_ns,from,to,bytes\n0,1,2,3000\n1000,3,1,60000\n1000,2,4,1500\n50000,4,1,20000\n";
/// Traces of a marking scheme and of a congestion control.
const TRACES: [&str; 2] =
    [include_str!("../../aqm-ecn-sharp/golden/compact.csv"), include_str!("../../cc-dctcp/golden/tcp.csv")];
/// Lines that are edited; of a trace the header, the names of the columns, some events.
const LINES: usize = 40;
/// Cells at and beyond the edge of what some column takes.
const CELLS: [&str; 12] =
    ["", "0", "1", "-1", "0.5", "nan", "1e30", "2147483648", "4294967296", "18446744073709551616", "\"", "#"];

/// Edits a file, reads it and uses it if that is a small matter.
///
/// # Panics
/// A refusal is no paragraph, or what was accepted does not run, or a ledger does not balance.
pub fn text_file(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let kind = usize::from(reader.byte()) % FILES.len();
    let which = usize::from(reader.byte());
    let edits = usize::from(reader.byte() % 8);
    let base = match kind {
        0 => SIZES,
        1 => FLOWS,
        _ => TRACES[which % TRACES.len()],
    };
    let mut lines: Vec<String> = base.lines().take(LINES).map(str::to_owned).collect();
    reader.ops().into_iter().take(edits).for_each(|words| edit_row(&mut lines, words));
    let text = lines.join("\n");
    let mut seen = Exercised { id: FILES[kind].to_owned(), events: text.len(), compared: 0 };
    let ended = match kind {
        0 => beside("kind = \"poisson\"\ntable = \"FILE\"\nload = \"50 %\"", &text),
        1 => beside("kind = \"list\"\nfile = \"FILE\"", &text),
        _ => traced(&text),
    };
    match ended {
        Ok(compared) => seen.compared = compared,
        Err(refusal) => is_paragraph(&refusal),
    }
    Some(seen)
}

/// Events of a trace that is read and decided.
fn traced(text: &str) -> Result<usize, String> {
    let sentence = |error: TraceError| format!("{error}.");
    let decided = run_trace(&read(text).map_err(sentence)?).map_err(sentence)?;
    Ok(decided.answers.map_or(0, |answers| answers.len()))
}

/// Events of a scenario whose workload reads a file.
fn beside(workload: &str, file: &str) -> Result<usize, String> {
    const REST: &str = "[topology]\nkind = \"n-to-1\"\nsenders = 4\nrate = \"10 Gbps\"\nrtt = \"20 us\"\nbuffer = \"60 packets\"\n\
        [host]\ncc = \"dctcp\"\n[switch]\naqm = \"step\"\n[run]\ntime = \"200 us\"\ndrain = \"2 ms\"\n";
    let folder = folder();
    std::fs::write(folder.join("file.csv"), file).expect("a temporary file");
    let text = format!("{REST}[[workload]]\n{}\n", workload.replace("FILE", "file.csv"));
    let name = folder.join("fuzz.toml").display().to_string();
    let scenario = Scenario::read(&Document::new(name, text)).map_err(|fault| fault.to_string());
    std::fs::remove_dir_all(&folder).expect("a temporary folder");
    Ok(run(&scenario?))
}

/// A folder of this process's and thread's own.
fn folder() -> PathBuf {
    let name = format!("freeboard-fuzz-{}-{:?}", std::process::id(), std::thread::current().id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// Changes one place of a table.
fn edit_row(lines: &mut Vec<String>, [what, place, from, word]: [u32; 4]) {
    let pick = |word: u32, count: usize| word as usize % count.max(1);
    let (at, other) = (pick(place, lines.len()), pick(from, lines.len()));
    let Some(line) = lines.get(at) else { return };
    let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
    let cell = pick(word >> 8, cells.len());
    match what % 6 {
        0 => cells[cell] = CELLS[pick(word, CELLS.len())].to_owned(),
        1 => cells[cell] = word.to_string(),
        2 => cells.insert(cell, ODD[pick(word, ODD.len())].to_owned()),
        3 => drop(cells.remove(cell)),
        4 => return lines.swap(at, other),
        _ => return lines.insert(other, line.clone()),
    }
    lines[at] = cells.join(",");
}
