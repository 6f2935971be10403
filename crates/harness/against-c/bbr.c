/* BBR of Linux. */
#include "tcp.h"
static u32 tcp_tso_autosize(const struct sock *sk, unsigned mss, int least)
{
	u32 bytes = min_t(unsigned long, sk->sk_pacing_rate >> sk->sk_pacing_shift, GSO_LEGACY_MAX_SIZE - 1 - MAX_TCP_HEADER);

	return max_t(u32, bytes / mss, (u32)least);
}
#include "win_minmax.c"
#include "tcp_bbr.c"

static struct rate_sample sample;

const unsigned peer_state_bytes = sizeof(struct bbr);

void peer_start(void)
{
	open_socket();
	bbr_init(SK);
}

void peer_prepare(u32 us, u32 una, u32 nxt, u32 packets, u32 marked, u32 rtt_us)
{
	arrive(us, una, nxt, packets, marked, rtt_us);
	u32 in_flight = (nxt - una) / 1460;
	sample = (struct rate_sample){
		.prior_delivered = socket_.delivered - in_flight, .delivered = (s32)in_flight, .interval_us = (long)rtt_us,
		.rtt_us = (long)rtt_us, .acked_sacked = packets, .prior_in_flight = in_flight + packets,
	};
}

u32 peer_ack(void)
{
	bbr_main(SK, &sample);
	return socket_.snd_cwnd;
}
