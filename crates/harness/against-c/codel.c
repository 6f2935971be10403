/* CoDel of Linux: 5 ms, 100 ms, marks. */
#include "codel.h"
#include "codel_impl.h"

u64 ns_now;
static struct codel_params params;
static struct codel_vars vars;
static struct codel_stats stats;
static struct sk_buff packet;
static u32 backlog;

static u32 length(const struct sk_buff *skb) { return skb->len; }
static codel_time_t stamp(const struct sk_buff *skb) { return (codel_time_t)skb->stamp; }
static void drop(struct sk_buff *skb, void *context) { (void)skb, (void)context; }
static struct sk_buff *next(struct codel_vars *of, void *context) { (void)of; return context; }

const unsigned peer_state_bytes = sizeof(struct codel_vars) + sizeof(struct codel_stats);

void peer_start(void)
{
	codel_params_init(&params);
	codel_vars_init(&vars);
	codel_stats_init(&stats);
	params.ecn = true;
	params.mtu = 1514;
}

void peer_prepare(u32 low, u32 high, u32 sojourn, u32 depth, u32 size)
{
	ns_now = (u64)high << 32 | low;
	packet = (struct sk_buff){ .len = size, .stamp = (ns_now - sojourn) >> CODEL_SHIFT };
	backlog = depth;
}

u32 peer_dequeue(void)
{
	codel_dequeue(&packet, &backlog, &params, &vars, &stats, length, stamp, drop, next);
	return packet.ce;
}
