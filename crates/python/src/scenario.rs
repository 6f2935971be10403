//! A scenario: read, checked, changed, run.

use crate::error::{argument, failed, refused, unknown};
use crate::outcome::Outcome;
use crate::stop::{Listener, Meter, interruptible};
use crate::value::Given;
use freeboard_scenario::Scenario as Read;
use freeboard_scenario::document::{Document, Fault, Faults, set_key};
use freeboard_scenario::file::{Chosen, Running};
use freeboard_scenario::world::{Request, simulate};
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use toml::Table;

/// A scenario: network, schemes to compare, hosts, traffic and run.
///
/// Made by :meth:`read`; :meth:`set` returns a changed copy. Every value is checked as ``freeboard run`` checks it.
#[pyclass(frozen, module = "freeboard")]
pub(crate) struct Scenario {
    /// The file as errors name it.
    file: String,
    text: String,
    read: Arc<Read>,
}

/// A scheme of a scenario: what switches run and what hosts run.
#[pyclass(frozen, get_all, module = "freeboard")]
#[derive(Clone)]
pub(crate) struct Scheme {
    /// Name in tables.
    name: String,
    /// Marking scheme, as ``name/variant``.
    aqm: String,
    /// Congestion control, as ``name/variant``.
    cc: String,
    /// Underlay; ``None`` without one.
    underlay: Option<String>,
    /// Settings as they take effect, with their units: ``aqm.NAME``, ``cc.NAME`` and ``underlay.NAME``.
    settings: BTreeMap<String, String>,
}

#[pymethods]
impl Scheme {
    fn __repr__(&self) -> String {
        format!("<freeboard.Scheme {}: {} under {}>", self.name, self.cc, self.aqm)
    }
}

impl Scheme {
    fn of(scheme: &freeboard_scenario::file::Scheme) -> Self {
        let Running { cc, underlay } = &scheme.host;
        let settings = |part: &'static str, chosen: &Chosen| -> Vec<(String, String)> {
            let one = |line: &freeboard_scenario::file::SettingLine| {
                (format!("{part}.{}", line.name), line.effective.clone())
            };
            chosen.lines.iter().map(one).collect()
        };
        let of_underlay = underlay.iter().flat_map(|underlay| settings("underlay", underlay));
        Self {
            name: scheme.name.clone(),
            aqm: scheme.aqm.id.clone(),
            cc: cc.id.clone(),
            underlay: underlay.as_ref().map(|underlay| underlay.id.clone()),
            settings: settings("aqm", &scheme.aqm)
                .into_iter()
                .chain(settings("cc", cc))
                .chain(of_underlay)
                .collect(),
        }
    }
}

/// A scheme of a scenario, by its place from 0 or by its name.
#[derive(FromPyObject)]
pub(crate) enum WhichScheme {
    /// Its place.
    At(isize),
    /// Its name.
    Named(String),
}

impl WhichScheme {
    fn place(&self, scenario: &Read) -> PyResult<usize> {
        let names: Vec<&str> = scenario.schemes.iter().map(|scheme| scheme.name.as_str()).collect();
        match self {
            Self::At(at) => {
                let place = if *at < 0 { at.checked_add_unsigned(names.len()) } else { Some(*at) };
                let place =
                    place.and_then(|place| usize::try_from(place).ok()).filter(|place| *place < names.len());
                place.ok_or_else(|| PyIndexError::new_err(format!("scheme {at} of {}", names.len())))
            }
            Self::Named(name) => {
                let at = names.iter().position(|one| one == name);
                at.ok_or_else(|| argument("run", "scheme", name, &unknown(name, &names)))
            }
        }
    }
}

impl Scenario {
    /// The scenario as read.
    pub(crate) const fn own(&self) -> &Arc<Read> {
        &self.read
    }

    fn of_document(document: &Document) -> Result<Self, Faults> {
        let read = Arc::new(Read::read_or_all_faults(document)?);
        Ok(Self { file: document.file().to_owned(), text: document.text().to_owned(), read })
    }

