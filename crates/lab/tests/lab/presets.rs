//! A lone flow of every congestion control fills its link with the default preset, whatever the link; or is warned about.

use freeboard_cc_api::ControlOutput;
use freeboard_lab::report::{configuration, emptiness};
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::catalog::{CCS, Descriptor, VariantId};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use rayon::prelude::*;

/// A link, its base round-trip time \[us\], and a time in which an increase of a segment per round trip fills it \[ms\].
const LINKS: [(&str, u32, u32); 6] =
    [("1", 40, 40), ("10", 40, 30), ("25", 20, 20), ("40", 20, 20), ("100", 13, 15), ("400", 13, 12)];

fn text(cc: &str, is_rdma: bool, (rate, rtt, time): (&str, u32, u32)) -> String {
    let transport = if is_rdma { "rdma" } else { "tcp" };
    format!(
        "[topology]\nkind = \"n-to-1\"\nsenders = 1\nrate = \"{rate} Gbps\"\nrtt = \"{rtt} us\"\nbuffer = \"8 MB\"\n\
         [host]\ntransport = \"{transport}\"\ncc = \"{cc}\"\n[switch]\naqm = \"tail-drop\"\n\
         [[workload]]\nkind = \"long\"\nflows = 1\n\
         [run]\ntime = \"{time} ms\"\nwarmup = \"{} ms\"\n",
        time * 3 / 4
    )
}

/// A rate needs a NIC that paces it, telemetry a transport that carries it.
fn is_rdma(cc: &Descriptor) -> bool {
    let VariantId::Cc(id) = cc.id else { return false };
    id.meta().int || id.meta().output == ControlOutput::Rate
}

fn read(text: String) -> Scenario {
    Scenario::read(&Document::new("test.toml", text)).unwrap()
}

#[test]
fn a_lone_flow_fills_its_link() {
    let controls = CCS;
    let jobs: Vec<_> = controls.iter().flat_map(|cc| LINKS.map(|link| (cc, link))).collect();
    let found: Vec<(String, f64)> = jobs
        .par_iter()
        .map(|(cc, link)| {
            let scenario = read(text(&cc.to_string(), is_rdma(cc), *link));
            let warned: Vec<String> = scenario.schemes[0].host.cc.warnings().collect();
            assert!(warned.is_empty(), "{warned:?}");
            let outcome = compare(&scenario, &Runner::silent()).unwrap().remove(0);
            (cc.to_string(), outcome.ports[0].windows.last().unwrap().utilisation)
        })
        .collect();
    for row in found.chunks(LINKS.len()) {
        let cells: Vec<String> = row.iter().map(|(_, share)| format!("{:.1} %", 100.0 * share)).collect();
        println!("| `{}` | {} |", row[0].0, cells.join(" | "));
    }
    let starved: Vec<_> = found.iter().filter(|(_, share)| *share < 0.9).collect();
    assert!(starved.is_empty(), "{starved:?}");
}

#[test]
fn settings_follow_the_link_and_one_that_contradicts_it_is_warned_about() {
    let link = ("1", 200, 20);
    let swift = text("swift", false, link);
    let shown = configuration(&read(swift.clone())).to_string();
    for part in ["1000 (topology)", "250 us (topology)"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let settings = "cc = \"swift/fabric\"\ncc_settings = { line_mbps = 100000, base_target = \"25 us\" }";
    let scenario = read(swift.replace("cc = \"swift\"", settings));
    let shown = configuration(&scenario).to_string();
    for part in ["warning: the link has 1000 Mbit/s", "warning: the base round-trip time is 200000 ns"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

/// 128 flows of one segment below a delay that no flow can stay below.
#[test]
fn flows_that_their_control_starves_are_explained_by_the_setting() {
    let swift = text("swift", false, ("1", 200, 20))
        .replace("cc = \"swift\"", "cc = \"swift\"\ncc_settings = { base_target = \"25 us\" }")
        .replace(
            "kind = \"long\"\nflows = 1",
            "kind = \"incast\"\nincast_degree = 128\nsize = \"100 KB\"\nat = \"0 s\"",
        );
    let scenario = read(swift);
    let outcome = compare(&scenario, &Runner::silent()).unwrap().remove(0);
    let why = emptiness(&scenario, &outcome).unwrap();
    assert!(why.contains("base_target = 25 us, but the base round-trip time is 200000 ns"), "{why}");
}
