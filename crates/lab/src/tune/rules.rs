//! Rules of the literature and of vendors: the rows to beat.

use super::{Candidate, Kind, Problem};
use freeboard_import::sonic::Thresholds;

/// \[Li19\], artefact: rate \[Mbit/s\], minimum and maximum \[KB\], with 20 %.
const HPCC: [(u32, u64, u64); 5] = [
    (25_000, 100, 400),
    (40_000, 200, 800),
    (100_000, 400, 1600),
    (200_000, 600, 2400),
    (400_000, 800, 3200),
];
const HPCC_PERCENT: u8 = 20;
/// A SONiC template for lossless queues: 1 and 2 MiB with 5 %, whatever the rate.
const VENDOR: Thresholds = Thresholds { min: 1 << 20, max: 2 << 20, probability: 5, alpha_log2: None };
/// \[Alizadeh10\] §3.4: K above a seventh of the path's bandwidth-delay product.
const DCTCP_SHARE: u64 = 7;

/// The configuration as it is, then the rules that lint allows on this port; those that are the same are one row.
#[must_use]
pub fn rules(problem: &Problem) -> Vec<Candidate> {
    let own = problem.tunable.configured;
    let path = problem.path_bytes;
    let k = path / DCTCP_SHARE + 1;
    let mut all = vec![("as configured", Some(own))];
    let map = HPCC.iter().find(|(rate, ..)| *rate == problem.tunable.speed);
    let hpcc = map.map(|(_, min, max)| Thresholds {
        min: min * 1000,
        max: max * 1000,
        probability: HPCC_PERCENT,
        ..own
    });
    all.push(("HPCC's map", hpcc));
    all.push(("vendor's default", Some(Thresholds { alpha_log2: own.alpha_log2, ..VENDOR })));
    all.push(("DCTCP's K", Some(Thresholds { min: k, max: k, probability: 100, ..own })));
    // Ultra Ethernet's congestion management: marking from 20 % to 80 % of the product.
    all.push(("UEC 0.2/0.8", Some(Thresholds { min: path / 5, max: path * 4 / 5, probability: 100, ..own })));
    let known = all.into_iter().filter_map(|(name, thresholds)| Some((name, thresholds?)));
    let mut rows: Vec<(String, Thresholds)> = Vec::new();
    for (name, thresholds) in known.filter(|(_, thresholds)| *thresholds == own || problem.allows(thresholds))
    {
        match rows.iter_mut().find(|(_, known)| *known == thresholds) {
            Some((names, _)) => names.push_str(&format!(" = {name}")),
            None => rows.push((name.to_owned(), thresholds)),
        }
    }
    rows.into_iter()
        .map(|(name, thresholds)| Candidate { name, kind: Kind::Thresholds(thresholds) })
        .collect()
}
