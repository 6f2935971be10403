//! `freeboard connectx`: a NIC's DCQCN parameters as settings of `dcqcn/rate`.

use super::exit::Done;
use super::import::{finish, line_mbps};
use crate::say::say;
use clap::Args;
use freeboard_import::nic;
use freeboard_registry::cc_dcqcn::connectx::PARAMETERS;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Parameters in any published spelling and unit, e.g. RPG_AI_RATE_P1=50 dce_tcp_g=1019. Without a parameter all are listed.
    #[arg(value_name = "NAME=VALUE")]
    parameters: Vec<String>,
    /// Rate of the link. Published rates are in Mbit/s; rates of settings are fractions of this rate.
    #[arg(long, default_value = "100 Gbps")]
    line: String,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    if arguments.parameters.is_empty() {
        for one in &PARAMETERS {
            let [winof, ofed, firmware] = one.names;
            say!("{firmware:<30} {ofed:<30} {winof:<30} {}", one.default);
        }
        return Ok(Done::Fine);
    }
    finish(&nic::parameters(&arguments.parameters, line_mbps(&arguments.line)?)?, None, json)
}
