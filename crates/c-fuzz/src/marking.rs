//! C functions of a marking scheme, compared with the scheme.

use crate::config::{Config, Defaults, FromPreset, agree, null_is_refused};
use crate::lent::Lent;
use freeboard_aqm_api::{
    Aqm, Arrival, Bytes, Departure, DepthUnit, Ecn, Nanos32, PortId, PortView, QueueView, Scope, State,
    Verdict,
};
use freeboard_c::{Packet, QueueList, Refusal};
use freeboard_conformance::fuzz::Reader;
use freeboard_params::{FieldId, MAX_WORDS, Settings, Words};
use freeboard_registry::{AqmInstance, aqm_params};
use freeboard_replay::Random;

type OnPacket<A> = unsafe extern "C" fn(
    *const <A as Aqm>::Params,
    *mut <A as Aqm>::Pipe,
    *mut <A as Aqm>::Port,
    *mut <A as Aqm>::Queue,
    *const Packet,
) -> u32;

type OnTime<A> = unsafe extern "C" fn(
    *const <A as Aqm>::Params,
    *mut <A as Aqm>::Pipe,
    *mut <A as Aqm>::Port,
    *mut <A as Aqm>::Queue,
    u32,
);

/// A hook that a scheme has.
pub(crate) enum Hook<A: Aqm> {
    Enqueue(OnPacket<A>),
    Dequeue(OnPacket<A>),
    Control(unsafe extern "C" fn(*mut A::Params, u32, *const QueueList)),
}

/// The functions of one scheme.
pub(crate) struct Calls<A: Aqm> {
    pub(crate) defaults: Defaults,
    pub(crate) preset: FromPreset,
    pub(crate) init: unsafe extern "C" fn(*mut A::Params, *const u32, u32, *mut Refusal) -> u32,
    pub(crate) effective: unsafe extern "C" fn(*const A::Params, *const u32, u32) -> u32,
    pub(crate) on_idle: OnTime<A>,
    pub(crate) on_clock_step: OnTime<A>,
    pub(crate) words: unsafe extern "C" fn(*const A::Pipe, *const A::Port, *const A::Queue, *mut u32) -> u32,
    pub(crate) hooks: &'static [Hook<A>],
}

/// A scheme with functions in C.
pub(crate) trait Marking: Aqm {
    const CALLS: Calls<Self>;
}

/// Memory of one queue that the C caller passes.
pub(crate) struct Lending<A: Aqm> {
    params: Lent<A::Params>,
    pipe: Lent<A::Pipe>,
    port: Lent<A::Port>,
    queue: Lent<A::Queue>,
}

impl<A: Marking> Lending<A> {
    pub(crate) const fn zeroed() -> Self {
        let (params, pipe) = (Lent::zeroed(), Lent::zeroed());
        Self { params, pipe, port: Lent::zeroed(), queue: Lent::zeroed() }
    }

    /// Parameters, pipe, port and queue.
    pub(crate) const fn pointers(&mut self) -> (*mut A::Params, *mut A::Pipe, *mut A::Port, *mut A::Queue) {
        (self.params.pointer(), self.pipe.pointer(), self.port.pointer(), self.queue.pointer())
    }

    /// # Panics
    /// Something was written beside what was lent.
    pub(crate) fn check(&self) {
        self.params.check();
        self.pipe.check();
        self.port.check();
        self.queue.check();
    }

    /// The state's words as the library gives them.
    pub(crate) fn words(&mut self) -> Vec<u32> {
        let mut words = Lent::<[u32; MAX_WORDS]>::zeroed();
        let (_, pipe, port, queue) = self.pointers();
        // SAFETY: state that was filled with 0, and memory for the most words.
        let count = unsafe { (A::CALLS.words)(pipe, port, queue, words.pointer().cast()) };
        words.check();
        self.check();
        // SAFETY: filled with 0 before.
        let list = unsafe { words.pointer().read() };
        list[..count as usize].to_vec()
    }
}

