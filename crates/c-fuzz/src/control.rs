//! C functions of a congestion control, compared with the control.

use crate::config::{Config, Defaults, FromPreset, agree, null_is_refused};
use crate::lent::Lent;
use freeboard_c::{FlowControl, FlowEvent, Refusal};
use freeboard_cc_api::{Bytes, CongestionControl};
use freeboard_conformance::fuzz::Reader;
use freeboard_params::{FieldId, MAX_WORDS, Settings, Words};
use freeboard_registry::cc_params;
use freeboard_replay::{EventWords, Random};

/// The functions of one control.
pub(crate) struct Calls<C: CongestionControl> {
    pub(crate) defaults: Defaults,
    pub(crate) preset: FromPreset,
    pub(crate) init: unsafe extern "C" fn(*mut C::Params, *const u32, u32, *mut Refusal) -> u32,
    pub(crate) effective: unsafe extern "C" fn(*const C::Params, *const u32, u32) -> u32,
    pub(crate) on_event: unsafe extern "C" fn(*const C::Params, *mut C, *const FlowEvent) -> FlowControl,
    pub(crate) control: unsafe extern "C" fn(*const C::Params, *const C) -> FlowControl,
    pub(crate) words: unsafe extern "C" fn(*const C, *mut u32) -> u32,
}

/// A control with functions in C.
pub(crate) trait Controlling: CongestionControl {
    const CALLS: Calls<Self>;
}

/// Drives a control; how many answers were compared, `None` where its configuration is refused.
pub(crate) fn run<C: Controlling>(reader: &mut Reader<'_>) -> Option<usize> {
    let calls = &C::CALLS;
    let mss = reader.choose(&[1_460, 64, 8_960, 1, 65_535, 0, 65_536, 536]);
    let mut config = Config::read::<C::Settings>(reader, (calls.defaults, calls.preset), C::PRESETS);
    let (mut lent, mut memory, mut refusal) = (Lent::zeroed(), Lent::<C>::zeroed(), Refusal::default());
    // SAFETY: null, or memory of the types that the header asks for.
    let mut init = |params, refusal| unsafe { (calls.init)(params, config.pointer(), mss, refusal) };
    null_is_refused(|refusal| init(core::ptr::null_mut(), refusal));
    let code = init(lent.pointer(), &raw mut refusal);
    let values = config.values(mss);
    let expected =
        values.as_ref().map(|values| cc_params::<C>(values, Bytes(mss))).map_err(|refused| *refused);
    let params = agree((code, refusal), &lent, expected)?;
    let settings = C::Settings::from_values(&values.unwrap_or_default()).unwrap();
    for field in 0..=C::Settings::FIELDS.len() as u32 {
        // SAFETY: parameters that were written, and their configuration.
        let found = unsafe { (calls.effective)(lent.pointer(), config.pointer(), field) };
        assert_eq!(
            found,
            C::effective(&params, &settings, FieldId(field as u16)).unwrap_or(0),
            "field {field}"
        );
    }
    let (mut own, mut compared) = (C::default(), 0);
    for words in reader.ops() {
        let mut random = Random::new(u64::from(words[0]) << 32 | u64::from(words[1]));
        for _ in 0..16 {
            let (columns, path) = event(&mut random, words);
            let with_path = random.one_in(2);
            let given =
                FlowEvent { columns, path: if with_path { &raw const path } else { core::ptr::null() } };
            // SAFETY: parameters that were written, state, and an event whose path is null or there.
            let found = unsafe { (calls.on_event)(lent.pointer(), memory.pointer(), &raw const given) };
            if columns[0] < EventWords::KINDS {
                let mut event = EventWords::new(columns);
                if event.brings_telemetry() && with_path {
                    event = event.with_path(path);
                }
                let stack = event.stack();
                let event = event.event(&stack);
                // A negative time is none.
                own.on_event(&params, &event.without_negative_rtt().unwrap_or(event));
            }
            let expected = FlowControl::from(own.control(&params));
            // SAFETY: as above.
            let holds = unsafe { (calls.control)(lent.pointer(), memory.pointer()) };
            assert_eq!((found, holds), (expected, expected), "{columns:?}");
            assert_eq!(state(&mut memory), canonical(&own));
            lent.check();
            compared += 1;
        }
    }
    Some(compared)
}

/// Columns of an event, one in thirteen of a kind that does not exist, and of a path.
fn event(
    random: &mut Random,
    words: [u32; 4],
) -> ([u32; EventWords::COLUMNS], [u32; EventWords::PATH_COLUMNS]) {
    let [_, _, wide, long] = words;
    let mut columns: [u32; EventWords::COLUMNS] =
        core::array::from_fn(|at| random.word() & if at & 1 == 0 { wide } else { long });
    columns[0] = random.below(EventWords::KINDS + 1);
    columns[1] = random.word();
    let mut path: [u32; EventWords::PATH_COLUMNS] = core::array::from_fn(|_| random.word() & wide);
    path[0] = random.below(8);
    (columns, path)
}

fn state<C: Controlling>(memory: &mut Lent<C>) -> Vec<u32> {
    let mut words = Lent::<[u32; MAX_WORDS]>::zeroed();
    // SAFETY: state that was filled with 0, and memory for the most words.
    let count = unsafe { (C::CALLS.words)(memory.pointer(), words.pointer().cast()) };
    words.check();
    memory.check();
    // SAFETY: filled with 0 before.
    let list = unsafe { words.pointer().read() };
    list[..count as usize].to_vec()
}

fn canonical<C: CongestionControl>(own: &C) -> Vec<u32> {
    let mut words = Words::new();
    own.canonical(&mut words);
    words.as_slice().to_vec()
}

/// A line of `entries.rs`: the functions of one control.
macro_rules! control {
    ($name:literal $type:ty, $params:literal $flow:literal) => {
        const _: () = {
            use crate::control::{Calls, Controlling};
            use freeboard_c::{FlowControl, FlowEvent, Refusal};
            use freeboard_cc_api::CongestionControl;
            type Own = $type;
            type Params = <Own as CongestionControl>::Params;

            unsafe extern "C" {
                #[link_name = concat!("freeboard_", $name, "_defaults")]
                fn defaults(config: *mut u32);
                #[link_name = concat!("freeboard_", $name, "_preset")]
                fn preset(config: *mut u32, name: *const core::ffi::c_char) -> u32;
                #[link_name = concat!("freeboard_", $name, "_init")]
                fn init(params: *mut Params, config: *const u32, mss: u32, refusal: *mut Refusal) -> u32;
                #[link_name = concat!("freeboard_", $name, "_effective")]
                fn effective(params: *const Params, config: *const u32, field: u32) -> u32;
                #[link_name = concat!("freeboard_", $name, "_on_event")]
                fn on_event(params: *const Params, flow: *mut Own, event: *const FlowEvent) -> FlowControl;
                #[link_name = concat!("freeboard_", $name, "_control")]
                fn control(params: *const Params, flow: *const Own) -> FlowControl;
                #[link_name = concat!("freeboard_", $name, "_words")]
                fn words(flow: *const Own, words: *mut u32) -> u32;
            }

            impl Controlling for Own {
                const CALLS: Calls<Self> =
                    Calls { defaults, preset, init, effective, on_event, control, words };
            }
        };
    };
}
pub(crate) use control;
