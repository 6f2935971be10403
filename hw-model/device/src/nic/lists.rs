//! Lists of flows, each flow in one list at most.

/// No flow, no list.
const NONE: u32 = u32::MAX;

/// Neighbours of a flow in its list.
#[derive(Clone, Copy, Debug)]
struct Links {
    before: u32,
    after: u32,
    list: u32,
}

/// In no list.
const FREE: Links = Links { before: NONE, after: NONE, list: NONE };

/// First and last flow of a list.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: u32,
    last: u32,
}

/// Doubly linked lists over a fixed number of flows: every operation is a constant number of steps, nothing
/// allocates after construction.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    links: Vec<Links>,
    ends: Vec<Ends>,
}

impl Lists {
    pub(super) fn new(lists: usize, flows: usize) -> Self {
        Self { links: vec![FREE; flows], ends: vec![Ends { first: NONE, last: NONE }; lists] }
    }

    /// Room for flows numbered below `flows`; it never becomes less.
    pub(super) fn grow(&mut self, flows: usize) {
        self.links.resize(flows.max(self.links.len()), FREE);
    }

    /// The list a flow is in.
    pub(super) fn list_of(&self, flow: u32) -> Option<u32> {
        self.links.get(flow as usize).map(|links| links.list).filter(|list| *list != NONE)
    }

    pub(super) fn is_empty(&self, list: u32) -> bool {
        self.first(list).is_none()
    }

    pub(super) fn first(&self, list: u32) -> Option<u32> {
        self.ends.get(list as usize).map(|ends| ends.first).filter(|flow| *flow != NONE)
    }

    /// Puts a flow last; it must be in no list. False if flow or list does not exist.
    pub(super) fn push(&mut self, list: u32, flow: u32) -> bool {
        let (Some(ends), true) = (self.ends.get_mut(list as usize), (flow as usize) < self.links.len())
        else {
            return false;
        };
        let before = core::mem::replace(&mut ends.last, flow);
        match self.links.get_mut(before as usize) {
            Some(links) => links.after = flow,
            None => ends.first = flow,
        }
        self.links[flow as usize] = Links { before, after: NONE, list };
        true
    }

    /// Takes a flow out of its list; returns the list.
    pub(super) fn remove(&mut self, flow: u32) -> Option<u32> {
        let list = self.list_of(flow)?;
        let Links { before, after, .. } = self.links[flow as usize];
        match self.links.get_mut(before as usize) {
            Some(links) => links.after = after,
            None => self.ends[list as usize].first = after,
        }
        match self.links.get_mut(after as usize) {
            Some(links) => links.before = before,
            None => self.ends[list as usize].last = before,
        }
        self.links[flow as usize].list = NONE;
        Some(list)
    }

    /// Takes the first flow of a list out.
    pub(super) fn pop(&mut self, list: u32) -> Option<u32> {
        let flow = self.first(list)?;
        self.remove(flow);
        Some(flow)
    }
}
