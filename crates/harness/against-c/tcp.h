/* One socket, and what happens to it before a function is called. */
#pragma once
u32 jiffies_now, random_word;
u64 ns_now;
static struct tcp_sock socket_;
#define SK (&socket_.icsk.sk)
/* A cut for marks is in force until this is acknowledged, as in Linux's state CWR; its window is set at once, not by PRR. */
static u32 high_seq;

static void open_socket(void)
{
	socket_ = (struct tcp_sock){
		.snd_cwnd = TCP_INIT_CWND, .snd_ssthresh = TCP_INFINITE_SSTHRESH, .snd_cwnd_clamp = ~0u,
		.mss_cache = 1460, .ecn_flags = TCP_ECN_OK, .is_cwnd_limited = true,
	};
	socket_.icsk.sk.sk_max_pacing_rate = ~0ul;
	socket_.icsk.sk.sk_gso_max_size = GSO_LEGACY_MAX_SIZE;
	socket_.icsk.sk.sk_pacing_shift = 10;
	socket_.rtt_min.s[0].v = ~0u;
}

/* Time in us, packets acknowledged and marked. */
static void arrive(u32 us, u32 una, u32 nxt, u32 packets, u32 marked, u32 rtt_us)
{
	jiffies_now = us / (USEC_PER_SEC / HZ);
	ns_now = (u64)us * NSEC_PER_USEC;
	socket_.tcp_mstamp = socket_.delivered_mstamp = us;
	socket_.tcp_wstamp_ns = socket_.tcp_clock_cache = ns_now;
	socket_.snd_una = una;
	socket_.snd_nxt = nxt;
	socket_.delivered += packets;
	socket_.delivered_ce += marked;
	socket_.packets_out = (nxt - una) / 1460;
	socket_.srtt_us = rtt_us << 3;
	if (rtt_us < socket_.rtt_min.s[0].v)
		socket_.rtt_min.s[0].v = rtt_us;
	if (socket_.icsk.icsk_ca_state == TCP_CA_CWR && after(una, high_seq))
		socket_.icsk.icsk_ca_state = TCP_CA_Open;
}

static inline u32 cut_to(u32 window)
{
	socket_.snd_ssthresh = socket_.snd_cwnd = window;
	socket_.icsk.icsk_ca_state = TCP_CA_CWR;
	high_seq = socket_.snd_nxt;
	return window;
}
