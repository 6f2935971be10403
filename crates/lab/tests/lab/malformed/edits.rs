//! Ways in which a file of text is spoilt.

use freeboard_replay::{Digest, Random};

/// A file made from another one.
pub(super) type Edit = fn(&[u8], &mut Random) -> Vec<u8>;

pub(super) const SCENARIO_EDITS: [Edit; 15] = [
    shortened,
    flipped,
    overwritten,
    repeated_line,
    without_a_line,
    swapped_lines,
    huge_number,
    nested,
    giant_value,
    giant_key,
    deep_key,
    many_tables,
    control_characters,
    other_encoding,
    legal,
];

pub(super) const JOURNAL_EDITS: [Edit; 15] = [
    shortened,
    flipped,
    overwritten,
    repeated_line,
    without_a_line,
    swapped_lines,
    huge_number,
    wrong_check,
    sealed_huge_number,
    sealed_nested,
    sealed_giant_value,
    sealed_header,
    empty_lines,
    long_line,
    legal,
];

/// A position in a text.
fn place(text: &[u8], random: &mut Random) -> usize {
    random.below(text.len() as u32) as usize
}

fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// As it was: some are accepted.
fn legal(text: &[u8], _: &mut Random) -> Vec<u8> {
    text.to_vec()
}

fn shortened(text: &[u8], random: &mut Random) -> Vec<u8> {
    text[..place(text, random)].to_vec()
}

fn flipped(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=random.below(8) {
        let at = place(&text, random);
        text[at] ^= 1 << random.below(8);
    }
    text
}

/// Random bytes, which are rarely UTF-8.
fn overwritten(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    let (from, length) = (place(&text, random), 1 + random.below(40) as usize);
    text.iter_mut().skip(from).take(length).for_each(|byte| *byte = random.word() as u8);
    text
}

fn repeated_line(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines = lines(text);
    let from = random.below(lines.len() as u32) as usize;
    let copy = lines[from].clone();
    lines.insert(random.below(lines.len() as u32) as usize, copy);
    lines.concat()
}

fn without_a_line(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines = lines(text);
    lines.remove(random.below(lines.len() as u32) as usize);
    lines.concat()
}

fn swapped_lines(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines = lines(text);
    let count = lines.len() as u32;
    lines.swap(random.below(count) as usize, random.below(count) as usize);
    lines.concat()
}

/// One number of the text with up to 400 digits.
fn huge_number(text: &[u8], random: &mut Random) -> Vec<u8> {
    let starts_number =
        |at: &usize| text[*at].is_ascii_digit() && !text[..*at].last().is_some_and(u8::is_ascii_digit);
    let starts: Vec<usize> = (0..text.len()).filter(starts_number).collect();
    let at = starts[random.below(starts.len() as u32) as usize];
    let digits = vec![b'0' + 1 + random.below(9) as u8; 1 + random.below(400) as usize];
    let sign: &[u8] = if random.one_in(4) { b"-" } else { b"" };
    [&text[..at], sign, &digits, &text[at..]].concat()
}

/// A value of one key replaced.
fn with_value(text: &[u8], random: &mut Random, value: &[u8]) -> Vec<u8> {
    let mut lines = lines(text);
    let keyed = |line: &Vec<u8>| line.first().is_some_and(u8::is_ascii_lowercase);
    let of_keys: Vec<usize> = (0..lines.len()).filter(|at| keyed(&lines[*at])).collect();
    let line = &mut lines[of_keys[random.below(of_keys.len() as u32) as usize]];
    let end = line.iter().position(|byte| *byte == b'=').unwrap_or(line.len());
    *line = [&line[..end], b"= ", value, b"\n"].concat();
    lines.concat()
}

fn nested(text: &[u8], random: &mut Random) -> Vec<u8> {
    let depth = 1 << random.below(18);
    let open: &[u8] = if random.one_in(2) { b"[" } else { b"{ a = " };
    with_value(text, random, &open.repeat(depth))
}

/// A string of up to four million letters, at which files end.
fn giant_value(text: &[u8], random: &mut Random) -> Vec<u8> {
    let letters = b"x".repeat(4 << random.below(21));
    with_value(text, random, &[b"\"", letters.as_slice(), b"\""].concat())
}

