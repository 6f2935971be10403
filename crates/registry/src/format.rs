//! Log formats of an algorithm's parameters and state.

use crate::{AqmInstance, Flow, UnderlayInstance};
use defmt::{Format, Formatter, write};
use freeboard_aqm_api::Aqm;
use freeboard_cc_api::{CongestionControl, Underlay};

impl<A: Aqm> Format for AqmInstance<A>
where
    A::Params: Format,
    A::Pipe: Format,
    A::Port: Format,
    A::Queue: Format,
{
    fn format(&self, f: Formatter<'_>) {
        write!(f, "params {} pipe {} port {} queue {}", self.params, self.pipe, self.port, self.queue);
    }
}

impl<C: CongestionControl + Format> Format for Flow<C>
where
    C::Params: Format,
{
    fn format(&self, f: Formatter<'_>) {
        write!(f, "params {} flow {}", self.params, self.state);
    }
}

impl<U: Underlay + Format> Format for UnderlayInstance<U>
where
    U::Params: Format,
{
    fn format(&self, f: Formatter<'_>) {
        write!(f, "params {} underlay {}", self.params, self.state);
    }
}
