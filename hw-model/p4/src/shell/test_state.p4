    state parse_inputs {
        pkt.extract(hdr.inputs);
        transition select(hdr.inputs.ether_type) {
            ETHERTYPE_IPV4 : parse_ipv4;
            ETHERTYPE_IPV6 : parse_ipv6;
            default : accept;
        }
    }

