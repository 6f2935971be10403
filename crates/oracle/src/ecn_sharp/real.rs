//! Marks at shrinking intervals in real arithmetic, as a judge: ECN# and CoDel.
//!
//! Source: \[Zhang19\] Algorithm 1 and RFC 8289 §5. The time of the next mark is an interval of the real line, as
//! wide as the tolerances so far allow. Where a decision cannot be seen (a burst marks anyway) or both are
//! allowed, every run that explains the decisions is kept; none left is a violation.

use crate::{Hook, Judge, Packet, Tolerance, Violation};
use libm::sqrt;

/// The rule to judge.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Sojourn time above which every packet is marked \[ns\], if the rule has such a part.
    pub ins_target: Option<u64>,
    /// Sojourn time from which a queue is standing \[ns\].
    pub target: u64,
    /// Largest backlog that is left alone \[depth unit\], if any is.
    pub guard: Option<u64>,
    /// pst_interval or interval \[ns\].
    pub interval: u64,
    /// A run stands, an episode starts, at its deadline; otherwise strictly after it.
    pub starts_at: bool,
    /// A mark is due at its time; otherwise strictly after it.
    pub due_at: bool,
    /// The next mark is counted from this one; otherwise from the time that was due.
    pub from_now: bool,
    /// Farthest the schedule lags behind \[ns\].
    pub lag_max: Option<u64>,
    /// Intervals for which an ended episode's count is remembered (RFC 8289 §5.5); 0 for none.
    pub memory: u64,
    /// An empty queue ends a run.
    pub idle_reset: bool,
    /// A mark is a drop, and the schedule moves for it only if the packet behind stands too (RFC 8289 §5.5).
    pub drops: bool,
}

/// Runs that may be kept. Above it the judge waits for the next break of the run.
const RUNS_MAX: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Plan {
    low: f64,
    high: f64,
    count: u64,
    last_count: u64,
    /// Moved for a drop: the packet behind is not seen yet.
    moved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    marking: bool,
    plan: Option<Plan>,
}

/// The judge.
#[derive(Clone, Debug)]
pub struct Real {
    rule: Rule,
    tolerance: Tolerance,
    since: Option<u64>,
    stood: bool,
    /// Empty while the judge has lost track.
    runs: Vec<Run>,
}

impl Real {
    /// A judge of a fresh queue.
    #[must_use]
    pub fn new(rule: Rule, tolerance: Tolerance) -> Self {
        let fresh = Run { marking: false, plan: None };
        Self { rule, tolerance, since: None, stood: false, runs: vec![fresh] }
    }

