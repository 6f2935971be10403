//! Index of the report: a card per figure with its strip and a small plot.

use super::html::{self, KEY};
use super::paper::anchor;
use super::rows::dots;
use super::strip::{Outcome, shown};
use super::{Results, contents};
use crate::figure::{Dot, escaped, little, small};
use crate::origin::Origin;
use crate::plan::{Figure, Figures, Status, ratios};

const TITLE: &str = "Freeboard: the papers' figures";

pub(super) fn index(figures: &Figures, results: &Results) -> String {
    let all = Outcome::sum(figures.figures.iter(), results);
    let mut body = format!(
        "<h1>{TITLE}</h1>\n<p>Every figure and table of {} papers that a simulation or an analysis can address, beside our measurements. \
         Each band of accepted values stands in \
         the plan's expected.toml, with its source.</p>\n\
         <p class=\"total\">{} <span>{} numbers: {}</span></p>\n\
         <p class=\"key\"><span><i class=\"strip\"><i class=\"holds\"></i></i> holds</span> <span><i class=\"strip\"><i class=\"differs\"></i></i> differs</span> \
         <span><i class=\"strip\"><i class=\"open\"></i></i> open: no bound, or nothing measured</span> \
         <span><i class=\"strip\"><i class=\"holds undecided\"></i></i> half: undecided, a bound lies in the interval over seeds</span> <span><i class=\"strip\"><i class=\"none\"></i></i> no plan</span></p>\n{KEY}",
        figures.papers.len(),
        all.bar(),
        match all {
            Outcome::Counted(counts, _) => counts.iter().sum::<usize>(),
            Outcome::Missing | Outcome::NoPlan => 0,
        },
        all.words()
    );
    for paper in &figures.papers {
        let own = Outcome::sum(figures.of(&paper.id), results);
        body += &format!(
            "<h2 id=\"{id}\"><a href=\"{id}.html\">{}</a> <small>[{}] {}</small></h2>\n<div class=\"cards\">\n",
            escaped(&paper.title),
            escaped(&paper.key),
            own.words(),
            id = paper.id
        );
        body.extend(figures.of(&paper.id).map(|figure| card(figure, results)));
        body += "</div>\n";
    }
    body += &format!("<p class=\"by\">Written by freeboard {}.</p>\n", escaped(&Origin::ask().line()));
    html::page(TITLE, &contents(figures, results, None), &body)
}

fn card(figure: &Figure, results: &Results) -> String {
    let outcome = Outcome::of(figure, results);
    format!(
        "<a class=\"card\" href=\"{}.html#{}\"><span class=\"thumb\">{}</span><span class=\"t\"><b>{}</b> {}</span>{}<span class=\"w\">{}</span></a>\n",
        figure.paper,
        anchor(figure),
        picture(figure, results),
        escaped(&figure.figure),
        escaped(&ratios(&figure.shows)),
        outcome.strip(),
        outcome.words()
    )
}

/// The first drawing of a figure in little, or its rows.
fn picture(figure: &Figure, results: &Results) -> String {
    let drawing = shown(figure, results).flat_map(|one| &one.drawings).find_map(|drawing| small(drawing));
    let rows = || {
        let dots: Vec<Dot> = shown(figure, results).flat_map(dots).collect();
        if dots.is_empty() { String::new() } else { little(&dots) }
    };
    match &figure.status {
        Status::Reason(reason) => format!("<span class=\"why\">{}</span>", escaped(reason)),
        Status::Plans(_) => drawing.unwrap_or_else(rows),
    }
}
