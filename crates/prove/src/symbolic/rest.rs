//! Bounds on the rest of a path, from the merged paths that it is part of.
//!
//! Merged paths form a graph without circles: a stretch ends where the path splits, joins another one or returns. Every path by itself is
//! a way through it, so the longest way from a stretch to a return bounds what each path takes from there on.

/// A stretch of merged paths, by its number.
pub(super) type Number = usize;

/// A stretch of merged paths.
#[derive(Clone, Debug, Default)]
struct Stretch {
    /// Targets of its instructions.
    targets: Vec<u32>,
    /// The next ones, and its cycles until there.
    next: Vec<(Number, u64)>,
    /// Cycles to its return, 0 for none.
    end: u64,
}

/// Stretches of merged paths; the first one begins with the call.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph(Vec<Stretch>);

/// The same with the longest way from each stretch to a return \[cycles\].
#[derive(Clone, Debug, Default)]
pub struct Rest {
    stretches: Vec<Stretch>,
    longest: Vec<u64>,
}

/// A path by itself on its way through the stretches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk<'a> {
    rest: &'a Rest,
    stretch: Number,
    /// Instructions of the stretch that are behind it.
    passed: usize,
    /// Cycles at the start of the stretch.
    since: u64,
}

impl Graph {
    /// A new stretch.
    pub(super) fn stretch(&mut self) -> Number {
        self.0.push(Stretch::default());
        self.0.len() - 1
    }

    /// A stretch goes on in another one.
    pub(super) fn join(&mut self, from: Number, to: Number, cycles: u64) {
        self.0[from].next.push((to, cycles));
    }

    /// The next instruction of a stretch goes to a target.
    pub(super) fn step(&mut self, stretch: Number, target: u32) {
        self.0[stretch].targets.push(target);
    }

    /// A stretch returns.
    pub(super) fn end(&mut self, stretch: Number, cycles: u64) {
        self.0[stretch].end = cycles;
    }

    /// The longest way from each stretch.
    pub(super) fn rest(self) -> Rest {
        let mut known: Vec<Option<u64>> = vec![None; self.0.len()];
        for number in 0..self.0.len() {
            // A stretch waits until all that follows it is known.
            let mut open = vec![number];
            while let Some(&top) = open.last() {
                let Stretch { next, end, .. } = &self.0[top];
                if let Some((next, _)) = next.iter().find(|(next, _)| known[*next].is_none()) {
                    open.push(*next);
                    continue;
                }
                let after = next.iter().map(|(next, cycles)| cycles + known[*next].unwrap_or(0));
                known[top] = Some(after.max().unwrap_or(0).max(*end));
                open.pop();
            }
        }
        let longest = known.into_iter().map(|cycles| cycles.unwrap_or(0)).collect();
        Rest { stretches: self.0, longest }
    }
}

impl Rest {
    /// A stretch, or what follows it at once, begins with an instruction that goes to a target.
    fn leads(&self, stretch: Number, target: u32) -> bool {
        let Stretch { targets, next, .. } = &self.stretches[stretch];
        match targets.first() {
            Some(first) => *first == target,
            None => next.iter().any(|(next, _)| self.leads(*next, target)),
        }
    }
}

impl<'a> Walk<'a> {
    /// At the start of the call.
    pub(super) const fn new(rest: &'a Rest) -> Self {
        Self { rest, stretch: 0, passed: 0, since: 0 }
    }

    /// Cycles that the path takes at most.
    pub(super) fn most(&self) -> u64 {
        self.since + self.rest.longest[self.stretch]
    }

    /// Goes with an instruction that began at this count of cycles. Cycles that paths take at most which go another way there; whether a
    /// path may go this way at all.
    pub(super) fn go(&mut self, target: u32, cycles: u64) -> (u64, bool) {
        let mut others = 0;
        loop {
            let Stretch { targets, next, .. } = &self.rest.stretches[self.stretch];
            if let Some(known) = targets.get(self.passed) {
                self.passed += 1;
                let is_way = *known == target;
                // Where merged paths know one way, there is no other.
                return if is_way { (others, true) } else { (others.max(self.most()), false) };
            }
            let (here, besides): (Vec<Number>, Vec<Number>) =
                next.iter().map(|(next, _)| *next).partition(|next| self.rest.leads(*next, target));
            let most = besides.iter().map(|other| cycles + self.rest.longest[*other]).max();
            others = others.max(most.unwrap_or(0));
            let Some(stretch) = here.first() else { return (others, false) };
            (self.stretch, self.passed, self.since) = (*stretch, 0, cycles);
        }
    }
}