    /// What may be said of "the queue has stood for an interval".
    fn detections(&mut self, packet: &Packet) -> &'static [bool] {
        let guarded = self.rule.guard.is_some_and(|guard| packet.depth <= guard);
        let emptied = self.rule.idle_reset && packet.depth == 0;
        if packet.sojourn < self.rule.target || guarded || emptied {
            (self.since, self.stood) = (None, false);
            return &[false];
        }
        let Some(since) = self.since else {
            self.since = Some(packet.now);
            return &[false];
        };
        let (now, deadline) = (packet.now as f64, (since + self.rule.interval) as f64);
        let after = |time: f64| if self.rule.starts_at { now >= time } else { now > time };
        let exact = self.tolerance.early == 0.0 && self.tolerance.late == 0.0;
        if self.stood && exact || after(deadline + self.tolerance.late) {
            self.stood = true;
            &[true]
        } else if after(deadline - self.tolerance.early) && !exact {
            &[false, true]
        } else {
            &[false]
        }
    }

    fn step(&self, count: u64) -> (f64, f64) {
        let (exact, t) = (self.rule.interval as f64 / sqrt(count as f64), &self.tolerance);
        (exact * (1.0 - t.step_short) - t.step_short_ns, exact * (1.0 + t.step_long) + t.step_long_ns)
    }

    fn enter(&self, now: f64, count: u64) -> Run {
        let (short, long) = if count == 1 {
            let interval = self.rule.interval as f64;
            let t = &self.tolerance;
            (interval - t.early.max(t.step_short_ns), interval + t.late.max(t.step_long_ns))
        } else {
            self.step(count)
        };
        let plan = Plan { low: now + short, high: now + long, count, last_count: count, moved: false };
        Run { marking: true, plan: Some(plan) }
    }

    fn entries(&self, run: Run, now: f64) -> Vec<Run> {
        let Some(plan) = run.plan.filter(|plan| self.rule.memory > 0 && plan.count - plan.last_count > 1)
        else {
            return vec![self.enter(now, 1)];
        };
        let memory = (self.rule.memory * self.rule.interval) as f64;
        let mut entries = Vec::new();
        if now - plan.high < memory {
            entries.push(self.enter(now, plan.count - plan.last_count));
        }
        if now - plan.low >= memory {
            entries.push(self.enter(now, 1));
        }
        entries
    }

    fn marked(&self, plan: Plan, now: f64) -> Run {
        let count = plan.count + 1;
        let (short, long) = self.step(count);
        let (low, high) = if self.rule.from_now {
            (now, now)
        } else {
            let floor = self.rule.lag_max.map_or(f64::MIN, |lag| now - lag as f64);
            (plan.low.max(floor), plan.high.min(now).max(floor))
        };
        let plan = Plan { low: low + short, high: high + long, count, moved: self.rule.drops, ..plan };
        Run { marking: true, plan: Some(plan) }
    }

    /// Before the drop, if that was the last packet.
    fn taken_back(&self, plan: Plan) -> Plan {
        let (short, long) = if plan.moved { self.step(plan.count) } else { (0.0, 0.0) };
        Plan { low: plan.low - long, high: plan.high - short, moved: false, ..plan }
    }

    /// Every run that may follow, with whether it marks.
    fn successors(&self, run: Run, detected: bool, now: f64) -> Vec<(bool, Run)> {
        if !detected {
            let plan = run.plan.filter(|_| self.rule.memory > 0).map(|plan| self.taken_back(plan));
            return vec![(false, Run { marking: false, plan })];
        }
        let run = Run { plan: run.plan.map(|plan| Plan { moved: false, ..plan }), ..run };
        let (true, Some(plan)) = (run.marking, run.plan) else {
            return self.entries(run, now).into_iter().map(|run| (true, run)).collect();
        };
        let due = |time: f64| if self.rule.due_at { now >= time } else { now > time };
        let mut successors = Vec::new();
        if due(plan.low) {
            successors.push((true, self.marked(plan, now)));
        }
        if !due(plan.high) {
            successors.push((false, run));
        }
        successors
    }
}

/// Adds a run, or widens one with the same counts to cover it.
fn merge(runs: &mut Vec<Run>, run: Run) {
    let counts = |run: &Run| (run.marking, run.plan.map(|plan| (plan.count, plan.last_count, plan.moved)));
    let Some(known) = runs.iter_mut().find(|known| counts(known) == counts(&run)) else {
        runs.push(run);
        return;
    };
    if let (Some(a), Some(b)) = (&mut known.plan, run.plan) {
        (a.low, a.high) = (a.low.min(b.low), a.high.max(b.high));
    }
}

impl Judge for Real {
    fn packet(&mut self, packet: &Packet, marked: bool) -> Result<(), Violation> {
        if packet.hook != Hook::Departure {
            return if marked { Err(Violation("marked at arrival".to_owned())) } else { Ok(()) };
        }
        let detections = self.detections(packet);
        if self.runs.is_empty() {
            // Only a break says anything certain again; a memory of older episodes would not.
            if detections == [false] && self.since.is_none() && self.rule.memory == 0 {
                self.runs.push(Run { marking: false, plan: None });
            }
            return Ok(());
        }
        let burst = self.rule.ins_target.is_some_and(|target| packet.sojourn > target);
        let mut next = Vec::new();
        for run in &self.runs {
            for &detected in detections {
                for (marks, run) in self.successors(*run, detected, packet.now as f64) {
                    if (marks || burst) == marked {
                        merge(&mut next, run);
                    }
                }
            }
        }
        if next.is_empty() {
            let verdict = if marked { "marked" } else { "not marked" };
            return Err(Violation(format!(
                "{verdict} at {packet:?}; run since {:?}; {:?}",
                self.since, self.runs
            )));
        }
        self.runs = if next.len() > RUNS_MAX { Vec::new() } else { next };
        Ok(())
    }
}
