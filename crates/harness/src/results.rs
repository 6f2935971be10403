//! Results of `firmware`, in order: host, pipeline model, then each image.

use super::cost::Cost;
use super::digests::{self, Rolling};
use super::gate;
use super::images::{self, Images, Profile, Target};
use super::index::{Entry, Index, Owner};
use super::measure;
use super::minimal;
use super::on_core::OnCore;
use super::{baseline, bpf, declared, emulator, log};
use anyhow::{Context, bail};
use freeboard_aqm_api::Hooks;
use freeboard_cost::Row;
use freeboard_cost::recorded;
use freeboard_cost::variant::{self, Subject as _, Variant};
use freeboard_replay::{EPOCH_EVENTS, plan};
use freeboard_rv32::{CV32E40P_LIKE, CycleProfile, Image, PROFILES};
use freeboard_toolchain as toolchain;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Checks that the plan is long enough for its claims.
const _: () = assert!(plan::AQM_EPOCHS * EPOCH_EVENTS >= 1_000_000);
const _: () = assert!(plan::CC_EPOCHS * EPOCH_EVENTS >= 100_000 && plan::LAYER_EPOCHS >= plan::CC_EPOCHS);

/// All results.
#[derive(Debug, Default)]
pub(crate) struct Results {
    /// One per variant and place.
    pub(crate) rows: Vec<Row>,
    /// Descriptions of the gates that hold.
    pub(crate) notes: Vec<String>,
    /// Checks that this machine cannot make, with the missing tools.
    pub(crate) skipped: Vec<String>,
    /// Failures.
    pub(crate) findings: Vec<String>,
    host: BTreeMap<Variant, Rolling>,
    /// The only algorithm to measure; `None` for all.
    name: Option<String>,
}

/// Runs everything for these firmware profiles and instruction sets; images that log, one dependency and eBPF with all of them.
pub(crate) fn run(profiles: &[Profile], targets: &[Target], name: Option<String>) -> anyhow::Result<Results> {
    let mut results = Results { name, ..Results::default() };
    if let (Some(name), []) = (&results.name, results.variants().as_slice()) {
        let names: BTreeSet<&str> = variant::all().into_iter().map(|variant| variant.names().0).collect();
        let names: Vec<&str> = names.into_iter().collect();
        bail!("no algorithm is called {name}; there are {}", names.join(", "));
    }
    toolchain::install_targets()?;
    let missing = if results.name.is_some() { Vec::new() } else { toolchain::missing_emulators() };
    if !missing.is_empty() {
        let packages = toolchain::EMULATORS.map(|(_, package)| package);
        bail!("{} is missing; install it with\n  {}", missing.join(", "), toolchain::advice(&packages));
    }
    results.host()?;
    results.pipeline()?;
    results.images(profiles, targets)?;
    if targets != Target::ALL {
        return Ok(results);
    }
    let (notes, findings) = minimal::run()?;
    results.notes.extend(notes);
    results.findings.extend(findings);
    match log::run(&results.host)? {
        Ok(note) => results.notes.push(note),
        Err(findings) => results.findings.extend(findings),
    }
    match bpf::run()? {
        bpf::Outcome::Skipped(missing) => results.skipped.push(format!("bpf: skipped ({missing})")),
        bpf::Outcome::Checked(note, findings) => {
            results.notes.push(note);
            results.findings.extend(findings);
        }
    }
    Ok(results)
}

impl Results {
    /// The variants to measure.
    fn variants(&self) -> Vec<Variant> {
        variant::all().into_iter().filter(|variant| self.is_named(*variant)).collect()
    }

    /// Names are compared without separators, since the crate of `tail-drop` is `aqm-taildrop`.
    fn is_named(&self, variant: Variant) -> bool {
        let letters = |name: &str| name.replace('-', "");
        self.name.as_ref().is_none_or(|name| letters(variant.names().0) == letters(name))
    }

    fn host(&mut self) -> anyhow::Result<()> {
        let run = |variant: Variant| Ok((variant, digests::on_host(variant)?));
        self.host = self.variants().into_par_iter().map(run).collect::<anyhow::Result<_>>()?;
        for (variant, rolling) in self.host.clone() {
            self.digest(variant, &rolling, variant.row("host"));
        }
        Ok(())
    }

    fn pipeline(&mut self) -> anyhow::Result<()> {
        let run = |variant: Variant| Some((variant, digests::placed(variant)?));
        let placed: Vec<_> = self.variants().into_par_iter().filter_map(run).collect();
        for (variant, outcome) in placed {
            let (profile, rolling) =
                outcome.with_context(|| format!("{} in the pipeline model", variant.id()))?;
            self.digest(variant, &rolling, variant.row("pipeline").with("place", profile));
        }
        Ok(())
    }

