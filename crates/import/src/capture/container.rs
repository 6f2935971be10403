//! A capture file of either format.

use super::frame::{Capture, fault};
use super::{classic, next};
use freeboard_scenario::document::Fault;

/// Reads either format.
pub(super) fn read<'a>(file: &'a str, bytes: &'a [u8]) -> Result<Capture<'a>, Fault> {
    let capture = if next::is_section(bytes) { next::read(file, bytes) } else { classic::read(file, bytes) }?;
    if capture.frames.is_empty() {
        return Err(fault(file, None, "has no packets", "a capture with packets"));
    }
    Ok(capture)
}
