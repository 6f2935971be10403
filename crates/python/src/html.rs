//! HTML for notebooks: tables, and a plot of a queue.

use core::fmt::Write;
use freeboard_scenario::measure::QueueSample;

/// Width and height of a plot \[px\], and the room around it for labels. Chosen by us: beside the text of a notebook.
const SIZE: (f64, f64) = (560.0, 160.0);
const MARGIN: (f64, f64) = (48.0, 28.0);
/// Columns of a plot, each drawn from its lowest sample to its highest.
const COLUMNS: usize = 280;

/// A text without what HTML gives a meaning.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A number with as many decimals as its size asks for.
pub(crate) fn number(value: f64) -> String {
    let decimals = match value.abs() {
        _ if value.fract() == 0.0 => 0,
        small if small < 10.0 => 3,
        middle if middle < 1_000.0 => 2,
        _ => 1,
    };
    format!("{value:.decimals$}")
}

/// A table with a header.
pub(crate) fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String], tag: &str| -> String {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", plain(cell))).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = rows.iter().map(|row| line(row, "td")).collect();
    format!("<table><thead>{}</thead><tbody>{rows}</tbody></table>", line(header, "th"))
}

/// The lowest and the highest of the packets of some samples.
fn range(samples: &[QueueSample]) -> (u32, u32) {
    let packets = samples.iter().map(|sample| sample.packets);
    (packets.clone().min().unwrap_or_default(), packets.max().unwrap_or_default())
}

/// A plot of the packets of a queue over time; empty without samples.
pub(crate) fn queue_plot(samples: &[QueueSample]) -> String {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return String::new() };
    let ((width, height), (left, below)) = (SIZE, MARGIN);
    let highest = f64::from(range(samples).1.max(1));
    let span = (last.at_ps - first.at_ps).max(1) as f64;
    let x = |at_ps: u64| left + (at_ps - first.at_ps) as f64 / span * (width - left - 8.0);
    let y = |packets: u32| 8.0 + (1.0 - f64::from(packets) / highest) * (height - below - 8.0);
    let mut line = String::new();
    for column in samples.chunks(samples.len().div_ceil(COLUMNS)) {
        let ((low, high), at) = (range(column), x(column[0].at_ps));
        let step = if line.is_empty() { 'M' } else { 'L' };
        // A text grows without an error.
        let _ = write!(line, "{step}{at:.1} {:.1}L{at:.1} {:.1}", y(low), y(high));
    }
    let (bottom, right) = (y(0), width - 8.0);
    let millis = |ps: u64| number(ps as f64 * 1e-9);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"11\" fill=\"currentColor\" role=\"img\" aria-label=\"queue over time\">\
         <path d=\"M{left} 8V{bottom:.1}H{right}\" fill=\"none\" stroke=\"currentColor\"/>\
         <path d=\"{line}\" fill=\"none\" stroke=\"#0072b2\"/>\
         <text x=\"{}\" y=\"16\" text-anchor=\"end\">{highest}</text>\
         <text x=\"{}\" y=\"{bottom:.1}\" text-anchor=\"end\">0</text>\
         <text x=\"{left}\" y=\"{}\">{} ms</text>\
         <text x=\"{right}\" y=\"{}\" text-anchor=\"end\">{} ms; queue [packets]</text></svg>",
        left - 4.0,
        left - 4.0,
        bottom + 16.0,
        millis(first.at_ps),
        bottom + 16.0,
        millis(last.at_ps),
    )
}
