//! The switch of the model and the owner of firmware decide alike for every scheme, over silences of any length.

use freeboard::aqm_api::{Aqm, DepthUnit, IDLE_MAX_NS, IDLE_MIN_NS, Nanos32, PortId, QueueId, Verdict};
use freeboard::{AqmId, TICK_MAX_NS, aqm_params};
use freeboard_fabric::{Instance, LinkRate, QueueScheme, Slot};
use freeboard_replay::Random;

use crate::device::{Device, passing};

/// Ports and queues of a port of [`Device`].
const PORTS: usize = 2;
const QUEUES: usize = 3;

/// Both, at one time.
struct Both<A: Aqm> {
    firmware: Device<A>,
    model: Instance<A>,
}

impl<A: Aqm> Both<A> {
    /// Moves time on. Firmware has a timer; the model has none.
    fn pass(&mut self, nanos: u64) {
        let Device { set, now, ticked } = &mut self.firmware;
        *now += nanos;
        while *ticked + u64::from(TICK_MAX_NS) <= *now {
            *ticked += u64::from(TICK_MAX_NS);
            set.on_tick(Nanos32(*ticked as u32));
        }
    }

    fn packet(&mut self, (port, queue): (usize, usize), depth: u32, random: u32) -> [[Verdict; 2]; 2] {
        let (arrival, departure) = passing(self.firmware.now, (depth / 2, depth), random);
        let slot = Slot { port: port * QUEUES, queue: port * QUEUES + queue };
        let place = (PortId(port as u16), QueueId(queue as u16));
        let firmware = self.firmware.packet(place, (depth / 2, depth), random);
        [
            firmware.map(|decision| decision.verdict),
            [self.model.on_enqueue(slot, &arrival), self.model.on_dequeue(slot, &departure)],
        ]
    }
}

/// Signals of every queue, silences between; those that the source leaves to the owner are left out.
fn alike<A: Aqm>() -> u32 {
    let Ok(params) = aqm_params::<A>(&[], DepthUnit::BYTE) else { panic!("defaults are refused") };
    let mut random = Random::new(11);
    let mut signals = 0;
    for round in 0..16 {
        let start = (1 << 40) + u64::from(random.word());
        let model = Instance::<A>::new(params).for_device(&[LinkRate::G10; PORTS], QUEUES);
        let mut both = Both { firmware: Device::new(params, start), model };
        for burst in 0..6 {
            let queues = 1 + random.below(6);
            let gap = 1 + u64::from(random.below(4_000));
            for at in 0..400u32 {
                both.pass(gap);
                let number = random.below(queues) as usize;
                let depth = 200_000.min(at * 1500).min((399 - at) * 1500);
                let [firmware, model] = both.packet((number / QUEUES, number % QUEUES), depth, random.word());
                let name = format!("{}/{}", A::META.name, A::META.variant);
                assert_eq!(firmware, model, "{name}, round {round}, burst {burst}, packet {at}");
                signals += u32::from(model.contains(&Verdict::Signal));
            }
            // As likely short as long; 2^34 ns at most.
            let silence = (u64::from(random.word()) * 4) >> random.below(34);
            both.pass(if silence < u64::from(IDLE_MIN_NS) / 2 {
                silence
            } else {
                silence + 2 * u64::from(IDLE_MAX_NS)
            });
        }
    }
    signals
}

macro_rules! every_scheme {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        #[test]
        fn the_model_and_firmware_decide_alike() {
            let signals = [$(alike::<freeboard::scheme!($kind $path)>()),*];
            assert_eq!(signals.len(), AqmId::ALL.len());
            assert!(signals.iter().filter(|signals| **signals > 0).count() > signals.len() / 2, "{signals:?}");
        }
    };
}
freeboard::for_each_aqm!(every_scheme);
