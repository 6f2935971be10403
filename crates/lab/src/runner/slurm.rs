//! Shards as a job array of a Slurm cluster.
//!
//! Every task is this program with `--shard I/N` and an output folder of its own, on a file system that all nodes see. A task
//! that did not end well is submitted again and resumes from its journal.

use super::{checksum, own};
use crate::say::tell;
use anyhow::{Context, Result, ensure};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How often a task is submitted before it is given up. Chosen by us: a node that fails twice in a row is rare.
const ATTEMPTS: u32 = 3;
/// Most tasks of an array.
pub const TASKS_MAX: u32 = 1_000;
/// Folders of the tasks, in the output folder.
const PARTS: &str = "shards";
/// File that a task leaves in its folder once it has ended well.
const ENDED: &str = ".ended";
/// File that says that the folder of the tasks is this program's.
const OWN: &str = ".freeboard";
/// Script of every task, in the folder of the tasks.
const SCRIPT: &str = "task.sh";

/// A command whose shards are tasks.
#[derive(Clone, Debug)]
pub struct Array {
    /// Words of the command line after the program's name; paths in them are absolute.
    pub words: Vec<OsString>,
    /// Output folder of the whole.
    pub out: PathBuf,
    /// Fingerprint of the plan: the files that the words name may change between two calls.
    pub plan: u32,
    /// The number of tasks.
    pub tasks: u32,
    /// More options for `sbatch`.
    pub options: Vec<String>,
}

impl Array {
    /// Submits the tasks that have not ended, waits for them, and submits those that failed again; returns the folders of all.
    ///
    /// # Errors
    /// `sbatch` refuses the job, a file cannot be written, or a task failed three times.
    pub fn run(&self) -> Result<Vec<PathBuf>> {
        let cannot = || format!("cannot write to the folder {}", self.out.display());
        let parts = self.out.join(PARTS);
        ensure!(
            !parts.exists() || parts.join(OWN).exists(),
            "{} is there and not of this program; choose another folder with --out",
            parts.display()
        );
        fs::create_dir_all(&parts).with_context(cannot)?;
        let program = std::env::current_exe().context("this program cannot be found")?;
        let ended = self.ended(&program)?;
        self.begin(&parts, &ended)?;
        let out = fs::canonicalize(&self.out).with_context(cannot)?.join(PARTS);
        let (script, part) = (out.join(SCRIPT), |task: u32| out.join(task.to_string()));
        fs::write(&script, self.script(&program, &out, &ended)?).with_context(cannot)?;
        let left = || -> Vec<String> {
            let is_left =
                |task: &u32| fs::read_to_string(part(*task).join(ENDED)).ok().as_ref() != Some(&ended);
            (1..=self.tasks).filter(is_left).map(|task| task.to_string()).collect()
        };
        for attempt in 1..=ATTEMPTS {
            let tasks = left();
            if tasks.is_empty() {
                break;
            }
            if attempt > 1 {
                tell!("tasks {} failed and are submitted again", tasks.join(", "));
            }
            self.submit(&script, &tasks, &out)?;
        }
        let failed = left();
        let logs = out.display();
        ensure!(
            failed.is_empty(),
            "tasks {} failed {ATTEMPTS} times; see {logs}/TASK.log",
            failed.join(", ")
        );
        Ok((1..=self.tasks).map(part).collect())
    }

    /// Marks the folder of the tasks as that of this plan and number of tasks. The parts of another one are removed: their
    /// journals are of other cells.
    fn begin(&self, parts: &Path, ended: &str) -> Result<()> {
        let mark = parts.join(OWN);
        let before = fs::read_to_string(&mark).unwrap_or_default();
        let (plan, tasks) = before.split_once(' ').unwrap_or_default();
        if plan != ended && mark.exists() {
            tell!("{} has parts of another plan, which are removed", parts.display());
            clear(parts, tasks.parse().unwrap_or(TASKS_MAX).min(TASKS_MAX))?;
        }
        fs::write(&mark, format!("{ended} {}", self.tasks))
            .with_context(|| format!("cannot write {}", mark.display()))
    }

    /// Removes the files of the tasks, of which the whole has been made, and nothing else.
    ///
    /// # Errors
    /// They cannot be removed.
    pub fn forget(&self) -> Result<()> {
        let parts = self.out.join(PARTS);
        clear(&parts, self.tasks)?;
        for name in [SCRIPT, OWN] {
            let _ = fs::remove_file(parts.join(name));
        }
        // Another's file in it keeps the folder.
        let _ = fs::remove_dir(&parts);
        Ok(())
    }

