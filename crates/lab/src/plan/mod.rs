//! Reproductions: a plan, the numbers expected of it, a verdict on each.

mod clock;
mod expected;
mod figures;
mod incast;
mod kept;
mod kind;
mod scale;
mod sweep;
mod titles;
mod verdict;

pub use clock::{ClockPlan, Probing};
pub use expected::{Expected, Pick, Quantity, Reduce};
pub use figures::{Figure, Figures, Paper, Status};
pub use incast::{Background, Cell, INCAST_DEGREE, IncastPlan, choose};
pub use kept::{CELLS, KEPT, Kept, VERDICTS};
pub use kind::{AnyPlan, Finished, Reproduction, Seen};
pub use scale::Scale;
pub(crate) use sweep::accepted;
pub use sweep::{PlotSpec, Shows, SweepPlan};
pub use titles::{paper_title, ratios, scheme_title, with_unit};
pub use verdict::{Measured, Verdict, VerdictLine, explained, judge};

use freeboard_scenario::document::{Document, Fault, Section};

/// The files of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Paper, as a folder of `plans/`.
    pub paper: &'a str,
    /// Figure, as a folder of the paper.
    pub figure: &'a str,
    /// Folder of its files, for errors and for files that it names.
    pub folder: &'a str,
    /// `plan.toml`.
    pub plan: &'a str,
    /// `expected.toml`; `None` for a plan that explores.
    pub expected: Option<&'a str>,
}

macro_rules! plan {
    ($paper:literal, $figure:literal) => {
        Plan {
            paper: $paper,
            figure: $figure,
            folder: concat!("crates/lab/plans/", $paper, "/", $figure),
            plan: include_str!(concat!("../../plans/", $paper, "/", $figure, "/plan.toml")),
            expected: Some(include_str!(concat!("../../plans/", $paper, "/", $figure, "/expected.toml"))),
        }
    };
}

/// Every plan that is built into the program.
pub const PLANS: &[Plan<'static>] = &[
    plan!("ecn-sharp", "fig2"),
    plan!("ecn-sharp", "fig3"),
    plan!("ecn-sharp", "fig6"),
    plan!("ecn-sharp", "fig7"),
    plan!("ecn-sharp", "fig8"),
    plan!("ecn-sharp", "fig9"),
    plan!("ecn-sharp", "fig10"),
    plan!("ecn-sharp", "fig13"),
    plan!("e-ecn", "fig4"),
    plan!("e-ecn", "fig5-7"),
    plan!("e-ecn", "fig8"),
    plan!("e-ecn", "fig12"),
    plan!("e-ecn", "table2"),
    plan!("e-ecn", "table2-s-ecn"),
    plan!("e-ecn", "table3"),
    plan!("bcc", "fig2"),
    plan!("bcc", "fig3"),
    plan!("bcc", "fig4"),
    plan!("bcc", "fig5"),
    plan!("bcc", "fig7"),
    plan!("bcc", "table4"),
    plan!("bcc", "fig9"),
    plan!("bcc", "fig10"),
    plan!("bcc", "fig11"),
    plan!("bcc", "fig12"),
    plan!("bcc", "fig13"),
    plan!("mbecn", "bounds"),
    plan!("mbecn", "receive-batches"),
    plan!("mbecn", "multi-queue"),
    plan!("mbecn", "multi-queue-fct"),
    plan!("mbecn", "simulation-throughput"),
    plan!("mbecn", "simulation-fct"),
    plan!("on-ramp", "fig1"),
    plan!("on-ramp", "fig2"),
    plan!("on-ramp", "fig5"),
    plan!("on-ramp", "fig9"),
    plan!("on-ramp", "fig10"),
    plan!("on-ramp", "fig11"),
    plan!("on-ramp", "fig12"),
    plan!("on-ramp", "fig13"),
    plan!("on-ramp", "fig14"),
    plan!("on-ramp", "fig15"),
    plan!("on-ramp", "fig16"),
    plan!("on-ramp", "fig17"),
    plan!("on-ramp", "fig18"),
    plan!("on-ramp", "fig19"),
    plan!("on-ramp", "fig20"),
    plan!("on-ramp", "fig21"),
    plan!("on-ramp", "fig24"),
    plan!("on-ramp", "fig25"),
    plan!("on-ramp", "fig26"),
    plan!("on-ramp", "fig27"),
    plan!("on-ramp", "clock"),
    plan!("links", "tcp"),
    plan!("links", "rdma"),
    plan!("operators", "ecn-accuracy"),
    plan!("operators", "ecn-xoff"),
];

impl Plan<'_> {
    /// `paper/figure`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.paper, self.figure)
    }

    /// What the paper claims, one line of `plan.toml`; a plan that explores may have none.
    ///
    /// # Errors
    /// It is not there.
    pub fn claim(&self) -> Result<String, Fault> {
        let document = Document::new(self.path("plan.toml"), self.plan);
        document.read(|root| match root.get("claim") {
            None if self.expected.is_none() => Ok("no claim".to_owned()),
            _ => root.need("claim", "a line of text")?.string().map(str::to_owned),
        })
    }

    /// Path of one of its files.
    #[must_use]
    pub fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.folder)
    }
}

/// `[finding]`: quantities that differ or stay open, by id, and why.
fn findings(root: &Section<'_>) -> Result<Vec<(String, String)>, Fault> {
    let Some(section) = root.section("finding")? else { return Ok(Vec::new()) };
    let read = |id: &&str| {
        let text = section.need(id, "a text in quotes")?.string()?.to_owned();
        Ok(((*id).to_owned(), text))
    };
    section.keys().iter().map(read).collect()
}
