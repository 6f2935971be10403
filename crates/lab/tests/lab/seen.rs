//! Plots and intervals of runs that are there: the paper's values, names in full, seeds.

use freeboard_lab::plan::{AnyPlan, PLANS, Scale, Seen};

/// Drawn of made-up runs of \[Zhang19\] Figure 8: three variations, two schemes, three seeds.
fn seen(rows: usize) -> Seen {
    let plan = PLANS.iter().find(|plan| plan.id() == "ecn-sharp/fig8").unwrap();
    let (any, expected) = AnyPlan::read(plan, Scale::Paper).unwrap();
    let mut csv = "cell,variation,scheme,seed,timeouts,short-p99,large,timeouts,result\n".to_owned();
    for row in 0..rows {
        // ECN# has 600 us of the 1000 of DCTCP-RED-Tail; seeds differ by 10 us.
        let value = if row / 3 % 2 == 0 { 1_000 } else { 600 } + 10 * (row % 3);
        csv += &format!("{row},,,,9,{value},{value},0,0\n");
    }
    any.seen(plan, &expected, &csv).unwrap()
}

#[test]
fn a_plot_has_the_papers_values_their_bands_and_names_in_full() {
    let seen = seen(18);
    let (name, svg) = &seen.plots[0];
    assert_eq!((seen.plots.len(), name.as_str()), (1, "short-p99"));
    for text in [
        "</tspan> DCTCP-RED-Tail",
        "</tspan> ECN#",
        ">99th percentile of completion times of short flows [us]<",
        ">largest over smallest round-trip time<",
        ">ECN#, Figure 8<",
        "the paper: 0.627x of DCTCP-RED-Tail",
    ] {
        assert!(svg.contains(text), "{text}");
    }
    // The ratios at variations of 3 and 5; the growth of a ratio has no place.
    assert_eq!(svg.matches("class=\"paper s1\"").count(), 2);
    assert_eq!(svg.matches("class=\"accepted s1\"").count(), 2);
    assert_eq!(svg.matches("class=\"whisker ").count(), 6);
}

#[test]
fn a_quantity_has_an_interval_over_its_seeds() {
    let seen = seen(18);
    let names = ["variation of 3", "variation of 5", "the gain grows", "variation of 5"];
    for ((name, interval), end) in seen.intervals.iter().zip(names) {
        let (low, high) = interval.unwrap();
        assert!(name.ends_with(end) && low <= high, "{name}");
    }
    let (low, high) = seen.intervals[0].1.unwrap();
    // 600/1000, 610/1010 and 620/1020.
    assert!(low > 0.59 && low < 0.6 && high > 0.605 && high < 0.62, "{low} {high}");
}

#[test]
fn runs_of_another_plan_draw_nothing() {
    assert_eq!(seen(17), Seen::default());
}
