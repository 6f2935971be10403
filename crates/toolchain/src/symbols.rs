//! Symbols that firmware must not link.

/// Why a symbol is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offence {
    /// A panic path.
    Panic,
    /// Software floating point.
    Float,
    /// Division of 64-bit numbers.
    WideDivide,
    /// A function of `dataplane` that was not inlined into the data path.
    NotInlined,
}

impl Offence {
    /// In words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Panic => "panic path",
            Self::Float => "software floating point",
            Self::WideDivide => "64-bit division",
            Self::NotInlined => "`dataplane` function left un-inlined",
        }
    }
}

/// Pieces of names of the panic machinery, in both mangling schemes. The handler itself is not among them: a
/// bare-metal image must define one, and it is collected where nothing refers to it.
const PANIC: [&str; 6] = [
    "9panicking",
    "unwrap_failed",
    "expect_failed",
    "slice_index_fail",
    "panic_bounds_check",
    "rust_begin_unwind",
];

/// Compiler helpers for floating point: libgcc's names, then the ARM run-time ABI's.
const FLOAT: [&str; 22] = [
    "__addsf3",
    "__subsf3",
    "__mulsf3",
    "__divsf3",
    "__adddf3",
    "__subdf3",
    "__muldf3",
    "__divdf3",
    "__float",
    "__fix",
    "__extendsfdf2",
    "__truncdfsf2",
    "__powisf2",
    "__powidf2",
    "__aeabi_f",
    "__aeabi_d",
    "__aeabi_i2f",
    "__aeabi_i2d",
    "__aeabi_ui2f",
    "__aeabi_ui2d",
    "__aeabi_l2",
    "__aeabi_ul2",
];

/// Compiler helpers for division of 64-bit numbers.
const WIDE_DIVIDE: [&str; 8] = [
    "__udivdi3",
    "__umoddi3",
    "__divdi3",
    "__moddi3",
    "__udivmoddi4",
    "__divmoddi4",
    "__aeabi_uldivmod",
    "__aeabi_ldivmod",
];

/// Functions of `dataplane` that run when parameters are programmed, not per packet.
const CONTROL_PLANE: [(&str, &str); 2] =
    [("reciprocal_sqrt", "programs the math unit's table"), ("4math5entry", "one entry of that table")];

/// What is wrong with a function's being there, if anything.
#[must_use]
pub fn offence(name: &str) -> Option<Offence> {
    let starts = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    if PANIC.iter().any(|piece| name.contains(piece)) {
        return Some(Offence::Panic);
    }
    // `compiler_builtins` in Rust's own mangling: what the helpers above lead to.
    let built_in = |piece: &str| name.contains("compiler_builtins") && name.contains(piece);
    if starts(&WIDE_DIVIDE) || built_in("u64_div_rem") {
        return Some(Offence::WideDivide);
    }
    if starts(&FLOAT) || built_in("5float") {
        return Some(Offence::Float);
    }
    let control_plane = CONTROL_PLANE.iter().any(|(piece, _)| name.contains(piece));
    (defined_in_dataplane(name) && !control_plane).then_some(Offence::NotInlined)
}

/// The function itself belongs to `dataplane`; that a type argument does is no offence.
fn defined_in_dataplane(name: &str) -> bool {
    // Legacy: `_ZN19freeboard_dataplane...`, or `_ZN<length>_$LT$freeboard_dataplane..` for methods of traits.
    // Mangling v0: the crate root `Cs<hash>_19freeboard_dataplane` within the path's first segments.
    let path = name.trim_start_matches('_');
    if let Some(legacy) = path.strip_prefix("ZN") {
        let first = legacy.trim_start_matches(|c: char| c.is_ascii_digit());
        return first.starts_with("freeboard_dataplane") || first.starts_with("_$LT$freeboard_dataplane..");
    }
    let head: String = path.chars().take_while(|c| *c != 'I').collect();
    path.starts_with('R') && head.contains("_19freeboard_dataplane")
}

/// The offences among the names of functions.
pub fn scan<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<(String, Offence)> {
    names.into_iter().filter_map(|name| Some((name.to_owned(), offence(name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_float_and_wide_division_are_found() {
        assert_eq!(offence("_ZN4core9panicking5panic17h0E"), Some(Offence::Panic));
        assert_eq!(offence("_RNvNtCsabc_4core9panicking9panic_fmt"), Some(Offence::Panic));
        assert_eq!(offence("_ZN4core6option13unwrap_failed17h0E"), Some(Offence::Panic));
        for name in
            ["__addsf3", "__floatunsisf", "__fixunssfsi", "__aeabi_fmul", "__aeabi_dadd", "__aeabi_ui2f"]
        {
            assert_eq!(offence(name), Some(Offence::Float), "{name}");
        }
        let built_in = "_RNvNtNtCs1_17compiler_builtins3int19specialized_div_rem11u64_div_rem";
        for name in ["__udivdi3", "__aeabi_uldivmod", built_in] {
            assert_eq!(offence(name), Some(Offence::WideDivide), "{name}");
        }
        assert_eq!(offence("_RNvNtNtCs1_17compiler_builtins5float3add5f32_3add"), Some(Offence::Float));
        assert_eq!(offence("_RNvNtNtCs1_17compiler_builtins3int19specialized_div_rem11u32_div_rem"), None);
        for name in ["__muldi3", "__aeabi_uidiv", "__aeabi_memcpy", "memcpy", "_ZN5image5entry7dequeue17h0E"]
        {
            assert_eq!(offence(name), None, "{name}");
        }
    }

    #[test]
    fn a_function_of_dataplane_is_found_and_its_types_are_not() {
        assert_eq!(offence("_ZN19freeboard_dataplane6native3run17h0E"), Some(Offence::NotInlined));
        assert_eq!(offence("_RNvNtCs1_19freeboard_dataplane6native3run"), Some(Offence::NotInlined));
        assert_eq!(
            offence("_RINvNtCs1_5image5entry7dequeueINtNtCs2_19freeboard_dataplane7program4PassxEE"),
            None
        );
        assert_eq!(offence("_ZN19freeboard_dataplane4math8MathUnit15reciprocal_sqrt17h0E"), None);
    }
}
