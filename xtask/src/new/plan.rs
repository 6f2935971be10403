//! The files that a new algorithm adds, and the edits that put it on the lists.

use super::edit::{after_last, before_first, to_list};
use anyhow::{Context, ensure};
use std::collections::BTreeMap;

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

/// Adds lines to the text of a file.
type Edit = fn(&Names, &str) -> anyhow::Result<String>;

/// Files that a new algorithm adds lines to.
pub(super) const EDITS: [(&str, Edit); 7] = [
    ("Cargo.toml", workspace),
    ("crates/registry/Cargo.toml", registry_manifest),
    ("crates/registry/src/lib.rs", registry_exports),
    ("crates/registry/src/list.rs", registry_list),
    ("crates/oracle/src/lib.rs", oracle_modules),
    ("crates/oracle/src/catalog.rs", oracle_catalog),
    ("docs/src/SUMMARY.md", summary),
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

    /// Whether a line of a manifest is about an algorithm of the family.
    fn is_family(&self, line: &str) -> bool {
        let rest = line.strip_prefix("freeboard-").and_then(|line| line.strip_prefix(self.group()));
        rest.is_some_and(|name| name.starts_with('-') && !name.starts_with("-api"))
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
        template.replace("@name@", &self.name).replace("@snake@", &self.snake).replace("@Name@", &self.camel)
    }
}

/// Every file's new text, by path; `present` holds the files that are edited.
pub(super) fn files(
    names: &Names,
    present: &BTreeMap<&str, String>,
) -> anyhow::Result<Vec<(String, String)>> {
    let mut files = added(names);
    for (path, edit) in EDITS {
        let text = present.get(path).with_context(|| format!("{path} is not there"))?;
        files.push((path.to_owned(), edit(names, text).with_context(|| path.to_owned())?));
    }
    Ok(files)
}

impl Family {
    /// Manifest, source and oracle.
    const fn templates(self) -> [&'static str; 3] {
        match self {
            Self::Aqm => [
                include_str!("templates/aqm.toml"),
                include_str!("templates/aqm.rs"),
                include_str!("templates/aqm-oracle.rs"),
            ],
            Self::Cc => [
                include_str!("templates/cc.toml"),
                include_str!("templates/cc.rs"),
                include_str!("templates/cc-oracle.rs"),
            ],
        }
    }
}

fn added(names: &Names) -> Vec<(String, String)> {
    let [manifest, source, oracle] = names.family.templates();
    let folder = format!("crates/{}", names.package());
    vec![
        (format!("{folder}/Cargo.toml"), names.fill(manifest)),
        (format!("{folder}/src/lib.rs"), names.fill(source)),
        (format!("crates/oracle/src/{}.rs", names.snake), names.fill(oracle)),
        (
            format!("docs/src/{}/{}.md", names.group(), names.name),
            names.fill(include_str!("templates/page.md")),
        ),
    ]
}

fn workspace(names: &Names, text: &str) -> anyhow::Result<String> {
    let package = names.package();
    ensure!(!text.contains(&format!("freeboard-{package} = ")), "{package} is there already");
    let line = format!("freeboard-{package} = {{ path = \"crates/{package}\" }}");
    after_last(text, |line| names.is_family(line), &line)
}

fn registry_manifest(names: &Names, text: &str) -> anyhow::Result<String> {
    let package = names.package();
    let dependency = format!("freeboard-{package} = {{ workspace = true, optional = true }}");
    let text = after_last(text, |line| names.is_family(line) && line.contains("workspace"), &dependency)?;
    let text = to_list(&text, "all", &package)?;
    let feature = format!("{package} = [\"dep:freeboard-{package}\"]");
    let text = after_last(&text, |line| line.contains("= [\"dep:"), &feature)?;
    before_first(&text, "defmt = [", "]", &format!("    \"freeboard-{package}?/defmt\","))
}

fn registry_exports(names: &Names, text: &str) -> anyhow::Result<String> {
    let (group, snake, package, text) = (names.group(), &names.snake, names.package(), text.trim_end());
    Ok(format!(
        "{text}\n#[cfg(feature = \"{package}\")]\npub use freeboard_{group}_{snake} as {group}_{snake};\n"
    ))
}

