//! Parts of a scenario that nothing uses.

use super::faults::{FaultLinks, PacketEffect};
use super::{Clocks, InjectedFault, PfcStorm, Running, Scenario, Scheme, Traffic};
use freeboard_fabric::faults::Packets;
use freeboard_fabric::transport::Reports;

impl Scenario {
    /// Returns one sentence per queue, group of hosts, fault or section that no traffic reaches or nobody looks at.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut all = self.idle_queues();
        all.extend(self.idle_groups());
        all.extend((1..).zip(&self.faults).filter_map(|(number, fault)| {
            self.idle(fault).map(|why| format!("fault {number} ({}) has no effect: {why}", fault.kind()))
        }));
        if self.clocks != Clocks::default() && !self.any(|running| running.underlay.is_some()) {
            all.push("[clocks] has no effect: only underlays look at the clocks of hosts".to_owned());
        }
        all
    }

    /// Whether any flow of any scheme runs such a thing.
    fn any(&self, is: impl FnMut(&Running) -> bool) -> bool {
        self.schemes.iter().flat_map(Scheme::running).any(is)
    }

    fn idle_queues(&self) -> Vec<String> {
        let Some(queues) = self.topology.queues.as_deref() else { return Vec::new() };
        let config = self.host.config();
        let of_answers = [config.ack_class, config.cnp_class];
        let carries = |queue: usize| {
            let of_data = self.workloads.iter().flat_map(|it| &it.classes);
            of_data.chain(of_answers.iter().flatten()).any(|class| usize::from(*class) == queue)
        };
        let idle = (0..queues.count()).filter(|queue| !carries(*queue));
        idle.map(|queue| {
            let lossless = queues.lossless.classes.iter().any(|class| usize::from(*class) == queue);
            let kind = if lossless { "lossless class" } else { "queue" };
            format!("{kind} {queue} carries no traffic: no [[workload]] has `class = {queue}`")
        })
        .collect()
    }

    fn idle_groups(&self) -> impl Iterator<Item = String> + '_ {
        let idle = self.groups.iter().filter(|group| !self.has_traffic(&group.hosts));
        idle.map(|group| {
            format!("host_group {} has no effect: no [[workload]] has traffic of its hosts", group.name)
        })
    }

    /// Why a fault meets nothing that it could change; `None` if it may.
    fn idle(&self, fault: &InjectedFault) -> Option<&'static str> {
        let silent =
            |hosts: &[u32]| (!self.has_traffic(hosts)).then_some("no [[workload]] has traffic of its hosts");
        match fault {
            InjectedFault::PacketFaults(it) => {
                let of_packets = match it.packets {
                    Packets::Cnps if !self.any(Running::takes_notifications) => {
                        Some("no congestion control takes notifications")
                    }
                    Packets::Reports if !self.any(|running| running.underlay.is_some()) => {
                        Some("no host has an underlay")
                    }
                    Packets::Reports if self.host.config().reports == Reports::OnAck => {
                        Some("reports travel on ACKs, without `reports = \"packets\"`")
                    }
                    _ => None,
                };
                let of_effect = (it.effect == PacketEffect::IntLoss && !self.any(Running::reads_telemetry))
                    .then_some("no congestion control reads telemetry");
                let of_rate = (it.rate == Some(0)).then_some("its `rate` is 0");
                let of_hosts = if it.hosts.is_empty() || it.links == FaultLinks::Fabric {
                    None
                } else {
                    silent(&it.hosts)
                };
                of_packets.or(of_effect).or(of_rate).or(of_hosts)
            }
            InjectedFault::LinkDown(it) => it.host.and_then(|host| silent(&[host])),
            InjectedFault::HostPause(it) => silent(&[it.host]),
            InjectedFault::ClockStep(it) => {
                let host = it.host?;
                let unread = !self.any(|running| running.underlay.is_some());
                unread.then_some("only underlays look at the clocks of hosts").or_else(|| silent(&[host]))
            }
            InjectedFault::PfcStorm(it) => self.no_class(it),
            InjectedFault::Reboot(_) => None,
            InjectedFault::StartJitter(it) => (it.most_ps == 0).then_some("its `most` is 0"),
        }
    }

    /// Why nothing that a storm's pauses could stop goes to its host; `None` if something may.
    fn no_class(&self, storm: &PfcStorm) -> Option<&'static str> {
        let config = self.host.config();
        let notified = self.any(Running::takes_notifications);
        let (mut carries, mut reaches) = (false, false);
        for workload in &self.workloads {
            let ends = self.ends(workload);
            let is_acknowledged = !matches!(workload.traffic, Traffic::Constant(_));
            let has_own = workload.classes.contains(&storm.class);
            let of_ack = config.ack_class.map_or(has_own, |class| class == storm.class);
            let of_cnp = notified && config.cnp_class.map_or(of_ack, |class| class == storm.class);
            let answers = is_acknowledged && (of_ack || of_cnp);
            carries |= has_own || answers;
            reaches |= has_own && ends.to.contains(&storm.host);
            reaches |= answers && ends.from.contains(&storm.host);
        }
        match (carries, reaches) {
            (false, _) => Some("no [[workload]] has its class"),
            (true, false) => Some("nothing of its class goes to its host"),
            (true, true) => None,
        }
    }

    /// Whether any of these hosts may send or receive.
    fn has_traffic(&self, hosts: &[u32]) -> bool {
        self.workloads.iter().any(|workload| self.ends(workload).reach(hosts))
    }
}
