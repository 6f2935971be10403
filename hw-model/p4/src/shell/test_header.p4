// IEEE 802 local experimental EtherType 1: inputs of the control, and behind them the packet.
const bit<16> ETHERTYPE_INPUTS = 0x88b5;

header inputs_h {
    bit<48> stamp_ns;
    bit<32> sojourn_ns;
    bit<32> depth_cells;
    bit<32> packet_bytes;
    bit<16> queue_index;
    bit<16> ether_type;
}

