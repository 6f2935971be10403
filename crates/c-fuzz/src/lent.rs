//! Memory of a C caller, with guard words around it.

use core::mem::MaybeUninit;

/// Guard word before and after the memory. Any word that a state is unlikely to hold.
const MARK: [u32; 4] = [0x5afe_c0de; 4];

/// Memory of a `T`, between guard words.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Lent<T> {
    before: [u32; 4],
    memory: MaybeUninit<T>,
    after: [u32; 4],
}

impl<T> Lent<T> {
    /// Filled with 0: fresh state.
    pub(crate) const fn zeroed() -> Self {
        Self { before: MARK, memory: MaybeUninit::zeroed(), after: MARK }
    }

    pub(crate) const fn pointer(&mut self) -> *mut T {
        self.memory.as_mut_ptr()
    }

    /// # Panics
    /// A guard word was overwritten.
    pub(crate) fn check(&self) {
        assert_eq!(
            (self.before, self.after),
            (MARK, MARK),
            "something is written beside the memory that was lent"
        );
    }

    /// Whether the memory is unchanged since it was filled with 0.
    pub(crate) fn is_untouched(&self) -> bool {
        let start: *const u8 = self.memory.as_ptr().cast();
        // SAFETY: all of it was filled with 0; only a write, which is looked for here, may have changed that.
        (0..size_of::<T>()).all(|at| unsafe { start.add(at).read() } == 0)
    }
}