    /// The scenario with other values of some keys.
    pub(crate) fn with<'a>(&self, values: impl IntoIterator<Item = (&'a str, &'a Given)>) -> PyResult<Self> {
        let mut table: Table = self.text.parse().map_err(refused)?;
        for (key, value) in values {
            set_key(&mut table, key, value.toml()).map_err(|refusal| {
                let (value, file) = (Some(value.toml().to_string()), self.file.as_str().into());
                let (problem, legal) = (refusal.problem, refusal.legal);
                refused(Fault { file, line: 0, key: key.to_owned(), value, problem, legal })
            })?;
        }
        let changed = Self::of_document(&Document::new(self.file.as_str(), table.to_string()));
        // The lines of a changed text are not those of the file.
        let without_lines =
            |faults: Faults| Faults(faults.0.into_iter().map(|it| Fault { line: 0, ..it }).collect());
        changed.map_err(|faults| refused(without_lines(faults)))
    }
}

#[pymethods]
impl Scenario {
    /// Reads a scenario from a file, or from TOML text: a ``str`` with a line break is text.
    ///
    /// Raises ``ValueError`` with the command's message where a value is not legal.
    #[staticmethod]
    fn read(path_or_text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let document = match path_or_text.extract::<String>() {
            Ok(text) if text.contains('\n') => Document::new("scenario.toml", text),
            Ok(path) => Document::open(&PathBuf::from(path)).map_err(|error| failed(&error))?,
            Err(_) => Document::open(&path_or_text.extract::<PathBuf>()?).map_err(|error| failed(&error))?,
        };
        Self::of_document(&document).map_err(refused)
    }

    /// Warnings: parts that nothing uses, settings that contradict the network. Empty without any.
    fn check(&self) -> Vec<String> {
        let of_schemes = self.read.schemes.iter().flat_map(|scheme| scheme.warnings());
        let mut all = Vec::new();
        for warning in self.read.warnings().into_iter().chain(of_schemes) {
            if !all.contains(&warning) {
                all.push(warning);
            }
        }
        all
    }

    /// Returns a copy with another value of a key, e.g. ``set("scheme[1].k", "90 KB")`` or ``set("run.time", "5 ms")``.
    ///
    /// Tables of a list are named by their number from 1 or by their name, ``scheme.NAME.k``.
    fn set(&self, key: &str, value: Given) -> PyResult<Self> {
        self.with([(key, &value)])
    }

    /// Returns a copy with other values of several keys, which are checked together.
    fn set_all(&self, values: BTreeMap<String, Given>) -> PyResult<Self> {
        self.with(values.iter().map(|(key, value)| (key.as_str(), value)))
    }

    /// Runs one scheme on the traffic of a seed.
    ///
    /// ``scheme`` is a place from 0 or a name. The outcome does not depend on ``threads``. The interpreter's lock is released;
    /// Ctrl-C stops the run. ``progress`` is ``True`` for a line on ``sys.stderr``, or a function that takes the share of the run,
    /// 0 to 1.
    #[pyo3(
        signature = (scheme=WhichScheme::At(0), seed=1, threads=1, progress=None),
        text_signature = "($self, scheme=0, seed=1, threads=1, progress=False)"
    )]
    fn run(
        &self,
        py: Python<'_>,
        scheme: WhichScheme,
        seed: u64,
        threads: u32,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Outcome> {
        let scheme = scheme.place(&self.read)?;
        let (meter, listener) = (Meter::new(self.read.run.time_ps), Listener::of(progress)?);
        let request = Request { scenario: &self.read, scheme, seed, threads: threads.max(1) };
        let outcome = interruptible(py, &meter, &listener, || simulate(&request, &meter))?;
        Ok(Outcome::new(&self.read, outcome.map_err(|error| stopped(&error))?))
    }

    /// Name of the scenario.
    #[getter]
    fn name(&self) -> &str {
        &self.read.name
    }

    /// The scenario as TOML text.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Schemes that the scenario compares, in order.
    #[getter]
    fn schemes(&self) -> Vec<Scheme> {
        self.read.schemes.iter().map(Scheme::of).collect()
    }

    /// Seeds that the scenario lists.
    #[getter]
    fn seeds(&self) -> Vec<u64> {
        self.read.run.seeds.clone()
    }

    /// Keys that the schemes share and that have an effect, with their effective values.
    #[getter]
    fn configuration(&self) -> BTreeMap<String, String> {
        self.read.rows().into_iter().collect()
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.read.schemes.iter().map(|scheme| scheme.name.as_str()).collect();
        format!("<freeboard.Scenario {}: {}>", self.read.name, names.join(", "))
    }
}

/// The exception of a run that ended without an outcome.
pub(crate) fn stopped(error: &anyhow::Error) -> PyErr {
    if error.is::<freeboard_scenario::world::Interrupted>() {
        return PyKeyboardInterrupt::new_err(error.to_string());
    }
    failed(error)
}