    /// Builds all images one after the other, since cargo uses all cores by itself; then runs them concurrently.
    fn images(&mut self, profiles: &[Profile], targets: &[Target]) -> anyhow::Result<()> {
        profiles.iter().try_for_each(|profile| images::prepare(*profile, targets))?;
        let pairs = profiles.iter().flat_map(|profile| targets.iter().map(|target| (*profile, *target)));
        let build = |(profile, target)| Ok((profile, target, images::build(profile, target)?));
        let built = pairs.map(build).collect::<anyhow::Result<Vec<_>>>()?;
        let run = |(profile, target, images): (Profile, Target, Images)| {
            let mut part = Self { host: self.host.clone(), name: self.name.clone(), ..Self::default() };
            part.image(profile, target, &images).map(|()| part)
        };
        let parts = built.into_par_iter().map(run).collect::<anyhow::Result<Vec<_>>>()?;
        for part in parts {
            self.rows.extend(part.rows);
            self.notes.extend(part.notes);
            self.findings.extend(part.findings);
        }
        Ok(())
    }

    fn image(&mut self, profile: Profile, target: Target, images: &Images) -> anyhow::Result<()> {
        let index = Index::read(&images.hot)?;
        let forbidden = self.symbols(profile, target, &index);
        let base = Row::default().with("profile", profile.name()).with("forbidden_symbols", forbidden);
        if self.name.is_none() {
            self.emulated(target, images, &index, &base)?;
        }
        if target == Target::Rv32 {
            self.modelled(profile, images, &index, &base)?;
        }
        Ok(())
    }

    fn symbols(&mut self, profile: Profile, target: Target, index: &Index) -> Vec<String> {
        let names = index.functions.iter().map(|function| function.name.as_str());
        let offences = toolchain::symbols::scan(names);
        for (name, offence) in &offences {
            let (target, profile) = (target.name(), profile.name());
            self.findings.push(format!("{target} {profile}: {}: {name}", offence.text()));
        }
        offences.into_iter().map(|(name, _)| name).collect()
    }

    fn emulated(&mut self, target: Target, images: &Images, index: &Index, base: &Row) -> anyhow::Result<()> {
        let digests = emulator::run(target, &images.replay)?;
        for entry in &index.entries {
            let Owner::Variant(variant) = entry.owner else { continue };
            let rolling = digests.get(&variant).with_context(|| format!("no digest of {}", variant.id()))?;
            let mut row = variant.row(target.name()).with("place", "qemu").and(base);
            if target != Target::Rv32 {
                row = sizes(row, index, entry);
            }
            self.digest(variant, rolling, row);
        }
        Ok(())
    }

    /// On the modelled core: digests on the first cycle profile, costs on all.
    fn modelled(
        &mut self,
        profile: Profile,
        images: &Images,
        index: &Index,
        base: &Row,
    ) -> anyhow::Result<()> {
        let image = Image::parse(&std::fs::read(&images.hot)?)?;
        let owned = |entry: &Entry| match entry.owner {
            Owner::Variant(variant) if self.is_named(variant) => Some((variant, *entry)),
            _ => None,
        };
        let entries: Vec<_> = index.entries.iter().filter_map(owned).collect();
        let run = |(variant, entry)| Ok((variant, entry, core_runs(&image, variant, entry, &PROFILES)?));
        let runs = entries.into_par_iter().map(run).collect::<anyhow::Result<Vec<_>>>()?;
        let (mut gate, proofs) = (gate::Gate::new(profile.name()), recorded::proofs());
        for (variant, entry, (rolling, costs)) in runs {
            for (core, cost) in PROFILES.iter().zip(&costs) {
                let row = variant.row(Target::Rv32.name()).with("place", core.name).and(base);
                let row = price(row, cost, index, &entry);
                if core.name == CV32E40P_LIKE.name {
                    let declared = declared::cycles(variant)?;
                    let row = row.with("budget_cycles", gate::limit(variant, declared.as_ref()));
                    let proved = recorded::proved(&variant.id(), &proofs);
                    gate.variant(variant, cost, declared.as_ref(), proved);
                    gate.state(variant, entry.state_bytes);
                    self.digest(variant, &rolling, row);
                } else {
                    self.rows.push(row);
                }
            }
        }
        if self.name.is_some() {
            self.findings.extend(gate.findings());
            return Ok(());
        }
        self.baseline(&image, index, base, &mut gate)?;
        let (notes, findings) = gate.close();
        self.notes.extend(notes);
        self.findings.extend(findings);
        Ok(())
    }

    fn baseline(
        &mut self,
        image: &Image,
        index: &Index,
        base: &Row,
        gate: &mut gate::Gate,
    ) -> anyhow::Result<()> {
        baseline::agrees(image, index)?;
        for core in PROFILES {
            for (owner, name) in baseline::ALL {
                let (entry, cost) = baseline::cost(image, core, index, owner)?;
                if core.name == CV32E40P_LIKE.name {
                    gate.baseline(owner, &cost);
                }
                let row = Row::default().with("algorithm", "ecn-sharp").with("variant", name);
                let row = row.with("target", Target::Rv32.name()).with("place", core.name).and(base);
                self.rows.push(price(row, &cost, index, &entry));
            }
        }
        Ok(())
    }

