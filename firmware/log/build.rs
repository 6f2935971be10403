//! Links with the board's script and with defmt's, which keeps the format strings out of the image's memory.

fn main() {
    println!("cargo:rustc-link-arg-bins=-Tboard.ld");
    println!("cargo:rustc-link-arg-bins=-Tdefmt.x");
    println!("cargo:rustc-link-arg-bins=--gc-sections");
}
