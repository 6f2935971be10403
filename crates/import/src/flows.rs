//! Flow lists of HPCC's simulator as a `list` workload.
//!
//! Format (HPCC, `simulation/mix/flow.txt`): the number of flows in the first line, then a flow per line:
//! sender, receiver, priority group, destination port, payload \[B\], start \[s\]. Hosts count from 0.

use crate::{Imported, Note};
use freeboard_scenario::HOSTS_MAX;
use freeboard_scenario::document::Fault;

/// Latest start of a flow in a scenario \[ns\]: 1 h.
const START_NS_MAX: u64 = 3_600_000_000_000;
/// Largest payload of a flow in a scenario \[B\].
const BYTES_MAX: u64 = 1_000_000_000_000;
/// Digits of a second that nanoseconds have.
const NANOSECOND_DIGITS: usize = 9;

/// Converts a flow list to CSV with the header `time_ns,from,to,bytes`; hosts count from 1.
///
/// # Errors
/// A line is not a flow, a start is finer than 1 ns, or there are more or fewer flows than the first line says.
pub fn from_hpcc(file: &str, text: &str) -> Result<Imported, Fault> {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let fault = |line, value: &str, problem: &str, legal: &str| Fault {
        file: file.into(),
        line,
        key: "flow".to_owned(),
        value: Some(value.to_owned()),
        problem: problem.to_owned(),
        legal: legal.to_owned(),
    };
    let first = lines.find(|(_, line)| !line.is_empty());
    let Some((line, Ok(count))) = first.map(|(line, text)| (line, text.parse::<usize>())) else {
        let (line, text) = first.unwrap_or((0, ""));
        return Err(fault(line, text, "is not the number of flows", "a whole number in the first line"));
    };
    let mut csv = "time_ns,from,to,bytes\n".to_owned();
    let (mut read, mut groups) = (0, Vec::new());
    for (at, text) in lines.filter(|(_, line)| !line.is_empty()) {
        let [from, to, group, _port, bytes, start] =
            <[&str; 6]>::try_from(text.split_whitespace().collect::<Vec<_>>()).map_err(|_| {
                fault(at, text, "does not have six fields", "sender receiver priority port bytes seconds")
            })?;
        let host = |text: &str| text.parse().ok().filter(|host| *host < HOSTS_MAX).map(|host: u32| host + 1);
        let (Some(from), Some(to)) = (host(from), host(to)) else {
            let legal = format!("hosts 0 to {}", HOSTS_MAX - 1);
            return Err(fault(at, text, "does not name two hosts", &legal));
        };
        if from == to {
            return Err(fault(at, text, "goes from a host to itself", "two different hosts"));
        }
        let Some(bytes) = bytes.parse::<u64>().ok().filter(|bytes| (1..=BYTES_MAX).contains(bytes)) else {
            return Err(fault(at, bytes, "is not a payload", "1 B to 1 TB, in whole bytes"));
        };
        let start = nanoseconds(start)
            .map_err(|problem| fault(at, start, problem, "0 to 3600 s, with at most nine decimals"))?;
        if !groups.contains(&group) {
            groups.push(group);
        }
        csv.push_str(&format!("{start},{from},{to},{bytes}\n"));
        read += 1;
    }
    if read != count {
        let problem = format!("flows are announced, and {read} follow");
        return Err(fault(line, &count.to_string(), &problem, "as many as there are lines"));
    }
    let mut notes = vec![Note::new("", "hosts count from 1 here, from 0 in the file")];
    if groups.len() > 1 {
        let text = format!("priority groups {} are not kept: a workload has one `class`", groups.join(", "));
        notes.push(Note::new("", text));
    }
    Ok(Imported { text: csv, notes })
}

/// Seconds as nanoseconds, exactly.
fn nanoseconds(seconds: &str) -> Result<u64, &'static str> {
    const NOT_A_TIME: &str = "is not a time in seconds";
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > NANOSECOND_DIGITS {
        return Err("is finer than 1 ns");
    }
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return Err(NOT_A_TIME);
    }
    let all = format!("{whole}{fraction:0<NANOSECOND_DIGITS$}");
    all.parse().ok().filter(|ns| *ns <= START_NS_MAX).ok_or("starts after an hour")
}