/// Drives a scheme; how many answers were compared, `None` where its configuration is refused.
pub(crate) fn run<A: Marking>(reader: &mut Reader<'_>) -> Option<usize> {
    let calls = &A::CALLS;
    let unit = reader.choose(&[1, 80, 208, 1, 80, 65_535, 0, 65_536]);
    let mut config = Config::read::<A::Settings>(reader, (calls.defaults, calls.preset), A::PRESETS);
    let mut lent = Lending::<A>::zeroed();
    let mut refusal = Refusal::default();
    // SAFETY: null, or memory of the types that the header asks for.
    let mut init = |params, refusal| unsafe { (calls.init)(params, config.pointer(), unit, refusal) };
    null_is_refused(|refusal| init(core::ptr::null_mut(), refusal));
    let code = init(lent.params.pointer(), &raw mut refusal);
    let values = config.values(unit);
    let depth_unit = DepthUnit::cell(unit as u16).unwrap_or(DepthUnit::BYTE);
    let expected =
        values.as_ref().map(|values| aqm_params::<A>(values, depth_unit)).map_err(|refused| *refused);
    let params = agree((code, refusal), &lent.params, expected)?;
    let settings = A::Settings::from_values(&values.unwrap_or_default()).unwrap();
    for field in 0..=A::Settings::FIELDS.len() as u32 {
        // SAFETY: parameters that were written, and their configuration.
        let found = unsafe { (calls.effective)(lent.params.pointer(), config.pointer(), field) };
        assert_eq!(
            found,
            A::effective(&params, &settings, FieldId(field as u16)).unwrap_or(0),
            "field {field}"
        );
    }
    let mut own = AqmInstance::<A>::new(params);
    let mut compared = 0;
    for words in reader.ops() {
        let mut random = Random::new(u64::from(words[0]) << 32 | u64::from(words[1]));
        for _ in 0..16 {
            step(&mut lent, &mut own, &mut random, words);
            let mut expected = Words::new();
            own.pipe.canonical(&mut expected);
            own.port.canonical(&mut expected);
            own.queue.canonical(&mut expected);
            assert_eq!(lent.words(), expected.as_slice());
            compared += 1;
        }
    }
    Some(compared)
}

/// Every hook once, or a silence.
fn step<A: Marking>(
    lent: &mut Lending<A>,
    own: &mut AqmInstance<A>,
    random: &mut Random,
    [_, _, deep, long]: [u32; 4],
) {
    let packet = Packet {
        now_ns: random.word(),
        now_high: random.below(1 << 16),
        size: random.below(9_001),
        depth: random.word() & deep,
        port_depth: random.word() & deep,
        pool_depth: random.word() & deep,
        sojourn_ns: random.word() & long,
        ecn: random.below(4),
        random: random.word(),
    };
    let (params, pipe, port, queue) = lent.pointers();
    if random.one_in(16) {
        // SAFETY: parameters that were written, and state.
        unsafe { (A::CALLS.on_idle)(params, pipe, port, queue, packet.now_ns) };
        own.on_idle(Nanos32(packet.now_ns));
        return;
    }
    if random.one_in(64) {
        // SAFETY: as above.
        unsafe { (A::CALLS.on_clock_step)(params, pipe, port, queue, packet.now_ns) };
        own.on_clock_step(Nanos32(packet.now_ns));
        return;
    }
    for hook in A::CALLS.hooks {
        match hook {
            Hook::Enqueue(call) => {
                // SAFETY: as above.
                let found = unsafe { call(params, pipe, port, queue, &raw const packet) };
                assert_eq!(found, own.on_enqueue(&arrival(&packet)) as u32, "{packet:?}");
            }
            Hook::Dequeue(call) => {
                // SAFETY: as above.
                let found = unsafe { call(params, pipe, port, queue, &raw const packet) };
                assert_eq!(found, leave(own, &packet) as u32, "{packet:?}");
            }
            Hook::Control(call) => {
                let view = |_| QueueView {
                    depth: random.word() & deep,
                    weight: random.below(40),
                    sojourn: random.word() & long,
                };
                let queues: [QueueView; 3] = core::array::from_fn(view);
                let count = packet.now_high % 4;
                let list =
                    QueueList { port: 1, pool_depth: packet.pool_depth, count, queues: queues.as_ptr() };
                // SAFETY: as above; the list names at most as many queues as there are.
                unsafe { call(params, packet.now_ns, &raw const list) };
                let seen = PortView {
                    port: PortId(1),
                    queues: &queues[..count as usize],
                    pool_depth: packet.pool_depth,
                };
                own.on_control(Nanos32(packet.now_ns), &seen);
            }
        }
    }
}

