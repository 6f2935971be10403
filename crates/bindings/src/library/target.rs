//! Targets of the library, and the C compilers for them.

use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::process::Command;

/// A machine that the library is built for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The compiler's name for it.
    pub triple: String,
    /// Name of the folder of its library.
    pub name: &'static str,
    /// C compiler, and what it has to be told.
    pub compiler: &'static [&'static str],
}

/// Bare-metal targets: triple, name, compiler.
const BARE: [(&str, &str, &[&str]); 7] = [
    (
        "riscv32imc-unknown-none-elf",
        "riscv32imc",
        &["riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32"],
    ),
    (
        "riscv64imac-unknown-none-elf",
        "riscv64imac",
        &["riscv64-unknown-elf-gcc", "-march=rv64imac", "-mabi=lp64", "-mcmodel=medany"],
    ),
    ("thumbv6m-none-eabi", "thumbv6m", &["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"]),
    (
        "thumbv7em-none-eabi",
        "thumbv7em",
        &["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=soft"],
    ),
    // The library has no floats: which registers would carry them shows in the attributes of the archive, which a linker compares.
    (
        "thumbv7em-none-eabihf",
        "thumbv7emhf",
        &["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"],
    ),
    (
        "thumbv8m.main-none-eabi",
        "thumbv8m",
        &["arm-none-eabi-gcc", "-mcpu=cortex-m33", "-mthumb", "-mfloat-abi=soft"],
    ),
    (
        "thumbv8m.main-none-eabihf",
        "thumbv8mhf",
        &["arm-none-eabi-gcc", "-mcpu=cortex-m33", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-sp-d16"],
    ),
];

impl Target {
    /// This machine.
    ///
    /// # Errors
    /// The compiler does not say what it is.
    pub fn host() -> anyhow::Result<Self> {
        let about = toolchain::output(Command::new("rustc").arg("-vV").current_dir(toolchain::root()))?;
        let triple =
            about.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
        Ok(Self { triple: triple.to_owned(), name: "host", compiler: &["cc"] })
    }

    /// This machine, then the others.
    ///
    /// # Errors
    /// As [`Self::host`].
    pub fn all() -> anyhow::Result<Vec<Self>> {
        let bare = BARE.map(|(triple, name, compiler)| Self { triple: triple.to_owned(), name, compiler });
        Ok([vec![Self::host()?], bare.to_vec()].concat())
    }

    /// What is missing of its C compiler.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let program = self.compiler.first()?;
        let package = toolchain::COMPILERS.iter().find(|(known, _)| known == program);
        let command = toolchain::advice(&[package.map_or("gcc", |(_, package)| package)]);
        (!toolchain::have(program)).then(|| format!("{program} is missing: {command}"))
    }

    /// Its C compiler.
    #[must_use]
    pub fn cc(&self) -> Command {
        let mut command = Command::new(self.compiler.first().copied().unwrap_or("cc"));
        command.args(self.compiler.iter().skip(1));
        command
    }
}
