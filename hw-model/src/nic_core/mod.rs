//! An RV32IMC firmware core with cycle tables.
