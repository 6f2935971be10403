//! Algorithm descriptors for the generated documentation.

use freeboard_aqm_api::{Aqm, Hooks, Kind};
use freeboard_cc_api::{CongestionControl, ControlOutput, Underlay};
use freeboard_params::{Field, FieldDoc, FieldId, Preset, Settings};

/// One variant.
pub(crate) struct Subject {
    /// `aqm`, `cc` or `underlay`.
    pub(crate) group: &'static str,
    /// Its page in the book, without the extension.
    pub(crate) page: String,
    pub(crate) name: &'static str,
    pub(crate) variant: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) source: &'static str,
    /// Where or by what it acts.
    pub(crate) nature: String,
    /// Bytes of state per queue (its share of port and pipe included) or flow.
    pub(crate) state_bytes: usize,
    pub(crate) fields: &'static [Field],
    pub(crate) docs: &'static [FieldDoc],
    pub(crate) presets: Vec<PresetValues>,
}

impl Subject {
    /// What tells it from others on the same page: an underlay has no variants.
    pub(crate) const fn label(&self) -> &'static str {
        if self.variant.is_empty() { self.name } else { self.variant }
    }
}

/// A named set of settings.
pub(crate) struct PresetValues {
    pub(crate) name: &'static str,
    pub(crate) source: &'static str,
    pub(crate) values: Vec<u32>,
}

fn presets<S: Settings>(presets: &[Preset<S>]) -> Vec<PresetValues> {
    let values =
        |settings: &S| (0..).zip(S::FIELDS).filter_map(|(id, _)| settings.get(FieldId(id))).collect();
    presets
        .iter()
        .map(|preset| PresetValues {
            name: preset.name,
            source: preset.source,
            values: values(&preset.settings),
        })
        .collect()
}

fn of_aqm<A: Aqm>() -> Subject {
    let kind = match A::META.kind {
        Kind::Pipeline => "pipeline",
        Kind::Exact => "exact",
    };
    let hooks = [(Hooks::ENQUEUE, "enqueue"), (Hooks::DEQUEUE, "dequeue"), (Hooks::CONTROL, "control plane")];
    let at: Vec<&str> =
        hooks.iter().filter(|(hook, _)| A::META.hooks.contains(*hook)).map(|(_, name)| *name).collect();
    Subject {
        group: "aqm",
        page: format!("aqm/{}", A::META.name),
        name: A::META.name,
        variant: A::META.variant,
        summary: A::META.summary,
        source: A::META.source,
        nature: if at.is_empty() { kind.to_owned() } else { format!("{kind}, {}", at.join(" and ")) },
        state_bytes: size_of::<A::Pipe>() + size_of::<A::Port>() + size_of::<A::Queue>(),
        fields: A::Settings::FIELDS,
        docs: A::Settings::DOCS,
        presets: presets(A::PRESETS),
    }
}

fn of_cc<C: CongestionControl>() -> Subject {
    let drive = match C::META.output {
        ControlOutput::Window => "window",
        ControlOutput::Rate => "rate",
        ControlOutput::WindowAndRate => "window and rate",
    };
    Subject {
        group: "cc",
        page: format!("cc/{}", C::META.name),
        name: C::META.name,
        variant: C::META.variant,
        summary: C::META.summary,
        source: C::META.source,
        nature: drive.to_owned(),
        state_bytes: size_of::<C>(),
        fields: C::Settings::FIELDS,
        docs: C::Settings::DOCS,
        presets: presets(C::PRESETS),
    }
}

/// `path` is that of its type: the underlays of a crate share a page.
fn of_underlay<U: Underlay>(path: &str) -> Subject {
    let own = path.split("::").find_map(|part| part.trim().strip_prefix("cc_")).filter(|name| *name != "api");
    Subject {
        group: "underlay",
        page: format!("cc/{}", own.unwrap_or("underlay").replace('_', "-")),
        name: if U::NAME.is_empty() { "none" } else { U::NAME },
        variant: "",
        summary: U::SUMMARY,
        source: U::SOURCE,
        nature: "underlay".to_owned(),
        state_bytes: size_of::<U>(),
        fields: U::Settings::FIELDS,
        docs: U::Settings::DOCS,
        presets: presets(U::PRESETS),
    }
}

macro_rules! aqm_subjects {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        [$(of_aqm::<freeboard_registry::scheme!($kind $path)>()),*]
    };
}
macro_rules! cc_subjects {
    ($($cfg:tt $name:ident $path:path;)*) => {
        [$(of_cc::<$path>()),*]
    };
}
macro_rules! underlay_subjects {
    ($($_:tt $name:ident $path:path;)*) => {
        [$(of_underlay::<$path>(stringify!($path))),*]
    };
}

/// Every variant of everything, in registry order.
pub(crate) fn all() -> Vec<Subject> {
    let mut all = Vec::from(freeboard_registry::for_each_aqm!(aqm_subjects));
    all.extend(freeboard_registry::for_each_cc!(cc_subjects));
    all.extend(freeboard_registry::for_each_underlay!(underlay_subjects));
    all
}
