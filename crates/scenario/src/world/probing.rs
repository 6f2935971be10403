//! A scenario's network and traffic with probes in it.

use super::ready::{Request, ready};
use super::schemes::AnyScheme;
use super::simulate::{Progress, tell};
use crate::file::Scenario;
use anyhow::{Context, Result, anyhow};
use freeboard_fabric::{ProbeSample, ProbeSpec, Ps};
use freeboard_replay::Digest;

/// What a run with probes leaves.
#[derive(Clone, Debug)]
pub struct Probed {
    /// Probes that arrived.
    pub samples: Vec<ProbeSample>,
    /// Mean utilisation of the links to hosts, 0 to 1.
    pub utilisation: f64,
    /// Digest of the run and of its probes' times.
    pub digest: u32,
}

/// Steps in which progress is told.
const STEPS: u64 = 50;

/// Runs the first scheme of a scenario on the traffic of `seed`, with probes.
///
/// # Errors
/// The simulator refuses the scenario or a probe, its ledger does not balance, or the run was interrupted.
pub fn probe(
    scenario: &Scenario,
    seed: u64,
    probes: &[ProbeSpec],
    progress: &dyn Progress,
) -> Result<Probed> {
    let request = Request { scenario, scheme: 0, seed, threads: 1 };
    let queues = scenario.topology.queues.as_deref();
    let prototype = |unit| AnyScheme::new(&scenario.schemes[0].aqm, unit, queues);
    let mut ready = ready(&request, prototype)?;
    let world = ready.world.one().context("probes are sent on one thread")?;
    for spec in probes {
        world.add_probes(*spec).map_err(|error| anyhow!("{error}"))?;
    }
    let time = scenario.run.time_ps;
    for step in 1..=STEPS {
        let before = world.now().0;
        world.run_until(Ps(time / STEPS * step));
        tell(progress, world.now().0 - before)?;
    }
    world.ledger().with_context(|| format!("seed {seed}"))?;
    let hosts = world.topology().hosts;
    let busy = |host| {
        let port = world.topology().port_to_host(host).context("a host has no link")?;
        Ok(world.port_stats(port).utilisation())
    };
    let sum = (0..hosts).map(busy).sum::<Result<f64>>()?;
    let samples: Vec<ProbeSample> = world.probe_samples().copied().collect();
    let digest = digest(world.counters().digest, &samples);
    Ok(Probed { samples, utilisation: sum / f64::from(hosts), digest })
}

fn digest(run: u32, samples: &[ProbeSample]) -> u32 {
    let mut digest = Digest::default();
    digest.word(run);
    for sample in samples {
        digest.word(sample.probe);
        digest.word(sample.number);
        digest.wide(sample.sent.0);
        digest.wide(sample.received.0);
    }
    digest.value()
}