    /// Compares with the host and files the row.
    fn digest(&mut self, variant: Variant, rolling: &Rolling, row: Row) {
        let expected = self.host.get(&variant);
        if expected != Some(rolling) {
            let same =
                expected.map_or(0, |host| host.iter().zip(rolling).take_while(|(a, b)| a == b).count());
            self.findings.push(format!(
                "{} on {} {} {}: differs from the host from epoch {same} on (2^16 events each)",
                variant.id(),
                row.text("target"),
                row.text("place"),
                row.text("profile")
            ));
        }
        let row = row.with("events", rolling.len() as u64 * u64::from(EPOCH_EVENTS));
        let last = rolling.last().map(|digest| format!("{digest:08x}"));
        let row = row.with("digest", last).with("digest_equal", expected == Some(rolling));
        self.rows.push(row);
    }
}

/// Digests on the first core, costs on every core.
pub fn core_runs(
    image: &Image,
    variant: Variant,
    entry: Entry,
    cores: &[&'static CycleProfile],
) -> anyhow::Result<(Rolling, Vec<Cost>)> {
    let settings = variant.settings();
    let new = |core| OnCore::new(image, core, entry, settings.as_slice());
    match variant {
        Variant::Aqm(id) => {
            let hooks: Hooks = measure::measured_hooks(id.meta().hooks);
            let (rolling, seen) = measure::scheme_digests(&mut new(cores[0])?, hooks)?;
            let cost = |core| Ok(measure::scheme_cost(&mut new(core)?, hooks)?);
            let mut costs = cores.iter().map(|core| cost(core)).collect::<anyhow::Result<Vec<_>>>()?;
            costs[0].widen(&seen);
            Ok((rolling, costs))
        }
        Variant::Cc(_) => on_all(cores, |core| Ok(measure::controller_digests(&mut new(core)?)?)),
        Variant::Underlay(_) => on_all(cores, |core| Ok(measure::underlay_digests(&mut new(core)?)?)),
    }
}

/// The digests of the first core and the costs of every one.
fn on_all(
    cores: &[&'static CycleProfile],
    run: impl Fn(&'static CycleProfile) -> anyhow::Result<(Rolling, Cost)>,
) -> anyhow::Result<(Rolling, Vec<Cost>)> {
    let mut runs = cores.iter().map(|core| run(core)).collect::<anyhow::Result<Vec<_>>>()?;
    let rolling = std::mem::take(&mut runs[0].0);
    Ok((rolling, runs.into_iter().map(|(_, cost)| cost).collect()))
}

/// Results of the image itself.
fn sizes(row: Row, index: &Index, entry: &Entry) -> Row {
    let row = row.with("code_bytes", index.code_bytes(entry));
    if let Owner::Variant(_) = entry.owner { row.with("state_bytes", entry.state_bytes) } else { row }
}

/// Cost of the calls.
fn price(row: Row, cost: &Cost, index: &Index, entry: &Entry) -> Row {
    let row = sizes(row, index, entry)
        .with("events", cost.events())
        .with("instructions_mean", rounded(cost.instructions_mean()))
        .with("instructions_worst", cost.instructions_worst)
        .with("cycles_mean", rounded(cost.cycles_mean()))
        .with("cycles_worst", cost.cycles_worst)
        .with("worst_vector", cost.worst.clone())
        .with("stack_bytes", cost.stack_bytes);
    if cost.cycles_packet > 0 { row.with("cycles_packet", cost.cycles_packet) } else { row }
}

/// Two decimals, the precision of a table of cycles.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_differing_epoch_is_a_finding_that_names_it() {
        let variant = variant::all()[0];
        let mut results = Results { host: [(variant, vec![1, 2, 3])].into(), ..Results::default() };
        results.digest(variant, &vec![1, 2, 3], Row::default());
        assert!(results.findings.is_empty());
        results.digest(variant, &vec![1, 9, 3], Row::default());
        assert!(results.findings[0].contains("from epoch 1 on"), "{}", results.findings[0]);
        results.digest(variant, &vec![1, 2], Row::default());
        assert_eq!(results.findings.len(), 2, "a missing epoch differs too");
    }

    #[test]
    fn a_name_without_its_separator_is_known_and_a_name_of_nothing_is_refused() {
        let variants =
            |name: &str| Results { name: Some(name.to_owned()), ..Results::default() }.variants().len();
        assert_eq!([variants("taildrop"), variants("tail-drop"), variants("ecn-star")], [1, 1, 1]);
        let refused = run(&[], &[], Some("tail".to_owned())).unwrap_err().to_string();
        assert!(
            refused.contains("no algorithm is called tail; ") && refused.contains("tail-drop"),
            "{refused}"
        );
    }
}
