//! Links with the board's script.

fn main() {
    println!("cargo:rustc-link-arg-bins=-Tboard.ld");
    println!("cargo:rustc-link-arg-bins=--gc-sections");
}
