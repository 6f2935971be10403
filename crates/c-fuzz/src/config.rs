//! Configurations: defaults, presets, any words, and what must be said of them.

use crate::lent::Lent;
use core::ffi::c_char;
use freeboard_c::{Refusal, Refused, VERSION};
use freeboard_conformance::fuzz::Reader;
use freeboard_params::{Field, FieldId, ParamError, Preset, Settings};
use std::ffi::CString;

/// Most words of a configuration that the memory here holds.
const WORDS_MAX: usize = 64;

/// `freeboard_*_defaults`.
pub(crate) type Defaults = unsafe extern "C" fn(*mut u32);
/// `freeboard_*_preset`.
pub(crate) type FromPreset = unsafe extern "C" fn(*mut u32, *const c_char) -> u32;

/// A configuration in memory of the caller.
#[derive(Debug)]
pub(crate) struct Config {
    memory: Lent<[u32; WORDS_MAX]>,
    fields: &'static [Field],
}

impl Config {
    /// Defaults or a preset as the library writes them; some values and, seldom, size and version changed.
    pub(crate) fn read<S: Settings>(
        reader: &mut Reader<'_>,
        (defaults, preset): (Defaults, FromPreset),
        presets: &[Preset<S>],
    ) -> Self {
        let fields = S::FIELDS;
        let mut config = Self { memory: Lent::zeroed(), fields };
        // SAFETY: null, to which nothing is written; the memory holds more words than any configuration has.
        unsafe {
            defaults(core::ptr::null_mut());
            defaults(config.memory.pointer().cast());
        }
        let size = 4 * (2 + fields.len() as u32);
        let expected: Vec<u32> =
            [size, VERSION].into_iter().chain(fields.iter().map(|field| field.default)).collect();
        assert_eq!(config.words()[..expected.len()], expected);
        assert!(config.words()[expected.len()..].iter().all(|word| *word == 0), "beyond the last field");
        config.take_preset(reader, preset, presets);
        for (at, field) in fields.iter().enumerate() {
            match reader.byte() & 31 {
                0..=22 => {}
                23..=25 => config.set(2 + at, field.min),
                26..=28 => config.set(2 + at, field.max),
                _ => config.set(2 + at, reader.word()),
            }
        }
        match reader.byte() & 31 {
            0..=24 => {}
            25 => config.set(0, size.wrapping_add(reader.byte().into())),
            26 => config.set(0, size.saturating_sub(4 * u32::from(reader.byte() & 7))),
            27 => config.set(0, u32::from(reader.byte())),
            28 => config.set(1, reader.word()),
            _ => config.set(1, VERSION ^ (1 << (reader.byte() & 31))),
        }
        config
    }

    fn take_preset<S: Settings>(&mut self, reader: &mut Reader<'_>, call: FromPreset, presets: &[Preset<S>]) {
        // SAFETY: null is refused by name.
        let none = unsafe { call(core::ptr::null_mut(), c"any".as_ptr()) };
        assert_eq!(none, Refused::Null as u32);
        let known = presets.get(usize::from(reader.byte() & 7));
        let before = self.words();
        let name = CString::new(known.map_or("no-such-preset", |preset| preset.name)).unwrap();
        // SAFETY: memory for a configuration, and a text that ends with 0.
        let code = unsafe { call(self.memory.pointer().cast(), name.as_ptr()) };
        let Some(preset) = known else {
            assert_eq!((code, self.words()), (Refused::Preset as u32, before), "nothing is written");
            return;
        };
        assert_eq!(code, 0);
        for (at, word) in (0..self.fields.len()).zip(&self.words()[2..]) {
            assert_eq!(preset.settings.get(FieldId(at as u16)), Some(*word), "{} of {}", at, preset.name);
        }
    }

    fn set(&mut self, at: usize, word: u32) {
        // SAFETY: within the memory; every word of it has a value.
        unsafe { self.memory.pointer().cast::<u32>().add(at).write(word) };
    }

    /// All words of the memory.
    fn words(&mut self) -> [u32; WORDS_MAX] {
        self.memory.check();
        // SAFETY: every word has a value.
        unsafe { self.memory.pointer().read() }
    }

    pub(crate) fn pointer(&mut self) -> *const u32 {
        self.memory.pointer().cast()
    }

    /// The values that it stands for under a measure, or the code with which it is refused before they are looked at.
    pub(crate) fn values(&mut self, measure: u32) -> Result<Vec<u32>, Refused> {
        let words = self.words();
        let (size, version) = (words[0], words[1]);
        let most = 4 * (2 + self.fields.len() as u32);
        if !size.is_multiple_of(4) || !(8..=most).contains(&size) {
            return Err(Refused::Size);
        }
        if version >> 16 != VERSION >> 16 || version > VERSION {
            return Err(Refused::Version);
        }
        if measure == 0 || measure > 65_535 {
            return Err(Refused::Measure);
        }
        // What a shorter one lacks is at its default.
        let given = size as usize / 4 - 2;
        let default = self.fields.iter().skip(given).map(|field| field.default);
        Ok(words[2..2 + given].iter().copied().chain(default).collect())
    }
}

/// Without memory for parameters nothing is written, and the refusal says why.
pub(crate) fn null_is_refused(mut init: impl FnMut(*mut Refusal) -> u32) {
    let mut refusal = Refusal::default();
    assert_eq!((init(&raw mut refusal), refusal), (Refused::Null as u32, Refusal::default()));
}

/// Holds an answer of `freeboard_*_init` to what the Rust crate says; the parameters if it takes them.
pub(crate) fn agree<P>(
    (code, refusal): (u32, Refusal),
    params: &Lent<P>,
    expected: Result<Result<P, ParamError>, Refused>,
) -> Option<P> {
    params.check();
    match expected {
        Ok(Ok(expected)) => {
            assert_eq!((code, refusal), (0, Refusal::default()));
            return Some(expected);
        }
        Ok(Err(ParamError { field, value, min, max })) => {
            let field = u32::from(field.0);
            assert_eq!((code, refusal), (1 + field, Refusal { field, value, min, max }));
        }
        Err(refused) => assert_eq!((code, refusal), (refused as u32, Refusal::default())),
    }
    assert!(params.is_untouched(), "parameters are written although they are refused");
    None
}
