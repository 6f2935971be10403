//! HTML: a whole page, and the parts that all pages are made of.

use crate::figure::{BANDS_STYLE, FIGURE_STYLE, escaped};
use crate::plan::Verdict;

/// Values under the pointer, and plots that grow: the report's pages and the simulator's have them from here.
pub(crate) const READOUT_SCRIPT: &str = include_str!("readout.js");
/// Style of what [`READOUT_SCRIPT`] shows.
pub(crate) const READOUT_STYLE: &str = include_str!("readout.css");

/// A page with its contents at the side: it may load nothing, not even an icon.
pub(super) fn page(title: &str, contents: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{FIGURE_STYLE}{BANDS_STYLE}{}{READOUT_STYLE}</style>\n</head>\n\
         <body>\n<a class=\"skip\" href=\"#main\">To the figures</a>\n<nav aria-label=\"Contents\"><details open><summary>Contents</summary>\n\
         {contents}</details></nav>\n<main id=\"main\">\n{body}</main>\n<div id=\"says\"></div>\n<script>\n{}{READOUT_SCRIPT}</script>\n</body>\n</html>\n",
        include_str!("page.css"),
        include_str!("page.js"),
        title = escaped(title),
    )
}

/// A table whose cells are HTML already; it scrolls by itself where a phone is too narrow.
pub(super) fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let header: String = header.iter().map(|name| format!("<th>{name}</th>")).collect();
    let mut text = format!("<div class=\"wide\" tabindex=\"0\"><table>\n<tr>{header}</tr>\n");
    for row in rows {
        let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        text += &format!("<tr>{cells}</tr>\n");
    }
    text + "</table></div>\n"
}

/// A verdict in its colour.
pub(super) fn verdict(verdict: Verdict) -> String {
    let name = verdict.name();
    format!("<span class=\"verdict {name}\">{name}</span>")
}

/// A summary that opens to a longer text.
pub(super) fn details(summary: &str, content: &str) -> String {
    format!("<details><summary>{summary}</summary>\n{content}</details>\n")
}

/// The key of rows, plots and strips.
pub(super) const KEY: &str = "<p class=\"key\"><span><i class=\"k-dot\"></i> we measured, within the accepted band</span> \
     <span><i class=\"k-square\"></i> we measured, outside it</span> <span><i class=\"k-paper\"></i> the paper's value</span> \
     <span><i class=\"k-band\"></i> accepted</span> <span><i class=\"k-whisker\"></i> 95 % interval over seeds</span></p>\n";