fn registry_list(names: &Names, text: &str) -> anyhow::Result<String> {
    let Names { snake, camel, .. } = names;
    let (group, package) = (names.group(), names.package());
    ensure!(!text.contains(&format!(") {camel} $crate::{group}_")), "there is a variant `{camel}` already");
    let (kind, object) = match names.family {
        Family::Aqm => ("pipeline ", format!("{camel}Program")),
        Family::Cc => ("", camel.clone()),
    };
    let line =
        format!("            {kind}(feature = \"{package}\") {camel} $crate::{group}_{snake}::{object};");
    before_first(text, &format!("macro_rules! for_each_{group} "), "}", &line)
}

fn oracle_modules(names: &Names, text: &str) -> anyhow::Result<String> {
    let own = format!("mod {};", names.snake);
    ensure!(
        !text.lines().any(|line| line.trim_start_matches("pub ") == own),
        "there is an oracle `{own}` already"
    );
    after_last(text, |line| line.starts_with("pub mod "), &format!("pub {own}"))
}

fn oracle_catalog(names: &Names, text: &str) -> anyhow::Result<String> {
    let Names { name, snake, camel, .. } = names;
    let (function, line) = match names.family {
        Family::Aqm => (
            "fn marker(",
            format!("        \"{name}/pipeline\" => boxed(crate::{snake}::{camel}::new(values)),"),
        ),
        Family::Cc => (
            "fn controller(",
            format!(
                "        \"{name}/exact\" => crate::{snake}::{camel}::new(values).map(|model| Box::new(model) as Box<dyn Controller>),"
            ),
        ),
    };
    before_first(text, function, "_ => None,", &line)
}

fn summary(names: &Names, text: &str) -> anyhow::Result<String> {
    let (group, start) = (names.group(), format!("]({}/", names.group()));
    let line = format!("- [{}]({group}/{}.md)", names.camel, names.name);
    after_last(text, |line| line.contains(&start), &line)
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

    fn real() -> BTreeMap<&'static str, String> {
        let text = |path| std::fs::read_to_string(root().join(path)).expect("part of the tree");
        EDITS.map(|(path, _)| (path, text(path))).into()
    }

    fn planned(family: Family) -> BTreeMap<String, String> {
        let names = Names::new(family, "calm-sea").expect("a name");
        files(&names, &real()).expect("fits the tree").into_iter().collect()
    }

    #[test]
    fn a_scheme_is_in_every_list_of_the_real_tree() {
        let files = planned(Family::Aqm);
        for (path, line) in [
            ("Cargo.toml", "freeboard-aqm-calm-sea = { path = \"crates/aqm-calm-sea\" }"),
            ("crates/registry/Cargo.toml", "aqm-calm-sea = [\"dep:freeboard-aqm-calm-sea\"]"),
            ("crates/registry/Cargo.toml", "    \"freeboard-aqm-calm-sea?/defmt\","),
            ("crates/registry/src/lib.rs", "pub use freeboard_aqm_calm_sea as aqm_calm_sea;"),
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
        for (family, name) in [(Family::Aqm, "hooks"), (Family::Cc, "event"), (Family::Cc, "result")] {
            assert!(
                Names::new(family, name).is_err_and(|error| error.to_string().contains("template")),
                "{name}"
            );
        }
    }

    #[test]
    fn a_name_that_the_tree_has_is_refused() {
        for (family, name, what) in [
            (Family::Aqm, "tcn", "aqm-tcn"),
            (Family::Aqm, "api", "aqm-api"),
            (Family::Aqm, "step-enqueue", "StepEnqueue"),
            (Family::Aqm, "math", "mod math"),
            (Family::Cc, "tcn", "mod tcn"),
        ] {
            let names = Names::new(family, name).expect("a name");
            let refused = files(&names, &real()).expect_err("taken");
            assert!(format!("{refused:#}").contains(what), "{name}: {refused:#}");
        }
    }
}
