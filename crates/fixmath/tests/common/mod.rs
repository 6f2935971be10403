//! Inputs of a sweep.

/// A prime, so that a strided sweep meets every residue; 4.2 million points of 2^32.
const STRIDE: u32 = 1_021;

/// What only the exhaustive sweep had found: the seed's error crosses zero near f = 0.2737, and a Newton
/// factor rounded up carried 70 roots past their exact value.
const FOUND: [u32; 3] = [623_989, 18_383_157, 1_175_620_556];

/// Every u32 with `FREEBOARD_EXHAUSTIVE=1`, otherwise a stride, the first 2^17, and the neighbours of
/// every power of two, square, cube and past failure.
pub(crate) fn sweep(mut check: impl FnMut(u32)) {
    if std::env::var_os("FREEBOARD_EXHAUSTIVE").is_some_and(|v| v == "1") {
        (0..=u32::MAX).for_each(check);
        return;
    }
    (0..1 << 17).for_each(&mut check);
    (0..=u32::MAX / STRIDE).for_each(|i| check(i * STRIDE));
    for edge in edges() {
        (edge.saturating_sub(2)..=edge.saturating_add(2)).for_each(&mut check);
    }
}

fn edges() -> impl Iterator<Item = u32> {
    let powers = (0..32).map(|i| 1_u32 << i);
    let squares = (1..65_536_u32).map(|r| r * r);
    let cubes = (1..1_626_u32).map(|r| r * r * r);
    powers.chain(squares).chain(cubes).chain(FOUND).chain([u32::MAX])
}
