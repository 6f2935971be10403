//! Names that an architecture provides: fields of its metadata, externs, functions, constants, packages.
//!
//! From `core.p4`, `v1model.p4`, `tna.p4` and `t2na.p4`; only what programs of the subset use.

/// Bits of a field of the architecture's metadata. Generations of the Tofino family differ in two of them.
pub(super) fn field(of: &str, field: &str, second: bool) -> Option<u32> {
    let bits = match (of, field) {
        ("standard_metadata_t", "checksum_error") => 1,
        ("standard_metadata_t", "priority") => 3,
        ("standard_metadata_t", "ingress_port" | "egress_spec" | "egress_port") => 9,
        ("standard_metadata_t", "enq_qdepth" | "deq_qdepth") => 19,
        ("standard_metadata_t", "instance_type" | "packet_length" | "enq_timestamp" | "deq_timedelta") => 32,
        ("standard_metadata_t", "ingress_global_timestamp" | "egress_global_timestamp") => 48,
        ("ingress_intrinsic_metadata_for_tm_t", "ucast_egress_port") => 9,
        ("ingress_intrinsic_metadata_for_tm_t", "qid") => queue_bits(second),
        ("ingress_intrinsic_metadata_for_deparser_t", "drop_ctl") => 3,
        ("egress_intrinsic_metadata_for_deparser_t", "drop_ctl") => 3,
        ("egress_intrinsic_metadata_t", "egress_port") => 9,
        ("egress_intrinsic_metadata_t", "egress_qid") => queue_bits(second),
        ("egress_intrinsic_metadata_t", "enq_qdepth" | "deq_qdepth") => 19,
        ("egress_intrinsic_metadata_t", "app_pool_congest_stat") => 8,
        ("egress_intrinsic_metadata_t", "deq_timedelta") => {
            if second {
                32
            } else {
                18
            }
        }
        ("egress_intrinsic_metadata_t", "pkt_length") => 16,
        ("egress_intrinsic_metadata_from_parser_t", "global_tstamp") => 48,
        _ => return None,
    };
    Some(bits)
}

const fn queue_bits(second: bool) -> u32 {
    if second { 7 } else { 5 }
}

/// Bits of a type that the architecture names.
pub(super) fn named_bits(name: &str, second: bool) -> Option<u32> {
    match name {
        "PortId_t" => Some(9),
        "QueueId_t" => Some(queue_bits(second)),
        _ => None,
    }
}

/// Metadata and packets of the architecture.
pub(super) const TYPES: &[&str] = &[
    "packet_in",
    "packet_out",
    "standard_metadata_t",
    "ingress_intrinsic_metadata_t",
    "ingress_intrinsic_metadata_from_parser_t",
    "ingress_intrinsic_metadata_for_deparser_t",
    "ingress_intrinsic_metadata_for_tm_t",
    "egress_intrinsic_metadata_t",
    "egress_intrinsic_metadata_from_parser_t",
    "egress_intrinsic_metadata_for_deparser_t",
    "egress_intrinsic_metadata_for_output_port_t",
];

/// Types with constructors.
pub(super) const EXTERNS: &[&str] = &[
    "Checksum",
    "Counter",
    "Hash",
    "Lpf",
    "MathUnit",
    "Random",
    "Register",
    "RegisterAction",
    "RegisterParam",
    "counter",
    "register",
];

/// Constants of the architecture.
pub(super) const CONSTANTS: &[&str] = &[
    "CounterType.packets",
    "CounterType_t.PACKETS",
    "HashAlgorithm.csum16",
    "HashAlgorithm_t.IDENTITY",
    "PORT_METADATA_SIZE",
];

/// Functions of the architecture, and the number of their arguments.
pub(super) const FUNCTIONS: &[(&str, usize)] =
    &[("mark_to_drop", 1), ("random", 3), ("update_checksum", 4), ("verify_checksum", 4), ("NoAction", 0)];

/// Parts of a package: the architecture's types of their parameters, in order; `_` is a type of the program.
pub(super) fn parts(package: &str) -> Option<&'static [&'static [&'static str]]> {
    match package {
        "V1Switch" => Some(&[
            &["packet_in", "_", "_", "standard_metadata_t"],
            &["_", "_"],
            &["_", "_", "standard_metadata_t"],
            &["_", "_", "standard_metadata_t"],
            &["_", "_"],
            &["packet_out", "_"],
        ]),
        "Pipeline" => Some(&[
            &["packet_in", "_", "_", "ingress_intrinsic_metadata_t"],
            &[
                "_",
                "_",
                "ingress_intrinsic_metadata_t",
                "ingress_intrinsic_metadata_from_parser_t",
                "ingress_intrinsic_metadata_for_deparser_t",
                "ingress_intrinsic_metadata_for_tm_t",
            ],
            &["packet_out", "_", "_", "ingress_intrinsic_metadata_for_deparser_t"],
            &["packet_in", "_", "_", "egress_intrinsic_metadata_t"],
            &[
                "_",
                "_",
                "egress_intrinsic_metadata_t",
                "egress_intrinsic_metadata_from_parser_t",
                "egress_intrinsic_metadata_for_deparser_t",
                "egress_intrinsic_metadata_for_output_port_t",
            ],
            &["packet_out", "_", "_", "egress_intrinsic_metadata_for_deparser_t"],
        ]),
        _ => None,
    }
}
