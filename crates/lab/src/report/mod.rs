//! Outcomes as tables, files and sentences.

#[cfg(target_os = "linux")]
mod compared;
mod configuration;
mod counters;
mod empty;
mod explain;
mod files;
mod hosts;
mod json;
mod ledger;
mod needs;
mod plots;
mod queues;
mod sheet;
mod signals;
mod tables;

#[cfg(target_os = "linux")]
pub use compared::{Compared, compared, compared_table};
pub use configuration::{ConfigurationLine, EffectiveSetting, configuration, effective_settings};
pub use counters::{Counter, counter_table, counters};
pub use empty::emptiness;
pub use explain::{activity, label, label_of};
pub use files::{write_fct_csv, write_flows_csv, write_queue_csv};
pub use json::{Line, RunLine, STANDARD, SchemeLine};
pub use ledger::{BALANCED, LedgerLine};
pub use needs::{need_table, needs};
pub use plots::{PlotError, fct_plot, queue_plot};
pub use queues::{class_table, pause_table};
pub use sheet::Sheet;
pub use signals::Signals;
pub use tables::{drop_table, fct_table, grid, micros, number, prose, queue_table};
