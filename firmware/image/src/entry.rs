//! Entry points with a C calling convention, and the table that says where they are.

use crate::by_hand::EcnSharpByHand;
use freeboard_params::{FieldId, ParamError};
use freeboard_registry::aqm_api::{Aqm, Arrival, Bytes, Departure, Ecn, Nanos32, Settings};
use freeboard_registry::cc_api::{Ack, CongestionControl, Control, IntStack, Loss, Prior, Seq32};
use freeboard_registry::{AqmInstance, Flow};
use freeboard_replay::plan;

/// Of a marking scheme: (instance, now, sojourn, depth, size, random, ECN and high stamp bits, pool depth) ->
/// verdict.
type PacketHook = unsafe extern "C" fn(*mut u8, u32, u32, u32, u32, u32, u32, u32) -> u32;
/// Of a congestion control: (instance, now, kind and flags, amount, marked, una, nxt, RTT) -> window, and the
/// rate in the upper half.
pub(crate) type FlowHook = unsafe extern "C" fn(*mut u8, u32, u32, u32, u32, u32, u32, u32) -> u64;

/// The code of one hook; the entry's kind says which.
#[derive(Clone, Copy)]
#[repr(C)]
pub union Hook {
    pub(crate) packet: PacketHook,
    pub(crate) flow: FlowHook,
}

/// One algorithm's entry points.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Entry {
    /// 0 for a marking scheme, 1 for a congestion control, 2 for the hand-written baseline and what is compared with it, 3 for an underlay.
    pub kind: u32,
    /// Number within the kind, in list order.
    pub number: u32,
    /// Bytes of one placed instance: parameters and state.
    pub placed_bytes: u32,
    /// Bytes of its state.
    pub state_bytes: u32,
    /// Sets up an instance: (memory, values of the fields in order, how many of them) -> 0, or 1 + the refused field.
    pub place: unsafe extern "C" fn(*mut u8, *const u32, u32) -> u32,
    /// A packet arrives, or an event of a flow: see the functions below.
    pub first: Hook,
    /// A packet leaves; for a congestion control the same as `first`.
    pub second: Hook,
    /// Appends the state's words: (instance, memory for 32 words) -> how many.
    pub words: unsafe extern "C" fn(*const u8, *mut u32) -> u32,
}

/// Settings of these values, in the order of their fields, the rest as by default.
///
/// # Safety
/// `values` is `count` words.
pub(crate) unsafe fn settings<S: Settings>(values: *const u32, count: u32) -> Result<S, ParamError> {
    (0..count).try_fold(S::default(), |settings, id| {
        // SAFETY: the caller's contract.
        let value = unsafe { values.add(id as usize).read() };
        settings.with(FieldId(id as u16), value)
    })
}

/// What a place answers for a refused setting.
pub(crate) const fn refused(error: ParamError) -> u32 {
    1 + error.field.0 as u32
}

/// # Safety
/// `placed` is memory for a `AqmInstance<A>`, `values` is `count` words.
unsafe extern "C" fn place<A: Aqm>(placed: *mut u8, values: *const u32, count: u32) -> u32 {
    // SAFETY: the caller's contract.
    let params = unsafe { settings(values, count) }
        .and_then(|settings| A::params(&settings, plan::depth_unit(A::META.reads)));
    match params {
        // SAFETY: the caller's contract.
        Ok(params) => unsafe { placed.cast::<AqmInstance<A>>().write(AqmInstance::new(params)) },
        Err(error) => return refused(error),
    }
    0
}

/// `ecn_high`: bits 15..0 are bits 47..32 of the stamp, bits 17..16 the ECN field.
///
/// # Safety
/// `placed` is a `AqmInstance<A>`.
#[unsafe(link_section = ".text.freeboard_hot")]
unsafe extern "C" fn enqueue<A: Aqm>(
    placed: *mut u8,
    now: u32,
    _: u32,
    depth: u32,
    size: u32,
    random: u32,
    ecn_high: u32,
    pool_depth: u32,
) -> u32 {
    // SAFETY: the caller's contract.
    let placed = unsafe { &mut *placed.cast::<AqmInstance<A>>() };
    placed.on_enqueue(&Arrival {
        now: Nanos32(now),
        now_high: ecn_high as u16,
        size: Bytes(size),
        depth,
        port_depth: depth,
        pool_depth,
        ecn: Ecn::from_bits_truncate((ecn_high >> 16) as u8),
        random,
    }) as u32
}

