//! Job arrays without a cluster: in place of `sbatch` stands a script that runs the tasks one after the other.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TEXT: &str = include_str!("../support/sweep.toml");

/// Runs each task of the array but that of `SKIP`.
const SBATCH: &str = r#"#!/bin/sh
for word in "$@"; do
  case "$word" in --array=*) tasks=${word#--array=};; esac
  script=$word
done
echo 7
for task in $(echo "$tasks" | tr , ' '); do
  [ "$task" = "$SKIP" ] || SLURM_ARRAY_TASK_ID=$task sh "$script"
done >/dev/null 2>&1
"#;

struct Cluster {
    folder: PathBuf,
}

impl Cluster {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arrays").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("bin")).unwrap();
        let sbatch = folder.join("bin/sbatch");
        fs::write(&sbatch, SBATCH).unwrap();
        fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder }
    }

    /// `sweep --slurm`, with a task that does not run.
    fn sweep(&self, text: &str, tasks: u32, skip: &str) -> Output {
        let file = self.folder.join("sweep.toml");
        fs::write(&file, text).unwrap();
        let path = format!("{}:{}", self.folder.join("bin").display(), std::env::var("PATH").unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
        command.arg("sweep").arg(&file).arg("--out").arg(self.folder.join("out"));
        command.arg(format!("--slurm={tasks}")).env("PATH", path).env("SKIP", skip);
        command.env("RAYON_NUM_THREADS", "1").output().unwrap()
    }

    fn parts(&self) -> PathBuf {
        self.folder.join("out/shards")
    }
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn parts_of_another_plan_or_number_of_tasks_begin_anew() {
    let cluster = Cluster::new("anew");
    let failed = cluster.sweep(TEXT, 4, "3");
    assert!(told(&failed).contains("tasks 3 failed 3 times"), "{}", told(&failed));
    assert!(cluster.parts().join("1/results.jsonl").exists());
    // Fewer tasks of the same plan, one of which fails.
    let failed = cluster.sweep(TEXT, 2, "1");
    assert!(told(&failed).contains("has parts of another plan, which are removed"), "{}", told(&failed));
    assert!(told(&failed).contains("tasks 1 failed 3 times"), "{}", told(&failed));
    assert!(!cluster.parts().join("4").exists());
    // The file says something else.
    let edited = TEXT.replace("100 KB", "101 KB");
    let done = cluster.sweep(&edited, 2, "");
    assert!(done.status.success(), "{}", told(&done));
    assert!(!cluster.parts().exists());
    // The whole of another plan is there: tasks have run, and are not lost to it.
    let done = cluster.sweep(TEXT, 2, "");
    assert!(done.status.success(), "{}", told(&done));
}

#[test]
fn a_task_that_failed_goes_on_with_its_parts() {
    let cluster = Cluster::new("on");
    let failed = cluster.sweep(TEXT, 2, "2");
    assert!(told(&failed).contains("tasks 2 failed 3 times"), "{}", told(&failed));
    let ended = fs::metadata(cluster.parts().join("1/results.jsonl")).unwrap().modified().unwrap();
    let failed = cluster.sweep(TEXT, 2, "2");
    assert!(!told(&failed).contains("another plan"), "{}", told(&failed));
    let again = fs::metadata(cluster.parts().join("1/results.jsonl")).unwrap().modified().unwrap();
    assert_eq!(ended, again, "the task that ended is not run again");
    assert!(cluster.sweep(TEXT, 2, "").status.success());
}

#[test]
fn a_file_of_the_user_in_the_folder_of_a_task_stays() {
    let cluster = Cluster::new("kept");
    cluster.sweep(TEXT, 3, "2");
    let mine = [cluster.parts().join("1/thesis.tex"), cluster.parts().join("3/notes/a.txt")];
    fs::create_dir_all(cluster.parts().join("3/notes")).unwrap();
    mine.iter().for_each(|path| fs::write(path, "mine").unwrap());
    let done = cluster.sweep(&TEXT.replace("100 KB", "101 KB"), 2, "");
    assert!(done.status.success(), "{}", told(&done));
    mine.iter().for_each(|path| assert_eq!(fs::read_to_string(path).unwrap(), "mine", "{}", path.display()));
    assert!(!cluster.parts().join("1/results.jsonl").exists());
    assert!(!cluster.parts().join("2").exists());
}
