/* CUBIC of Linux; HyStart where the caller says so. */
#include "tcp.h"
#include "tcp_cubic.c"

static struct ack_sample sample;

const unsigned peer_state_bytes = sizeof(struct bictcp);

void peer_start(u32 with_hystart)
{
	hystart = (int)with_hystart;
	beta_scale = 8 * (BICTCP_BETA_SCALE + beta) / 3 / (BICTCP_BETA_SCALE - beta);
	cube_rtt_scale = bic_scale * 10;
	cube_factor = (1ull << (10 + 3 * BICTCP_HZ)) / (bic_scale * 10);
	open_socket();
	cubictcp_init(SK);
}

void peer_prepare(u32 us, u32 una, u32 nxt, u32 packets, u32 marked, u32 rtt_us)
{
	arrive(us, una, nxt, packets, marked, rtt_us);
	sample = (struct ack_sample){ .pkts_acked = packets, .rtt_us = (s32)rtt_us };
}

u32 peer_ack(u32 una, u32 packets)
{
	cubictcp_acked(SK, &sample);
	if (socket_.icsk.icsk_ca_state == TCP_CA_Open)
		cubictcp_cong_avoid(SK, una, packets);
	return socket_.snd_cwnd;
}

u32 peer_loss(void)
{
	return cut_to(cubictcp_recalc_ssthresh(SK));
}
