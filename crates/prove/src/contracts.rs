//! Contracts of congestion controls and underlays, in every state that they can come to.
//!
//! Written from the papers and RFCs, over words of state and parameters: an invariant that zero-filled state has and
//! every call keeps, and what an answer is where it holds.

use super::spec::{Contract, Step, Words};
use crate::smt::Term;
use freeboard_cost::variant::Variant;
use freeboard_registry::cc_dcqcn::DcqcnParams;
use freeboard_registry::cc_dctcp::{DctcpParams, DctcpRateParams};
use freeboard_registry::cc_newreno::RenoParams;
use freeboard_registry::cc_on_ramp::OnRampParams;
use freeboard_registry::cc_timely::TimelyParams;
use freeboard_registry::{CcId, UnderlayId};
use std::mem::offset_of;

/// 1 of line rate, or of a fraction, in Q20.
const ONE: u32 = 1 << 20;
/// The largest window \[B\].
const WINDOW_MAX: u32 = 1 << 30;
/// A fresh flow has started; the same bit in every control below.
const STARTED: u32 = 1;
/// Words of the state of a Reno window, and its bit for a reduction that is in force.
const CWND: usize = 0;
const REDUCED_UNTIL: usize = 3;
const RENO_STATUS: usize = 4;
const REDUCED: u32 = 2;
/// Status word of DCQCN, and its bit from the first notification on.
const DCQCN_STATUS: usize = 8;
const DCQCN_NOTIFIED: u32 = 2;

/// Contracts of a variant; none where none is written down.
pub(crate) fn of(variant: Variant) -> Vec<Contract> {
    match variant {
        Variant::Cc(CcId::DctcpTcp) => {
            let mut all = windows(dctcp_window, dctcp_settings);
            all.push(Contract {
                name: "alpha",
                suppose: dctcp_settings,
                invariant: dctcp_alpha,
                answer: always,
            });
            all
        }
        Variant::Cc(CcId::NewReno | CcId::EcnStar) => windows(reno_window, reno_settings),
        Variant::Cc(CcId::DctcpRate) => vec![
            Contract {
                name: "rate",
                suppose: dctcp_rate_settings,
                invariant: dctcp_rate,
                answer: rate_within_line,
            },
            Contract {
                name: "alpha",
                suppose: dctcp_rate_settings,
                invariant: dctcp_rate_alpha,
                answer: always,
            },
        ],
        Variant::Cc(CcId::Timely | CcId::TimelyAuthors | CcId::TimelyPatched | CcId::TimelyW) => {
            vec![Contract {
                name: "rate",
                suppose: timely_settings,
                invariant: timely_rate,
                answer: rate_within_line,
            }]
        }
        Variant::Cc(CcId::Dcqcn | CcId::DcqcnW) => vec![
            Contract {
                name: "rate",
                suppose: dcqcn_settings,
                invariant: dcqcn_rate,
                answer: rate_within_line,
            },
            Contract { name: "alpha", suppose: dcqcn_settings, invariant: dcqcn_alpha, answer: always },
        ],
        Variant::Underlay(UnderlayId::OnRamp | UnderlayId::OnRampStrawman) => {
            vec![Contract {
                name: "beta",
                suppose: on_ramp_settings,
                invariant: on_ramp_beta,
                answer: always,
            }]
        }
        _ => Vec::new(),
    }
}

/// Window and one cut per window of data, of a control that embeds a Reno window.
fn windows(invariant: fn(&mut Words<'_>) -> Term, suppose: fn(&mut Words<'_>) -> Term) -> Vec<Contract> {
    vec![
        Contract { name: "window", suppose, invariant, answer: window_within },
        Contract { name: "one-cut", suppose, invariant, answer: one_cut },
    ]
}

fn on_ramp_settings(words: &mut Words<'_>) -> Term {
    let beta = words.param(at(offset_of!(OnRampParams, beta_init)));
    words.within(beta, 0, 1 << 16)
}

fn always(step: &mut Step<'_>) -> Term {
    step.terms.truth(true)
}

const fn at(bytes: usize) -> usize {
    bytes / 4
}

/// Once a flow has started, `claim` holds.
fn once_started(words: &mut Words<'_>, status: usize, claim: Term) -> Term {
    words.where_set(status, STARTED, claim)
}

/// One segment is the least (RFC 5681 §3.1: a timeout leaves one).
fn reno_settings(words: &mut Words<'_>) -> Term {
    let [mss, initial, least] = [
        offset_of!(RenoParams, mss),
        offset_of!(RenoParams, initial_window),
        offset_of!(RenoParams, min_window),
    ];
    segments(words, [at(mss), at(initial), at(least)])
}

fn dctcp_settings(words: &mut Words<'_>) -> Term {
    let [mss, initial, least] = [
        offset_of!(DctcpParams, mss),
        offset_of!(DctcpParams, initial_window),
        offset_of!(DctcpParams, min_window),
    ];
    let segments = segments(words, [at(mss), at(initial), at(least)]);
    let alpha = words.param(at(offset_of!(DctcpParams, alpha_init)));
    let alpha = words.within(alpha, 0, ONE);
    words.terms.both(segments, alpha)
}

/// Windows of whole segments, at least one, at most the largest window.
fn segments(words: &mut Words<'_>, [mss, initial, least]: [usize; 3]) -> Term {
    let [mss, initial, least] = [mss, initial, least].map(|at| words.param(at));
    let most = words.terms.word(WINDOW_MAX);
    let mut all = vec![words.within(mss, 1, WINDOW_MAX)];
    for window in [initial, least] {
        all.push(words.terms.at_most(mss, window));
        all.push(words.terms.at_most(window, most));
    }
    words.terms.all(all)
}

