//! Random RV32IMC code on the NIC core.

use super::Exercised;
use super::reader::Reader;
use freeboard_rv32::{
    CV32E40P_LIKE, Call, Core, CoreError, CycleProfile, Image, Layout, SMALL_RV32, Segment, Symbol,
};

/// Names of what an input is, by its first byte.
pub const CORE: [&str; 3] = ["words", "opcodes", "file"];
/// Instructions per call: some end in loops.
const STEPS: u64 = 2048;
/// Where code and data lie; the data's address is the first argument of a call.
const CODE: u32 = 0x1000;
const DATA: u32 = 0x4000;
const DATA_BYTES: u32 = 256;
/// What follows the data.
const SCRATCH_BYTES: u32 = 64;
const STACK_BYTES: u32 = 256;
/// Major opcodes of RV32IM: loads, stores, arithmetic, upper immediates, branches, jumps, fence, system.
const OPCODES: [u32; 11] = [0x03, 0x23, 0x13, 0x33, 0x37, 0x17, 0x63, 0x6f, 0x67, 0x0f, 0x73];

/// What a call did: its end, and the data afterwards. Cycles are compared where they are the same core's.
type Done = (Result<Call, CoreError>, Vec<u8>);

/// Runs random code; reads random files.
///
/// # Panics
/// The core panics, what a program does depends on the cycle profile or on an earlier call, or code that was overwritten is
/// run from memory of its decoding.
pub fn nic_core(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let kind = usize::from(reader.byte()) % CORE.len();
    let mut seen = Exercised { id: CORE[kind].to_owned(), events: 0, compared: 0 };
    let ops = reader.ops();
    if CORE[kind] == "file" {
        return file(&ops, seen);
    }
    let words: Vec<u32> = ops.iter().flatten().map(|word| instruction(kind, *word)).collect();
    for (rest, argument) in (0..words.len()).step_by(4).zip(words.iter().rev()) {
        let code = bytes(&words[rest..]);
        let turned: Vec<u8> = code.chunks(4).rev().flatten().copied().collect();
        // Cycles depend on the profile, and counters count on from call to call.
        if reads_counters(&code) || reads_counters(&turned) {
            continue;
        }
        let mut fast = core(&code, &CV32E40P_LIKE)?;
        let mut small = core(&code, &SMALL_RV32)?;
        let first = call(&mut fast, *argument);
        same(&first, &call(&mut small, *argument));
        // The code as it is now, on a core that has decoded none of it.
        // The rest of memory is cleared: what is below the stack pointer stays from one call to the next, as on a chip.
        fast.write(CODE, &[0; (DATA - CODE + DATA_BYTES + SCRATCH_BYTES + STACK_BYTES) as usize]).ok()?;
        fast.write(CODE, &turned).ok()?;
        let again = call(&mut fast, *argument);
        assert_eq!(again, call(&mut core(&turned, &CV32E40P_LIKE)?, *argument), "stale code");
        seen.events += code.len() / 4;
        seen.compared += code.len() / 4;
    }
    Some(seen)
}

/// Whether there is a CSR instruction in a code, at whatever halfword it begins.
fn reads_counters(code: &[u8]) -> bool {
    let word = |four: &[u8]| u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    code.windows(4).step_by(2).map(word).any(|word| word & 0x7f == 0x73 && word & 0x7000 != 0)
}

/// An instruction, or any word; no counter is read at its beginning.
const fn instruction(kind: usize, word: u32) -> u32 {
    let word = if kind == 0 { word } else { word & !0x7f | OPCODES[(word % 128) as usize % OPCODES.len()] };
    if word & 0x7f == 0x73 { word & !0x7000 } else { word }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn core(code: &[u8], profile: &'static CycleProfile) -> Option<Core> {
    let size = code.len() as u32;
    let code = Segment { address: CODE, bytes: code.to_vec(), size, executable: true };
    let data = Segment { address: DATA, bytes: Vec::new(), size: DATA_BYTES, executable: false };
    let start = Symbol { name: "start".to_owned(), address: CODE, size, function: true };
    let image = Image { segments: vec![code, data], symbols: vec![start] };
    let mut core =
        Core::new(&image, profile, Layout { scratch_bytes: SCRATCH_BYTES, stack_bytes: STACK_BYTES }).ok()?;
    core.set_step_limit(STEPS);
    Some(core)
}

fn call(core: &mut Core, argument: u32) -> Done {
    let end = core.call("start", &[DATA, argument]);
    if let Ok(call) = &end {
        assert!(
            call.instructions <= STEPS && call.cycles >= call.instructions && call.stack_bytes <= STACK_BYTES
        );
    }
    (end, core.read(DATA, DATA_BYTES as usize).map_or(Vec::new(), <[u8]>::to_vec))
}

/// Panics unless two cores did the same, each in its own time.
fn same(one: &Done, other: &Done) {
    let untimed = |done: &Done| done.0.clone().map(|call| Call { cycles: 0, ..call });
    assert_eq!(untimed(one), untimed(other));
    assert_eq!(one.1, other.1);
}

/// An executable with a header that begins as it should.
fn file(ops: &[[u32; 4]], mut seen: Exercised) -> Option<Exercised> {
    let mut file = vec![0x7f, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 243, 0];
    for words in ops {
        // Offsets and counts are small in a file that means something.
        let small = words.map(|word| if word & 1 == 0 { word } else { word >> 24 });
        file.extend(bytes(&small));
        let image = Image::parse(&file);
        if let Ok(image) = &image {
            assert!(!image.segments.is_empty());
            let _ = Core::new(image, &CV32E40P_LIKE, Layout::default());
        }
        assert_eq!(Image::parse(&file), image);
        seen.events += 20;
        seen.compared += 20;
    }
    Some(seen)
}
