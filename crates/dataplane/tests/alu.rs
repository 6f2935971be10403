//! The instructions of a stateful ALU as the firmware runs them, against their grammar: unbounded sums, truth tables, old values.

use freeboard_dataplane::{
    Cmp, Cond, Data, Entry, Half, Hw, K, Native, Op, OutSrc, Phv, Pred, RegisterScope, Rel, Rows, Salu, SrcA,
    SrcB, StatefulTable, Term, Upd, Word,
};
use freeboard_units::DepthUnit;

/// Words at whose neighbours sums, differences and orders change.
const WORDS: [u32; 8] = [0, 1, 2, 7, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];

/// The predicate with this truth table, as a sum of its four products.
const fn guard(table: u8) -> Pred {
    const PRODUCTS: [Pred; 4] = [
        Pred::LO.not().and(Pred::HI.not()),
        Pred::LO.and(Pred::HI.not()),
        Pred::LO.not().and(Pred::HI),
        Pred::LO.and(Pred::HI),
    ];
    let mut sum = Pred::ALWAYS.not();
    let mut case = 0;
    while case < 4 {
        if table >> case & 1 == 1 {
            sum = sum.or(PRODUCTS[case as usize]);
        }
        case += 1;
    }
    sum
}

/// Tables of one instruction on one word.
macro_rules! tables {
    ($($table:ident<$parameter:ident: $kind:ty>, $rows:literal, $salu:expr;)*) => {
        $(
            struct $table<const $parameter: $kind>;
            impl<const $parameter: $kind> StatefulTable for $table<$parameter> {
                const NAME: &'static str = "tried";
                const SCOPE: RegisterScope = RegisterScope::Queue;
                type Cell = u32;
                type Key<C: Copy> = [C; 0];
                type Config = Rows<$rows>;
                const OUT_BITS: u32 = 32;
                const ENTRIES: [Option<Entry>; 4] = [Some(Entry::always($salu)), None, None, None];
            }
        )*
    };
}

tables! {
    Gated<TABLE: u8>, 0, Salu::new("guarded")
        .cmp_lo(is_set(Phv::Lo))
        .cmp_hi(is_set(Phv::Hi))
        .lo(Upd::set_k(K::Imm(7)).when(guard(TABLE)))
        .out(OutSrc::One, guard(TABLE));
    Operation<OP: usize>, 0, Salu::new("operation")
        .lo(Upd::new(SrcA::Mem(Half::Lo), OPERATIONS[OP], SrcB::Phv(Phv::Hi)))
        .out(OutSrc::Alu(Half::Lo), Pred::ALWAYS);
    Sum<SUM: usize>, 1, Salu::new("sum")
        .cmp_lo(Cmp { rel: Rel::Lt, ..SUMS[SUM] })
        .cmp_hi(Cmp { rel: Rel::Eq, ..SUMS[SUM] })
        .lo(Upd::set_k(K::Imm(7)).when(Pred::HI))
        .out(OutSrc::One, Pred::LO);
    Relation<REL: usize>, 0, Salu::new("relation")
        .cmp_lo(Cmp::phv_minus_mem(Phv::Lo, Half::Lo, RELATIONS[REL]))
        .out(OutSrc::One, Pred::LO);
    Output<SRC: usize>, 0, Salu::new("output").hi(Upd::set_k(K::Imm(5))).out(OUTPUTS[SRC], Pred::ALWAYS);
}

const fn is_set(word: Phv) -> Cmp {
    Cmp { mem: Term::None, phv: Term::Plus(word), k: None, rel: Rel::Ne, serial: false }
}

const OPERATIONS: [Op; 11] =
    [Op::A, Op::B, Op::Add, Op::Sub, Op::SatAdd, Op::SatSub, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor];

const RELATIONS: [Rel; 6] = [Rel::Eq, Rel::Ne, Rel::Lt, Rel::Le, Rel::Gt, Rel::Ge];

/// Every shape of a sum: memory and metadata each absent, added, subtracted; no constant, an immediate, a row.
const SUMS: [Cmp; 27] = {
    let mems = [Term::None, Term::Plus(Half::Lo), Term::Minus(Half::Lo)];
    let words = [Term::None, Term::Plus(Phv::Lo), Term::Minus(Phv::Lo)];
    let constants = [None, Some(K::Imm(-3)), Some(K::Row(0))];
    let mut all = [is_set(Phv::Lo); 27];
    let mut at = 0;
    while at < 27 {
        all[at] = Cmp { mem: mems[at % 3], phv: words[at / 3 % 3], k: constants[at / 9], ..all[at] };
        at += 1;
    }
    all
};

const OUTPUTS: [OutSrc; 6] = [
    OutSrc::Old(Half::Lo),
    OutSrc::Phv(Phv::Lo),
    OutSrc::Phv(Phv::Hi),
    OutSrc::Alu(Half::Lo),
    OutSrc::Alu(Half::Hi),
    OutSrc::One,
];

fn pairs() -> impl Iterator<Item = (u32, u32)> {
    WORDS.into_iter().flat_map(|a| WORDS.map(|b| (a, b)))
}

/// Output of an access, and the word that it leaves.
fn access<const ROWS: usize, T>(rows: [u32; ROWS], old: u32, (lo, hi): (u32, u32)) -> (u32, u32)
where
    T: StatefulTable<Cell = u32, Config = Rows<ROWS>, Key<Cond<Native>> = [Cond<Native>; 0]>,
{
    let mut h = Native::new(0);
    let mut cell = old;
    let port = h.open::<T>(&mut cell);
    let out = h.stateful::<T>(port, &Rows(rows.map(Data::new)), [], Word::from_raw(lo), Word::from_raw(hi));
    (out.into_raw(), cell)
}

