//! Report: every figure has its place, nothing is loaded, and what is missing is named.

#[path = "../support/results.rs"]
mod support;

use freeboard_lab::pages::{missing, write};
use freeboard_lab::plan::{Figures, Status};
use std::path::PathBuf;
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn every_figure_stands_on_its_papers_page_beside_claim_and_verdicts() {
    let (folder, figures) = (folder("whole"), Figures::read().unwrap());
    let results = support::results(&figures, &folder.join("drawings"));
    assert!(missing(&figures, &results).is_empty());
    let pages = write(&folder, &figures, &results).unwrap();
    assert_eq!(pages.len(), 1 + figures.papers.len());
    let text = |name: &str| std::fs::read_to_string(folder.join(format!("{name}.html"))).unwrap();
    for paper in &figures.papers {
        let page = text(&paper.id);
        assert_eq!(page.matches("<section class=\"figure\"").count(), figures.of(&paper.id).count());
        assert!(page.contains("+50.0 %") && page.contains("topology.kind") && page.contains("0123abcd"));
        assert!(page.contains("a &lt;quantity&gt;") && !page.contains("a <quantity>"));
        let command = format!("freeboard reproduce {}/", paper.id);
        assert!(page.contains(&command), "{command}");
    }
}

#[test]
fn the_index_has_a_card_with_a_strip_for_every_figure_and_a_small_plot_for_every_plan() {
    let (folder, figures) = (folder("index"), Figures::read().unwrap());
    let results = support::results(&figures, &folder.join("drawings"));
    let pages = write(&folder, &figures, &results).unwrap();
    let index = std::fs::read_to_string(&pages[0]).unwrap();
    let cards: Vec<&str> =
        index.split("<a class=\"card\"").skip(1).map(|card| card.split("</a>").next().unwrap()).collect();
    assert_eq!(cards.len(), figures.figures.len());
    // A plan of several figures counts once.
    let count = results.len();
    let total =
        format!("{} numbers: {} hold, {count} differ, {count} open; {count} undecided", 4 * count, 2 * count);
    assert!(index.contains(&total), "{total}");
    for (card, figure) in cards.iter().zip(&figures.figures) {
        let name = &figure.figure;
        assert_eq!(card.matches("class=\"strip\"").count(), 1, "{name}");
        let Status::Plans(plans) = &figure.status else {
            assert!(card.contains("<i class=\"none\">") && card.contains("class=\"why\""), "{name}");
            continue;
        };
        // Two numbers of each made-up plan hold, one of them with a bound in its interval; one differs, one is open.
        let count = |kind: &str| card.matches(&format!("<i class=\"{kind}\">")).count() / plans.len();
        assert_eq!((count("holds"), count("holds undecided")), (1, 1), "{name}");
        assert_eq!((count("differs"), count("open")), (1, 1), "{name}");
        assert!(
            card.contains("<svg class=\"figure small\"") && card.contains("class=\"paper s0\""),
            "{name}"
        );
    }
}

#[test]
fn every_row_with_a_bound_has_a_band_and_a_hollow_mark_and_no_ratio_says_times() {
    let (folder, figures) = (folder("rows"), Figures::read().unwrap());
    let results = support::results(&figures, &folder.join("drawings"));
    for (page, paper) in write(&folder, &figures, &results).unwrap()[1..].iter().zip(&figures.papers) {
        let text = std::fs::read_to_string(page).unwrap();
        let plans = results.keys().filter(|id| id.starts_with(&format!("{}/", paper.id))).count();
        let rows: Vec<&str> = text.split("<li class=\"row\">").skip(1).collect();
        assert_eq!(rows.len(), 4 * plans);
        let has =
            |row: &str, class: &str| row.split("</li>").next().unwrap().contains(&format!("class=\"{class}"));
        assert!(rows.iter().all(|row| has(row, "paper\"") && has(row, "accepted\"") && has(row, "dot ")));
        assert_eq!(rows.iter().filter(|row| has(row, "whisker ")).count(), plans);
        assert_eq!(text.matches("95 % over seeds: 95 to 115; undecided").count(), plans);
        // The plot of each plan has the paper's value too.
        assert_eq!(text.matches("<circle class=\"paper ").count(), plans);
        assert_eq!(text.matches("<rect class=\"accepted ").count(), plans);
        assert!(text.contains("<b>1.280x</b>") && text.contains("2.5x or less"));
        let says =
            text.split(" times").filter(|before| before.ends_with(|letter: char| letter.is_ascii_digit()));
        assert_eq!(says.collect::<Vec<_>>(), Vec::<&str>::new(), "{}", paper.id);
    }
}

#[test]
fn a_page_asks_for_no_other_file() {
    let (folder, figures) = (folder("alone"), Figures::read().unwrap());
    let results = support::results(&figures, &folder.join("drawings"));
    for page in write(&folder, &figures, &results).unwrap() {
        let text = std::fs::read_to_string(&page).unwrap();
        let elsewhere = ["src=", "@import", "url(", "https://", "fetch(", "XMLHttp"];
        let found: Vec<_> = elsewhere.into_iter().filter(|word| text.contains(word)).collect();
        assert!(found.is_empty(), "{} has {found:?}", page.display());
        // The name space of SVG is a name.
        let names = text.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(text.matches("http://").count(), names, "{}", page.display());
    }
}

#[test]
fn a_figure_without_results_is_named_and_the_command_ends_with_1() {
    let figures = Figures::read().unwrap();
    let (from, out) = (folder("nothing"), folder("missing"));
    std::fs::create_dir_all(&from).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    let ran =
        command.args(["report", "--json", "--from"]).arg(&from).arg("--out").arg(&out).output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    let line: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    let all = missing(&figures, &std::collections::BTreeMap::new());
    assert_eq!(line["missing"].as_array().unwrap().len(), all.len());
    assert_eq!(line["figures"], 66);
    let text = String::from_utf8(ran.stderr).unwrap();
    assert!(text.contains("bcc, Figure 5: its plan has no results"), "{text}");
    let page = std::fs::read_to_string(out.join("bcc.html")).unwrap();
    assert!(page.contains("Missing: <code>bcc/fig5</code> has no results."));
}
