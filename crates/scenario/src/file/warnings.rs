//! Parts of a scenario that nothing uses.

use super::Scenario;

impl Scenario {
    /// Returns one sentence per part of the network that no traffic reaches.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let Some(queues) = self.topology.queues.as_deref() else { return Vec::new() };
        let carries = |queue: usize| {
            self.workloads.iter().any(|it| it.classes.iter().any(|class| usize::from(*class) == queue))
        };
        let idle = (0..queues.count()).filter(|queue| !carries(*queue));
        idle.map(|queue| {
            let lossless = queues.lossless.classes.iter().any(|class| usize::from(*class) == queue);
            let kind = if lossless { "lossless class" } else { "queue" };
            format!("{kind} {queue} carries no traffic: no [[workload]] has `class = {queue}`")
        })
        .collect()
    }
}
