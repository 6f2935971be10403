//! The ids of one family of algorithms, and the enum that holds any of them.

/// Declares both from lines `(condition) Name type;`: the ids `$id`, and `$any` that holds a `$holder<type>`; `$api` is
/// the trait of the family, `$params $arguments` makes its parameters.
macro_rules! family {
    ($id:ident $any:ident $holder:ident $api:ident $params:ident[$($argument:tt)*] $arguments:tt: $($cfg:tt $name:ident $type:ty;)*) => {
        /// Which algorithm, which variant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum $id {
            $(#[cfg $cfg]
              #[doc = concat!("`", stringify!($type), "`.")]
              $name,)*
        }

        #[doc = concat!("Any of [`", stringify!($id), "`], with its parameters and state.")]
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum $any {
            $(#[cfg $cfg]
              #[doc = concat!("`", stringify!($type), "`.")]
              $name($crate::$holder<$type>),)*
        }

        impl $id {
            /// Every variant whose feature is on, in list order.
            pub const ALL: &'static [Self] = &[$(#[cfg $cfg] Self::$name,)*];

            /// Its fields, and the words about them.
            #[must_use]
            pub const fn fields(self) -> (&'static [Field], &'static [FieldDoc]) {
                match self {
                    $(#[cfg $cfg]
                      Self::$name => (
                          <<$type as $api>::Settings as Settings>::FIELDS,
                          <<$type as $api>::Settings as Settings>::DOCS,
                      ),)*
                }
            }

            /// A fresh instance under these settings: one value per field in order, missing ones at their default.
            ///
            /// # Errors
            /// The first field that is refused.
            pub fn place(self, $($argument)*) -> Result<$any, ParamError> {
                match self {
                    $(#[cfg $cfg]
                      Self::$name => $params::<$type> $arguments.map($crate::$holder::<$type>::new).map($any::$name),)*
                }
            }
        }

        impl $any {
            /// Appends the state's words.
            pub fn canonical(&self, words: &mut Words) {
                match *self {
                    $(#[cfg $cfg] Self::$name(ref it) => it.canonical(words),)*
                }
            }
        }

        #[cfg(feature = "defmt")]
        impl defmt::Format for $any {
            fn format(&self, f: defmt::Formatter<'_>) {
                match self {
                    $(#[cfg $cfg] Self::$name(it) => defmt::write!(f, "{}", it),)*
                }
            }
        }
    };
}
pub(crate) use family;
