//! Oracle model of each algorithm.

use crate::ecn_sharp::{Nanos, Real, Rule, Ticks};
use crate::following::{FlowJudge, FlowTolerance, Following, Textbook};
use crate::{Controller, Hook, Judge, Marker, Tolerance, Values};
use crate::{codel, cubic, dcqcn, dctcp, ecn_star, fixed, hpcc, newreno, step, tail_drop, tcn, timely};

fn boxed<M: Marker + 'static>(model: Option<M>) -> Option<Box<dyn Marker>> {
    model.map(|model| Box::new(model) as Box<dyn Marker>)
}

/// The quantised model of the marking scheme `id`, with depths in units of `unit` bytes.
#[must_use]
pub fn marker(id: &str, values: &Values, unit: u64) -> Option<Box<dyn Marker>> {
    match id {
        "tail-drop/exact" => boxed(Some(tail_drop::TailDrop)),
        "step/enqueue" => boxed(step::Step::new(Hook::Arrival, values, unit)),
        "step/dequeue" => boxed(step::Step::new(Hook::Departure, values, unit)),
        "tcn/pipeline" => boxed(tcn::Tcn::new(values)),
        "codel/rfc8289" => boxed(codel::Rfc8289::new(values, unit)),
        "codel/linux" => boxed(codel::Linux::new(values, unit)),
        "codel/pipeline" => boxed(codel::Pipeline::new(values, unit)),
        "ecn-sharp/compact" | "ecn-sharp/paper-shaped" | "ecn-sharp/sliced" => boxed(Ticks::new(values)),
        "ecn-sharp/exact" => boxed(Nanos::new(values)),
        "red/exact" => boxed(crate::red::Exact::new(values, unit)),
        "red/low-pass" => boxed(crate::red::LowPass::new(values, unit)),
        "bcc/exact" => boxed(crate::bcc::Exact::new(values, unit)),
        "bcc/pipeline" => boxed(crate::bcc::Pipeline::new(values, unit)),
        "bcc/pool-status" => boxed(crate::bcc::PoolStatus::new(values, unit)),
        "cedm/exact" => boxed(crate::cedm::Cedm::new(values, unit)),
        "cedm/window" => boxed(crate::cedm::Window::new(values, unit)),
        "pie/exact" => boxed(crate::pie::Exact::new(values, unit)),
        "pie/pipeline" => boxed(crate::pie::Pipeline::new(values, unit)),
        "mq-ecn/pipeline" => boxed(crate::mq_ecn::MqEcn::new(values, unit)),
        "dualpi2/step" => boxed(crate::dualpi2::Step::new(values)),
        "dualpi2/ramp" => boxed(crate::dualpi2::Ramp::new(values)),
        "hull/exact" => boxed(crate::hull::Hull::new(values)),
        "hull/classes" => boxed(crate::hull::Classes::new(values)),
        "s-ecn/exact" => boxed(crate::s_ecn::SEcn::new(values, unit)),
        "s-ecn/window" => boxed(crate::s_ecn::Window::new(values, unit)),
        "mbecn/enqueue" => boxed(crate::mbecn::Mbecn::new(Hook::Arrival, values, unit)),
        "mbecn/dequeue" => boxed(crate::mbecn::Mbecn::new(Hook::Departure, values, unit)),
        "e-ecn/exact" => boxed(crate::e_ecn::Exact::new(values, unit)),
        "e-ecn/shift-16" => boxed(crate::e_ecn::Shift::new(16, values, unit)),
        "e-ecn/shift-32" => boxed(crate::e_ecn::Shift::new(32, values, unit)),
        _ => None,
    }
}

/// The quantised model of the congestion control `id`, with segments of `mss` bytes.
#[must_use]
pub fn controller(id: &str, values: &Values, mss: u64) -> Option<Box<dyn Controller>> {
    match id {
        "fixed/exact" => fixed::Fixed::new(values).map(|model| Box::new(model) as Box<dyn Controller>),
        "newreno/rfc5681" => {
            newreno::NewReno::new(values, mss).map(|model| Box::new(model) as Box<dyn Controller>)
        }
        "ecn-star/rfc3168" => {
            ecn_star::EcnStar::new(values, mss).map(|model| Box::new(model) as Box<dyn Controller>)
        }
        "dctcp/rate" => dctcp::Rate::new(values, mss).map(|model| Box::new(model) as Box<dyn Controller>),
        "dctcp/tcp" => dctcp::Q20::new(values, mss).map(|model| Box::new(model) as Box<dyn Controller>),
        _ => None,
    }
}

