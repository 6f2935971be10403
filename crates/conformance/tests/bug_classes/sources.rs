//! Bounded work, as the sources show it.

use std::fs;
use std::path::{Path, PathBuf};

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Lines of code that begin a loop, without comments and without the tests at the end of a file.
fn loops(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let starts = |line: &&str| {
        let line = line.trim_start();
        !line.starts_with("//") && ["while ", "loop {"].iter().any(|word| line.contains(word))
    };
    code.lines().filter(starts).collect()
}

#[test]
fn no_data_path_loops() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in fs::read_dir(&crates).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if (name.starts_with("aqm-") || name.starts_with("cc-")) && path.join("src").is_dir() {
            rust_files(&path.join("src"), &mut files);
        }
    }
    assert!(files.len() > 15, "the sources were not found");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(loops(&text), Vec::<&str>::new(), "{}: `for` over a constant range only", file.display());
    }
}

#[test]
fn a_loop_would_be_found() {
    let text = "fn f() {\n    // while idle\n    while due(now) {\n    }\n}\n#[cfg(test)]\nmod tests {\n    loop {}\n}\n";
    assert_eq!(loops(text), ["    while due(now) {"]);
}
