//! The table of entry points inside a `hot` image, and what its symbols say.

use super::calls::Calls;
use anyhow::{Context, bail};
use freeboard_cost::variant::Variant;
use freeboard_registry::{AqmId, CcId, UnderlayId};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::path::Path;

/// Whose code an entry leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A registered variant.
    Variant(Variant),
    /// ECN# written by hand.
    ByHand,
    /// ECN# in a set of queues, at a place known when it is compiled.
    Owned,
    /// The same at a place that comes with the packet.
    Indexed,
    /// The idle hook of ECN#.
    Idle,
}

/// Entry points of one algorithm: addresses in the image.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Whose they are.
    pub owner: Owner,
    /// Bytes of parameters and state.
    pub placed_bytes: u32,
    /// Bytes of state.
    pub state_bytes: u32,
    /// Sets up an instance.
    pub place: u32,
    /// Arrivals, or events of a flow.
    pub first: u32,
    /// Departures, or events of a flow.
    pub second: u32,
    /// Appends the state's words.
    pub words: u32,
}

/// A function of the image.
#[derive(Clone, Debug)]
pub struct Function {
    /// Mangled name.
    pub name: String,
    /// Address, without the Thumb bit.
    pub address: u32,
    /// Bytes of code.
    pub size: u32,
}

/// What is known about an image.
#[derive(Clone, Debug)]
pub struct Index {
    /// Every algorithm's entry points.
    pub entries: Vec<Entry>,
    /// Every named function.
    pub functions: Vec<Function>,
    calls: Calls,
}

/// Words of one entry and tables of the index, as `firmware/image/src` lays them out.
const ENTRY_WORDS: u32 = 8;
const TABLES: u32 = 4;

impl Index {
    /// Reads an image.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let file = std::fs::read(path).with_context(|| format!("{} is not there", path.display()))?;
        let image = object::File::parse(&*file)?;
        let word = |address: u32| word(&image, address);
        let start =
            image.symbol_by_name("FREEBOARD_INDEX").context("the image has no index")?.address() as u32;
        let mut entries = Vec::new();
        for table in 0..TABLES {
            let [first, count, kind] = [0, 4, 8].map(|offset| word(start + 12 * table + offset));
            let (first, count, kind) = (first?, count?, kind?);
            for number in 0..count {
                let at = first + 4 * ENTRY_WORDS * number;
                let fields: Vec<u32> =
                    (0..ENTRY_WORDS).map(|field| word(at + 4 * field)).collect::<anyhow::Result<_>>()?;
                entries.push(entry(kind, &fields)?);
            }
        }
        let functions = functions(&image);
        let code = functions.iter().filter_map(|function| Some((function.address, code(&image, function)?)));
        let calls = Calls::new(image.architecture(), code);
        Ok(Self { entries, functions, calls })
    }

    /// Bytes of code of an entry's hooks with all that they call; what several share counts once.
    pub fn code_bytes(&self, entry: &Entry) -> u32 {
        self.calls.reached([entry.first & !1, entry.second & !1])
    }

    /// Bytes of the function at an address, without what it calls.
    pub fn size_at(&self, address: u32) -> u32 {
        self.calls.size(address)
    }
}

fn entry(kind: u32, fields: &[u32]) -> anyhow::Result<Entry> {
    let [own_kind, number, placed_bytes, state_bytes, place, first, second, words] = *fields else {
        bail!("an entry has {} words", fields.len());
    };
    let number = number as usize;
    let owner = match kind {
        _ if kind != own_kind => bail!("an entry of kind {own_kind} stands in table {kind}"),
        0 => Owner::Variant(Variant::Aqm(*AqmId::ALL.get(number).context("unknown scheme")?)),
        1 => Owner::Variant(Variant::Cc(*CcId::ALL.get(number).context("unknown controller")?)),
        3 => Owner::Variant(Variant::Underlay(*UnderlayId::ALL.get(number).context("unknown underlay")?)),
        _ => *[Owner::ByHand, Owner::Owned, Owner::Indexed, Owner::Idle]
            .get(number)
            .context("unknown baseline")?,
    };
    Ok(Entry { owner, placed_bytes, state_bytes, place, first, second, words })
}

fn word(image: &object::File<'_>, address: u32) -> anyhow::Result<u32> {
    for section in image.sections() {
        if let Ok(Some(bytes)) = section.data_range(u64::from(address), 4) {
            return Ok(u32::from_le_bytes(bytes.try_into()?));
        }
    }
    bail!("address {address:#x} lies in no section")
}

/// The bytes of a function.
fn code<'a>(image: &object::File<'a>, function: &Function) -> Option<&'a [u8]> {
    let (address, size) = (u64::from(function.address), u64::from(function.size));
    image.sections().find_map(|section| section.data_range(address, size).ok().flatten())
}

/// The functions of an image with their addresses and sizes.
pub fn functions(image: &object::File<'_>) -> Vec<Function> {
    let code = image.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0);
    code.map(|symbol| Function {
        name: symbol.name().unwrap_or("?").to_owned(),
        address: symbol.address() as u32 & !1,
        size: symbol.size() as u32,
    })
    .collect()
}
