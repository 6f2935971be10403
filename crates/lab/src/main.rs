//! The `freeboard` command.

fn main() -> std::process::ExitCode {
    freeboard_lab::cli::main()
}
