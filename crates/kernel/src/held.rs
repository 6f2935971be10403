//! A control that is registered in the kernel, as long as this process holds it.

use crate::about::{ABOUT, About};
use crate::btf::Btf;
use crate::fit::{self, LINE, check_name, cut, flow_bytes, written};
use crate::program::{Image, Program};
use crate::sys::{self, Map};
use anyhow::{Context, Result, bail, ensure};
use freeboard_registry::CcId;
use freeboard_replay::EventWords;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd};

/// The kernel's structure of a control, and the one that a map holds.
const OPERATIONS: &str = "tcp_congestion_ops";
const WRAPPER: &str = "bpf_struct_ops_tcp_congestion_ops";
/// The members that are programs.
const MEMBERS: [&str; 6] = ["init", "cong_control", "ssthresh", "undo_cwnd", "set_state", "cwnd_event"];
/// `TCP_CONG_NON_RESTRICTED`: any user may choose it. `TCP_CONG_NEEDS_ECN`: its connections ask for ECN.
const ANY_USER: u32 = 1;
const NEEDS_ECN: u32 = 2;
/// Arguments of `cong_control` since Linux 6.10: socket, ACK, flags, sample.
const ARGUMENTS: u32 = 4;
/// Sections of the object: numbers of the loader, memory of the programs, tables of the compiler.
const CONSTANTS: &str = "constants";
const MEMORY: &str = ".bss.";
const TABLES: &str = ".rodata";
const HEAD: &str = ".bss.head";
const RING: &str = ".bss.ring";
/// Bytes of a section of memory that no program uses without a record.
const UNUSED: usize = 8;
/// Words of an entry of the record: the event's columns, window, rate, threshold.
const ENTRY: usize = EventWords::COLUMNS + 3;
/// Line rate of a control without the setting, which only one without a rate is \[Mbit/s\].
const NO_LINE: u32 = 1;
/// Most processes with controls of one name, chosen by us.
const COPIES: u32 = 99;

/// A control to register.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// Its id in the registry.
    pub id: CcId,
    /// One value per setting.
    pub values: &'a [u32],
    /// The settings in words, for lists.
    pub settings: &'a str,
    /// Payload of a full segment for the parameters \[B\]; a socket's segment counts as one of these.
    pub mss: u32,
    /// Its name in the kernel; `None` for a free one like the control's.
    pub name: Option<&'a str>,
    /// Port whose socket's events are recorded; 0 for none.
    pub record_port: u16,
}

/// An event of the record and what the control answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The event.
    pub event: EventWords,
    /// Window, rate and threshold after it.
    pub answer: [u32; 3],
}

/// A registered control. The kernel forgets it with the process, however that ends; sockets that use it keep it until
/// they close.
#[derive(Debug)]
pub struct Held {
    name: String,
    maps: BTreeMap<String, Map>,
    _link: OwnedFd,
    _operations: Map,
    _about: Map,
}