fn followed<M: Textbook>(model: Option<M>) -> Option<Box<dyn FlowJudge>> {
    model.map(|model| Box::new(Following::new(model)) as Box<dyn FlowJudge>)
}

/// The real-valued judge of the congestion control `id`, with segments of `mss` bytes; `None` where the quantised
/// model is exact already.
#[must_use]
pub fn flow_judge(
    id: &str,
    values: &Values,
    mss: u64,
    tolerance: FlowTolerance,
) -> Option<Box<dyn FlowJudge>> {
    let timely = |rule, window| followed(timely::Timely::new(rule, window, values, mss, tolerance));
    match id {
        "cubic/rfc9438" => followed(cubic::Cubic::new(false, values, mss, tolerance)),
        "cubic/ecn" => followed(cubic::Cubic::new(true, values, mss, tolerance)),
        "cubic/hystart" => followed(cubic::Cubic::new(false, values, mss, tolerance)),
        "hpcc/int" => followed(hpcc::Hpcc::new(values, mss, tolerance)),
        "dcqcn/rate" => followed(dcqcn::Dcqcn::new(false, values, mss, tolerance)),
        "dcqcn/w" => followed(dcqcn::Dcqcn::new(true, values, mss, tolerance)),
        "bbr/v1" => followed(crate::bbr::Bbr::new(values, mss, tolerance)),
        "powertcp/int" => followed(crate::powertcp::PowerTcp::new(values, mss, tolerance)),
        "powertcp/theta" => followed(crate::powertcp::Theta::new(values, mss, tolerance)),
        "swift/fabric" => followed(crate::swift::Swift::new(values, mss, tolerance)),
        "timely/hpcc" => timely(timely::Rule::Simulator, false),
        "timely/authors" => timely(timely::Rule::Authors, false),
        "timely/patched" => timely(timely::Rule::Patched, false),
        "timely/w" => timely(timely::Rule::Simulator, true),
        _ => None,
    }
}

/// The real-valued judge of the marking scheme `id`; `None` where the quantised model is exact already.
#[must_use]
pub fn judge(id: &str, values: &Values, unit: u64, tolerance: Tolerance) -> Option<Box<dyn Judge>> {
    let rule = match id {
        "ecn-sharp/exact" => Rule {
            starts_at: false,
            due_at: values.get("due")? == 1,
            from_now: values.get("reschedule")? == 1,
            lag_max: Some(1 << 30),
            idle_reset: values.get("idle_reset")? == 1,
            ..ecn_sharp(values)?
        },
        "ecn-sharp/compact" | "ecn-sharp/paper-shaped" | "ecn-sharp/sliced" => ecn_sharp(values)?,
        "codel/rfc8289" => Rule {
            starts_at: true,
            due_at: true,
            lag_max: Some(1 << 30),
            memory: 16,
            drops: values.get("ecn")? == 0,
            ..codel_rule(values, unit)?
        },
        "codel/pipeline" => codel_rule(values, unit)?,
        _ => return None,
    };
    Some(Box::new(Real::new(rule, tolerance)))
}

fn ecn_sharp(values: &Values) -> Option<Rule> {
    Some(Rule {
        ins_target: Some(values.get("ins_target")?),
        target: values.get("pst_target")?,
        guard: None,
        interval: values.get("pst_interval")?,
        starts_at: false,
        due_at: false,
        from_now: false,
        lag_max: None,
        memory: 0,
        idle_reset: false,
        drops: false,
    })
}

fn codel_rule(values: &Values, unit: u64) -> Option<Rule> {
    Some(Rule {
        ins_target: None,
        target: values.get("target")?,
        guard: Some(values.get("mtu")?.div_ceil(unit)),
        interval: values.get("interval")?,
        starts_at: false,
        due_at: false,
        from_now: false,
        lag_max: None,
        memory: 0,
        idle_reset: false,
        drops: false,
    })
}
