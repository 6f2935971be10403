//! The backend that extracts a program: one symbolic run of the pass leaves its data-flow graph.

use super::graph::{Access, DataOp, Filter, LookupTable, NodeId, Op, RegisterKind, SourceLine, Test, TestId};
use super::intrinsic::Intrinsic;
use super::recorder::{Flag, Recorder, RegisterPort, Value};
use super::width::{self, WORD};
use core::panic::Location;
use freeboard_aqm_api::Intrinsics;
use freeboard_dataplane::{
    Cell, Checked, Cond, Config, Data, Entry, Hw, Key, Lookup, LowPass, LowPassCell, LowPassGain,
    Op as AluOp, OutSrc, Phv, RegisterScope, Salu, SrcB, StatefulTable, Term, Word,
};
use freeboard_units::DepthUnit;

/// The elaborating backend.
#[derive(Clone, Copy, Debug)]
pub struct Elaborate<'g> {
    recorder: &'g Recorder,
}

impl<'g> Elaborate<'g> {
    pub(super) const fn new(recorder: &'g Recorder) -> Self {
        Self { recorder }
    }
}

impl Recorder {
    /// The word of an intrinsic value.
    pub(super) fn input(&self, intrinsic: Intrinsic) -> Word<Elaborate<'_>> {
        Word::from_raw(Value { recorder: self, node: NodeId(intrinsic.index()) })
    }

    /// The tests of a key's bits.
    pub(super) fn key<'g, K: Key<Cond<Elaborate<'g>>>>(&'g self, key: K, at: SourceLine) -> Vec<TestId> {
        let absent = Cond::from_raw(self.condition(Test::Never, at));
        key.bits(absent).into_iter().take(K::LEN).map(|bit| bit.into_raw().test).collect()
    }
}

/// Containers of one operation have one width, and `now` is a slice of the stamp until it is copied.
fn binary<'g>(op: Op, a: Value<'g>, b: Value<'g>, at: SourceLine) -> Value<'g> {
    let (a, b) = (a.recorder.stamp_copied(a, at), b.recorder.stamp_copied(b, at));
    let width = width::result(op, a.recorder.width(a.node), a.recorder.width(b.node));
    let container = [a, b].map(|word| word.recorder.container(word.node)).into_iter().max();
    let container = container.unwrap_or(WORD).max(width::container(width));
    let [a, b] = [a, b].map(|word| word.recorder.widened(word, container, at));
    a.recorder.word(op, [Some(a.node), Some(b.node)], width, at)
}

fn unary<'g>(op: Op, a: Value<'g>, at: SourceLine) -> Value<'g> {
    let width = width::result(op, a.recorder.width(a.node), 0);
    a.recorder.word(op, [Some(a.node), None], width, at)
}

fn with_data<'g>(op: DataOp, data: u32, b: Value<'g>, at: SourceLine) -> Value<'g> {
    let op = Op::Data(op, data);
    let b = b.recorder.stamp_copied(b, at);
    let width = width::result(op, b.recorder.width(b.node), 0);
    let b = b.recorder.widened(b, width::container(width), at);
    b.recorder.word(op, [Some(b.node), None], width, at)
}

fn shift_left<'g>(distance: u32, a: Value<'g>, at: SourceLine) -> Value<'g> {
    let narrow = a.recorder.width(a.node);
    let wide = width::result(Op::Shl(distance), narrow, 0);
    // A shift fills its own container only: a word that grows is first copied into a wider one.
    let source = if wide > narrow { a.recorder.word(Op::Widen, [Some(a.node), None], wide, at) } else { a };
    source.recorder.word(Op::Shl(distance), [Some(source.node), None], wide, at)
}

macro_rules! words {
    ($($method:ident = $op:expr;)*) => {
        $(fn $method(a: Value<'g>, b: Value<'g>) -> Value<'g> {
            binary($op, a, b, Location::caller().into())
        })*
    };
}