fn giant_key(text: &[u8], random: &mut Random) -> Vec<u8> {
    [text, &b"k".repeat(4 << random.below(20)), b" = 1\n"].concat()
}

fn deep_key(text: &[u8], random: &mut Random) -> Vec<u8> {
    [text, b"[", b"a.".repeat(1 << random.below(17)).as_slice(), b"a]\n"].concat()
}

fn many_tables(text: &[u8], random: &mut Random) -> Vec<u8> {
    let table: &[u8] =
        [b"[[workload]]\n".as_slice(), b"[[scheme]]\nname = \"x\"\n", b"[[fault]]\n", b"[[axis]]\n"]
            [random.below(4) as usize];
    [text, &table.repeat(1 << random.below(16))].concat()
}

fn control_characters(text: &[u8], random: &mut Random) -> Vec<u8> {
    let at = place(text, random);
    let inserted = [b"\0".as_slice(), b"\x1b[2J", b"\r", b"\x7f", b"\xe2\x80\xae"][random.below(5) as usize];
    [&text[..at], inserted, &text[at..]].concat()
}

/// A mark of byte order, UTF-16, or Latin letters of one byte.
fn other_encoding(text: &[u8], random: &mut Random) -> Vec<u8> {
    match random.below(3) {
        0 => [b"\xef\xbb\xbf", text].concat(),
        1 => text.iter().flat_map(|byte| [*byte, 0]).collect(),
        _ => [text, b"# \xe4\xf6\xfc\n"].concat(),
    }
}

/// The checksum of the last key of a line is another.
fn wrong_check(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines = lines(text);
    let line = random.below(lines.len() as u32) as usize;
    let at = lines[line].len() - 4;
    lines[line][at] = if lines[line][at] == b'0' { b'1' } else { b'0' };
    lines.concat()
}

/// What a checksum's key is separated by.
const CHECK: &str = ",\"check\":\"";

/// A line with the checksum that it should have: number of bytes, then four of them a word.
fn sealed(line: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(line);
    let text = text.split(CHECK).next().unwrap_or_default();
    let mut digest = Digest::default();
    digest.wide(text.len() as u64);
    for four in text.as_bytes().chunks(4) {
        let mut word = [0; 4];
        word[..four.len()].copy_from_slice(four);
        digest.word(u32::from_le_bytes(word));
    }
    format!("{text}{CHECK}{:08x}\"}}\n", digest.value()).into_bytes()
}

/// A line after the first one, changed and sealed again.
fn resealed(text: &[u8], random: &mut Random, change: impl FnOnce(&[u8], &mut Random) -> Vec<u8>) -> Vec<u8> {
    let mut lines = lines(text);
    let at = 1 + random.below(lines.len() as u32 - 1) as usize;
    lines[at] = sealed(&change(&lines[at], random));
    lines.concat()
}

fn sealed_huge_number(text: &[u8], random: &mut Random) -> Vec<u8> {
    resealed(text, random, huge_number)
}

fn sealed_nested(text: &[u8], random: &mut Random) -> Vec<u8> {
    let open = [b"[".as_slice(), b"{\"a\":"][random.below(2) as usize].repeat(1 << random.below(18));
    resealed(text, random, |line, _| [b"{\"nested\":".as_slice(), &open, b",", &line[1..]].concat())
}

fn sealed_giant_value(text: &[u8], random: &mut Random) -> Vec<u8> {
    let letters = b"x".repeat(4 << random.below(21));
    resealed(text, random, |line, _| [b"{\"more\":\"".as_slice(), &letters, b"\",", &line[1..]].concat())
}

/// A first line that is no header, or one of very many cells.
fn sealed_header(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines = lines(text);
    lines[0] = match random.below(4) {
        0 => sealed(b"{\"plan\":\"00000000\",\"cells\":18446744073709551615"),
        1 => sealed(b"{\"plan\":7,\"cells\":4"),
        2 => sealed(b"[]"),
        _ => sealed(&huge_number(&lines[0], random)),
    };
    lines.concat()
}

fn empty_lines(text: &[u8], random: &mut Random) -> Vec<u8> {
    [text, &b"\n".repeat(1 << random.below(20))].concat()
}

fn long_line(text: &[u8], random: &mut Random) -> Vec<u8> {
    [text, &b"y".repeat(1 << random.below(24)), b"\n"].concat()
}
