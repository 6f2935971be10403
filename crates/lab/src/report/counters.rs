//! Counters of a run under the names that switches give them.

use super::json::Line;
use super::label;
use super::tables::grid;
use comfy_table::Table;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::{ClassPauses, Outcome, QueueRecord};
use serde::Serialize;

/// One counter, over the ports of all switches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// Scheme, with the seed where there are several.
    pub run: String,
    /// Queue, or class of a pause counter.
    pub queue: usize,
    /// Name in the Switch Abstraction Interface (`saiqueue.h`, `saiport.h`).
    pub sai: String,
    /// Name in OpenConfig (`openconfig-qos`), if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openconfig: Option<&'static str>,
    /// Value.
    pub value: u64,
}

impl Line for Counter {}

/// The counters of one run, queue by queue, then class by class.
#[must_use]
pub fn counters(scenario: &Scenario, outcome: &Outcome) -> Vec<Counter> {
    let run = label(scenario, outcome);
    let counter =
        |queue, sai: String, openconfig, value| Counter { run: run.clone(), queue, sai, openconfig, value };
    let of_queue = |record: &QueueRecord| {
        let QueueRecord { queue, sent, sent_bytes, marked, dropped, dropped_scheme, bytes_max, .. } = *record;
        let named: [(&str, Option<&'static str>, u64); 6] = [
            ("PACKETS", Some("transmit-pkts"), sent),
            ("BYTES", Some("transmit-octets"), sent_bytes),
            ("DROPPED_PACKETS", Some("dropped-pkts"), dropped),
            ("WRED_DROPPED_PACKETS", None, dropped_scheme),
            ("WRED_ECN_MARKED_PACKETS", Some("ecn-marked-pkts"), marked),
            ("WATERMARK_BYTES", Some("max-queue-len"), u64::from(bytes_max)),
        ];
        named.map(|(sai, openconfig, value)| {
            counter(queue, format!("SAI_QUEUE_STAT_{sai}"), openconfig, value)
        })
    };
    let of_class = |record: &ClassPauses| {
        let class = record.class;
        counter(usize::from(class), format!("SAI_PORT_STAT_PFC_{class}_TX_PKTS"), None, record.frames)
    };
    let queues = outcome.classes.iter().flat_map(of_queue);
    queues.chain(outcome.pauses.iter().map(of_class)).collect()
}

/// The same as a table.
#[must_use]
pub fn counter_table(all: &[Counter]) -> Table {
    let row = |it: &Counter| {
        let openconfig = it.openconfig.unwrap_or("-").to_owned();
        vec![it.run.clone(), it.queue.to_string(), it.sai.clone(), openconfig, it.value.to_string()]
    };
    grid(["scheme", "queue", "SAI", "OpenConfig", "value"], all.iter().map(row))
}
