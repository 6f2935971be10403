//! The list, part two: one line per variant. `kind feature Name path`.

/// Calls `$callback! { kind "feature" Name path; ... }` with every variant of every marking scheme.
///
/// `kind` is `pipeline` or `exact`; `path` of a pipeline variant is its program, of an exact one its scheme.
/// Needs the feature `all`.
#[macro_export]
macro_rules! for_each_aqm {
    ($callback:ident) => {
        $callback! {
            exact "aqm-taildrop" TailDrop $crate::aqm_taildrop::TailDrop;
            pipeline "aqm-step" StepEnqueue $crate::aqm_step::StepEnqueueProgram;
            pipeline "aqm-step" StepDequeue $crate::aqm_step::StepDequeueProgram;
            pipeline "aqm-tcn" Tcn $crate::aqm_tcn::TcnProgram;
            exact "aqm-codel" CodelRfc8289 $crate::aqm_codel::Rfc8289;
            exact "aqm-codel" CodelLinux $crate::aqm_codel::Linux;
            pipeline "aqm-codel" CodelPipeline $crate::aqm_codel::PipelineProgram;
            pipeline "aqm-ecn-sharp" EcnSharpCompact $crate::aqm_ecn_sharp::CompactProgram;
            pipeline "aqm-ecn-sharp" EcnSharpPaperShaped $crate::aqm_ecn_sharp::PaperShapedProgram;
            pipeline "aqm-ecn-sharp" EcnSharpSliced $crate::aqm_ecn_sharp::SlicedProgram;
            exact "aqm-ecn-sharp" EcnSharpExact $crate::aqm_ecn_sharp::Exact;
        }
    };
}

/// Calls `$callback! { "feature" Name path; ... }` with every variant of every congestion control. Needs the
/// feature `all`.
#[macro_export]
macro_rules! for_each_cc {
    ($callback:ident) => {
        $callback! {
            "cc-fixed" Fixed $crate::cc_fixed::Fixed;
            "cc-dctcp" DctcpTcp $crate::cc_dctcp::Dctcp;
        }
    };
}

/// Calls `$callback! { Name path; ... }` with every underlay, the null object first.
#[macro_export]
macro_rules! for_each_underlay {
    ($callback:ident) => {
        $callback! {
            None $crate::cc_api::NoUnderlay;
        }
    };
}

/// The scheme a list line stands for: a pipeline variant runs in a [`dataplane::Pass`].
#[macro_export]
macro_rules! scheme {
    (pipeline $path:path) => { $crate::dataplane::Pass<$path> };
    (exact $path:path) => { $path };
}
