/* DCTCP of Linux. */
#include "tcp.h"
static void dctcp_ece_ack_update(struct sock *sk, enum tcp_ca_event event, u32 *rcv_nxt, u32 *ce)
{
	(void)sk, (void)event, (void)rcv_nxt, (void)ce;
}
#include "tcp_dctcp.c"

const unsigned peer_state_bytes = sizeof(struct dctcp);

void peer_start(void)
{
	open_socket();
	dctcp_init(SK);
}

void peer_prepare(u32 us, u32 una, u32 nxt, u32 packets, u32 marked, u32 rtt_us)
{
	arrive(us, una, nxt, packets, marked, rtt_us);
}

u32 peer_ack(u32 una, u32 packets, u32 marked)
{
	dctcp_update_alpha(SK, 0);
	if (socket_.icsk.icsk_ca_state == TCP_CA_Open) {
		if (marked != 0)
			return cut_to(dctcp_ssthresh(SK));
		tcp_reno_cong_avoid(SK, una, packets);
	}
	return socket_.snd_cwnd;
}

u32 peer_loss(void)
{
	dctcp_react_to_loss(SK);
	return cut_to(socket_.snd_ssthresh);
}
