//! Configurations: settings of a C caller, and the refusal of a bad one.

use core::ffi::c_char;
use core::mem::MaybeUninit;
use freeboard_params::{Field, FieldId, ParamError, Preset, Settings};

/// Version of the interface: the major number in the upper half, the minor one in the lower.
///
/// The major number rises when a program has to be compiled anew or changed; the minor one when something is added.
/// `FREEBOARD_VERSION` of the header is written from it.
pub const VERSION: u32 = 2 << 16;

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

/// Most bytes of a depth unit or of a segment.
const MEASURE_MAX: u32 = u16::MAX as u32;

/// What is said about settings that are refused: 1 + the number of the field.
///
/// # Safety
/// `refusal` is null, or memory for one.
#[inline(never)]
unsafe fn refuse(error: &ParamError, refusal: *mut Refusal) -> u32 {
    let ParamError { field, value, min, max } = *error;
    let field = u32::from(field.0);
    if !refusal.is_null() {
        // SAFETY: the caller's contract.
        unsafe { refusal.write(Refusal { field, value, min, max }) };
    }
    field.wrapping_add(1)
}

/// Reads a configuration, converts it and writes the outcome. Returns 0, 1 + a field's number, or one of [`Refused`];
/// nothing is written where something is refused.
///
/// # Safety
/// `config` is null, or points to a word that says how many bytes there are from it on; `to` is null, or memory for parameters,
/// `refusal` null, or memory for one.
#[inline(always)]
pub(crate) unsafe fn init<S: Settings, P>(
    to: *mut P,
    config: *const u32,
    measure: u32,
    refusal: *mut Refusal,
    convert: impl FnOnce(&S) -> Result<P, ParamError>,
) -> u32 {
    // Either null is one refusal.
    let config = if to.is_null() { core::ptr::null() } else { config };
    let mut settings = MaybeUninit::uninit();
    // SAFETY: the caller's contract.
    let settings: &S = match unsafe { read(&mut settings, config, measure) } {
        Ok(settings) => settings,
        Err(refused) => return refused,
    };
    match convert(settings) {
        Ok(params) => {
            // SAFETY: the caller's contract.
            unsafe { to.write(params) };
            0
        }
        // SAFETY: the caller's contract.
        Err(error) => unsafe { refuse(&error, refusal) },
    }
}

/// Reads a configuration into memory for settings, or returns one of [`Refused`]. Values are as they were written: the
/// conversion checks them.
///
/// # Safety
/// As [`init`].
#[inline(always)]
unsafe fn read<S: Settings>(
    settings: &mut MaybeUninit<S>,
    config: *const u32,
    measure: u32,
) -> Result<&S, u32> {
    const { assert!(S::IN_ORDER, "the words of a configuration are the fields of the settings, in their order") };
    // SAFETY: the settings are as many words as fields; as for the configuration, the caller's contract.
    match unsafe { fill(S::FIELDS, config, measure, settings.as_mut_ptr().cast()) } {
        // SAFETY: every word of the settings is written.
        0 => Ok(unsafe { settings.assume_init_ref() }),
        refused => Err(refused),
    }
}

/// Copies the values of a configuration; fields that a shorter, older one lacks are at their default. One function for
/// all variants. Returns 0 or one of [`Refused`].
///
/// # Safety
/// As [`init`]; `to` is memory for a word per field.
#[inline(never)]
unsafe fn fill(fields: &[Field], config: *const u32, measure: u32, to: *mut u32) -> u32 {
    if config.is_null() {
        return Refused::Null as u32;
    }
    // SAFETY: the caller's contract.
    let size = unsafe { config.read() };
    let words = ((size / WORD_BYTES) as usize).wrapping_sub(HEAD_WORDS);
    if size % WORD_BYTES != 0 || words > fields.len() {
        return Refused::Size as u32;
    }
    // SAFETY: `size` covers at least two words.
    let version = unsafe { config.add(1).read() };
    if version >> 16 != VERSION >> 16 || version > VERSION {
        return Refused::Version as u32;
    }
    if measure == 0 || measure > MEASURE_MAX {
        return Refused::Measure as u32;
    }
    for (at, field) in fields.iter().enumerate() {
        // SAFETY: `size` covers these words, and `to` has one for each field.
        unsafe {
            to.add(at).write(if at < words {
                config.add(HEAD_WORDS.wrapping_add(at)).read()
            } else {
                field.default
            });
        }
    }
    0
}

/// What a setting became, by the algorithm's own account; 0 where the configuration is refused or the field is none.
///
/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn effective<S: Settings>(
    config: *const u32,
    field: u32,
    account: impl FnOnce(&S, FieldId) -> Option<u32>,
) -> u32 {
    let Ok(field) = u16::try_from(field) else { return 0 };
    let mut settings = MaybeUninit::uninit();
    // SAFETY: the caller's contract. No measure goes into what a setting became.
    let settings: Option<&S> = unsafe { read(&mut settings, config, 1) }.ok();
    let settings = settings.filter(|settings| settings.check().is_ok());
    settings.and_then(|settings| account(settings, FieldId(field))).unwrap_or(0)
}

/// Writes every field at its default, `size` and `version` before them; nothing to null. One function for all variants.
///
/// # Safety
/// `config` is null, or memory for the whole configuration.
#[inline(never)]
pub(crate) unsafe fn defaults(fields: &[Field], config: *mut u32) {
    if config.is_null() {
        return;
    }
    let words = HEAD_WORDS.wrapping_add(fields.len()) as u32;
    // SAFETY: the caller's contract.
    unsafe {
        config.write(words.wrapping_mul(WORD_BYTES));
        config.add(1).write(VERSION);
    }
    for (at, field) in fields.iter().enumerate() {
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
    unsafe { defaults(S::FIELDS, config) };
    const { assert!(S::IN_ORDER, "the words of a configuration are the fields of the settings, in their order") };
    // SAFETY: the caller's contract; the settings are as many words as fields.
    unsafe {
        let words: *const u32 = (&raw const preset.settings).cast();
        config.add(HEAD_WORDS).copy_from_nonoverlapping(words, S::FIELDS.len());
    }
    0
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
    // SAFETY: the caller's contract; its memory does not overlap the list, which is ours.
    unsafe { words.copy_from_nonoverlapping(list.as_ptr(), list.len()) };
    list.len() as u32
}

/// Reference to a scope of state behind a pointer (as_mut). A scope without state has no memory: its pointer may be null.
///
/// # Safety
/// `memory` is a `T` that nobody else uses during the call, or `T` has no size.
pub(crate) unsafe fn as_mut<'a, T>(memory: *mut T) -> &'a mut T {
    let memory = if size_of::<T>() == 0 { core::ptr::NonNull::dangling().as_ptr() } else { memory };
    // SAFETY: the caller's contract; a value without a size may lie at any aligned address.
    unsafe { &mut *memory }
}

/// Shared reference behind a pointer (as_ref).
///
/// # Safety
/// As for [`as_mut`], but others may read the memory too.
pub(crate) unsafe fn as_ref<'a, T>(memory: *const T) -> &'a T {
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
