//! Values of a configuration replaced in its text, which stays as it is otherwise, byte for byte.

use std::ops::Range;

/// A member of an object: where its name begins, and where its value is.
#[derive(Clone, Debug)]
struct Member {
    begin: usize,
    value: Range<usize>,
}

/// `text` with a field of a row set to a string. A row that lacks the field gets it behind `anchor`, in the manner of that line.
/// `None` if neither is there; the text is valid JSON.
pub(super) fn with_field(
    text: &str,
    [table, key, field]: [&str; 3],
    anchor: &str,
    value: &str,
) -> Option<String> {
    let root = skip_blank(text, 0);
    let table = member(text, root, table)?;
    let row = member(text, table.value.start, key)?;
    let quoted = format!("\"{value}\"");
    if let Some(found) = member(text, row.value.start, field) {
        return Some([&text[..found.value.start], &quoted, &text[found.value.end..]].concat());
    }
    let beside = member(text, row.value.start, anchor)?;
    let before = text[..beside.begin].rfind(['{', ','])? + 1;
    let blank = &text[before..beside.begin];
    let colon = text[beside.begin..beside.value.start].rsplit('"').next()?;
    let (head, tail) = text.split_at(beside.value.end);
    Some([head, ",", blank, "\"", field, "\"", colon, &quoted, tail].concat())
}

/// The member of this name of the object at `at`.
fn member(text: &str, at: usize, name: &str) -> Option<Member> {
    if text.as_bytes().get(at) != Some(&b'{') {
        return None;
    }
    let mut at = skip_blank(text, at + 1);
    while text.as_bytes().get(at) == Some(&b'"') {
        let end = skip_value(text, at);
        let is_named = serde_json::from_str::<String>(&text[at..end]).is_ok_and(|own| own == name);
        let colon = skip_blank(text, end);
        let start = skip_blank(text, colon + 1);
        let value = start..skip_value(text, start);
        let behind = skip_blank(text, value.end);
        if is_named {
            return Some(Member { begin: at, value });
        }
        at = skip_blank(text, behind + 1);
    }
    None
}

fn skip_blank(text: &str, at: usize) -> usize {
    let blank = text.as_bytes().iter().skip(at).take_while(|byte| byte.is_ascii_whitespace());
    at + blank.count()
}

/// Where the value that begins at `at` ends.
fn skip_value(text: &str, at: usize) -> usize {
    let (mut depth, mut in_string, mut is_escaped) = (0_u32, false, false);
    for (offset, byte) in text.bytes().enumerate().skip(at) {
        if in_string {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            if !in_string && depth == 0 {
                return offset + 1;
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return offset + usize::from(depth == 1),
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => return offset,
            _ => {}
        }
    }
    text.len()
}
