//! BPF assembly as the compiler prints it, and what of it the kernel's verifier would not take.

use freeboard_toolchain::symbols;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of stack that a chain of calls may use together, and how deep it may be (`MAX_BPF_STACK`,
/// `MAX_CALL_FRAMES` of the kernel).
const STACK_MAX: u32 = 512;
const FRAMES_MAX: u32 = 8;

/// One function.
#[derive(Clone, Debug, Default)]
struct Function {
    calls: BTreeSet<String>,
    stack: u32,
    /// Jumps backwards.
    loops: u32,
    instructions: u32,
    /// What is wrong with single instructions.
    breaches: Vec<String>,
    labels: BTreeSet<String>,
}

/// The functions of an image.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assembly {
    functions: BTreeMap<String, Function>,
}

impl Assembly {
    /// Reads the compiler's text.
    pub(crate) fn read(text: &str) -> Self {
        let typed = |line: &str| {
            let name = line.trim().strip_prefix(".type")?.trim().strip_suffix(",@function")?;
            Some(name.to_owned())
        };
        let names: BTreeSet<String> = text.lines().filter_map(typed).collect();
        let mut functions: BTreeMap<String, Function> =
            names.iter().map(|name| (name.clone(), Function::default())).collect();
        let mut current: Option<String> = None;
        for line in text.lines() {
            let code = line.split('#').next().unwrap_or_default().trim();
            match code.strip_suffix(':') {
                Some(label) if names.contains(label) => current = Some(label.to_owned()),
                // The end of a function, or data.
                Some(label) if label.starts_with(".Lfunc_end") => current = None,
                label => {
                    if let Some(function) = current.as_ref().and_then(|name| functions.get_mut(name)) {
                        match label {
                            Some(label) => _ = function.labels.insert(label.to_owned()),
                            None => function.take(code),
                        }
                    }
                }
            }
        }
        Self { functions }
    }

    /// Sizes, in words.
    pub(crate) fn describe(&self) -> String {
        let sum = |of: fn(&Function) -> u32| self.functions.values().map(of).sum::<u32>();
        let deepest = self.functions.keys().map(|name| self.depth(name, 0).0).max().unwrap_or(0);
        format!(
            "{} functions, {} instructions, {deepest} of {STACK_MAX} bytes of stack, {} jumps back",
            self.functions.len(),
            sum(|function| function.instructions),
            sum(|function| function.loops)
        )
    }

    /// Stack \[B\] and frames of the deepest chain of calls from here; a chain that is too long is not followed.
    fn depth(&self, name: &str, above: u32) -> (u32, u32) {
        let Some(function) = self.functions.get(name).filter(|_| above <= FRAMES_MAX) else { return (0, 0) };
        let below: Vec<(u32, u32)> = function.calls.iter().map(|call| self.depth(call, above + 1)).collect();
        let stack = below.iter().map(|(stack, _)| *stack).max().unwrap_or(0);
        let frames = below.iter().map(|(_, frames)| *frames).max().unwrap_or(0);
        // The verifier rounds each frame up to 32 bytes.
        (stack + function.stack.max(1).next_multiple_of(32), frames + 1)
    }
}

impl Function {
    fn take(&mut self, code: &str) {
        if code.is_empty() || code.starts_with('.') {
            return;
        }
        self.instructions += 1;
        let words: Vec<&str> = code.split_whitespace().collect();
        match words.as_slice() {
            ["call", name] => _ = self.calls.insert((*name).to_owned()),
            ["callx", _] => self.breaches.push("a call through a pointer".to_owned()),
            [_, "s/=" | "s%=", _] => self.breaches.push(format!("signed division: {code}")),
            [to, "/=" | "%=", _] if to.starts_with('r') => {
                self.breaches.push(format!("64-bit division: {code}"));
            }
            [.., "goto", label] if self.labels.contains(*label) => self.loops += 1,
            _ => {}
        }
        if let Some((_, rest)) = code.split_once("r10 - ") {
            let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            self.stack = self.stack.max(digits.parse().unwrap_or(u32::MAX / 2));
        }
    }
}

/// Everything that is wrong, one line each.
pub(crate) fn findings(code: &Assembly) -> Vec<String> {
    let mut found = Vec::new();
    if code.functions.is_empty() {
        found.push("the image has no functions".to_owned());
    }
    for (name, function) in &code.functions {
        found.extend(symbols::offence(name).map(|offence| format!("{}: {name}", offence.text())));
        found.extend(function.breaches.iter().map(|what| format!("{what}, in {name}")));
        for call in function.calls.iter().filter(|call| !code.functions.contains_key(*call)) {
            let why = symbols::offence(call).map_or("a function that is not there", |offence| offence.text());
            found.push(format!("{why}: {name} calls {call}"));
        }
        let (stack, frames) = code.depth(name, 0);
        if stack > STACK_MAX || frames > FRAMES_MAX {
            found.push(format!("{stack} bytes of stack in {frames} frames from {name} on"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One function of these lines.
    fn one(lines: &str) -> Vec<String> {
        findings(&Assembly::read(&format!("\t.type\tf,@function\nf:\n{lines}\texit\n.Lfunc_end0:\n")))
    }

    #[test]
    fn plain_code_with_32_bit_division_and_a_loop_passes() {
        let code = "LBB0_1:\n\tw1 /= w2\n\tr1 *= r2\n\t*(u64 *)(r10 - 512) = r1\n\tif w1 != 0 goto LBB0_1\n";
        assert_eq!(one(code), Vec::<String>::new());
        let text = format!("\t.type\tf,@function\nf:\n{code}\texit\n");
        assert_eq!(
            Assembly::read(&text).describe(),
            "1 functions, 5 instructions, 512 of 512 bytes of stack, 1 jumps back"
        );
    }

    #[test]
    fn each_breach_is_found() {
        for (code, sign) in [
            ("\tr1 /= r2\n", "64-bit division"),
            ("\tr1 %= 10\n", "64-bit division"),
            ("\tw1 s/= w2\n", "signed division"),
            ("\tcall _RNvNtCs1_4core9panicking5panic\n", "panic path"),
            ("\tcall __addsf3\n", "floating point"),
            ("\tcall __udivdi3\n", "64-bit division"),
            ("\tcall memcpy\n", "not there"),
            ("\tcallx r1\n", "through a pointer"),
            ("\t*(u32 *)(r10 - 516) = w1\n", "544 bytes of stack"),
            ("\tcall f\n", "frames"),
        ] {
            let found = one(code);
            assert!(found.iter().any(|finding| finding.contains(sign)), "{code}: {found:?}");
        }
        assert_eq!(findings(&Assembly::read("")).len(), 1, "no code is no pass");
    }

    #[test]
    fn a_panic_that_is_linked_in_and_stack_that_adds_up_over_calls_are_found() {
        let body = |name: &str, code: &str| format!("\t.type\t{name},@function\n{name}:\n{code}\texit\n");
        let panics = body("_RNvNtCs1_4core9panicking5panic", "");
        assert_eq!(findings(&Assembly::read(&panics)).len(), 1);
        let deep = "\t*(u64 *)(r10 - 300) = r1\n";
        let two = body("f", &format!("{deep}\tcall g\n")) + &body("g", deep);
        assert_eq!(findings(&Assembly::read(&two)).len(), 1, "300 twice");
    }
}
