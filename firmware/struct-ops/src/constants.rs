//! Numbers that the loader writes and the kernel freezes: offsets of fields, parameters.

macro_rules! constants {
    ($($name:ident $symbol:literal;)*) => {$(
        /// Number under the symbol's name.
        #[inline(always)]
        pub(crate) fn $name() -> u32 {
            // SAFETY: a symbol of this name is defined once, here.
            #[unsafe(export_name = $symbol)]
            #[unsafe(link_section = "constants")]
            static mut NUMBER: u32 = 0;
            // SAFETY: nobody writes once the program runs. Volatile, since the compiler has another value than the loader.
            unsafe { (&raw const NUMBER).read_volatile() }
        }
    )*};
}

constants! {
    mss "freeboard.mss";
    line_mbps "freeboard.line_mbps";
    record_port "freeboard.record_port";
    skc_num "sock_common.skc_num";
    sk_pacing_rate "sock.sk_pacing_rate";
    sk_pacing_status "sock.sk_pacing_status";
    icsk_ca_priv "inet_connection_sock.icsk_ca_priv";
    icsk_ack_pending "inet_connection_sock.icsk_ack.pending";
    snd_cwnd "tcp_sock.snd_cwnd";
    snd_cwnd_clamp "tcp_sock.snd_cwnd_clamp";
    snd_ssthresh "tcp_sock.snd_ssthresh";
    prior_cwnd "tcp_sock.prior_cwnd";
    prior_ssthresh "tcp_sock.prior_ssthresh";
    snd_una "tcp_sock.snd_una";
    snd_nxt "tcp_sock.snd_nxt";
    rcv_nxt "tcp_sock.rcv_nxt";
    packets_out "tcp_sock.packets_out";
    sacked_out "tcp_sock.sacked_out";
    lost_out "tcp_sock.lost_out";
    retrans_out "tcp_sock.retrans_out";
    max_packets_out "tcp_sock.max_packets_out";
    is_cwnd_limited "tcp_sock.is_cwnd_limited";
    is_cwnd_limited_mask "tcp_sock.is_cwnd_limited#mask";
    app_limited "tcp_sock.app_limited";
    delivered_ce "tcp_sock.delivered_ce";
    delivered_mstamp "tcp_sock.delivered_mstamp";
    ecn_flags "tcp_sock.ecn_flags";
    mss_cache "tcp_sock.mss_cache";
    srtt_us "tcp_sock.srtt_us";
    sample_delivered "rate_sample.delivered";
    sample_interval_us "rate_sample.interval_us";
    sample_rtt_us "rate_sample.rtt_us";
    sample_acked_sacked "rate_sample.acked_sacked";
}
