//! A program on a profile: extracted, checked, placed.

use super::extract::{check_shape, extract};
use super::graph::Graph;
use super::placement::Placement;
use super::profile::Profile;
use super::refusal::{Reason, Refusal};
use super::sizing::Sizing;
use freeboard_aqm_api::{Aqm, FieldId, Settings};
use freeboard_dataplane::{Pass, PoolLimits, Program};
use freeboard_params::FieldDoc;

/// A setting as asked for and as the program uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantised {
    /// Name of the setting.
    pub name: &'static str,
    /// Asked for.
    pub asked: u32,
    /// Used.
    pub used: u32,
}

/// A placed program.
#[derive(Clone, Debug)]
pub struct Elaborated {
    /// The program.
    pub graph: Graph,
    /// Where everything is.
    pub placement: Placement,
    /// The profile it is placed on.
    pub profile: Profile,
    /// What the packet memory compares the pool's occupancy with.
    pub pool_limits: PoolLimits,
    /// Settings that were quantised.
    pub quantised: Vec<Quantised>,
}

impl Elaborated {
    /// Extracts and places a program with these parameters.
    ///
    /// # Errors
    /// The first rule it breaks.
    pub fn of<P: Program>(params: &P::Params, profile: &Profile, sizing: Sizing) -> Result<Self, Refusal> {
        let graph = extract::<P>(params, profile)?;
        let placement = Placement::of(&graph, profile, sizing)?;
        let (profile, pool_limits) = (profile.clone(), P::pool_limits(params));
        Ok(Self { graph, placement, profile, pool_limits, quantised: Vec::new() })
    }

    /// Extracts and places a program with these settings, in the profile's depth unit; its presets must
    /// give the same shape.
    ///
    /// # Errors
    /// The first rule it breaks; a refused constant is traced to the setting it comes from.
    pub fn configured<P: Program>(
        settings: &P::Settings,
        profile: &Profile,
        sizing: Sizing,
    ) -> Result<Self, Refusal> {
        let params = P::params(settings, profile.depth_unit).map_err(|error| {
            let field = doc::<P>(error.field).map_or("?", |doc| doc.name);
            Refusal::new(&P::META, profile, Reason::Parameter { field, error })
        })?;
        let others =
            P::PRESETS.iter().filter_map(|preset| P::params(&preset.settings, profile.depth_unit).ok());
        check_shape::<P>(&core::iter::once(params).chain(others).collect::<Vec<_>>(), profile)?;
        let mut program =
            Self::of::<P>(&params, profile, sizing).map_err(|refusal| named::<P>(refusal, settings))?;
        program.quantised = quantised::<P>(&params, settings);
        Ok(program)
    }
}

fn doc<P: Program>(field: FieldId) -> Option<&'static FieldDoc> {
    P::Settings::DOCS.get(usize::from(field.0))
}

fn fields<P: Program>(settings: &P::Settings) -> impl Iterator<Item = (&'static str, FieldId, u32)> {
    let values: Vec<_> = (0..P::Settings::FIELDS.len() as u16)
        .filter_map(|id| Some((doc::<P>(FieldId(id))?.name, FieldId(id), settings.get(FieldId(id))?)))
        .collect();
    values.into_iter()
}

fn quantised<P: Program>(params: &P::Params, settings: &P::Settings) -> Vec<Quantised> {
    let used = |(name, id, asked)| Some(Quantised { name, asked, used: P::effective(params, settings, id)? });
    fields::<P>(settings).filter_map(used).filter(|q| q.asked != q.used).collect()
}

/// Names the setting behind a constant: the one whose value it is, or exceeds by one, as a test for
/// "greater" does.
fn named<P: Program>(mut refusal: Refusal, settings: &P::Settings) -> Refusal {
    if let Reason::DataTooWide { value, setting, .. } = &mut *refusal.reason {
        let mut matching = fields::<P>(settings)
            .filter(|(_, _, given)| *given == *value || given.checked_add(1) == Some(*value));
        *setting = matching.next().map(|(name, _, given)| (name, given));
        if matching.next().is_some() {
            *setting = None;
        }
    }
    refusal
}

/// A scheme that can be placed: what a macro over all schemes calls.
pub trait Placeable: Aqm {
    /// Extracts and places the scheme.
    ///
    /// # Errors
    /// The first rule it breaks.
    fn place(settings: &Self::Settings, profile: &Profile, sizing: Sizing) -> Result<Elaborated, Refusal>;
}

impl<P: Program> Placeable for Pass<P> {
    fn place(settings: &P::Settings, profile: &Profile, sizing: Sizing) -> Result<Elaborated, Refusal> {
        Elaborated::configured::<P>(settings, profile, sizing)
    }
}