/// Calls a macro with each of the numbers.
macro_rules! each {
    ($call:ident: $($number:literal)*) => { $( $call!($number); )* };
}

#[test]
fn a_guard_holds_where_its_truth_table_has_a_one() {
    macro_rules! tried {
        ($table:literal) => {
            for case in 0..4_u32 {
                let holds = ($table >> case) & 1 == 1;
                let (out, left) = access::<0, Gated<$table>>([], 3, (case & 1, case >> 1));
                assert_eq!((out, left), if holds { (1, 7) } else { (0, 3) }, "{:04b}, {case}", $table);
            }
        };
    }
    each!(tried: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

#[test]
fn an_operation_is_that_of_unbounded_numbers_wrapped_or_held() {
    const TOP: i64 = u32::MAX as i64;
    macro_rules! tried {
        ($op:literal) => {
            for (a, b) in pairs() {
                let (wide_a, wide_b) = (i64::from(a), i64::from(b));
                let expected = match OPERATIONS[$op] {
                    Op::A => wide_a,
                    Op::B => wide_b,
                    Op::Add => (wide_a + wide_b).rem_euclid(TOP + 1),
                    Op::Sub => (wide_a - wide_b).rem_euclid(TOP + 1),
                    Op::SatAdd => (wide_a + wide_b).min(TOP),
                    Op::SatSub => (wide_a - wide_b).max(0),
                    Op::Min => wide_a.min(wide_b),
                    Op::Max => wide_a.max(wide_b),
                    Op::And => wide_a & wide_b,
                    Op::Or => wide_a | wide_b,
                    Op::Xor => wide_a ^ wide_b,
                };
                let (out, left) = access::<0, Operation<$op>>([], a, (!b, b));
                assert_eq!((i64::from(out), left), (expected, out), "{:?}: {a}, {b}", OPERATIONS[$op]);
            }
        };
    }
    each!(tried: 0 1 2 3 4 5 6 7 8 9 10);
}

#[test]
fn a_comparison_is_that_of_the_unbounded_sum() {
    const ROW: u32 = 0x8000_0001;
    macro_rules! tried {
        ($sum:literal) => {
            let Cmp { mem, phv, k, .. } = SUMS[$sum];
            for (old, word) in pairs() {
                let mem = match mem {
                    Term::None => 0,
                    Term::Plus(_) => i64::from(old),
                    Term::Minus(_) => -i64::from(old),
                };
                let phv = match phv {
                    Term::None => 0,
                    Term::Plus(_) => i64::from(word),
                    Term::Minus(_) => -i64::from(word),
                };
                let constant = match k {
                    None => 0,
                    Some(K::Imm(value)) => i64::from(value),
                    Some(_) => i64::from(ROW),
                };
                let sum = mem + phv + constant;
                let expected = (u32::from(sum < 0), if sum == 0 { 7 } else { old });
                let found = access::<1, Sum<$sum>>([ROW], old, (word, !word));
                assert_eq!(found, expected, "{:?}: {old}, {word}", SUMS[$sum]);
            }
        };
    }
    each!(tried: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26);
}

#[test]
fn a_relation_is_that_of_unsigned_words() {
    macro_rules! tried {
        ($rel:literal) => {
            for (old, word) in pairs() {
                let holds = match RELATIONS[$rel] {
                    Rel::Eq => word == old,
                    Rel::Ne => word != old,
                    Rel::Lt => word < old,
                    Rel::Le => word <= old,
                    Rel::Gt => word > old,
                    Rel::Ge => word >= old,
                };
                let found = access::<0, Relation<$rel>>([], old, (word, !word));
                assert_eq!(found, (u32::from(holds), old), "{:?}: {old}, {word}", RELATIONS[$rel]);
            }
        };
    }
    each!(tried: 0 1 2 3 4 5);
}

#[test]
fn an_output_is_the_old_word_the_new_one_or_metadata() {
    macro_rules! tried {
        ($src:literal) => {
            let expected = match OUTPUTS[$src] {
                OutSrc::Old(_) => 11,
                OutSrc::Phv(Phv::Lo) => 12,
                OutSrc::Phv(Phv::Hi) => 13,
                // No update of the lower half fires; the upper one is scratch.
                OutSrc::Alu(Half::Lo) => 0,
                OutSrc::Alu(Half::Hi) => 5,
                OutSrc::One => 1,
            };
            assert_eq!(access::<0, Output<$src>>([], 11, (12, 13)), (expected, 11), "{:?}", OUTPUTS[$src]);
        };
    }
    each!(tried: 0 1 2 3 4 5);
}

#[test]
fn words_and_conditions_of_a_pass_are_those_of_numbers() {
    for (a, b) in pairs() {
        assert_eq!(u64::from(Native::saturating_sub(a, b)), u64::from(a).max(b.into()) - u64::from(b));
        assert_eq!(Native::data_saturating_sub(Data::new(a), b), Native::saturating_sub(a, b));
        assert_eq!(Native::min(a, b), a.min(b));
        let own = Data::new(a).own_size(Word::<Native>::from_raw(b), DepthUnit::BYTE);
        assert_eq!(own.map(Word::into_raw), Some(a & b));
    }
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        assert_eq!((Native::both(a, b), Native::either(a, b), Native::not(a)), (a && b, a || b, !a));
    }
}
