//! Plots land on disk, well formed, with their values.

use freeboard_lab::figure::{Axis, BarChart, LineChart, PanelChart, Series, bars, cdf_points, lines, panels};
use std::path::PathBuf;

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("figures");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn queue(name: &str, height: f64) -> Series {
    let point = |i: u32| {
        let t = f64::from(i) / 100.0;
        (t, height * (0.6 + 0.4 * libm::sin(t * 3.0)))
    };
    Series { name: name.to_owned(), points: (0..5000).map(point).collect() }
}

/// The text of a drawing whose every element is closed.
fn read(path: &std::path::Path) -> String {
    let svg = std::fs::read_to_string(path).unwrap();
    let opened = svg.matches('<').count() - svg.matches("</").count() - svg.matches("/>").count();
    assert_eq!(opened, svg.matches("</").count(), "{}", path.display());
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", path.display());
    svg
}

#[test]
fn stacked_queue_panels_are_written() {
    let chart = PanelChart {
        title: "Queue at the receiver's port, 16 senders, 10 Gbps".to_owned(),
        x: Axis::fitting("time [ms]"),
        y: Axis::fitting("queue [packets]"),
        series: vec![
            queue("tail-drop", 600.0),
            queue("step", 183.0),
            queue("CoDel", 60.0),
            queue("ECN#", 9.0),
        ],
        limit: Some((600.0, "buffer".to_owned())),
    };
    let svg = read(&panels(&folder().join("queue"), &chart).unwrap());
    assert!(svg.contains("queue [packets]") && svg.contains("time [ms]") && svg.contains("ECN#"));
}

#[test]
fn bars_and_distributions_are_written() {
    let chart = BarChart {
        title: "Flow completion time".to_owned(),
        y: Axis::fitting("FCT [us]"),
        categories: ["overall", "short", "short p99", "large"].map(str::to_owned).to_vec(),
        series: vec![
            ("tail-drop".to_owned(), vec![2100.0, 900.0, 5200.0, f64::NAN]),
            ("ECN#".to_owned(), vec![1900.0, 300.0, 1200.0, 9000.0]),
        ],
    };
    let svg = read(&bars(&folder().join("fct"), &chart).unwrap());
    // Seven values of eight; one does not exist.
    assert_eq!(svg.matches("data-says").count(), 7);
    assert!(svg.contains("short p99, tail-drop: 5200"));
    let series = Series { name: "ECN#".to_owned(), points: cdf_points(&[1.0, 5.0, 9.0, 2.0]) };
    let chart = LineChart {
        title: "Short flows".to_owned(),
        x: Axis::fitting("FCT [us]"),
        y: Axis::ranged("share of flows", 0.0..1.0),
        series: vec![series, queue("other", 0.9)],
        marks: Vec::new(),
        whiskers: Vec::new(),
    };
    let svg = read(&lines(&folder().join("cdf"), &chart).unwrap());
    assert!(svg.contains(r#"data-name="ECN#""#) && svg.matches("<circle").count() == 4);
}
