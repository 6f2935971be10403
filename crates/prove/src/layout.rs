//! Parameters, state and registers in an instance.

use freeboard_aqm_api::Aqm;
use freeboard_cc_api::{CongestionControl, Underlay};
use freeboard_cost::variant::Variant;
use freeboard_dataplane::{Pass, PassPipe, Program, Registers, StatefulTable, Visitor};
use freeboard_registry::{AqmInstance, Flow, UnderlayInstance, with_aqm};
use std::mem::offset_of;
use std::ops::Range;

/// Offsets in bytes from the start of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Both halves of every register, in the graph's order; a single word has one. None without a graph.
    pub(crate) registers: Vec<Vec<u32>>,
    /// The parameters.
    pub(crate) params: Range<u32>,
    /// State of each scope that has some.
    pub(crate) state: Vec<Range<u32>>,
    /// Bytes of an instance.
    pub(crate) size: u32,
}

/// Sees where each register lies.
struct Places {
    base: usize,
    found: Vec<Vec<u32>>,
}

impl Visitor for Places {
    fn register<T: StatefulTable>(&mut self, cell: &T::Cell) {
        let start = (std::ptr::from_ref(cell).addr() - self.base) as u32;
        let halves = size_of::<T::Cell>() as u32 / 4;
        self.found.push((0..halves).map(|half| start + 4 * half).collect());
    }
}

/// Returns the layout on the host, which is the image's: all fields are words and bytes. That it is so is part of
/// what is proved, since a register in a wrong place makes the programs differ.
///
/// Filters are not shown to visitors: they have the words of state that no register has, in order.
pub(crate) fn of<P: Program>(params: P::Params, filters: &[bool]) -> Layout {
    let instance = AqmInstance::<Pass<P>>::new(params);
    let base = std::ptr::from_ref(&instance).addr();
    let range = |start: usize, size: usize| (start - base) as u32..(start - base + size) as u32;
    let mut places = Places { base, found: Vec::new() };
    let PassPipe { clock, program } = &instance.pipe;
    clock.visit(&mut places);
    program.visit(&mut places);
    instance.port.visit(&mut places);
    instance.queue.visit(&mut places);
    let state = [
        range(std::ptr::from_ref(&instance.pipe).addr(), size_of_val(&instance.pipe)),
        range(std::ptr::from_ref(&instance.port).addr(), size_of_val(&instance.port)),
        range(std::ptr::from_ref(&instance.queue).addr(), size_of_val(&instance.queue)),
    ];
    let state: Vec<Range<u32>> = state.into_iter().filter(|range| !range.is_empty()).collect();
    let taken: Vec<u32> = places.found.iter().flatten().copied().collect();
    let mut rest =
        state.iter().flat_map(|range| range.clone().step_by(4)).filter(|word| !taken.contains(word));
    let mut seen = places.found.into_iter();
    let registers = filters.iter().map(|&filter| {
        if filter { rest.by_ref().take(2).collect() } else { seen.next().unwrap_or_default() }
    });
    Layout {
        registers: registers.collect(),
        params: range(std::ptr::from_ref(&instance.params).addr(), size_of::<P::Params>()),
        state,
        size: size_of_val(&instance) as u32,
    }
}

/// Returns the layout of a variant without a graph, or of one whose graph does not matter.
pub(crate) fn plain(variant: Variant) -> Layout {
    macro_rules! flows {
        ($id:expr, $kind:ident: $($cfg:tt $name:ident $path:path;)*) => {
            match $id {
                $(freeboard_registry::$kind::$name => of_parts!($kind, $path),)*
            }
        };
    }
    macro_rules! of_parts {
        (CcId, $path:path) => {
            of_flow::<$path>()
        };
        (UnderlayId, $path:path) => {
            of_underlay::<$path>()
        };
    }
    macro_rules! controls {
        ($($list:tt)*) => { |id| flows!(id, CcId: $($list)*) };
    }
    macro_rules! layers {
        ($($list:tt)*) => { |id| flows!(id, UnderlayId: $($list)*) };
    }
    match variant {
        Variant::Aqm(id) => with_aqm!(id, A => of_scheme::<A>()),
        Variant::Cc(id) => (freeboard_registry::for_each_cc!(controls))(id),
        Variant::Underlay(id) => (freeboard_registry::for_each_underlay!(layers))(id),
    }
}

fn part<T>(start: usize) -> Range<u32> {
    start as u32..(start + size_of::<T>()) as u32
}

fn laid(params: Range<u32>, mut state: Vec<Range<u32>>, size: usize) -> Layout {
    state.retain(|range| !range.is_empty());
    Layout { registers: Vec::new(), params, state, size: size as u32 }
}

fn of_scheme<A: Aqm>() -> Layout {
    let state = vec![
        part::<A::Pipe>(offset_of!(AqmInstance<A>, pipe)),
        part::<A::Port>(offset_of!(AqmInstance<A>, port)),
        part::<A::Queue>(offset_of!(AqmInstance<A>, queue)),
    ];
    laid(part::<A::Params>(offset_of!(AqmInstance<A>, params)), state, size_of::<AqmInstance<A>>())
}

fn of_flow<C: CongestionControl>() -> Layout {
    let state = vec![part::<C>(offset_of!(Flow<C>, state))];
    laid(part::<C::Params>(offset_of!(Flow<C>, params)), state, size_of::<Flow<C>>())
}

fn of_underlay<U: Underlay>() -> Layout {
    let state = vec![part::<U>(offset_of!(UnderlayInstance<U>, state))];
    let params = part::<U::Params>(offset_of!(UnderlayInstance<U>, params));
    laid(params, state, size_of::<UnderlayInstance<U>>())
}
