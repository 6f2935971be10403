//! Functions that run on the host and, compiled for RV32IMC, on the core.

/// All of M on 32 bits, shifts, comparisons.
pub(crate) fn mix(a: u32, b: u32, c: u32) -> u32 {
    let (x, y) = (a as i32, b as i32);
    let quotient = a.checked_div(b).unwrap_or(c).wrapping_add(x.wrapping_div(y | 1) as u32);
    let remainder = a.checked_rem(c).unwrap_or(b) ^ x.wrapping_rem(y | 1) as u32;
    let high = ((u64::from(a) * u64::from(c)) >> 32) as u32;
    let signed_high = ((i64::from(x) * i64::from(y)) >> 32) as u32;
    let both_high = ((i64::from(x) * i64::from(c)) >> 32) as u32;
    let shifted = a.rotate_left(c & 31) ^ (x >> (b & 31)) as u32 ^ (b << (a & 31));
    let compared =
        u32::from(x < y) | u32::from(a < b) << 1 | u32::from(x as i8 as i32 > y as i16 as i32) << 2;
    quotient
        ^ remainder.rotate_left(7)
        ^ high
        ^ signed_high
        ^ both_high
        ^ shifted.wrapping_mul(c | 1)
        ^ compared
}

/// 64-bit arithmetic, partly in compiler-rt, returned in a register pair.
pub(crate) fn wide(a: u32, b: u32, c: u32) -> u64 {
    let n = u64::from(a) << 32 | u64::from(b);
    let d = u64::from(c) | 1;
    (n / d).wrapping_mul(n % d).wrapping_add(n >> (c & 63)) ^ (n as i64 >> (a & 31)) as u64
}

/// Sorts 16 pseudo-random words on the stack by insertion, then folds them.
pub(crate) fn sort(seed: u32) -> u32 {
    let mut words = [0_u32; 16];
    let mut state = seed | 1;
    for word in &mut words {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        *word = state;
    }
    for end in 1..words.len() {
        let mut at = end;
        while at > 0 && words[at - 1] > words[at] {
            words.swap(at - 1, at);
            at -= 1;
        }
    }
    words.iter().fold(seed, |sum, word| sum.rotate_left(3) ^ word)
}

/// Recursion: the Ackermann-like depth shows in the stack.
pub(crate) fn depth(n: u32, salt: u32) -> u32 {
    if n == 0 { salt } else { depth(n - 1, salt ^ n).wrapping_mul(3).wrapping_add(n) }
}
