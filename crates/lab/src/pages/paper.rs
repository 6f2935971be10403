//! Report page of a paper: every figure with its plots, the rows of its numbers, and the runs behind them.

use super::html::{self, KEY, details, table};
use super::rows::rows;
use super::strip::Outcome;
use super::{Results, Shown, contents};
use crate::figure::escaped;
use crate::plan::{Figure, Figures, Paper, Status, ratios, scheme_title};
use crate::report::EffectiveSetting;

/// The place of a figure on its page.
pub(super) fn anchor(figure: &Figure) -> String {
    let keep = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    figure.figure.chars().map(keep).collect()
}

pub(super) fn page(paper: &Paper, figures: &Figures, results: &Results) -> String {
    let title = format!("Freeboard: the figures of {}", paper.title);
    let all = Outcome::sum(figures.of(&paper.id), results);
    let mut body = format!(
        "<h1>{}</h1>\n<p class=\"total\">{} <span>{}</span></p>\n{KEY}",
        escaped(&title),
        all.bar(),
        all.words()
    );
    let mut shown = Vec::new();
    for figure in figures.of(&paper.id) {
        body += &section(figure, results, &mut shown);
    }
    html::page(&title, &contents(figures, results, Some(paper)), &body)
}

/// A figure: its claim, then every plan of it, which is shown whole where it stands first.
fn section<'a>(figure: &'a Figure, results: &Results, shown: &mut Vec<(&'a str, String)>) -> String {
    let id = anchor(figure);
    let mut text = format!(
        "<section class=\"figure\" id=\"{id}\">\n<h2>{}: {}</h2>\n<p class=\"claim\">The paper: {}. {}</p>\n",
        escaped(&figure.figure),
        escaped(&ratios(&figure.shows)),
        escaped(&ratios(&figure.claim)),
        Outcome::of(figure, results).strip()
    );
    match &figure.status {
        Status::Reason(reason) => text += &format!("<p class=\"none\">No plan: {}.</p>\n", escaped(reason)),
        Status::Plans(plans) => {
            for plan in plans {
                let before = shown.iter().find(|(other, _)| other == plan).map(|(_, place)| place.clone());
                text += &match (results.get(plan), before) {
                    (None, _) => {
                        format!("<p class=\"differs\">Missing: <code>{plan}</code> has no results.</p>\n")
                    }
                    (Some(_), Some(place)) => {
                        format!("<p><code>{plan}</code>, shown <a href=\"#{place}\">above</a>.</p>\n")
                    }
                    (Some(one), None) => whole(one),
                };
                shown.push((plan, id.clone()));
            }
        }
    }
    text + "</section>\n"
}

/// All of a plan: drawings, rows, cells, parameters, digest, command.
fn whole(shown: &Shown) -> String {
    let Shown { kept, drawings, .. } = shown;
    let plot = |drawing: &String| {
        format!(
            "<figure class=\"plot\"><button type=\"button\" class=\"zoom\" aria-label=\"Enlarge the plot\">+</button>{}</figure>\n",
            drawing
        )
    };
    let plots: String = drawings.iter().map(plot).collect();
    let mut text = if plots.is_empty() { plots } else { format!("<div class=\"plots\">\n{plots}</div>\n") };
    text += &rows(shown);
    if !kept.note.is_empty() {
        text += &format!("<p class=\"note\">{}</p>\n", escaped(&ratios(&kept.note)));
    }
    let header: Vec<String> = kept.cells.header.iter().map(|name| escaped(name)).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let is_scheme = |at: usize| header.get(at).is_some_and(|name| *name == "scheme");
    let cell = |(at, cell): (usize, &String)| {
        escaped(if is_scheme(at) { scheme_title(&kept.paper, cell) } else { cell })
    };
    let cells = kept.cells.rows.iter().map(|row| row.iter().enumerate().map(cell).collect());
    text += &details(&escaped(&kept.shown_is), &table(&header, cells));
    let parameters = kept.parameters.iter().map(|line: &EffectiveSetting| line.cells().map(escaped).to_vec());
    let parameters = table(&["scheme", "key", "value", "takes effect as"], parameters);
    text += &details("Effective parameters of the first cell", &parameters);
    text + &format!(
        "<pre>{}</pre>\n<p class=\"digest\">Digest <code>{}</code></p>\n",
        escaped(&kept.command()),
        kept.digest
    )
}
