//! The reproductions that are built into `freeboard`, from their folders.

use std::path::{Path, PathBuf};

/// One row per plan, by paper and figure; `None` if a plan cannot be read or makes no claim.
pub(super) fn table() -> Option<String> {
    let plans = freeboard_toolchain::root().join("crates/lab/plans");
    let mut text = String::from("| `freeboard reproduce` | claim |\n|---|---|\n");
    for paper in folders(&plans)? {
        for figure in folders(&paper)? {
            let toml: toml::Table = std::fs::read_to_string(figure.join("plan.toml")).ok()?.parse().ok()?;
            let id = figure.strip_prefix(&plans).ok()?.to_str()?.replace('\\', "/");
            text += &format!("| `{id}` | {} |\n", toml.get("claim")?.as_str()?);
        }
    }
    Some(text)
}

/// Folders in a folder, by name.
fn folders(path: &Path) -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(path).ok()?.flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    Some(folders)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_figure_is_listed_with_its_claim() {
        let table = super::table().unwrap();
        assert!(table.contains("| `ecn-sharp/fig10` | a steady queue of 8 packets"), "{table}");
    }
}
