//! The files that a new algorithm adds, and the edits that put it on the lists.

use super::edit::{after_last, before_first, to_list};
use anyhow::{Context, ensure};
use std::collections::{BTreeMap, BTreeSet};

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Family {
    /// A marking scheme.
    Aqm,
    /// A congestion control.
    Cc,
}

/// One name in every spelling.
#[derive(Clone, Debug)]
pub(super) struct Names {
    family: Family,
    /// `my-scheme`.
    name: String,
    /// `my_scheme`.
    snake: String,
    /// `MyScheme`.
    camel: String,
}

/// Where a line goes; `@..@` is filled in as in the templates.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// After the last line with this in it, or with this at its start after a `^`.
    After(&'static str),
    /// Before the first line that is the second text, at or below the first.
    Before(&'static str, &'static str),
    /// At the end of a list of strings, one line.
    List(&'static str),
}
use Place::{After, Before, List};

/// A file, a place in it, and the line.
type Edit = (&'static str, Place, &'static str);

const REGISTRY: &str = "crates/registry/Cargo.toml";
const FACADE: &str = "crates/freeboard/Cargo.toml";
const LIST: &str = "crates/registry/src/list.rs";
const CATALOG: &str = "crates/oracle/src/catalog.rs";

/// What puts an algorithm of any family on the lists.
const COMMON: [Edit; 8] = [
    (
        REGISTRY,
        After("^freeboard-@group@-"),
        "freeboard-@package@ = { path = \"../@package@\", version = \"@version@\", optional = true }",
    ),
    (REGISTRY, List("all"), "@package@"),
    (REGISTRY, After("= [\"dep:"), "@package@ = [\"dep:freeboard-@package@\"]"),
    (REGISTRY, Before("defmt = [", "]"), "    \"freeboard-@package@?/defmt\","),
    (FACADE, After("^@group@-"), "@package@ = [\"freeboard-registry/@package@\"]"),
    (LIST, Before("crates! {", "}"), "    \"@package@\" freeboard_@group@_@snake@ as @group@_@snake@;"),
    ("crates/oracle/src/lib.rs", After("^pub mod "), "pub mod @snake@;"),
    ("docs/src/SUMMARY.md", After("](@group@/"), "- [@Name@](@group@/@name@.md)"),
];

/// What only a marking scheme needs.
const AQM: [Edit; 2] = [
    (
        LIST,
        Before("macro_rules! for_each_aqm ", "}"),
        "            pipeline (feature = \"@package@\") @Name@ $crate::aqm_@snake@::@Name@Program;",
    ),
    (
        CATALOG,
        Before("fn marker(", "_ => None,"),
        "        \"@name@/pipeline\" => boxed(crate::@snake@::@Name@::new(values)),",
    ),
];

/// What only a congestion control needs.
const CC: [Edit; 2] = [
    (
        LIST,
        Before("macro_rules! for_each_cc ", "}"),
        "            (feature = \"@package@\") @Name@ $crate::cc_@snake@::@Name@;",
    ),
    (
        CATALOG,
        Before("fn controller(", "_ => None,"),
        "        \"@name@/exact\" => crate::@snake@::@Name@::new(values).map(|model| Box::new(model) as Box<dyn Controller>),",
    ),
];

/// What a file has where the name is taken.
const TAKEN: [(&str, &str); 3] = [
    (REGISTRY, "freeboard-@package@ = "),
    (LIST, ") @Name@ $crate::@group@_"),
    ("crates/oracle/src/lib.rs", "mod @snake@;"),
];

/// Words that cannot name a module or would hide a crate (Rust Reference, "Keywords"; the standard crates).
const RESERVED: [&str; 56] = [
    "abstract", "alloc", "as", "async", "await", "become", "box", "break", "const", "continue", "core",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in",
    "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "proc", "pub", "ref",
    "return", "self", "static", "std", "struct", "super", "test", "trait", "true", "try", "type", "typeof",
    "union", "unsafe", "unsized", "use", "virtual", "where", "while",
];

impl Names {
    /// Checks the name.
    pub(super) fn new(family: Family, name: &str) -> anyhow::Result<Self> {
        let word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        ensure!(name.split('-').all(word), "`{name}` is not lower-case words joined by hyphens");
        ensure!(!RESERVED.contains(&name), "`{name}` is a word of Rust, and modules are named by it");
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let camel: String = name.split('-').map(capital).collect();
        let identifier = |word: &str| word == camel;
        let templates = family.templates().join("\n");
        let taken = templates.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(identifier);
        ensure!(!taken, "`{camel}` is a name that the template's code uses");
        Ok(Self { family, name: name.to_owned(), snake: name.replace('-', "_"), camel })
    }

    const fn group(&self) -> &'static str {
        match self.family {
            Family::Aqm => "aqm",
            Family::Cc => "cc",
        }
    }

    /// Packages that are added or edited.
    pub(super) fn packages(&self) -> Vec<String> {
        let own = format!("freeboard-{}", self.package());
        vec![own, "freeboard-registry".to_owned(), "freeboard-oracle".to_owned()]
    }

    /// `aqm-my-scheme`.
    fn package(&self) -> String {
        format!("{}-{}", self.group(), self.name)
    }

    fn fill(&self, template: &str) -> String {
        template
            .replace("@group@", self.group())
            .replace("@package@", &self.package())
            .replace("@name@", &self.name)
            .replace("@snake@", &self.snake)
            .replace("@Name@", &self.camel)
            // The workspace has one version, which is also this program's.
            .replace("@version@", env!("CARGO_PKG_VERSION"))
    }

    fn edits(&self) -> impl Iterator<Item = Edit> {
        let own = match self.family {
            Family::Aqm => AQM,
            Family::Cc => CC,
        };
        COMMON.into_iter().chain(own)
    }

    /// Files that are edited.
    pub(super) fn edited(&self) -> BTreeSet<&'static str> {
        self.edits().map(|(path, ..)| path).collect()
    }
}