/// As [`enqueue`], with the sojourn time.
///
/// # Safety
/// `placed` is a `AqmInstance<A>`.
#[unsafe(link_section = ".text.freeboard_hot")]
unsafe extern "C" fn dequeue<A: Aqm>(
    placed: *mut u8,
    now: u32,
    sojourn: u32,
    depth: u32,
    size: u32,
    random: u32,
    ecn_high: u32,
    pool_depth: u32,
) -> u32 {
    // SAFETY: the caller's contract.
    let placed = unsafe { &mut *placed.cast::<AqmInstance<A>>() };
    placed.on_dequeue(&Departure {
        now: Nanos32(now),
        now_high: ecn_high as u16,
        sojourn,
        size: Bytes(size),
        depth,
        port_depth: depth,
        pool_depth,
        ecn: Ecn::from_bits_truncate((ecn_high >> 16) as u8),
        random,
    }) as u32
}

/// # Safety
/// `placed` is a `AqmInstance<A>`, `words` is memory for 32 words.
unsafe extern "C" fn aqm_words<A: Aqm>(placed: *const u8, words: *mut u32) -> u32 {
    let mut list = freeboard_params::Words::new();
    // SAFETY: the caller's contract.
    unsafe { &*placed.cast::<AqmInstance<A>>() }.canonical(&mut list);
    // SAFETY: the caller's contract.
    unsafe { copy(&list, words) }
}

/// Writes the words of a list; answers how many.
///
/// # Safety
/// `words` is memory for 32 words, as many as a list can hold.
pub(crate) unsafe fn copy(list: &freeboard_params::Words, words: *mut u32) -> u32 {
    let list = list.as_slice();
    // SAFETY: the caller's contract; its memory does not overlap the list, which is ours.
    unsafe { words.copy_from_nonoverlapping(list.as_ptr(), list.len()) };
    list.len() as u32
}

/// # Safety
/// `flow` is memory for a `Flow<C>`, `values` is `count` words.
unsafe extern "C" fn start<C: CongestionControl>(flow: *mut u8, values: *const u32, count: u32) -> u32 {
    // SAFETY: the caller's contract.
    let params = unsafe { settings(values, count) }.and_then(|settings| C::params(&settings, Bytes(1460)));
    match params {
        // SAFETY: the caller's contract.
        Ok(params) => unsafe { flow.cast::<Flow<C>>().write(Flow::new(params)) },
        Err(error) => return refused(error),
    }
    0
}

/// `kind_flags`: bits 7..0 are the event (0 ACK, 1 duplicate ACK, 2 loss, 3 timeout, 4 idle, 5 sent, 6
/// application-limited, 7 CNP, 8 RTT, 9 tick, 10 pause begins, 11 pause ends, 12 ACK with telemetry, 13 a
/// reduction taken back), bit 8 says the
/// ACK was limited by the window, bits 29..9 are its delivery rate in Q20. `amount` is the bytes acknowledged, marked
/// ones in `marked`; of a silence its length, of what is taken back the window, with the threshold in `marked`. Answers with the window, and the rate in the upper half.
///
/// # Safety
/// `flow` is a `Flow<C>`, and an [`IntStack`] lies right behind it.
#[unsafe(link_section = ".text.freeboard_hot")]
unsafe extern "C" fn event<C: CongestionControl>(
    flow: *mut u8,
    now: u32,
    kind_flags: u32,
    amount: u32,
    marked: u32,
    una: u32,
    nxt: u32,
    rtt: u32,
) -> u64 {
    // SAFETY: the caller's contract.
    let (flow, stack) = unsafe {
        let flow = flow.cast::<Flow<C>>();
        (&mut *flow, &*flow.add(1).cast::<IntStack>())
    };
    let now = Nanos32(now);
    let in_flight = Bytes(nxt.wrapping_sub(una));
    let loss = Loss { in_flight, una: Seq32(una), nxt: Seq32(nxt) };
    let ack = Ack {
        acked: Bytes(amount),
        marked: Bytes(marked),
        una: Seq32(una),
        nxt: Seq32(nxt),
        in_flight,
        rtt,
        delivery_rate: (kind_flags >> 9) & 0x1f_ffff,
        window_limited: kind_flags & 0x100 != 0,
    };
    let Control { window, rate } = match kind_flags & 0xff {
        // A control that reads no telemetry has one copy of its code for both.
        0 | 12 if !C::META.int => flow.on_ack(now, &ack),
        0 => flow.on_ack(now, &ack),
        12 => flow.on_int(now, &ack, stack),
        1 => flow.on_dup_ack(now),
        2 => flow.on_loss(now, &loss),
        3 => flow.on_timeout(now, &loss),
        4 => flow.on_idle(now, amount),
        5 => flow.on_sent(now, Bytes(amount)),
        7 => flow.on_cnp(now),
        8 => flow.on_rtt(now, rtt),
        9 => flow.on_tick(now),
        13 => flow.on_undo(now, &Prior { window: Bytes(amount), threshold: Bytes(marked) }),
        10 | 11 => flow.on_paused(now, kind_flags & 0xff == 10),
        _ => flow.on_app_limited(now),
    };
    u64::from(rate.to_bits()) << 32 | u64::from(window.0)
}

