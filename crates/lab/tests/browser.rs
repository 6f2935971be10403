//! The report in a browser: no console error, no request, every figure there, values under the pointer.
//!
//! `cargo xtask test --only report` runs it where chromium is installed.

#[path = "support/chromium.rs"]
mod chromium;
#[path = "support/results.rs"]
mod support;

use freeboard_lab::pages::write;
use freeboard_lab::plan::Figures;
use std::path::{Path, PathBuf};

/// What the browser makes of a page, and what it has to say of it.
struct Opened {
    dom: String,
    console: Vec<String>,
    requests: Vec<String>,
}

fn open(page: &Path, folder: &Path) -> Opened {
    let log = folder.join("net.json");
    let _ = std::fs::remove_file(&log);
    let mut browser = chromium::command(&folder.join("profile"));
    // The narrowest window of the browser: where cards and rows are a phone's.
    browser.args(["--window-size=500,900", "--virtual-time-budget=5000"]);
    browser.arg(format!("--log-net-log={}", log.display()));
    let ran = browser.arg(format!("file://{}", page.display())).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    let net = std::fs::read_to_string(&log).unwrap();
    // An event a line; those that the browser itself begins have no page as their origin.
    let of_page =
        |line: &&str| line.contains("\"initiator\":") && !line.contains("\"initiator\":\"not an origin\"");
    let url = |line: &str| Some(line.split("\"url\":\"").nth(1)?.split('"').next()?.to_owned());
    Opened {
        dom: String::from_utf8(ran.stdout).unwrap(),
        console: chromium::console(&said),
        requests: net.lines().filter(of_page).filter_map(url).collect(),
    }
}

/// Moves a pointer to the middle of the first panel, and writes what is then shown to where the test can read it.
const POINTER: &str = r#"<script>
const panel = document.querySelector(".panel"), box = panel.getBoundingClientRect();
const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
panel.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY, bubbles: true }));
const root = document.documentElement;
root.dataset.pointed = says.style.display + ": " + says.textContent;
document.querySelector("circle.paper").dispatchEvent(new PointerEvent("pointermove", { clientX, clientY, bubbles: true }));
root.dataset.paper = says.textContent;
panel.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
root.dataset.key = says.textContent.split("\n")[0];
document.querySelector(".zoom").click();
root.dataset.big = document.querySelectorAll(".plot.big").length;
document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
root.dataset.small = document.querySelectorAll(".plot.big").length;
root.dataset.over = root.scrollWidth - root.clientWidth;
</script>
</body>"#;

#[test]
fn every_page_opens_without_an_error_or_a_request_and_shows_every_figure() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser");
    let _ = std::fs::remove_dir_all(&folder);
    let figures = Figures::read().unwrap();
    let results = support::results(&figures, &folder.join("drawings"));
    let pages = write(&folder, &figures, &results).unwrap();
    for (page, paper) in pages[1..].iter().zip(&figures.papers) {
        let text = std::fs::read_to_string(page).unwrap();
        std::fs::write(page, text.replace("</body>", POINTER)).unwrap();
        let opened = open(page, &folder);
        assert_eq!((opened.console, opened.requests), (Vec::new(), Vec::new()), "{}", paper.id);
        let count = figures.of(&paper.id).count();
        assert!(
            opened.dom.contains(&format!("data-figures=\"{count}\"")),
            "{}: the script did not run",
            paper.id
        );
        assert_eq!(opened.dom.matches("<section class=\"figure\"").count(), count);
        let plans = support::plans(&figures);
        let plots = plans.iter().filter(|plan| plan.starts_with(&format!("{}/", paper.id))).count();
        assert!(opened.dom.contains(&format!("data-plots=\"{plots}\"")), "{}: not {plots} plots", paper.id);
        // The middle is half of the way to 8 ms, where the curve is at 30.
        let shown = "data-pointed=\"block: time [ms]: 4\nqueue [packets]\nECN# &lt;1&gt;: 30\"";
        let escaped = shown.replace("&lt;1&gt;", "<1>");
        assert!(opened.dom.contains(shown) || opened.dom.contains(&escaped), "{}: no value", paper.id);
        for text in ["data-paper=\"the paper's\"", "data-big=\"1\"", "data-small=\"0\"", "data-over=\"0\""] {
            assert!(opened.dom.contains(text), "{}: no {text}", paper.id);
        }
        assert!(opened.dom.contains("data-key=\"time [ms]: "), "{}: no value by key", paper.id);
    }
    let index = open(&pages[0], &folder);
    assert_eq!((index.console, index.requests), (Vec::new(), Vec::new()));
    assert!(figures.papers.iter().all(|paper| index.dom.contains(&format!("{}.html", paper.id))));
}

#[test]
fn an_error_of_a_script_and_a_request_are_seen() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser-broken");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let page = folder.join("page.html");
    let text = "<body><img src=\"http://127.0.0.1:9/a.png\"><script>nothing.at.all()</script></body>";
    std::fs::write(&page, text).unwrap();
    let opened = open(&page, &folder);
    assert!(
        opened.console.iter().any(|line| line.contains("nothing is not defined")),
        "{:?}",
        opened.console
    );
    assert!(opened.requests.iter().any(|url| url.contains("127.0.0.1:9")), "{:?}", opened.requests);
}
