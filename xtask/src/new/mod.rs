//! `cargo xtask new`: a marking scheme or a congestion control to start from.

mod edit;
mod plan;

use crate::repo;
use plan::{Family, Names};
use std::collections::BTreeMap;
use xshell::{Shell, cmd};

/// What to start.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A marking scheme or a congestion control.
    #[arg(value_enum)]
    family: Family,
    /// Name in lower case, words joined by hyphens.
    name: String,
}

/// Writes the files and says what is left to do.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let names = Names::new(arguments.family, &arguments.name)?;
    let root = repo::root();
    let mut present = BTreeMap::new();
    for path in plan::EDITED {
        present.insert(path, std::fs::read_to_string(root.join(path))?);
    }
    let files = plan::files(&names, &present)?;
    for (path, _) in files.iter().filter(|(path, _)| !plan::EDITED.contains(&path.as_str())) {
        anyhow::ensure!(!root.join(path).exists(), "{path} is there already");
    }
    for (path, text) in files {
        let file = root.join(&path);
        std::fs::create_dir_all(file.parent().unwrap_or(root))?;
        std::fs::write(file, text)?;
        println!("wrote {path}");
    }
    let sh = Shell::new()?;
    sh.change_dir(root);
    cmd!(sh, "cargo fmt --all").run()?;
    // The other workspaces link the registry: their lock files get the new package too.
    for folder in ["firmware", "fuzz"] {
        let _there = sh.push_dir(folder);
        cmd!(sh, "cargo update --workspace --quiet").run()?;
    }
    println!("{}", plan::left_to_do(&names));
    Ok(true)
}
