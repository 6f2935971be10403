//! Configurations: what C hands over as settings, and what is said about one that is refused.

use core::ffi::c_char;
use freeboard_params::{FieldId, ParamError, Preset, Settings};

/// Version of the interface: the major number in the upper half, the minor one in the lower.
///
/// The major number rises when a program has to be compiled anew or changed; the minor one when something is added.
/// `FREEBOARD_VERSION` of the header is written from it.
pub const VERSION: u32 = 1 << 16;

/// Why a configuration is refused for another reason than the value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Refused {
    /// `size` is none that this library knows.
    Size = 0x1_0001,
    /// `version` is of another major number, or of a later minor one.
    Version = 0x1_0002,
    /// The bytes of a depth unit or of a segment are not within 1 to 65535.
    Measure = 0x1_0003,
    /// No preset has this name.
    Preset = 0x1_0004,
    /// A pointer is null.
    Null = 0x1_0005,
}

/// The field that was refused, and what would not have been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Refusal {
    /// Number of the field, from 0; of no meaning where the code is one of [`Refused`].
    pub field: u32,
    /// Its value.
    pub value: u32,
    /// Smallest legal value.
    pub min: u32,
    /// Largest legal value.
    pub max: u32,
}

/// `size` and `version`, before the fields.
const HEAD_WORDS: usize = 2;
const WORD_BYTES: u32 = size_of::<u32>() as u32;

/// What a call answers: 0, 1 + a field's number, or one of [`Refused`].
pub(crate) fn code(outcome: Result<(), Failure>, refusal: *mut Refusal) -> u32 {
    match outcome {
        Ok(()) => 0,
        Err(Failure::Field(error)) => {
            let ParamError { field, value, min, max } = error;
            let field = u32::from(field.0);
            if !refusal.is_null() {
                // SAFETY: the caller lends a refusal where the pointer is not null.
                unsafe { refusal.write(Refusal { field, value, min, max }) };
            }
            field.wrapping_add(1)
        }
        Err(Failure::Other(other)) => other as u32,
    }
}

/// Why something is refused.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    /// For a field.
    Field(ParamError),
    /// For something else.
    Other(Refused),
}

impl From<ParamError> for Failure {
    fn from(error: ParamError) -> Self {
        Self::Field(error)
    }
}

/// A measure: bytes of a depth unit or of a segment, 1 to 65535.
pub(crate) fn measure(bytes: u32) -> Result<u16, Failure> {
    let narrow = u16::try_from(bytes).ok().filter(|bytes| *bytes > 0);
    narrow.ok_or(Failure::Other(Refused::Measure))
}

/// Reads a configuration. Fields that a shorter, older one lacks are at their default.
///
/// # Safety
/// `config` is null, or points to a word that says how many bytes there are from it on.
pub(crate) unsafe fn read<S: Settings>(config: *const u32) -> Result<S, Failure> {
    if config.is_null() {
        return Err(Failure::Other(Refused::Null));
    }
    // SAFETY: the caller's contract.
    let size = unsafe { config.read() };
    let words = (size / WORD_BYTES) as usize;
    let fields = words.wrapping_sub(HEAD_WORDS);
    if size % WORD_BYTES != 0 || fields > S::FIELDS.len() {
        return Err(Failure::Other(Refused::Size));
    }
    // SAFETY: `size` covers at least two words.
    let version = unsafe { config.add(1).read() };
    if version >> 16 != VERSION >> 16 || version > VERSION {
        return Err(Failure::Other(Refused::Version));
    }
    // SAFETY: `size` covers these words.
    let values = unsafe { core::slice::from_raw_parts(config.add(HEAD_WORDS), fields) };
    Ok(S::from_values(values)?)
}

/// Writes every field at its default, `size` and `version` before them.
///
/// # Safety
/// `config` is memory for the whole configuration.
pub(crate) unsafe fn defaults<S: Settings>(config: *mut u32) {
    // SAFETY: the caller's contract.
    unsafe { head::<S>(config) };
    for (at, field) in S::FIELDS.iter().enumerate() {
        // SAFETY: the caller's contract.
        unsafe { config.add(HEAD_WORDS.wrapping_add(at)).write(field.default) };
    }
}

