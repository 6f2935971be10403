//! Tables for a terminal.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, Width};
use freeboard_scenario::measure::{FctSummary, Figures, Outcome};

/// Terminal columns that no table exceeds: those that terminals open with.
const WIDTH: u16 = 80;
/// Columns that the first column of a table is not made narrower than, for the sake of whole numbers beside it. Chosen by us.
const NAME_MIN: u16 = 12;

/// First columns of tables of sentences have room for so much of their keys and names. Chosen by us: two fifths.
const NAME_MAX: u16 = 34;
/// Most columns of a table of sentences whose first has that room. Chosen by us: three more have a dozen places each.
const COLUMNS_FEW: usize = 4;
/// Columns at both sides of a cell, together.
const PADDING: u16 = 2;

/// A table with its first column to the left and numbers to the right, of 80 columns at most.
#[must_use]
pub fn grid<H: Into<String>, C: Into<String>>(
    header: impl IntoIterator<Item = H>,
    rows: impl IntoIterator<Item = Vec<C>>,
) -> Table {
    let mut table = plain(header, rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let widths = widths(&table);
    let borders = widths.len() as u16 + 1;
    let [whole, numbers] = [0, 1].map(|first| widths.iter().skip(first).sum::<u16>());
    if whole + PADDING * widths.len() as u16 + borders <= WIDTH {
        return table;
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 0));
    }
    if whole + borders <= WIDTH {
        return table;
    }
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    // Names are wrapped before numbers are.
    if numbers + NAME_MIN + borders <= WIDTH {
        for column in table.column_iter_mut().skip(1) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table
}

fn plain<H: Into<String>, C: Into<String>>(
    header: impl IntoIterator<Item = H>,
    rows: impl IntoIterator<Item = Vec<C>>,
) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED);
    table.set_header(header.into_iter().map(Into::<String>::into));
    for row in rows {
        table.add_row(row.into_iter().map(Into::<String>::into));
    }
    table
}

/// The longest line of each column, in characters.
fn widths(table: &Table) -> Vec<u16> {
    let mut widths = Vec::new();
    for row in table.header().into_iter().chain(table.row_iter()) {
        let of = |row: &Row| -> Vec<u16> {
            let longest =
                |text: String| text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
            row.cell_iter().map(|cell| u16::try_from(longest(cell.content())).unwrap_or(WIDTH)).collect()
        };
        let own = of(row);
        widths.resize(widths.len().max(own.len()), 0);
        widths.iter_mut().zip(own).for_each(|(width, own)| *width = own.min(WIDTH).max(*width));
    }
    widths
}

/// A table of sentences: left-aligned, wrapped to the width of a terminal.
#[must_use]
pub fn prose<H: Into<String>, C: Into<String>>(
    header: impl IntoIterator<Item = H>,
    rows: impl IntoIterator<Item = Vec<C>>,
) -> Table {
    let mut table = plain(header, rows);
    let widths = widths(&table);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    let least = widths.first().copied().unwrap_or_default().min(NAME_MAX) + PADDING;
    // Beside many columns every one is narrow.
    if let Some(first) = table.column_mut(0).filter(|_| widths.len() <= COLUMNS_FEW) {
        first.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
    }
    table
}

/// A time in microseconds with four significant digits, in us or ms; a dash for none.
#[must_use]
pub fn micros(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(us) if us < 9_999.5 => format!("{} us", significant(us)),
        Some(us) => format!("{} ms", significant(us / 1_000.0)),
    }
}

/// A number in a table: three decimals below 2, two below 10, one above, none for a whole number.
#[must_use]
pub fn number(value: f64) -> String {
    let decimals = match value {
        whole if whole.fract() == 0.0 => 0,
        small if small.abs() < 2.0 => 3,
        middle if middle.abs() < 10.0 => 2,
        _ => 1,
    };
    format!("{value:.decimals$}")
}

/// Four significant digits, no exponent.
fn significant(value: f64) -> String {
    let whole = libm::floor(libm::log10(value.abs().max(1e-9))) as i32 + 1;
    let places = usize::try_from(4 - whole).unwrap_or(0).min(3);
    format!("{value:.places$}")
}

/// Flow completion times: one row per scheme.
#[must_use]
pub fn fct_table(names: &[&str], summaries: &[FctSummary]) -> Table {
    let header = ["scheme", "flows", "overall", "short", "short p99", "large", "query", "query p99"];
    let row = |(name, summary): (&&str, &FctSummary)| {
        let time = |class: &Figures| micros(class.mean);
        vec![
            (*name).to_owned(),
            (summary.overall.count + summary.query.count).to_string(),
            time(&summary.overall),
            time(&summary.short),
            micros(summary.short.p99),
            time(&summary.large),
            time(&summary.query),
            micros(summary.query.p99),
        ]
    };
    grid(header, names.iter().zip(summaries).map(row))
}

/// Queues: one row per outcome.
#[must_use]
pub fn queue_table(names: &[&str], outcomes: &[&Outcome]) -> Table {
    let header =
        ["scheme", "mean queue", "longest", "marks", "drops", "timeouts", "unfinished", "utilisation"];
    let row = |(name, outcome): (&&str, &&Outcome)| {
        vec![
            (*name).to_owned(),
            format!("{:.1} packets", outcome.bottleneck().packets_mean),
            format!("{} packets", outcome.bottleneck().packets_max),
            outcome.queues.marked.to_string(),
            outcome.drops().to_string(),
            outcome.timeouts.to_string(),
            outcome.unfinished().to_string(),
            format!("{:.1} %", 100.0 * outcome.bottleneck().utilisation),
        ]
    };
    grid(header, names.iter().zip(outcomes).map(row))
}

/// Drops by cause: one row per outcome, a column for each cause of any; `None` without drops.
#[must_use]
pub fn drop_table(names: &[&str], outcomes: &[&Outcome]) -> Option<Table> {
    let causes: Vec<_> = outcomes.iter().map(|outcome| outcome.drops_by_cause()).collect();
    let header = outcomes.first()?.drops_by_cause().map(|(cause, _)| cause);
    let seen: Vec<usize> = (0..header.len()).filter(|at| causes.iter().any(|it| it[*at].1 > 0)).collect();
    let columns = seen.iter().map(|at| header[*at]);
    let row = |(name, of): (&&str, &[(_, u64); 8])| {
        let counts = seen.iter().map(|at| of[*at].1.to_string());
        core::iter::once((*name).to_owned()).chain(counts).collect::<Vec<_>>()
    };
    let rows = names.iter().zip(&causes).map(row);
    (!seen.is_empty()).then(|| grid(core::iter::once("scheme").chain(columns), rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_four_significant_digits() {
        assert_eq!(micros(Some(8.1234)), "8.123 us");
        assert_eq!(micros(Some(812.34)), "812.3 us");
        assert_eq!(micros(Some(9_999.0)), "9999 us");
        assert_eq!(micros(Some(12_345.0)), "12.35 ms");
        assert_eq!(micros(None), "-");
    }
}
