//! One JSON object per line; a key that does not apply is absent, never 0.

use serde::Serialize;

/// Prints one object on one line.
pub(crate) fn line(object: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string(object)?);
    Ok(())
}