/// Every file's new text, by path; `present` holds the files that are edited.
pub(super) fn files(
    names: &Names,
    mut present: BTreeMap<&'static str, String>,
) -> anyhow::Result<Vec<(String, String)>> {
    for (path, sign) in TAKEN {
        let sign = names.fill(sign);
        ensure!(!present[path].contains(&sign), "the name is taken: {path} has `{sign}`");
    }
    for (path, place, line) in names.edits() {
        let (text, line) = (&present[path], names.fill(line));
        let edited = match place {
            List(key) => to_list(text, key, &line),
            Before(below, mark) => before_first(text, below, mark, &line),
            After(pattern) => {
                let pattern = names.fill(pattern);
                let holds = |line: &str| match pattern.strip_prefix('^') {
                    Some(start) => line.starts_with(start),
                    None => line.contains(&pattern),
                };
                after_last(text, holds, &line)
            }
        };
        present.insert(path, edited.with_context(|| path.to_owned())?);
    }
    Ok(added(names)
        .into_iter()
        .chain(present.into_iter().map(|(path, text)| (path.to_owned(), text)))
        .collect())
}

impl Family {
    /// Manifest, README, source and oracle.
    const fn templates(self) -> [&'static str; 4] {
        match self {
            Self::Aqm => [
                include_str!("templates/aqm.toml"),
                include_str!("templates/aqm.md"),
                include_str!("templates/aqm.rs"),
                include_str!("templates/aqm-oracle.rs"),
            ],
            Self::Cc => [
                include_str!("templates/cc.toml"),
                include_str!("templates/cc.md"),
                include_str!("templates/cc.rs"),
                include_str!("templates/cc-oracle.rs"),
            ],
        }
    }
}

fn added(names: &Names) -> Vec<(String, String)> {
    let [manifest, readme, source, oracle] = names.family.templates();
    let folder = format!("crates/{}", names.package());
    vec![
        (format!("{folder}/Cargo.toml"), names.fill(manifest)),
        (format!("{folder}/README.md"), names.fill(readme)),
        (format!("{folder}/LICENSE-APACHE"), include_str!("../../../LICENSE-APACHE").to_owned()),
        (format!("{folder}/LICENSE-MIT"), include_str!("../../../LICENSE-MIT").to_owned()),
        (format!("{folder}/src/lib.rs"), names.fill(source)),
        (format!("crates/oracle/src/{}.rs", names.snake), names.fill(oracle)),
        (
            format!("docs/src/{}/{}.md", names.group(), names.name),
            names.fill(include_str!("templates/page.md")),
        ),
    ]
}

