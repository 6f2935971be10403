//! The control that a scheme's flows run: ours, loaded into the kernel, or the kernel's own.

use crate::kernel::counterpart;
use crate::refused::Refused;
use anyhow::{Context, Result};
use freeboard_kernel::{Held, LINE, STRUCT_OPS, Wanted};
use freeboard_params::Unit;
use freeboard_registry::CcId;
use freeboard_registry::catalog::VariantId;
use freeboard_scenario::file::{Chosen, Scenario, Scheme};
use freeboard_toolchain::Nightly;

/// A control with its name in the kernel; one of ours is there as long as this.
#[derive(Debug)]
pub struct Control {
    name: String,
    held: Option<Held>,
    /// Reason why it is not ours.
    reason: Option<String>,
}

impl Control {
    /// One of the kernel's own.
    #[must_use]
    pub fn linux(name: &str) -> Self {
        Self { name: name.to_owned(), held: None, reason: None }
    }

    /// Ours, loaded from an object. `record_port`: see [`Wanted`].
    ///
    /// # Errors
    /// The control does not fit, or the kernel refuses it.
    pub fn ours(object: &[u8], cc: &Chosen, mss: u32, slow: u32, record_port: u16) -> Result<Self> {
        let id = control(cc)?;
        let (values, settings) = (slowed(id, &cc.values, slow), words(cc));
        let wanted = Wanted { id, values: &values, settings: &settings, mss, name: None, record_port };
        let held = Held::register(object, &wanted)?;
        Ok(Self { name: held.name().to_owned(), held: Some(held), reason: None })
    }

    /// Its name in the kernel.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name with whose it is: `freeboard/dctcp` or `linux/dctcp`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.name.strip_prefix("fb_").filter(|_| self.held.is_some()) {
            Some(name) => format!("freeboard/{name}"),
            None => format!("linux/{}", self.name),
        }
    }

    /// A sentence on the control that runs.
    #[must_use]
    pub fn sentence(&self, cc: &str) -> String {
        match (&self.held, &self.reason) {
            (Some(_), _) => format!("`{cc}` runs from its crate in the kernel, as `{}`", self.name),
            (None, Some(reason)) => {
                format!("`linux/{}` runs for `{cc}`, which cannot be loaded: {reason}", self.name)
            }
            (None, None) => format!("`linux/{}` of the kernel runs", self.name),
        }
    }

    /// The registered control, if it is ours.
    #[must_use]
    pub const fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }
}

/// The object with all controls, made from the checkout.
///
/// # Errors
/// The checkout or its compiler is not there.
pub fn object() -> Result<Vec<u8>> {
    let nightly = Nightly::with_sources().map_err(anyhow::Error::msg)?;
    freeboard_kernel::build(&nightly, STRUCT_OPS)
}

/// A control per scheme of a scenario: ours where it can be loaded, unless `linux` says that its text asks for the kernel's.
///
/// # Errors
/// A scheme has neither.
pub fn controls(scenario: &Scenario, linux: &[bool], slow: u32) -> Result<Vec<Control>> {
    let mss = u32::from(scenario.host.config().mss);
    let mut made: Option<core::result::Result<Vec<u8>, String>> = None;
    let mut load = |scheme: &Scheme| -> Result<Control> {
        freeboard_kernel::fit(control(&scheme.host.cc)?)?;
        let object = made.get_or_insert_with(|| object().map_err(|error| first_line(&error)));
        let object = object.as_ref().map_err(|reason| anyhow::anyhow!("{reason}"))?;
        Control::ours(object, &scheme.host.cc, mss, slow, 0)
    };
    let mut all = Vec::new();
    for (at, scheme) in scenario.schemes.iter().enumerate() {
        let own = linux.get(at).copied().unwrap_or_default();
        let reason = match if own { Err(None) } else { load(scheme).map_err(Some) } {
            Ok(control) => {
                all.push(control);
                continue;
            }
            Err(reason) => reason.map(|error| first_line(&error)),
        };
        let name = stand_in(scheme, reason.as_deref())?;
        all.push(Control { reason, ..Control::linux(name) });
    }
    Ok(all)
}

/// The kernel's own control that stands for a scheme's, where ours does not run for `reason`.
pub(crate) fn stand_in(scheme: &Scheme, reason: Option<&str>) -> Result<&'static str, Refused> {
    let available = freeboard_kernel::available().map_err(|error| Refused(format!("{error:#}")))?;
    let legal: Vec<String> = available.iter().map(|name| format!("linux/{name}")).collect();
    let (cc, legal) = (&scheme.host.cc.id, legal.join(", "));
    let reason = reason.map_or_else(String::new, |reason| format!("{reason}; and "));
    match counterpart(scheme) {
        None => Err(Refused(format!(
            "`cc = \"{cc}\"`: {reason}no control of the kernel stands for it; legal: {legal}"
        ))),
        Some(name) if !available.iter().any(|it| it == name) => {
            Err(Refused(format!("`cc = \"{cc}\"`: {reason}this kernel has no linux/{name}; legal: {legal}")))
        }
        Some(name) => Ok(name),
    }
}

pub(crate) fn control(cc: &Chosen) -> Result<CcId> {
    let VariantId::Cc(id) = cc.variant else { None.context("the scheme's control is none of the registry")? };
    Ok(id)
}

/// Settings for a run `slow` times slower: the kernel's clock is the machine's.
fn slowed(id: CcId, values: &[u32], slow: u32) -> Vec<u32> {
    let (fields, docs) = id.fields();
    let one =
        |((value, field), doc): ((&u32, &freeboard_params::Field), &freeboard_params::FieldDoc)| match field
            .unit
        {
            Unit::Nanos => value.saturating_mul(slow),
            _ if doc.name == LINE => value / slow.max(1),
            _ => *value,
        };
    values.iter().zip(fields).zip(docs).map(one).collect()
}

/// Settings in words, for lists.
fn words(cc: &Chosen) -> String {
    let all: Vec<String> = cc.lines.iter().map(|line| format!("{}={}", line.name, line.asked)).collect();
    all.join(", ")
}

fn first_line(error: &anyhow::Error) -> String {
    format!("{error:#}").lines().next().unwrap_or_default().to_owned()
}
