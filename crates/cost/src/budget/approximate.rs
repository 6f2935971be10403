//! Approximations of pipeline variants against the published schemes.

use freeboard_pipeline::profiles;
use freeboard_registry::aqm_bcc::{BccSettings, PoolStatusProgram, StatusParams};
use freeboard_registry::dataplane::Program;

/// How far a marking probability is from the published one \[%\].
#[derive(Clone, Copy, Debug, PartialEq)]
struct Error {
    largest: f64,
    mean: f64,
}

/// Of the pool's marks on its two bits of status, over all occupancies between Kmin and Kmax.
fn pool_status(params: &StatusParams, settings: &BccSettings) -> Error {
    let percent = |q16: u32| f64::from(q16) * 100.0 / 65_536.0;
    let (kmin, kmax) = params.pool;
    let off = |occupancy| percent(params.chance(occupancy).abs_diff(params.ramp(occupancy, settings)));
    let sum: f64 = (kmin..kmax).map(off).sum();
    Error {
        largest: (kmin..kmax).map(off).fold(0.0, f64::max),
        mean: sum / f64::from(kmax.saturating_sub(kmin).max(1)),
    }
}

/// One line per program.
pub(super) fn print() {
    let profile = profiles::tofino_1_like();
    let settings = BccSettings::DEFAULT;
    let params = match PoolStatusProgram::params(&settings, profile.depth_unit) {
        Ok(params) => params,
        Err(error) => return println!("bcc/pool-status: {error}"),
    };
    let Error { largest, mean } = pool_status(&params, &settings);
    let asked = f64::from(settings.p_max) * 100.0 / 65_536.0;
    println!(
        "bcc/pool-status sees two bits of the pool: between Kmin and Kmax its marking probability is off the \
         ramp to {asked:.1} % by {largest:.2} % at most and {mean:.2} % on average; its port is its queue"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use freeboard_registry::aqm_api::DepthUnit;

    #[test]
    fn two_steps_are_off_by_a_quarter_of_p_max_at_most_and_by_an_eighth_on_average() {
        let settings = BccSettings { p_max: 32_768, ..BccSettings::DEFAULT };
        let params = PoolStatusProgram::params(&settings, DepthUnit::BYTE).unwrap();
        let error = pool_status(&params, &settings);
        assert!((12.49..12.51).contains(&error.largest), "{error:?}");
        assert!((6.24..6.26).contains(&error.mean), "{error:?}");
    }
}
