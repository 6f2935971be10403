//! Public C in packages of the system, and the parts of its files that are compiled.

use anyhow::{Context, ensure};
use freeboard_toolchain as toolchain;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Linux's sources, of the package `linux-source-6.1`.
const LINUX: &str = "/usr/src/linux-source-6.1.tar.xz";
/// The headers of DPDK, of the package `libdpdk-dev`.
const DPDK: &str = "/usr/include/dpdk/rte_red.h";

/// A file of Linux, and the part of it that is compiled: from one beginning of a line to another.
struct Part {
    file: &'static str,
    /// `None`: from the file's first line.
    from: Option<&'static str>,
    /// `None`: to the last.
    until: Option<&'static str>,
    /// Name of the file that it is added to.
    to: &'static str,
}

/// Registration with the kernel and what it shows users are left out.
const PARTS: [Part; 9] = [
    Part { file: "include/net/codel.h", from: None, until: None, to: "codel.h" },
    Part { file: "include/net/codel_impl.h", from: None, until: None, to: "codel_impl.h" },
    Part { file: "include/net/pie.h", from: None, until: None, to: "pie.h" },
    Part {
        file: "net/sched/sch_pie.c",
        from: Some("bool pie_drop_early"),
        until: Some("static int pie_qdisc_enqueue"),
        to: "sch_pie.c",
    },
    Part {
        file: "net/sched/sch_pie.c",
        from: Some("void pie_process_dequeue"),
        until: Some("static void pie_timer"),
        to: "sch_pie.c",
    },
    Part {
        file: "net/ipv4/tcp_cong.c",
        from: Some("u32 tcp_slow_start"),
        until: Some("struct tcp_congestion_ops tcp_reno"),
        to: "tcp_reno.c",
    },
    Part {
        file: "net/ipv4/tcp_dctcp.c",
        from: None,
        until: Some("static size_t dctcp_get_info"),
        to: "tcp_dctcp.c",
    },
    Part {
        file: "net/ipv4/tcp_cubic.c",
        from: None,
        until: Some("static struct tcp_congestion_ops"),
        to: "tcp_cubic.c",
    },
    Part {
        file: "net/ipv4/tcp_bbr.c",
        from: None,
        until: Some("static size_t bbr_get_info"),
        to: "tcp_bbr.c",
    },
];
/// The filter of maxima that BBR uses, whole.
const FILTER: &str = "lib/win_minmax.c";

/// Folders of headers and files for the C compilers.
#[derive(Clone, Debug)]
pub(super) struct Sources {
    /// The parts of public C.
    pub(super) public: PathBuf,
    /// Empty headers under the names that they include.
    pub(super) empty: PathBuf,
}

/// Finds the packages and takes their parts out; what is missing where they are not there.
pub(super) fn find() -> Result<Sources, String> {
    let wanted = [(LINUX, "linux-source-6.1"), (DPDK, "libdpdk-dev")];
    let mut missing: Vec<&str> =
        wanted.iter().filter(|(path, _)| !Path::new(path).exists()).map(|(_, package)| *package).collect();
    let compilers = toolchain::COMPILERS.iter().filter(|(program, _)| !toolchain::have(program));
    missing.extend(compilers.map(|(_, package)| *package));
    if !missing.is_empty() {
        return Err(format!("{} missing: {}", missing.join(", "), toolchain::advice(&missing)));
    }
    take().map_err(|error| format!("public C cannot be read: {error:#}"))
}

fn take() -> anyhow::Result<Sources> {
    let folder = toolchain::target().join("against-c");
    let (unpacked, public, empty) = (folder.join("unpacked"), folder.join("public"), folder.join("empty"));
    for made in [&public, &empty] {
        let _ = std::fs::remove_dir_all(made);
        std::fs::create_dir_all(made)?;
    }
    std::fs::create_dir_all(&unpacked)?;
    let files: BTreeSet<&str> = PARTS.iter().map(|part| part.file).chain([FILTER]).collect();
    let root = unpacked.join("linux-source-6.1");
    if files.iter().any(|file| !root.join(file).is_file()) {
        let mut tar = Command::new("tar");
        tar.arg("-xJf").arg(LINUX).arg("-C").arg(&unpacked);
        toolchain::run(tar.args(files.iter().map(|file| format!("linux-source-6.1/{file}"))))?;
    }
    for part in &PARTS {
        let text = read(&root.join(part.file))?;
        let to = public.join(part.to);
        let before = std::fs::read_to_string(&to).unwrap_or_default();
        let cut = cut(&text, part.from, part.until).with_context(|| part.file.to_owned())?;
        include(&empty, &text)?;
        std::fs::write(to, before + cut)?;
    }
    let filter = read(&root.join(FILTER))?;
    include(&empty, &filter)?;
    std::fs::write(public.join("win_minmax.c"), filter)?;
    let red = read(Path::new(DPDK))?;
    include(&empty, &red)?;
    std::fs::write(public.join("rte_red.h"), red)?;
    Ok(Sources { public, empty })
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// The lines from one that begins so up to one that begins otherwise.
fn cut<'a>(text: &'a str, from: Option<&str>, until: Option<&str>) -> anyhow::Result<&'a str> {
    let at = |start: usize, beginning: &str| {
        let found = text[start..].match_indices(beginning).map(|(at, _)| start + at);
        found.into_iter().find(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n')
    };
    let start = from.map_or(Some(0), |from| at(0, from)).context("its first line is not there")?;
    let end =
        until.map_or(Some(text.len()), |until| at(start, until)).context("its last line is not there")?;
    ensure!(end > start, "nothing is left of it");
    Ok(&text[start..end])
}

/// Makes empty headers for what a file includes and nobody has.
fn include(empty: &Path, text: &str) -> anyhow::Result<()> {
    for line in text.lines().filter_map(|line| line.strip_prefix("#include ")) {
        let name = line.trim_matches(['<', '>', '"', ' ']);
        if name.starts_with("std") || name == "limits.h" {
            continue;
        }
        let path = empty.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(empty))?;
        std::fs::write(path, "")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_whole_lines_from_one_beginning_to_another() {
        let text = "int a;\nvoid f(void)\n{ g(); }\nvoid g(void)\n{ }\n";
        assert_eq!(cut(text, Some("void f"), Some("void g")).unwrap(), "void f(void)\n{ g(); }\n");
        assert_eq!(cut(text, None, Some("void f")).unwrap(), "int a;\n");
        assert!(cut(text, Some("g();"), None).is_err(), "not at the beginning of a line");
        assert!(cut(text, None, Some("int h")).is_err());
    }
}
