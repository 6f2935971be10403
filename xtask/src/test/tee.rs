//! Runs a command whose output a person follows and a program reads.

use anyhow::Context;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread;

/// Runs it; its output is passed on line by line to standard error. Whether it succeeded, and all it said.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<(bool, String)> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("{:?} does not start", command.get_program()))?;
    let out = child.stdout.take().map(|pipe| thread::spawn(move || follow(pipe)));
    let err = child.stderr.take().map(|pipe| thread::spawn(move || follow(pipe)));
    let mut text = String::new();
    for reader in [out, err].into_iter().flatten() {
        text += &reader.join().unwrap_or_default();
    }
    Ok((child.wait()?.success(), text))
}

fn follow(pipe: impl Read) -> String {
    let mut text = String::new();
    for line in BufReader::new(pipe).lines().map_while(Result::ok) {
        eprintln!("{line}");
        text += &line;
        text.push('\n');
    }
    text
}
