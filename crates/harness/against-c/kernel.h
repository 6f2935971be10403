/* Stand-ins for the parts of Linux that the functions beside us use: types, arithmetic, one socket. */
#pragma once
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#define U64_MAX UINT64_MAX
#define BITS_PER_BYTE 8
#define NSEC_PER_MSEC 1000000L
#define NSEC_PER_USEC 1000L
#define USEC_PER_MSEC 1000L
#define USEC_PER_SEC 1000000L
#define MSEC_PER_SEC 1000L
/* Debian's kernels. */
#define HZ 250

#define __read_mostly
#define __always_inline inline __attribute__((always_inline))
#define READ_ONCE(x) (x)
#define WRITE_ONCE(x, value) ((x) = (value))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define typecheck(type, x) 1
#define BUILD_BUG_ON(x)
#define EXPORT_SYMBOL(x)
#define EXPORT_SYMBOL_GPL(x)
#define MODULE_PARM_DESC(name, text)
#define module_param(name, type, mode)
#define module_param_cb(name, ops, variable, mode)
#define pr_debug(...)
#define NET_INC_STATS(...)
#define NET_ADD_STATS(...)
#define __bpf_kfunc
#define RTE_ASSERT(x)
#define WARN_ONCE(...)

#define max(a, b) ({ __typeof__(a) one_ = (a); __typeof__(b) other_ = (b); one_ > other_ ? one_ : other_; })
#define min(a, b) ({ __typeof__(a) one_ = (a); __typeof__(b) other_ = (b); one_ < other_ ? one_ : other_; })
#define max_t(type, a, b) max((type)(a), (type)(b))
#define min_t(type, a, b) min((type)(a), (type)(b))
#define clamp(x, low, high) min(max(x, low), high)
#define clamp_t(type, x, low, high) min_t(type, max_t(type, x, low), high)
#define min_not_zero(a, b) ({ __typeof__(a) left_ = (a); __typeof__(b) right_ = (b); \
	left_ == 0 ? right_ : right_ == 0 ? left_ : min(left_, right_); })
#define abs(x) ((x) < 0 ? -(x) : (x))
#define cmpxchg(at, old, new) ({ if (*(at) == (old)) *(at) = (new); })
#define do_div(n, base) ({ u32 rest_ = (n) % (u32)(base); (n) /= (u32)(base); rest_; })
#define div_u64(a, b) ((u64)(a) / (u32)(b))
#define div64_u64(a, b) ((u64)(a) / (u64)(b))
#define div64_ul(a, b) ((u64)(a) / (unsigned long)(b))
#define div64_long(a, b) ((s64)(a) / (long)(b))

static inline int fls64(u64 x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }
static inline u32 reciprocal_scale(u32 value, u32 end) { return (u32)(((u64)value * end) >> 32); }
void *memset(void *at, int byte, size_t length);

/* Time, which is read for free. */
extern u32 jiffies_now;
extern u64 ns_now;
#define tcp_jiffies32 jiffies_now
static inline u64 ktime_get_ns(void) { return ns_now; }
static inline u32 usecs_to_jiffies(u32 us) { return (us + (USEC_PER_SEC / HZ) - 1) / (USEC_PER_SEC / HZ); }
static inline u32 msecs_to_jiffies(u32 ms) { return (ms + (MSEC_PER_SEC / HZ) - 1) / (MSEC_PER_SEC / HZ); }

static inline bool before(u32 one, u32 other) { return (s32)(one - other) < 0; }
#define after(one, other) before(other, one)

/* Random words, which are there already. */
extern u32 random_word;
static inline void get_random_bytes(void *at, int length)
{
	(void)length;
	*(u64 *)at = (u64)random_word << 32 | random_word;
}
static inline u32 prandom_u32_max(u32 end) { return reciprocal_scale(random_word, end); }

struct sk_buff {
	u32 len;
	bool ce;
	u64 stamp;
};
static inline bool INET_ECN_set_ce(struct sk_buff *skb) { return skb->ce = true; }
static inline int skb_get_dsfield(struct sk_buff *skb) { (void)skb; return 2; }

enum tcp_ca_state { TCP_CA_Open, TCP_CA_Disorder, TCP_CA_CWR, TCP_CA_Recovery, TCP_CA_Loss };
enum tcp_ca_event { CA_EVENT_TX_START, CA_EVENT_CWND_RESTART, CA_EVENT_COMPLETE_CWR, CA_EVENT_LOSS, CA_EVENT_ECN_NO_CE, CA_EVENT_ECN_IS_CE };
enum { TCP_LISTEN = 10, TCP_CLOSE = 7 };
enum sk_pacing { SK_PACING_NONE, SK_PACING_NEEDED, SK_PACING_FQ };
#define TCP_ECN_OK 1
#define TCP_INFINITE_SSTHRESH 0x7fffffff
#define TCP_INIT_CWND 10
#define GSO_LEGACY_MAX_SIZE 65536
#define MAX_TCP_HEADER 320

