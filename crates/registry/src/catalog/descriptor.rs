//! Descriptor of one variant, without its type.

use super::values::of_presets;
use super::{PresetValues, VariantId};
use crate::{AqmId, CcId, UnderlayId, aqm_params, cc_params, underlay_params};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use freeboard_aqm_api::{Aqm, DepthUnit, Hooks, Kind, Unit};
use freeboard_cc_api::{Bytes, CongestionControl, ControlOutput, Underlay};
use freeboard_params::{Field, FieldDoc, FieldId, ParamError, Settings};

/// Size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Scope of the state it holds, or `params`.
    pub name: &'static str,
    /// Bytes.
    pub size: usize,
    /// Alignment.
    pub align: usize,
}

impl Shape {
    const fn of<T>(name: &'static str) -> Self {
        Self { name, size: size_of::<T>(), align: align_of::<T>() }
    }
}

/// Signature of an algorithm's `effective`: one value per field, quantisation unit, field.
type Effective = fn(&[u32], u32, FieldId) -> Result<Option<u32>, ParamError>;

/// One variant of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// Which.
    pub id: VariantId,
    /// Name of the algorithm; empty for the null underlay.
    pub name: &'static str,
    /// Name of the variant; empty for an underlay.
    pub variant: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The paper or RFC it follows.
    pub source: &'static str,
    /// Path of its type, which begins with its crate.
    pub path: &'static str,
    /// Units, ranges and defaults of its settings.
    pub fields: &'static [Field],
    /// Their names and meanings, same order.
    pub docs: &'static [FieldDoc],
    /// Its activity triggers in slot order: name, and unit of the quantity watched.
    pub triggers: &'static [(&'static str, Unit)],
    /// State by scope, and parameters: `pipe`, `port`, `queue`, `params`, or `flow`, `params`.
    pub shapes: &'static [Shape],
    presets: fn() -> Vec<PresetValues>,
    effective: Effective,
}