/// Writes the settings of a preset; nothing where none has this name.
///
/// # Safety
/// `config` is memory for the whole configuration, `name` a text that ends with 0.
pub(crate) unsafe fn preset<S: Settings>(
    config: *mut u32,
    name: *const c_char,
    presets: &[Preset<S>],
) -> u32 {
    if config.is_null() || name.is_null() {
        return Refused::Null as u32;
    }
    // SAFETY: the caller's contract.
    let Some(preset) = presets.iter().find(|preset| unsafe { same(name, preset.name) }) else {
        return Refused::Preset as u32;
    };
    // SAFETY: the caller's contract.
    unsafe { head::<S>(config) };
    for (id, field) in (0..).zip(S::FIELDS) {
        let value = preset.settings.get(FieldId(id)).unwrap_or(field.default);
        // SAFETY: the caller's contract.
        unsafe { config.add(HEAD_WORDS.wrapping_add(usize::from(id))).write(value) };
    }
    0
}

/// # Safety
/// `config` is memory for two words.
unsafe fn head<S: Settings>(config: *mut u32) {
    let words = HEAD_WORDS.wrapping_add(S::FIELDS.len()) as u32;
    // SAFETY: the caller's contract.
    unsafe {
        config.write(words.wrapping_mul(WORD_BYTES));
        config.add(1).write(VERSION);
    }
}

/// # Safety
/// `text` ends with 0.
unsafe fn same(text: *const c_char, name: &str) -> bool {
    let mut at = 0;
    for byte in name.bytes() {
        // SAFETY: none of the bytes before this one was the 0 at the end: a name holds none.
        if unsafe { text.add(at).read() } as u8 != byte {
            return false;
        }
        at = at.wrapping_add(1);
    }
    // SAFETY: as above.
    unsafe { text.add(at).read() == 0 }
}

/// Writes the words of a list and returns how many.
///
/// # Safety
/// `words` is memory for [`freeboard_params::MAX_WORDS`] words.
pub(crate) unsafe fn copy(list: &freeboard_params::Words, words: *mut u32) -> u32 {
    let list = list.as_slice();
    // SAFETY: the caller's contract; what it lends is not the list, which is ours.
    unsafe { words.copy_from_nonoverlapping(list.as_ptr(), list.len()) };
    list.len() as u32
}

/// What a pointer to a scope of state leads to. A scope without state has no memory: its pointer may be null.
///
/// # Safety
/// `memory` is a `T` that nobody else uses during the call, or `T` has no size.
pub(crate) unsafe fn lent<'a, T>(memory: *mut T) -> &'a mut T {
    let memory = if size_of::<T>() == 0 { core::ptr::NonNull::dangling().as_ptr() } else { memory };
    // SAFETY: the caller's contract; a value without a size may lie at any aligned address.
    unsafe { &mut *memory }
}

/// The same of what is only looked at.
///
/// # Safety
/// As for [`lent`], but others may look at it too.
pub(crate) unsafe fn shown<'a, T>(memory: *const T) -> &'a T {
    let memory =
        if size_of::<T>() == 0 { core::ptr::NonNull::<T>::dangling().as_ptr().cast_const() } else { memory };
    // SAFETY: the caller's contract; a value without a size may lie at any aligned address.
    unsafe { &*memory }
}

/// The header reserves enough for four types, and its words are aligned enough for them.
pub(crate) const fn reserved<A, B, C, D>([a, b, c, d]: [usize; 4]) {
    assert!(size_of::<A>() == a && size_of::<B>() == b, "the header's sizes are stale");
    assert!(size_of::<C>() == c && size_of::<D>() == d, "the header's sizes are stale");
    let aligned =
        align_of::<A>() <= 4 && align_of::<B>() <= 4 && align_of::<C>() <= 4 && align_of::<D>() <= 4;
    assert!(aligned, "the header aligns to four bytes");
}
