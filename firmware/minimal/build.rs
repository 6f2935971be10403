//! Leaves out what nothing calls.

fn main() {
    println!("cargo:rustc-link-arg-bins=--gc-sections");
}