struct kernel_param;
struct kernel_param_ops {
	int (*set)(const char *text, const struct kernel_param *of);
	int (*get)(char *text, const struct kernel_param *of);
};
static inline int param_set_uint_minmax(const char *text, const struct kernel_param *of, unsigned low, unsigned high)
{
	(void)text, (void)of, (void)low, (void)high;
	return 0;
}
static inline int param_get_uint(char *text, const struct kernel_param *of)
{
	(void)text, (void)of;
	return 0;
}

struct tcp_congestion_ops {
	const char *name;
};
struct rate_sample {
	u64 prior_mstamp;
	u32 prior_delivered;
	s32 delivered;
	long interval_us;
	long rtt_us;
	int losses;
	u32 acked_sacked;
	u32 prior_in_flight;
	bool is_app_limited;
	bool is_ack_delayed;
};
struct ack_sample {
	u32 pkts_acked;
	s32 rtt_us;
	u32 in_flight;
};
struct minmax_sample {
	u32 t;
	u32 v;
};
struct minmax {
	struct minmax_sample s[3];
};
static inline u32 minmax_get(const struct minmax *m) { return m->s[0].v; }
static inline u32 minmax_reset(struct minmax *m, u32 t, u32 value)
{
	struct minmax_sample sample = { .t = t, .v = value };

	m->s[2] = m->s[1] = m->s[0] = sample;
	return m->s[0].v;
}

struct sock {
	unsigned long sk_pacing_rate;
	unsigned long sk_max_pacing_rate;
	u32 sk_gso_max_size;
	u32 sk_pacing_status;
	u8 sk_pacing_shift;
	u8 sk_state;
};
struct inet_connection_sock {
	struct sock sk;
	u8 icsk_ca_state;
	const struct tcp_congestion_ops *icsk_ca_ops;
	u64 icsk_ca_priv[13];
};
struct tcp_sock {
	struct inet_connection_sock icsk;
	u32 snd_cwnd, snd_ssthresh, snd_cwnd_cnt, snd_cwnd_clamp, prior_cwnd;
	u32 snd_una, snd_nxt, rcv_nxt, lsndtime;
	u32 delivered, delivered_ce, lost, app_limited;
	u32 packets_out, max_packets_out, srtt_us, mss_cache;
	u64 tcp_mstamp, delivered_mstamp, tcp_wstamp_ns, tcp_clock_cache;
	struct minmax rtt_min;
	u8 ecn_flags;
	bool is_cwnd_limited;
};
static inline struct tcp_sock *tcp_sk(const struct sock *sk) { return (struct tcp_sock *)sk; }
static inline struct inet_connection_sock *inet_csk(const struct sock *sk) { return (struct inet_connection_sock *)sk; }
static inline void *inet_csk_ca(const struct sock *sk) { return (void *)inet_csk(sk)->icsk_ca_priv; }
static inline void INET_ECN_dontxmit(struct sock *sk) { (void)sk; }
static inline u32 tcp_snd_cwnd(const struct tcp_sock *tp) { return tp->snd_cwnd; }
static inline void tcp_snd_cwnd_set(struct tcp_sock *tp, u32 window) { tp->snd_cwnd = window; }
static inline bool tcp_in_slow_start(const struct tcp_sock *tp) { return tp->snd_cwnd < tp->snd_ssthresh; }
static inline bool tcp_is_cwnd_limited(const struct sock *sk)
{
	const struct tcp_sock *tp = tcp_sk(sk);

	if (tp->is_cwnd_limited)
		return true;
	return tcp_in_slow_start(tp) && tp->snd_cwnd < 2 * tp->max_packets_out;
}
static inline u32 tcp_packets_in_flight(const struct tcp_sock *tp) { return tp->packets_out; }
static inline u32 tcp_min_rtt(const struct tcp_sock *tp) { return minmax_get(&tp->rtt_min); }
static inline u32 tcp_stamp_us_delta(u64 later, u64 earlier) { return max_t(s64, later - earlier, 0); }
u32 minmax_running_max(struct minmax *m, u32 window, u32 t, u32 value);
u32 tcp_slow_start(struct tcp_sock *tp, u32 acked);
void tcp_cong_avoid_ai(struct tcp_sock *tp, u32 w, u32 acked);
void tcp_reno_cong_avoid(struct sock *sk, u32 ack, u32 acked);
