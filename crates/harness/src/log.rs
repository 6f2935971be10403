//! Runs the log image on emulated boards and reads its defmt frames back.

use super::digests::Rolling;
use super::emulator;
use super::images::{self, Profile, Target};
use anyhow::{Context, bail};
use freeboard_cost::variant::{self, Subject as _, Variant};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The boards it runs on: one of each architecture.
const TARGETS: [Target; 2] = [Target::Rv32, Target::Thumbv7];

/// Every variant's digest and state as two boards log them: a note, or what is wrong.
pub(crate) fn run(host: &BTreeMap<Variant, Rolling>) -> anyhow::Result<Result<String, Vec<String>>> {
    let mut findings = Vec::new();
    let mut first: Option<Vec<String>> = None;
    let mut bytes = 0;
    for target in TARGETS {
        let image = images::build_log(Profile::Speed, target)?;
        let printed = emulator::bytes(target, &image)?;
        bytes = printed.len();
        let lines = decode(&image, &printed)?;
        findings.extend(differences(host, &lines).into_iter().map(|it| format!("{}: {it}", target.name())));
        let first = first.get_or_insert_with(|| lines.clone());
        if *first != lines {
            findings.push(format!("{} logs other states than {}", target.name(), TARGETS[0].name()));
        }
    }
    let states = first.map_or(0, |lines| lines.len());
    let boards = TARGETS.map(Target::name).join(" and ");
    let note = format!("defmt log: {states} states in {bytes} bytes, decoded, equal on {boards}");
    Ok(if findings.is_empty() { Ok(note) } else { Err(findings) })
}

/// The messages of a stream, in order: by defmt's own decoder, a host program beside the images.
fn decode(image: &Path, printed: &[u8]) -> anyhow::Result<Vec<String>> {
    let mut reader = Command::new(images::build_log_reader()?);
    let mut child = reader.arg(image).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    // The frames are fewer than a pipe holds, and the reader takes all before it writes.
    child.stdin.take().context("no pipe to the log reader")?.write_all(printed)?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("the log of {} cannot be read", image.display());
    }
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
}

/// One line per variant in registry order, each with the host's first digest and with a state behind it.
fn differences(host: &BTreeMap<Variant, Rolling>, lines: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = lines.iter();
    for variant in variant::all() {
        let digest = host.get(&variant).and_then(|rolling| rolling.first()).copied().unwrap_or_default();
        let expected = format!("{} {digest:08x} params ", variant.id());
        match rest.next() {
            Some(line) if line.starts_with(&expected) && line.len() > expected.len() => {}
            line => found.push(format!("the log has {line:?}, not `{expected}...`")),
        }
    }
    found.extend(rest.map(|line| format!("the log has a line too many: {line}")));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_line_a_wrong_digest_and_an_empty_state_are_differences() {
        let host: BTreeMap<_, _> = variant::all().into_iter().map(|variant| (variant, vec![7])).collect();
        let lines: Vec<_> =
            host.keys().map(|variant| format!("{} 00000007 params x", variant.id())).collect();
        assert!(differences(&host, &lines).is_empty());
        assert_eq!(differences(&host, &lines[..lines.len() - 1]).len(), 1);
        let mut wrong = lines.clone();
        wrong[0] = wrong[0].replace("00000007", "00000008");
        assert_eq!(differences(&host, &wrong).len(), 1);
        wrong[0] = lines[0].replace('x', "");
        assert_eq!(differences(&host, &wrong).len(), 1);
        assert_eq!(differences(&host, &[lines.clone(), lines[..1].to_vec()].concat()).len(), 1);
    }
}
