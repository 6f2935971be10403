//! File plan of a new algorithm.

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

/// Files that a new algorithm adds a line to.
pub(super) const EDITED: [&str; 7] = [
    "Cargo.toml",
    "crates/registry/Cargo.toml",
    "crates/registry/src/lib.rs",
    "crates/registry/src/list.rs",
    "crates/oracle/src/lib.rs",
    "crates/oracle/src/catalog.rs",
    "docs/src/SUMMARY.md",
];

impl Names {
    /// Checks the name.
    pub(super) fn new(family: Family, name: &str) -> anyhow::Result<Self> {
        let word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        ensure!(name.split('-').all(word), "`{name}` is not lower-case words joined by hyphens");
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        Ok(Self {
            family,
            name: name.to_owned(),
            snake: name.replace('-', "_"),
            camel: name.split('-').map(capital).collect(),
        })
    }

    const fn group(&self) -> &'static str {
        match self.family {
            Family::Aqm => "aqm",
            Family::Cc => "cc",
        }
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
    for path in EDITED {
        let text = present.get(path).with_context(|| format!("{path} is not there"))?;
        let entry = format!("freeboard-{} = ", names.package());
        ensure!(path != "Cargo.toml" || !text.contains(&entry), "{} is there already", names.package());
        files.push((path.to_owned(), edited(names, path, text).with_context(|| path.to_owned())?));
    }
    Ok(files)
}

fn added(names: &Names) -> Vec<(String, String)> {
    let (manifest, source, oracle) = match names.family {
        Family::Aqm => (
            include_str!("templates/aqm.toml"),
            include_str!("templates/aqm.rs"),
            include_str!("templates/aqm-oracle.rs"),
        ),
        Family::Cc => (
            include_str!("templates/cc.toml"),
            include_str!("templates/cc.rs"),
            include_str!("templates/cc-oracle.rs"),
        ),
    };
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

fn edited(names: &Names, path: &str, text: &str) -> anyhow::Result<String> {
    let Names { name, snake, camel, .. } = names;
    let (group, package) = (names.group(), names.package());
    let ours = |line: &str| {
        let rest = line.strip_prefix("freeboard-").and_then(|line| line.strip_prefix(group));
        rest.is_some_and(|name| name.starts_with('-') && !name.starts_with("-api"))
    };
    match path {
        "Cargo.toml" => {
            let line = format!("freeboard-{package} = {{ path = \"crates/{package}\" }}");
            after_last(text, ours, &line)
        }
        "crates/registry/Cargo.toml" => {
            let dependency = format!("freeboard-{package} = {{ workspace = true, optional = true }}");
            let text = after_last(text, |line| ours(line) && line.contains("workspace"), &dependency)?;
            let text = to_list(&text, "all", &package)?;
            let feature = format!("{package} = [\"dep:freeboard-{package}\"]");
            let text = after_last(&text, |line| line.contains("= [\"dep:"), &feature)?;
            before_first(&text, "defmt = [", "]", &format!("    \"freeboard-{package}?/defmt\","))
        }
        "crates/registry/src/lib.rs" => {
            let text = text.trim_end();
            Ok(format!(
                "{text}\n#[cfg(feature = \"{package}\")]\npub use freeboard_{group}_{snake} as {group}_{snake};\n"
            ))
        }
        "crates/registry/src/list.rs" => {
            let (kind, object) = match names.family {
                Family::Aqm => ("pipeline ", format!("{camel}Program")),
                Family::Cc => ("", camel.clone()),
            };
            let line = format!(
                "            {kind}(feature = \"{package}\") {camel} $crate::{group}_{snake}::{object};"
            );
            before_first(text, &format!("macro_rules! for_each_{group} "), "}", &line)
        }
        "crates/oracle/src/lib.rs" => {
            after_last(text, |line| line.starts_with("pub mod "), &format!("pub mod {snake};"))
        }
        "crates/oracle/src/catalog.rs" => {
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
        _ => {
            let start = format!("]({group}/");
            after_last(text, |line| line.contains(&start), &format!("- [{camel}]({group}/{name}.md)"))
        }
    }
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
    use crate::repo;

    fn real() -> BTreeMap<&'static str, String> {
        EDITED
            .map(|path| (path, std::fs::read_to_string(repo::root().join(path)).expect("part of the tree")))
            .into()
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
    fn a_bad_or_taken_name_is_refused() {
        for name in ["", "Calm", "calm_sea", "-calm", "calm--sea", "9calm"] {
            assert!(Names::new(Family::Aqm, name).is_err(), "{name}");
        }
        let taken = Names::new(Family::Aqm, "tcn").expect("a name");
        assert!(files(&taken, &real()).is_err());
    }
}