/// What the template cannot know.
pub(super) fn left_to_do(names: &Names) -> String {
    format!(
        "\nIt compiles and marks or steers by a rule of its own. Now:\n\
         1. write the rule, its settings and their sources, in crates/{0}/src;\n\
         2. write the same rule from the paper, not from the crate, in crates/oracle/src/{1}.rs;\n\
         3. FREEBOARD_BLESS=1 cargo test -p freeboard-conformance --no-fail-fast: golden traces, digests, fuzz seeds; look at them;\n\
         4. cargo xtask budget, and declare what it needs in crates/{0}/Cargo.toml;\n\
         5. write docs/src/{2}/{3}.md, then cargo xtask docs;\n\
         6. cargo xtask tidy says what is still missing.",
        names.package(),
        names.snake,
        names.group(),
        names.name
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use freeboard_toolchain::root;

    fn real(names: &Names) -> BTreeMap<&'static str, String> {
        let text = |path| std::fs::read_to_string(root().join(path)).expect("part of the tree");
        names.edited().into_iter().map(|path| (path, text(path))).collect()
    }

    fn planned(family: Family) -> BTreeMap<String, String> {
        let names = Names::new(family, "calm-sea").expect("a name");
        files(&names, real(&names)).expect("fits the tree").into_iter().collect()
    }

    #[test]
    fn a_scheme_is_in_every_list_of_the_real_tree() {
        let files = planned(Family::Aqm);
        for (path, line) in [
            (
                "crates/registry/Cargo.toml",
                concat!(
                    "freeboard-aqm-calm-sea = { path = \"../aqm-calm-sea\", version = \"",
                    env!("CARGO_PKG_VERSION"),
                    "\", optional = true }"
                ),
            ),
            ("crates/registry/Cargo.toml", "aqm-calm-sea = [\"dep:freeboard-aqm-calm-sea\"]"),
            ("crates/registry/Cargo.toml", "    \"freeboard-aqm-calm-sea?/defmt\","),
            ("crates/registry/src/list.rs", "    \"aqm-calm-sea\" freeboard_aqm_calm_sea as aqm_calm_sea;"),
            (
                "crates/registry/src/list.rs",
                "pipeline (feature = \"aqm-calm-sea\") CalmSea $crate::aqm_calm_sea::CalmSeaProgram;",
            ),
            ("crates/oracle/src/lib.rs", "pub mod calm_sea;"),
            (
                "crates/oracle/src/catalog.rs",
                "\"calm-sea/pipeline\" => boxed(crate::calm_sea::CalmSea::new(values)),",
            ),
            ("docs/src/SUMMARY.md", "- [CalmSea](aqm/calm-sea.md)"),
            ("crates/aqm-calm-sea/src/lib.rs", "pub struct CalmSeaProgram;"),
            ("crates/aqm-calm-sea/README.md", "use freeboard_aqm_calm_sea::CalmSea;"),
            ("crates/aqm-calm-sea/LICENSE-MIT", "Permission is hereby granted"),
            ("crates/oracle/src/calm_sea.rs", "impl Marker for CalmSea {"),
            ("docs/src/aqm/calm-sea.md", "<!-- generated: cost calm-sea -->"),
        ] {
            assert!(files[path].contains(line), "{path} lacks `{line}`");
        }
        assert!(files.values().all(|text| !text.contains('@') || !text.contains("@name@")));
    }

    #[test]
    fn a_controller_lands_in_its_own_lists() {
        let files = planned(Family::Cc);
        let list = &files["crates/registry/src/list.rs"];
        let at = |needle: &str| list.find(needle).expect("in the list");
        let line = at("(feature = \"cc-calm-sea\") CalmSea $crate::cc_calm_sea::CalmSea;");
        assert!(at("for_each_cc {") < line && line < at("for_each_underlay {"));
        let catalog = &files["crates/oracle/src/catalog.rs"];
        let arm = catalog.find("\"calm-sea/exact\"").expect("an arm");
        assert!(catalog.find("fn controller(").is_some_and(|start| start < arm));
    }

    #[test]
    fn a_bad_name_is_refused() {
        for name in ["", "Calm", "calm_sea", "-calm", "calm--sea", "9calm", "self", "core", "type"] {
            assert!(Names::new(Family::Aqm, name).is_err(), "{name}");
        }
        for (family, name) in [(Family::Aqm, "hooks"), (Family::Cc, "ack"), (Family::Cc, "result")] {
            assert!(
                Names::new(family, name).is_err_and(|error| error.to_string().contains("template")),
                "{name}"
            );
        }
    }

    #[test]
    fn a_name_that_the_tree_has_is_refused() {
        for (family, name, what) in [
            (Family::Aqm, "tcn", "freeboard-aqm-tcn"),
            (Family::Aqm, "api", "aqm-api"),
            (Family::Aqm, "step-enqueue", "StepEnqueue"),
            (Family::Aqm, "math", "mod math"),
            (Family::Cc, "tcn", "mod tcn"),
        ] {
            let names = Names::new(family, name).expect("a name");
            let refused = files(&names, real(&names)).expect_err("taken");
            assert!(format!("{refused:#}").contains(what), "{name}: {refused:#}");
        }
    }
}
