//! Tokens of P4_16, without comments and preprocessor lines.

use super::{ReadError, Result};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word(String),
    Number(u64),
    Sign(&'static str),
}

/// A token with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) line: u32,
    /// Nothing stands between it and the token before.
    pub(super) joined: bool,
}

/// Longest first. `>` stays single: it also closes the arguments of a type.
const SIGNS: [&str; 34] = [
    "&&&", "|+|", "|-|", "++", "&&", "||", "==", "!=", "<=", "<<", "(", ")", "{", "}", "[", "]", "<", ">",
    ",", ";", ":", ".", "=", "+", "-", "*", "&", "|", "^", "!", "~", "_", "?", "@",
];

pub(super) fn lex(text: &str) -> Result<Vec<Token>> {
    let mut tokens = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        if line.trim_start().starts_with('#') {
            continue;
        }
        let line = line.split_once("//").map_or(line, |(code, _)| code);
        lex_line(line, number, &mut tokens)?;
    }
    Ok(tokens)
}

fn lex_line(line: &str, number: u32, tokens: &mut Vec<Token>) -> Result<()> {
    let mut rest = line;
    let mut joined = false;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            joined = false;
            continue;
        }
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
        let kind = if first.is_ascii_digit() {
            let digits = &rest[..length];
            let value =
                digits.strip_prefix("0x").map_or_else(|| digits.parse(), |hex| u64::from_str_radix(hex, 16));
            rest = &rest[length..];
            Kind::Number(value.map_err(|_| ReadError::new(number, format!("{digits} is not a number")))?)
        } else if word(first) && &rest[..length] != "_" {
            let text = rest[..length].to_owned();
            rest = &rest[length..];
            Kind::Word(text)
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| ReadError::new(number, format!("{first} begins nothing")))?;
            rest = &rest[sign.len()..];
            Kind::Sign(sign)
        };
        tokens.push(Token { kind, line: number, joined });
        joined = true;
    }
    Ok(())
}
