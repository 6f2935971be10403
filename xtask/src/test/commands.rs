//! Commands that README and book name exist, and the command line answers.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::workspace::cargo;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The two front ends, aliases of cargo.
const ALIASES: [&str; 2] = ["xtask", "freeboard"];

/// The profile that the second one is built in, and that of the suites before this one.
const PROFILE: (&str, &str) = ("--release", "--profile fast");

/// What the command line must answer, with its exit status.
const SMOKE: [(&[&str], i32); 4] = [
    (&["list"], 0),
    (&["list", "ecn-sharp/compact"], 0),
    (&["list", "no-such-algorithm"], 2),
    (&["cost", "no-such-algorithm"], 2),
];

/// Asks each named command for help, then runs the smoke list.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    let mut count = Count::default();
    let aliases = std::fs::read_to_string(toolchain::root().join(".cargo/config.toml"))?;
    let [xtask, freeboard] = ALIASES.map(|alias| words_of(&aliases, alias));
    let (xtask, freeboard) = (xtask?, freeboard?);
    for (alias, command) in named_commands(toolchain::root())? {
        let words = if alias == ALIASES[0] { &xtask } else { &freeboard };
        let (fine, _) = tee::run(cargo(words).args([&*command, "--help"]).env("CLICOLOR", "0"))?;
        eprintln!("{} cargo {alias} {command}", if fine { "ok    " } else { "FAILED" });
        count += Count::one(fine);
    }
    for words in test_commands(toolchain::root())? {
        let selected = selected(&words)?;
        let fine = selected >= SELECTED_MIN;
        let text = words.join(" ");
        eprintln!("{} cargo nextest run {text}: {selected} tests", if fine { "ok    " } else { "FAILED" });
        count += Count::one(fine);
    }
    for (arguments, status) in SMOKE {
        let ended = cargo(&freeboard).args(arguments).output()?.status.code();
        let fine = ended == Some(status);
        eprintln!(
            "{} cargo freeboard {}: status {ended:?}",
            if fine { "ok    " } else { "FAILED" },
            arguments.join(" ")
        );
        count += Count::one(fine);
    }
    Ok(Outcome::ran(count))
}

/// Tests that a documented command selects at least: an algorithm's own crate has half a dozen. Chosen by us.
const SELECTED_MIN: usize = 5;

/// The arguments of every `cargo nextest run` in the Markdown files.
fn test_commands(root: &Path) -> anyhow::Result<BTreeSet<Vec<String>>> {
    let mut found = BTreeSet::new();
    for file in markdown(root)? {
        found.extend(test_commands_in(&std::fs::read_to_string(file)?));
    }
    Ok(found)
}

/// Words up to the end of the line or of the code span; quotes hold words together.
fn test_commands_in(text: &str) -> Vec<Vec<String>> {
    let of = |rest: &str| {
        let line = rest.split(['\n', '`']).next().unwrap_or_default();
        let line = line.split(" #").next().unwrap_or_default();
        let parts = line.split('\'').enumerate();
        let words = parts.flat_map(|(at, part)| match at % 2 {
            1 => vec![part.to_owned()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        });
        words.collect::<Vec<_>>()
    };
    text.split("cargo nextest run ").skip(1).map(of).collect()
}

/// The number of tests that these arguments select.
fn selected(words: &[String]) -> anyhow::Result<usize> {
    let mut list = cargo(&["nextest", "list", "--workspace", "--message-format", "oneline"]);
    Ok(toolchain::output(list.args(of_workspace(words)))?.lines().count())
}

/// The same tests, selected in the whole workspace: with the features of one package alone all would be built a second time.
fn of_workspace(words: &[String]) -> Vec<String> {
    let (mut packages, mut filters, mut others) = (Vec::new(), Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-p" | "--package" => packages.extend(words.next().map(|name| format!("package(={name})"))),
            "-E" => filters.extend(words.next().map(|filter| format!("({filter})"))),
            _ => others.push(word.clone()),
        }
    }
    if !packages.is_empty() {
        filters.insert(0, format!("({})", packages.join(" or ")));
    }
    if !filters.is_empty() {
        others.extend(["-E".to_owned(), filters.join(" and ")]);
    }
    others
}

/// What cargo takes an alias for, in the profile that is there.
fn words_of(aliases: &str, alias: &str) -> anyhow::Result<Vec<String>> {
    let line = aliases.lines().find_map(|line| line.strip_prefix(&format!("{alias} = ")));
    let words =
        line.with_context(|| format!("no alias `{alias}`"))?.trim_matches('"').replace(PROFILE.0, PROFILE.1);
    Ok(words.split_whitespace().map(str::to_owned).collect())
}

/// Alias and first word of every `cargo xtask ...` and `cargo freeboard ...` in the Markdown files.
fn named_commands(root: &Path) -> anyhow::Result<BTreeSet<(String, String)>> {
    let mut found = BTreeSet::new();
    for file in markdown(root)? {
        found.extend(commands_in(&std::fs::read_to_string(file)?));
    }
    Ok(found)
}

/// The Markdown files of the root folder and of the book.
fn markdown(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![root.join("docs/src")];
    files.extend(listed(root)?);
    while let Some(folder) = folders.pop() {
        let entries = listed(&folder)?;
        folders.extend(entries.iter().filter(|entry| entry.is_dir()).cloned());
        files.extend(entries);
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    Ok(files)
}

fn listed(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    Ok(std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?)
}

fn commands_in(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // A command stands within one line, so that the alias alone does not take the next line's first word.
    for line in text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        for three in words.windows(3) {
            let command: String =
                three[2].chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
            let cargo = three[0].trim_start_matches(['`', '(']) == "cargo";
            if cargo && ALIASES.contains(&three[1]) && !command.is_empty() {
                found.push((three[1].to_owned(), command));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_is_run_in_the_profile_that_is_there() {
        let aliases =
            "[alias]\nxtask = \"run --package a --\"\nfreeboard = \"run --release --package b --\"\n";
        assert_eq!(words_of(aliases, "xtask").unwrap(), ["run", "--package", "a", "--"]);
        assert_eq!(words_of(aliases, "freeboard").unwrap().join(" "), "run --profile fast --package b --");
        assert!(words_of(aliases, "bench").is_err());
    }

    #[test]
    fn finds_tests_that_the_documents_name() {
        let text = "`cargo nextest run -p a -E 'test(/A b/)'`, and\n    cargo nextest run -p c d   # e\ncargo nextest";
        assert_eq!(test_commands_in(text), [vec!["-p", "a", "-E", "test(/A b/)"], vec!["-p", "c", "d"]]);
    }

    #[test]
    fn packages_become_a_filter() {
        let of = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            of_workspace(&words).join(" ")
        };
        assert_eq!(of("-p a -p b c"), "c -E (package(=a) or package(=b))");
        assert_eq!(of("-p a -E test(/A/)"), "-E (package(=a)) and (test(/A/))");
        assert_eq!(of("name"), "name");
    }

    #[test]
    fn finds_commands_in_prose_and_in_code_blocks() {
        let text = "Run `cargo xtask tidy`, then\n```sh\ncargo freeboard demo  # fast\n```\ncargo xtask\n`cargo xtask`, cargo build";
        let expected = [("xtask", "tidy"), ("freeboard", "demo")].map(|(a, c)| (a.to_owned(), c.to_owned()));
        assert_eq!(commands_in(text), expected);
    }
}
