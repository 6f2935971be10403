//! C functions of an underlay, compared with the underlay.

use crate::config::{Config, Defaults, FromPreset, agree, null_is_refused};
use crate::lent::Lent;
use freeboard_c::{Refusal, Report, SentPacket};
use freeboard_cc_api::{Bytes, Nanos32, OrAck, Sent, Underlay};
use freeboard_conformance::fuzz::Reader;
use freeboard_params::{MAX_WORDS, Words};
use freeboard_registry::underlay_params;
use freeboard_replay::Random;

/// The functions of one underlay.
pub(crate) struct Calls<U: Underlay> {
    pub(crate) defaults: Defaults,
    pub(crate) preset: FromPreset,
    pub(crate) init: unsafe extern "C" fn(*mut U::Params, *const u32, *mut Refusal) -> u32,
    pub(crate) on_sent: unsafe extern "C" fn(*const U::Params, *mut U, *const SentPacket) -> u32,
    pub(crate) on_report: unsafe extern "C" fn(*const U::Params, *mut U, *const Report),
    pub(crate) is_sane: unsafe extern "C" fn(*const U::Params, *const Report) -> u32,
    pub(crate) on_ack: unsafe extern "C" fn(*const U::Params, *mut U, u32, u32),
    pub(crate) release: unsafe extern "C" fn(*const U::Params, *const U, u32) -> u32,
    pub(crate) cap: unsafe extern "C" fn(*const U::Params, *const U) -> u32,
    pub(crate) words: unsafe extern "C" fn(*const U, *mut u32) -> u32,
}

/// An underlay with functions in C.
pub(crate) trait Lying: Underlay {
    const CALLS: Calls<Self>;
}

/// Drives an underlay; how many answers were compared, `None` where its configuration is refused.
pub(crate) fn run<U: Lying>(reader: &mut Reader<'_>) -> Option<usize> {
    let calls = &U::CALLS;
    // As of the other families, which have a measure.
    let _ = reader.byte();
    let mut config = Config::read::<U::Settings>(reader, (calls.defaults, calls.preset), U::PRESETS);
    let (mut lent, mut memory, mut refusal) = (Lent::zeroed(), Lent::<U>::zeroed(), Refusal::default());
    // SAFETY: null, or memory of the types that the header asks for.
    let mut init = |params, refusal| unsafe { (calls.init)(params, config.pointer(), refusal) };
    null_is_refused(|refusal| init(core::ptr::null_mut(), refusal));
    let code = init(lent.pointer(), &raw mut refusal);
    let expected = config.values(1).map(|values| underlay_params::<U>(&values));
    let params = agree((code, refusal), &lent, expected)?;
    let (mut own, mut compared) = (U::default(), 0);
    for words in reader.ops() {
        let mut random = Random::new(u64::from(words[0]) << 32 | u64::from(words[1]));
        for _ in 0..16 {
            let now = random.word();
            call(&mut (&mut lent, &mut memory), (&params, &mut own), &mut random, now);
            // SAFETY: parameters that were written, and state.
            let found = unsafe {
                (
                    (calls.release)(lent.pointer(), memory.pointer(), now),
                    (calls.cap)(lent.pointer(), memory.pointer()),
                )
            };
            assert_eq!(found, (own.release(&params, Nanos32(now)).0, own.in_flight_cap(&params).0));
            let mut expected = Words::new();
            own.canonical(&mut expected);
            let mut list = Lent::<[u32; MAX_WORDS]>::zeroed();
            // SAFETY: state, and memory for the most words.
            let count = unsafe { (calls.words)(memory.pointer(), list.pointer().cast()) };
            list.check();
            lent.check();
            memory.check();
            // SAFETY: filled with 0 before.
            assert_eq!(unsafe { list.pointer().read() }[..count as usize], *expected.as_slice());
            compared += 1;
        }
    }
    Some(compared)
}

