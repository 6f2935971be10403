//! The entry points of every variant. Written by the package `freeboard-bindings`; do not edit.

#[cfg(feature = "aqm-taildrop")]
crate::marking::marking!("tail_drop_exact" freeboard_registry::aqm_taildrop::TailDrop, [0, 0, 0, 0],);
#[cfg(feature = "aqm-step")]
crate::marking::marking!("step_enqueue" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_step::StepEnqueueProgram>, [12, 0, 0, 0], enqueue);
#[cfg(feature = "aqm-step")]
crate::marking::marking!("step_dequeue" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_step::StepDequeueProgram>, [12, 0, 0, 0], dequeue);
#[cfg(feature = "aqm-tcn")]
crate::marking::marking!("tcn_pipeline" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_tcn::TcnProgram>, [4, 0, 0, 0], dequeue);
#[cfg(feature = "aqm-codel")]
crate::marking::marking!("codel_rfc8289" freeboard_registry::aqm_codel::Rfc8289, [20, 0, 0, 20], dequeue);
#[cfg(feature = "aqm-codel")]
crate::marking::marking!("codel_linux" freeboard_registry::aqm_codel::Linux, [16, 0, 0, 24], dequeue);
#[cfg(feature = "aqm-codel")]
crate::marking::marking!("codel_pipeline" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_codel::PipelineProgram>, [36, 8, 0, 16], dequeue);
#[cfg(feature = "aqm-ecn-sharp")]
crate::marking::marking!("ecn_sharp_compact" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_ecn_sharp::CompactProgram>, [36, 8, 0, 16], dequeue);
#[cfg(feature = "aqm-ecn-sharp")]
crate::marking::marking!("ecn_sharp_paper_shaped" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_ecn_sharp::PaperShapedProgram>, [36, 8, 0, 20], dequeue);
#[cfg(feature = "aqm-ecn-sharp")]
crate::marking::marking!("ecn_sharp_sliced" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_ecn_sharp::SlicedProgram>, [36, 0, 0, 16], dequeue);
#[cfg(feature = "aqm-ecn-sharp")]
crate::marking::marking!("ecn_sharp_exact" freeboard_registry::aqm_ecn_sharp::Exact, [24, 0, 0, 16], dequeue);
#[cfg(feature = "aqm-red")]
crate::marking::marking!("red_exact" freeboard_registry::aqm_red::Exact, [108, 0, 0, 16], enqueue dequeue);
#[cfg(feature = "aqm-red")]
crate::marking::marking!("red_low_pass" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_red::LowPassProgram>, [16, 0, 0, 8], enqueue);
#[cfg(feature = "aqm-e-ecn")]
crate::marking::marking!("e_ecn_exact" freeboard_registry::aqm_e_ecn::Exact, [20, 0, 0, 20], enqueue);
#[cfg(feature = "aqm-e-ecn")]
crate::marking::marking!("e_ecn_shift_16" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_e_ecn::Shift16Program>, [12, 0, 0, 16], enqueue);
#[cfg(feature = "aqm-e-ecn")]
crate::marking::marking!("e_ecn_shift_32" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_e_ecn::Shift32Program>, [12, 0, 0, 16], enqueue);
#[cfg(feature = "aqm-bcc")]
crate::marking::marking!("bcc_exact" freeboard_registry::aqm_bcc::Exact, [44, 0, 0, 4], dequeue);
#[cfg(feature = "aqm-bcc")]
crate::marking::marking!("bcc_pipeline" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_bcc::BccProgram>, [24, 0, 0, 0], dequeue);
#[cfg(feature = "aqm-bcc")]
crate::marking::marking!("bcc_pool_status" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_bcc::PoolStatusProgram>, [36, 0, 0, 0], dequeue);
#[cfg(feature = "aqm-mbecn")]
crate::marking::marking!("mbecn_enqueue" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_mbecn::MbecnEnqueueProgram>, [56, 0, 0, 0], enqueue control);
#[cfg(feature = "aqm-mbecn")]
crate::marking::marking!("mbecn_dequeue" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_mbecn::MbecnDequeueProgram>, [56, 0, 0, 0], dequeue control);
#[cfg(feature = "aqm-cedm")]
crate::marking::marking!("cedm_exact" freeboard_registry::aqm_cedm::Exact, [24, 0, 0, 56], enqueue dequeue);
#[cfg(feature = "aqm-cedm")]
crate::marking::marking!("cedm_window" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_cedm::WindowProgram>, [20, 0, 0, 16], dequeue);
#[cfg(feature = "aqm-pie")]
crate::marking::marking!("pie_exact" freeboard_registry::aqm_pie::Exact, [108, 0, 0, 4], enqueue control);
#[cfg(feature = "aqm-pie")]
crate::marking::marking!("pie_pipeline" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_pie::PieProgram>, [104, 0, 0, 0], enqueue control);
#[cfg(feature = "aqm-mq-ecn")]
crate::marking::marking!("mq_ecn_pipeline" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_mq_ecn::MqEcnProgram>, [20, 0, 0, 0], enqueue control);
#[cfg(feature = "aqm-dualpi2")]
crate::marking::marking!("dualpi2_step" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_dualpi2::StepProgram>, [4, 0, 0, 0], dequeue);
#[cfg(feature = "aqm-dualpi2")]
crate::marking::marking!("dualpi2_ramp" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_dualpi2::RampProgram>, [8, 0, 0, 0], dequeue);
#[cfg(feature = "aqm-hull")]
crate::marking::marking!("hull_exact" freeboard_registry::aqm_hull::Hull, [8, 0, 0, 8], dequeue);
#[cfg(feature = "aqm-hull")]
crate::marking::marking!("hull_classes" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_hull::ClassProgram>, [28, 0, 0, 8], dequeue);
#[cfg(feature = "aqm-s-ecn")]
crate::marking::marking!("s_ecn_exact" freeboard_registry::aqm_s_ecn::Exact, [20, 0, 0, 16], dequeue);
#[cfg(feature = "aqm-s-ecn")]
crate::marking::marking!("s_ecn_window" freeboard_registry::dataplane::Pass<freeboard_registry::aqm_s_ecn::WindowProgram>, [12, 0, 0, 16], dequeue);
#[cfg(feature = "cc-fixed")]
crate::control::control!("fixed_exact" freeboard_registry::cc_fixed::Fixed, 8 0);
#[cfg(feature = "cc-dctcp")]
crate::control::control!("dctcp_tcp" freeboard_registry::cc_dctcp::Dctcp, 36 36);
#[cfg(feature = "cc-dctcp")]
crate::control::control!("dctcp_rate" freeboard_registry::cc_dctcp::DctcpRate, 28 28);
#[cfg(feature = "cc-newreno")]
crate::control::control!("newreno_rfc5681" freeboard_registry::cc_newreno::NewReno, 28 20);
#[cfg(feature = "cc-newreno")]
crate::control::control!("ecn_star_rfc3168" freeboard_registry::cc_newreno::EcnStar, 28 20);
#[cfg(feature = "cc-dcqcn")]
crate::control::control!("dcqcn_rate" freeboard_registry::cc_dcqcn::Dcqcn, 252 36);
#[cfg(feature = "cc-dcqcn")]
crate::control::control!("dcqcn_w" freeboard_registry::cc_dcqcn::DcqcnW, 252 36);
#[cfg(feature = "cc-timely")]
crate::control::control!("timely_hpcc" freeboard_registry::cc_timely::Timely, 80 24);
#[cfg(feature = "cc-timely")]
crate::control::control!("timely_authors" freeboard_registry::cc_timely::TimelyAuthors, 80 24);
#[cfg(feature = "cc-timely")]
crate::control::control!("timely_patched" freeboard_registry::cc_timely::TimelyPatched, 80 24);
#[cfg(feature = "cc-timely")]
crate::control::control!("timely_w" freeboard_registry::cc_timely::TimelyW, 80 24);
#[cfg(feature = "cc-cubic")]
crate::control::control!("cubic_rfc9438" freeboard_registry::cc_cubic::Cubic, 52 56);
#[cfg(feature = "cc-cubic")]
crate::control::control!("cubic_ecn" freeboard_registry::cc_cubic::CubicEcn, 52 56);
#[cfg(feature = "cc-cubic")]
crate::control::control!("cubic_hystart" freeboard_registry::cc_cubic::CubicHystart, 84 84);
#[cfg(feature = "cc-hpcc")]
crate::control::control!("hpcc_int" freeboard_registry::cc_hpcc::Hpcc, 48 88);
#[cfg(feature = "cc-swift")]
crate::control::control!("swift_fabric" freeboard_registry::cc_swift::Swift, 64 28);
#[cfg(feature = "cc-powertcp")]
crate::control::control!("powertcp_int" freeboard_registry::cc_powertcp::PowerTcp, 68 84);
#[cfg(feature = "cc-powertcp")]
crate::control::control!("powertcp_theta" freeboard_registry::cc_powertcp::ThetaPowerTcp, 68 32);
#[cfg(feature = "cc-bbr")]
crate::control::control!("bbr_v1" freeboard_registry::cc_bbr::Bbr, 32 88);
#[cfg(feature = "cc-on-ramp")]
crate::underlay::underlay!("on_ramp" freeboard_registry::cc_on_ramp::OnRamp, 24 28);
#[cfg(feature = "cc-on-ramp")]
crate::underlay::underlay!("on_ramp_strawman" freeboard_registry::cc_on_ramp::Strawman, 24 28);
#[cfg(feature = "cc-on-ramp")]
crate::underlay::underlay!("on_ramp_counted" freeboard_registry::cc_on_ramp::OnRampCounted, 24 36);
