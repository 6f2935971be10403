/* PIE of Linux: 15 ms, by the packets' own stamps. */
#define PSCHED_SHIFT 6
#define PSCHED_NS2TICKS(x) ((x) >> PSCHED_SHIFT)
#define PSCHED_TICKS_PER_SEC PSCHED_NS2TICKS(1000000000LL)
typedef u64 psched_time_t;
struct Qdisc {
	u32 mtu;
};
u64 ns_now;
u32 random_word;
static u64 psched_get_time(void) { return PSCHED_NS2TICKS(ns_now); }
static u32 psched_mtu(const struct Qdisc *of) { return of->mtu; }
#define qdisc_dev(sch) (sch)
struct qdisc_skb_cb {
	u8 data[16];
};
static struct qdisc_skb_cb control_block __attribute__((aligned(8)));
#define qdisc_skb_cb(skb) (&control_block)
#define qdisc_cb_private_validate(skb, size)
#include "pie.h"
#include "sch_pie.c"

static struct Qdisc device = { .mtu = 1514 };
static struct pie_params params;
static struct pie_vars vars;
static struct sk_buff packet;

const unsigned peer_state_bytes = sizeof(struct pie_vars);

void peer_start(void)
{
	vars = (struct pie_vars){ 0 };
	pie_params_init(&params);
	pie_vars_init(&vars);
}

void peer_prepare(u32 low, u32 high, u32 sojourn, u32 size, u32 random)
{
	ns_now = (u64)high << 32 | low;
	random_word = random;
	packet.len = size;
	((struct pie_skb_cb *)control_block.data)->enqueue_time = PSCHED_NS2TICKS(ns_now - sojourn);
}

u32 peer_enqueue(u32 depth, u32 size)
{
	return pie_drop_early(&device, &params, &vars, depth, size);
}

void peer_dequeue(u32 depth)
{
	pie_process_dequeue(&packet, &params, &vars, depth);
}

void peer_tick(u32 depth)
{
	pie_calculate_probability(&params, &vars, depth);
}