/// One of the three events.
fn call<U: Lying>(
    (lent, memory): &mut (&mut Lent<U::Params>, &mut Lent<U>),
    (params, own): (&U::Params, &mut U),
    random: &mut Random,
    now_ns: u32,
) {
    let (calls, now) = (&U::CALLS, Nanos32(now_ns));
    match random.below(3) {
        0 => {
            let (packet, fresh) = (random.below(1 << 12), random.below(1 << 16));
            let sent = SentPacket { now_ns, packet, fresh };
            // SAFETY: parameters that were written, state, and a packet.
            let found = unsafe { (calls.on_sent)(lent.pointer(), memory.pointer(), &raw const sent) };
            assert_eq!(found, own.on_sent(params, &Sent { now, packet, fresh: Bytes(fresh) }));
        }
        1 => {
            let (packet, sent_ns) = (random.below(1 << 12), now_ns.wrapping_sub(random.below(1 << 20)));
            let received_ns = sent_ns.wrapping_add(random.below(1 << 20));
            let pause_at_sent_ns = random.word();
            let report = Report { now_ns, packet, sent_ns, received_ns, pause_at_sent_ns };
            // SAFETY: as above, and a report.
            let is_sane = unsafe {
                (calls.on_report)(lent.pointer(), memory.pointer(), &raw const report);
                (calls.is_sane)(lent.pointer(), &raw const report)
            };
            let (sent, received) = (Nanos32(sent_ns), Nanos32(received_ns));
            let report = OrAck { now, packet, sent, received, pause_at_sent: pause_at_sent_ns };
            own.on_or_ack(params, &report);
            assert_eq!(is_sane, u32::from(U::is_sane(params, &report)));
        }
        _ => {
            let acked = random.below(1 << 20);
            // SAFETY: as above.
            unsafe { (calls.on_ack)(lent.pointer(), memory.pointer(), now_ns, acked) };
            own.on_ack(params, now, Bytes(acked));
        }
    }
}

/// A line of `entries.rs`: the functions of one underlay.
macro_rules! underlay {
    ($name:literal $type:ty, $params:literal $flow:literal) => {
        const _: () = {
            use crate::underlay::{Calls, Lying};
            use freeboard_c::{Refusal, Report, SentPacket};
            use freeboard_cc_api::Underlay;
            type Own = $type;
            type Params = <Own as Underlay>::Params;

            unsafe extern "C" {
                #[link_name = concat!("freeboard_", $name, "_defaults")]
                fn defaults(config: *mut u32);
                #[link_name = concat!("freeboard_", $name, "_preset")]
                fn preset(config: *mut u32, name: *const core::ffi::c_char) -> u32;
                #[link_name = concat!("freeboard_", $name, "_init")]
                fn init(params: *mut Params, config: *const u32, refusal: *mut Refusal) -> u32;
                #[link_name = concat!("freeboard_", $name, "_on_sent")]
                fn on_sent(params: *const Params, flow: *mut Own, sent: *const SentPacket) -> u32;
                #[link_name = concat!("freeboard_", $name, "_on_report")]
                fn on_report(params: *const Params, flow: *mut Own, report: *const Report);
                #[link_name = concat!("freeboard_", $name, "_is_sane")]
                fn is_sane(params: *const Params, report: *const Report) -> u32;
                #[link_name = concat!("freeboard_", $name, "_on_ack")]
                fn on_ack(params: *const Params, flow: *mut Own, now: u32, acked: u32);
                #[link_name = concat!("freeboard_", $name, "_release")]
                fn release(params: *const Params, flow: *const Own, now: u32) -> u32;
                #[link_name = concat!("freeboard_", $name, "_in_flight_cap")]
                fn cap(params: *const Params, flow: *const Own) -> u32;
                #[link_name = concat!("freeboard_", $name, "_words")]
                fn words(flow: *const Own, words: *mut u32) -> u32;
            }

            impl Lying for Own {
                const CALLS: Calls<Self> = Calls {
                    defaults,
                    preset,
                    init,
                    on_sent,
                    on_report,
                    is_sane,
                    on_ack,
                    release,
                    cap,
                    words,
                };
            }
        };
    };
}
pub(crate) use underlay;
