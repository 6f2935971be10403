//! Text of a header: comments for Doxygen and declarations, in lines of a hundred columns.

/// Longest line. Chosen by us: what style guides of C firmware allow.
pub(crate) const COLUMNS: usize = 100;

/// Words in lines that are not longer than `room`; a word that is longer has a line of its own.
fn lines(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A comment of Doxygen before what it is about: paragraphs, such as those of `@param` and `@return`, in lines of their own.
pub(crate) fn comment(indent: &str, paragraphs: &[&str]) -> String {
    let whole = format!("{indent}/** {} */\n", paragraphs.join(" "));
    if paragraphs.len() == 1 && whole.len() <= COLUMNS {
        return whole;
    }
    let start = format!("{indent} * ");
    let mut text = format!("{indent}/**\n");
    for line in paragraphs.iter().flat_map(|paragraph| lines(paragraph, COLUMNS - start.len())) {
        text.push_str(&format!("{start}{line}\n"));
    }
    text + indent + " */\n"
}

/// A function with its comment.
pub(crate) fn function(about: &[&str], result: &str, name: &str, arguments: &[&str]) -> String {
    let head = format!("{result} {name}(");
    let whole = format!("{head}{});\n", arguments.join(", "));
    let declared =
        if whole.len() <= COLUMNS { whole } else { format!("{head}\n    {});\n", arguments.join(",\n    ")) };
    comment("", about) + &declared
}

/// A constant with its comment.
pub(crate) fn define(text: &mut String, about: &str, name: &str, value: impl std::fmt::Display) {
    text.push_str(&comment("", &[about]));
    text.push_str(&format!("#define {name} {value}\n"));
}
