//! A program inside a host, from its start to the end of all that it started.

use super::clock::Clock;
use super::commands::{Command, End, Ended};
use super::sys;
use super::traffic::Traffic;
use super::wait::{LOOK, is_a_look, sleep_until};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::{CloneFlags, unshare};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::io::{self, PipeReader, Read};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Script of the first process of a PID namespace, whose child is the command.
///
/// A first process ignores signals that it has no handler for.
const FIRST: &str = "\"$@\"; exit $?";
/// Looks at a command that was told to end, before it is killed.
///
/// Chosen by us: at [`LOOK`] each, half a second.
const LOOKS_TO_END: u32 = 5;
/// Wait for the exit of a command that has closed its output, chosen by us.
const EXIT: Duration = Duration::from_millis(5);
/// Longest line that is passed on whole \[B\], chosen by us.
const LINE_MAX: usize = 64 << 10;

/// Execution of a command at its time in the calling thread's namespace.
///
/// The run ends it. The thread makes no other thread afterwards: its children are in a PID namespace of their own, all of which
/// ends with the command or with this process.
pub(crate) fn execute(traffic: &Traffic<'_>, command: &Command, clock: Clock) -> Ended {
    let end = if sleep_until(traffic, clock, command.at_ps) {
        run(traffic, command).unwrap_or_else(|error| End::Unstarted(error.to_string()))
    } else {
        End::Unstarted("the run ended before".to_owned())
    };
    Ended { command: command.clone(), end }
}

fn run(traffic: &Traffic<'_>, command: &Command) -> io::Result<End> {
    unshare(CloneFlags::CLONE_NEWPID)?;
    let (reader, writer) = io::pipe()?;
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", FIRST, "sh", "/bin/sh", "-c", &command.line]);
    shell.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).process_group(0);
    sys::end_with_thread(&mut shell);
    let mut child = shell.spawn()?;
    // Its ends of the pipe are closed: the child's are the last.
    drop(shell);
    let mut lines = Lines::new(reader)?;
    let mut pass = |line: &str| (traffic.programs.output)(command.host, line);
    while !traffic.is_over() {
        lines.pass(&mut pass);
        if let Some(status) = child.try_wait()? {
            lines.pass_all(&mut pass);
            return Ok(End::Exited(status));
        }
    }
    stop(&mut child, &mut lines, &mut pass)?;
    Ok(End::Stopped)
}

/// Asks a command to end, then kills it.
fn stop(child: &mut Child, lines: &mut Lines, pass: &mut impl FnMut(&str)) -> io::Result<ExitStatus> {
    // One that has ended is no error.
    let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
    for _ in 0..LOOKS_TO_END {
        lines.pass(pass);
        if child.try_wait()?.is_some() {
            break;
        }
        if lines.is_closed {
            sleep(LOOK);
        }
    }
    // With its first process the whole PID namespace ends.
    child.kill()?;
    let status = child.wait()?;
    lines.pass_all(pass);
    Ok(status)
}

/// Output of a command, line by line.
struct Lines {
    reader: PipeReader,
    /// The beginning of a line.
    begun: Vec<u8>,
    is_closed: bool,
}

impl Lines {
    fn new(reader: PipeReader) -> io::Result<Self> {
        fcntl(&reader, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        Ok(Self { reader, begun: Vec::new(), is_closed: false })
    }

    /// Waits for output for a look and passes on the lines that are whole.
    fn pass(&mut self, pass: &mut impl FnMut(&str)) {
        let wait = PollTimeout::try_from(LOOK).unwrap_or(PollTimeout::ZERO);
        let wanted = PollFlags::POLLIN;
        if self.is_closed {
            sleep(EXIT);
            return;
        }
        // An interrupted wait is a short one.
        let _ = poll(&mut [PollFd::new(self.reader.as_fd(), wanted)], wait);
        self.read(pass);
    }

    /// Passes on everything up to the end.
    fn pass_all(&mut self, pass: &mut impl FnMut(&str)) {
        self.read(pass);
        if !self.begun.is_empty() {
            pass(&String::from_utf8_lossy(&self.begun));
            self.begun.clear();
        }
    }

    fn read(&mut self, pass: &mut impl FnMut(&str)) {
        let mut chunk = [0; 4096];
        while !self.is_closed {
            match self.reader.read(&mut chunk) {
                Ok(0) => self.is_closed = true,
                Ok(bytes) => self.take(&chunk[..bytes], pass),
                Err(error) if is_a_look(&error) => return,
                Err(_) => self.is_closed = true,
            }
        }
    }

    fn take(&mut self, bytes: &[u8], pass: &mut impl FnMut(&str)) {
        for byte in bytes {
            let is_end = *byte == b'\n';
            if !is_end {
                self.begun.push(*byte);
            }
            if is_end || self.begun.len() >= LINE_MAX {
                pass(&String::from_utf8_lossy(&self.begun));
                self.begun.clear();
            }
        }
    }
}
