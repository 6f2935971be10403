//! The loader on a hand-made file, and on every truncation of it.

use super::assembler::{A0, addi, ret};
use crate::{CV32E40P_LIKE, Core, CoreError, ElfError, Image, Layout};

const HEADER: usize = 52;
const PROGRAM_HEADER: usize = 32;
const SECTION_HEADER: usize = 40;
const NAMES: &[u8] = b"\0answer\0table\0";

fn put16(file: &mut [u8], at: usize, value: u16) {
    file[at..at + 2].copy_from_slice(&value.to_le_bytes());
}

fn put32(file: &mut [u8], at: usize, value: u32) {
    file[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Two segments (code at 0x2000, data and bss at 0x3000) and two symbols.
fn sample() -> Vec<u8> {
    let code: Vec<u8> = [addi(A0, A0, 1), ret()].iter().flat_map(|w| w.to_le_bytes()).collect();
    let code_at = HEADER + 2 * PROGRAM_HEADER;
    let (data_at, names_at) = (code_at + 8, code_at + 12);
    let symbols_at = names_at + 16;
    let sections_at = symbols_at + 3 * 16;
    let mut file = vec![0; sections_at + 3 * SECTION_HEADER];
    file[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
    for (at, value) in [(16, 2), (18, 243), (42, 32), (44, 2), (46, 40), (48, 3), (50, 2)] {
        put16(&mut file, at, value);
    }
    for (at, value) in [(28, HEADER), (32, sections_at)] {
        put32(&mut file, at, value as u32);
    }
    put32(&mut file, 36, 1);
    for (index, fields) in
        [[1, code_at, 0x2000, 0, 8, 8, 5, 4], [1, data_at, 0x3000, 0, 4, 64, 6, 4]].iter().enumerate()
    {
        for (word, &value) in fields.iter().enumerate() {
            put32(&mut file, HEADER + index * PROGRAM_HEADER + word * 4, value as u32);
        }
    }
    file[code_at..code_at + 8].copy_from_slice(&code);
    file[data_at..data_at + 4].copy_from_slice(&[1, 2, 3, 4]);
    file[names_at..names_at + NAMES.len()].copy_from_slice(NAMES);
    for (index, (name, value, size, kind)) in [(1, 0x2000, 8, 2), (8, 0x3000, 64, 1)].into_iter().enumerate()
    {
        let at = symbols_at + (index + 1) * 16;
        put32(&mut file, at, name);
        put32(&mut file, at + 4, value);
        put32(&mut file, at + 8, size);
        file[at + 12] = 0x10 | kind;
        put16(&mut file, at + 14, 1);
    }
    for (index, kind, offset, size, link) in [(1, 2, symbols_at, 48, 2), (2, 3, names_at, NAMES.len(), 0)] {
        let at = sections_at + index * SECTION_HEADER;
        for (field, value) in [(4, kind), (16, offset), (20, size), (24, link)] {
            put32(&mut file, at + field, value as u32);
        }
    }
    file
}

#[test]
fn segments_and_symbols_arrive_where_they_belong() {
    let image = Image::parse(&sample()).expect("well formed");
    assert_eq!(image.segments.len(), 2);
    assert_eq!(image.segments.iter().map(|s| s.executable).collect::<Vec<_>>(), [true, false]);
    let answer = image.symbol("answer").expect("listed");
    assert_eq!((answer.address, answer.size, answer.function), (0x2000, 8, true));
    let mut core = Core::new(&image, &CV32E40P_LIKE, Layout::default()).expect("fits");
    assert_eq!(core.call("answer", &[41]).map(|call| call.a0), Ok(42));
    assert_eq!(core.symbol("table"), Some(0x3000));
    assert_eq!(core.read(0x3000, 64).expect("in RAM")[..5], [1, 2, 3, 4, 0]);
}

#[test]
fn foreign_files_are_refused_by_reason() {
    let changed = |at: usize, value: u16| {
        let mut file = sample();
        put16(&mut file, at, value);
        Image::parse(&file).expect_err("refused")
    };
    assert_eq!(Image::parse(b"hello"), Err(ElfError::NotElf));
    assert_eq!(changed(4, 0x0102), ElfError::NotElf32LittleEndian);
    assert_eq!(changed(18, 40), ElfError::NotRiscV(40));
    assert_eq!(changed(16, 1), ElfError::NotExecutable(1));
    assert_eq!(changed(36, 5), ElfError::UnsupportedAbi(5));
    assert_eq!(changed(36, 8), ElfError::UnsupportedAbi(8));
    assert_eq!(changed(44, 0), ElfError::Empty);
    assert_eq!(changed(44, 60_000), ElfError::Truncated);
}

#[test]
fn no_truncation_panics() {
    let file = sample();
    for length in 0..file.len() {
        assert!(Image::parse(&file[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn no_changed_byte_panics() {
    let file = sample();
    for at in 0..file.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut changed = file.clone();
            changed[at] = value;
            if let Ok(image) = Image::parse(&changed) {
                let _loads_or_refuses = Core::new(&image, &CV32E40P_LIKE, Layout::default());
            }
        }
    }
}

#[test]
fn sparse_images_are_refused_before_memory_is_taken() {
    let mut image = Image::parse(&sample()).expect("well formed");
    image.segments[1].address = 0x8000_0000;
    let refused = Core::new(&image, &CV32E40P_LIKE, Layout::default());
    assert!(matches!(refused, Err(CoreError::ImageTooLarge { .. })));
}

#[test]
fn a_segment_never_exceeds_its_size_in_memory() {
    let mut file = sample();
    put32(&mut file, HEADER + PROGRAM_HEADER + 20, 2);
    let image = Image::parse(&file).expect("well formed");
    assert_eq!((image.segments[1].size, image.segments[1].bytes.as_slice()), (2, &[1, 2][..]));
}
