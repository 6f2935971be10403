//! Groups of hosts: their links, their controls, what settings follow, what is refused.

use freeboard_lab::report::configuration;
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;

/// Two racks of four; host 5 sends to host 1.
fn text(cc: &str, more: &str) -> String {
    format!(
        "[topology]\nkind = \"leaf-spine\"\nleaves = 2\nspines = 1\nhosts_per_leaf = 4\nrate = \"10 Gbps\"\nrtt = \"40 us\"\n\
         buffer = \"60 KB\"\n[host]\ncc = \"{cc}\"\nhandshake = false\n{more}\n[run]\ntime = \"4 ms\"\ndrain = \"40 ms\"\n"
    )
}

const SWITCH: &str = "[switch]\naqm = \"step\"\nk = \"20 KB\"\n";
/// One flow of a packet.
const PACKET: &str = "[[workload]]\nkind = \"long\"\nflows = 1\nhosts = [5]\nto = [1]\nsize = \"1460 B\"\n";
/// More than a link carries.
const LOAD: &str = "[[workload]]\nkind = \"long\"\nflows = 12\nhosts = [5, 6]\nto = [1]\nsize = \"300 KB\"\n";

fn group(hosts: &str, more: &str) -> String {
    format!("[[host_group]]\nname = \"some\"\nhosts = {hosts}\n{more}\n")
}

fn read(text: &str) -> Result<Scenario, String> {
    Scenario::read(&Document::new("test.toml", text.to_owned())).map_err(|fault| fault.to_string())
}

fn run(text: &str) -> Vec<Outcome> {
    compare(&read(text).unwrap(), &Runner::silent()).unwrap()
}

#[test]
fn a_host_of_a_group_has_the_groups_link_both_ways() {
    let fct =
        |group: &str| run(&text("newreno", &format!("{SWITCH}{group}{PACKET}")))[0].flows[0].fct_ps.unwrap();
    // A packet of 1500 B takes 1.2 us at 10 Gbit/s, and so 12 us at 1 Gbit/s and 0.3 us at 40.
    let base = fct("");
    assert_eq!(fct(&group("[5]", "rate = \"1 Gbps\"")), base + 10_800_000, "the sender's");
    assert_eq!(fct(&group("[1, 7]", "rate = \"40 Gbps\"")), base - 900_000, "the receiver's");
    assert_eq!(fct(&group("[2, 3]", "rate = \"40 Gbps\"")), base, "of others");
}

#[test]
fn datagrams_have_their_rate_whatever_the_link() {
    let constant =
        "[[workload]]\nkind = \"constant\"\nflows = 1\nhosts = [5]\nrate = \"5 Gbps\"\nend = \"4 ms\"\n";
    let arrived = |group: &str| {
        let text = text("newreno", &format!("{SWITCH}{group}{constant}"))
            .replace("drain = \"40 ms\"", "drain = \"0 ms\"");
        run(&text)[0].flows[0].arrived as f64
    };
    // 1460 of 1500 B are payload; 40 us of 4 ms are on the way at the end.
    let expected = 5e9 / 8.0 * 4e-3 * 1460.0 / 1500.0;
    for group in ["", &group("[5]", "rate = \"40 Gbps\"")] {
        assert!((arrived(group) / expected - 1.0).abs() < 0.02, "{group}: {} of {expected}", arrived(group));
    }
}

#[test]
fn flows_run_what_the_group_of_their_sender_runs() {
    let of = |cc: &str, group: &str| run(&text(cc, &format!("{SWITCH}{group}{LOAD}"))).remove(0);
    let (all, none) = (of("dctcp", ""), of("cubic", ""));
    assert_ne!(all.digest, none.digest);
    let own = group("[5, 6]", "cc = \"dctcp\"");
    assert_eq!(of("cubic", &own), all, "both senders are in it");
    assert_eq!(
        of("cubic", &group("[1, 7]", "cc = \"dctcp\"")).digest,
        none.digest,
        "a receiver's does not count"
    );
    let one = of("cubic", &group("[5]", "cc = \"dctcp\"")).digest;
    assert!(one != all.digest && one != none.digest);
    assert!(of("cubic", &own).reactions() > 0, "what a group's control is told counts");
}

