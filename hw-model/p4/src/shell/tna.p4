struct ingress_metadata_t {
    bool is_corrupt;
}

struct egress_metadata_t {
    bool is_rewritten;
}

parser IngressParser(
        packet_in pkt,
        out headers_t hdr,
        out ingress_metadata_t ig_md,
        out ingress_intrinsic_metadata_t ig_intr_md)
{
    Checksum() ipv4_checksum;

    state start {
        ig_md.is_corrupt = false;
        pkt.extract(ig_intr_md);
        pkt.advance(PORT_METADATA_SIZE);
        transition parse_ethernet;
    }

    state parse_ethernet {
        pkt.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV4 : parse_ipv4;
            ETHERTYPE_IPV6 : parse_ipv6;
            default : accept;
        }
    }

    state parse_ipv4 {
        pkt.extract(hdr.ipv4);
        ipv4_checksum.add(hdr.ipv4);
        transition select(hdr.ipv4.ihl) {
            5 : verify_ipv4;
            default : accept;
        }
    }

    state verify_ipv4 {
        ig_md.is_corrupt = ipv4_checksum.verify();
        transition accept;
    }

    state parse_ipv6 {
        pkt.extract(hdr.ipv6);
        transition accept;
    }
}

control Ingress(
        inout headers_t hdr,
        inout ingress_metadata_t ig_md,
        in ingress_intrinsic_metadata_t ig_intr_md,
        in ingress_intrinsic_metadata_from_parser_t ig_prsr_md,
        inout ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md,
        inout ingress_intrinsic_metadata_for_tm_t ig_tm_md)
{
    action discard() {
        ig_dprsr_md.drop_ctl = 1;
    }
    action send(PortId_t port, QueueId_t queue) {
        ig_tm_md.ucast_egress_port = port;
        ig_tm_md.qid = queue;
    }
    table forward {
        key = {
            hdr.ethernet.dst_addr : exact;
        }
        actions = { send; discard; }
        const default_action = discard();
        size = 1024;
    }

    apply {
        if (ig_md.is_corrupt) {
            discard();
        } else {
            forward.apply();
        }
    }
}

control IngressDeparser(
        packet_out pkt,
        inout headers_t hdr,
        in ingress_metadata_t ig_md,
        in ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md)
{
    apply {
        pkt.emit(hdr);
    }
}

parser EgressParser(
        packet_in pkt,
        out headers_t hdr,
        out egress_metadata_t eg_md,
        out egress_intrinsic_metadata_t eg_intr_md)
{
    state start {
        eg_md.is_rewritten = false;
        pkt.extract(eg_intr_md);
        transition parse_ethernet;
    }

    state parse_ethernet {
        pkt.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV4 : parse_ipv4;
            ETHERTYPE_IPV6 : parse_ipv6;
            default : accept;
        }
    }

    state parse_ipv4 {
        pkt.extract(hdr.ipv4);
        transition accept;
    }

    state parse_ipv6 {
        pkt.extract(hdr.ipv6);
        transition accept;
    }
}

control Egress(
        inout headers_t hdr,
        inout egress_metadata_t eg_md,
        in egress_intrinsic_metadata_t eg_intr_md,
        in egress_intrinsic_metadata_from_parser_t eg_prsr_md,
        inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md,
        inout egress_intrinsic_metadata_for_output_port_t eg_oport_md)
{
    bit<1> mark = 0;

    Hash<bit<@INDEX_BITS@>>(HashAlgorithm_t.IDENTITY) queue_index;
    Counter<bit<32>, bit<@INDEX_BITS@>>(@QUEUES@, CounterType_t.PACKETS) packet_count;
    Counter<bit<32>, bit<@INDEX_BITS@>>(@QUEUES@, CounterType_t.PACKETS) mark_count;
    @CONTROL@() @INSTANCE@;

    apply {
        @INSTANCE@.apply(eg_intr_md, eg_prsr_md, mark);
        packet_count.count(queue_index.get({ @INDEX@ }));
        if (mark == 1) {
            mark_count.count(queue_index.get({ @INDEX@ }));
@ECN@        }
    }
}

control EgressDeparser(
        packet_out pkt,
        inout headers_t hdr,
        in egress_metadata_t eg_md,
        in egress_intrinsic_metadata_for_deparser_t eg_dprsr_md)
{
    Checksum() ipv4_checksum;

    apply {
        if (eg_md.is_rewritten) {
            hdr.ipv4.hdr_checksum = ipv4_checksum.update({
@CHECKSUM@            });
        }
        pkt.emit(hdr);
    }
}

Pipeline(IngressParser(), Ingress(), IngressDeparser(), EgressParser(), Egress(), EgressDeparser()) pipe;
Switch(pipe) main;
