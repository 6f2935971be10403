//! One port of a configuration as a scenario: its queues, memory and marking, with traffic chosen here.

use super::{ConfigDb, Depth, Discipline, Queue};
use crate::{Imported, Note};
use core::fmt::Write;
use core::ops::RangeInclusive;
use freeboard_scenario::document::Fault;
use std::collections::{BTreeMap, BTreeSet};

/// What the file does not say, or says of many ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The port; otherwise the first with a queue that marks.
    pub port: Option<String>,
    /// The queue of it whose profile marks in the scenario; otherwise the first lossless one that marks, or the first that does.
    pub queue: Option<u8>,
    /// Base round-trip time, with its unit.
    pub rtt: String,
    /// Hosts that send to the port.
    pub senders: u32,
}

/// Base-2 exponents of alpha that the modelled memory has: 1/128 to 8.
const ALPHA_LOG2: RangeInclusive<i8> = -7..=3;

/// Most queues of a port in a scenario.
const QUEUES_MAX: usize = 8;
/// The number of a queue that is not in the file.
const ADDED: u8 = u8::MAX;

/// Marking schemes that run beside the configured one, under their presets for this link.
const COMPARED: [(&str, &str); 4] =
    [("ECN#", "ecn-sharp/compact"), ("BCC", "bcc/exact"), ("MBECN", "mbecn"), ("E-ECN", "e-ecn")];

/// A fault at a place of the file.
fn fault(file: &str, place: &str, value: Option<&str>, problem: &str, legal: &str) -> Fault {
    Fault {
        file: file.into(),
        line: 0,
        key: place.to_owned(),
        value: value.map(str::to_owned),
        problem: problem.to_owned(),
        legal: legal.to_owned(),
    }
}

/// The port and the queue of it that a choice means.
pub(super) fn picked<'a>(file: &str, db: &'a ConfigDb, choice: &Choice) -> Result<(&'a str, u8), Fault> {
    if let Some(first) = db.problems.first() {
        let more = match db.problems.len() {
            1 => String::new(),
            count => format!(" (the first of {count}; `freeboard lint` lists them)"),
        };
        let problem = format!("{}{more}", first.problem);
        return Err(fault(file, &first.place, Some(&first.value), &problem, &first.legal));
    }
    let marks = |queue: &Queue| {
        let profile = queue.wred.as_ref().and_then(|name| db.wred.get(name));
        profile.is_some_and(|profile| profile.colours[0].is_enabled)
    };
    let candidates: Vec<(&str, u8)> = db
        .queues
        .iter()
        .filter(|((port, number), queue)| {
            choice.port.as_ref().is_none_or(|chosen| chosen == port)
                && choice.queue.is_none_or(|chosen| chosen == *number)
                && marks(queue)
        })
        .map(|((port, number), _)| (port.as_str(), *number))
        .collect();
    let lossless_first = candidates.iter().find(|(port, number)| db.is_lossless(port, *number));
    lossless_first.or(candidates.first()).copied().ok_or_else(|| {
        let asked = match (&choice.port, choice.queue) {
            (Some(port), Some(queue)) => format!("{port}|{queue}"),
            (Some(port), None) => port.clone(),
            (None, Some(queue)) => format!("any port|{queue}"),
            (None, None) => "any port".to_owned(),
        };
        let problem = format!("has no queue with an enabled WRED profile ({asked})");
        fault(file, "QUEUE", None, &problem, "a port and a queue that mark")
    })
}

/// Converts one port to a scenario: the configured thresholds beside the papers' schemes.
///
/// # Errors
/// A value is not legal, the port or queue is not there or marks nothing, or its memory is not stated.
pub fn scenario(file: &str, db: &ConfigDb, choice: &Choice) -> Result<Imported, Fault> {
    let fault = |place: &str, problem: &str, legal: &str| fault(file, place, None, problem, legal);
    let (port, number) = picked(file, db, choice)?;
    let Some(speed) = db.ports.get(port).and_then(|port| port.speed) else {
        return Err(fault(&format!("PORT|{port}|speed"), "is missing", "the rate in Mbit/s"));
    };
    let Some((profile, Some(pool))) = db.queue_memory(port, number) else {
        let place = format!("BUFFER_QUEUE|{port}|{number}|profile");
        let problem = "leads to no pool with a size";
        return Err(fault(&place, problem, "a BUFFER_PROFILE whose BUFFER_POOL has `size`"));
    };
    let mut notes = Vec::new();
    let queues = Queues::of(db, port, number, &mut notes);
    if profile.depth.is_none() {
        let place = format!("BUFFER_QUEUE|{port}|{number}|profile");
        notes.push(Note::new(place, "has no threshold: alpha 1 is chosen"));
    }
    let port = Modelled { db, port, number, speed, pool, queues };
    let text = port.text(file, choice, &mut notes).map_err(|_| fault("", "is too long", ""))?;
    port.left_out(&mut notes);
    Ok(Imported { text, notes })
}

