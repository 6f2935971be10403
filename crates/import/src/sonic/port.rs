//! `PORT`, `PORT_QOS_MAP`, `PFC_WD`: rates, lossless classes, watchdogs.

use super::value::Row;

/// A row of `PORT`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Port {
    /// \[Mbit/s\].
    pub speed: Option<u32>,
}

impl Port {
    pub(super) fn read(row: &mut Row<'_>) -> Self {
        Self { speed: row.number("speed", 10, 1_600_000).map(|mbps| mbps as u32) }
    }
}

/// A row of `PORT_QOS_MAP`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QosMap {
    /// Classes with priority flow control.
    pub lossless: Vec<u8>,
    /// Classes with a software watchdog.
    pub watched: Vec<u8>,
    /// Name in `DSCP_TO_TC_MAP`.
    pub dscp_to_class: Option<String>,
    /// Name in `TC_TO_QUEUE_MAP`.
    pub class_to_queue: Option<String>,
}

impl QosMap {
    pub(super) fn read(row: &mut Row<'_>) -> Self {
        Self {
            lossless: row.numbers("pfc_enable", 7),
            watched: row.numbers("pfcwd_sw_enable", 7),
            dscp_to_class: row.reference("dscp_to_tc_map").map(str::to_owned),
            class_to_queue: row.reference("tc_to_queue_map").map(str::to_owned),
        }
    }
}

/// A row of `PFC_WD`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watchdog {
    /// \[ms\].
    pub detection: Option<u32>,
    /// \[ms\].
    pub restoration: Option<u32>,
}

impl Watchdog {
    pub(super) fn read(row: &mut Row<'_>) -> Self {
        row.choice("action", &[("drop", ()), ("forward", ()), ("alert", ())]);
        Self {
            detection: row.number("detection_time", 100, 5_000).map(|ms| ms as u32),
            restoration: row.number("restoration_time", 100, 60_000).map(|ms| ms as u32),
        }
    }
}
