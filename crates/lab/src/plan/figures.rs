//! The catalogue of the papers' figures and tables: for each the plans that reproduce it, or the reason why there is none.

use freeboard_scenario::document::{Document, Entry, Fault, Section};

/// The file, for errors.
const FILE: &str = "crates/lab/figures.toml";
const TEXT: &str = include_str!("../../figures.toml");

/// A paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Folder of its plans.
    pub id: String,
    /// The scheme it is about.
    pub title: String,
    /// Key in the book's list of references.
    pub key: String,
}

/// A figure or table of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// [`Paper::id`].
    pub paper: String,
    /// Its name in the paper.
    pub figure: String,
    /// What it shows.
    pub shows: String,
    /// What the paper says of it.
    pub claim: String,
    /// What there is of it here.
    pub status: Status,
}

/// What there is of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Plans, by [`super::Plan::id`].
    Plans(Vec<String>),
    /// None, and why.
    Reason(String),
}

impl Status {
    /// The name of the case in `list --json`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Plans(_) => "plan",
            Self::Reason(_) => "reason",
        }
    }
}

/// All papers and figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// In the order of the book.
    pub papers: Vec<Paper>,
    /// Paper by paper, in the paper's order.
    pub figures: Vec<Figure>,
}

impl Figures {
    /// The built-in catalogue.
    ///
    /// # Errors
    /// The first thing in its file that is not legal.
    pub fn read() -> Result<Self, Fault> {
        Self::parse(&Document::new(FILE, TEXT))
    }

    /// Reads a catalogue.
    ///
    /// # Errors
    /// The first thing that is not legal.
    pub fn parse(document: &Document) -> Result<Self, Fault> {
        document.read(|root| {
            root.expect_keys(&["paper", "figure"])?;
            let papers: Vec<Paper> =
                root.sections("paper")?.iter().map(Paper::read).collect::<Result<_, _>>()?;
            let ids: Vec<&str> = papers.iter().map(|paper| paper.id.as_str()).collect();
            let figures = root.sections("figure")?;
            let figures = figures.iter().map(|one| Figure::read(one, &ids)).collect::<Result<_, _>>()?;
            Ok(Self { figures, papers })
        })
    }

    /// The figures of a paper.
    pub fn of<'a>(&'a self, paper: &'a str) -> impl Iterator<Item = &'a Figure> {
        self.figures.iter().filter(move |figure| figure.paper == paper)
    }
}

fn text(section: &Section<'_>, key: &str) -> Result<String, Fault> {
    section.need(key, "a text in quotes")?.name().map(str::to_owned)
}

impl Paper {
    fn read(section: &Section<'_>) -> Result<Self, Fault> {
        section.expect_keys(&["id", "title", "key"])?;
        Ok(Self { id: text(section, "id")?, title: text(section, "title")?, key: text(section, "key")? })
    }
}

impl Figure {
    fn read(section: &Section<'_>, papers: &[&str]) -> Result<Self, Fault> {
        section.expect_keys(&["paper", "figure", "shows", "claim", "plan", "reason"])?;
        section.need("paper", &papers.join(", "))?.choice(papers)?;
        let status = match (section.get("plan"), section.get("reason")) {
            (Some(plans), None) => {
                let id = |one: &Entry<'_>| one.string().map(str::to_owned);
                Status::Plans(plans.items().iter().map(id).collect::<Result<_, _>>()?)
            }
            (None, _) => Status::Reason(text(section, "reason")?),
            (Some(_), Some(reason)) => return Err(reason.fault("stands beside a plan", "one of the two")),
        };
        Ok(Self {
            paper: text(section, "paper")?,
            figure: text(section, "figure")?,
            shows: text(section, "shows")?,
            claim: text(section, "claim")?,
            status,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(row: &str) -> Result<Figures, Fault> {
        let paper = "[[paper]]\nid = \"p\"\ntitle = \"P\"\nkey = \"P1\"\n";
        let row = format!(
            "{paper}[[figure]]\npaper = \"p\"\nfigure = \"1\"\nshows = \"s\"\nclaim = \"c\"\n{row}\n"
        );
        Figures::parse(&Document::new("figures.toml", row))
    }

    #[test]
    fn a_figure_has_plans_or_a_reason() {
        let read = |row: &str| parse(row).unwrap().figures.remove(0).status;
        assert_eq!(read("plan = \"p/1\""), Status::Plans(vec!["p/1".to_owned()]));
        assert_eq!(
            read("plan = [\"p/1\", \"p/2\"]"),
            Status::Plans(vec!["p/1".to_owned(), "p/2".to_owned()])
        );
        assert_eq!(read("reason = \"no\""), Status::Reason("no".to_owned()));
        for row in ["", "plan = \"p/1\"\nreason = \"no\"", "reason = 3", "because = \"no\""] {
            assert!(parse(row).is_err(), "{row}");
        }
    }
}