macro_rules! data_words {
    ($($method:ident = $op:expr;)*) => {
        $(fn $method(data: Data, b: Value<'g>) -> Value<'g> {
            with_data($op, data.value(), b, Location::caller().into())
        })*
    };
}

impl<'g> Hw for Elaborate<'g> {
    type Raw = Value<'g>;
    type Bit = Flag<'g>;
    type Port<'a, T: StatefulTable> = RegisterPort;
    type FilterPort<'a, F: LowPass> = RegisterPort;

    fn open<T: StatefulTable>(&self, _: &mut T::Cell) -> RegisterPort {
        self.recorder.open(T::NAME, T::SCOPE, <T::Cell as Cell>::HALVES, RegisterKind::Stateful)
    }

    fn open_filter<F: LowPass>(&self, _: &mut LowPassCell) -> RegisterPort {
        // A filter does not say its scope: the elaboration knows which state struct it was opened from.
        self.recorder.open(F::NAME, RegisterScope::Queue, 2, RegisterKind::Filter)
    }

    fn named(a: Value<'g>, name: &'static str) -> Value<'g> {
        a.recorder.names.borrow_mut().push((a.node, name));
        a
    }

    words! {
        or = Op::Or;
        and = Op::And;
        add = Op::Add;
        sub = Op::Sub;
        saturating_sub = Op::SaturatingSub;
        min = Op::Min;
    }

    fn slice_stamp(low: Value<'g>, high: Value<'g>) -> Value<'g> {
        let operands = [Some(low.node), Some(high.node)];
        low.recorder.word(Op::StampSlice(10), operands, WORD, Location::caller().into())
    }

    data_words! {
        data_saturating_sub = DataOp::SaturatingSub;
        data_sub = DataOp::Sub;
        data_add = DataOp::Add;
        data_min = DataOp::Min;
        data_and = DataOp::And;
    }

    fn own_size(mask: Data, size: Value<'g>, unit: DepthUnit) -> Option<Value<'g>> {
        if unit != DepthUnit::BYTE && mask.value() == 0 {
            size.recorder.left_out.set(size.recorder.left_out.get().union(Intrinsics::SIZE));
            return None;
        }
        Some(with_data(DataOp::And, mask.value(), size, Location::caller().into()))
    }

    fn shr<const N: u32>(a: Value<'g>) -> Value<'g> {
        unary(Op::Shr(N), a, Location::caller().into())
    }

    fn shl<const N: u32>(a: Value<'g>) -> Value<'g> {
        shift_left(N, a, Location::caller().into())
    }

    fn nonzero(a: Value<'g>) -> Flag<'g> {
        a.recorder.condition(Test::NonZero(a.node), Location::caller().into())
    }

    fn bit<const N: u32>(a: Value<'g>) -> Flag<'g> {
        a.recorder.condition(Test::Bit(a.node, N), Location::caller().into())
    }

    fn not(a: Flag<'g>) -> Flag<'g> {
        a.recorder.condition(Test::Not(a.test), Location::caller().into())
    }

    fn both(a: Flag<'g>, b: Flag<'g>) -> Flag<'g> {
        a.recorder.condition(Test::Both(a.test, b.test), Location::caller().into())
    }

    fn either(a: Flag<'g>, b: Flag<'g>) -> Flag<'g> {
        a.recorder.condition(Test::Either(a.test, b.test), Location::caller().into())
    }

    fn stateful<T: StatefulTable>(
        &mut self,
        port: RegisterPort,
        config: &T::Config,
        key: T::Key<Cond<Self>>,
        lo: Word<Self>,
        hi: Word<Self>,
    ) -> Word<Self> {
        let () = <T as Checked>::CHECK;
        let at = Location::caller().into();
        let entries: Vec<Entry> = T::ENTRIES.into_iter().flatten().collect();
        let used = |word| entries.iter().any(|entry| reads(&entry.salu, word));
        let operands =
            [used(Phv::Lo).then_some(lo.into_raw().node), used(Phv::Hi).then_some(hi.into_raw().node)];
        let rows = (0..<T::Config as Config>::ROWS).map(|row| config.row(row as u8)).collect();
        let key = self.recorder.key(key, at);
        let access = Access { register: port.0, key, entries, rows, math: config.unit() };
        let index = self.recorder.graph.borrow().accesses.len();
        let value = self.recorder.word(Op::Stateful(index), operands, T::OUT_BITS, at);
        let mut graph = self.recorder.graph.borrow_mut();
        graph.accesses.push(access);
        graph.registers[port.0].accessed_by = Some(value.node);
        Word::from_raw(value)
    }

    fn lookup<L: Lookup>(&mut self, data: &L::Data, key: L::Key<Cond<Self>>) -> Word<Self> {
        let at = Location::caller().into();
        let data = data.as_ref().iter().map(|datum| datum.value()).collect();
        let key = self.recorder.key(key, at);
        let table = LookupTable { name: L::NAME, key, select: L::SELECT, scope: L::SCOPE, data };
        let index = self.recorder.graph.borrow().lookups.len();
        self.recorder.graph.borrow_mut().lookups.push(table);
        Word::from_raw(self.recorder.word(Op::Lookup(index), [None; 2], L::OUT_BITS, at))
    }

    fn random<const N: u32>(&mut self) -> Word<Self> {
        const { assert!(N >= 1 && N < 32, "a random slice has 1..=31 bits") };
        let first = self.recorder.random_bits.get();
        self.recorder.random_bits.set(first + N);
        let op = Op::Random { first, bits: N };
        Word::from_raw(self.recorder.word(op, [None; 2], N, Location::caller().into()))
    }

    fn low_pass<F: LowPass>(
        &mut self,
        port: RegisterPort,
        gain: LowPassGain,
        now: Word<Self>,
        sample: Word<Self>,
    ) -> Word<Self> {
        let filter = Filter { register: port.0, log2_tau_ns: gain.log2_tau_ns() };
        let index = self.recorder.graph.borrow().filters.len();
        let operands = [Some(now.into_raw().node), Some(sample.into_raw().node)];
        let value = self.recorder.word(Op::LowPass(index), operands, F::OUT_BITS, Location::caller().into());
        let mut graph = self.recorder.graph.borrow_mut();
        graph.filters.push(filter);
        graph.registers[port.0].accessed_by = Some(value.node);
        Word::from_raw(value)
    }
}

/// The instruction uses this metadata word.
fn reads(salu: &Salu, word: Phv) -> bool {
    let compared =
        |cmp: freeboard_dataplane::Cmp| matches!(cmp.phv, Term::Plus(p) | Term::Minus(p) if p == word);
    let in_compare = [salu.cmp_lo, salu.cmp_hi].into_iter().flatten().any(compared);
    let updates = salu.lo.iter().chain(&salu.hi).flatten();
    let mut in_update = updates.filter(|upd| upd.op != AluOp::A).map(|upd| upd.b);
    let in_out = matches!(salu.out.map(|out| out.src), Some(OutSrc::Phv(p)) if p == word);
    in_compare || in_update.any(|b| b == SrcB::Phv(word)) || in_out
}
