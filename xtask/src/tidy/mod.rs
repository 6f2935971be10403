//! `cargo xtask tidy`: the repository's own rules, as code.
//!
//! Every rule is a function from the tree to findings; a finding names file and line and says what to do.

mod citations;
mod decision;
mod floors;
mod harness;
mod length;
mod line_ends;
mod links;
mod lists;
mod paths;
mod rooms;
mod sizes;
mod style;
mod subset;
mod tolerances;
mod tree;
mod words;

pub(crate) use lists::algorithms_of;
use tree::Tree;

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// File below the root.
    file: String,
    /// Line, from 1; 0 for the file as a whole.
    line: usize,
    /// What is wrong and what to do.
    what: String,
}

impl Finding {
    fn new(file: &str, line: usize, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, what: what.into() }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.what),
            line => write!(f, "{}:{line}: {}", self.file, self.what),
        }
    }
}

/// A rule.
type Rule = fn(&Tree) -> Vec<Finding>;

/// Every rule, by name.
const RULES: &[(&str, Rule)] = &[
    ("every algorithm is in registry, oracle, docs, golden traces and fuzz corpus", lists::findings),
    ("imports go down only", floors::findings),
    ("no circles among files and modules; rooms of the network crate import down only", rooms::findings),
    ("algorithm crates keep to the portable subset", subset::findings),
    ("citations have a reference", citations::findings),
    ("the decision of a scheme or control stands early in its file", decision::findings),
    ("libraries are built for unit tests where they have some", harness::findings),
    ("files are short", length::findings),
    ("lines end in LF on every system", line_ends::findings),
    ("links of the documents lead somewhere, the book lists its pages", links::findings),
    ("paths in the documents exist", paths::findings),
    ("no leftovers, no machine paths, short taglines", style::findings),
    ("tolerances have derivations", tolerances::findings),
    ("sizes in words are asserted", sizes::findings),
    ("the field's words, titles that are nouns", words::findings),
];

/// Checks every rule; true when nothing is found.
pub(crate) fn run() -> anyhow::Result<bool> {
    let tree = Tree::tracked(freeboard_toolchain::root())?;
    let mut clean = true;
    for (name, rule) in RULES {
        let mut findings = rule(&tree);
        findings.sort();
        println!("{} {name}", if findings.is_empty() { "ok  " } else { "FAIL" });
        for finding in &findings {
            println!("     {finding}");
        }
        clean &= findings.is_empty();
    }
    Ok(clean)
}
