//! Puts the linker script of the target's board where the images' linker finds it, as `board.ld`.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let of = |name: &str| PathBuf::from(std::env::var_os(name).unwrap_or_default());
    let riscv = of("TARGET").to_string_lossy().starts_with("riscv32");
    let script = of("CARGO_MANIFEST_DIR").join("link").join(if riscv { "virt.ld" } else { "mps2.ld" });
    let folder = of("OUT_DIR");
    std::fs::copy(&script, folder.join("board.ld"))?;
    println!("cargo:rustc-link-search={}", folder.display());
    println!("cargo:rerun-if-changed={}", script.display());
    Ok(())
}
