//! Files of other systems: what is taken, noted, refused and found.

mod capture;
mod flows;
mod lint;
mod nic;
mod scenario;
mod sizes;
mod sonic;
mod topology;
mod tunable;

/// Ordinary configurations.
const TEMPLATES: [(&str, &str); 5] = [
    ("lossless-100g", include_str!("files/lossless-100g.json")),
    ("lossless-25g", include_str!("files/lossless-25g.json")),
    ("references", include_str!("files/references.json")),
    ("step", include_str!("files/step.json")),
    ("lossy", include_str!("files/lossy.json")),
];
