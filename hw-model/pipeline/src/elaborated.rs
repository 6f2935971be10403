//! A program on a profile: extracted, checked, placed.

use super::extract::{check_shape, extract, record};
use super::graph::Graph;
use super::placement::Placement;
use super::profile::Profile;
use super::refusal::{Beyond, Reason, Refusal};
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
        let mut program = Self::of::<P>(&params, profile, sizing)
            .map_err(|refusal| named::<P>(refusal, settings, profile))?;
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

/// Names the setting behind a constant that cannot act: the first one that alone can bring it back, with its legal range.
fn named<P: Program>(mut refusal: Refusal, settings: &P::Settings, profile: &Profile) -> Refusal {
    if let Reason::Idle { setting, .. } = &mut *refusal.reason {
        *setting = fields::<P>(settings).find_map(|(field, id, given)| {
            let (min, max) = legal::<P>(settings, profile, id, given)?;
            Some(Beyond { field, given, min, max })
        });
    }
    refusal
}

/// The values of a field next to the given one, which is refused, beside which every constant acts.
fn legal<P: Program>(
    settings: &P::Settings,
    profile: &Profile,
    id: FieldId,
    given: u32,
) -> Option<(u32, u32)> {
    let field = P::Settings::FIELDS.get(usize::from(id.0))?;
    let acts = |value: u32| {
        let changed = settings.with(id, value).ok();
        let params = changed.and_then(|changed| P::params(&changed, profile.depth_unit).ok());
        params.is_some_and(|params| record::<P>(&params, profile).acts())
    };
    let below = (1..=u32::BITS).map(|by| given.checked_shr(by).unwrap_or(0).max(field.min));
    let above = (1..=u32::BITS)
        .map(|by| given.checked_mul(1 << (by % u32::BITS)).unwrap_or(field.max).min(field.max));
    let inside = below.chain(above).find(|value| *value != given && acts(*value))?;
    // The bound between a value that acts and one that does not, or the field's own where all of that side act.
    let bound = |outside: u32| {
        if acts(outside) {
            return outside;
        }
        let (mut inside, mut outside) = (inside, outside);
        while inside.abs_diff(outside) > 1 {
            let middle = inside.midpoint(outside);
            if acts(middle) { inside = middle } else { outside = middle }
        }
        inside
    };
    Some(if inside < given { (bound(field.min), bound(given)) } else { (bound(given), bound(field.max)) })
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
