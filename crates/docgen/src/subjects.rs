//! Variants of the generated documentation: catalogue entry and page of each.

pub(crate) use freeboard_registry::catalog::PresetValues;
use freeboard_registry::catalog::{AQMS, CCS, Descriptor, UNDERLAYS, VariantId};

/// One variant.
pub(crate) struct Subject {
    about: &'static Descriptor,
    /// `aqm`, `cc` or `underlay`.
    pub(crate) group: &'static str,
    /// Its page in the book, without the extension.
    pub(crate) page: String,
    pub(crate) name: &'static str,
    /// Named settings.
    pub(crate) presets: Vec<PresetValues>,
}

impl core::ops::Deref for Subject {
    type Target = Descriptor;

    fn deref(&self) -> &Descriptor {
        self.about
    }
}

impl Subject {
    fn of(about: &'static Descriptor) -> Self {
        let (group, page) = match about.id {
            VariantId::Aqm(_) => ("aqm", format!("aqm/{}", about.name)),
            VariantId::Cc(_) => ("cc", format!("cc/{}", about.name)),
            VariantId::Underlay(_) => ("underlay", format!("cc/{}", crate_of(about.path))),
        };
        let name = if about.name.is_empty() { "none" } else { about.name };
        Self { about, group, page, name, presets: about.presets() }
    }

    /// What tells it from others on the same page: an underlay has no variants.
    pub(crate) const fn label(&self) -> &'static str {
        if self.about.variant.is_empty() { self.name } else { self.about.variant }
    }
}

/// The underlays of a crate share a page, which has its name.
fn crate_of(path: &str) -> String {
    let own = path.split("::").find_map(|part| part.trim().strip_prefix("cc_")).filter(|name| *name != "api");
    own.unwrap_or("underlay").replace('_', "-")
}

/// Every variant of everything, in registry order.
pub(crate) fn all() -> Vec<Subject> {
    AQMS.iter().chain(CCS).chain(UNDERLAYS).map(Subject::of).collect()
}