/// The port of a scenario.
struct Modelled<'a> {
    db: &'a ConfigDb,
    port: &'a str,
    /// The queue whose profile marks.
    number: u8,
    /// \[Mbit/s\].
    speed: u32,
    /// \[B\].
    pool: u64,
    queues: Queues,
}

/// Queues of a port in the order of a scenario, whose first ones are strict.
struct Queues {
    /// Numbers in the file.
    numbers: Vec<u8>,
    /// How many of the first are strict.
    strict: usize,
    weights: Vec<u8>,
    /// Base-2 exponents.
    alphas: Vec<i8>,
    /// \[B\].
    reserves: Vec<u64>,
    /// Whether each is lossless.
    lossless: Vec<bool>,
}

impl Queues {
    fn of(db: &ConfigDb, port: &str, marking: u8, notes: &mut Vec<Note>) -> Self {
        let rows = db.queues.iter().filter(|((of, _), _)| of == port);
        let scheduled: Vec<(u8, Discipline, u8)> = rows
            .map(|((_, number), queue)| {
                let scheduler = db.scheduler_of(queue);
                if scheduler.is_shaped {
                    let place = format!("QUEUE|{port}|{number}|scheduler");
                    notes.push(Note::new(place, "has a shaper, which is not modelled"));
                }
                (*number, scheduler.discipline, scheduler.weight)
            })
            .collect();
        if scheduled.iter().any(|(_, discipline, _)| *discipline == Discipline::RoundRobin) {
            notes.push(Note::new(
                "SCHEDULER",
                "WRR, which counts packets, is modelled as DWRR, which counts bytes",
            ));
        }
        // Strict ones first, the highest number before the others: it is served first.
        let strict: Vec<_> = scheduled.iter().rev().filter(|(_, it, _)| *it == Discipline::Strict).collect();
        let weighted: Vec<_> = scheduled.iter().filter(|(_, it, _)| *it != Discipline::Strict).collect();
        let mut ordered: Vec<(u8, u8)> =
            strict.iter().chain(&weighted).map(|(number, _, weight)| (*number, *weight)).collect();
        let mut strict = strict.len();
        // A scenario has up to eight queues, and its lossless traffic leaves a lossy class.
        while ordered.len() > QUEUES_MAX {
            let at = ordered.iter().rposition(|(number, _)| *number != marking).unwrap_or_default();
            let (number, _) = ordered.remove(at);
            strict = strict.min(ordered.len());
            notes.push(Note::new(
                format!("QUEUE|{port}|{number}"),
                "is left out: a scenario has eight queues",
            ));
        }
        if ordered.iter().all(|(number, _)| db.is_lossless(port, *number)) && ordered.len() < QUEUES_MAX {
            ordered.push((ADDED, 1));
            notes.push(Note::new("", "a lossy queue is added for acknowledgements"));
        }
        let mut queues = Self {
            numbers: ordered.iter().map(|(number, _)| *number).collect(),
            strict,
            weights: ordered.iter().map(|(_, weight)| *weight).collect(),
            alphas: Vec::new(),
            reserves: Vec::new(),
            lossless: ordered.iter().map(|(number, _)| db.is_lossless(port, *number)).collect(),
        };
        for (number, _) in &ordered {
            let profile = db.queue_memory(port, *number).map(|(profile, _)| profile);
            let log2 = match profile.and_then(|profile| profile.depth) {
                Some(Depth::Dynamic(log2)) => log2,
                Some(Depth::Static(bytes)) => {
                    let text = format!("a static threshold of {bytes} B is modelled as the largest alpha, 8");
                    notes.push(Note::new(format!("BUFFER_QUEUE|{port}|{number}|profile"), text));
                    *ALPHA_LOG2.end()
                }
                None => 0,
            };
            queues.alphas.push(modelled(log2, &format!("BUFFER_QUEUE|{port}|{number}|profile"), notes));
            queues.reserves.push(profile.map_or(0, |profile| profile.size));
        }
        queues
    }

    /// The class of the scenario that a queue of the file is.
    fn class(&self, number: u8) -> usize {
        self.numbers.iter().position(|it| *it == number).unwrap_or_default()
    }
}

/// The exponent that the modelled memory has, with a note where it is another.
fn modelled(log2: i8, place: &str, notes: &mut Vec<Note>) -> i8 {
    let clamped = log2.clamp(*ALPHA_LOG2.start(), *ALPHA_LOG2.end());
    if clamped != log2 {
        notes.push(Note::new(place, format!("`dynamic_th` {log2} is modelled as {clamped}")));
    }
    clamped
}