#[test]
fn a_scheme_says_what_a_group_runs_before_the_group_and_the_host_do() {
    let scheme = |name: &str, more: &str| {
        format!("[[scheme]]\nname = \"{name}\"\naqm = \"step\"\nk = \"20 KB\"\n{more}")
    };
    let own = |cc: &str| format!("[[scheme.host_group]]\nname = \"some\"\ncc = \"{cc}\"\n");
    let schemes = [
        scheme("group's", "cc = \"newreno\"\n"),
        scheme("own", &own("dctcp")),
        scheme("own over", &format!("cc = \"dctcp\"\n{}", own("cubic"))),
    ];
    let more = format!("{}{}{LOAD}", schemes.concat(), group("[5, 6]", "cc = \"ecn-star\""));
    let runs = run(&text("newreno", &more));
    let alone = |cc: &str| run(&text(cc, &format!("{SWITCH}{LOAD}")))[0].digest;
    let digests: Vec<u32> = runs.iter().map(|run| run.digest).collect();
    assert_eq!(digests, ["ecn-star", "dctcp", "cubic"].map(alone));
}

#[test]
fn an_underlay_holds_the_groups_packets_alone_and_reports_cross_groups() {
    let of = |host: &str, group: &str| {
        let more = format!("[switch]\naqm = \"tail-drop\"\n{group}{LOAD}");
        let text = text("newreno", &more).replace("buffer = \"60 KB\"", "buffer = \"2 MB\"");
        run(&text.replace("handshake = false", &format!("handshake = false\n{host}"))).remove(0)
    };
    let settings = "underlay = \"on-ramp\"\nunderlay_settings = { t = \"40 us\" }";
    let (all, none) = (of(settings, ""), of("", ""));
    let some = of("", &group("[5]", settings));
    let longest = |run: &Outcome| run.flows.iter().map(|flow| flow.fct_ps.unwrap()).max();
    assert_eq!(of("", &group("[5, 6]", settings)), all);
    assert!(some.digest != all.digest && some.digest != none.digest);
    assert!(longest(&some).is_some() && longest(&all).is_some());
}

#[test]
fn settings_follow_the_groups_link_and_are_shown() {
    let shown = |group: &str| {
        let scenario = read(&text("swift", &format!("{SWITCH}{group}{PACKET}"))).unwrap();
        assert!(scenario.rows().iter().any(|(key, value)| key == "host_group[1].hosts" && value == "5, 6"));
        configuration(&scenario).to_string()
    };
    let line = |table: &str, key: &str| {
        table
            .lines()
            .find(|line| line.contains(key))
            .map(|line| line.split_whitespace().nth(3).unwrap().to_owned())
    };
    let fast = shown(&group("[5, 6]", "rate = \"40 Gbps\""));
    assert_eq!(line(&fast, " cc.line_mbps").as_deref(), Some("10000"), "{fast}");
    assert_eq!(line(&fast, " host_group.some.cc.line_mbps").as_deref(), Some("40000"), "{fast}");
    let slow = shown(&group("[5, 6]", "rate = \"1 Gbps\""));
    assert_eq!(line(&slow, " host_group.some.cc.line_mbps").as_deref(), Some("1000"), "{slow}");
}

