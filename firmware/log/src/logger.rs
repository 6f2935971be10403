//! defmt's frames over the board's serial output.

use core::cell::RefCell;
use freeboard_firmware_board::put;

#[defmt::global_logger]
struct Serial;

/// The one encoder. Lent to one user at a time: a frame inside a frame is left out.
struct Shared(RefCell<defmt::Encoder>);

// SAFETY: the board has one core and no interrupts, so nothing else runs while the cell is looked at.
unsafe impl Sync for Shared {}

static ENCODER: Shared = Shared(RefCell::new(defmt::Encoder::new()));

impl Shared {
    fn with(&self, encode: impl FnOnce(&mut defmt::Encoder)) {
        if let Ok(mut encoder) = self.0.try_borrow_mut() {
            encode(&mut encoder);
        }
    }
}

fn write(bytes: &[u8]) {
    bytes.iter().copied().for_each(put);
}

// SAFETY: `acquire` cannot be entered twice on a board with one core and no interrupts.
unsafe impl defmt::Logger for Serial {
    fn acquire() {
        ENCODER.with(|encoder| encoder.start_frame(write));
    }

    unsafe fn flush() {}

    unsafe fn release() {
        ENCODER.with(|encoder| encoder.end_frame(write));
    }

    unsafe fn write(bytes: &[u8]) {
        ENCODER.with(|encoder| encoder.write(bytes, write));
    }
}
