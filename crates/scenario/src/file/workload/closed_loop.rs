//! Requests that wait for the answers to those before them.

use super::{HOSTS, Sizes, TIME};
use crate::document::{Maybe, Span, bytes, count, section};

section! {
    /// Clients that each have a number of requests outstanding, and send another one when an answer has arrived.
    ClosedLoop {
        "clients" clients: Vec<u32> = Vec::new(), HOSTS, "hosts that ask, by number", needed "a list of hosts, e.g. [1, 2]";
        "servers" servers: Vec<u32> = Vec::new(), HOSTS,
            "hosts that answer, by number: the n-th outstanding request goes from the n-th client to the n-th server, both taken in turn",
            needed "a list of hosts, e.g. [3, 4]";
        "depth" depth: u32 = 1, count(1, 10_000), "requests that a client has outstanding";
        // NVMe/TCP: a command of 64 B in a capsule with a common header of 8 B.
        "request" request: u64 = 72, bytes(1, 1_000_000_000), "payload of a request";
        "size" sizes: Sizes = Sizes::default(), Span(bytes(1, 1_000_000_000)), "payload of an answer, drawn uniformly",
            needed "a size, or two, e.g. [\"16 KB\", \"128 KB\"]";
        "service" service_ps: u64 = 0, TIME,
            "from a request's last byte to its answer's first; a run is faster where neither this nor `think` is below a link's delay";
        "think" think_ps: u64 = 0, TIME, "from an answer's last byte to the next request";
        "start" start_ps: u64 = 0, TIME, "when the first requests are sent";
        "stagger" stagger_ps: u64 = 0, TIME, "time over which they are spread";
        "end" end_ps: Option<u64> = None, Maybe(TIME), "when the last ones may be sent", default "the end of the run";
    }
}

impl ClosedLoop {
    /// The client and the server of every outstanding request.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let all = self.clients.len() * self.depth as usize;
        (0..all).map(|at| (self.clients[at % self.clients.len()], self.servers[at % self.servers.len()]))
    }

    /// When the request at `at` is sent for the first time \[ps\].
    pub fn starts_ps(&self, at: u64) -> u64 {
        let all = self.clients.len() as u64 * u64::from(self.depth);
        self.start_ps + (u128::from(self.stagger_ps) * u128::from(at) / u128::from(all.max(1))) as u64
    }
}
