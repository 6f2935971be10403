//! Programs that a run starts inside its hosts.

use super::refused::Refused;
use core::fmt;
use core::str::FromStr;
use freeboard_scenario::Scenario;
use freeboard_scenario::quantity::{PICOS, print};
use std::process::ExitStatus;

/// A program to start inside a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The host, by index; a scenario's numbers begin at 1.
    pub host: u32,
    /// Start in the scenario's time \[ps\].
    pub at_ps: u64,
    /// A line for the shell.
    pub line: String,
}

/// Picoseconds of a second.
const SECOND: f64 = 1e12;

impl FromStr for Command {
    type Err = Refused;

    /// Reads `HOST:SECONDS:COMMAND`.
    fn from_str(text: &str) -> Result<Self, Refused> {
        let refused = |problem: &str| {
            Refused(format!(
                "`--exec {text}`: {problem}; legal: HOST:SECONDS:COMMAND, e.g. \"1:0.5:ping -c 1 10.77.0.2\""
            ))
        };
        let mut parts = text.splitn(3, ':');
        let (Some(host), Some(seconds), Some(line)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(refused("has fewer than three parts"));
        };
        let host = host.parse::<u32>().ok().and_then(|host| host.checked_sub(1));
        let host = host.ok_or_else(|| refused("the host is no number from 1 on"))?;
        let seconds: f64 = seconds.parse().map_err(|_| refused("the time is no number of seconds"))?;
        if !(0.0..=u64::MAX as f64 / SECOND).contains(&seconds) {
            return Err(refused("the time is out of range"));
        }
        if line.trim().is_empty() {
            return Err(refused("the command is empty"));
        }
        Ok(Self { host, at_ps: (seconds * SECOND) as u64, line: line.to_owned() })
    }
}

/// Refuses a command that a run of a scenario cannot start.
///
/// # Errors
/// The host is not there, or the run may be over before.
pub fn check_command(scenario: &Scenario, command: &Command) -> Result<(), Refused> {
    let (hosts, time_ps) = (scenario.topology.shape.hosts(), scenario.run.time_ps);
    if command.host >= hosts {
        let host = u64::from(command.host) + 1;
        return Err(Refused(format!("`--exec`: there is no host {host}; legal: 1 to {hosts}")));
    }
    if command.at_ps >= time_ps {
        let [at, time] = [command.at_ps, time_ps].map(|ps| print(i128::from(ps), &PICOS));
        return Err(Refused(format!(
            "`--exec`: the run may be over at {at}; legal: 0 s to less than {time}"
        )));
    }
    Ok(())
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself; a shell's status of 128 + N is signal N.
    Exited(ExitStatus),
    /// With the run, which stopped it.
    Stopped,
    /// The system did not start it.
    Unstarted(String),
}

/// A command that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The command.
    pub command: Command,
    /// Its end.
    pub end: End,
}

impl Ended {
    /// Failure: another status than 0, or no start.
    ///
    /// A command that the run stopped has not failed.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match &self.end {
            End::Exited(status) => !status.success(),
            End::Stopped => false,
            End::Unstarted(_) => true,
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Command { host, line, .. } = &self.command;
        let host = host + 1;
        match &self.end {
            End::Exited(status) => write!(f, "host {host}: `{line}` ended with {status}"),
            End::Stopped => write!(f, "host {host}: `{line}` was stopped at the end of the run"),
            End::Unstarted(reason) => write!(f, "host {host}: `{line}` could not be started: {reason}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_have_colons() {
        let command: Command = "3:0.25:wget http://10.77.0.1:80/".parse().unwrap();
        assert_eq!((command.host, command.at_ps), (2, 250_000_000_000));
        assert_eq!(command.line, "wget http://10.77.0.1:80/");
    }

    #[test]
    fn every_part_is_refused_by_name() {
        let told = |text: &str| text.parse::<Command>().unwrap_err().to_string();
        assert!(told("0:1").contains("fewer than three parts"));
        assert!(told("a:1:true").contains("the host"));
        assert!(told("0:1:true").contains("the host"));
        assert!(told("1:soon:true").contains("the time"));
        assert!(told("1:-1:true").contains("out of range"));
        assert!(told("1:nan:true").contains("out of range"));
        assert!(told("1:1: ").contains("empty"));
    }
}
