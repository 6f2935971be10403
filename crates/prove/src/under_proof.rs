//! A pipeline program beside its machine code: one call with everything free, and the graph over the same words.

use super::binding::{Binding, Sample, bind, words};
use super::layout::{self, Layout};
use super::obligation::Settings;
use super::sampling;
use crate::smt::{DataPlace, Inputs, Sort, Term, Terms, action_data, narrow_data};
use crate::symbolic::{Call, Regions};
use anyhow::{Context, anyhow, ensure};
use freeboard_aqm_api::{Aqm, Hooks};
use freeboard_dataplane::{Pass, PoolLimits, Program};
use freeboard_harness::index::Entry;
use freeboard_harness::on_core::OnCore;
use freeboard_params::{FieldId, Settings as _};
use freeboard_pipeline::{Elaborated, Graph, Intrinsic, Profile, RegisterKind, Sizing, profiles};
use freeboard_replay::plan;
use freeboard_rv32::{CV32E40P_LIKE, Image};

/// Configurations that the binding of action data is found from.
const SAMPLES: usize = 96;
/// Draws of settings before fewer configurations must do.
const DRAWS: usize = 4000;

/// One pipeline program with its instance in an image.
pub(crate) struct UnderProof {
    pub(crate) elaborated: Elaborated,
    pub(crate) on_core: OnCore,
    pub(crate) layout: Layout,
    pub(crate) places: Vec<DataPlace>,
    /// Legal configurations; the defaults come first.
    pub(crate) samples: Vec<Sample>,
    /// Names of the first configurations: the defaults and presets that this profile takes.
    pub(crate) named: Vec<String>,
    hook: u32,
    rodata: Vec<std::ops::Range<u32>>,
}

/// A call of the machine code and the graph's inputs, in terms of the same variables.
pub(crate) struct Setup {
    pub(crate) call: Call,
    pub(crate) inputs: Inputs,
    /// Metadata within the widths of the profile.
    pub(crate) fits: Term,
    pub(crate) unbound: Vec<DataPlace>,
    /// A limit of the pool's status is in no word of them.
    pub(crate) derived: bool,
}

/// Action data, and the limits of the pool's status.
type Configured = (Elaborated, PoolLimits);

fn configured<P: Program>(values: &[u32], profile: &Profile) -> Option<(Configured, P::Params)> {
    let settings = P::Settings::from_values(values).ok()?;
    let params = P::params(&settings, plan::depth_unit(P::META.reads)).ok()?;
    let one_queue = Sizing { pipes: 1, ports: 1, queues_per_port: 1 };
    let elaborated = Elaborated::of::<P>(&params, profile, one_queue).ok()?;
    Some(((elaborated, P::pool_limits(&params)), params))
}

impl UnderProof {
    /// Places the program on the first profile that takes it, and instances of it in the image.
    pub(crate) fn of<P: Program>(image: &Image, entry: &Entry) -> anyhow::Result<Self> {
        let fields = P::Settings::FIELDS;
        let defaults: Vec<u32> = fields.iter().map(|field| field.default).collect();
        let fits = |profile: &Profile| configured::<P>(&defaults, profile).is_some();
        let profile = profiles::all().into_iter().find(fits).context("fits no profile")?;
        let ((elaborated, _), params) = configured::<P>(&defaults, &profile).context("no defaults")?;
        let filters: Vec<bool> =
            elaborated.graph.registers.iter().map(|register| register.kind == RegisterKind::Filter).collect();
        let layout = layout::of::<P>(params, &filters);
        ensure!(layout.size == entry.placed_bytes, "an instance has {} B in the image", entry.placed_bytes);
        let values = |settings: &P::Settings| {
            let ids = (0..fields.len() as u16).map(FieldId);
            ids.filter_map(|id| settings.get(id)).collect::<Vec<u32>>()
        };
        let presets = P::PRESETS.iter().map(|preset| values(&preset.settings)).collect();
        let names = std::iter::once("defaults").chain(P::PRESETS.iter().map(|preset| preset.name));
        let mut names: Vec<Option<String>> = names.map(|name| Some(name.to_owned())).collect();
        let (mut samples, mut named, mut first) = (Vec::new(), Vec::new(), None);
        for (number, values) in sampling::candidates(fields, presets).take(DRAWS).enumerate() {
            let Some(((program, pool), _)) = configured::<P>(&values, &profile) else { continue };
            let on_core = OnCore::new(image, &CV32E40P_LIKE, *entry, &values)?;
            let start = on_core.placed() + layout.params.start;
            let bytes = on_core.core().read(start, layout.params.len())?.to_vec();
            let data = action_data(&program.graph).iter().map(|datum| datum.value).collect();
            let narrow = narrow_data(&program.graph);
            let known = action_data(&program.graph);
            let wide = known.iter().find(|datum| {
                narrow.iter().any(|(place, width)| *place == datum.place && datum.value >> width != 0)
            });
            ensure!(wide.is_none(), "legal settings give {wide:?}, wider than its word");
            samples.push(Sample { bytes, data, pool: pool.0 });
            named.extend(names.get_mut(number).and_then(Option::take));
            first.get_or_insert(on_core);
            if samples.len() >= SAMPLES && number > P::PRESETS.len() {
                break;
            }
        }
        let on_core = first.ok_or_else(|| anyhow!("no legal settings"))?;
        let places = action_data(&elaborated.graph).iter().map(|datum| datum.place).collect();
        let enqueue = <Pass<P> as Aqm>::META.hooks.contains(Hooks::ENQUEUE);
        let hook = if enqueue { entry.first } else { entry.second };
        let rodata = image.segments.iter().map(|segment| segment.address..segment.address + segment.size);
        Ok(Self { elaborated, layout, places, samples, named, hook, rodata: rodata.collect(), on_core })
    }

