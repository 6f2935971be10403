//! Probe mesh between hosts.

/// A random mesh: every clock probes `degree` others; a pair that chose each other is one edge.
///
/// `below(n)` draws from `0 .. n`. The first partners are neighbours on a random ring, so that the mesh is connected
/// whatever is drawn. Edges are `(a, b)` with `a < b`, in order. \[Liu21\] §3.3: typically 10 others.
#[must_use]
pub fn random(clocks: u32, degree: u32, mut below: impl FnMut(u32) -> u32) -> Vec<(u32, u32)> {
    let mut ring: Vec<u32> = (0..clocks).collect();
    for place in (1..clocks).rev() {
        ring.swap(place as usize, below(place + 1) as usize);
    }
    let degree = degree.min(clocks.saturating_sub(1));
    let mut edges = Vec::new();
    for (place, &clock) in ring.iter().enumerate() {
        if degree == 0 {
            break;
        }
        let mut partners = vec![ring[(place + 1) % ring.len()]];
        // The others, drawn without replacement.
        let mut others: Vec<u32> =
            (0..clocks).filter(|other| *other != clock && *other != partners[0]).collect();
        while (partners.len() as u32) < degree {
            partners.push(others.swap_remove(below(others.len() as u32) as usize));
        }
        edges.extend(partners.iter().map(|&other| (clock.min(other), clock.max(other))));
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}
