/* RED of DPDK: 30 and 90 packets, 1/10, weight 2^-9, as ours. Its tables are filled by the formulas of its comments. */
#include <rte_red.h>

uint32_t rte_red_rand_val, rte_red_rand_seed = 1;
uint16_t rte_red_log2_1_minus_Wq[RTE_RED_WQ_LOG2_NUM], rte_red_pow2_frac_inv[16];

static struct rte_red red;
static struct rte_red_config config;
static uint64_t time;

const unsigned peer_state_bytes = sizeof(struct rte_red);

/* An entry of one of the tables, which the caller has computed: this machine has no floats. */
void peer_start(uint32_t log2_of_weight, uint32_t index, uint32_t fraction)
{
	if (index < 16)
		rte_red_pow2_frac_inv[index] = (uint16_t)fraction;
	else
		rte_red_log2_1_minus_Wq[index - 16] = (uint16_t)fraction;
	red = (struct rte_red){ 0 };
	config.wq_log2 = (uint8_t)log2_of_weight;
	config.maxp_inv = 10;
	config.min_th = 30u << (log2_of_weight + RTE_RED_SCALING);
	config.max_th = 90u << (log2_of_weight + RTE_RED_SCALING);
	config.pa_const = (2 * (90 - 30) * 10) << RTE_RED_SCALING;
}

/* Time in 2^-22 packets. */
void peer_prepare(uint32_t low, uint32_t high)
{
	time = (uint64_t)high << 32 | low;
}

uint32_t peer_enqueue(uint32_t packets)
{
	return rte_red_enqueue(&config, &red, packets, time) != 0;
}

void peer_dequeue(uint32_t packets)
{
	if (packets == 0)
		rte_red_mark_queue_empty(&red, time);
}