fn reno_window(words: &mut Words<'_>) -> Term {
    let mss = words.param(at(offset_of!(RenoParams, mss)));
    window_of(words, mss)
}

fn dctcp_window(words: &mut Words<'_>) -> Term {
    let mss = words.param(at(offset_of!(DctcpParams, mss)));
    window_of(words, mss)
}

fn window_of(words: &mut Words<'_>, mss: Term) -> Term {
    let window = words.state(CWND);
    let most = words.terms.word(WINDOW_MAX);
    let (least, most) = (words.terms.at_most(mss, window), words.terms.at_most(window, most));
    let within = words.terms.both(least, most);
    once_started(words, RENO_STATUS, within)
}

/// At least a segment, which is the first parameter of both windows, at most the largest window.
fn window_within(step: &mut Step<'_>) -> Term {
    let (mss, window) = (step.param(0), step.window);
    let most = step.terms.word(WINDOW_MAX);
    let (least, most) = (step.terms.at_most(mss, window), step.terms.at_most(window, most));
    step.terms.both(least, most)
}

/// While a reduction is in force and `una` lies before its end, no acknowledgement narrows the window (RFC 8257
/// §3.3, RFC 3168 §6.1.2).
fn one_cut(step: &mut Step<'_>) -> Term {
    if step.kind != "ack" && step.kind != "telemetry" {
        return step.terms.truth(true);
    }
    let una = step.variable("una");
    let (until, before, after) = (step.before(REDUCED_UNTIL), step.before(CWND), step.after(CWND));
    let zero = step.terms.word(0);
    let distance = step.terms.sub(una, until);
    let early = step.terms.below_signed(distance, zero);
    let reduced = step.is_set_before(RENO_STATUS, STARTED | REDUCED);
    let narrower = step.terms.below(after, before);
    let cut = step.terms.all([early, reduced, narrower]);
    step.terms.not(cut)
}

/// The fifth word of DCTCP's state; a fraction is at most 1 (RFC 8257 §3.3).
fn dctcp_alpha(words: &mut Words<'_>) -> Term {
    fraction(words, 5, RENO_STATUS, STARTED)
}

fn dctcp_rate_alpha(words: &mut Words<'_>) -> Term {
    fraction(words, 1, 6, STARTED)
}

fn fraction(words: &mut Words<'_>, word: usize, status: usize, bit: u32) -> Term {
    let alpha = words.state(word);
    let within = words.within(alpha, 0, ONE);
    words.where_set(status, bit, within)
}

/// The measured fraction of \[Liu21\] in the low 17 bits of the last word.
fn on_ramp_beta(words: &mut Words<'_>) -> Term {
    let learned = words.state(6);
    let low = words.terms.word((1 << 17) - 1);
    let beta = words.terms.and(learned, low);
    words.within(beta, 0, 1 << 16)
}

fn dctcp_rate_settings(words: &mut Words<'_>) -> Term {
    let rates = [offset_of!(DctcpRateParams, min_rate), offset_of!(DctcpRateParams, initial_rate)];
    let alpha = words.param(at(offset_of!(DctcpRateParams, alpha_init)));
    let alpha = words.within(alpha, 0, ONE);
    let rates = settled_rates(words, rates.map(at));
    words.terms.both(alpha, rates)
}

fn timely_settings(words: &mut Words<'_>) -> Term {
    let rates = [offset_of!(TimelyParams, min_rate), offset_of!(TimelyParams, initial_rate)];
    settled_rates(words, rates.map(at))
}

/// Rates of a fresh flow and after a cut lie within the line; g < 1 (\[Zhu15\] eq. 1).
fn dcqcn_settings(words: &mut Words<'_>) -> Term {
    let [least, initial, alpha, gain] = [
        offset_of!(DcqcnParams, min_rate),
        offset_of!(DcqcnParams, initial_rate),
        offset_of!(DcqcnParams, alpha_init),
        // The gain is the first word of what alpha's average needs.
        offset_of!(DcqcnParams, decay),
    ]
    .map(|bytes| words.param(at(bytes)));
    let all = vec![
        words.within(least, 1, ONE),
        words.within(initial, 1, ONE),
        words.within(alpha, 0, ONE),
        words.within(gain, 1, (1 << 16) - 1),
    ];
    words.terms.all(all)
}

/// 0 < smallest rate <= initial rate <= line rate.
fn settled_rates(words: &mut Words<'_>, [least, initial]: [usize; 2]) -> Term {
    let (least, initial) = (words.param(least), words.param(initial));
    let ordered = words.terms.at_most(least, initial);
    let (least, initial) = (words.within(least, 1, ONE), words.within(initial, 1, ONE));
    words.terms.all([ordered, least, initial])
}

fn dctcp_rate(words: &mut Words<'_>) -> Term {
    rate(words, 6)
}

fn dcqcn_rate(words: &mut Words<'_>) -> Term {
    rate(words, DCQCN_STATUS)
}

/// Alpha is in force from the first notification on (\[Zhu15\] §3.2).
fn dcqcn_alpha(words: &mut Words<'_>) -> Term {
    fraction(words, 2, DCQCN_STATUS, DCQCN_NOTIFIED)
}

fn timely_rate(words: &mut Words<'_>) -> Term {
    rate(words, 5)
}

/// The first word of state is the rate.
fn rate(words: &mut Words<'_>, status: usize) -> Term {
    let rate = words.state(0);
    let within = words.within(rate, 1, ONE);
    once_started(words, status, within)
}

fn rate_within_line(step: &mut Step<'_>) -> Term {
    let rate = step.rate;
    step.within(rate, 1, ONE)
}