/// # Safety
/// `flow` is a `Flow<C>`, `words` is memory for 32 words.
unsafe extern "C" fn cc_words<C: CongestionControl>(flow: *const u8, words: *mut u32) -> u32 {
    let mut list = freeboard_params::Words::new();
    // SAFETY: the caller's contract.
    unsafe { &*flow.cast::<Flow<C>>() }.canonical(&mut list);
    // SAFETY: the caller's contract.
    unsafe { copy(&list, words) }
}

/// `values`: `ins_target`, `pst_target`, interval in ticks, scale, then the math unit's 16 bytes as 4 words.
///
/// # Safety
/// `placed` is memory for an [`EcnSharpByHand`], `values` is 8 words.
unsafe extern "C" fn place_by_hand(placed: *mut u8, values: *const u32, _: u32) -> u32 {
    // SAFETY: the caller's contract.
    let word = |index: usize| unsafe { values.add(index).read() };
    let mut table = [0; 16];
    for (index, byte) in table.iter_mut().enumerate() {
        *byte = (word(4 + index / 4) >> (8 * (index % 4))) as u8;
    }
    let hand = EcnSharpByHand::new(word(0), word(1), word(2), table, word(3) as i32);
    // SAFETY: the caller's contract.
    unsafe { placed.cast::<EcnSharpByHand>().write(hand) };
    0
}

/// # Safety
/// `placed` is an [`EcnSharpByHand`].
#[unsafe(link_section = ".text.freeboard_hot")]
unsafe extern "C" fn dequeue_by_hand(
    placed: *mut u8,
    now: u32,
    sojourn: u32,
    _: u32,
    _: u32,
    _: u32,
    _: u32,
    _: u32,
) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { &mut *placed.cast::<EcnSharpByHand>() }.on_dequeue(now, sojourn) as u32
}

/// # Safety
/// Any arguments.
pub(crate) unsafe extern "C" fn no_words(_: *const u8, _: *mut u32) -> u32 {
    0
}

pub(crate) const BY_HAND: Entry = Entry {
    kind: 2,
    number: 0,
    placed_bytes: size_of::<EcnSharpByHand>() as u32,
    state_bytes: 0,
    place: place_by_hand,
    first: Hook { packet: dequeue_by_hand },
    second: Hook { packet: dequeue_by_hand },
    words: no_words,
};

const fn of_aqm<A: Aqm>(number: u32) -> Entry {
    Entry {
        kind: 0,
        number,
        placed_bytes: size_of::<AqmInstance<A>>() as u32,
        state_bytes: (size_of::<A::Pipe>() + size_of::<A::Port>() + size_of::<A::Queue>()) as u32,
        place: place::<A>,
        first: Hook { packet: enqueue::<A> },
        second: Hook { packet: dequeue::<A> },
        words: aqm_words::<A>,
    }
}

const fn of_cc<C: CongestionControl>(number: u32) -> Entry {
    Entry {
        kind: 1,
        number,
        placed_bytes: size_of::<Flow<C>>() as u32,
        state_bytes: size_of::<C>() as u32,
        place: start::<C>,
        first: Hook { flow: event::<C> },
        second: Hook { flow: event::<C> },
        words: cc_words::<C>,
    }
}

macro_rules! aqm_entries {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        &[$(of_aqm::<freeboard_registry::scheme!($kind $path)>(freeboard_registry::AqmId::$name as u32)),*]
    };
}
macro_rules! cc_entries {
    ($($cfg:tt $name:ident $path:path;)*) => {
        &[$(of_cc::<$path>(freeboard_registry::CcId::$name as u32)),*]
    };
}

/// Every marking scheme.
pub static AQM: &[Entry] = freeboard_registry::for_each_aqm!(aqm_entries);
/// Every congestion control.
pub static CC: &[Entry] = freeboard_registry::for_each_cc!(cc_entries);
