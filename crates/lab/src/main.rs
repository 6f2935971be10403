//! The `freeboard` command.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    freeboard_lab::cli::main()
}
