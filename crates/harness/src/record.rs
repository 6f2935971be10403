//! Record of the costs: written on demand, compared with every measurement.

use super::images::Profile;
use anyhow::Context;
use freeboard_cost::Row;
use freeboard_cost::recorded::{self, COSTS, Recorded};
use freeboard_cost::variant::Subject as _;
use freeboard_rv32::CV32E40P_LIKE;

/// The costs that these rows make: sizes of every instruction set, cycles of the first core, at the profile for speed.
fn costs(rows: &[Row]) -> Vec<Recorded> {
    let profile = |row: &Row, profile: Profile| row.text("profile") == profile.name();
    let measured = |row: &&Row| {
        let (target, place) = (row.text("target"), row.text("place"));
        row.get("code_bytes").is_some() && (target != "riscv32imc" || place == CV32E40P_LIKE.name)
    };
    let ids: Vec<String> = freeboard_cost::variant::all().into_iter().map(|variant| variant.id()).collect();
    let registered = |row: &&Row| ids.contains(&row.id());
    let rows: Vec<&Row> = rows.iter().filter(measured).filter(registered).collect();
    let small = |row: &Row| {
        let same = |other: &&&Row| other.id() == row.id() && other.text("target") == row.text("target");
        rows.iter().filter(|other| profile(other, Profile::Size)).find(same)?.get("code_bytes")
    };
    let speed = rows.iter().filter(|row| profile(row, Profile::Speed));
    let complete = |row: &&Row| match small(row) {
        Some(bytes) => Recorded::of(&(*row).clone().with("code_bytes_s", bytes.clone())),
        None => Recorded::of(row),
    };
    speed.map(complete).collect()
}

/// Writes the record.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write(rows: &[Row]) -> anyhow::Result<()> {
    let path = freeboard_toolchain::root().join(COSTS);
    let text: String = costs(rows).iter().map(|one| one.line() + "\n").collect();
    std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
}

/// Returns a finding where the record is not about these rows.
pub(crate) fn stale(rows: &[Row]) -> Option<String> {
    differs(&recorded::costs(), &costs(rows))
}

/// The order of functions in an image, and with it a few registers, follows the path of the sources, which cargo puts into
/// its hashes. The same source has shown 86 and 89 cycles.
fn near(recorded: f64, measured: f64) -> bool {
    (recorded - measured).abs() <= f64::max(0.05 * recorded, 3.0)
}

/// Code of one source has the same size but for a register here and there, whose instructions may then be short or long.
fn near_in_size(recorded: f64, measured: f64) -> bool {
    (recorded - measured).abs() <= f64::max(0.02 * recorded, 4.0)
}

fn differs(recorded: &[Recorded], measured: &[Recorded]) -> Option<String> {
    let same = |one: &&Recorded, others: &[Recorded]| {
        let other = others.iter().find(|other| other.id == one.id && other.target == one.target);
        other.is_some_and(|other| {
            let both = |key: &&str| (one.number(key), other.number(key));
            ["cycles_mean", "cycles_worst"].iter().map(both).all(|(a, b)| near(a, b))
                && ["code_bytes", "code_bytes_s"].iter().map(both).all(|(a, b)| near_in_size(a, b))
        })
    };
    let gone = recorded.iter().find(|one| !same(one, measured));
    let one = gone.or_else(|| measured.iter().find(|one| !same(one, recorded)))?;
    Some(format!("{COSTS} is stale ({} on {}); run `cargo xtask firmware --record`", one.id, one.target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(place: &str, profile: &str, code: u64) -> Row {
        let row = Row::default().with("algorithm", "step").with("variant", "enqueue").with("place", place);
        row.with("target", "riscv32imc")
            .with("profile", profile)
            .with("code_bytes", code)
            .with("cycles_mean", 2.25)
    }

    #[test]
    fn the_first_core_at_speed_is_recorded_with_the_size_of_the_other_profile() {
        let core = CV32E40P_LIKE.name;
        let rows =
            [row(core, "firmware-3", 90), row(core, "firmware-s", 70), row("small-rv32", "firmware-3", 90)];
        let found = costs(&rows);
        assert_eq!(found.len(), 1);
        assert_eq!([found[0].number("code_bytes"), found[0].number("code_bytes_s")], [90.0, 70.0]);
    }

    #[test]
    fn a_record_is_stale_beyond_what_the_order_of_functions_changes() {
        let record = |pairs: &[(&str, f64, u64)]| -> Vec<Recorded> {
            let one = |&(name, mean, worst): &(&str, f64, u64)| {
                let row = Row::default().with("algorithm", name).with("target", "riscv32imc");
                Recorded::of(&row.with("cycles_mean", mean).with("cycles_worst", worst))
            };
            pairs.iter().map(one).collect()
        };
        let recorded = record(&[("a", 40.0, 86)]);
        assert_eq!(differs(&recorded, &record(&[("a", 42.9, 89)])), None);
        for other in [&[("a", 43.1, 86)][..], &[("a", 40.0, 91)], &[], &[("a", 40.0, 86), ("c", 1.0, 1)]] {
            assert!(differs(&recorded, &record(other)).is_some(), "{other:?}");
        }
    }

    #[test]
    fn a_variant_that_grows_by_more_than_two_percent_is_stale_at_either_profile() {
        let record = |speed: u64, size: u64| {
            let row = Row::default().with("algorithm", "a").with("target", "thumbv6m");
            [Recorded::of(&row.with("code_bytes", speed).with("code_bytes_s", size))]
        };
        let recorded = record(1000, 800);
        for (speed, size, found) in
            [(1020, 785, false), (1021, 800, true), (1000, 817, true), (979, 800, true), (1000, 0, true)]
        {
            assert_eq!(differs(&recorded, &record(speed, size)).is_some(), found, "{speed} {size}");
        }
        // Two compressed instructions of a small one.
        let small = record(60, 60);
        assert_eq!(differs(&small, &record(64, 56)), None);
        assert!(differs(&small, &record(65, 60)).is_some());
    }
}
