//! Packets with what the program does: a file for a packet test of the compiled program.

use super::source::Source;
use freeboard_pipeline::{Fault, Intrinsic, Machine, Op, Packet, Place};
use std::fmt::Write;

/// Packets with what the program does, and what occurs in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vectors {
    /// The file.
    pub text: String,
    /// Packets in it.
    pub packets: usize,
    /// Of them those that are marked.
    pub marks: usize,
    /// Wraps of the low 32 bits of the stamp.
    pub wraps: usize,
    /// Outcomes of the instructions' comparisons that occur, and all.
    pub outcomes: [usize; 2],
}

/// Runs packets through the placed program, from registers of 0. Per line: inputs, draws, the mark, and both halves of
/// every register at the packet's place.
///
/// # Errors
/// A rule of the pipeline that a packet breaks.
pub fn vectors(source: &Source, packets: &[(Place, Packet)]) -> Result<Vectors, Fault> {
    let program = &source.program;
    let graph = &program.graph;
    let mut machine = Machine::new(program, program.placement.sizing);
    let draws: Vec<(u32, u32)> = graph
        .nodes
        .iter()
        .filter_map(|node| if let Op::Random { first, bits } = node.op { Some((first, bits)) } else { None })
        .collect();
    let registers: Vec<&str> = graph
        .registers
        .iter()
        .filter(|one| one.accessed_by.is_some())
        .map(|register| register.name)
        .collect();
    let mut text = String::new();
    let (mut marks, mut wraps, mut latest) = (0usize, 0usize, None);
    text += "port,queue,stamp_ns,sojourn_ns,depth_cells,size,pool_status";
    (0..draws.len()).for_each(|draw| text += &format!(",draw{draw}"));
    text += ",mark";
    registers.iter().for_each(|name| text += &format!(",{name}.lo,{name}.hi"));
    text += "\n";
    for (place, packet) in packets {
        let marked = machine.packet(*place, packet)?;
        marks += usize::from(marked);
        let stamp = u64::from(packet.get(Intrinsic::NowHigh)) << 32 | u64::from(packet.get(Intrinsic::Now));
        let newest = latest.map_or(stamp, |latest: u64| latest.max(stamp));
        wraps += latest.map_or(0, |latest| (newest >> 32) - (latest >> 32)) as usize;
        latest = Some(newest);
        let status = program.pool_limits.status(packet.get(Intrinsic::PoolDepth));
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{},{},{stamp},{},{},{},{status}",
            place.port,
            place.queue,
            packet.get(Intrinsic::Sojourn),
            packet.get(Intrinsic::Depth),
            packet.get(Intrinsic::Size)
        );
        for (first, bits) in &draws {
            let _ = write!(text, ",{}", packet.random >> first & (u32::MAX >> (32 - bits)));
        }
        let _ = write!(text, ",{}", u8::from(marked));
        for name in &registers {
            let [lo, hi] = machine.register(name, *place).unwrap_or_default();
            let _ = write!(text, ",{lo},{hi}");
        }
        text += "\n";
    }
    let (outcomes, missing) = (machine.coverage().outcomes(), machine.coverage().uncovered());
    let missing = if missing.is_empty() { "none".to_owned() } else { missing.join("; ") };
    let text = format!(
        "# {} on {}, graph {:08x}; registers start at 0, one packet per line, in order.\n\
         # Inputs are metadata: depths in cells of {} B, times in ns. A draw is what the generator must give.\n\
         # {marks} of {} packets are marked; outcomes of the instructions' comparisons that do not occur: {missing}.\n{text}",
        source.id(),
        program.profile.name,
        graph.hash(),
        program.profile.depth_unit.bytes(),
        packets.len()
    );
    Ok(Vectors { text, packets: packets.len(), marks, wraps, outcomes })
}
