//! Legal settings of a variant: those with names, and many more at random.

use freeboard_params::Field;

/// Seed of the draws. Chosen by us.
const SEED: u64 = 0x7072_6f6f;

/// Values for every field: the presets', then draws without end.
pub(crate) fn candidates(fields: &[Field], named: Vec<Vec<u32>>) -> impl Iterator<Item = Vec<u32>> {
    let fields = fields.to_vec();
    let defaults: Vec<u32> = fields.iter().map(|field| field.default).collect();
    let mut state = SEED;
    let draw = move || {
        let mut next = || {
            // Knuth's MMIX generator.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        // A third of the fields keep their default, so that relations between fields hold often enough.
        Some(fields.iter().map(|field| drawn(field, &mut next)).collect())
    };
    std::iter::once(defaults).chain(named).chain(std::iter::from_fn(draw))
}

fn drawn(field: &Field, next: &mut impl FnMut() -> u32) -> u32 {
    let span = field.max - field.min;
    match next() % 6 {
        0 | 1 => field.default,
        2 => field.min + ((u64::from(next()) * (u64::from(span) + 1)) >> 32) as u32,
        3 => {
            let most = (next() >> (next() % 32)).min(span);
            field.min + most
        }
        4 => {
            let part = ((u64::from(next()) * u64::from(field.default)) >> 32) as u32;
            part.saturating_add(field.default / 2).clamp(field.min, field.max)
        }
        _ if next().is_multiple_of(4) => [field.min, field.max][(next() % 2) as usize],
        _ => field.default,
    }
}
