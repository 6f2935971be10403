//! Settings by name, in base units.

/// One value per named setting.
#[derive(Clone, Debug, Default)]
pub struct Values(Vec<(String, u64)>);

impl Values {
    /// From names and values.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, u32)>) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name.to_owned(), u64::from(value))).collect())
    }

    /// The value of a setting; `None` if the model's author and the algorithm's disagree about the name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}
