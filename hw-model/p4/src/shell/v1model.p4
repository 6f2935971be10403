// Kinds of packets that pass egress a second time.
const bit<32> INGRESS_CLONE = 1;
const bit<32> EGRESS_CLONE = 2;

struct metadata_t {
    bool is_rewritten;
}

parser PacketParser(
        packet_in pkt,
        out headers_t hdr,
        inout metadata_t meta,
        inout standard_metadata_t standard_metadata)
{
    state start {
        meta.is_rewritten = false;
        pkt.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
@TEST_CASE@            ETHERTYPE_IPV4 : parse_ipv4;
            ETHERTYPE_IPV6 : parse_ipv6;
            default : accept;
        }
    }

@TEST_STATE@    state parse_ipv4 {
        pkt.extract(hdr.ipv4);
        transition accept;
    }

    state parse_ipv6 {
        pkt.extract(hdr.ipv6);
        transition accept;
    }
}

control HeaderVerification(inout headers_t hdr, inout metadata_t meta)
{
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5, {
@CHECKSUM@            }, hdr.ipv4.hdr_checksum, HashAlgorithm.csum16);
    }
}

control Ingress(
        inout headers_t hdr,
        inout metadata_t meta,
        inout standard_metadata_t standard_metadata)
{
    action discard() {
        mark_to_drop(standard_metadata);
    }
    action send(bit<9> port) {
        standard_metadata.egress_spec = port;
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
        if (standard_metadata.checksum_error == 1) {
            discard();
        } else {
            forward.apply();
        }
    }
}

control Egress(
        inout headers_t hdr,
        inout metadata_t meta,
        inout standard_metadata_t standard_metadata)
{
    bit<1> mark = 0;
    bit<48> stamp_ns = 0;
    bit<@SOJOURN_BITS@> sojourn_ns = 0;
    bit<@DEPTH_BITS@> depth_cells = 0;
    bit<@SIZE_BITS@> packet_bytes = 0;
    bit<@INDEX_BITS@> queue_index = 0;

    counter(@QUEUES@, CounterType.packets) packet_count;
    counter(@QUEUES@, CounterType.packets) mark_count;
    @CONTROL@() @INSTANCE@;

    apply {
        if (standard_metadata.instance_type != INGRESS_CLONE && standard_metadata.instance_type != EGRESS_CLONE) {
@INPUTS@            @INSTANCE@.apply(stamp_ns, sojourn_ns, depth_cells, packet_bytes, queue_index, mark);
            packet_count.count((bit<32>)queue_index);
            if (mark == 1) {
                mark_count.count((bit<32>)queue_index);
@ECN@            }
        }
    }
}

control HeaderUpdate(inout headers_t hdr, inout metadata_t meta)
{
    apply {
        update_checksum(meta.is_rewritten, {
@CHECKSUM@            }, hdr.ipv4.hdr_checksum, HashAlgorithm.csum16);
    }
}

control PacketDeparser(packet_out pkt, in headers_t hdr)
{
    apply {
        pkt.emit(hdr);
    }
}

V1Switch(PacketParser(), HeaderVerification(), Ingress(), Egress(), HeaderUpdate(), PacketDeparser()) main;
