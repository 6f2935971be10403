//! Results of every plan that a figure names, made up: numbers that hold, differ and stay open, and a drawing.

use freeboard_lab::figure::{Axis, LineChart, Mark, Series, lines};
use freeboard_lab::pages::{Results, Shown};
use freeboard_lab::plan::{Figures, Status};
use serde_json::json;
use std::path::Path;

/// Every plan that the catalogue names, by its id.
pub(crate) fn plans(figures: &Figures) -> Vec<String> {
    let named = figures.figures.iter().filter_map(|figure| match &figure.status {
        Status::Plans(plans) => Some(plans.clone()),
        Status::Reason(_) => None,
    });
    let mut plans: Vec<String> = named.flatten().collect();
    plans.sort_unstable();
    plans.dedup();
    plans
}

/// A result of every plan; drawings are made in `folder`.
pub(crate) fn results(figures: &Figures, folder: &Path) -> Results {
    let series = Series { name: "ECN# <1>".to_owned(), points: vec![(0.0, 10.0), (4.0, 30.0), (8.0, 20.0)] };
    let chart = LineChart {
        title: "a queue".to_owned(),
        x: Axis::ranged("time [ms]", 0.0..8.0),
        y: Axis::ranged("queue [packets]", 0.0..40.0),
        series: vec![series],
        marks: vec![Mark {
            series: 0,
            x: 4.0,
            paper: 25.0,
            low: Some(20.0),
            high: None,
            says: "the paper's".to_owned(),
        }],
        whiskers: Vec::new(),
    };
    std::fs::create_dir_all(folder).unwrap();
    let drawing = std::fs::read_to_string(lines(&folder.join("queue"), &chart).unwrap()).unwrap();
    let shown = |id: String| {
        let (paper, figure) = id.split_once('/').unwrap();
        let line = |verdict: &str, measured: f64| {
            json!({
                "paper": paper, "figure": figure, "quantity": "a <quantity>", "unit": "us", "paper_value": 100.0,
                "measured": measured, "low": 90.0, "high": 110.0, "tolerance": "10 %", "verdict": verdict,
                "variant": "a/b", "seed": 1, "scale": "whole", "finding": "because",
            })
        };
        let ratio = json!({
            "paper": paper, "figure": figure, "quantity": "gain, 2 to 3 times", "unit": "times", "paper_value": 2.0,
            "measured": 1.28, "high": 2.5, "tolerance": "at most 2.5 times", "verdict": "holds",
            "variant": "a/b", "seed": 1, "scale": "whole",
        });
        let kept = json!({
            "paper": paper, "figure": figure, "claim": "it is so", "scale": "quick", "shown_is": "Every cell",
            "cells": { "header": ["load"], "rows": [["50 %"]] }, "note": "",
            "lines": [line("holds", 105.0), line("differs", 150.0), line("open", 50.0), ratio],
            "parameters": [{ "key": "topology.kind", "value": "n-to-1" }], "digest": "0123abcd",
        });
        let kept = serde_json::from_value(kept).unwrap();
        (
            id,
            Shown {
                kept,
                drawings: vec![drawing.clone()],
                intervals: vec![Some((95.0, 115.0)), None, None, None],
            },
        )
    };
    plans(figures).into_iter().map(shown).collect()
}
