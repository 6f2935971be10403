//! The packet of a control's program: a [`Vector`] whose words are those of a call of the RV32 image.

use super::explore::Run;
use super::memory::{Regions, Words};
use crate::instance::{EVENTS, Instance, Query};
use crate::smt::{Sort, Term, Terms};
use anyhow::ensure;
use freeboard_registry::CcId;
use freeboard_registry::cc_api::CongestionControl;
use freeboard_replay::{EventWords, Vector};
use std::mem::offset_of;
use std::ops::Range;

/// Addresses of the context and of the packet. Chosen by us: far from each other.
const CONTEXT: u64 = 0x1000_0000;
const PACKET: u64 = 0x2000_0000;
/// Bytes of the context: the first two fields of `struct xdp_md`.
const CONTEXT_BYTES: u64 = 8;
/// Columns of an event, then the number of hops and four words of each (`EventWords`, which is `repr(C)`).
const COLUMNS: usize = EventWords::COLUMNS;
const WORDS: usize = COLUMNS + EventWords::PATH_COLUMNS;
const _: () = assert!(size_of::<EventWords>() == 4 * WORDS, "an event is its columns and its path");

/// Columns by name, in their order (`EventWords::event`).
const BYTES: usize = 2;
const ACKED: usize = 3;
const MARKED: usize = 4;
const UNA: usize = 5;
const NXT: usize = 6;
const IN_FLIGHT: usize = 7;
const RTT: usize = 8;
const DELIVERY_RATE: usize = 9;
const LIMITED: usize = 10;
const HELD: usize = 11;
const SILENCE: usize = 12;

/// Kinds of a program's events, in the order of the image's: an acknowledgement is 1 here and 0 there.
const KINDS: [u32; EVENTS.len()] = [1, 2, 3, 4, 10, 0, 9, 5, 6, 7, 8, 8, 11, 12];

/// Offsets in a vector, on a machine of 64 bits.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// Name of the control in the registry, which is its program's.
    pub(crate) name: &'static str,
    params: Range<usize>,
    state: Range<usize>,
    event: usize,
    answer: usize,
    size: usize,
}

/// The vector of a control.
pub(crate) fn places(id: CcId) -> Places {
    macro_rules! controls {
        ($($cfg:tt $name:ident $path:path;)*) => {
            match id {
                $(CcId::$name => of::<$path>(stringify!($name)),)*
            }
        };
    }
    freeboard_registry::for_each_cc!(controls)
}

fn of<C: CongestionControl>(name: &'static str) -> Places {
    let (params, state) = (offset_of!(Vector<C>, params), offset_of!(Vector<C>, state));
    Places {
        name,
        params: params..params + size_of::<C::Params>(),
        state: state..state + size_of::<C>(),
        event: offset_of!(Vector<C>, event),
        answer: offset_of!(Vector<C>, answer),
        size: size_of::<Vector<C>>(),
    }
}

impl Places {
    /// A run of the program on a vector of the call's words, without what holds before it.
    pub(crate) fn run(&self, terms: &mut Terms, instance: &Instance, query: &Query) -> anyhow::Result<Run> {
        let placed = instance.on_core.placed();
        let there = std::iter::once(&instance.layout.params).chain(&instance.layout.state);
        let mut memory = Words::new();
        for (here, there) in [&self.params, &self.state].into_iter().zip(there) {
            ensure!(
                here.len() == there.len() && here.len() % 4 == 0,
                "{}: {here:?} for {there:?}",
                self.name
            );
            for offset in (0..there.len() as u32).step_by(4) {
                let at = placed + there.start + offset;
                let word = query.call.memory.get(&at).copied();
                let word = word.unwrap_or_else(|| terms.word(0));
                memory.insert(PACKET + here.start as u64 + u64::from(offset), word);
            }
        }
        for (at, word) in (self.event as u64..).step_by(4).zip(event(terms, query)) {
            memory.insert(PACKET + at, word);
        }
        let mut run = self.empty(terms, self.size as u64);
        run.memory.extend(memory);
        let part = |range: &Range<usize>| PACKET + range.start as u64..PACKET + range.end as u64;
        run.regions.readable.push(part(&(0..self.size)));
        run.regions.writable = vec![part(&self.state), part(&(self.answer..self.answer + 8))];
        Ok(run)
    }

    /// A run on a packet of some length, none of which may be touched.
    pub(crate) fn empty(&self, terms: &mut Terms, length: u64) -> Run {
        let mut memory = Words::new();
        for (at, value) in [(CONTEXT, PACKET), (CONTEXT + 4, PACKET + length)] {
            memory.insert(at, terms.constant(value.into(), 32));
        }
        let context = CONTEXT..CONTEXT + CONTEXT_BYTES;
        let regions = Regions { readable: vec![context], writable: Vec::new() };
        Run { context: CONTEXT, memory, assumptions: Vec::new(), regions }
    }

    /// The longest packet that is too short.
    pub(crate) fn too_short(&self) -> u64 {
        self.size as u64 - 1
    }

    /// Window, rate and the words of the state, by address.
    pub(crate) fn results(&self) -> Vec<u64> {
        let state = self.state.clone().step_by(4);
        [self.answer, self.answer + 4].into_iter().chain(state).map(|at| PACKET + at as u64).collect()
    }
}

/// The words of an event. A column that its kind has no use for is free.
fn event(terms: &mut Terms, query: &Query) -> [Term; WORDS] {
    let kind = EVENTS.iter().position(|known| *known == query.kind).unwrap_or_default();
    let mut words = [0; WORDS];
    words.iter_mut().enumerate().for_each(|(column, word)| *word = column);
    let mut words = words.map(|column| terms.variable(&format!("event.{column}"), Sort::Bits(32)));
    let &[_, now, flags, amount, marked, una, nxt, rtt] = &query.call.arguments[..] else { return words };
    words[0] = terms.word(KINDS[kind]);
    words[1] = now;
    match query.kind {
        "ack" | "telemetry" => {
            let (nine, rate) = (terms.word(9), terms.word((1 << 21) - 1));
            let (eight, one) = (terms.word(8), terms.word(1));
            words[ACKED] = amount;
            words[MARKED] = marked;
            words[RTT] = rtt;
            let upper = terms.shr(flags, nine);
            words[DELIVERY_RATE] = terms.and(upper, rate);
            let upper = terms.shr(flags, eight);
            words[LIMITED] = terms.and(upper, one);
            in_flight(terms, &mut words, una, nxt);
        }
        "loss" | "timeout" => in_flight(terms, &mut words, una, nxt),
        "idle" => words[SILENCE] = amount,
        "sent" => words[BYTES] = amount,
        "rtt" => words[RTT] = rtt,
        "pause-begins" => words[HELD] = terms.word(1),
        "pause-ends" => words[HELD] = terms.word(0),
        "undo" => (words[BYTES], words[IN_FLIGHT]) = (amount, marked),
        _ => {}
    }
    let hops = terms.variable("hops", Sort::Bits(8));
    words[COLUMNS] = terms.zero_extend(hops, 32);
    for (number, word) in words.iter_mut().skip(COLUMNS + 1).enumerate() {
        *word = terms.variable(&format!("telemetry.{}", 4 * number), Sort::Bits(32));
    }
    words
}

/// The image's hook knows bytes in flight as what lies between the two numbers.
fn in_flight(terms: &mut Terms, words: &mut [Term; WORDS], una: Term, nxt: Term) {
    (words[UNA], words[NXT]) = (una, nxt);
    words[IN_FLIGHT] = terms.sub(nxt, una);
}
