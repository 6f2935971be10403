//! A browser without a window, without a network.

use std::path::Path;
use std::process::Command;

/// A command that opens a page with a profile of its own, and writes the console to standard error.
pub(crate) fn command(profile: &Path) -> Command {
    let mut browser = Command::new("chromium");
    // As root there is no sandbox.
    browser.args([
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-dev-shm-usage",
    ]);
    // Of its own accord the browser asks for updates and dictionaries; no name is resolved for it.
    browser.args(["--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND"]);
    browser.args(["--enable-logging=stderr", "--dump-dom"]);
    browser.arg(format!("--user-data-dir={}", profile.display()));
    browser
}

/// Lines of the console in what the browser wrote.
pub(crate) fn console(said: &str) -> Vec<String> {
    said.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect()
}
