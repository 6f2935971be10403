//! Random networks in which things break at random: the books balance, and every flow completes or waits for something.

use crate::ledger::{Draw, Whims};
use crate::listener::ListenerNet;
use freeboard_fabric::faults::{
    Effect, Fault, Packets, Pick, QueueOnDown, Spell, Watchdog, WatchdogAction, WireFault,
};
use freeboard_fabric::network::StuckReason;
use freeboard_fabric::{Node, Ps};
use freeboard_fixmath::split_mix::SplitMix64;

type Net = ListenerNet;

/// All that breaks does so before.
const END: Ps = Ps::from_ms(3);

impl Draw {
    fn spell(&mut self) -> Spell {
        let at = Ps::from_ns(u64::from(self.below(1_000_000)));
        let lasts = Ps::from_ns(u64::from(self.below(300_000)));
        let every = lasts + Ps::from_ns(u64::from(1 + self.below(200_000)));
        Spell { at, lasts, every, times: 1 + self.below(4) }
    }

    fn wire_fault(&mut self, ports: u32) -> WireFault {
        let all = [Packets::All, Packets::Data, Packets::Acks, Packets::Cnps, Packets::Reports];
        let least = Ps::from_ns(u64::from(self.below(20_000)));
        let most = least + Ps::from_ns(u64::from(self.below(50_000)));
        let effects = [
            Effect::Loss,
            Effect::Corruption,
            Effect::Duplication,
            Effect::TelemetryLoss,
            Effect::Delay { least, most },
        ];
        let pick = match self.below(3) {
            0 => Pick::List((0..u64::from(self.below(6))).map(|place| 3 * place * place).collect()),
            1 => Pick::Rate(self.below(20_000_000)),
            _ => Pick::Rate(self.below(300_000_000)),
        };
        WireFault {
            ports: if self.one_in(2) { Vec::new() } else { vec![self.below(ports)] },
            packets: self.one_of(&all),
            pick,
            effect: self.one_of(&effects),
            start: Ps::from_ns(u64::from(self.below(200_000))),
            end: END,
        }
    }

    fn fault(&mut self, net: &Net) -> Fault {
        let (hosts, switches) = (net.topology().hosts, net.topology().switches);
        let (links, spell) = (net.topology().links.len() as u32, self.spell());
        match self.below(12) {
            0 => Fault::Reboot { switch: self.below(switches), spell },
            1 => Fault::HostPause { host: self.below(hosts), spell },
            2 => Fault::StartJitter { most: Ps::from_ns(u64::from(self.below(200_000))) },
            3 | 4 => {
                let queue = self.one_of(&[QueueOnDown::Flushed, QueueOnDown::Kept]);
                Fault::LinkDown { link: self.below(links), spell, queue }
            }
            5 => {
                let (host, switch) = (Node::Host(self.below(hosts)), Node::Switch(self.below(switches)));
                let by_ns = i64::from(self.below(2_000_000)) - 1_000_000;
                Fault::ClockStep { node: self.one_of(&[host, switch]), at: spell.at, by_ns }
            }
            6 | 7 => {
                let watchdog = Watchdog {
                    detection_time: Ps::from_us(u64::from(20 + self.below(200))),
                    restoration_time: Ps::from_us(u64::from(20 + self.below(200))),
                    action: self.one_of(&[WatchdogAction::Drop, WatchdogAction::Forward]),
                };
                let watchdog = self.one_of(&[None, Some(watchdog)]);
                Fault::PauseStorm {
                    host: self.below(hosts),
                    class: 3,
                    spell,
                    watchdog,
                    ends_with_xon: self.one_of(&[false, true]),
                }
            }
            _ => Fault::Wire(self.wire_fault(2 * links)),
        }
    }
}

/// What became of a seed's run.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    built: u32,
    /// In which a fault took a packet.
    hit: u32,
    /// In which every flow completed.
    done: u32,
    unfinished: u32,
}

fn run(seed: u64, tally: &mut Tally) {
    let mut draw = Draw(SplitMix64::new(seed));
    let Some(mut net) = draw.empty_network(Whims::calm) else { return };
    let faults: Vec<Fault> = (0..=draw.below(5)).map(|_| draw.fault(&net)).collect();
    let takes_storms = net.set_faults(&faults).is_ok();
    if !takes_storms {
        // Without lossless classes there is nothing to pause.
        let rest: Vec<Fault> =
            faults.iter().filter(|it| !matches!(it, Fault::PauseStorm { .. })).cloned().collect();
        net.set_faults(&rest).unwrap();
    }
    draw.add_flows(&mut net);
    let balanced = |net: &Net| match net.ledger() {
        Ok(ledger) => ledger,
        Err(imbalance) => panic!("seed {seed}, at {} ps: {imbalance}; {faults:?}", net.now().0),
    };
    for _ in 0..12 {
        net.run_until(net.now() + Ps::from_ns(u64::from(draw.below(120_000))));
        balanced(&net);
    }
    let done = net.run_until_all_done(Ps::from_ms(2_000));
    let ledger = balanced(&net);
    assert_eq!(ledger.packets, net.census(), "seed {seed}");
    let stuck = net.stuck();
    assert_eq!(stuck.len() as u64, net.unfinished(), "seed {seed}: {stuck:?}");
    for it in &stuck {
        assert!(
            !matches!(it.reason, StuckReason::Nothing | StuckReason::NotStarted { .. }),
            "seed {seed}: {it:?}; {faults:?}"
        );
    }
    tally.built += 1;
    tally.hit += u32::from(net.counters().faults.lost() > 0);
    tally.done += u32::from(done);
    tally.unfinished += stuck.len() as u32;
}

/// `FAULTED_RUNS` of them, from the seed `FAULTED_SEED` on.
#[test]
fn whatever_breaks_the_ledger_balances_and_every_flow_completes_or_waits_for_something() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
    };
    let (first, runs) = (number("FAULTED_SEED", 0), number("FAULTED_RUNS", 60));
    let mut tally = Tally::default();
    (first..first + runs).for_each(|seed| run(seed, &mut tally));
    println!("seeds {first} to {}: {tally:?}", first + runs - 1);
    assert_eq!(tally.done, tally.built, "what breaks does so for 3 ms, so every flow gets through");
    assert!(runs < 60 || tally.hit * 4 > tally.built, "{tally:?}");
}
