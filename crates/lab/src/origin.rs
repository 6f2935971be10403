//! Origin of the program: version, commit and compiler.

use serde::Serialize;
use std::process::Command;

/// The program that a result was made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The version of the package.
    pub version: &'static str,
    /// The commit; `unknown` outside a checkout and outside a packaged archive.
    pub commit: String,
    /// The compiler.
    pub toolchain: &'static str,
}

impl Origin {
    /// Asks for it. In a packaged archive the commit is that of the archive. In a checkout it is the one that is checked out
    /// now, `-dirty` where files differ from it: `cargo run` builds what is there, so that it is the program's.
    #[must_use]
    pub fn ask() -> Self {
        let packaged = env!("FREEBOARD_PACKAGED");
        let commit = if packaged.is_empty() { checked_out() } else { Some(packaged.to_owned()) };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            commit: commit.unwrap_or_else(|| "unknown".to_owned()),
            toolchain: env!("FREEBOARD_TOOLCHAIN"),
        }
    }

    /// The same on one line.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{} (commit {}, {})", self.version, self.commit, self.toolchain)
    }
}

/// The commit of the checkout that the program was built in, if it is still there.
fn checked_out() -> Option<String> {
    let words = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
    let output = Command::new("git").args(["-C", env!("CARGO_MANIFEST_DIR")]).args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
