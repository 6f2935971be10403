//! Tables of the digests, the costs and the worst calls.

use super::results::Results;
use freeboard_cost::{Row, table};

const PLACE: [(&str, &str); 3] = [("target", "target"), ("place", "place"), ("profile", "profile")];

/// Prints the digests, then the costs, then the worst packets.
pub(crate) fn print(results: &Results) {
    let with = |key: &'static str| results.rows.iter().filter(move |row| row.get(key).is_some());
    let columns = |own: &[(&'static str, &'static str)]| [&PLACE, own].concat();
    println!("decision digests (verdict and state of every event, all epochs of the plan)");
    let digests = columns(&[("events", "events"), ("digest", "digest"), ("equal", "digest_equal")]);
    println!("{}", table(with("digest"), &digests));
    println!(
        "\ncost per packet or event (cycles by the core's table; code of the hooks, state of one instance, bytes)"
    );
    let costs = columns(&[
        ("instr mean", "instructions_mean"),
        ("instr worst", "instructions_worst"),
        ("cycles mean", "cycles_mean"),
        ("cycles worst", "cycles_worst"),
        ("per packet", "cycles_packet"),
        ("code", "code_bytes"),
        ("state", "state_bytes"),
        ("stack", "stack_bytes"),
    ]);
    println!("{}", table(with("code_bytes"), &costs));
    println!("\nworst calls");
    let at = |row: &Row| PLACE.map(|(_, key)| row.text(key)).join(" ");
    for row in with("worst_vector") {
        let (cycles, vector) = (row.text("cycles_worst"), row.text("worst_vector"));
        println!("  {} {}: {cycles} cycles: {vector}", row.id(), at(row));
    }
    println!();
    for note in results.notes.iter().chain(&results.skipped) {
        println!("{note}");
    }
}