#[test]
fn hosts_that_talk_to_each_other_talk_to_nobody_else() {
    let hosts = [2u32, 5, 8];
    let poisson = "kind = \"poisson\"\ntable = \"hadoop\"\nload = \"60 %\"\nhosts = [2, 5, 8]\n";
    let requests =
        "kind = \"requests\"\nincast_degree = 2\nsize = \"20 KB\"\nload = \"30 %\"\nhosts = [2, 5, 8]\n";
    for workload in [poisson, requests] {
        // A group of the hosts that do not talk: slower links, under which nothing changes.
        let with = |group: &str| text("newreno", &format!("{SWITCH}{group}[[workload]]\n{workload}"));
        let (plain, idle) =
            (run(&with("")).remove(0), run(&with(&group("[1, 3, 4, 6, 7]", "rate = \"1 Gbps\""))).remove(0));
        assert!(plain.flows.len() > 10 && plain.flows == idle.flows, "{workload}");
        for host in hosts {
            let slow = run(&with(&group(&format!("[{host}]"), "rate = \"1 Gbps\""))).remove(0);
            assert_ne!(slow.digest, plain.digest, "{workload}, host {host}");
        }
    }
}

#[test]
fn what_a_group_cannot_be_is_refused_in_a_paragraph() {
    let one = group("[5, 6]", "rate = \"40 Gbps\"");
    let scheme = "[[scheme]]\naqm = \"tail-drop\"\n[[scheme.host_group]]\n";
    let constant = "[[workload]]\nkind = \"constant\"\nflows = 1\nrate = \"5 Gbps\"\n";
    for (more, words) in [
        (group("[5, 9]", "rate = \"40 Gbps\""), "1 to 8"),
        (group("[5, 5]", "rate = \"40 Gbps\""), "has host 5"),
        (format!("{one}{}", one.replace("some", "others")), "has host 5"),
        (format!("{one}{}", one.replace("5, 6", "7")), "the name of another group"),
        (group("[5]", ""), "here or in a scheme"),
        (group("[5]", "rate = \"3 Gbps\""), "whole number of picoseconds"),
        (group("[5]", "rate = \"40 Gbps\"\ncc_settings = { g_shift = 1 }"), "without `cc`"),
        (group("[5]", "speed = \"40 Gbps\""), "speed"),
        ("[[host_group]]\nhosts = [5]\nrate = \"1 Gbps\"\n".to_owned(), "name"),
        (format!("{constant}{}", group("[5]", "rate = \"1 Gbps\"")), "1 Gbps"),
        (format!("{scheme}name = \"others\"\ncc = \"cubic\"\n{one}"), "some"),
        (format!("{scheme}name = \"some\"\n{one}"), "a key `cc` or `underlay`"),
        (format!("{scheme}name = \"some\"\ncc = \"cubic\"\n{}{one}", "[[scheme.host_group]]\nname = \"some\"\ncc = \"cubic\"\n"), "twice"),
        ("[[workload]]\nkind = \"poisson\"\ntable = \"cache\"\nload = \"9 %\"\nhosts = [3]\n".to_owned(), "alone"),
        ("[[workload]]\nkind = \"poisson\"\ntable = \"cache\"\nload = \"9 %\"\nhosts = [3, 4]\nbetween = \"hosts\"\n".to_owned(), "one of the two"),
        ("[[workload]]\nkind = \"requests\"\nincast_degree = 2\nsize = \"9 B\"\nload = \"9 %\"\nhosts = [3, 9]\n".to_owned(), "1 to 8"),
    ] {
        let switch = if more.contains("[[scheme]]") { "" } else { SWITCH };
        let fault = read(&text("newreno", &format!("{switch}{PACKET}{more}"))).unwrap_err();
        assert!(fault.contains(words) && !fault.contains('\n'), "{words:?} is missing in: {fault}");
    }
    let towards = "[topology]\nkind = \"n-to-1\"\nsenders = 4\n";
    let one_sided = text(
        "newreno",
        &format!(
            "{SWITCH}[[workload]]\nkind = \"poisson\"\ntable = \"cache\"\nload = \"9 %\"\nhosts = [3, 4]\n"
        ),
    )
    .replace("[topology]\nkind = \"leaf-spine\"\nleaves = 2\nspines = 1\nhosts_per_leaf = 4\n", towards);
    assert!(read(&one_sided).unwrap_err().contains("towards a receiver"));
}
