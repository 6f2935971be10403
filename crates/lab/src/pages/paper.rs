//! Report pages: the index, and a page per paper with every figure.

use super::html::{self, VERDICT, details, table, verdict, verdict_cells};
use super::{Results, Shown};
use crate::figure::escaped;
use crate::origin::Origin;
use crate::plan::{Figure, Figures, Paper, Status, Verdict, VerdictLine, explained};
use crate::report::EffectiveSetting;

/// What a figure came to, in one word.
fn outcome(figure: &Figure, results: &Results) -> String {
    let Status::Plans(plans) = &figure.status else {
        return "<span class=\"none\">no plan</span>".to_owned();
    };
    let shown: Vec<&Shown> = plans.iter().filter_map(|plan| results.get(plan)).collect();
    if shown.len() < plans.len() {
        return "<span class=\"differs\">missing</span>".to_owned();
    }
    let count = |wanted: Verdict| {
        let lines = shown.iter().flat_map(|shown| &shown.kept.lines);
        lines.filter(|line| line.verdict == wanted).count()
    };
    let part = |wanted: Verdict| match count(wanted) {
        0 => None,
        count => Some(format!("{count} {}", verdict(wanted))),
    };
    let parts = [Verdict::Holds, Verdict::Differs, Verdict::Open].into_iter().filter_map(part);
    parts.collect::<Vec<_>>().join(", ")
}

/// Every quantity of a figure with its number, a line each.
fn measured(figure: &Figure, results: &Results) -> String {
    let Status::Plans(plans) = &figure.status else { return String::new() };
    let lines = plans.iter().filter_map(|plan| results.get(plan)).flat_map(|shown| &shown.kept.lines);
    let line = |line: &VerdictLine| {
        let [quantity, _, measured, ..] = line.cells().map(|cell| escaped(&cell));
        format!("{quantity}: {measured}")
    };
    lines.map(line).collect::<Vec<_>>().join("<br>")
}

/// The place of a figure on its page.
fn anchor(figure: &Figure) -> String {
    let keep = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    figure.figure.chars().map(keep).collect()
}

/// One row: the figure, what the paper says, what came out.
fn row(figure: &Figure, results: &Results, target: &str) -> Vec<String> {
    let name = format!("<a href=\"{target}#{}\">{}</a>", anchor(figure), escaped(&figure.figure));
    vec![name, escaped(&figure.claim), outcome(figure, results)]
}

pub(super) fn index(figures: &Figures, results: &Results) -> String {
    let mut body = String::from(
        "<h1>Freeboard: the papers' figures</h1>\n<p>Every figure and table of five papers that a simulation or an analysis can \
         address: what the paper says, what we measured, and the verdict. Those without a plan have a reason.</p>\n",
    );
    for paper in &figures.papers {
        let file = format!("{}.html", paper.id);
        let title = format!("<a href=\"{file}\">{}</a> [{}]", escaped(&paper.title), escaped(&paper.key));
        body += &format!("<h2>{title}</h2>\n");
        let rows = figures.of(&paper.id).map(|figure| row(figure, results, &file));
        body += &table(&["figure", "paper says", "verdicts"], rows);
    }
    body += &format!("<p>Written by freeboard {}.</p>\n", escaped(&Origin::ask().line()));
    html::page("Freeboard: the papers' figures", &body)
}

pub(super) fn page(paper: &Paper, figures: &Figures, results: &Results) -> String {
    let title = format!("Freeboard: the figures of {}", paper.title);
    let mut body = format!("<p><a href=\"index.html\">All papers</a></p>\n<h1>{}</h1>\n", escaped(&title));
    let rows = figures.of(&paper.id).map(|figure| {
        let mut row = row(figure, results, "");
        row.insert(2, measured(figure, results));
        row
    });
    body += &table(&["figure", "paper says", "we measured", "verdicts"], rows);
    let mut shown = Vec::new();
    for figure in figures.of(&paper.id) {
        body += &section(figure, results, &mut shown);
    }
    html::page(&title, &body)
}

/// A figure: its claim, then every plan of it, which is shown whole where it stands first.
fn section<'a>(figure: &'a Figure, results: &Results, shown: &mut Vec<(&'a str, String)>) -> String {
    let id = anchor(figure);
    let mut text = format!(
        "<section class=\"figure\" id=\"{id}\">\n<h2>{}: {}</h2>\n<p>The paper: {}.</p>\n",
        escaped(&figure.figure),
        escaped(&figure.shows),
        escaped(&figure.claim)
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

/// All of a plan: verdicts, findings, drawings, cells, parameters, digest, command.
fn whole(Shown { kept, drawings }: &Shown) -> String {
    let mut text = table(&VERDICT, kept.lines.iter().map(verdict_cells));
    for (quantities, finding) in explained(&kept.lines) {
        text +=
            &format!("<p class=\"finding\">{}: {}</p>\n", escaped(&quantities.join("; ")), escaped(finding));
    }
    text.extend(drawings.iter().map(String::as_str));
    let header: Vec<String> = kept.cells.header.iter().map(|name| escaped(name)).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let cells = kept.cells.rows.iter().map(|row| row.iter().map(|cell| escaped(cell)).collect());
    text += &details(&escaped(&kept.shown_is), &table(&header, cells));
    let parameters = kept.parameters.iter().map(|line: &EffectiveSetting| line.cells().map(escaped).to_vec());
    let parameters = table(&["scheme", "key", "value", "takes effect as"], parameters);
    text += &details("Effective parameters of the first cell", &parameters);
    if !kept.note.is_empty() {
        text += &format!("<p>{}</p>\n", escaped(&kept.note));
    }
    text + &format!("<p>Digest <code>{}</code>:</p>\n<pre>{}</pre>\n", kept.digest, escaped(&kept.command()))
}