/// `2^n` as a scenario writes it.
fn alpha(log2: i8) -> String {
    match u32::try_from(log2) {
        Ok(log2) => (1_u32 << log2).to_string(),
        Err(_) => format!("1/{}", 1_u32 << log2.unsigned_abs()),
    }
}

fn list<T>(of: &[T], text: impl Fn(&T) -> String) -> String {
    of.iter().map(text).collect::<Vec<_>>().join(", ")
}

impl Modelled<'_> {
    /// The scenario.
    fn text(&self, file: &str, choice: &Choice, notes: &mut Vec<Note>) -> Result<String, core::fmt::Error> {
        let Self { port, number, speed, pool, queues, .. } = self;
        let class = queues.class(*number);
        let mut text = String::new();
        writeln!(
            text,
            "# Port {port}, queue {number} of a SONiC configuration. Not in that file: rtt, senders, hosts and traffic."
        )?;
        let order = list(&queues.numbers, |it| if *it == ADDED { "none".to_owned() } else { it.to_string() });
        writeln!(text, "# Classes 0 to {} are the queues {order}.", queues.numbers.len() - 1)?;
        writeln!(text, "name = {:?}\n", format!("{port} of {file}"))?;
        writeln!(
            text,
            "[topology]\nkind = \"n-to-1\"\nsenders = {}\nrate = \"{speed} Mbps\"",
            choice.senders
        )?;
        writeln!(text, "rtt = {:?}\n\n[topology.buffer]\npool = \"{pool} B\"\n", choice.rtt)?;
        self.write_queues(&mut text, notes)?;
        let control = if queues.lossless[class] {
            "transport = \"rdma\"\ncc = \"dcqcn/rate\""
        } else {
            "cc = \"dctcp/tcp\""
        };
        writeln!(text, "\n[host]\n{control}\n")?;
        self.write_schemes(&mut text, queues.lossless[class])?;
        writeln!(
            text,
            "[[workload]]\nkind = \"poisson\"\nclass = {class}\ntable = \"web-search\"\nload = \"60 %\"\n"
        )?;
        writeln!(
            text,
            "[[workload]]\nkind = \"incast\"\nclass = {class}\nincast_degree = 64\nsize = \"32 KB\"\nat = \"10 ms\"\n"
        )?;
        writeln!(text, "[run]\ntime = \"20 ms\"\ndrain = \"200 ms\"\nsample = \"10 us\"")?;
        Ok(text)
    }

    fn write_queues(&self, text: &mut String, notes: &mut Vec<Note>) -> core::fmt::Result {
        let queues = &self.queues;
        writeln!(text, "[topology.queues]")?;
        if queues.strict == queues.numbers.len() {
            writeln!(text, "scheduler = \"strict\"\ncount = {}", queues.numbers.len())?;
        } else {
            writeln!(text, "scheduler = \"dwrr\"\nweights = [{}]", list(&queues.weights, u8::to_string))?;
            if queues.strict > 0 {
                writeln!(text, "priority = {}", queues.strict)?;
            }
        }
        writeln!(text, "alpha = [{}]", list(&queues.alphas, |log2| format!("\"{}\"", alpha(*log2))))?;
        writeln!(text, "reserve = [{}]", list(&queues.reserves, |bytes| format!("\"{bytes} B\"")))?;
        let paused: Vec<usize> = (0..queues.numbers.len()).filter(|at| queues.lossless[*at]).collect();
        if paused.is_empty() {
            return Ok(());
        }
        writeln!(text, "lossless = [{}]", list(&paused, usize::to_string))?;
        let group = queues.numbers[paused[0]];
        let Some((profile, _)) = self.db.group_memory(self.port, group) else { return Ok(()) };
        let place = format!("BUFFER_PG|{}|{group}|profile", self.port);
        writeln!(text, "lossless_guaranteed = \"{} B\"", profile.size)?;
        match profile.depth {
            Some(Depth::Dynamic(log2)) => {
                writeln!(text, "lossless_alpha = \"{}\"", alpha(modelled(log2, &place, notes)))?;
            }
            Some(Depth::Static(bytes)) => {
                notes.push(Note::new(
                    &place,
                    format!("a static threshold of {bytes} B is modelled as an alpha of 1/8"),
                ));
            }
            None => {}
        }
        if let Some(offset) = profile.xon_offset {
            writeln!(text, "lossless_xon = \"{offset} B\"")?;
        }
        if profile.xoff.is_some() {
            notes.push(Note::new(place, "`xoff` is not taken over: headroom is computed from every link"));
        }
        Ok(())
    }

    /// The configured thresholds, and the schemes that they are compared with.
    fn write_schemes(&self, text: &mut String, lossless: bool) -> core::fmt::Result {
        let profile =
            self.db.queues.get(&(self.port.to_owned(), self.number)).and_then(|queue| queue.wred.as_ref());
        let Some((name, profile)) = profile.and_then(|name| Some((name, self.db.wred.get(name)?))) else {
            return Ok(());
        };
        let green = &profile.colours[0];
        // A profile that does not mark drops, at the same thresholds.
        let dropping = green.min.zip(green.max).map(|(min, max)| (min, max, green.probability));
        let Some((min, max, probability)) = green.marking().or(dropping) else { return Ok(()) };
        // In a lossless class nothing is dropped by a signal.
        let not_ect = if lossless { "not_ect = \"pass\"\n" } else { "" };
        let named = format!("{name} as configured");
        if min == max {
            writeln!(text, "[[scheme]]\nname = {named:?}\naqm = \"step\"\nk = \"{min} B\"\n{not_ect}")?;
        } else {
            writeln!(
                text,
                "[[scheme]]\nname = {named:?}\naqm = \"red/exact\"\nkmin = \"{min} B\"\nkmax = \"{max} B\""
            )?;
            // A switch draws for each packet, at the queue as it is.
            writeln!(text, "p_max = \"{probability} %\"\nweight = 0\ncounter = \"none\"\n{not_ect}")?;
        }
        for (name, id) in COMPARED {
            writeln!(text, "[[scheme]]\nname = {name:?}\naqm = {id:?}\n{not_ect}")?;
        }
        Ok(())
    }

    /// Notes for the parts of the file that a scenario has no words for.
    fn left_out(&self, notes: &mut Vec<Note>) {
        let Self { db, port, queues, .. } = self;
        let marking: Vec<String> = db
            .queues
            .iter()
            .filter(|((of, number), _)| of == port && queues.numbers.contains(number))
            .filter_map(|((_, number), queue)| Some(format!("{number} ({})", queue.wred.as_ref()?)))
            .collect();
        if marking.len() > 1 {
            let text = format!(
                "queues {} have profiles, and a scenario marks all queues by one",
                marking.join(", ")
            );
            notes.push(Note::new(format!("QUEUE|{port}"), text));
        }
        for (name, profile) in &db.wred {
            let [green, others @ ..] = &profile.colours;
            if others
                .iter()
                .any(|it| (it.is_enabled || it.marks) && (it.min, it.max) != (green.min, green.max))
            {
                notes.push(Note::new(
                    format!("WRED_PROFILE|{name}"),
                    "thresholds of yellow and red are not modelled",
                ));
            }
        }
        if !db.watchdogs.is_empty() {
            notes.push(Note::new("PFC_WD", "watchdogs belong to a fault: see `pfc-storm`"));
        }
        if db.ports.len() > 1 {
            let text = format!(
                "{} other ports are not modelled: one port has the pool to itself",
                db.ports.len() - 1
            );
            notes.push(Note::new("PORT", text));
        }
        self.other_pools(notes);
        let mut fields: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for unread in &db.unread {
            fields.entry(&unread.table).or_default().insert(&unread.field);
        }
        for (table, fields) in fields {
            let fields = fields.into_iter().collect::<Vec<_>>().join(", ");
            notes.push(Note::new(table, format!("fields that are not read: {fields}")));
        }
        if !db.other_tables.is_empty() {
            notes.push(Note::new("", format!("tables that are not read: {}", db.other_tables.join(", "))));
        }
    }
    /// Notes for the memories that queues and priority groups of the port have beside the modelled one.
    fn other_pools(&self, notes: &mut Vec<Note>) {
        let Self { db, port, number, .. } = self;
        let own = db.queue_memory(port, *number).map(|(profile, _)| profile.pool.as_str());
        let mut others: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (kind, rows) in [("queue", &db.queue_profiles), ("priority group", &db.groups)] {
            for ((_, number), name) in rows.iter().filter(|((of, _), _)| of == port) {
                let pool = db.profiles.get(name).map(|profile| profile.pool.as_str());
                if let Some(pool) = pool.filter(|pool| Some(*pool) != own) {
                    others.entry(pool).or_default().push(format!("{kind} {number}"));
                }
            }
        }
        for (pool, users) in others {
            let text = format!(
                "has {}; a scenario's port has one memory, that of {}",
                users.join(", "),
                own.unwrap_or_default()
            );
            notes.push(Note::new(format!("BUFFER_POOL|{pool}"), text));
        }
    }
}
