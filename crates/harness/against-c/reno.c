/* Reno of Linux. */
#include "tcp.h"

/* Window, threshold and count of the socket. */
const unsigned peer_state_bytes = 12;

void peer_start(void)
{
	open_socket();
}

void peer_prepare(u32 us, u32 una, u32 nxt, u32 packets, u32 marked, u32 rtt_us)
{
	arrive(us, una, nxt, packets, marked, rtt_us);
}

u32 peer_ack(u32 una, u32 packets)
{
	if (socket_.icsk.icsk_ca_state == TCP_CA_Open)
		tcp_reno_cong_avoid(SK, una, packets);
	return socket_.snd_cwnd;
}

u32 peer_loss(void)
{
	return cut_to(tcp_reno_ssthresh(SK));
}
