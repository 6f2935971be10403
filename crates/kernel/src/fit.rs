//! Controls that the kernel can run, and the parts of the others that it cannot say.

use core::fmt;
use freeboard_registry::CcId;
use freeboard_registry::cc_api::Bytes;
use freeboard_registry::cc_api::ControlOutput;
use freeboard_registry::cc_params;
use std::mem::MaybeUninit;

/// Bytes of a socket's area for its control, `icsk_ca_priv`.
const AREA: usize = 104;
/// Bytes of it for what the kernel counts otherwise than a control.
const OWN: usize = 16;
/// Most characters of a name, `TCP_CA_NAME_MAX` with its end.
pub const NAME_MAX: usize = 15;
/// The setting that says the line's rate.
pub const LINE: &str = "line_mbps";

/// One sentence: why a control is not had in the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit(pub(crate) String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Unfit {}

/// Bytes of a flow in the kernel.
#[must_use]
pub const fn flow_bytes(id: CcId) -> usize {
    id.state_bytes() + OWN
}

/// Id as users write it.
#[must_use]
pub fn written(id: CcId) -> String {
    format!("{}/{}", id.meta().name, id.meta().variant)
}

/// Refuses a control that needs what the kernel does not tell.
///
/// # Errors
/// The first need.
pub fn fit(id: CcId) -> Result<(), Unfit> {
    let meta = id.meta();
    let has_line = id.fields().1.iter().any(|doc| doc.name == LINE);
    let has_rate = !matches!(meta.output, ControlOutput::Window);
    let need = if meta.int {
        "in-band telemetry, which no TCP segment carries"
    } else if meta.cnp {
        "the notification packets (CNP) of RoCEv2, which TCP does not have"
    } else if meta.tick_ns > 0 {
        "a timer of its own, which the kernel does not give a control"
    } else if meta.sent {
        "to see each packet leave, which the kernel does not tell a control"
    } else if matches!(meta.output, ControlOutput::Rate) {
        "a rate without a window, which TCP does not have"
    } else if has_rate && !has_line {
        "the rate of the line, of which it has no setting, for TCP's pace is in bytes per second"
    } else if flow_bytes(id) > AREA {
        "more state than a socket of the kernel has room for, 104 bytes"
    } else if matches!(id, CcId::Bbr) {
        // Found with rustc 1.97 and Linux 6.18, `cong_control`; no option of the compiler helped.
        "more branches than the kernel's verifier follows in its million steps"
    } else {
        return Ok(());
    };
    Err(Unfit(format!("`{}` needs {need}; `freeboard run` simulates it", written(id))))
}

/// The name in the kernel, unless another is asked for: `fb_` and the algorithm's, with the variant if it is not the first. Cut
/// to the kernel's length.
#[must_use]
pub fn name(id: CcId) -> String {
    let meta = id.meta();
    let first = CcId::ALL.iter().find(|it| it.meta().name == meta.name);
    let long =
        if first == Some(&id) { meta.name.to_owned() } else { format!("{}_{}", meta.name, meta.variant) };
    cut(&format!("fb_{}", long.replace('-', "_")), "")
}

/// A name with an ending that fit together.
pub(crate) fn cut(name: &str, ending: &str) -> String {
    let kept: String = name.chars().take(NAME_MAX - ending.len()).collect();
    kept + ending
}

/// Refuses a name that the kernel cannot keep.
///
/// # Errors
/// Its fault.
pub fn check_name(name: &str) -> Result<(), Unfit> {
    let is_legal = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if name.is_empty() || name.len() > NAME_MAX || !name.chars().all(is_legal) {
        return Err(Unfit(format!(
            "the name `{name}` has {} characters; legal: 1 to {NAME_MAX} letters, digits and `_`",
            name.chars().count()
        )));
    }
    Ok(())
}

/// Parameters of a control under one value per field, as they lie in memory.
pub(crate) fn params(id: CcId, values: &[u32], mss: u32) -> anyhow::Result<Vec<MaybeUninit<u8>>> {
    macro_rules! controls {
        ($($cfg:tt $name:ident $path:path;)*) => {
            match id {
                $(CcId::$name => crate::memory::bytes(&cc_params::<$path>(values, Bytes(mss))?),)*
            }
        };
    }
    Ok(freeboard_registry::for_each_cc!(controls))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_fifteen_characters_at_most() {
        assert_eq!(name(CcId::DctcpTcp), "fb_dctcp");
        assert_eq!(name(CcId::EcnStar), "fb_ecn_star");
        assert_eq!(name(CcId::CubicHystart), "fb_cubic_hystar");
        assert!(CcId::ALL.iter().all(|id| check_name(&name(*id)).is_ok()));
        assert_eq!(cut("fb_cubic_hystar", "_12"), "fb_cubic_hys_12");
        let told = check_name("fb_cubic_hystart").unwrap_err().to_string();
        assert!(told.contains("16 characters; legal: 1 to 15"), "{told}");
    }

    #[test]
    fn a_control_that_the_kernel_cannot_run_is_refused_by_its_need() {
        let fits: Vec<String> =
            CcId::ALL.iter().filter(|id| fit(**id).is_ok()).map(|id| written(*id)).collect();
        for id in ["dctcp/tcp", "newreno/rfc5681", "cubic/hystart", "swift/fabric"] {
            assert!(fits.iter().any(|it| it == id), "{id} of {fits:?}");
        }
        for (id, need) in [(CcId::Hpcc, "telemetry"), (CcId::Dcqcn, "CNP"), (CcId::Bbr, "verifier")] {
            assert!(fit(id).unwrap_err().to_string().contains(need));
        }
    }
}
