//! The switch of the model and the owner of firmware decide alike for every scheme, over silences of any length.

use freeboard::aqm_api::{
    Aqm, Arrival, Bytes, Departure, DepthUnit, Ecn, IDLE_MAX_NS, IDLE_MIN_NS, Nanos32, PortId, QueueId,
    Verdict,
};
use freeboard::{AqmId, QueueSet, TICK_MAX_NS, aqm_params};
use freeboard_fabric::{Instance, LinkRate, QueueScheme, Slot};
use freeboard_replay::Random;

const PORTS: usize = 2;
const QUEUES: usize = 3;

/// Both, at one time.
struct Both<A: Aqm> {
    firmware: QueueSet<A, PORTS, QUEUES>,
    model: Instance<A>,
    now: u64,
    ticked: u64,
}

impl<A: Aqm> Both<A> {
    /// Moves time on. Firmware has a timer; the model has none.
    fn pass(&mut self, nanos: u64) {
        self.now += nanos;
        while self.ticked + u64::from(TICK_MAX_NS) <= self.now {
            self.ticked += u64::from(TICK_MAX_NS);
            self.firmware.on_tick(Nanos32(self.ticked as u32));
        }
    }

    #[inline(never)]
    fn packet(&mut self, (port, queue): (usize, usize), depth: u32, random: u32) -> [[Verdict; 2]; 2] {
        let (now, now_high) = (Nanos32(self.now as u32), (self.now >> 32) as u16);
        let (size, ecn, sojourn) = (Bytes(1500), Ecn::ECT0, depth / 2);
        let (port_depth, pool_depth) = (depth, depth);
        let arrival = Arrival { now, now_high, size, depth, port_depth, pool_depth, ecn, random };
        let departure =
            Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
        let slot = Slot { port: port * QUEUES, queue: port * QUEUES + queue };
        let (port, queue) = (PortId(port as u16), QueueId(queue as u16));
        [
            [
                self.firmware.on_enqueue(port, queue, &arrival).verdict,
                self.firmware.on_dequeue(port, queue, &departure).verdict,
            ],
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
        let firmware = QueueSet::new(params, Nanos32(start as u32));
        let mut both = Both { firmware, model, now: start, ticked: start };
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
