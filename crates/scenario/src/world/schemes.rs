//! Any marking scheme of the registry in a switch.

use crate::file::{Chosen, Origin, Queues};
use anyhow::{Result, anyhow, bail};
use freeboard_aqm_api::{
    Activity, Aqm, Arrival, Departure, DepthUnit, Nanos32, NotEct, ParamError, PortView, Verdict,
};
use freeboard_fabric::data_plane::SchemeWork;
use freeboard_fabric::{Departures, Instance, LinkRate, QueueScheme, Slot};
use freeboard_params::Follows;
use freeboard_registry::catalog::VariantId;
use freeboard_registry::{AqmId, aqm_params};

/// The settings of each queue of a port: a scheme that has to know its queue is told.
fn per_queue(chosen: &Chosen, queues: Option<&Queues>) -> Vec<Vec<u32>> {
    let Some(queues) = queues else { return vec![chosen.values.clone()] };
    let own = chosen
        .lines
        .iter()
        .position(|line| line.follows == Follows::Queue && line.origin != Origin::Scenario);
    let of = |queue: usize| {
        let mut values = chosen.values.clone();
        if let Some(value) = own.and_then(|at| values.get_mut(at)) {
            *value = queue as u32;
        }
        values
    };
    (0..queues.count()).map(of).collect()
}

fn instance<A: Aqm>(values: &[Vec<u32>], unit: DepthUnit) -> Result<Instance<A>, ParamError> {
    let params: Result<_, _> = values.iter().map(|values| aqm_params::<A>(values, unit)).collect();
    params.map(Instance::per_queue)
}

macro_rules! any_scheme {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        /// Any scheme with the state of one switch.
        #[derive(Clone, Debug)]
        pub enum AnyScheme {
            $(#[doc = concat!("`", stringify!($name), "`.")] $name(Instance<freeboard_registry::scheme!($kind $path)>),)*
        }

        impl AnyScheme {
            /// A prototype for switches whose ports have these queues, or one each.
            pub(super) fn new(chosen: &Chosen, unit: DepthUnit, queues: Option<&Queues>) -> Result<Self> {
                let VariantId::Aqm(id) = chosen.variant else { bail!("{} is not a marking scheme", chosen.id) };
                Self::of(id, &per_queue(chosen, queues), unit).map_err(|error| anyhow!("{}: {error}", chosen.id))
            }

            /// A prototype from the settings of each queue of a port, in declaration order.
            ///
            /// # Errors
            /// The first value that is not legal.
            pub fn of(id: AqmId, queues: &[Vec<u32>], unit: DepthUnit) -> Result<Self, ParamError> {
                match id {
                    $(AqmId::$name => instance(queues, unit).map(Self::$name),)*
                }
            }
        }

        impl QueueScheme for AnyScheme {
            fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self {
                match self { $(Self::$name(it) => Self::$name(it.for_device(ports, queues)),)* }
            }

            #[inline]
            fn runs_at_enqueue(&self) -> bool {
                match self { $(Self::$name(it) => it.runs_at_enqueue(),)* }
            }

            #[inline]
            fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict {
                match self { $(Self::$name(it) => it.on_enqueue(slot, arrival),)* }
            }

            #[inline]
            fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict {
                match self { $(Self::$name(it) => it.on_dequeue(slot, departure),)* }
            }

            fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>) {
                match self { $(Self::$name(it) => it.on_control(slot, now, view),)* }
            }

            fn control_period_ns(&self) -> u32 {
                match self { $(Self::$name(it) => it.control_period_ns(),)* }
            }

            fn not_ect(&self) -> NotEct {
                match self { $(Self::$name(it) => it.not_ect(),)* }
            }

            fn reads_random(&self) -> bool {
                match self { $(Self::$name(it) => it.reads_random(),)* }
            }

            fn departures(&self) -> Departures {
                match self { $(Self::$name(it) => it.departures(),)* }
            }

            fn watches_pool(&self) -> bool {
                match self { $(Self::$name(it) => it.watches_pool(),)* }
            }

            fn shares_state(&self) -> bool {
                match self { $(Self::$name(it) => it.shares_state(),)* }
            }

            fn on_clock_step(&mut self, stamp: u64) {
                match self { $(Self::$name(it) => it.on_clock_step(stamp),)* }
            }

            fn activity(&self, queue: usize) -> Activity {
                match self { $(Self::$name(it) => it.activity(queue),)* }
            }

            #[inline]
            fn resolve<W: SchemeWork>(&mut self, work: W) -> W::Output {
                match self { $(Self::$name(it) => work.run(it),)* }
            }
        }
    };
}
freeboard_registry::for_each_aqm!(any_scheme);
