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
    /// Tests of another package, for what survives its own.
    users: Option<Tests>,
    /// One change in this number is tried: where a change takes a minute, all of them take days.
    pub(super) one_in: usize,
}

/// Package of the suites of every variant.
const CONFORMANCE: &str = "freeboard-conformance";

/// Programs of the conformance suites that run a test per variant, and the golden traces.
pub(super) const SUITES: [&str; 7] =
    ["bug_classes", "oracles", "state", "silence", "lock_up", "references", "golden"];

impl Subject {
    /// Everything that decides: algorithms, their arithmetic, packet memory and pacer; and what runs and measures them.
    pub(super) fn all() -> anyhow::Result<Vec<Self>> {
        let packages = workspace::packages()?;
        let deciding =
            packages.iter().filter_map(|package| package.strip_prefix("freeboard-")).filter(|name| {
                let is_algorithm = name.starts_with("aqm-") || name.starts_with("cc-");
                (is_algorithm && !name.ends_with("-api")) || *name == "fixmath"
            });
        let device = |name: &str, files| Self {
            name: name.to_owned(),
            files,
            programs: &["device"],
            ..Self::whole("device")
        };
        let golden = Tests::of(CONFORMANCE, &["golden"], None);
        let tables = Tests::of("freeboard-lab", &["lab"], Some(MEASURED));
        let parts = [
            device("mmu", &["**/src/mmu/*.rs"]),
            device("pacer", &["**/src/nic/pacer.rs"]),
            Self::whole("golden"),
            Self { one_in: 8, ..Self::whole("clock-sync") },
            Self { users: Some(golden), one_in: 16, ..Self::whole("dataplane") },
            Self {
                name: "measures".to_owned(),
                files: &["**/src/measure/*.rs"],
                programs: &["measures", "streams"],
                users: Some(tables),
                one_in: 16,
                ..Self::whole("scenario")
            },
            Self { programs: &["fabric"], one_in: 256, ..Self::whole("fabric") },
        ];
        Ok(deciding.map(Self::whole).chain(parts).collect())
    }

    /// All of a crate.
    pub(crate) fn whole(name: &str) -> Self {
        let package = format!("freeboard-{name}");
        Self { name: name.to_owned(), package, files: &[], programs: &[], users: None, one_in: 1 }
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
            let built = words("--lib --tests");
            return Tests { package: self.package.clone(), built, run: Vec::new() };
        }
        let mut tests = Tests::of(&self.package, self.programs, None);
        tests.built.insert(0, "--lib".to_owned());
        tests
    }

    /// The conformance suites of an algorithm; tests of what uses anything else.
    pub(crate) fn suites(&self) -> Option<Tests> {
        let Some(stem) = self.stem() else { return self.users.clone() };
        // Tests of a variant bear its name; references are modules, in small letters. Golden tests run all that is listed.
        let tests = format!(
            "test(/(^|::){stem}/) | test(/^{}::/) | (binary(golden) & test(/::every_/))",
            self.name.split_once('-').map_or("", |(_, name)| name).replace('-', "_")
        );
        Some(Tests::of(CONFORMANCE, &SUITES, Some(&tests)))
    }
}

/// Tests of the command that compare its numbers with others: by hand, of another table, of the books.
const MEASURED: &str =
    "test(/^(measures|ledger|books|beside|requests|queues|snapshots|theta_power|hosts)::/)";

/// Arguments of cargo's tests, or of nextest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tests {
    /// Package that has them.
    pub(crate) package: String,
    /// Programs, which are all that is built for a change.
    pub(crate) built: Vec<String>,
    /// Which of their tests are run.
    pub(crate) run: Vec<String>,
}

impl Tests {
    /// Tests of some programs that a filter of nextest selects.
    fn of(package: &str, programs: &[&str], filter: Option<&str>) -> Self {
        let built = programs.iter().flat_map(|name| words(&format!("--test {name}"))).collect();
        let run = filter.map_or(Vec::new(), |filter| vec!["-E".to_owned(), filter.to_owned()]);
        Self { package: package.to_owned(), built, run }
    }
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
