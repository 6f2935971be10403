//! The three canonical flow-size tables: (bytes, fraction of flows at most that large).
//!
//! Between points sizes are uniform, which is how the generators they come from read them. Read as steps
//! instead, web search has a mean of 2.43 MB and not 1.71 MB: the load has to follow the reading.

/// Web search (DCTCP §2.2): the 12 points of the HKUST TrafficGenerator, byte-identical in ns3-ecn-sharp,
/// BCC and HPCC. Mean 1 711 250 B.
pub const WEB_SEARCH: &[(u64, f64)] = &[
    (0, 0.0),
    (10_000, 0.15),
    (20_000, 0.2),
    (30_000, 0.3),
    (50_000, 0.4),
    (80_000, 0.53),
    (200_000, 0.6),
    (1_000_000, 0.7),
    (2_000_000, 0.8),
    (5_000_000, 0.9),
    (10_000_000, 0.97),
    (30_000_000, 1.0),
];

/// Data mining (VL2 §3.1): the 13 points of the HKUST TrafficGenerator, identical in ns3-ecn-sharp and BCC.
/// Mean 12 658 199 B; 99 % of the bytes are in 5 % of the flows, so runs vary a lot.
pub const DATA_MINING: &[(u64, f64)] = &[
    (0, 0.0),
    (180, 0.1),
    (216, 0.2),
    (560, 0.3),
    (900, 0.4),
    (1_100, 0.5),
    (1_870, 0.6),
    (3_160, 0.7),
    (10_000, 0.8),
    (400_000, 0.9),
    (3_160_000, 0.95),
    (100_000_000, 0.98),
    (1_000_000_000, 1.0),
];

/// Cache (Facebook cache followers): the 12 points of BCC's public code. Mean 935 453 B.
pub const CACHE: &[(u64, f64)] = &[
    (500, 0.0),
    (1_500, 0.35),
    (3_000, 0.4),
    (10_000, 0.46),
    (20_000, 0.5),
    (100_000, 0.6),
    (200_000, 0.7),
    (1_000_000, 0.78),
    (2_000_000, 0.8),
    (3_000_000, 0.9),
    (4_000_000, 0.99),
    (50_000_000, 1.0),
];
