//! Subjects of change, and the tests that should notice.

use crate::workspace;

/// A crate, or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(super) name: String,
    pub(super) package: String,
    /// Files of the package, as globs; all of them if there are none.
    pub(super) files: &'static [&'static str],
    /// Programs of its own tests, if it is a part; of a whole crate all are.
    programs: &'static [&'static str],
}

/// Programs of the conformance suites that run a test per variant, and the golden traces.
pub(super) const SUITES: [&str; 7] =
    ["bug_classes", "oracles", "state", "silence", "lock_up", "references", "golden"];

impl Subject {
    /// Everything that decides: algorithms, their arithmetic, packet memory and pacer.
    pub(super) fn all() -> anyhow::Result<Vec<Self>> {
        let packages = workspace::packages()?;
        let deciding =
            packages.iter().filter_map(|package| package.strip_prefix("freeboard-")).filter(|name| {
                let is_algorithm = name.starts_with("aqm-") || name.starts_with("cc-");
                (is_algorithm && !name.ends_with("-api")) || *name == "fixmath"
            });
        let part = |name: &str, files| Self {
            name: name.to_owned(),
            package: "freeboard-device".to_owned(),
            files,
            programs: &["device"],
        };
        let parts = [part("mmu", &["**/src/mmu/*.rs"]), part("pacer", &["**/src/nic/pacer.rs"])];
        Ok(deciding.map(Self::whole).chain(parts).collect())
    }

    /// All of a crate.
    pub(crate) fn whole(name: &str) -> Self {
        let package = format!("freeboard-{name}");
        Self { name: name.to_owned(), package, files: &[], programs: &[] }
    }

    /// Its feature of the registry, if it is an algorithm.
    pub(crate) fn feature(&self) -> Option<&str> {
        (self.name.starts_with("aqm-") || self.name.starts_with("cc-")).then_some(&self.name)
    }

    /// Start of the names of its tests in the conformance suites: `aqm-ecn-sharp` is `EcnSharp`.
    fn stem(&self) -> Option<String> {
        let (_, name) = self.feature()?.split_once('-')?;
        Some(name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect())
    }

    /// Its own tests.
    pub(super) fn own_tests(&self) -> Tests {
        if self.programs.is_empty() {
            // Some have none: all that is tried on them is conformance.
            return Tests { built: words("--lib --tests"), run: Vec::new() };
        }
        let mut built = words("--lib");
        built.extend(self.programs.iter().flat_map(|name| words(&format!("--test {name}"))));
        Tests { built, run: Vec::new() }
    }

    /// The conformance suites of an algorithm.
    pub(crate) fn suites(&self) -> Option<Tests> {
        let stem = self.stem()?;
        // Tests of a variant bear its name; references are modules, in small letters. Golden tests run all that is listed.
        let tests = format!(
            "test(/(^|::){stem}/) | test(/^{}::/) | (binary(golden) & test(/::every_/))",
            self.name.split_once('-').map_or("", |(_, name)| name).replace('-', "_")
        );
        let built = SUITES.iter().flat_map(|name| words(&format!("--test {name}"))).collect();
        Some(Tests { built, run: vec!["-E".to_owned(), tests] })
    }
}

/// Arguments of cargo's tests, or of nextest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tests {
    /// Programs, which are all that is built for a change.
    pub(crate) built: Vec<String>,
    /// Which of their tests are run.
    pub(crate) run: Vec<String>,
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_of_an_algorithm_are_its_own_and_those_of_its_variants() {
        let subject = Subject::whole;
        assert_eq!(subject("aqm-ecn-sharp").stem().as_deref(), Some("EcnSharp"));
        let sharp = subject("aqm-ecn-sharp").suites().unwrap();
        let tests = sharp.run.last().unwrap();
        assert!(
            tests.contains("test(/(^|::)EcnSharp/)") && tests.contains("test(/^ecn_sharp::/)"),
            "{tests}"
        );
        assert_eq!(subject("fixmath").suites(), None);
        assert_eq!(subject("fixmath").own_tests().built, ["--lib", "--tests"]);
    }
}