    /// Waits until the tasks have ended, however they do.
    fn submit(&self, script: &Path, tasks: &[String], out: &Path) -> Result<()> {
        let mut sbatch = Command::new("sbatch");
        sbatch.args(["--wait", "--parsable", "--job-name=freeboard"]);
        sbatch.arg(format!("--array={}", tasks.join(","))).arg(log_pattern(out));
        let ran = sbatch
            .args(&self.options)
            .arg(script)
            .output()
            .context("sbatch cannot be run: is this a Slurm cluster?")?;
        // The job's number is there once it has been taken; the exit code is that of its worst task.
        ensure!(!ran.stdout.is_empty(), "sbatch: {}", String::from_utf8_lossy(&ran.stderr).trim());
        Ok(())
    }

    /// What the script of every task is.
    fn script(&self, program: &Path, out: &Path, ended: &str) -> Result<String> {
        let words = core::iter::once(program.as_os_str()).chain(self.words.iter().map(OsString::as_os_str));
        let words = words
            .map(|word| quoted(word.to_str().context("a path is not UTF-8")?))
            .collect::<Result<Vec<_>>>();
        let (words, out, tasks) =
            (words?.join(" "), quoted(out.to_str().context("a path is not UTF-8")?)?, self.tasks);
        Ok(format!(
            "#!/bin/sh\npart={out}/$SLURM_ARRAY_TASK_ID\n\
             {words} --shard \"$SLURM_ARRAY_TASK_ID/{tasks}\" --out \"$part\" && printf %s {ended} > \"$part/{ENDED}\"\n"
        ))
    }

    /// Names the command, its shards and the program: what another build or another command has left does not count.
    fn ended(&self, program: &Path) -> Result<String> {
        let bytes = fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
        let command = format!("{:?} {} {:08x}", self.words, self.tasks, self.plan);
        Ok(format!("{:08x}-{:08x}", checksum(&bytes), checksum(command.as_bytes())))
    }
}

/// Removes the files of the first `tasks` tasks.
fn clear(parts: &Path, tasks: u32) -> Result<()> {
    for task in 1..=tasks {
        own::clear(&parts.join(task.to_string()), &[ENDED])?;
        // A task that never ran has no log.
        let _ = fs::remove_file(parts.join(format!("{task}.log")));
    }
    Ok(())
}

/// Where `sbatch` writes the log of each task: a percent sign of a path is doubled, since it begins a field there.
fn log_pattern(out: &Path) -> String {
    format!("--output={}/%a.log", out.display().to_string().replace('%', "%%"))
}

/// A word of a shell's command.
fn quoted(word: &str) -> Result<String> {
    ensure!(!word.contains('\0'), "a path has a zero in it");
    Ok(format!("'{}'", word.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_tasks_own_is_removed() {
        let out = std::env::temp_dir().join(format!("freeboard-array-{}", std::process::id()));
        let parts = out.join(PARTS);
        let array = Array { words: Vec::new(), out: out.clone(), plan: 1, tasks: 2, options: Vec::new() };
        fs::create_dir_all(&parts).unwrap();
        fs::write(parts.join("thesis.tex"), "").unwrap();
        let refused = array.run().unwrap_err().to_string();
        assert!(refused.contains("not of this program"), "{refused}");
        ["1", "2"].iter().for_each(|task| fs::create_dir(parts.join(task)).unwrap());
        fs::write(parts.join("1.log"), "").unwrap();
        array.forget().unwrap();
        let left: Vec<_> = fs::read_dir(&parts).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["thesis.tex"]);
        fs::remove_dir_all(&out).unwrap();
    }

    #[test]
    fn a_percent_sign_in_a_path_is_no_field_of_slurm() {
        assert_eq!(log_pattern(Path::new("/a%jb")), "--output=/a%%jb/%a.log");
    }

    #[test]
    fn a_task_runs_its_shard_in_its_folder_and_says_that_it_ended() {
        let words = ["sweep", "/it's here/a.toml"].map(OsString::from).to_vec();
        let array = Array { words, out: PathBuf::new(), plan: 1, tasks: 4, options: Vec::new() };
        let script = array.script(Path::new("/bin/freeboard"), Path::new("/out/shards"), "1-2").unwrap();
        let command = r#"'/bin/freeboard' 'sweep' '/it'\''s here/a.toml' --shard "$SLURM_ARRAY_TASK_ID/4" --out "$part" && "#;
        assert!(script.contains(command), "{script}");
        assert!(script.contains("part='/out/shards'/$SLURM_ARRAY_TASK_ID\n"), "{script}");
        assert!(script.ends_with("printf %s 1-2 > \"$part/.ended\"\n"), "{script}");
    }
}
