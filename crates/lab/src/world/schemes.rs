//! Any marking scheme of the registry in a switch.

use crate::scenario::Chosen;
use anyhow::{Context, Result, anyhow};
use aqm_api::{Activity, Aqm, Arrival, Departure, DepthUnit, Nanos32, NotEct, PortView, Verdict};
use fabric::{Instance, LinkRate, QueueScheme, Slot};

macro_rules! any_scheme {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        /// Any scheme with the state of one switch.
        #[derive(Clone, Debug)]
        pub(super) enum AnyScheme {
            $($name(Instance<registry::scheme!($kind $path)>),)*
        }

        impl AnyScheme {
            /// A prototype for switches.
            pub(super) fn new(chosen: &Chosen, unit: DepthUnit) -> Result<Self> {
                $(
                    let meta = <registry::scheme!($kind $path) as Aqm>::META;
                    if chosen.id.split_once('/') == Some((meta.name, meta.variant)) {
                        let settings = crate::catalog::settings_of(&chosen.values);
                        let params = settings.and_then(|s| <registry::scheme!($kind $path) as Aqm>::params(&s, unit));
                        let params = params.map_err(|error| anyhow!("{error:?}")).context(chosen.id.clone())?;
                        return Ok(Self::$name(Instance::new(params)));
                    }
                )*
                Err(anyhow!("{} is not in the registry", chosen.id))
            }
        }

        impl QueueScheme for AnyScheme {
            fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self {
                match self { $(Self::$name(it) => Self::$name(it.for_device(ports, queues)),)* }
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

            fn watches_departures(&self) -> bool {
                match self { $(Self::$name(it) => it.watches_departures(),)* }
            }

            fn activity(&self, queue: usize) -> Activity {
                match self { $(Self::$name(it) => it.activity(queue),)* }
            }
        }
    };
}
registry::for_each_aqm!(any_scheme);
