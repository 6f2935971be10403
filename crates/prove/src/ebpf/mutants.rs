//! Single-field changes of a program: what a proof must refuse.

use super::decode::{Alu, Condition, Instruction, SLOT, Source, decode};

/// Changes of one kind that are tried, spread over the program. Chosen by us: a change that a proof refuses late takes as long as
/// the proof.
const TRIED: usize = 4;

/// A field that is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Opcode,
    Jump,
    Immediate,
}

impl Field {
    pub(super) const ALL: [Self; 3] = [Self::Opcode, Self::Jump, Self::Immediate];

    /// As the record names the changes.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Opcode => "ebpf-opcode",
            Self::Jump => "ebpf-jump",
            Self::Immediate => "ebpf-immediate",
        }
    }

    /// The slot with another field, where the instruction in it has such a field.
    fn changed(self, instruction: Instruction, slot: &[u8]) -> Option<(String, Vec<u8>)> {
        let mut new = slot.to_vec();
        let what = match (self, instruction) {
            (Self::Opcode, Instruction::Alu { operation: Alu::Add, .. }) => {
                new[0] ^= 0x10;
                "a difference for a sum"
            }
            (Self::Opcode, Instruction::Alu { operation: Alu::And, .. }) => {
                new[0] ^= 0x10;
                "or for and"
            }
            (Self::Opcode, Instruction::Branch { condition: Condition::Above | Condition::AtLeast, .. }) => {
                new[0] ^= 0x10;
                "> for >=, or the other way"
            }
            (Self::Opcode, Instruction::Branch { condition: Condition::Equal | Condition::NotEqual, .. }) => {
                new[0] ^= 0x40;
                "!= for ==, or the other way"
            }
            (Self::Jump, Instruction::Branch { distance, .. }) => {
                new[2..4].copy_from_slice(&distance.wrapping_add(1).to_le_bytes());
                "one slot further"
            }
            (
                Self::Immediate,
                Instruction::Alu { source: Source::Immediate(value), .. }
                | Instruction::Branch { right: Source::Immediate(value), .. },
            ) => {
                new[4..8].copy_from_slice(&value.wrapping_add(1).to_le_bytes());
                "one more"
            }
            _ => return None,
        };
        Some((what.to_owned(), new))
    }
}

/// Changes of a field behind the comparison of the packet's length, each with the changed program.
pub(super) fn of(code: &[u8], field: Field) -> Vec<(String, Vec<u8>)> {
    let slots = code.len() / SLOT;
    let is_branch = |at: &usize| matches!(decode(code, *at), Some(Instruction::Branch { .. }));
    let start = (0..slots).find(is_branch).map_or(slots, |at| at + 1);
    let change = |at: usize| {
        let range = at * SLOT..(at + 1) * SLOT;
        let (what, new) = field.changed(decode(code, at)?, &code[range.clone()])?;
        let mut changed = code.to_vec();
        changed[range].copy_from_slice(&new);
        Some((format!("slot {at}: {what}"), changed))
    };
    let all: Vec<_> = (start..slots).filter_map(change).collect();
    let step = all.len().div_ceil(TRIED).max(1);
    all.into_iter().step_by(step).collect()
}
