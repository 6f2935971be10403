//! Hands the linker script of the target's board to the linker.

fn main() {
    let target = std::env::var("TARGET").unwrap_or_default();
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let script = if target.starts_with("riscv32") { "virt.ld" } else { "mps2.ld" };
    println!("cargo:rustc-link-arg-bins=-T{folder}/link/{script}");
    println!("cargo:rustc-link-arg-bins=--gc-sections");
    println!("cargo:rerun-if-changed=link/{script}");
}
