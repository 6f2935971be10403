//! HTML: a whole page, and the parts that all pages are made of.

use crate::figure::escaped;
use crate::plan::{Verdict, VerdictLine};

/// A page: it may load nothing, not even an icon.
pub(super) fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{}</style>\n</head>\n\
         <body>\n{body}<div id=\"says\"></div>\n<script>\n{}</script>\n</body>\n</html>\n",
        include_str!("page.css"),
        include_str!("page.js"),
        title = escaped(title),
    )
}

/// A table whose cells are HTML already; it scrolls by itself where a phone is too narrow.
pub(super) fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let header: String = header.iter().map(|name| format!("<th>{name}</th>")).collect();
    let mut text = format!("<div class=\"wide\"><table>\n<tr>{header}</tr>\n");
    for row in rows {
        let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        text += &format!("<tr>{cells}</tr>\n");
    }
    text + "</table></div>\n"
}

/// A verdict in its colour.
pub(super) fn verdict(verdict: Verdict) -> String {
    let name = verdict.name();
    format!("<span class=\"{name}\">{name}</span>")
}

/// What the paper says, what was measured, how far apart they are, what would agree, the verdict.
pub(super) fn verdict_cells(line: &VerdictLine) -> Vec<String> {
    let cells = line.cells();
    let deviation =
        line.deviation().map_or_else(|| "-".to_owned(), |share| format!("{:+.1} %", 100.0 * share));
    let [quantity, paper, measured, accepted, _] = cells.map(|cell| escaped(&cell));
    vec![quantity, paper, measured, deviation, accepted, verdict(line.verdict)]
}

/// Names of the columns of [`verdict_cells`].
pub(super) const VERDICT: [&str; 6] =
    ["quantity", "paper says", "we measured", "deviation", "accepted", "verdict"];

/// A summary that opens to a longer text.
pub(super) fn details(summary: &str, content: &str) -> String {
    format!("<details><summary>{summary}</summary>\n{content}</details>\n")
}
