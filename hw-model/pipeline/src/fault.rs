//! Faults of a placed program at run time.

use super::names::Named;
use core::fmt;

/// A rule of the pipeline that an execution broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A word is read in the stage that writes it, or before.
    NotReady {
        /// The word.
        word: Named,
        /// The stage that reads it.
        stage: usize,
    },
    /// A register is accessed twice by one packet.
    SecondAccess {
        /// The register.
        register: &'static str,
    },
    /// A value does not fit the bits declared for it.
    TooWide {
        /// The word.
        word: Named,
        /// The value.
        value: u32,
        /// Declared width.
        width: u32,
    },
    /// The packet's place lies outside a register array.
    NoInstance {
        /// The register.
        register: &'static str,
        /// Index asked for.
        instance: usize,
        /// Size of the array.
        count: usize,
    },
    /// The placement has no table that marks.
    NoMark,
    /// Action data of a port or queue are of another program, or differ in what all of them share.
    Shared,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReady { word, stage } => write!(f, "stage {stage} reads {word} before it is written"),
            Self::SecondAccess { register } => {
                write!(f, "register {register} is accessed twice by one packet")
            }
            Self::TooWide { word, value, width } => {
                write!(f, "{word} got {value}, which does not fit its declared {width} bits")
            }
            Self::NoInstance { register, instance, count } => {
                write!(f, "register {register} has {count} instances, instance {instance} was asked for")
            }
            Self::Shared => write!(f, "action data of a port or queue differ in more than what is its own"),
            Self::NoMark => write!(f, "the placement has no table that marks"),
        }
    }
}

impl std::error::Error for Fault {}

/// A register whose content differs between machine and firmware.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The register.
    pub register: &'static str,
    /// Both halves in the machine.
    pub machine: [u32; 2],
    /// Both halves in the firmware's state.
    pub firmware: [u32; 2],
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "register {}: machine {:?}, firmware {:?}", self.register, self.machine, self.firmware)
    }
}

impl std::error::Error for Mismatch {}
