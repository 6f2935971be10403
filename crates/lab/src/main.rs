//! The `freeboard` command.

fn main() -> std::process::ExitCode {
    lab::cli::main()
}