/// Names of all controls that the kernel has.
///
/// # Errors
/// It does not tell.
pub fn available() -> Result<Vec<String>> {
    let path = "/proc/sys/net/ipv4/tcp_available_congestion_control";
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

impl Held {
    /// Loads a control of an object and registers it.
    ///
    /// # Errors
    /// The control does not fit, its name is taken, or the kernel refuses it.
    pub fn register(object: &[u8], wanted: &Wanted<'_>) -> Result<Self> {
        fit::fit(wanted.id)?;
        let name = free_name(wanted)?;
        let (image, btf) = (Image::read(object)?, Btf::of_kernel()?);
        ensure!(
            btf.arguments("tcp_congestion_ops.cong_control")? == ARGUMENTS,
            "this kernel hands a control other arguments than Linux 6.10 and later"
        );
        let (structure, _) = btf.structure(OPERATIONS)?;
        let mut maps = BTreeMap::new();
        let mut programs = Vec::new();
        for member in MEMBERS {
            let program = image.program(&format!("struct_ops/{:?}/{member}", wanted.id))?;
            let code = with_maps(&image, &btf, wanted, program, &mut maps)?;
            let place = (structure, btf.index(structure, member)?);
            let loaded = sys::load(&format!("{name}_{member}"), &code, place);
            programs.push((member, loaded.map_err(|(error, log)| refusal(member, &error, &log))?));
        }
        let (operations, link) = register(&btf, &name, wanted, &programs)?;
        let about = About {
            name: name.clone(),
            algorithm: written(wanted.id),
            state_bytes: flow_bytes(wanted.id),
            process: std::process::id(),
            settings: wanted.settings.to_owned(),
        };
        let text: Vec<_> = about.text().bytes().map(MaybeUninit::new).collect();
        Ok(Self { name, maps, _link: link, _operations: operations, _about: Map::constant(ABOUT, &text)? })
    }

    /// Its name in the kernel.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Events of the recorded socket in their order.
    ///
    /// # Errors
    /// Nothing was recorded, or more than the record holds.
    pub fn record(&self) -> Result<Vec<Entry>> {
        let map = |name| self.maps.get(name).context("this control keeps no record");
        let count = words(&map(HEAD)?.get()?).first().copied().unwrap_or_default() as usize;
        let ring = words(&map(RING)?.get()?);
        ensure!(count * ENTRY <= ring.len(), "{count} events are more than the record holds");
        let entry = |words: &[u32]| {
            let (event, answer) = words.split_at_checked(EventWords::COLUMNS)?;
            Some(Entry { event: EventWords::new(event.try_into().ok()?), answer: answer.try_into().ok()? })
        };
        Ok(ring.chunks_exact(ENTRY).take(count).filter_map(entry).collect())
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The name asked for, or the first free one like the control's.
fn free_name(wanted: &Wanted<'_>) -> Result<String> {
    let taken = available()?;
    let is_free = |name: &String| !taken.contains(name);
    if let Some(name) = wanted.name {
        check_name(name)?;
        ensure!(
            is_free(&name.to_owned()),
            "the kernel has a control `{name}` already; `--name` gives another"
        );
        return Ok(name.to_owned());
    }
    let first = fit::name(wanted.id);
    let mut all = (2..=COPIES).map(|copy| cut(&first, &format!("_{copy}")));
    let found = Some(first.clone()).filter(is_free).or_else(|| all.find(is_free));
    found.with_context(|| format!("the kernel has {COPIES} controls like `{first}` already"))
}

/// The program with the addresses of its maps, which are made where they are not there.
fn with_maps(
    image: &Image<'_>,
    btf: &Btf,
    wanted: &Wanted<'_>,
    mut program: Program,
    maps: &mut BTreeMap<String, Map>,
) -> Result<Vec<u8>> {
    /// Source register of an instruction whose first half is an address in a map, `BPF_PSEUDO_MAP_VALUE`.
    const IN_MAP: u8 = 2;
    for reference in &program.references {
        let section = &reference.section;
        if !maps.contains_key(section) {
            maps.insert(section.clone(), map(image, btf, wanted, section)?);
        }
        let number = maps[section].descriptor();
        let (first, second) = program.code[reference.at..reference.at + 16].split_at_mut(8);
        first[1] = (first[1] & 0x0f) | IN_MAP << 4;
        first[4..8].copy_from_slice(&number.to_le_bytes());
        second[4..8].copy_from_slice(&reference.offset.to_le_bytes());
    }
    Ok(program.code)
}

fn map(image: &Image<'_>, btf: &Btf, wanted: &Wanted<'_>, section: &str) -> Result<Map> {
    let made = if section == CONSTANTS {
        Map::constant("constants", &constants(image, btf, wanted)?)
    } else if section.starts_with(TABLES) {
        let bytes: Vec<_> = image.data(section)?.into_iter().map(MaybeUninit::new).collect();
        Map::constant("tables", &bytes)
    } else if section.starts_with(MEMORY) {
        let size = if wanted.record_port > 0 { image.data(section)?.len() } else { UNUSED };
        Map::array("record", size)
    } else {
        bail!("a program uses memory that it may not have, section {section}")
    };
    made.with_context(|| format!("the kernel gives no memory for section {section}"))
}

/// The numbers that the programs read: parameters of this control, offsets of the fields they are named after.
fn constants(image: &Image<'_>, btf: &Btf, wanted: &Wanted<'_>) -> Result<Vec<MaybeUninit<u8>>> {
    let mut bytes: Vec<_> = image.data(CONSTANTS)?.into_iter().map(MaybeUninit::new).collect();
    let fields = wanted.id.fields().1.iter().zip(wanted.values);
    let line = fields.clone().find(|(doc, _)| doc.name == LINE).map_or(NO_LINE, |(_, value)| *value);
    let own = format!("freeboard.params.{:?}", wanted.id);
    for symbol in image.symbols(CONSTANTS)? {
        let number = match symbol.name.as_str() {
            "freeboard.mss" => wanted.mss,
            "freeboard.line_mbps" => line,
            "freeboard.record_port" => wanted.record_port.into(),
            name if name == own => {
                let params = fit::params(wanted.id, wanted.values, wanted.mss)?;
                ensure!(params.len() == symbol.size, "the object has other parameters than this program");
                bytes[symbol.start..symbol.start + symbol.size].copy_from_slice(&params);
                continue;
            }
            // Another control's.
            name if name.starts_with("freeboard.params.") => continue,
            name => match name.split_once('#') {
                Some((field, _)) => btf.member(field)?.mask(),
                None => btf.member(name)?.offset(),
            },
        };
        let place = &mut bytes[symbol.start..symbol.start + size_of::<u32>()];
        place.copy_from_slice(&number.to_le_bytes().map(MaybeUninit::new));
    }
    Ok(bytes)
}

fn register(
    btf: &Btf,
    name: &str,
    wanted: &Wanted<'_>,
    programs: &[(&str, OwnedFd)],
) -> Result<(Map, OwnedFd)> {
    let (wrapper, size) = btf.structure(WRAPPER)?;
    let start = btf.member(&format!("{WRAPPER}.data"))?.offset();
    let place = |member: &str| -> Result<usize> {
        Ok((start + btf.member(&format!("{OPERATIONS}.{member}"))?.offset()) as usize)
    };
    let mut value = vec![0_u8; size as usize];
    for (member, program) in programs {
        let at = place(member)?;
        value[at..at + 8].copy_from_slice(&i64::from(program.as_raw_fd()).to_le_bytes());
    }
    let flags = ANY_USER | if wanted.id.meta().ecn { NEEDS_ECN } else { 0 };
    let at = place("flags")?;
    value[at..at + 4].copy_from_slice(&flags.to_le_bytes());
    let at = place("name")?;
    value[at..at + name.len()].copy_from_slice(name.as_bytes());
    let value: Vec<_> = value.into_iter().map(MaybeUninit::new).collect();
    let map = Map::operations(name, wrapper, &value).context("the kernel takes no control by struct_ops")?;
    match map.register() {
        Ok(link) => Ok((map, link)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("another process has just registered `{name}`; try again")
        }
        Err(error) => Err(error).with_context(|| format!("the kernel does not register `{name}`")),
    }
}

fn refusal(member: &str, error: &std::io::Error, log: &str) -> anyhow::Error {
    let mut last: Vec<&str> =
        log.lines().rev().filter(|line| !line.starts_with("processed")).take(4).collect();
    last.reverse();
    anyhow::anyhow!("the kernel refuses `{member}` ({error}): {}", last.join(" | "))
}