impl Descriptor {
    const fn of<S: Settings>(
        id: VariantId,
        [name, variant, summary, source, path]: [&'static str; 5],
        triggers: &'static [(&'static str, Unit)],
        shapes: &'static [Shape],
        presets: fn() -> Vec<PresetValues>,
        effective: Effective,
    ) -> Self {
        let (fields, docs) = (S::FIELDS, S::DOCS);
        Self { id, name, variant, summary, source, path, fields, docs, triggers, shapes, presets, effective }
    }

    pub(super) const fn aqm<A: Aqm>(id: AqmId, path: &'static str) -> Self {
        Self::of::<A::Settings>(
            VariantId::Aqm(id),
            [A::META.name, A::META.variant, A::META.summary, A::META.source, path],
            A::META.triggers,
            const {
                &[
                    Shape::of::<A::Pipe>("pipe"),
                    Shape::of::<A::Port>("port"),
                    Shape::of::<A::Queue>("queue"),
                    Shape::of::<A::Params>("params"),
                ]
            },
            || of_presets(A::PRESETS),
            |values, granule, field| {
                let unit = u16::try_from(granule).ok().and_then(DepthUnit::cell).unwrap_or(DepthUnit::BYTE);
                let params = aqm_params::<A>(values, unit)?;
                Ok(A::effective(&params, &A::Settings::from_values(values)?, field))
            },
        )
    }

    pub(super) const fn cc<C: CongestionControl>(id: CcId, path: &'static str) -> Self {
        Self::of::<C::Settings>(
            VariantId::Cc(id),
            [C::META.name, C::META.variant, C::META.summary, C::META.source, path],
            &[],
            const { &[Shape::of::<C>("flow"), Shape::of::<C::Params>("params")] },
            || of_presets(C::PRESETS),
            |values, granule, field| {
                let params = cc_params::<C>(values, Bytes(granule))?;
                Ok(C::effective(&params, &C::Settings::from_values(values)?, field))
            },
        )
    }

    pub(super) const fn underlay<U: Underlay>(id: UnderlayId, path: &'static str) -> Self {
        Self::of::<U::Settings>(
            VariantId::Underlay(id),
            [U::NAME, "", U::SUMMARY, U::SOURCE, path],
            &[],
            const { &[Shape::of::<U>("flow"), Shape::of::<U::Params>("params")] },
            || of_presets(U::PRESETS),
            |values, _, field| {
                underlay_params::<U>(values)?;
                Ok(U::Settings::from_values(values)?.get(field))
            },
        )
    }

    /// Whether `name` is its full name, `name/variant`, or `name` alone without variants.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        match name.split_once('/') {
            Some(parts) => parts == (self.name, self.variant),
            None => self.variant.is_empty() && name == self.name,
        }
    }

    /// Returns the named settings; the first are what holds without a name.
    #[must_use]
    pub fn presets(&self) -> Vec<PresetValues> {
        (self.presets)()
    }

    /// Returns every field at its default.
    #[must_use]
    pub fn defaults(&self) -> Vec<u32> {
        self.fields.iter().map(|field| field.default).collect()
    }

    /// Returns the settings called `name`; without a name the first ones, or every default if there are none.
    #[must_use]
    pub fn preset(&self, name: Option<&str>) -> Option<Vec<u32>> {
        let named = self.presets().into_iter().find(|preset| name.is_none_or(|name| preset.name == name));
        named.map(|preset| preset.values).or_else(|| name.is_none().then(|| self.defaults()))
    }

    /// Returns the position of the field called `name`.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<usize> {
        self.docs.iter().position(|doc| doc.name == name)
    }

    /// Returns what the data path uses for a field under one value per field; `None` beyond the last field. `granule`
    /// is the bytes of a depth unit for a marking scheme, of a segment for a congestion control.
    ///
    /// # Errors
    /// The first field that is refused.
    pub fn effective(&self, values: &[u32], granule: u32, field: FieldId) -> Result<Option<u32>, ParamError> {
        (self.effective)(values, granule, field)
    }

    /// Returns what the data path uses for each of one value per field. `granule` as for [`Descriptor::effective`].
    ///
    /// # Errors
    /// The first field that is refused.
    pub fn quantise(&self, values: &[u32], granule: u32) -> Result<Vec<u32>, ParamError> {
        // A variant without fields is asked too: its parameters may be refused for the granule.
        self.effective(values, granule, FieldId(0))?;
        let used =
            |(id, asked): (u16, &u32)| Ok(self.effective(values, granule, FieldId(id))?.unwrap_or(*asked));
        (0..).zip(values).map(used).collect()
    }

    /// Returns its state by scope: pipe, port and queue, or flow.
    pub fn state(&self) -> impl Iterator<Item = &'static Shape> {
        self.shapes.iter().filter(|shape| shape.name != "params")
    }

    /// Returns the bytes of its state per pipe, port and queue, as `8 + 0 + 16 B`, or per flow, as `40 B`.
    #[must_use]
    pub fn state_text(&self) -> String {
        let sizes: Vec<String> = self.state().map(|shape| shape.size.to_string()).collect();
        format!("{} B", sizes.join(" + "))
    }

    /// Returns how it is written and where it is called, or what it steers by.
    #[must_use]
    pub fn form(&self) -> String {
        match self.id {
            VariantId::Aqm(id) => {
                let kind = match id.meta().kind {
                    Kind::Pipeline => "pipeline",
                    Kind::Exact => "exact",
                };
                let named = [
                    (Hooks::ENQUEUE, "enqueue"),
                    (Hooks::DEQUEUE, "dequeue"),
                    (Hooks::CONTROL, "control plane"),
                ];
                let hooks = named.into_iter().filter(|(hook, _)| id.meta().hooks.contains(*hook));
                let hooks: Vec<&str> = hooks.map(|(_, name)| name).collect();
                if hooks.is_empty() { kind.to_string() } else { format!("{kind}, {}", hooks.join(" and ")) }
            }
            VariantId::Cc(id) => match id.meta().output {
                ControlOutput::Window => "window",
                ControlOutput::Rate => "rate",
                ControlOutput::WindowAndRate => "window and rate",
            }
            .to_string(),
            VariantId::Underlay(_) => "underlay".to_string(),
        }
    }

    /// Returns what it reads, or needs from hosts, in a few words; empty if nothing.
    #[must_use]
    pub fn needs(&self) -> String {
        match self.id {
            VariantId::Aqm(id) => {
                let names = id.meta().reads.iter_names();
                let names = names.map(|(name, _)| name.to_lowercase().replace('_', " ")).collect::<Vec<_>>();
                format!("reads {}", if names.is_empty() { "nothing".to_string() } else { names.join(", ") })
            }
            VariantId::Cc(id) => {
                let meta = id.meta();
                let needs = [(meta.ecn, "ECN"), (meta.cnp, "notifications"), (meta.int, "in-band telemetry")];
                let needed = needs.into_iter().filter(|(needed, _)| *needed);
                needed.map(|(_, name)| name).collect::<Vec<_>>().join(", ")
            }
            VariantId::Underlay(_) => String::new(),
        }
    }
}

/// `name/variant`, or `name` alone without variants.
impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if self.variant.is_empty() { Ok(()) } else { write!(f, "/{}", self.variant) }
    }
}
