//! The list, part two: the crates, then one line per variant, `kind (condition) Name path`.

macro_rules! crates {
    ($($feature:tt $package:ident as $name:ident;)*) => {
        $(#[cfg(feature = $feature)] pub use $package as $name;)*

        /// Exports the crate of every algorithm whose feature is on in the calling crate, which has features of the same names.
        #[macro_export]
        macro_rules! reexport_algorithms {
            () => {
                $(#[cfg(feature = $feature)] pub use $crate::$name;)*
            };
        }
    };
}
crates! {
    "aqm-bcc" freeboard_aqm_bcc as aqm_bcc;
    "aqm-cedm" freeboard_aqm_cedm as aqm_cedm;
    "aqm-codel" freeboard_aqm_codel as aqm_codel;
    "aqm-dualpi2" freeboard_aqm_dualpi2 as aqm_dualpi2;
    "aqm-e-ecn" freeboard_aqm_e_ecn as aqm_e_ecn;
    "aqm-ecn-sharp" freeboard_aqm_ecn_sharp as aqm_ecn_sharp;
    "aqm-hull" freeboard_aqm_hull as aqm_hull;
    "aqm-mbecn" freeboard_aqm_mbecn as aqm_mbecn;
    "aqm-mq-ecn" freeboard_aqm_mq_ecn as aqm_mq_ecn;
    "aqm-pie" freeboard_aqm_pie as aqm_pie;
    "aqm-red" freeboard_aqm_red as aqm_red;
    "aqm-s-ecn" freeboard_aqm_s_ecn as aqm_s_ecn;
    "aqm-step" freeboard_aqm_step as aqm_step;
    "aqm-tcn" freeboard_aqm_tcn as aqm_tcn;
    "cc-bbr" freeboard_cc_bbr as cc_bbr;
    "cc-cubic" freeboard_cc_cubic as cc_cubic;
    "cc-dcqcn" freeboard_cc_dcqcn as cc_dcqcn;
    "cc-dctcp" freeboard_cc_dctcp as cc_dctcp;
    "cc-hpcc" freeboard_cc_hpcc as cc_hpcc;
    "cc-newreno" freeboard_cc_newreno as cc_newreno;
    "cc-on-ramp" freeboard_cc_on_ramp as cc_on_ramp;
    "cc-powertcp" freeboard_cc_powertcp as cc_powertcp;
    "cc-swift" freeboard_cc_swift as cc_swift;
    "cc-timely" freeboard_cc_timely as cc_timely;
}
pub use {freeboard_aqm_taildrop as aqm_taildrop, freeboard_cc_fixed as cc_fixed};

/// Calls `$callback! { kind (condition) Name path; ... }` with every variant of every marking scheme.
///
/// `kind` is `pipeline` or `exact`; `path` of a pipeline variant is its program, of an exact one its scheme.
/// The condition is for `cfg` and concerns this crate only; other crates match it as `$_:tt` and need the
/// feature `all`. The null object has none, so that there is always one scheme.
#[macro_export]
macro_rules! for_each_aqm {
    ($($callback:ident)::+ $({ $($extra:tt)* })?) => {
        $($callback)::+! {
            $({ $($extra)* })?
            exact (all()) TailDrop $crate::aqm_taildrop::TailDrop;
            pipeline (feature = "aqm-step") StepEnqueue $crate::aqm_step::StepEnqueueProgram;
            pipeline (feature = "aqm-step") StepDequeue $crate::aqm_step::StepDequeueProgram;
            pipeline (feature = "aqm-tcn") Tcn $crate::aqm_tcn::TcnProgram;
            exact (feature = "aqm-codel") CodelRfc8289 $crate::aqm_codel::Rfc8289;
            exact (feature = "aqm-codel") CodelLinux $crate::aqm_codel::Linux;
            pipeline (feature = "aqm-codel") CodelPipeline $crate::aqm_codel::PipelineProgram;
            pipeline (feature = "aqm-ecn-sharp") EcnSharpCompact $crate::aqm_ecn_sharp::CompactProgram;
            pipeline (feature = "aqm-ecn-sharp") EcnSharpPaperShaped $crate::aqm_ecn_sharp::PaperShapedProgram;
            pipeline (feature = "aqm-ecn-sharp") EcnSharpSliced $crate::aqm_ecn_sharp::SlicedProgram;
            exact (feature = "aqm-ecn-sharp") EcnSharpExact $crate::aqm_ecn_sharp::Exact;
            exact (feature = "aqm-red") RedExact $crate::aqm_red::Exact;
            pipeline (feature = "aqm-red") RedLowPass $crate::aqm_red::LowPassProgram;
            exact (feature = "aqm-e-ecn") EEcnExact $crate::aqm_e_ecn::Exact;
            pipeline (feature = "aqm-e-ecn") EEcnShift16 $crate::aqm_e_ecn::Shift16Program;
            pipeline (feature = "aqm-e-ecn") EEcnShift32 $crate::aqm_e_ecn::Shift32Program;
            exact (feature = "aqm-bcc") BccExact $crate::aqm_bcc::Exact;
            pipeline (feature = "aqm-bcc") BccPipeline $crate::aqm_bcc::BccProgram;
            pipeline (feature = "aqm-bcc") BccPoolStatus $crate::aqm_bcc::PoolStatusProgram;
            pipeline (feature = "aqm-mbecn") MbecnEnqueue $crate::aqm_mbecn::MbecnEnqueueProgram;
            pipeline (feature = "aqm-mbecn") MbecnDequeue $crate::aqm_mbecn::MbecnDequeueProgram;
            exact (feature = "aqm-cedm") CedmExact $crate::aqm_cedm::Exact;
            pipeline (feature = "aqm-cedm") CedmWindow $crate::aqm_cedm::WindowProgram;
            exact (feature = "aqm-pie") PieExact $crate::aqm_pie::Exact;
            pipeline (feature = "aqm-pie") PiePipeline $crate::aqm_pie::PieProgram;
            pipeline (feature = "aqm-mq-ecn") MqEcnPipeline $crate::aqm_mq_ecn::MqEcnProgram;
            pipeline (feature = "aqm-dualpi2") DualPi2Step $crate::aqm_dualpi2::StepProgram;
            pipeline (feature = "aqm-dualpi2") DualPi2Ramp $crate::aqm_dualpi2::RampProgram;
            exact (feature = "aqm-hull") HullExact $crate::aqm_hull::Hull;
            pipeline (feature = "aqm-hull") HullClasses $crate::aqm_hull::ClassProgram;
            exact (feature = "aqm-s-ecn") SEcnExact $crate::aqm_s_ecn::Exact;
            pipeline (feature = "aqm-s-ecn") SEcnWindow $crate::aqm_s_ecn::WindowProgram;
        }
    };
}

/// Calls `$callback! { (condition) Name path; ... }` with every variant of every congestion control. Needs the
/// feature `all`.
#[macro_export]
macro_rules! for_each_cc {
    ($($callback:ident)::+ $({ $($extra:tt)* })?) => {
        $($callback)::+! {
            $({ $($extra)* })?
            (all()) Fixed $crate::cc_fixed::Fixed;
            (feature = "cc-dctcp") DctcpTcp $crate::cc_dctcp::Dctcp;
            (feature = "cc-dctcp") DctcpRate $crate::cc_dctcp::DctcpRate;
            (feature = "cc-newreno") NewReno $crate::cc_newreno::NewReno;
            (feature = "cc-newreno") EcnStar $crate::cc_newreno::EcnStar;
            (feature = "cc-dcqcn") Dcqcn $crate::cc_dcqcn::Dcqcn;
            (feature = "cc-dcqcn") DcqcnW $crate::cc_dcqcn::DcqcnW;
            (feature = "cc-timely") Timely $crate::cc_timely::Timely;
            (feature = "cc-timely") TimelyAuthors $crate::cc_timely::TimelyAuthors;
            (feature = "cc-timely") TimelyPatched $crate::cc_timely::TimelyPatched;
            (feature = "cc-timely") TimelyW $crate::cc_timely::TimelyW;
            (feature = "cc-cubic") Cubic $crate::cc_cubic::Cubic;
            (feature = "cc-cubic") CubicEcn $crate::cc_cubic::CubicEcn;
            (feature = "cc-cubic") CubicHystart $crate::cc_cubic::CubicHystart;
            (feature = "cc-hpcc") Hpcc $crate::cc_hpcc::Hpcc;
            (feature = "cc-swift") Swift $crate::cc_swift::Swift;
            (feature = "cc-powertcp") PowerTcp $crate::cc_powertcp::PowerTcp;
            (feature = "cc-powertcp") ThetaPowerTcp $crate::cc_powertcp::ThetaPowerTcp;
            (feature = "cc-bbr") Bbr $crate::cc_bbr::Bbr;
        }
    };
}

/// Calls `$callback! { (condition) Name path; ... }` with every underlay, the null object first. Needs the feature
/// `all`.
#[macro_export]
macro_rules! for_each_underlay {
    ($($callback:ident)::+ $({ $($extra:tt)* })?) => {
        $($callback)::+! {
            $({ $($extra)* })?
            (all()) None $crate::cc_api::NoUnderlay;
            (feature = "cc-on-ramp") OnRamp $crate::cc_on_ramp::OnRamp;
            (feature = "cc-on-ramp") OnRampStrawman $crate::cc_on_ramp::Strawman;
            (feature = "cc-on-ramp") OnRampCounted $crate::cc_on_ramp::OnRampCounted;
        }
    };
}

/// The scheme a list line stands for: a pipeline variant runs in a [`freeboard_dataplane::Pass`].
#[macro_export]
macro_rules! scheme {
    (pipeline $path:path) => { $crate::dataplane::Pass<$path> };
    (exact $path:path) => { $path };
}

/// Runs an expression for the scheme that an [`AqmId`](crate::AqmId) names, under a type name of the caller's choice:
/// `with_aqm!(id, A => A::META.name)`. Needs the feature `all`.
#[macro_export]
macro_rules! with_aqm {
    ($id:expr, $type:ident => $body:expr) => {
        $crate::for_each_aqm!($crate::with_aqm_arms { $id, $type => $body })
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! with_aqm_arms {
    ({ $id:expr, $type:ident => $body:expr } $($kind:ident $_:tt $name:ident $path:path;)*) => {
        match $id {
            $($crate::AqmId::$name => {
                type $type = $crate::scheme!($kind $path);
                $body
            })*
        }
    };
}
