//! Memory of one instance, which its functions share.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// A static place: one context calls the functions of an instance.
pub(crate) struct Place<T>(UnsafeCell<MaybeUninit<T>>);

// SAFETY: an image is one context.
unsafe impl<T> Sync for Place<T> {}

impl<T> Place<T> {
    /// Nothing yet.
    pub(crate) const fn empty() -> Self {
        Self(UnsafeCell::new(MaybeUninit::uninit()))
    }

    /// Sets the instance up. 0, or 1 + the number of the setting that is refused.
    pub(crate) fn start(&self, instance: Result<T, freeboard_registry::aqm_api::ParamError>) -> u32 {
        match instance {
            Ok(instance) => {
                // SAFETY: one context, and no reference is kept from call to call.
                unsafe { (*self.0.get()).write(instance) };
                0
            }
            Err(error) => 1 + u32::from(error.field.0),
        }
    }

    /// The instance.
    ///
    /// # Safety
    /// [`Self::start`] has returned 0, and the reference of an earlier call is gone.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "one context")]
    pub(crate) unsafe fn instance(&self) -> &mut T {
        // SAFETY: the caller's contract.
        unsafe { (*self.0.get()).assume_init_mut() }
    }
}