fn arrival(packet: &Packet) -> Arrival {
    Arrival {
        now: Nanos32(packet.now_ns),
        now_high: packet.now_high as u16,
        size: Bytes(packet.size),
        depth: packet.depth,
        port_depth: packet.port_depth,
        pool_depth: packet.pool_depth,
        ecn: Ecn::from_bits_truncate(packet.ecn as u8),
        random: packet.random,
    }
}

fn leave<A: Aqm>(own: &mut AqmInstance<A>, packet: &Packet) -> Verdict {
    let Arrival { now, now_high, size, depth, port_depth, pool_depth, ecn, random } = arrival(packet);
    // A negative time is none.
    let sojourn = if packet.sojourn_ns > i32::MAX as u32 { 0 } else { packet.sojourn_ns };
    let departure = Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
    let scope = Scope { pipe: &mut own.pipe, port: &mut own.port, queue: &mut own.queue };
    A::on_dequeue(&own.params, scope, &departure).verdict
}

/// A line of `entries.rs`: the functions of one scheme.
macro_rules! marking {
    ($name:literal $type:ty, $sizes:expr, $($hook:ident)*) => {
        const _: () = {
            use crate::marking::{Calls, Marking};
            use freeboard_aqm_api::Aqm;
            use freeboard_c::Refusal;
            type Own = $type;
            type Params = <Own as Aqm>::Params;
            type Pipe = <Own as Aqm>::Pipe;
            type Port = <Own as Aqm>::Port;
            type Queue = <Own as Aqm>::Queue;

            unsafe extern "C" {
                #[link_name = concat!("freeboard_", $name, "_defaults")]
                fn defaults(config: *mut u32);
                #[link_name = concat!("freeboard_", $name, "_preset")]
                fn preset(config: *mut u32, name: *const core::ffi::c_char) -> u32;
                #[link_name = concat!("freeboard_", $name, "_init")]
                fn init(params: *mut Params, config: *const u32, unit: u32, refusal: *mut Refusal) -> u32;
                #[link_name = concat!("freeboard_", $name, "_effective")]
                fn effective(params: *const Params, config: *const u32, field: u32) -> u32;
                #[link_name = concat!("freeboard_", $name, "_on_idle")]
                fn on_idle(params: *const Params, pipe: *mut Pipe, port: *mut Port, queue: *mut Queue, now: u32);
                #[link_name = concat!("freeboard_", $name, "_on_clock_step")]
                fn on_clock_step(params: *const Params, pipe: *mut Pipe, port: *mut Port, queue: *mut Queue, now: u32);
                #[link_name = concat!("freeboard_", $name, "_words")]
                fn words(pipe: *const Pipe, port: *const Port, queue: *const Queue, words: *mut u32) -> u32;
            }

            impl Marking for Own {
                const CALLS: Calls<Self> = Calls {
                    defaults,
                    preset,
                    init,
                    effective,
                    on_idle,
                    on_clock_step,
                    words,
                    hooks: &[$(crate::marking::marking!(hook $hook $name)),*],
                };
            }
        };
    };
    (hook control $name:literal) => {{
        unsafe extern "C" {
            #[link_name = concat!("freeboard_", $name, "_on_control")]
            fn call(params: *mut Params, now: u32, list: *const freeboard_c::QueueList);
        }
        crate::marking::Hook::Control(call)
    }};
    (hook enqueue $name:literal) => { crate::marking::Hook::Enqueue(crate::marking::marking!(packet "_on_enqueue" $name)) };
    (hook dequeue $name:literal) => { crate::marking::Hook::Dequeue(crate::marking::marking!(packet "_on_dequeue" $name)) };
    (packet $end:literal $name:literal) => {{
        unsafe extern "C" {
            #[link_name = concat!("freeboard_", $name, $end)]
            fn call(
                params: *const Params,
                pipe: *mut Pipe,
                port: *mut Port,
                queue: *mut Queue,
                packet: *const freeboard_c::Packet,
            ) -> u32;
        }
        call
    }};
}
pub(crate) use marking;
