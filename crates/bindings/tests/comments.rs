//! Each function, member and constant of the header has a comment for Doxygen, and no line is long.

const HEADER: &str = include_str!("../../freeboard-c/include/freeboard.h");

/// Longest line: what style guides of C firmware allow.
const COLUMNS: usize = 100;

/// Constants that are no part of the interface.
const OWN: [&str; 1] = ["#define FREEBOARD_H"];

/// Begins something that is to be said about: a function, a type, a constant, or a member of a type, where `within` one.
fn declares(line: &str, within: bool) -> bool {
    let outside = line.starts_with("#define ")
        || line.starts_with("typedef struct ")
        || line.starts_with("static inline ")
        || line.ends_with('(')
        || line.ends_with(");") && !line.starts_with(' ') && !line.starts_with('#');
    let text = line.trim_start().starts_with(['*', '/']);
    let member = within && !text && line.starts_with("    ") && line.contains(';');
    (outside || member) && !OWN.contains(&line)
}

/// Lines without a comment, with their numbers from 1.
fn silent(header: &str) -> Vec<String> {
    let (mut found, mut within, mut before) = (Vec::new(), false, "");
    for (number, line) in (1..).zip(header.lines()) {
        within = (within || line.starts_with("typedef struct ")) && !line.starts_with('}');
        let said = before.trim_end().ends_with("*/") || line.contains("/**<");
        if declares(line, within) && !said {
            found.push(format!("{number}: {line}"));
        }
        before = line;
    }
    found
}

#[test]
fn everything_has_a_comment() {
    assert_eq!(silent(HEADER), [""; 0]);
    // The check sees each kind.
    for bare in [
        "void f(void);",
        "uint32_t f(\n    int a,\n    int b);",
        "#define A 1",
        "struct",
        "static inline int f(void)",
    ] {
        let bare =
            if bare == "struct" { "/** A type. */\ntypedef struct a {\n    int b;\n} a;" } else { bare };
        assert_eq!(silent(bare).len(), 1, "{bare}");
    }
}

#[test]
fn no_line_is_long() {
    let long: Vec<&str> = HEADER.lines().filter(|line| line.chars().count() > COLUMNS).collect();
    assert_eq!(long, [""; 0]);
}

/// A text of a field with the end of a comment in it would end the comment.
#[test]
fn comments_are_closed_once() {
    let (mut open, mut odd) = (false, Vec::new());
    for (number, line) in (1..).zip(HEADER.lines()) {
        let starts = line.matches("/*").count();
        let ends = line.matches("*/").count();
        if starts + usize::from(open) != ends && !(starts == 1 && ends == 0) && !(open && ends == 0) {
            odd.push(format!("{number}: {line}"));
        }
        open = (open || starts > 0) && ends == 0;
    }
    assert_eq!(odd, [""; 0]);
}
