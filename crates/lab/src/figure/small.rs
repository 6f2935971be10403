//! A drawing in little: its curves, bands and marks, without words.

use core::fmt::Write;

/// Columns of a curve in little. Chosen by us: as many as the picture has pixels.
const COLUMNS: usize = 160;
/// Panels that a picture has room for. Chosen by us.
const PANELS: usize = 4;

/// One of our drawings in little; `None` if it has no panel or no point.
#[must_use]
pub fn small(drawing: &str) -> Option<String> {
    let panels: Vec<&str> = drawing.split("<g class=\"panel\"").skip(1).take(PANELS).collect();
    let ends = |panel: &str| {
        let numbers = |key: &str| -> Option<[f64; 2]> {
            let text = panel.split(key).nth(1)?.split('"').next()?;
            let mut words = text.split(' ').map_while(|word| word.parse().ok());
            Some([words.next()?, words.next()?])
        };
        Some((numbers("data-x=\"")?, numbers("data-y=\"")?))
    };
    let ([left, right], [_, top]) = ends(panels.first()?)?;
    let (_, [bottom, _]) = ends(panels.last()?)?;
    let (width, height) = (right - left, bottom - top);
    let mut text = format!(
        "<svg class=\"figure small\" viewBox=\"{left} {top:.1} {width} {height:.1}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\n"
    );
    let mut has_points = false;
    for line in panels.iter().flat_map(|panel| panel.lines()) {
        if let Some(class) = line.strip_prefix("<polyline class=\"") {
            let class = class.split('"').next()?;
            let points = line.split("points=\"").nth(1)?.split('"').next()?;
            has_points |= !points.is_empty();
            // Writing to a string does not fail.
            let _ = writeln!(text, "<polyline class=\"{class}\" points=\"{}\"/>", thin(points));
        } else if line.starts_with("<rect class=\"accepted") || line.starts_with("<path class=\"axis") {
            let _ = writeln!(text, "{line}");
        } else if line.starts_with("<circle class=\"paper") {
            let shape = line.split("<title>").next()?.split(" data-says").next()?;
            let place = line.split("cx=").nth(1)?.split("><title>").next()?;
            let _ = writeln!(text, "{shape} cx={place}/>");
        }
    }
    has_points.then_some(text + "</svg>\n")
}

/// The lowest and the highest point of each column, in their order.
fn thin(points: &str) -> String {
    let all: Vec<&str> = points.split(' ').collect();
    if all.len() <= 2 * COLUMNS {
        return points.to_owned();
    }
    let height =
        |point: &&str| point.split(',').nth(1).and_then(|y| y.parse::<f64>().ok()).unwrap_or_default();
    let ends = |column: &[&str]| -> Vec<String> {
        let by = |a: &(usize, &&str), b: &(usize, &&str)| height(a.1).total_cmp(&height(b.1));
        let mut picks = [column.iter().enumerate().min_by(by), column.iter().enumerate().max_by(by)];
        picks.sort_by_key(|pick| pick.map(|(at, _)| at));
        picks.into_iter().flatten().map(|(_, point)| (*point).to_owned()).collect()
    };
    all.chunks(all.len().div_ceil(COLUMNS)).flat_map(ends).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_in_little_keeps_its_spike_and_loses_points_and_words() {
        let point = |at: usize| format!("{at},{}", if at == 7_777 { 9 } else { 1 });
        let points = (0..10_000).map(point).collect::<Vec<_>>().join(" ");
        let drawing = format!(
            "<svg><text>words</text>\n<g class=\"panel\" data-x=\"72 704 0 8\" data-y=\"300 20 0 1\">\n\
             <polyline class=\"s0\" data-name=\"a\" points=\"{points}\"><title>a</title></polyline>\n</g></svg>"
        );
        let little = small(&drawing).unwrap();
        assert!(little.contains("7777,9") && !little.contains("words") && !little.contains("title"));
        assert!(little.split(' ').count() < 3 * COLUMNS);
        assert_eq!(small("<svg></svg>"), None);
    }
}