    pub(crate) const fn graph(&self) -> &Graph {
        &self.elaborated.graph
    }

    /// Address of the function that the packets of this program go to.
    pub(crate) const fn hook(&self) -> u32 {
        self.hook
    }

    /// Configurations that `settings` stands for.
    fn chosen(&self, settings: &Settings) -> &[Sample] {
        match settings {
            Settings::Symbolic => &self.samples,
            Settings::Named(name) => {
                let at = self.named.iter().position(|known| known == name).unwrap_or(0);
                std::slice::from_ref(&self.samples[at])
            }
        }
    }

    /// The program under these settings, everything else free.
    pub(crate) fn setup(&self, terms: &mut Terms, settings: &Settings) -> Setup {
        let (graph, placed) = (self.graph(), self.on_core.placed());
        let params = placed + self.layout.params.start;
        let binding = bind(terms, self.chosen(settings), &self.places, params);
        let mut inputs = Inputs::free(terms, graph, true);
        inputs.data.clone_from(&binding.data);
        let mut memory = binding.words.clone();
        for (offsets, halves) in self.layout.registers.iter().zip(&inputs.registers) {
            for (offset, half) in offsets.iter().zip(halves) {
                memory.insert(placed + offset, *half);
            }
        }
        let arguments = self.arguments(terms, &mut inputs, &binding);
        let fits = inputs.fit(terms, graph);
        let mut regions = Regions { readable: self.rodata.clone(), writable: Vec::new() };
        regions.readable.push(placed..placed + self.layout.size);
        let moved = |range: &std::ops::Range<u32>| placed + range.start..placed + range.end;
        regions.writable.extend(self.layout.state.iter().map(moved));
        let assumptions = binding.ranges(terms);
        let call = Call { address: self.hook, arguments, memory, assumptions, regions };
        Setup { call, inputs, fits, unbound: binding.unbound, derived: binding.derived }
    }

    /// The eight arguments of a packet hook, as the image takes them; metadata that share one share it here.
    fn arguments(&self, terms: &mut Terms, inputs: &mut Inputs, binding: &Binding) -> Vec<Term> {
        let high = terms.variable("ecn_high", Sort::Bits(32));
        let stamp = terms.extract(high, 15, 0);
        let number = |intrinsic: Intrinsic| Intrinsic::ALL.iter().position(|known| *known == intrinsic);
        let at = |intrinsic| number(intrinsic).unwrap_or(0);
        inputs.metadata[at(Intrinsic::NowHigh)] = terms.zero_extend(stamp, 32);
        inputs.metadata[at(Intrinsic::PortDepth)] = inputs.metadata[at(Intrinsic::Depth)];
        let occupancy = inputs.metadata[at(Intrinsic::PoolDepth)];
        let mut status = terms.word(0);
        for (value, &limit) in (1..).zip(&binding.pool) {
            let under = terms.below(occupancy, limit);
            let reached = terms.word(value);
            status = terms.choose(under, status, reached);
        }
        inputs.metadata[at(Intrinsic::PoolStatus)] = status;
        let word = |intrinsic| inputs.metadata[at(intrinsic)];
        let instance = terms.word(self.on_core.placed());
        vec![
            instance,
            word(Intrinsic::Now),
            word(Intrinsic::Sojourn),
            word(Intrinsic::Depth),
            word(Intrinsic::Size),
            inputs.random,
            high,
            occupancy,
        ]
    }

    /// Addresses of both halves of every register.
    pub(crate) fn register_words(&self) -> Vec<Vec<u32>> {
        let placed = self.on_core.placed();
        let moved = |offsets: &Vec<u32>| offsets.iter().map(|offset| placed + offset).collect();
        self.layout.registers.iter().map(moved).collect()
    }

    /// Every word of state belongs to a register.
    pub(crate) fn state_is_covered(&self) -> bool {
        let known: Vec<u32> = self.layout.registers.iter().flatten().copied().collect();
        self.layout.state.iter().cloned().flat_map(words).all(|word| known.contains(&word))
    }
}
