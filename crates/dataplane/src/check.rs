//! Compile-time checks of stateful-ALU programs.

use crate::{
    Cell, Cmp, Config, Entry, Half, K, Key, Op, OutSrc, Pred, Salu, SrcA, SrcB, StatefulTable, Term, Upd,
};

/// Register-file rows of 32 bits shared by all instructions of one ALU (Tofino 1).
const ROWS: usize = 4;

/// A table that every backend checks: an impossible one does not compile.
pub trait Checked: StatefulTable {
    /// Evaluated where the table is used.
    const CHECK: () = check::<Self>();
}

impl<T: StatefulTable> Checked for T {}

/// Panics, which in a `const` is a compile error, if the table of `T` breaks a rule.
const fn check<T: StatefulTable>() {
    assert!(<T::Key<()> as Key<()>>::LEN <= 2, "a stateful table's key has at most two condition bits");
    assert!(T::OUT_BITS >= 1 && T::OUT_BITS <= 32, "an output has 1..=32 bits");
    let mut rows = RowSet { rows: [None; ROWS], used: 0 };
    let mut index = 0;
    let mut entries = 0;
    while index < T::ENTRIES.len() {
        if let Some(entry) = T::ENTRIES[index] {
            entries += 1;
            check_entry::<T>(&entry);
            rows = check_salu::<T>(&entry.salu, rows);
        }
        index += 1;
    }
    assert!(entries >= 1, "a stateful table needs at least one entry: a miss cannot access a register");
}

const fn check_entry<T: StatefulTable>(entry: &Entry) {
    let bits = (1u8 << <T::Key<()> as Key<()>>::LEN) - 1;
    assert!(entry.mask & !bits == 0, "an entry tests a key bit that the table does not have");
    assert!(entry.value & !entry.mask == 0, "an entry's value has a bit outside its mask");
}

const fn check_salu<T: StatefulTable>(salu: &Salu, mut rows: RowSet) -> RowSet {
    assert!(!salu.overfull, "at most two updates per half");
    if let Some(cmp) = &salu.cmp_lo {
        rows = check_cmp::<T>(cmp, rows);
    }
    if let Some(cmp) = &salu.cmp_hi {
        rows = check_cmp::<T>(cmp, rows);
    }
    let mut slot = 0;
    while slot < 2 {
        if let Some(upd) = &salu.lo[slot] {
            rows = check_upd::<T>(salu, upd, Half::Lo, rows);
        }
        if let Some(upd) = &salu.hi[slot] {
            rows = check_upd::<T>(salu, upd, Half::Hi, rows);
        }
        slot += 1;
    }
    if let Some(out) = &salu.out {
        check_guard(salu, out.guard);
        if let OutSrc::Old(half) = out.src {
            check_half::<T>(half);
        }
    }
    rows
}

const fn check_cmp<T: StatefulTable>(cmp: &Cmp, rows: RowSet) -> RowSet {
    if let Term::Plus(half) | Term::Minus(half) = cmp.mem {
        check_half::<T>(half);
    }
    if cmp.serial {
        assert!(cmp.k.is_none(), "a serial comparison takes two operands only, no constant");
        assert!(
            matches!(cmp.mem, Term::Minus(_)) && matches!(cmp.phv, Term::Plus(_)),
            "a serial comparison is the sign of metadata - memory"
        );
    }
    match cmp.k {
        Some(k) => check_k::<T>(k, rows),
        None => rows,
    }
}

const fn check_upd<T: StatefulTable>(salu: &Salu, upd: &Upd, half: Half, mut rows: RowSet) -> RowSet {
    check_guard(salu, upd.guard);
    // An operand that the operation ignores is not encoded.
    if !matches!(upd.op, Op::B) {
        match upd.a {
            SrcA::Mem(half) => check_half::<T>(half),
            SrcA::K(k) => rows = check_k::<T>(k, rows),
        }
    }
    if !matches!(upd.op, Op::A) {
        match upd.b {
            SrcB::Phv(_) => {}
            SrcB::K(k) => {
                assert!(
                    !matches!(upd.a, SrcA::K(_)) || matches!(upd.op, Op::B),
                    "an update has one constant operand"
                );
                rows = check_k::<T>(k, rows);
            }
            SrcB::Math(input) => {
                check_half::<T>(input);
                assert!(matches!(half, Half::Lo), "the math unit feeds half lo only");
                assert!(<T::Config as Config>::HAS_MATH, "this table's configuration has no math unit");
            }
        }
    }
    rows
}

const fn check_half<T: StatefulTable>(half: Half) {
    assert!(
        matches!(half, Half::Lo) || <T::Cell as Cell>::HALVES == 2,
        "half hi of a 32-bit register is scratch: it cannot be read"
    );
}

const fn check_guard(salu: &Salu, guard: Pred) {
    let table = guard.table();
    let reads_lo = (table ^ (table >> 1)) & 0b0101 != 0;
    let reads_hi = (table ^ (table >> 2)) & 0b0011 != 0;
    assert!(table != 0, "a guard that never holds");
    assert!(!reads_lo || salu.cmp_lo.is_some(), "a guard tests cmp_lo, which is absent");
    assert!(!reads_hi || salu.cmp_hi.is_some(), "a guard tests cmp_hi, which is absent");
}

const fn check_k<T: StatefulTable>(k: K, rows: RowSet) -> RowSet {
    match k {
        K::Imm(value) => {
            assert!(value >= -8 && value <= 7, "an immediate is -8..=7; use a row for more");
            rows
        }
        K::Row(row) => {
            assert!((row as usize) < <T::Config as Config>::ROWS, "the configuration has no such row");
            rows.with(k)
        }
        K::Const(_) => rows.with(k),
    }
}

/// The distinct register-file rows used so far.
#[derive(Clone, Copy)]
struct RowSet {
    rows: [Option<K>; ROWS],
    used: usize,
}

impl RowSet {
    const fn with(mut self, k: K) -> Self {
        let mut index = 0;
        while index < self.used {
            if same(self.rows[index], k) {
                return self;
            }
            index += 1;
        }
        assert!(self.used < ROWS, "more than four register-file rows over all instructions of one ALU");
        self.rows[self.used] = Some(k);
        self.used += 1;
        self
    }
}

const fn same(row: Option<K>, k: K) -> bool {
    match (row, k) {
        (Some(K::Row(a)), K::Row(b)) => a == b,
        (Some(K::Const(a)), K::Const(b)) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_takes_one_place_however_often_it_is_used() {
        let mut rows = RowSet { rows: [None; ROWS], used: 0 };
        for (k, used) in
            [(K::Row(1), 1), (K::Const(1), 2), (K::Row(1), 2), (K::Const(7), 3), (K::Const(1), 3)]
        {
            rows = rows.with(k);
            assert_eq!(rows.used, used, "{k:?}");
        }
    }
}
