//! A lone flow of every congestion control fills its link with the default preset, whatever the link; or is warned about.

use freeboard_cc_api::ControlOutput;
use freeboard_lab::report::{effective_settings, emptiness};
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::catalog::{AQMS, CCS, Descriptor, VariantId};
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
    // As cells: a table wraps them.
    let cells = |scenario: &Scenario| -> String {
        effective_settings(scenario).iter().map(|line| line.cells().join("\t") + "\n").collect()
    };
    let shown = cells(&read(swift.clone()));
    for part in ["1000 (topology)", "250 us (topology)"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let settings = "cc = \"swift/fabric\"\ncc_settings = { line_mbps = 100000, base_target = \"25 us\" }";
    let scenario = read(swift.replace("cc = \"swift\"", settings));
    let shown = cells(&scenario);
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

/// A bottleneck of many senders under a scheme without settings of its own, and the pool that it shares.
fn under(aqm: &str, (rate, rtt, time): (&str, u32, u32)) -> Scenario {
    let not_ect = if aqm.starts_with("tail-drop") { "" } else { "not_ect = \"pass\"\n" };
    read(format!(
        "[topology]\nkind = \"n-to-1\"\nsenders = 8\nrate = \"{rate} Gbps\"\nrtt = \"{rtt} us\"\n\
         [topology.buffer]\npool = \"9 MB\"\nalpha = \"1\"\nreserve = \"20 KB\"\n\
         [host]\ncc = \"dctcp/tcp\"\n[switch]\naqm = \"{aqm}\"\n{not_ect}\
         [[workload]]\nkind = \"long\"\nflows = 8\n\
         [run]\ntime = \"{time} ms\"\nwarmup = \"{} ms\"\n",
        time / 2
    ))
}

#[test]
fn every_scheme_follows_the_switch_it_is_in() {
    let jobs: Vec<_> = AQMS.iter().flat_map(|aqm| LINKS.map(|link| (aqm, link))).collect();
    let found: Vec<(String, f64, f64)> = jobs
        .par_iter()
        .map(|(aqm, link)| {
            let scenario = under(&aqm.to_string(), *link);
            let warned = scenario.schemes[0].warnings();
            assert!(warned.is_empty(), "{aqm} {link:?}: {warned:?}");
            let outcome = compare(&scenario, &Runner::silent()).unwrap().remove(0);
            let window = outcome.ports[0].windows.last().unwrap();
            (aqm.to_string(), window.utilisation, window.bytes_mean)
        })
        .collect();
    for row in found.chunks(LINKS.len()) {
        let cell =
            |(_, share, queue): &(String, f64, f64)| format!("{:.1} %, {:.0} KB", 100.0 * share, queue / 1e3);
        println!("| `{}` | {} |", row[0].0, row.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
    // HULL gives up a tenth of the link, RED's 5 to 15 packets are what [Floyd93] has for every link.
    let starved: Vec<_> = found.iter().filter(|(_, share, _)| *share < 0.85).collect();
    assert!(starved.is_empty(), "{starved:?}");
    // Tail drop has no threshold. That of S-ECN is a rate, which DCTCP's senders stay below with a queue.
    let bound =
        |(rate, rtt, _): (&str, u32, u32)| 2.5 * rate.parse::<f64>().unwrap() * f64::from(rtt) * 125.0 + 1e5;
    let judged = found
        .chunks(LINKS.len())
        .filter(|row| !["tail-drop", "s-ecn"].iter().any(|it| row[0].0.starts_with(it)));
    let pairs = judged.flat_map(|row| row.iter().zip(LINKS));
    let long: Vec<_> = pairs.filter(|((_, _, queue), link)| *queue > bound(*link)).collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn a_scheme_that_contradicts_its_switch_is_warned_about() {
    let found = |aqm: &str, settings: &str| {
        let text = "[topology]\nkind = \"n-to-1\"\nsenders = 8\nrate = \"25 Gbps\"\nrtt = \"80 us\"\n\
                    [topology.buffer]\npool = \"9 MB\"\nalpha = \"1\"\nreserve = \"20 KB\"\n\
                    [host]\ncc = \"dctcp/tcp\"\n[[workload]]\nkind = \"long\"\nflows = 8\n[run]\ntime = \"1 ms\"\n";
        read(format!("{text}[switch]\naqm = \"{aqm}\"\n{settings}\n")).schemes[0].warnings()
    };
    for (aqm, setting, part) in [
        ("bcc/exact", "link = 100000", "link = 100000, but the link has 25000 Mbit/s"),
        ("bcc/exact", "pool = \"3 MB\"", "but ports share 8820000 B"),
        ("bcc/exact", "ports = 8", "but 9 ports share a memory"),
        ("bcc/exact", "alpha = \"4\"", "but the memory's alpha is 2^0"),
        ("ecn-sharp/compact", "ins_target = \"400 us\"", "but the base round-trip time is 80000 ns"),
        ("ecn-sharp/compact", "pst_target = \"1 us\"", "but the mean base round-trip time is 80000 ns"),
        ("step/enqueue", "k = \"30 KB\"", "but a round trip at the link's rate is 250000 B"),
        ("red/exact", "packet_time = \"8 us\"", "B take"),
        ("e-ecn/exact", "t_i = \"1 us\"", "1 x 1250 B take 400 ns"),
    ] {
        let warnings = found(aqm, setting);
        assert!(warnings.iter().any(|it| it.contains(part)), "{setting}: {warnings:?}");
        assert_eq!(found(aqm, ""), Vec::<String>::new(), "{aqm}");
    }
}
