/**
 * @file freeboard.h
 * Marking schemes, congestion controls and underlays of Freeboard.
 *
 * Written by the package freeboard-bindings from the catalogue; do not edit. The book's page
 * "From C" says how to use it.
 *
 * Every variant X has a configuration, parameters and state, all in memory of the caller:
 *
 *   freeboard_X_config   settings in user units, by freeboard_X_defaults() or freeboard_X_preset()
 *   freeboard_X_params   what the data path uses, by freeboard_X_init(); one for many queues, flows
 *   freeboard_X_pipe, freeboard_X_port, freeboard_X_queue
 *                        state of a marking scheme; memory filled with 0 is a fresh one
 *   freeboard_X_flow     state of a control or an underlay; likewise
 *
 * One state belongs to one context at a time. Functions read no clock, keep nothing, never block
 * and never fail but for freeboard_X_init() and freeboard_X_preset(). Times are nanoseconds mod
 * 2^32.
 *
 * A setting's name has no unit, since it is also the key of scenario files; its comment has unit,
 * range and default. Times and bytes are whole, fractions are parts of FREEBOARD_FRACTION_ONE,
 * rates are parts of FREEBOARD_LINE_RATE.
 */
#ifndef FREEBOARD_H
#define FREEBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Interface: major number in the upper half. A configuration carries it, and a library of another
 * major number, or an earlier minor one, refuses it.
 */
#define FREEBOARD_VERSION UINT32_C(0x20000)

/** 1 in settings that are fractions, 2^-16. */
#define FREEBOARD_FRACTION_ONE (UINT32_C(1) << 16)
/** Line rate in settings, events and answers that are rates, 2^-20. */
#define FREEBOARD_LINE_RATE (UINT32_C(1) << 20)

/** freeboard_X_init() or freeboard_X_preset() took what it was given. */
#define FREEBOARD_OK UINT32_C(0)
/* What they return besides: 1 + the number of the setting that is refused, or one of these. */
/** `size` of the configuration is unknown. */
#define FREEBOARD_REFUSED_SIZE UINT32_C(0x10001)
/** The configuration is of another version. */
#define FREEBOARD_REFUSED_VERSION UINT32_C(0x10002)
/** Depth unit or segment is not within 1 to 65535 bytes. */
#define FREEBOARD_REFUSED_MEASURE UINT32_C(0x10003)
/** No preset has this name. */
#define FREEBOARD_REFUSED_PRESET UINT32_C(0x10004)
/** A pointer is null. */
#define FREEBOARD_REFUSED_NULL UINT32_C(0x10005)

/** The setting that was refused. */
typedef struct freeboard_refusal {
    uint32_t field; /**< its number, from 0; of no meaning with the codes above */
    uint32_t value; /**< its value */
    uint32_t min;   /**< smallest legal value beside the others */
    uint32_t max;   /**< largest legal value beside the others */
} freeboard_refusal;

/** Names the codes above; those of settings: freeboard_X_field_name(). */
static inline const char *freeboard_refused_name(uint32_t code)
{
    const char *name;
    switch (code) {
    case FREEBOARD_OK:
        name = "accepted";
        break;
    case FREEBOARD_REFUSED_SIZE:
        name = "size of the configuration";
        break;
    case FREEBOARD_REFUSED_VERSION:
        name = "version of the configuration";
        break;
    case FREEBOARD_REFUSED_MEASURE:
        name = "depth unit or segment";
        break;
    case FREEBOARD_REFUSED_PRESET:
        name = "name of the preset";
        break;
    case FREEBOARD_REFUSED_NULL:
        name = "null pointer";
        break;
    default:
        name = "unknown";
        break;
    }
    return name;
}

/**
 * FREEBOARD_X_EACH_FIELD is FREEBOARD_FIELD(name, smallest, largest, default) for every setting, in
 * the order of the configuration: define this macro for a table of your own. Here it is a name as a
 * text, to the end of the header.
 */
#define FREEBOARD_FIELD(name, smallest, largest, initial) #name,

/** Words of the longest state. */
#define FREEBOARD_WORDS_MAX 32

/**
 * Tells whether a difference of two stamps is negative, 2^31 ns or more: stamps of two clocks, or
 * of a clock that was set back. A negative sojourn counts as 0, a negative round-trip time as none;
 * the library keeps nothing, so whoever wants to know how many there were adds this up.
 *
 * @return 1 or 0.
 */
static inline uint32_t freeboard_is_negative(uint32_t time_ns)
{
    return time_ns >> 31;
}

/* ---- Marking schemes ---- */

/** Silence of a queue from which on freeboard_X_on_idle() is due. */
#define FREEBOARD_IDLE_MIN_NS UINT32_C(268435456)
/**
 * Silence before which it is due, and again within this time for as long as the silence lasts.
 * Times wrap; after these calls a queue decides like a fresh one.
 */
#define FREEBOARD_IDLE_MAX_NS UINT32_C(1073741823)

/** The packet passes. */
#define FREEBOARD_FORWARD UINT32_C(0)
/** The packet is to be marked: CE; without ECN see FREEBOARD_X_NOT_ECT_DROPS. */
#define FREEBOARD_SIGNAL UINT32_C(1)
/** The packet is to be dropped. */
#define FREEBOARD_DROP UINT32_C(2)

/** ECN field of the IP header: not capable. */
#define FREEBOARD_NOT_ECT UINT32_C(0)
/** ECN field: ECT(1). */
#define FREEBOARD_ECT1 UINT32_C(1)
/** ECN field: ECT(0). */
#define FREEBOARD_ECT0 UINT32_C(2)
/** ECN field: congestion experienced. */
#define FREEBOARD_CE UINT32_C(3)

/* Bits of FREEBOARD_X_READS: the members of freeboard_packet that the variant looks at. */
/** It reads now_ns. */
#define FREEBOARD_READS_NOW UINT32_C(1)
/** It reads now_high. */
#define FREEBOARD_READS_NOW_HIGH UINT32_C(2)
/** It reads sojourn_ns. */
#define FREEBOARD_READS_SOJOURN UINT32_C(4)
/** It reads depth. */
#define FREEBOARD_READS_DEPTH UINT32_C(8)
/** It reads port_depth. */
#define FREEBOARD_READS_PORT_DEPTH UINT32_C(16)
/** It reads pool_depth. */
#define FREEBOARD_READS_POOL_DEPTH UINT32_C(32)
/** It reads size. */
#define FREEBOARD_READS_SIZE UINT32_C(64)
/** It reads random. */
#define FREEBOARD_READS_RANDOM UINT32_C(128)
/** It reads pool_depth as a status of two bits. */
#define FREEBOARD_READS_POOL_STATUS UINT32_C(256)

/** A packet at a hook. Depths leave it out and count in the depth unit of the parameters. */
typedef struct freeboard_packet {
    uint32_t now_ns;     /**< bits 31..0 of the stamp [ns] */
    uint32_t now_high;   /**< bits 47..32; 0 where stamps have 32 bits */
    uint32_t size;       /**< on the wire [bytes] */
    uint32_t depth;      /**< of the queue [depth units] */
    uint32_t port_depth; /**< of all queues of the port [depth units] */
    uint32_t pool_depth; /**< of the shared buffer pool [depth units] */
    /** Departure minus arrival stamp [ns]; a negative one counts as 0; not read at arrival. */
    uint32_t sojourn_ns;
    uint32_t ecn;    /**< FREEBOARD_NOT_ECT to FREEBOARD_CE */
    uint32_t random; /**< a fresh uniform word */
} freeboard_packet;

/** One queue as the control plane sees it. */
typedef struct freeboard_queue_view {
    uint32_t depth;      /**< its length [depth units] */
    uint32_t sojourn_ns; /**< of the packet at its head [ns]; a negative one counts as 0 */
    uint32_t weight;     /**< of the scheduler; 0 for a queue that is not configured */
} freeboard_queue_view;

/** A port as the control plane sees it. */
typedef struct freeboard_port_view {
    uint32_t port;                      /**< its number */
    uint32_t pool_depth;                /**< of the shared buffer pool [depth units] */
    uint32_t count;                     /**< how many queues */
    const freeboard_queue_view *queues; /**< the queues in index order */
} freeboard_port_view;

/** What one reason to signal has done. */
typedef struct freeboard_trigger {
    uint32_t fired;   /**< times, mod 2^32 */
    uint32_t highest; /**< highest value of the quantity it watches, in its unit */
    uint32_t needed;  /**< value at which it arms, in the same unit */
} freeboard_trigger;

/**
 * Activity counters, for the functions called ..._counted(). They wrap and are never cleared; start
 * them at 0.
 */
typedef struct freeboard_activity {
    uint32_t events;                              /**< calls, mod 2^32 */
    uint32_t signals;                             /**< signals and drops, mod 2^32 */
    freeboard_trigger trigger[4];                 /**< by FREEBOARD_X_TRIGGER_... */
} freeboard_activity;

/* ---- Congestion controls ---- */

/* Kinds of freeboard_event. */
/** Event: sent. */
#define FREEBOARD_EVENT_SENT UINT32_C(0)
/** Event: ack. */
#define FREEBOARD_EVENT_ACK UINT32_C(1)
/** Event: dup ack. */
#define FREEBOARD_EVENT_DUP_ACK UINT32_C(2)
/** Event: loss episode, once per window of data. */
#define FREEBOARD_EVENT_LOSS_EPISODE UINT32_C(3)
/** Event: timeout. */
#define FREEBOARD_EVENT_TIMEOUT UINT32_C(4)
/** Event: cnp. */
#define FREEBOARD_EVENT_CNP UINT32_C(5)
/** Event: rtt. */
#define FREEBOARD_EVENT_RTT UINT32_C(6)
/** Event: tick. */
#define FREEBOARD_EVENT_TICK UINT32_C(7)
/** Event: paused. */
#define FREEBOARD_EVENT_PAUSED UINT32_C(8)
/** Event: app limited. */
#define FREEBOARD_EVENT_APP_LIMITED UINT32_C(9)
/** Event: idle. */
#define FREEBOARD_EVENT_IDLE UINT32_C(10)
/** Event: int. */
#define FREEBOARD_EVENT_INT UINT32_C(11)
/** Event: undo. */
#define FREEBOARD_EVENT_UNDO UINT32_C(12)
/** Most hops of in-band telemetry. */
#define FREEBOARD_HOPS_MAX 5
/** freeboard_control.window of a control without one. */
#define FREEBOARD_NO_WINDOW UINT32_MAX

/** One hop's telemetry. */
typedef struct freeboard_hop {
    uint32_t stamp_ns;  /**< when the packet left it [ns] */
    uint32_t depth;     /**< its queue then [bytes] */
    uint32_t sent;      /**< what it has sent so far, mod 2^32 [bytes] */
    uint32_t rate_mbps; /**< of its link [Mbit/s] */
} freeboard_hop;

/** A path's telemetry. */
typedef struct freeboard_path {
    uint32_t hops;                         /**< how many */
    freeboard_hop hop[FREEBOARD_HOPS_MAX]; /**< in path order */
} freeboard_path;

/** An event of a flow. Members that a kind does not need are not looked at. */
typedef struct freeboard_event {
    uint32_t event;             /**< FREEBOARD_EVENT_... */
    uint32_t now_ns;            /**< when [ns] */
    uint32_t bytes;             /**< sent; of an undo, the window before the loss [bytes] */
    uint32_t acked;             /**< newly acknowledged [bytes] */
    uint32_t marked;            /**< of these, marked [bytes] */
    uint32_t una;               /**< first byte not yet acknowledged */
    uint32_t nxt;               /**< next byte to be sent for the first time */
    uint32_t in_flight;         /**< after this event; at an undo the old threshold or UINT32_MAX */
    uint32_t rtt_ns;            /**< sample [ns]; 0, or a negative one, for none */
    uint32_t delivery_rate;     /**< sample, of FREEBOARD_LINE_RATE; 0 for none */
    uint32_t window_limited;    /**< 1: the window limited the sender */
    uint32_t held;              /**< 1: paused from now on */
    uint32_t silence_ns;        /**< how long nothing was sent [ns], saturating */
    const freeboard_path *path; /**< of FREEBOARD_EVENT_INT; else NULL */
} freeboard_event;

/** What holds from now on. */
typedef struct freeboard_control {
    uint32_t window; /**< most unacknowledged data [bytes], or FREEBOARD_NO_WINDOW */
    uint32_t rate;   /**< of FREEBOARD_LINE_RATE, at least 1 */
} freeboard_control;

/* ---- Underlays ---- */

/** A packet left the NIC. */
typedef struct freeboard_sent {
    uint32_t now_ns; /**< transmit stamp, after the hold [ns] */
    uint32_t packet; /**< its number within the flow */
    uint32_t fresh;  /**< what it carries for the first time [bytes] */
} freeboard_sent;

/**
 * A receiver's report of a packet. Its delay, received_ns - sent_ns, is signed: two clocks measured
 * it. A negative one holds nothing.
 */
typedef struct freeboard_report {
    uint32_t now_ns;           /**< when it came back [ns] */
    uint32_t packet;           /**< which packet */
    uint32_t sent_ns;          /**< its transmit stamp [ns] */
    uint32_t received_ns;      /**< its arrival stamp, receiver's clock [ns] */
    uint32_t pause_at_sent_ns; /**< the pause that it carried [ns] */
} freeboard_report;

/** What a flow has seen last on the way to its destination. */
typedef struct freeboard_seen {
    int32_t delay_ns;  /**< one-way delay of the packet reported last [ns] */
    uint32_t until_ns; /**< until when the flow was held [ns] */
} freeboard_seen;

/**
 * @name tail-drop/exact: never signals; a full queue drops.
 * Source: none.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_TAIL_DROP_EXACT_FIELDS UINT32_C(0)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_TAIL_DROP_EXACT_EACH_FIELD
/** Settings, in user units. */
typedef struct freeboard_tail_drop_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
} freeboard_tail_drop_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_tail_drop_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_tail_drop_exact_defaults(freeboard_tail_drop_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * There is none.
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_tail_drop_exact_preset(
    freeboard_tail_drop_exact_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_TAIL_DROP_EXACT_READS UINT32_C(0)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_TAIL_DROP_EXACT_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_TAIL_DROP_EXACT_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_tail_drop_exact_init(
    void *no_params,
    const freeboard_tail_drop_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_tail_drop_exact_effective(
    const void *no_params,
    const freeboard_tail_drop_exact_config *config,
    uint32_t field);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_tail_drop_exact_on_idle(
    const void *no_params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_tail_drop_exact_on_clock_step(
    const void *no_params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_tail_drop_exact_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name step/enqueue: marks when the queue is longer than K.
 * Source: [Alizadeh10].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_STEP_ENQUEUE_FIELDS UINT32_C(3)
/** `above`, for the setting comparison. */
#define FREEBOARD_STEP_ENQUEUE_COMPARISON_ABOVE UINT32_C(0)
/** `at-or-above`, for the setting comparison. */
#define FREEBOARD_STEP_ENQUEUE_COMPARISON_AT_OR_ABOVE UINT32_C(1)
/** `excluded`, for the setting own. */
#define FREEBOARD_STEP_ENQUEUE_OWN_EXCLUDED UINT32_C(0)
/** `included`, for the setting own. */
#define FREEBOARD_STEP_ENQUEUE_OWN_INCLUDED UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_STEP_ENQUEUE_EACH_FIELD \
    FREEBOARD_FIELD(k, UINT32_C(1), UINT32_C(4294967294), UINT32_C(97500)) \
    FREEBOARD_FIELD(comparison, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(own, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_step_enqueue_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Marking threshold K. [1 to 4294967294 bytes; default 97500] */
    uint32_t k;
    /**
     * How the queue must compare with K to be marked. [0 to 1
     * FREEBOARD_STEP_ENQUEUE_COMPARISON_...; default 0]
     */
    uint32_t comparison;
    /**
     * Whether the packet itself counts as part of the queue. [0 to 1
     * FREEBOARD_STEP_ENQUEUE_OWN_...; default 0]
     */
    uint32_t own;
} freeboard_step_enqueue_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_step_enqueue_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_STEP_ENQUEUE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_STEP_ENQUEUE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_step_enqueue_defaults(freeboard_step_enqueue_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "dctcp-10g": [Alizadeh10] §4
 * "dctcp-red-tail": ECN# paper §5.2: 250 KB, the 90th-percentile RTT at 10 Gbit/s
 * "dctcp-red-avg": ECN# paper §5.2: 80 KB, the average RTT at 10 Gbit/s
 * "ecn-sharp-simulator": the ECN# authors' simulator: marks at q >= K (and q > 1 packet, which any
 * larger K implies)
 * "ecn-star-10g": [Wu12]: K = C x RTT, lambda 1; 84 packets of 1500 B for 100.8 us at 10 Gbit/s
 * "ecn-star-100g": BCC paper Fig. 2: ECN* is at full rate from 325 KB on, 30 us at 100 Gbit/s
 * "ecn-star-1g": E-ECN paper Fig. 11: 30 packets of 1000 B at 1 Gbit/s
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_step_enqueue_preset(freeboard_step_enqueue_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_STEP_ENQUEUE_READS (FREEBOARD_READS_DEPTH | FREEBOARD_READS_SIZE)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_STEP_ENQUEUE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_STEP_ENQUEUE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Place of "threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_STEP_ENQUEUE_TRIGGER_THRESHOLD_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_step_enqueue_params {
    uint32_t word[3]; /**< the library's own */
} freeboard_step_enqueue_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_step_enqueue_init(
    freeboard_step_enqueue_params *params,
    const freeboard_step_enqueue_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_step_enqueue_effective(
    const freeboard_step_enqueue_params *params,
    const freeboard_step_enqueue_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_step_enqueue_on_enqueue(
    const freeboard_step_enqueue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_step_enqueue_on_enqueue_counted(
    const freeboard_step_enqueue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_step_enqueue_on_idle(
    const freeboard_step_enqueue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_step_enqueue_on_clock_step(
    const freeboard_step_enqueue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_step_enqueue_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name step/dequeue: marks when the queue is longer than K.
 * Source: [Alizadeh10].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_STEP_DEQUEUE_FIELDS UINT32_C(3)
/** `above`, for the setting comparison. */
#define FREEBOARD_STEP_DEQUEUE_COMPARISON_ABOVE UINT32_C(0)
/** `at-or-above`, for the setting comparison. */
#define FREEBOARD_STEP_DEQUEUE_COMPARISON_AT_OR_ABOVE UINT32_C(1)
/** `excluded`, for the setting own. */
#define FREEBOARD_STEP_DEQUEUE_OWN_EXCLUDED UINT32_C(0)
/** `included`, for the setting own. */
#define FREEBOARD_STEP_DEQUEUE_OWN_INCLUDED UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_STEP_DEQUEUE_EACH_FIELD \
    FREEBOARD_FIELD(k, UINT32_C(1), UINT32_C(4294967294), UINT32_C(97500)) \
    FREEBOARD_FIELD(comparison, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(own, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_step_dequeue_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Marking threshold K. [1 to 4294967294 bytes; default 97500] */
    uint32_t k;
    /**
     * How the queue must compare with K to be marked. [0 to 1
     * FREEBOARD_STEP_DEQUEUE_COMPARISON_...; default 0]
     */
    uint32_t comparison;
    /**
     * Whether the packet itself counts as part of the queue. [0 to 1
     * FREEBOARD_STEP_DEQUEUE_OWN_...; default 0]
     */
    uint32_t own;
} freeboard_step_dequeue_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_step_dequeue_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_STEP_DEQUEUE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_STEP_DEQUEUE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_step_dequeue_defaults(freeboard_step_dequeue_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "dctcp-10g": [Alizadeh10] §4
 * "dctcp-red-tail": ECN# paper §5.2: 250 KB, the 90th-percentile RTT at 10 Gbit/s
 * "dctcp-red-avg": ECN# paper §5.2: 80 KB, the average RTT at 10 Gbit/s
 * "ecn-sharp-simulator": the ECN# authors' simulator: marks at q >= K (and q > 1 packet, which any
 * larger K implies)
 * "ecn-star-10g": [Wu12]: K = C x RTT, lambda 1; 84 packets of 1500 B for 100.8 us at 10 Gbit/s
 * "ecn-star-100g": BCC paper Fig. 2: ECN* is at full rate from 325 KB on, 30 us at 100 Gbit/s
 * "ecn-star-1g": E-ECN paper Fig. 11: 30 packets of 1000 B at 1 Gbit/s
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_step_dequeue_preset(freeboard_step_dequeue_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_STEP_DEQUEUE_READS (FREEBOARD_READS_DEPTH | FREEBOARD_READS_SIZE)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_STEP_DEQUEUE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_STEP_DEQUEUE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Place of "threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_STEP_DEQUEUE_TRIGGER_THRESHOLD_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_step_dequeue_params {
    uint32_t word[3]; /**< the library's own */
} freeboard_step_dequeue_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_step_dequeue_init(
    freeboard_step_dequeue_params *params,
    const freeboard_step_dequeue_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_step_dequeue_effective(
    const freeboard_step_dequeue_params *params,
    const freeboard_step_dequeue_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_step_dequeue_on_dequeue(
    const freeboard_step_dequeue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_step_dequeue_on_dequeue_counted(
    const freeboard_step_dequeue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_step_dequeue_on_idle(
    const freeboard_step_dequeue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_step_dequeue_on_clock_step(
    const freeboard_step_dequeue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_step_dequeue_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name tcn/pipeline: marks when the sojourn time exceeds T.
 * Source: [Bai16].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_TCN_PIPELINE_FIELDS UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_TCN_PIPELINE_EACH_FIELD \
    FREEBOARD_FIELD(t, UINT32_C(0), UINT32_C(4294967294), UINT32_C(150000))
/** Settings, in user units. */
typedef struct freeboard_tcn_pipeline_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Sojourn time above which a packet is marked: lambda x RTT. [0 to 4294967294 ns; default
     * 150000]
     */
    uint32_t t;
} freeboard_tcn_pipeline_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_tcn_pipeline_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_TCN_PIPELINE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_TCN_PIPELINE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_tcn_pipeline_defaults(freeboard_tcn_pipeline_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "paper": ECN# paper §5.4
 * "dctcp-10g": 65 packets of 1500 B at 10 Gbit/s, [Bai16] §6
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_tcn_pipeline_preset(freeboard_tcn_pipeline_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_TCN_PIPELINE_READS FREEBOARD_READS_SOJOURN
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_TCN_PIPELINE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_TCN_PIPELINE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Place of "instantaneous signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_TCN_PIPELINE_TRIGGER_INSTANTANEOUS_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_tcn_pipeline_params {
    uint32_t word[1]; /**< the library's own */
} freeboard_tcn_pipeline_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_tcn_pipeline_init(
    freeboard_tcn_pipeline_params *params,
    const freeboard_tcn_pipeline_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_tcn_pipeline_effective(
    const freeboard_tcn_pipeline_params *params,
    const freeboard_tcn_pipeline_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_tcn_pipeline_on_dequeue(
    const freeboard_tcn_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_tcn_pipeline_on_dequeue_counted(
    const freeboard_tcn_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_tcn_pipeline_on_idle(
    const freeboard_tcn_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_tcn_pipeline_on_clock_step(
    const freeboard_tcn_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_tcn_pipeline_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name codel/rfc8289: signals a standing queue at intervals that shrink with the root of their
 * count.
 * Source: RFC 8289.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_CODEL_RFC8289_FIELDS UINT32_C(4)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_CODEL_RFC8289_EACH_FIELD \
    FREEBOARD_FIELD(target, UINT32_C(1024), UINT32_C(2000000000), UINT32_C(5000000)) \
    FREEBOARD_FIELD(interval, UINT32_C(1024), UINT32_C(120000000), UINT32_C(100000000)) \
    FREEBOARD_FIELD(mtu, UINT32_C(0), UINT32_C(65535), UINT32_C(1514)) \
    FREEBOARD_FIELD(ecn, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_codel_rfc8289_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Sojourn time that is acceptable as a standing queue. [1024 to 2000000000 ns; default 5000000]
     */
    uint32_t target;
    /**
     * How long the sojourn time must stay there before the first signal: a worst-case RTT. [1024 to
     * 120000000 ns; default 100000000]
     */
    uint32_t interval;
    /**
     * Backlog up to which a queue is left alone: one packet of the largest size. [0 to 65535 bytes;
     * default 1514]
     */
    uint32_t mtu;
    /**
     * Signals mark (Linux's `ecn`): the schedule moves with each; off, they drop, and it moves with
     * the packet behind. [0 to 1 off or on; default 0]
     */
    uint32_t ecn;
} freeboard_codel_rfc8289_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_codel_rfc8289_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_CODEL_RFC8289_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_CODEL_RFC8289_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_codel_rfc8289_defaults(freeboard_codel_rfc8289_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "rfc8289": RFC 8289 §4: wide area
 * "testbed": [Zhang19] §5.2
 * "simulations": [Zhang19] §5.3 and 5.4
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_codel_rfc8289_preset(freeboard_codel_rfc8289_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_CODEL_RFC8289_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_SOJOURN | \
     FREEBOARD_READS_DEPTH)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_CODEL_RFC8289_NOT_ECT_DROPS UINT32_C(1)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_CODEL_RFC8289_LONGEST_GAP_NS UINT64_C(1073741823)
/** Place of "signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_CODEL_RFC8289_TRIGGER_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_codel_rfc8289_params {
    uint32_t word[5]; /**< the library's own */
} freeboard_codel_rfc8289_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_codel_rfc8289_queue {
    uint32_t word[5]; /**< the library's own */
} freeboard_codel_rfc8289_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_codel_rfc8289_init(
    freeboard_codel_rfc8289_params *params,
    const freeboard_codel_rfc8289_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_codel_rfc8289_effective(
    const freeboard_codel_rfc8289_params *params,
    const freeboard_codel_rfc8289_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_codel_rfc8289_on_dequeue(
    const freeboard_codel_rfc8289_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_codel_rfc8289_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_codel_rfc8289_on_dequeue_counted(
    const freeboard_codel_rfc8289_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_codel_rfc8289_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_codel_rfc8289_on_idle(
    const freeboard_codel_rfc8289_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_codel_rfc8289_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_codel_rfc8289_on_clock_step(
    const freeboard_codel_rfc8289_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_codel_rfc8289_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_codel_rfc8289_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_codel_rfc8289_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name codel/linux: CoDel in Linux's fixed point.
 * Source: RFC 8289, Linux arithmetic.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_CODEL_LINUX_FIELDS UINT32_C(4)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_CODEL_LINUX_EACH_FIELD \
    FREEBOARD_FIELD(target, UINT32_C(1024), UINT32_C(2000000000), UINT32_C(5000000)) \
    FREEBOARD_FIELD(interval, UINT32_C(1024), UINT32_C(120000000), UINT32_C(100000000)) \
    FREEBOARD_FIELD(mtu, UINT32_C(0), UINT32_C(65535), UINT32_C(1514)) \
    FREEBOARD_FIELD(ecn, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_codel_linux_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Sojourn time that is acceptable as a standing queue. [1024 to 2000000000 ns; default 5000000]
     */
    uint32_t target;
    /**
     * How long the sojourn time must stay there before the first signal: a worst-case RTT. [1024 to
     * 120000000 ns; default 100000000]
     */
    uint32_t interval;
    /**
     * Backlog up to which a queue is left alone: one packet of the largest size. [0 to 65535 bytes;
     * default 1514]
     */
    uint32_t mtu;
    /**
     * Signals mark (Linux's `ecn`): the schedule moves with each; off, they drop, and it moves with
     * the packet behind. [0 to 1 off or on; default 0]
     */
    uint32_t ecn;
} freeboard_codel_linux_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_codel_linux_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_CODEL_LINUX_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_CODEL_LINUX_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_codel_linux_defaults(freeboard_codel_linux_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "rfc8289": RFC 8289 §4: wide area
 * "testbed": [Zhang19] §5.2
 * "simulations": [Zhang19] §5.3 and 5.4
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_codel_linux_preset(freeboard_codel_linux_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_CODEL_LINUX_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_NOW_HIGH | \
     FREEBOARD_READS_SOJOURN | \
     FREEBOARD_READS_DEPTH)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_CODEL_LINUX_NOT_ECT_DROPS UINT32_C(1)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_CODEL_LINUX_LONGEST_GAP_NS UINT64_C(1099511627776)
/** Place of "signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_CODEL_LINUX_TRIGGER_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_codel_linux_params {
    uint32_t word[4]; /**< the library's own */
} freeboard_codel_linux_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_codel_linux_queue {
    uint32_t word[6]; /**< the library's own */
} freeboard_codel_linux_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_codel_linux_init(
    freeboard_codel_linux_params *params,
    const freeboard_codel_linux_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_codel_linux_effective(
    const freeboard_codel_linux_params *params,
    const freeboard_codel_linux_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_codel_linux_on_dequeue(
    const freeboard_codel_linux_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_codel_linux_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_codel_linux_on_dequeue_counted(
    const freeboard_codel_linux_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_codel_linux_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_codel_linux_on_idle(
    const freeboard_codel_linux_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_codel_linux_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_codel_linux_on_clock_step(
    const freeboard_codel_linux_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_codel_linux_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_codel_linux_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_codel_linux_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name codel/pipeline: CoDel in one pass: math unit, no memory of the previous episode.
 * Source: RFC 8289, as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_CODEL_PIPELINE_FIELDS UINT32_C(3)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_CODEL_PIPELINE_EACH_FIELD \
    FREEBOARD_FIELD(target, UINT32_C(1), UINT32_C(4294967295), UINT32_C(10000)) \
    FREEBOARD_FIELD(interval, UINT32_C(1024), UINT32_C(2000000000), UINT32_C(240000)) \
    FREEBOARD_FIELD(mtu, UINT32_C(0), UINT32_C(65535), UINT32_C(1514))
/** Settings, in user units. */
typedef struct freeboard_codel_pipeline_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Sojourn time that is acceptable as a standing queue. [1 to 4294967295 ns; default 10000] */
    uint32_t target;
    /**
     * How long the sojourn time must stay there before the first signal: a worst-case RTT. [1024 to
     * 2000000000 ns; default 240000]
     */
    uint32_t interval;
    /**
     * Backlog up to which a queue is left alone: one packet of the largest size. [0 to 65535 bytes;
     * default 1514]
     */
    uint32_t mtu;
} freeboard_codel_pipeline_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_codel_pipeline_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_CODEL_PIPELINE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_CODEL_PIPELINE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_codel_pipeline_defaults(freeboard_codel_pipeline_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "simulations": [Zhang19] §5.3 and 5.4
 * "testbed": [Zhang19] §5.2
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_codel_pipeline_preset(
    freeboard_codel_pipeline_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_CODEL_PIPELINE_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_SOJOURN | \
     FREEBOARD_READS_DEPTH)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_CODEL_PIPELINE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_CODEL_PIPELINE_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_CODEL_PIPELINE_TRIGGER_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_codel_pipeline_params {
    uint32_t word[9]; /**< the library's own */
} freeboard_codel_pipeline_params;
/** State of a pipe; memory filled with 0 is a fresh one. */
typedef struct freeboard_codel_pipeline_pipe {
    uint32_t word[2]; /**< the library's own */
} freeboard_codel_pipeline_pipe;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_codel_pipeline_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_codel_pipeline_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_codel_pipeline_init(
    freeboard_codel_pipeline_params *params,
    const freeboard_codel_pipeline_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_codel_pipeline_effective(
    const freeboard_codel_pipeline_params *params,
    const freeboard_codel_pipeline_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_codel_pipeline_on_dequeue(
    const freeboard_codel_pipeline_params *params,
    freeboard_codel_pipeline_pipe *pipe,
    void *no_port,
    freeboard_codel_pipeline_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_codel_pipeline_on_dequeue_counted(
    const freeboard_codel_pipeline_params *params,
    freeboard_codel_pipeline_pipe *pipe,
    void *no_port,
    freeboard_codel_pipeline_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_codel_pipeline_on_idle(
    const freeboard_codel_pipeline_params *params,
    freeboard_codel_pipeline_pipe *pipe,
    void *no_port,
    freeboard_codel_pipeline_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_codel_pipeline_on_clock_step(
    const freeboard_codel_pipeline_params *params,
    freeboard_codel_pipeline_pipe *pipe,
    void *no_port,
    freeboard_codel_pipeline_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_codel_pipeline_words(
    const freeboard_codel_pipeline_pipe *pipe,
    const void *no_port,
    const freeboard_codel_pipeline_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name ecn-sharp/compact: marks bursts and standing queues by sojourn time.
 * Source: [Zhang19].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_ECN_SHARP_COMPACT_FIELDS UINT32_C(4)
/** `lower-edge`, for the setting math_fill. */
#define FREEBOARD_ECN_SHARP_COMPACT_MATH_FILL_LOWER_EDGE UINT32_C(0)
/** `centre`, for the setting math_fill. */
#define FREEBOARD_ECN_SHARP_COMPACT_MATH_FILL_CENTRE UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_ECN_SHARP_COMPACT_EACH_FIELD \
    FREEBOARD_FIELD(ins_target, UINT32_C(0), UINT32_C(4294967294), UINT32_C(200000)) \
    FREEBOARD_FIELD(pst_target, UINT32_C(1), UINT32_C(4294967295), UINT32_C(85000)) \
    FREEBOARD_FIELD(pst_interval, UINT32_C(1024), UINT32_C(2000000000), UINT32_C(200000)) \
    FREEBOARD_FIELD(math_fill, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_ecn_sharp_compact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Sojourn time above which every packet is marked: lambda x a high percentile of the RTT. [0 to
     * 4294967294 ns; default 200000]
     */
    uint32_t ins_target;
    /**
     * Sojourn time that counts as a standing queue: at least lambda x the mean RTT. [1 to
     * 4294967295 ns; default 85000]
     */
    uint32_t pst_target;
    /**
     * How long the sojourn time must stay there before the first persistent mark: about one
     * high-percentile RTT. [1024 to 2000000000 ns; default 200000]
     */
    uint32_t pst_interval;
    /**
     * How the math unit's bins are filled. [0 to 1 FREEBOARD_ECN_SHARP_COMPACT_MATH_FILL_...;
     * default 0]
     */
    uint32_t math_fill;
} freeboard_ecn_sharp_compact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_ecn_sharp_compact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_ECN_SHARP_COMPACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_ECN_SHARP_COMPACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_ecn_sharp_compact_defaults(freeboard_ecn_sharp_compact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "paper": [Zhang19] §5.2, testbed
 * "simulations": [Zhang19] §5.3 and 5.4; ins_target 220 us is the stated 90th-percentile RTT,
 * pst_target 10 us follows from "8 packets"
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_ecn_sharp_compact_preset(
    freeboard_ecn_sharp_compact_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_ECN_SHARP_COMPACT_READS (FREEBOARD_READS_NOW | FREEBOARD_READS_SOJOURN)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_ECN_SHARP_COMPACT_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_ECN_SHARP_COMPACT_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "instantaneous signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_ECN_SHARP_COMPACT_TRIGGER_INSTANTANEOUS_SIGNALS UINT32_C(0)
/** Place of "persistent signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_ECN_SHARP_COMPACT_TRIGGER_PERSISTENT_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_ecn_sharp_compact_params {
    uint32_t word[9]; /**< the library's own */
} freeboard_ecn_sharp_compact_params;
/** State of a pipe; memory filled with 0 is a fresh one. */
typedef struct freeboard_ecn_sharp_compact_pipe {
    uint32_t word[2]; /**< the library's own */
} freeboard_ecn_sharp_compact_pipe;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_ecn_sharp_compact_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_ecn_sharp_compact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_ecn_sharp_compact_init(
    freeboard_ecn_sharp_compact_params *params,
    const freeboard_ecn_sharp_compact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_ecn_sharp_compact_effective(
    const freeboard_ecn_sharp_compact_params *params,
    const freeboard_ecn_sharp_compact_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_ecn_sharp_compact_on_dequeue(
    const freeboard_ecn_sharp_compact_params *params,
    freeboard_ecn_sharp_compact_pipe *pipe,
    void *no_port,
    freeboard_ecn_sharp_compact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_ecn_sharp_compact_on_dequeue_counted(
    const freeboard_ecn_sharp_compact_params *params,
    freeboard_ecn_sharp_compact_pipe *pipe,
    void *no_port,
    freeboard_ecn_sharp_compact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_ecn_sharp_compact_on_idle(
    const freeboard_ecn_sharp_compact_params *params,
    freeboard_ecn_sharp_compact_pipe *pipe,
    void *no_port,
    freeboard_ecn_sharp_compact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_ecn_sharp_compact_on_clock_step(
    const freeboard_ecn_sharp_compact_params *params,
    freeboard_ecn_sharp_compact_pipe *pipe,
    void *no_port,
    freeboard_ecn_sharp_compact_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_ecn_sharp_compact_words(
    const freeboard_ecn_sharp_compact_pipe *pipe,
    const void *no_port,
    const freeboard_ecn_sharp_compact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name ecn-sharp/paper-shaped: marks bursts and standing queues by sojourn time.
 * Source: [Zhang19].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_FIELDS UINT32_C(4)
/** `lower-edge`, for the setting math_fill. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_MATH_FILL_LOWER_EDGE UINT32_C(0)
/** `centre`, for the setting math_fill. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_MATH_FILL_CENTRE UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_EACH_FIELD \
    FREEBOARD_FIELD(ins_target, UINT32_C(0), UINT32_C(4294967294), UINT32_C(200000)) \
    FREEBOARD_FIELD(pst_target, UINT32_C(1), UINT32_C(4294967295), UINT32_C(85000)) \
    FREEBOARD_FIELD(pst_interval, UINT32_C(1024), UINT32_C(2000000000), UINT32_C(200000)) \
    FREEBOARD_FIELD(math_fill, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_ecn_sharp_paper_shaped_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Sojourn time above which every packet is marked: lambda x a high percentile of the RTT. [0 to
     * 4294967294 ns; default 200000]
     */
    uint32_t ins_target;
    /**
     * Sojourn time that counts as a standing queue: at least lambda x the mean RTT. [1 to
     * 4294967295 ns; default 85000]
     */
    uint32_t pst_target;
    /**
     * How long the sojourn time must stay there before the first persistent mark: about one
     * high-percentile RTT. [1024 to 2000000000 ns; default 200000]
     */
    uint32_t pst_interval;
    /**
     * How the math unit's bins are filled. [0 to 1 FREEBOARD_ECN_SHARP_PAPER_SHAPED_MATH_FILL_...;
     * default 0]
     */
    uint32_t math_fill;
} freeboard_ecn_sharp_paper_shaped_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_ecn_sharp_paper_shaped_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_ECN_SHARP_PAPER_SHAPED_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_ECN_SHARP_PAPER_SHAPED_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_ecn_sharp_paper_shaped_defaults(freeboard_ecn_sharp_paper_shaped_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "paper": [Zhang19] §5.2, testbed
 * "simulations": [Zhang19] §5.3 and 5.4; ins_target 220 us is the stated 90th-percentile RTT,
 * pst_target 10 us follows from "8 packets"
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_ecn_sharp_paper_shaped_preset(
    freeboard_ecn_sharp_paper_shaped_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_READS (FREEBOARD_READS_NOW | FREEBOARD_READS_SOJOURN)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "instantaneous signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_TRIGGER_INSTANTANEOUS_SIGNALS UINT32_C(0)
/** Place of "persistent signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_ECN_SHARP_PAPER_SHAPED_TRIGGER_PERSISTENT_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_ecn_sharp_paper_shaped_params {
    uint32_t word[9]; /**< the library's own */
} freeboard_ecn_sharp_paper_shaped_params;
/** State of a pipe; memory filled with 0 is a fresh one. */
typedef struct freeboard_ecn_sharp_paper_shaped_pipe {
    uint32_t word[2]; /**< the library's own */
} freeboard_ecn_sharp_paper_shaped_pipe;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_ecn_sharp_paper_shaped_queue {
    uint32_t word[5]; /**< the library's own */
} freeboard_ecn_sharp_paper_shaped_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_ecn_sharp_paper_shaped_init(
    freeboard_ecn_sharp_paper_shaped_params *params,
    const freeboard_ecn_sharp_paper_shaped_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_ecn_sharp_paper_shaped_effective(
    const freeboard_ecn_sharp_paper_shaped_params *params,
    const freeboard_ecn_sharp_paper_shaped_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_ecn_sharp_paper_shaped_on_dequeue(
    const freeboard_ecn_sharp_paper_shaped_params *params,
    freeboard_ecn_sharp_paper_shaped_pipe *pipe,
    void *no_port,
    freeboard_ecn_sharp_paper_shaped_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_ecn_sharp_paper_shaped_on_dequeue_counted(
    const freeboard_ecn_sharp_paper_shaped_params *params,
    freeboard_ecn_sharp_paper_shaped_pipe *pipe,
    void *no_port,
    freeboard_ecn_sharp_paper_shaped_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_ecn_sharp_paper_shaped_on_idle(
    const freeboard_ecn_sharp_paper_shaped_params *params,
    freeboard_ecn_sharp_paper_shaped_pipe *pipe,
    void *no_port,
    freeboard_ecn_sharp_paper_shaped_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_ecn_sharp_paper_shaped_on_clock_step(
    const freeboard_ecn_sharp_paper_shaped_params *params,
    freeboard_ecn_sharp_paper_shaped_pipe *pipe,
    void *no_port,
    freeboard_ecn_sharp_paper_shaped_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_ecn_sharp_paper_shaped_words(
    const freeboard_ecn_sharp_paper_shaped_pipe *pipe,
    const void *no_port,
    const freeboard_ecn_sharp_paper_shaped_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name ecn-sharp/sliced: marks bursts and standing queues by sojourn time.
 * Source: [Zhang19].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_ECN_SHARP_SLICED_FIELDS UINT32_C(4)
/** `lower-edge`, for the setting math_fill. */
#define FREEBOARD_ECN_SHARP_SLICED_MATH_FILL_LOWER_EDGE UINT32_C(0)
/** `centre`, for the setting math_fill. */
#define FREEBOARD_ECN_SHARP_SLICED_MATH_FILL_CENTRE UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_ECN_SHARP_SLICED_EACH_FIELD \
    FREEBOARD_FIELD(ins_target, UINT32_C(0), UINT32_C(4294967294), UINT32_C(200000)) \
    FREEBOARD_FIELD(pst_target, UINT32_C(1), UINT32_C(4294967295), UINT32_C(85000)) \
    FREEBOARD_FIELD(pst_interval, UINT32_C(1024), UINT32_C(2000000000), UINT32_C(200000)) \
    FREEBOARD_FIELD(math_fill, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_ecn_sharp_sliced_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Sojourn time above which every packet is marked: lambda x a high percentile of the RTT. [0 to
     * 4294967294 ns; default 200000]
     */
    uint32_t ins_target;
    /**
     * Sojourn time that counts as a standing queue: at least lambda x the mean RTT. [1 to
     * 4294967295 ns; default 85000]
     */
    uint32_t pst_target;
    /**
     * How long the sojourn time must stay there before the first persistent mark: about one
     * high-percentile RTT. [1024 to 2000000000 ns; default 200000]
     */
    uint32_t pst_interval;
    /**
     * How the math unit's bins are filled. [0 to 1 FREEBOARD_ECN_SHARP_SLICED_MATH_FILL_...;
     * default 0]
     */
    uint32_t math_fill;
} freeboard_ecn_sharp_sliced_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_ecn_sharp_sliced_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_ECN_SHARP_SLICED_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_ECN_SHARP_SLICED_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_ecn_sharp_sliced_defaults(freeboard_ecn_sharp_sliced_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "paper": [Zhang19] §5.2, testbed
 * "simulations": [Zhang19] §5.3 and 5.4; ins_target 220 us is the stated 90th-percentile RTT,
 * pst_target 10 us follows from "8 packets"
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_ecn_sharp_sliced_preset(
    freeboard_ecn_sharp_sliced_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_ECN_SHARP_SLICED_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_NOW_HIGH | \
     FREEBOARD_READS_SOJOURN)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_ECN_SHARP_SLICED_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_ECN_SHARP_SLICED_LONGEST_GAP_NS UINT64_C(2199023254528)
/** Place of "instantaneous signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_ECN_SHARP_SLICED_TRIGGER_INSTANTANEOUS_SIGNALS UINT32_C(0)
/** Place of "persistent signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_ECN_SHARP_SLICED_TRIGGER_PERSISTENT_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_ecn_sharp_sliced_params {
    uint32_t word[9]; /**< the library's own */
} freeboard_ecn_sharp_sliced_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_ecn_sharp_sliced_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_ecn_sharp_sliced_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_ecn_sharp_sliced_init(
    freeboard_ecn_sharp_sliced_params *params,
    const freeboard_ecn_sharp_sliced_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_ecn_sharp_sliced_effective(
    const freeboard_ecn_sharp_sliced_params *params,
    const freeboard_ecn_sharp_sliced_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_ecn_sharp_sliced_on_dequeue(
    const freeboard_ecn_sharp_sliced_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_ecn_sharp_sliced_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_ecn_sharp_sliced_on_dequeue_counted(
    const freeboard_ecn_sharp_sliced_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_ecn_sharp_sliced_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_ecn_sharp_sliced_on_idle(
    const freeboard_ecn_sharp_sliced_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_ecn_sharp_sliced_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_ecn_sharp_sliced_on_clock_step(
    const freeboard_ecn_sharp_sliced_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_ecn_sharp_sliced_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_ecn_sharp_sliced_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_ecn_sharp_sliced_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name ecn-sharp/exact: marks bursts and standing queues by sojourn time.
 * Source: [Zhang19].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_ECN_SHARP_EXACT_FIELDS UINT32_C(6)
/** `after`, for the setting due. */
#define FREEBOARD_ECN_SHARP_EXACT_DUE_AFTER UINT32_C(0)
/** `at`, for the setting due. */
#define FREEBOARD_ECN_SHARP_EXACT_DUE_AT UINT32_C(1)
/** `schedule`, for the setting reschedule. */
#define FREEBOARD_ECN_SHARP_EXACT_RESCHEDULE_SCHEDULE UINT32_C(0)
/** `now`, for the setting reschedule. */
#define FREEBOARD_ECN_SHARP_EXACT_RESCHEDULE_NOW UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_ECN_SHARP_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(ins_target, UINT32_C(0), UINT32_C(4294967295), UINT32_C(200000)) \
    FREEBOARD_FIELD(pst_target, UINT32_C(1), UINT32_C(4294967295), UINT32_C(85000)) \
    FREEBOARD_FIELD(pst_interval, UINT32_C(1), UINT32_C(2000000000), UINT32_C(200000)) \
    FREEBOARD_FIELD(due, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(reschedule, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(idle_reset, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_ecn_sharp_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Sojourn time above which every packet is marked: lambda x a high percentile of the RTT. [0 to
     * 4294967295 ns; default 200000]
     */
    uint32_t ins_target;
    /**
     * Sojourn time that counts as a standing queue: at least lambda x the mean RTT. [1 to
     * 4294967295 ns; default 85000]
     */
    uint32_t pst_target;
    /**
     * How long the sojourn time must stay there before the first persistent mark: about one
     * high-percentile RTT. [1 to 2000000000 ns; default 200000]
     */
    uint32_t pst_interval;
    /**
     * When the next persistent mark is due: strictly after its time, or at it. [0 to 1
     * FREEBOARD_ECN_SHARP_EXACT_DUE_...; default 0]
     */
    uint32_t due;
    /**
     * What the next mark is scheduled from: the time that was due, or the time of the mark. [0 to 1
     * FREEBOARD_ECN_SHARP_EXACT_RESCHEDULE_...; default 0]
     */
    uint32_t reschedule;
    /**
     * Forget the standing queue when the packet leaves an empty queue behind. [0 to 1 off or on;
     * default 0]
     */
    uint32_t idle_reset;
} freeboard_ecn_sharp_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_ecn_sharp_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_ECN_SHARP_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_ECN_SHARP_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_ecn_sharp_exact_defaults(freeboard_ecn_sharp_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "paper": [Zhang19] §5.2, testbed
 * "simulations": [Zhang19] §5.3 and 5.4; ins_target 220 us is the stated 90th-percentile RTT,
 * pst_target 10 us follows from "8 packets"
 * "authors-code": the authors' released simulator: large-scale defaults
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_ecn_sharp_exact_preset(
    freeboard_ecn_sharp_exact_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_ECN_SHARP_EXACT_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_SOJOURN | \
     FREEBOARD_READS_DEPTH)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_ECN_SHARP_EXACT_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_ECN_SHARP_EXACT_LONGEST_GAP_NS UINT64_C(1073741823)
/** Place of "instantaneous signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_ECN_SHARP_EXACT_TRIGGER_INSTANTANEOUS_SIGNALS UINT32_C(0)
/** Place of "persistent signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_ECN_SHARP_EXACT_TRIGGER_PERSISTENT_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_ecn_sharp_exact_params {
    uint32_t word[6]; /**< the library's own */
} freeboard_ecn_sharp_exact_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_ecn_sharp_exact_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_ecn_sharp_exact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_ecn_sharp_exact_init(
    freeboard_ecn_sharp_exact_params *params,
    const freeboard_ecn_sharp_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_ecn_sharp_exact_effective(
    const freeboard_ecn_sharp_exact_params *params,
    const freeboard_ecn_sharp_exact_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_ecn_sharp_exact_on_dequeue(
    const freeboard_ecn_sharp_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_ecn_sharp_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_ecn_sharp_exact_on_dequeue_counted(
    const freeboard_ecn_sharp_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_ecn_sharp_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_ecn_sharp_exact_on_idle(
    const freeboard_ecn_sharp_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_ecn_sharp_exact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_ecn_sharp_exact_on_clock_step(
    const freeboard_ecn_sharp_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_ecn_sharp_exact_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_ecn_sharp_exact_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_ecn_sharp_exact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name red/exact: marks at random by the average queue length.
 * Source: [Floyd93].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_RED_EXACT_FIELDS UINT32_C(12)
/** `floyd`, for the setting counter. */
#define FREEBOARD_RED_EXACT_COUNTER_FLOYD UINT32_C(0)
/** `text`, for the setting counter. */
#define FREEBOARD_RED_EXACT_COUNTER_TEXT UINT32_C(1)
/** `wait`, for the setting counter. */
#define FREEBOARD_RED_EXACT_COUNTER_WAIT UINT32_C(2)
/** `none`, for the setting counter. */
#define FREEBOARD_RED_EXACT_COUNTER_NONE UINT32_C(3)
/** `test`, for the setting start. */
#define FREEBOARD_RED_EXACT_START_TEST UINT32_C(0)
/** `arm`, for the setting start. */
#define FREEBOARD_RED_EXACT_START_ARM UINT32_C(1)
/** `arrival`, for the setting at. */
#define FREEBOARD_RED_EXACT_AT_ARRIVAL UINT32_C(0)
/** `departure`, for the setting at. */
#define FREEBOARD_RED_EXACT_AT_DEPARTURE UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_RED_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(kmin, UINT32_C(1), UINT32_C(2147483647), UINT32_C(7500)) \
    FREEBOARD_FIELD(kmax, UINT32_C(1), UINT32_C(2147483647), UINT32_C(22500)) \
    FREEBOARD_FIELD(p_max, UINT32_C(1), UINT32_C(65536), UINT32_C(1311)) \
    FREEBOARD_FIELD(weight, UINT32_C(0), UINT32_C(10), UINT32_C(9)) \
    FREEBOARD_FIELD(gentle, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(counter, UINT32_C(0), UINT32_C(3), UINT32_C(0)) \
    FREEBOARD_FIELD(start, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(bytes, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(mean, UINT32_C(64), UINT32_C(65535), UINT32_C(1500)) \
    FREEBOARD_FIELD(guard, UINT32_C(0), UINT32_C(4294967294), UINT32_C(0)) \
    FREEBOARD_FIELD(packet_time, UINT32_C(1), UINT32_C(1000000), UINT32_C(1200)) \
    FREEBOARD_FIELD(at, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_red_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Average length from which on packets are signalled. [1 to 2147483647 bytes; default 7500]
     */
    uint32_t kmin;
    /**
     * Average length from which on every packet is signalled, or the second ramp begins. [1 to
     * 2147483647 bytes; default 22500]
     */
    uint32_t kmax;
    /** Probability at kmax. [1 to 65536 of FREEBOARD_FRACTION_ONE; default 1311] */
    uint32_t p_max;
    /**
     * Gain of the average: 2^-w per packet; 0 takes the queue as it is. [0 to 10 power of 2;
     * default 9]
     */
    uint32_t weight;
    /**
     * Above kmax the probability rises from p_max to 1 at twice kmax. [0 to 1 off or on; default 0]
     */
    uint32_t gentle;
    /**
     * How signals are spread out: see the page. [0 to 3 FREEBOARD_RED_EXACT_COUNTER_...; default 0]
     */
    uint32_t counter;
    /**
     * The first packet above kmin: it is tested, or it only arms the counter. [0 to 1
     * FREEBOARD_RED_EXACT_START_...; default 0]
     */
    uint32_t start;
    /**
     * Large packets are signalled more often, in proportion to their size. [0 to 1 off or on;
     * default 0]
     */
    uint32_t bytes;
    /** Mean packet size of the byte mode. [64 to 65535 bytes; default 1500] */
    uint32_t mean;
    /** Queue length up to which nothing is signalled. [0 to 4294967294 bytes; default 0] */
    uint32_t guard;
    /**
     * Time one packet takes on the link: how fast the average decays while the queue is empty. [1
     * to 1000000 ns; default 1200]
     */
    uint32_t packet_time;
    /**
     * Where the queue is measured and signals are drawn: as a packet arrives, or as it leaves,
     * without itself. [0 to 1 FREEBOARD_RED_EXACT_AT_...; default 0]
     */
    uint32_t at;
} freeboard_red_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_red_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_RED_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_RED_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_red_exact_defaults(freeboard_red_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "floyd": [Floyd93]
 * "ns-3": ns-3 defaults: 5 and 15 packets, 0.002, 1/50, gentle, wait, more than one packet queued
 * "e-ecn-baseline": E-ECN paper Fig. 11: 15 and 30 packets of 1000 B at 1 Gbit/s; the rest as ns-3,
 * which it used
 * "dctcp": [Alizadeh10] §3.5: kmin = kmax = K on the queue as it is; 65 packets at 10 Gbit/s
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_red_exact_preset(freeboard_red_exact_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_RED_EXACT_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_DEPTH | \
     FREEBOARD_READS_SIZE | \
     FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_RED_EXACT_NOT_ECT_DROPS UINT32_C(1)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_RED_EXACT_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "early signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_RED_EXACT_TRIGGER_EARLY_SIGNALS UINT32_C(0)
/** Place of "forced signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_RED_EXACT_TRIGGER_FORCED_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_red_exact_params {
    uint32_t word[27]; /**< the library's own */
} freeboard_red_exact_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_red_exact_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_red_exact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_red_exact_init(
    freeboard_red_exact_params *params,
    const freeboard_red_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_red_exact_effective(
    const freeboard_red_exact_params *params,
    const freeboard_red_exact_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_red_exact_on_enqueue(
    const freeboard_red_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_red_exact_on_enqueue_counted(
    const freeboard_red_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_red_exact_on_dequeue(
    const freeboard_red_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_red_exact_on_dequeue_counted(
    const freeboard_red_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_red_exact_on_idle(
    const freeboard_red_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_exact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_red_exact_on_clock_step(
    const freeboard_red_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_exact_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_red_exact_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_red_exact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name red/low-pass: RED in one pass: average over time, ramp of a power of two.
 * Source: [Floyd93], as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_RED_LOW_PASS_FIELDS UINT32_C(4)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_RED_LOW_PASS_EACH_FIELD \
    FREEBOARD_FIELD(kmin, UINT32_C(0), UINT32_C(2147483647), UINT32_C(7500)) \
    FREEBOARD_FIELD(kmax, UINT32_C(1), UINT32_C(2147483647), UINT32_C(22500)) \
    FREEBOARD_FIELD(p_max, UINT32_C(1), UINT32_C(65536), UINT32_C(1311)) \
    FREEBOARD_FIELD(tau, UINT32_C(1), UINT32_C(2147483647), UINT32_C(614400))
/** Settings, in user units. */
typedef struct freeboard_red_low_pass_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Average length from which on packets are signalled. [0 to 2147483647 bytes; default 7500]
     */
    uint32_t kmin;
    /**
     * Average length from which on every packet is signalled. [1 to 2147483647 bytes; default
     * 22500]
     */
    uint32_t kmax;
    /**
     * Probability at kmax; takes effect as the nearest ramp of a power of two. [1 to 65536 of
     * FREEBOARD_FRACTION_ONE; default 1311]
     */
    uint32_t p_max;
    /**
     * Time constant of the average; takes effect as a power of two, rounded down. [1 to 2147483647
     * ns; default 614400]
     */
    uint32_t tau;
} freeboard_red_low_pass_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_red_low_pass_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_RED_LOW_PASS_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_RED_LOW_PASS_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_red_low_pass_defaults(freeboard_red_low_pass_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "floyd": [Floyd93], per packet turned into time
 * "e-ecn-baseline": E-ECN paper Fig. 11: 15 and 30 packets of 1000 B at 1 Gbit/s
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_red_low_pass_preset(freeboard_red_low_pass_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_RED_LOW_PASS_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_DEPTH | \
     FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_RED_LOW_PASS_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_RED_LOW_PASS_LONGEST_GAP_NS UINT64_C(2147483646)
/** Place of "early signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_RED_LOW_PASS_TRIGGER_EARLY_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_red_low_pass_params {
    uint32_t word[4]; /**< the library's own */
} freeboard_red_low_pass_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_red_low_pass_queue {
    uint32_t word[2]; /**< the library's own */
} freeboard_red_low_pass_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_red_low_pass_init(
    freeboard_red_low_pass_params *params,
    const freeboard_red_low_pass_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_red_low_pass_effective(
    const freeboard_red_low_pass_params *params,
    const freeboard_red_low_pass_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_red_low_pass_on_enqueue(
    const freeboard_red_low_pass_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_low_pass_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_red_low_pass_on_enqueue_counted(
    const freeboard_red_low_pass_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_low_pass_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_red_low_pass_on_idle(
    const freeboard_red_low_pass_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_low_pass_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_red_low_pass_on_clock_step(
    const freeboard_red_low_pass_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_red_low_pass_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_red_low_pass_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_red_low_pass_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name e-ecn/exact: marks when the predicted queue length reaches K.
 * Source: [Wang22].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_E_ECN_EXACT_FIELDS UINT32_C(6)
/** `elapsed`, for the setting divisor. */
#define FREEBOARD_E_ECN_EXACT_DIVISOR_ELAPSED UINT32_C(0)
/** `window`, for the setting divisor. */
#define FREEBOARD_E_ECN_EXACT_DIVISOR_WINDOW UINT32_C(1)
/** `at-or-above`, for the setting comparison. */
#define FREEBOARD_E_ECN_EXACT_COMPARISON_AT_OR_ABOVE UINT32_C(0)
/** `above`, for the setting comparison. */
#define FREEBOARD_E_ECN_EXACT_COMPARISON_ABOVE UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_E_ECN_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(k, UINT32_C(1), UINT32_C(4294967295), UINT32_C(60000)) \
    FREEBOARD_FIELD(t_i, UINT32_C(1), UINT32_C(1000000000), UINT32_C(1000)) \
    FREEBOARD_FIELD(t_a, UINT32_C(0), UINT32_C(1000000000), UINT32_C(18000)) \
    FREEBOARD_FIELD(divisor, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(comparison, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(clamp_rate_at_zero, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_e_ecn_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Predicted queue length from which on packets are marked. [1 to 4294967295 bytes; default
     * 60000]
     */
    uint32_t k;
    /** Window over which the growth rate is measured. [1 to 1000000000 ns; default 1000] */
    uint32_t t_i;
    /**
     * How far ahead the queue is predicted; 0 is a plain threshold. [0 to 1000000000 ns; default
     * 18000]
     */
    uint32_t t_a;
    /**
     * What the growth is divided by: the time since the last update, or T_i. [0 to 1
     * FREEBOARD_E_ECN_EXACT_DIVISOR_...; default 0]
     */
    uint32_t divisor;
    /**
     * How the predicted length must compare with K. [0 to 1 FREEBOARD_E_ECN_EXACT_COMPARISON_...;
     * default 0]
     */
    uint32_t comparison;
    /** A shrinking queue does not lower the prediction. [0 to 1 off or on; default 0] */
    uint32_t clamp_rate_at_zero;
} freeboard_e_ecn_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_e_ecn_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_E_ECN_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_E_ECN_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_e_ecn_exact_defaults(freeboard_e_ecn_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "paper": [Wang22] §V-A: 10 Gbit/s, 60 packets of 1000 B, T_i 1 us, T_a about 3 base RTTs
 * "equation-1": [Wang22] equations (1) and (2) and their prose: divides by T_i, and "exceeds"
 * "bursts-1g": [Wang22] Fig. 10: 1 Gbit/s, 50 packets, T_i 10 us, T_a 5 RTTs of 32 us
 * "compared-1g": [Wang22] Fig. 11: 1 Gbit/s, 30 packets, T_i 10 us, T_a about 5 RTTs of 32 us
 * "fat-tree": [Wang22] Fig. 12: 50 packets, T_a 0.3 ms; T_i of the 1 Gbit/s ports
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_e_ecn_exact_preset(freeboard_e_ecn_exact_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_E_ECN_EXACT_READS (FREEBOARD_READS_NOW | FREEBOARD_READS_DEPTH)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_E_ECN_EXACT_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_E_ECN_EXACT_LONGEST_GAP_NS UINT64_C(1147483647)
/** Place of "early signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_E_ECN_EXACT_TRIGGER_EARLY_SIGNALS UINT32_C(0)
/** Place of "threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_E_ECN_EXACT_TRIGGER_THRESHOLD_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_e_ecn_exact_params {
    uint32_t word[5]; /**< the library's own */
} freeboard_e_ecn_exact_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_e_ecn_exact_queue {
    uint32_t word[5]; /**< the library's own */
} freeboard_e_ecn_exact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_e_ecn_exact_init(
    freeboard_e_ecn_exact_params *params,
    const freeboard_e_ecn_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_e_ecn_exact_effective(
    const freeboard_e_ecn_exact_params *params,
    const freeboard_e_ecn_exact_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_e_ecn_exact_on_enqueue(
    const freeboard_e_ecn_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_e_ecn_exact_on_enqueue_counted(
    const freeboard_e_ecn_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_e_ecn_exact_on_idle(
    const freeboard_e_ecn_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_exact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_e_ecn_exact_on_clock_step(
    const freeboard_e_ecn_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_exact_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_e_ecn_exact_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_e_ecn_exact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name e-ecn/shift-16: E-ECN in one pass: a shift instead of the division.
 * Source: [Wang22], as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_E_ECN_SHIFT_16_FIELDS UINT32_C(2)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_E_ECN_SHIFT_16_EACH_FIELD \
    FREEBOARD_FIELD(k, UINT32_C(1), UINT32_C(33554432), UINT32_C(60000)) \
    FREEBOARD_FIELD(t_i, UINT32_C(1), UINT32_C(1000000000), UINT32_C(1000))
/** Settings, in user units. */
typedef struct freeboard_e_ecn_shift_16_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Predicted queue length from which on packets are marked. [1 to 33554432 bytes; default 60000]
     */
    uint32_t k;
    /**
     * Window over which the growth rate is measured; the horizon is 16 or 32 of it. [1 to
     * 1000000000 ns; default 1000]
     */
    uint32_t t_i;
} freeboard_e_ecn_shift_16_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_e_ecn_shift_16_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_E_ECN_SHIFT_16_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_E_ECN_SHIFT_16_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_e_ecn_shift_16_defaults(freeboard_e_ecn_shift_16_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "paper": [Wang22] §V-A: 10 Gbit/s, 60 packets of 1000 B, T_i 1 us, T_a about 3 base RTTs
 * "bursts-1g": [Wang22] Fig. 10: 1 Gbit/s, 50 packets, T_i 10 us, T_a 5 RTTs of 32 us
 * "compared-1g": [Wang22] Fig. 11: 1 Gbit/s, 30 packets, T_i 10 us, T_a about 5 RTTs of 32 us
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_e_ecn_shift_16_preset(
    freeboard_e_ecn_shift_16_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_E_ECN_SHIFT_16_READS (FREEBOARD_READS_NOW | FREEBOARD_READS_DEPTH)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_E_ECN_SHIFT_16_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_E_ECN_SHIFT_16_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "early signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_E_ECN_SHIFT_16_TRIGGER_EARLY_SIGNALS UINT32_C(0)
/** Place of "threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_E_ECN_SHIFT_16_TRIGGER_THRESHOLD_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_e_ecn_shift_16_params {
    uint32_t word[3]; /**< the library's own */
} freeboard_e_ecn_shift_16_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_e_ecn_shift_16_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_e_ecn_shift_16_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_e_ecn_shift_16_init(
    freeboard_e_ecn_shift_16_params *params,
    const freeboard_e_ecn_shift_16_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_e_ecn_shift_16_effective(
    const freeboard_e_ecn_shift_16_params *params,
    const freeboard_e_ecn_shift_16_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_e_ecn_shift_16_on_enqueue(
    const freeboard_e_ecn_shift_16_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_shift_16_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_e_ecn_shift_16_on_enqueue_counted(
    const freeboard_e_ecn_shift_16_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_shift_16_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_e_ecn_shift_16_on_idle(
    const freeboard_e_ecn_shift_16_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_shift_16_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_e_ecn_shift_16_on_clock_step(
    const freeboard_e_ecn_shift_16_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_shift_16_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_e_ecn_shift_16_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_e_ecn_shift_16_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name e-ecn/shift-32: E-ECN in one pass: a shift instead of the division.
 * Source: [Wang22], as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_E_ECN_SHIFT_32_FIELDS UINT32_C(2)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_E_ECN_SHIFT_32_EACH_FIELD \
    FREEBOARD_FIELD(k, UINT32_C(1), UINT32_C(33554432), UINT32_C(60000)) \
    FREEBOARD_FIELD(t_i, UINT32_C(1), UINT32_C(1000000000), UINT32_C(1000))
/** Settings, in user units. */
typedef struct freeboard_e_ecn_shift_32_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Predicted queue length from which on packets are marked. [1 to 33554432 bytes; default 60000]
     */
    uint32_t k;
    /**
     * Window over which the growth rate is measured; the horizon is 16 or 32 of it. [1 to
     * 1000000000 ns; default 1000]
     */
    uint32_t t_i;
} freeboard_e_ecn_shift_32_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_e_ecn_shift_32_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_E_ECN_SHIFT_32_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_E_ECN_SHIFT_32_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_e_ecn_shift_32_defaults(freeboard_e_ecn_shift_32_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "paper": [Wang22] §V-A: 10 Gbit/s, 60 packets of 1000 B, T_i 1 us, T_a about 3 base RTTs
 * "bursts-1g": [Wang22] Fig. 10: 1 Gbit/s, 50 packets, T_i 10 us, T_a 5 RTTs of 32 us
 * "compared-1g": [Wang22] Fig. 11: 1 Gbit/s, 30 packets, T_i 10 us, T_a about 5 RTTs of 32 us
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_e_ecn_shift_32_preset(
    freeboard_e_ecn_shift_32_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_E_ECN_SHIFT_32_READS (FREEBOARD_READS_NOW | FREEBOARD_READS_DEPTH)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_E_ECN_SHIFT_32_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_E_ECN_SHIFT_32_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "early signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_E_ECN_SHIFT_32_TRIGGER_EARLY_SIGNALS UINT32_C(0)
/** Place of "threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_E_ECN_SHIFT_32_TRIGGER_THRESHOLD_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_e_ecn_shift_32_params {
    uint32_t word[3]; /**< the library's own */
} freeboard_e_ecn_shift_32_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_e_ecn_shift_32_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_e_ecn_shift_32_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_e_ecn_shift_32_init(
    freeboard_e_ecn_shift_32_params *params,
    const freeboard_e_ecn_shift_32_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_e_ecn_shift_32_effective(
    const freeboard_e_ecn_shift_32_params *params,
    const freeboard_e_ecn_shift_32_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_e_ecn_shift_32_on_enqueue(
    const freeboard_e_ecn_shift_32_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_shift_32_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_e_ecn_shift_32_on_enqueue_counted(
    const freeboard_e_ecn_shift_32_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_shift_32_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_e_ecn_shift_32_on_idle(
    const freeboard_e_ecn_shift_32_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_shift_32_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_e_ecn_shift_32_on_clock_step(
    const freeboard_e_ecn_shift_32_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_e_ecn_shift_32_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_e_ecn_shift_32_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_e_ecn_shift_32_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name bcc/exact: marks by the port's queue and by the shared buffer.
 * Source: [Bai20].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_BCC_EXACT_FIELDS UINT32_C(16)
/** `1/128`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_1_128 UINT32_C(0)
/** `1/64`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_1_64 UINT32_C(1)
/** `1/32`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_1_32 UINT32_C(2)
/** `1/16`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_1_16 UINT32_C(3)
/** `1/8`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_1_8 UINT32_C(4)
/** `1/4`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_1_4 UINT32_C(5)
/** `1/2`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_1_2 UINT32_C(6)
/** `1`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_1 UINT32_C(7)
/** `2`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_2 UINT32_C(8)
/** `4`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_4 UINT32_C(9)
/** `8`, for the setting alpha. */
#define FREEBOARD_BCC_EXACT_ALPHA_8 UINT32_C(10)
/** `red`, for the setting marking. */
#define FREEBOARD_BCC_EXACT_MARKING_RED UINT32_C(0)
/** `cut-off`, for the setting marking. */
#define FREEBOARD_BCC_EXACT_MARKING_CUT_OFF UINT32_C(1)
/** `excluded`, for the setting own. */
#define FREEBOARD_BCC_EXACT_OWN_EXCLUDED UINT32_C(0)
/** `included`, for the setting own. */
#define FREEBOARD_BCC_EXACT_OWN_INCLUDED UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_BCC_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(link, UINT32_C(100), UINT32_C(1600000), UINT32_C(100000)) \
    FREEBOARD_FIELD(rtt, UINT32_C(1000), UINT32_C(10000000), UINT32_C(80000)) \
    FREEBOARD_FIELD(lambda, UINT32_C(1), UINT32_C(2000), UINT32_C(720)) \
    FREEBOARD_FIELD(alpha, UINT32_C(0), UINT32_C(10), UINT32_C(9)) \
    FREEBOARD_FIELD(pool, UINT32_C(1), UINT32_C(1073741824), UINT32_C(3000000)) \
    FREEBOARD_FIELD(reserve, UINT32_C(0), UINT32_C(1073741824), UINT32_C(128000)) \
    FREEBOARD_FIELD(ports, UINT32_C(1), UINT32_C(512), UINT32_C(8)) \
    FREEBOARD_FIELD(h, UINT32_C(1), UINT32_C(1000000), UINT32_C(8000)) \
    FREEBOARD_FIELD(p_max, UINT32_C(1), UINT32_C(65536), UINT32_C(6554)) \
    FREEBOARD_FIELD(marking, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(cut_off, UINT32_C(1), UINT32_C(1073741824), UINT32_C(2200000)) \
    FREEBOARD_FIELD(k_port, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(b_r, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(range, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(own, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(mean, UINT32_C(64), UINT32_C(65535), UINT32_C(9000))
/** Settings, in user units. */
typedef struct freeboard_bcc_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Link rate [Mbit/s]. [100 to 1600000; default 100000] */
    uint32_t link;
    /** Base round-trip time. [1000 to 10000000 ns; default 80000] */
    uint32_t rtt;
    /** What a congestion control needs of C x RTT, in thousandths. [1 to 2000; default 720] */
    uint32_t lambda;
    /** Dynamic threshold's alpha. [0 to 10 FREEBOARD_BCC_EXACT_ALPHA_...; default 9] */
    uint32_t alpha;
    /**
     * Shared buffer B of one memory unit; above it no packet of the pool is admitted. [1 to
     * 1073741824 bytes; default 3000000]
     */
    uint32_t pool;
    /** Buffer reserved per port. [0 to 1073741824 bytes; default 128000] */
    uint32_t reserve;
    /** Ports that share the pool. [1 to 512; default 8] */
    uint32_t ports;
    /**
     * Length of the RED range as the time all ports need to fill it. [1 to 1000000 ns; default
     * 8000]
     */
    uint32_t h;
    /** Marking probability at Kmax. [1 to 65536 of FREEBOARD_FRACTION_ONE; default 6554] */
    uint32_t p_max;
    /**
     * Mark by the pool with RED, or all packets above one threshold. [0 to 1
     * FREEBOARD_BCC_EXACT_MARKING_...; default 0]
     */
    uint32_t marking;
    /** The one threshold of the cut-off form. [1 to 1073741824 bytes; default 2200000] */
    uint32_t cut_off;
    /** Port threshold; 0 for lambda C RTT. [0 to 1073741824 bytes; default 0] */
    uint32_t k_port;
    /**
     * Buffer a port needs of the pool, B_R; 0 for C RTT (1 + lambda) less the reserve. [0 to
     * 1073741824 bytes; default 0]
     */
    uint32_t b_r;
    /** Length of the RED range, Kmax - Kmin; 0 for C N h. [0 to 1073741824 bytes; default 0] */
    uint32_t range;
    /**
     * Whether the leaving packet counts as part of the port's queue. [0 to 1
     * FREEBOARD_BCC_EXACT_OWN_...; default 0]
     */
    uint32_t own;
    /**
     * Packet size at which the counter's bytes count as one packet. [64 to 65535 bytes; default
     * 9000]
     */
    uint32_t mean;
} freeboard_bcc_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_bcc_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_BCC_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_BCC_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_bcc_exact_defaults(freeboard_bcc_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "decimal": [Bai20] §V: Kmax 2.6 MB, Kmin 1.8 MB
 * "binary": [Bai20] §V with MiB and KiB
 * "authors-script": the authors' public simulation script (2017-04): 1.72 MiB less 128 KiB, 800
 * KiB, 80 packets
 * "cut-off": [Bai20] Fig. 12: every packet from where the pool holds 2.2 MB or more
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_bcc_exact_preset(freeboard_bcc_exact_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_BCC_EXACT_READS \
    (FREEBOARD_READS_PORT_DEPTH | \
     FREEBOARD_READS_POOL_DEPTH | \
     FREEBOARD_READS_SIZE | \
     FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_BCC_EXACT_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_BCC_EXACT_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Place of "port signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_BCC_EXACT_TRIGGER_PORT_SIGNALS UINT32_C(0)
/** Place of "pool signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_BCC_EXACT_TRIGGER_POOL_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_bcc_exact_params {
    uint32_t word[11]; /**< the library's own */
} freeboard_bcc_exact_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_bcc_exact_queue {
    uint32_t word[1]; /**< the library's own */
} freeboard_bcc_exact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_bcc_exact_init(
    freeboard_bcc_exact_params *params,
    const freeboard_bcc_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_bcc_exact_effective(
    const freeboard_bcc_exact_params *params,
    const freeboard_bcc_exact_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_bcc_exact_on_dequeue(
    const freeboard_bcc_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_bcc_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_bcc_exact_on_dequeue_counted(
    const freeboard_bcc_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_bcc_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_bcc_exact_on_idle(
    const freeboard_bcc_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_bcc_exact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_bcc_exact_on_clock_step(
    const freeboard_bcc_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_bcc_exact_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_bcc_exact_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_bcc_exact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name bcc/pipeline: BCC in one pass: a ramp of a power of two, no counter.
 * Source: [Bai20], as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_BCC_PIPELINE_FIELDS UINT32_C(15)
/** `1/128`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_1_128 UINT32_C(0)
/** `1/64`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_1_64 UINT32_C(1)
/** `1/32`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_1_32 UINT32_C(2)
/** `1/16`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_1_16 UINT32_C(3)
/** `1/8`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_1_8 UINT32_C(4)
/** `1/4`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_1_4 UINT32_C(5)
/** `1/2`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_1_2 UINT32_C(6)
/** `1`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_1 UINT32_C(7)
/** `2`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_2 UINT32_C(8)
/** `4`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_4 UINT32_C(9)
/** `8`, for the setting alpha. */
#define FREEBOARD_BCC_PIPELINE_ALPHA_8 UINT32_C(10)
/** `red`, for the setting marking. */
#define FREEBOARD_BCC_PIPELINE_MARKING_RED UINT32_C(0)
/** `cut-off`, for the setting marking. */
#define FREEBOARD_BCC_PIPELINE_MARKING_CUT_OFF UINT32_C(1)
/** `excluded`, for the setting own. */
#define FREEBOARD_BCC_PIPELINE_OWN_EXCLUDED UINT32_C(0)
/** `included`, for the setting own. */
#define FREEBOARD_BCC_PIPELINE_OWN_INCLUDED UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_BCC_PIPELINE_EACH_FIELD \
    FREEBOARD_FIELD(link, UINT32_C(100), UINT32_C(1600000), UINT32_C(100000)) \
    FREEBOARD_FIELD(rtt, UINT32_C(1000), UINT32_C(10000000), UINT32_C(80000)) \
    FREEBOARD_FIELD(lambda, UINT32_C(1), UINT32_C(2000), UINT32_C(720)) \
    FREEBOARD_FIELD(alpha, UINT32_C(0), UINT32_C(10), UINT32_C(9)) \
    FREEBOARD_FIELD(pool, UINT32_C(1), UINT32_C(1073741824), UINT32_C(3000000)) \
    FREEBOARD_FIELD(reserve, UINT32_C(0), UINT32_C(1073741824), UINT32_C(128000)) \
    FREEBOARD_FIELD(ports, UINT32_C(1), UINT32_C(512), UINT32_C(8)) \
    FREEBOARD_FIELD(h, UINT32_C(1), UINT32_C(1000000), UINT32_C(8000)) \
    FREEBOARD_FIELD(p_max, UINT32_C(1), UINT32_C(65536), UINT32_C(6554)) \
    FREEBOARD_FIELD(marking, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(cut_off, UINT32_C(1), UINT32_C(1073741824), UINT32_C(2200000)) \
    FREEBOARD_FIELD(k_port, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(b_r, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(range, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(own, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_bcc_pipeline_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Link rate [Mbit/s]. [100 to 1600000; default 100000] */
    uint32_t link;
    /** Base round-trip time. [1000 to 10000000 ns; default 80000] */
    uint32_t rtt;
    /** What a congestion control needs of C x RTT, in thousandths. [1 to 2000; default 720] */
    uint32_t lambda;
    /** Dynamic threshold's alpha. [0 to 10 FREEBOARD_BCC_PIPELINE_ALPHA_...; default 9] */
    uint32_t alpha;
    /**
     * Shared buffer B of one memory unit; above it no packet of the pool is admitted. [1 to
     * 1073741824 bytes; default 3000000]
     */
    uint32_t pool;
    /** Buffer reserved per port. [0 to 1073741824 bytes; default 128000] */
    uint32_t reserve;
    /** Ports that share the pool. [1 to 512; default 8] */
    uint32_t ports;
    /**
     * Length of the RED range as the time all ports need to fill it. [1 to 1000000 ns; default
     * 8000]
     */
    uint32_t h;
    /** Marking probability at Kmax. [1 to 65536 of FREEBOARD_FRACTION_ONE; default 6554] */
    uint32_t p_max;
    /**
     * Mark by the pool with RED, or all packets above one threshold. [0 to 1
     * FREEBOARD_BCC_PIPELINE_MARKING_...; default 0]
     */
    uint32_t marking;
    /** The one threshold of the cut-off form. [1 to 1073741824 bytes; default 2200000] */
    uint32_t cut_off;
    /** Port threshold; 0 for lambda C RTT. [0 to 1073741824 bytes; default 0] */
    uint32_t k_port;
    /**
     * Buffer a port needs of the pool, B_R; 0 for C RTT (1 + lambda) less the reserve. [0 to
     * 1073741824 bytes; default 0]
     */
    uint32_t b_r;
    /** Length of the RED range, Kmax - Kmin; 0 for C N h. [0 to 1073741824 bytes; default 0] */
    uint32_t range;
    /**
     * Whether the leaving packet counts as part of the port's queue. [0 to 1
     * FREEBOARD_BCC_PIPELINE_OWN_...; default 0]
     */
    uint32_t own;
} freeboard_bcc_pipeline_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_bcc_pipeline_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_BCC_PIPELINE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_BCC_PIPELINE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_bcc_pipeline_defaults(freeboard_bcc_pipeline_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "decimal": [Bai20] §V: Kmax 2.6 MB, Kmin 1.8 MB
 * "binary": [Bai20] §V with MiB and KiB
 * "authors-script": the authors' public simulation script (2017-04): 1.72 MiB less 128 KiB, 800
 * KiB, 80 packets
 * "cut-off": [Bai20] Fig. 12: every packet from where the pool holds 2.2 MB or more
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_bcc_pipeline_preset(freeboard_bcc_pipeline_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_BCC_PIPELINE_READS \
    (FREEBOARD_READS_PORT_DEPTH | \
     FREEBOARD_READS_POOL_DEPTH | \
     FREEBOARD_READS_SIZE | \
     FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_BCC_PIPELINE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_BCC_PIPELINE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Place of "port signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_BCC_PIPELINE_TRIGGER_PORT_SIGNALS UINT32_C(0)
/** Place of "pool signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_BCC_PIPELINE_TRIGGER_POOL_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_bcc_pipeline_params {
    uint32_t word[6]; /**< the library's own */
} freeboard_bcc_pipeline_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_bcc_pipeline_init(
    freeboard_bcc_pipeline_params *params,
    const freeboard_bcc_pipeline_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_bcc_pipeline_effective(
    const freeboard_bcc_pipeline_params *params,
    const freeboard_bcc_pipeline_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_bcc_pipeline_on_dequeue(
    const freeboard_bcc_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_bcc_pipeline_on_dequeue_counted(
    const freeboard_bcc_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_bcc_pipeline_on_idle(
    const freeboard_bcc_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_bcc_pipeline_on_clock_step(
    const freeboard_bcc_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_bcc_pipeline_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name bcc/pool-status: BCC on two bits of the pool: a ramp of two steps; its port is its queue.
 * Source: [Bai20], for match-action switches that show a status of the pool.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_BCC_POOL_STATUS_FIELDS UINT32_C(15)
/** `1/128`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_1_128 UINT32_C(0)
/** `1/64`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_1_64 UINT32_C(1)
/** `1/32`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_1_32 UINT32_C(2)
/** `1/16`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_1_16 UINT32_C(3)
/** `1/8`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_1_8 UINT32_C(4)
/** `1/4`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_1_4 UINT32_C(5)
/** `1/2`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_1_2 UINT32_C(6)
/** `1`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_1 UINT32_C(7)
/** `2`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_2 UINT32_C(8)
/** `4`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_4 UINT32_C(9)
/** `8`, for the setting alpha. */
#define FREEBOARD_BCC_POOL_STATUS_ALPHA_8 UINT32_C(10)
/** `red`, for the setting marking. */
#define FREEBOARD_BCC_POOL_STATUS_MARKING_RED UINT32_C(0)
/** `cut-off`, for the setting marking. */
#define FREEBOARD_BCC_POOL_STATUS_MARKING_CUT_OFF UINT32_C(1)
/** `excluded`, for the setting own. */
#define FREEBOARD_BCC_POOL_STATUS_OWN_EXCLUDED UINT32_C(0)
/** `included`, for the setting own. */
#define FREEBOARD_BCC_POOL_STATUS_OWN_INCLUDED UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_BCC_POOL_STATUS_EACH_FIELD \
    FREEBOARD_FIELD(link, UINT32_C(100), UINT32_C(1600000), UINT32_C(100000)) \
    FREEBOARD_FIELD(rtt, UINT32_C(1000), UINT32_C(10000000), UINT32_C(80000)) \
    FREEBOARD_FIELD(lambda, UINT32_C(1), UINT32_C(2000), UINT32_C(720)) \
    FREEBOARD_FIELD(alpha, UINT32_C(0), UINT32_C(10), UINT32_C(9)) \
    FREEBOARD_FIELD(pool, UINT32_C(1), UINT32_C(1073741824), UINT32_C(3000000)) \
    FREEBOARD_FIELD(reserve, UINT32_C(0), UINT32_C(1073741824), UINT32_C(128000)) \
    FREEBOARD_FIELD(ports, UINT32_C(1), UINT32_C(512), UINT32_C(8)) \
    FREEBOARD_FIELD(h, UINT32_C(1), UINT32_C(1000000), UINT32_C(8000)) \
    FREEBOARD_FIELD(p_max, UINT32_C(1), UINT32_C(65536), UINT32_C(6554)) \
    FREEBOARD_FIELD(marking, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(cut_off, UINT32_C(1), UINT32_C(1073741824), UINT32_C(2200000)) \
    FREEBOARD_FIELD(k_port, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(b_r, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(range, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(own, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_bcc_pool_status_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Link rate [Mbit/s]. [100 to 1600000; default 100000] */
    uint32_t link;
    /** Base round-trip time. [1000 to 10000000 ns; default 80000] */
    uint32_t rtt;
    /** What a congestion control needs of C x RTT, in thousandths. [1 to 2000; default 720] */
    uint32_t lambda;
    /** Dynamic threshold's alpha. [0 to 10 FREEBOARD_BCC_POOL_STATUS_ALPHA_...; default 9] */
    uint32_t alpha;
    /**
     * Shared buffer B of one memory unit; above it no packet of the pool is admitted. [1 to
     * 1073741824 bytes; default 3000000]
     */
    uint32_t pool;
    /** Buffer reserved per port. [0 to 1073741824 bytes; default 128000] */
    uint32_t reserve;
    /** Ports that share the pool. [1 to 512; default 8] */
    uint32_t ports;
    /**
     * Length of the RED range as the time all ports need to fill it. [1 to 1000000 ns; default
     * 8000]
     */
    uint32_t h;
    /** Marking probability at Kmax. [1 to 65536 of FREEBOARD_FRACTION_ONE; default 6554] */
    uint32_t p_max;
    /**
     * Mark by the pool with RED, or all packets above one threshold. [0 to 1
     * FREEBOARD_BCC_POOL_STATUS_MARKING_...; default 0]
     */
    uint32_t marking;
    /** The one threshold of the cut-off form. [1 to 1073741824 bytes; default 2200000] */
    uint32_t cut_off;
    /** Port threshold; 0 for lambda C RTT. [0 to 1073741824 bytes; default 0] */
    uint32_t k_port;
    /**
     * Buffer a port needs of the pool, B_R; 0 for C RTT (1 + lambda) less the reserve. [0 to
     * 1073741824 bytes; default 0]
     */
    uint32_t b_r;
    /** Length of the RED range, Kmax - Kmin; 0 for C N h. [0 to 1073741824 bytes; default 0] */
    uint32_t range;
    /**
     * Whether the leaving packet counts as part of the port's queue. [0 to 1
     * FREEBOARD_BCC_POOL_STATUS_OWN_...; default 0]
     */
    uint32_t own;
} freeboard_bcc_pool_status_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_bcc_pool_status_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_BCC_POOL_STATUS_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_BCC_POOL_STATUS_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_bcc_pool_status_defaults(freeboard_bcc_pool_status_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "decimal": [Bai20] §V: Kmax 2.6 MB, Kmin 1.8 MB
 * "binary": [Bai20] §V with MiB and KiB
 * "authors-script": the authors' public simulation script (2017-04): 1.72 MiB less 128 KiB, 800
 * KiB, 80 packets
 * "cut-off": [Bai20] Fig. 12: every packet from where the pool holds 2.2 MB or more
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_bcc_pool_status_preset(
    freeboard_bcc_pool_status_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_BCC_POOL_STATUS_READS \
    (FREEBOARD_READS_DEPTH | \
     FREEBOARD_READS_SIZE | \
     FREEBOARD_READS_RANDOM | \
     FREEBOARD_READS_POOL_STATUS)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_BCC_POOL_STATUS_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_BCC_POOL_STATUS_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Place of "port signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_BCC_POOL_STATUS_TRIGGER_PORT_SIGNALS UINT32_C(0)
/** Place of "pool signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_BCC_POOL_STATUS_TRIGGER_POOL_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_bcc_pool_status_params {
    uint32_t word[9]; /**< the library's own */
} freeboard_bcc_pool_status_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_bcc_pool_status_init(
    freeboard_bcc_pool_status_params *params,
    const freeboard_bcc_pool_status_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_bcc_pool_status_effective(
    const freeboard_bcc_pool_status_params *params,
    const freeboard_bcc_pool_status_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_bcc_pool_status_on_dequeue(
    const freeboard_bcc_pool_status_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_bcc_pool_status_on_dequeue_counted(
    const freeboard_bcc_pool_status_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_bcc_pool_status_on_idle(
    const freeboard_bcc_pool_status_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_bcc_pool_status_on_clock_step(
    const freeboard_bcc_pool_status_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_bcc_pool_status_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name mbecn/enqueue: marks above thresholds shared between the queues of a port.
 * Source: [Kang21].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_MBECN_ENQUEUE_FIELDS UINT32_C(12)
/** `ecn-star`, for the setting bound. */
#define FREEBOARD_MBECN_ENQUEUE_BOUND_ECN_STAR UINT32_C(0)
/** `dctcp`, for the setting bound. */
#define FREEBOARD_MBECN_ENQUEUE_BOUND_DCTCP UINT32_C(1)
/** `dctcp-per-flow`, for the setting bound. */
#define FREEBOARD_MBECN_ENQUEUE_BOUND_DCTCP_PER_FLOW UINT32_C(2)
/** `active`, for the setting sharing. */
#define FREEBOARD_MBECN_ENQUEUE_SHARING_ACTIVE UINT32_C(0)
/** `all`, for the setting sharing. */
#define FREEBOARD_MBECN_ENQUEUE_SHARING_ALL UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_MBECN_ENQUEUE_EACH_FIELD \
    FREEBOARD_FIELD(k_port, UINT32_C(1), UINT32_C(268435456), UINT32_C(97500)) \
    FREEBOARD_FIELD(queue, UINT32_C(0), UINT32_C(7), UINT32_C(0)) \
    FREEBOARD_FIELD(bound, UINT32_C(0), UINT32_C(2), UINT32_C(1)) \
    FREEBOARD_FIELD(link, UINT32_C(100), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(sender_link, UINT32_C(100), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(rtt, UINT32_C(1000), UINT32_C(10000000), UINT32_C(85000)) \
    FREEBOARD_FIELD(flows, UINT32_C(1), UINT32_C(1024), UINT32_C(16)) \
    FREEBOARD_FIELD(batch, UINT32_C(656), UINT32_C(58982), UINT32_C(16384)) \
    FREEBOARD_FIELD(packet, UINT32_C(64), UINT32_C(65535), UINT32_C(1500)) \
    FREEBOARD_FIELD(lambda, UINT32_C(1), UINT32_C(4000), UINT32_C(1000)) \
    FREEBOARD_FIELD(sharing, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(dynamic, UINT32_C(0), UINT32_C(1), UINT32_C(1))
/** Settings, in user units. */
typedef struct freeboard_mbecn_enqueue_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Threshold of the port, shared by its queues. [1 to 268435456 bytes; default 97500] */
    uint32_t k_port;
    /** Which queue of the port this instance marks. [0 to 7; default 0] */
    uint32_t queue;
    /**
     * Which bound: for ECN* senders, for DCTCP as printed, for DCTCP with marks counted per flow.
     * [0 to 2 FREEBOARD_MBECN_ENQUEUE_BOUND_...; default 1]
     */
    uint32_t bound;
    /** Link rate C [Mbit/s]. [100 to 1600000; default 10000] */
    uint32_t link;
    /** Link rate of the senders, C_i [Mbit/s]. [100 to 1600000; default 10000] */
    uint32_t sender_link;
    /** Base round-trip time d. [1000 to 10000000 ns; default 85000] */
    uint32_t rtt;
    /** Flows N per queue. [1 to 1024; default 16] */
    uint32_t flows;
    /**
     * Share beta of a window that one batch takes. [656 to 58982 of FREEBOARD_FRACTION_ONE; default
     * 16384]
     */
    uint32_t batch;
    /** Packet size in which the bounds count. [64 to 65535 bytes; default 1500] */
    uint32_t packet;
    /**
     * Threshold of a queue with too few flows for the bound, in thousandths of its C d. [1 to 4000;
     * default 1000]
     */
    uint32_t lambda;
    /**
     * Queues that share the port's threshold: those with packets, or all. [0 to 1
     * FREEBOARD_MBECN_ENQUEUE_SHARING_...; default 0]
     */
    uint32_t sharing;
    /** Shift unused room between queues; off, the baseline holds. [0 to 1 off or on; default 1] */
    uint32_t dynamic;
} freeboard_mbecn_enqueue_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_mbecn_enqueue_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_MBECN_ENQUEUE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_MBECN_ENQUEUE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_mbecn_enqueue_defaults(freeboard_mbecn_enqueue_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "dctcp": [Kang21], bound for DCTCP as printed
 * "ecn-star": [Kang21], bound for ECN*; 84 packets at 10 Gbit/s
 * "per-flow": the bound re-derived with marks counted per flow: the classical one as batches vanish
 * "baseline": [Kang21] without the dynamic step
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_mbecn_enqueue_preset(freeboard_mbecn_enqueue_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_MBECN_ENQUEUE_READS FREEBOARD_READS_DEPTH
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_MBECN_ENQUEUE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_MBECN_ENQUEUE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Period of its control plane [ns]. */
#define FREEBOARD_MBECN_ENQUEUE_CONTROL_PERIOD_NS UINT32_C(100000)
/** Place of "threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_MBECN_ENQUEUE_TRIGGER_THRESHOLD_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_mbecn_enqueue_params {
    uint32_t word[14]; /**< the library's own */
} freeboard_mbecn_enqueue_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_mbecn_enqueue_init(
    freeboard_mbecn_enqueue_params *params,
    const freeboard_mbecn_enqueue_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_mbecn_enqueue_effective(
    const freeboard_mbecn_enqueue_params *params,
    const freeboard_mbecn_enqueue_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_mbecn_enqueue_on_enqueue(
    const freeboard_mbecn_enqueue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_mbecn_enqueue_on_enqueue_counted(
    const freeboard_mbecn_enqueue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_mbecn_enqueue_on_idle(
    const freeboard_mbecn_enqueue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_mbecn_enqueue_on_clock_step(
    const freeboard_mbecn_enqueue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/** The control plane ticks, every FREEBOARD_MBECN_ENQUEUE_CONTROL_PERIOD_NS. */
void freeboard_mbecn_enqueue_on_control(
    freeboard_mbecn_enqueue_params *params,
    uint32_t now_ns,
    const freeboard_port_view *view);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_mbecn_enqueue_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name mbecn/dequeue: marks above thresholds shared between the queues of a port.
 * Source: [Kang21].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_MBECN_DEQUEUE_FIELDS UINT32_C(12)
/** `ecn-star`, for the setting bound. */
#define FREEBOARD_MBECN_DEQUEUE_BOUND_ECN_STAR UINT32_C(0)
/** `dctcp`, for the setting bound. */
#define FREEBOARD_MBECN_DEQUEUE_BOUND_DCTCP UINT32_C(1)
/** `dctcp-per-flow`, for the setting bound. */
#define FREEBOARD_MBECN_DEQUEUE_BOUND_DCTCP_PER_FLOW UINT32_C(2)
/** `active`, for the setting sharing. */
#define FREEBOARD_MBECN_DEQUEUE_SHARING_ACTIVE UINT32_C(0)
/** `all`, for the setting sharing. */
#define FREEBOARD_MBECN_DEQUEUE_SHARING_ALL UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_MBECN_DEQUEUE_EACH_FIELD \
    FREEBOARD_FIELD(k_port, UINT32_C(1), UINT32_C(268435456), UINT32_C(97500)) \
    FREEBOARD_FIELD(queue, UINT32_C(0), UINT32_C(7), UINT32_C(0)) \
    FREEBOARD_FIELD(bound, UINT32_C(0), UINT32_C(2), UINT32_C(1)) \
    FREEBOARD_FIELD(link, UINT32_C(100), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(sender_link, UINT32_C(100), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(rtt, UINT32_C(1000), UINT32_C(10000000), UINT32_C(85000)) \
    FREEBOARD_FIELD(flows, UINT32_C(1), UINT32_C(1024), UINT32_C(16)) \
    FREEBOARD_FIELD(batch, UINT32_C(656), UINT32_C(58982), UINT32_C(16384)) \
    FREEBOARD_FIELD(packet, UINT32_C(64), UINT32_C(65535), UINT32_C(1500)) \
    FREEBOARD_FIELD(lambda, UINT32_C(1), UINT32_C(4000), UINT32_C(1000)) \
    FREEBOARD_FIELD(sharing, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(dynamic, UINT32_C(0), UINT32_C(1), UINT32_C(1))
/** Settings, in user units. */
typedef struct freeboard_mbecn_dequeue_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Threshold of the port, shared by its queues. [1 to 268435456 bytes; default 97500] */
    uint32_t k_port;
    /** Which queue of the port this instance marks. [0 to 7; default 0] */
    uint32_t queue;
    /**
     * Which bound: for ECN* senders, for DCTCP as printed, for DCTCP with marks counted per flow.
     * [0 to 2 FREEBOARD_MBECN_DEQUEUE_BOUND_...; default 1]
     */
    uint32_t bound;
    /** Link rate C [Mbit/s]. [100 to 1600000; default 10000] */
    uint32_t link;
    /** Link rate of the senders, C_i [Mbit/s]. [100 to 1600000; default 10000] */
    uint32_t sender_link;
    /** Base round-trip time d. [1000 to 10000000 ns; default 85000] */
    uint32_t rtt;
    /** Flows N per queue. [1 to 1024; default 16] */
    uint32_t flows;
    /**
     * Share beta of a window that one batch takes. [656 to 58982 of FREEBOARD_FRACTION_ONE; default
     * 16384]
     */
    uint32_t batch;
    /** Packet size in which the bounds count. [64 to 65535 bytes; default 1500] */
    uint32_t packet;
    /**
     * Threshold of a queue with too few flows for the bound, in thousandths of its C d. [1 to 4000;
     * default 1000]
     */
    uint32_t lambda;
    /**
     * Queues that share the port's threshold: those with packets, or all. [0 to 1
     * FREEBOARD_MBECN_DEQUEUE_SHARING_...; default 0]
     */
    uint32_t sharing;
    /** Shift unused room between queues; off, the baseline holds. [0 to 1 off or on; default 1] */
    uint32_t dynamic;
} freeboard_mbecn_dequeue_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_mbecn_dequeue_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_MBECN_DEQUEUE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_MBECN_DEQUEUE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_mbecn_dequeue_defaults(freeboard_mbecn_dequeue_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "dctcp": [Kang21], bound for DCTCP as printed
 * "ecn-star": [Kang21], bound for ECN*; 84 packets at 10 Gbit/s
 * "per-flow": the bound re-derived with marks counted per flow: the classical one as batches vanish
 * "baseline": [Kang21] without the dynamic step
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_mbecn_dequeue_preset(freeboard_mbecn_dequeue_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_MBECN_DEQUEUE_READS FREEBOARD_READS_DEPTH
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_MBECN_DEQUEUE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_MBECN_DEQUEUE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Period of its control plane [ns]. */
#define FREEBOARD_MBECN_DEQUEUE_CONTROL_PERIOD_NS UINT32_C(100000)
/** Place of "threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_MBECN_DEQUEUE_TRIGGER_THRESHOLD_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_mbecn_dequeue_params {
    uint32_t word[14]; /**< the library's own */
} freeboard_mbecn_dequeue_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_mbecn_dequeue_init(
    freeboard_mbecn_dequeue_params *params,
    const freeboard_mbecn_dequeue_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_mbecn_dequeue_effective(
    const freeboard_mbecn_dequeue_params *params,
    const freeboard_mbecn_dequeue_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_mbecn_dequeue_on_dequeue(
    const freeboard_mbecn_dequeue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_mbecn_dequeue_on_dequeue_counted(
    const freeboard_mbecn_dequeue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_mbecn_dequeue_on_idle(
    const freeboard_mbecn_dequeue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_mbecn_dequeue_on_clock_step(
    const freeboard_mbecn_dequeue_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/** The control plane ticks, every FREEBOARD_MBECN_DEQUEUE_CONTROL_PERIOD_NS. */
void freeboard_mbecn_dequeue_on_control(
    freeboard_mbecn_dequeue_params *params,
    uint32_t now_ns,
    const freeboard_port_view *view);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_mbecn_dequeue_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name cedm/exact: marks where the queue is long and growing, at both ends.
 * Source: [Shan17].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_CEDM_EXACT_FIELDS UINT32_C(5)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_CEDM_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(k1, UINT32_C(1), UINT32_C(268435456), UINT32_C(97500)) \
    FREEBOARD_FIELD(k2, UINT32_C(1), UINT32_C(268435456), UINT32_C(153125)) \
    FREEBOARD_FIELD(weight, UINT32_C(0), UINT32_C(8), UINT32_C(3)) \
    FREEBOARD_FIELD(full, UINT32_C(64), UINT32_C(9000), UINT32_C(1400)) \
    FREEBOARD_FIELD(small, UINT32_C(0), UINT32_C(1500), UINT32_C(100))
/** Settings, in user units. */
typedef struct freeboard_cedm_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Queue length from which on packets are marked while it grows. [1 to 268435456 bytes; default
     * 97500]
     */
    uint32_t k1;
    /**
     * Queue length from which on every packet is marked. [1 to 268435456 bytes; default 153125]
     */
    uint32_t k2;
    /** Gain of the average growth: 2^-w per sample. [0 to 8 power of 2; default 3] */
    uint32_t weight;
    /**
     * Packets of at least this size sample the growth as they leave. [64 to 9000 bytes; default
     * 1400]
     */
    uint32_t full;
    /** Packets up to this size are not marked. [0 to 1500 bytes; default 100] */
    uint32_t small;
} freeboard_cedm_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_cedm_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_CEDM_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_CEDM_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_cedm_exact_defaults(freeboard_cedm_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "dctcp-10g": the author's rule for K2 at 10 Gbit/s and 100 us
 * "testbed-1g": [Shan17]: 1 Gbit/s, C x RTT 125 KB; K1 32 KB as on MQ-ECN's testbed
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_cedm_exact_preset(freeboard_cedm_exact_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_CEDM_EXACT_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_DEPTH | \
     FREEBOARD_READS_SIZE)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_CEDM_EXACT_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_CEDM_EXACT_LONGEST_GAP_NS UINT64_C(1073741823)
/** Place of "upper threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_CEDM_EXACT_TRIGGER_UPPER_THRESHOLD_SIGNALS UINT32_C(0)
/** Place of "growth signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_CEDM_EXACT_TRIGGER_GROWTH_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_cedm_exact_params {
    uint32_t word[6]; /**< the library's own */
} freeboard_cedm_exact_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_cedm_exact_queue {
    uint32_t word[14]; /**< the library's own */
} freeboard_cedm_exact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_cedm_exact_init(
    freeboard_cedm_exact_params *params,
    const freeboard_cedm_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_cedm_exact_effective(
    const freeboard_cedm_exact_params *params,
    const freeboard_cedm_exact_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_cedm_exact_on_enqueue(
    const freeboard_cedm_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_cedm_exact_on_enqueue_counted(
    const freeboard_cedm_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_cedm_exact_on_dequeue(
    const freeboard_cedm_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_cedm_exact_on_dequeue_counted(
    const freeboard_cedm_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_cedm_exact_on_idle(
    const freeboard_cedm_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_exact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_cedm_exact_on_clock_step(
    const freeboard_cedm_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_exact_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_cedm_exact_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_cedm_exact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name cedm/window: CEDM in one pass on the way out: the change over a window, no memory of the
 * arrival.
 * Source: [Shan17], as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_CEDM_WINDOW_FIELDS UINT32_C(4)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_CEDM_WINDOW_EACH_FIELD \
    FREEBOARD_FIELD(k1, UINT32_C(1), UINT32_C(33554432), UINT32_C(97500)) \
    FREEBOARD_FIELD(k2, UINT32_C(1), UINT32_C(33554432), UINT32_C(153125)) \
    FREEBOARD_FIELD(window, UINT32_C(100), UINT32_C(1000000000), UINT32_C(12000)) \
    FREEBOARD_FIELD(small, UINT32_C(0), UINT32_C(1500), UINT32_C(100))
/** Settings, in user units. */
typedef struct freeboard_cedm_window_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Queue length from which on packets are marked while it grows. [1 to 33554432 bytes; default
     * 97500]
     */
    uint32_t k1;
    /** Queue length from which on every packet is marked. [1 to 33554432 bytes; default 153125] */
    uint32_t k2;
    /** Window over which the growth is taken. [100 to 1000000000 ns; default 12000] */
    uint32_t window;
    /** Packets up to this size are not marked. [0 to 1500 bytes; default 100] */
    uint32_t small;
} freeboard_cedm_window_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_cedm_window_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_CEDM_WINDOW_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_CEDM_WINDOW_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_cedm_window_defaults(freeboard_cedm_window_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "dctcp-10g": the author's rule for K2 at 10 Gbit/s and 100 us
 * "testbed-1g": [Shan17]: 1 Gbit/s, C x RTT 125 KB; K1 32 KB as on MQ-ECN's testbed
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_cedm_window_preset(freeboard_cedm_window_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_CEDM_WINDOW_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_DEPTH | \
     FREEBOARD_READS_SIZE)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_CEDM_WINDOW_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_CEDM_WINDOW_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "upper threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_CEDM_WINDOW_TRIGGER_UPPER_THRESHOLD_SIGNALS UINT32_C(0)
/** Place of "growth signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_CEDM_WINDOW_TRIGGER_GROWTH_SIGNALS UINT32_C(1)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_cedm_window_params {
    uint32_t word[5]; /**< the library's own */
} freeboard_cedm_window_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_cedm_window_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_cedm_window_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_cedm_window_init(
    freeboard_cedm_window_params *params,
    const freeboard_cedm_window_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_cedm_window_effective(
    const freeboard_cedm_window_params *params,
    const freeboard_cedm_window_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_cedm_window_on_dequeue(
    const freeboard_cedm_window_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_window_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_cedm_window_on_dequeue_counted(
    const freeboard_cedm_window_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_window_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_cedm_window_on_idle(
    const freeboard_cedm_window_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_window_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_cedm_window_on_clock_step(
    const freeboard_cedm_window_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_cedm_window_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_cedm_window_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_cedm_window_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name pie/exact: signals with a probability that a controller keeps.
 * Source: RFC 8033.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_PIE_EXACT_FIELDS UINT32_C(9)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_PIE_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(target, UINT32_C(1000), UINT32_C(100000000), UINT32_C(15000)) \
    FREEBOARD_FIELD(t_update, UINT32_C(15000), UINT32_C(1000000000), UINT32_C(15000)) \
    FREEBOARD_FIELD(alpha, UINT32_C(0), UINT32_C(65536), UINT32_C(123)) \
    FREEBOARD_FIELD(beta, UINT32_C(0), UINT32_C(65536), UINT32_C(1229)) \
    FREEBOARD_FIELD(max_burst, UINT32_C(0), UINT32_C(1000000000), UINT32_C(150000)) \
    FREEBOARD_FIELD(guard, UINT32_C(0), UINT32_C(268435456), UINT32_C(3000)) \
    FREEBOARD_FIELD(drop_above, UINT32_C(0), UINT32_C(65536), UINT32_C(6554)) \
    FREEBOARD_FIELD(start, UINT32_C(0), UINT32_C(65536), UINT32_C(655)) \
    FREEBOARD_FIELD(queue, UINT32_C(0), UINT32_C(7), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_pie_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Queueing delay the controller aims at. [1000 to 100000000 ns; default 15000] */
    uint32_t target;
    /** Time between two updates of the probability. [15000 to 1000000000 ns; default 15000] */
    uint32_t t_update;
    /**
     * Gain of the error: probability per target that the delay is off the target. [0 to 65536 of
     * FREEBOARD_FRACTION_ONE; default 123]
     */
    uint32_t alpha;
    /**
     * Gain of the change: probability per target that the delay moved. [0 to 65536 of
     * FREEBOARD_FRACTION_ONE; default 1229]
     */
    uint32_t beta;
    /**
     * Time that an idle queue may be overrun before anything is signalled. [0 to 1000000000 ns;
     * default 150000]
     */
    uint32_t max_burst;
    /** Queue length up to which nothing is signalled. [0 to 268435456 bytes; default 3000] */
    uint32_t guard;
    /**
     * Probability above which packets are dropped, ECN or not. [0 to 65536 of
     * FREEBOARD_FRACTION_ONE; default 6554]
     */
    uint32_t drop_above;
    /** Probability until the first update. [0 to 65536 of FREEBOARD_FRACTION_ONE; default 655] */
    uint32_t start;
    /** Which queue of the port this instance controls. [0 to 7; default 0] */
    uint32_t queue;
} freeboard_pie_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_pie_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_PIE_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_PIE_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_pie_exact_defaults(freeboard_pie_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "data-centre": RFC 8033 with all times a thousandth
 * "rfc8033": RFC 8033 §4
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_pie_exact_preset(freeboard_pie_exact_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_PIE_EXACT_READS (FREEBOARD_READS_DEPTH | FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_PIE_EXACT_NOT_ECT_DROPS UINT32_C(1)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_PIE_EXACT_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Period of its control plane [ns]. */
#define FREEBOARD_PIE_EXACT_CONTROL_PERIOD_NS UINT32_C(15000)
/** Place of "early signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_PIE_EXACT_TRIGGER_EARLY_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_pie_exact_params {
    uint32_t word[27]; /**< the library's own */
} freeboard_pie_exact_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_pie_exact_queue {
    uint32_t word[1]; /**< the library's own */
} freeboard_pie_exact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_pie_exact_init(
    freeboard_pie_exact_params *params,
    const freeboard_pie_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_pie_exact_effective(
    const freeboard_pie_exact_params *params,
    const freeboard_pie_exact_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_pie_exact_on_enqueue(
    const freeboard_pie_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_pie_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_pie_exact_on_enqueue_counted(
    const freeboard_pie_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_pie_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_pie_exact_on_idle(
    const freeboard_pie_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_pie_exact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_pie_exact_on_clock_step(
    const freeboard_pie_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_pie_exact_queue *queue,
    uint32_t now_ns);
/** The control plane ticks, every FREEBOARD_PIE_EXACT_CONTROL_PERIOD_NS. */
void freeboard_pie_exact_on_control(
    freeboard_pie_exact_params *params,
    uint32_t now_ns,
    const freeboard_port_view *view);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_pie_exact_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_pie_exact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name pie/pipeline: PIE in one pass: a coin per packet.
 * Source: RFC 8033, as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_PIE_PIPELINE_FIELDS UINT32_C(8)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_PIE_PIPELINE_EACH_FIELD \
    FREEBOARD_FIELD(target, UINT32_C(1000), UINT32_C(100000000), UINT32_C(15000)) \
    FREEBOARD_FIELD(t_update, UINT32_C(15000), UINT32_C(1000000000), UINT32_C(15000)) \
    FREEBOARD_FIELD(alpha, UINT32_C(0), UINT32_C(65536), UINT32_C(123)) \
    FREEBOARD_FIELD(beta, UINT32_C(0), UINT32_C(65536), UINT32_C(1229)) \
    FREEBOARD_FIELD(max_burst, UINT32_C(0), UINT32_C(1000000000), UINT32_C(150000)) \
    FREEBOARD_FIELD(guard, UINT32_C(0), UINT32_C(268435456), UINT32_C(3000)) \
    FREEBOARD_FIELD(start, UINT32_C(0), UINT32_C(65536), UINT32_C(655)) \
    FREEBOARD_FIELD(queue, UINT32_C(0), UINT32_C(7), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_pie_pipeline_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Queueing delay the controller aims at. [1000 to 100000000 ns; default 15000] */
    uint32_t target;
    /** Time between two updates of the probability. [15000 to 1000000000 ns; default 15000] */
    uint32_t t_update;
    /**
     * Gain of the error: probability per target that the delay is off the target. [0 to 65536 of
     * FREEBOARD_FRACTION_ONE; default 123]
     */
    uint32_t alpha;
    /**
     * Gain of the change: probability per target that the delay moved. [0 to 65536 of
     * FREEBOARD_FRACTION_ONE; default 1229]
     */
    uint32_t beta;
    /**
     * Time that an idle queue may be overrun before anything is signalled. [0 to 1000000000 ns;
     * default 150000]
     */
    uint32_t max_burst;
    /** Queue length up to which nothing is signalled. [0 to 268435456 bytes; default 3000] */
    uint32_t guard;
    /** Probability until the first update. [0 to 65536 of FREEBOARD_FRACTION_ONE; default 655] */
    uint32_t start;
    /** Which queue of the port this instance controls. [0 to 7; default 0] */
    uint32_t queue;
} freeboard_pie_pipeline_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_pie_pipeline_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_PIE_PIPELINE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_PIE_PIPELINE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_pie_pipeline_defaults(freeboard_pie_pipeline_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "data-centre": RFC 8033 with all times a thousandth
 * "rfc8033": RFC 8033 §4
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_pie_pipeline_preset(freeboard_pie_pipeline_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_PIE_PIPELINE_READS (FREEBOARD_READS_DEPTH | FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_PIE_PIPELINE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_PIE_PIPELINE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Period of its control plane [ns]. */
#define FREEBOARD_PIE_PIPELINE_CONTROL_PERIOD_NS UINT32_C(15000)
/** Place of "early signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_PIE_PIPELINE_TRIGGER_EARLY_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_pie_pipeline_params {
    uint32_t word[26]; /**< the library's own */
} freeboard_pie_pipeline_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_pie_pipeline_init(
    freeboard_pie_pipeline_params *params,
    const freeboard_pie_pipeline_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_pie_pipeline_effective(
    const freeboard_pie_pipeline_params *params,
    const freeboard_pie_pipeline_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_pie_pipeline_on_enqueue(
    const freeboard_pie_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_pie_pipeline_on_enqueue_counted(
    const freeboard_pie_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_pie_pipeline_on_idle(
    const freeboard_pie_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_pie_pipeline_on_clock_step(
    const freeboard_pie_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/** The control plane ticks, every FREEBOARD_PIE_PIPELINE_CONTROL_PERIOD_NS. */
void freeboard_pie_pipeline_on_control(
    freeboard_pie_pipeline_params *params,
    uint32_t now_ns,
    const freeboard_port_view *view);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_pie_pipeline_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name mq-ecn/pipeline: marks above a threshold that follows the queue's service rate.
 * Source: [Bai16b].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_MQ_ECN_PIPELINE_FIELDS UINT32_C(2)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_MQ_ECN_PIPELINE_EACH_FIELD \
    FREEBOARD_FIELD(k_port, UINT32_C(1), UINT32_C(268435456), UINT32_C(97500)) \
    FREEBOARD_FIELD(queue, UINT32_C(0), UINT32_C(7), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_mq_ecn_pipeline_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Threshold of the port. [1 to 268435456 bytes; default 97500] */
    uint32_t k_port;
    /** Which queue of the port this instance marks. [0 to 7; default 0] */
    uint32_t queue;
} freeboard_mq_ecn_pipeline_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_mq_ecn_pipeline_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_MQ_ECN_PIPELINE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_MQ_ECN_PIPELINE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_mq_ecn_pipeline_defaults(freeboard_mq_ecn_pipeline_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "dctcp-10g": [Bai16b] §6: 65 packets at 10 Gbit/s
 * "testbed-1g": [Bai16b] §6: 32 KB at 1 Gbit/s
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_mq_ecn_pipeline_preset(
    freeboard_mq_ecn_pipeline_config *config,
    const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_MQ_ECN_PIPELINE_READS FREEBOARD_READS_DEPTH
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_MQ_ECN_PIPELINE_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_MQ_ECN_PIPELINE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Period of its control plane [ns]. */
#define FREEBOARD_MQ_ECN_PIPELINE_CONTROL_PERIOD_NS UINT32_C(10000)
/** Place of "threshold signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_MQ_ECN_PIPELINE_TRIGGER_THRESHOLD_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_mq_ecn_pipeline_params {
    uint32_t word[5]; /**< the library's own */
} freeboard_mq_ecn_pipeline_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_mq_ecn_pipeline_init(
    freeboard_mq_ecn_pipeline_params *params,
    const freeboard_mq_ecn_pipeline_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_mq_ecn_pipeline_effective(
    const freeboard_mq_ecn_pipeline_params *params,
    const freeboard_mq_ecn_pipeline_config *config,
    uint32_t field);
/**
 * A packet arrives at its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_mq_ecn_pipeline_on_enqueue(
    const freeboard_mq_ecn_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet arrives at its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_mq_ecn_pipeline_on_enqueue_counted(
    const freeboard_mq_ecn_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_mq_ecn_pipeline_on_idle(
    const freeboard_mq_ecn_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_mq_ecn_pipeline_on_clock_step(
    const freeboard_mq_ecn_pipeline_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/** The control plane ticks, every FREEBOARD_MQ_ECN_PIPELINE_CONTROL_PERIOD_NS. */
void freeboard_mq_ecn_pipeline_on_control(
    freeboard_mq_ecn_pipeline_params *params,
    uint32_t now_ns,
    const freeboard_port_view *view);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_mq_ecn_pipeline_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name dualpi2/step: marks the L4S queue above a sojourn time.
 * Source: RFC 9332, as in Linux.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_DUALPI2_STEP_FIELDS UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_DUALPI2_STEP_EACH_FIELD \
    FREEBOARD_FIELD(step, UINT32_C(0), UINT32_C(4294967294), UINT32_C(100000))
/** Settings, in user units. */
typedef struct freeboard_dualpi2_step_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Sojourn time above which a packet is marked. [0 to 4294967294 ns; default 100000] */
    uint32_t step;
} freeboard_dualpi2_step_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_dualpi2_step_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_DUALPI2_STEP_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_DUALPI2_STEP_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_dualpi2_step_defaults(freeboard_dualpi2_step_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "data-centre": a tenth of RFC 9332's
 * "linux": Linux dualpi2: 1 ms
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_dualpi2_step_preset(freeboard_dualpi2_step_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_DUALPI2_STEP_READS FREEBOARD_READS_SOJOURN
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_DUALPI2_STEP_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_DUALPI2_STEP_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Place of "step signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_DUALPI2_STEP_TRIGGER_STEP_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_dualpi2_step_params {
    uint32_t word[1]; /**< the library's own */
} freeboard_dualpi2_step_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_dualpi2_step_init(
    freeboard_dualpi2_step_params *params,
    const freeboard_dualpi2_step_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_dualpi2_step_effective(
    const freeboard_dualpi2_step_params *params,
    const freeboard_dualpi2_step_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_dualpi2_step_on_dequeue(
    const freeboard_dualpi2_step_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_dualpi2_step_on_dequeue_counted(
    const freeboard_dualpi2_step_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_dualpi2_step_on_idle(
    const freeboard_dualpi2_step_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_dualpi2_step_on_clock_step(
    const freeboard_dualpi2_step_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_dualpi2_step_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name dualpi2/ramp: marks the L4S queue at random by sojourn time.
 * Source: RFC 9332.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_DUALPI2_RAMP_FIELDS UINT32_C(2)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_DUALPI2_RAMP_EACH_FIELD \
    FREEBOARD_FIELD(min, UINT32_C(0), UINT32_C(1073741824), UINT32_C(80000)) \
    FREEBOARD_FIELD(range, UINT32_C(1), UINT32_C(16777216), UINT32_C(40000))
/** Settings, in user units. */
typedef struct freeboard_dualpi2_ramp_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Sojourn time up to which nothing is marked. [0 to 1073741824 ns; default 80000] */
    uint32_t min;
    /**
     * Length of the ramp from no mark to all; takes effect as the nearest power of two. [1 to
     * 16777216 ns; default 40000]
     */
    uint32_t range;
} freeboard_dualpi2_ramp_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_dualpi2_ramp_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_DUALPI2_RAMP_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_DUALPI2_RAMP_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_dualpi2_ramp_defaults(freeboard_dualpi2_ramp_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "data-centre": a tenth of RFC 9332's
 * "rfc9332": RFC 9332 §A: 0.8 to 1.2 ms
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_dualpi2_ramp_preset(freeboard_dualpi2_ramp_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_DUALPI2_RAMP_READS \
    (FREEBOARD_READS_SOJOURN | \
     FREEBOARD_READS_DEPTH | \
     FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_DUALPI2_RAMP_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_DUALPI2_RAMP_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Place of "ramp signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_DUALPI2_RAMP_TRIGGER_RAMP_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_dualpi2_ramp_params {
    uint32_t word[2]; /**< the library's own */
} freeboard_dualpi2_ramp_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_dualpi2_ramp_init(
    freeboard_dualpi2_ramp_params *params,
    const freeboard_dualpi2_ramp_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_dualpi2_ramp_effective(
    const freeboard_dualpi2_ramp_params *params,
    const freeboard_dualpi2_ramp_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_dualpi2_ramp_on_dequeue(
    const freeboard_dualpi2_ramp_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_dualpi2_ramp_on_dequeue_counted(
    const freeboard_dualpi2_ramp_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_dualpi2_ramp_on_idle(
    const freeboard_dualpi2_ramp_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_dualpi2_ramp_on_clock_step(
    const freeboard_dualpi2_ramp_params *params,
    void *no_pipe,
    void *no_port,
    void *no_queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_dualpi2_ramp_words(
    const void *no_pipe,
    const void *no_port,
    const void *no_queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name hull/exact: marks by a phantom queue that drains slower than the link.
 * Source: [Alizadeh12].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_HULL_EXACT_FIELDS UINT32_C(3)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_HULL_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(link, UINT32_C(100), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(gamma, UINT32_C(32768), UINT32_C(65536), UINT32_C(62259)) \
    FREEBOARD_FIELD(k_pq, UINT32_C(64), UINT32_C(8388607), UINT32_C(15000))
/** Settings, in user units. */
typedef struct freeboard_hull_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Link rate C [Mbit/s]. [100 to 1600000; default 10000] */
    uint32_t link;
    /**
     * Share of C at which the phantom queue drains. [32768 to 65536 of FREEBOARD_FRACTION_ONE;
     * default 62259]
     */
    uint32_t gamma;
    /**
     * Phantom queue length above which packets are marked. [64 to 8388607 bytes; default 15000]
     */
    uint32_t k_pq;
} freeboard_hull_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_hull_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_HULL_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_HULL_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_hull_exact_defaults(freeboard_hull_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "link-10g": [Alizadeh12] at 10 Gbit/s; the threshold is ours
 * "paper": [Alizadeh12]: 1 Gbit/s, 950 Mbit/s, 6 KB
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_hull_exact_preset(freeboard_hull_exact_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_HULL_EXACT_READS (FREEBOARD_READS_NOW | FREEBOARD_READS_SIZE)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_HULL_EXACT_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_HULL_EXACT_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "phantom signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_HULL_EXACT_TRIGGER_PHANTOM_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_hull_exact_params {
    uint32_t word[2]; /**< the library's own */
} freeboard_hull_exact_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_hull_exact_queue {
    uint32_t word[2]; /**< the library's own */
} freeboard_hull_exact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_hull_exact_init(
    freeboard_hull_exact_params *params,
    const freeboard_hull_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_hull_exact_effective(
    const freeboard_hull_exact_params *params,
    const freeboard_hull_exact_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_hull_exact_on_dequeue(
    const freeboard_hull_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_hull_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_hull_exact_on_dequeue_counted(
    const freeboard_hull_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_hull_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_hull_exact_on_idle(
    const freeboard_hull_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_hull_exact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_hull_exact_on_clock_step(
    const freeboard_hull_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_hull_exact_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_hull_exact_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_hull_exact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name hull/classes: the phantom queue in one pass: packets of four sizes.
 * Source: [Alizadeh12], as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_HULL_CLASSES_FIELDS UINT32_C(5)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_HULL_CLASSES_EACH_FIELD \
    FREEBOARD_FIELD(link, UINT32_C(1000), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(gamma, UINT32_C(32768), UINT32_C(65536), UINT32_C(62259)) \
    FREEBOARD_FIELD(k_pq, UINT32_C(64), UINT32_C(8388607), UINT32_C(15000)) \
    FREEBOARD_FIELD(full, UINT32_C(1024), UINT32_C(2047), UINT32_C(1500)) \
    FREEBOARD_FIELD(jumbo, UINT32_C(2048), UINT32_C(9216), UINT32_C(9000))
/** Settings, in user units. */
typedef struct freeboard_hull_classes_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Link rate C [Mbit/s]. [1000 to 1600000; default 10000] */
    uint32_t link;
    /**
     * Share of C at which the phantom queue drains. [32768 to 65536 of FREEBOARD_FRACTION_ONE;
     * default 62259]
     */
    uint32_t gamma;
    /**
     * Phantom queue length above which packets are marked. [64 to 8388607 bytes; default 15000]
     */
    uint32_t k_pq;
    /** What a packet of 1024 to 2047 B counts as. [1024 to 2047 bytes; default 1500] */
    uint32_t full;
    /** What a longer one counts as. [2048 to 9216 bytes; default 9000] */
    uint32_t jumbo;
} freeboard_hull_classes_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_hull_classes_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_HULL_CLASSES_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_HULL_CLASSES_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_hull_classes_defaults(freeboard_hull_classes_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "link-10g": [Alizadeh12] at 10 Gbit/s; the threshold is ours
 * "paper": [Alizadeh12]: 1 Gbit/s, 950 Mbit/s, 6 KB
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_hull_classes_preset(freeboard_hull_classes_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_HULL_CLASSES_READS (FREEBOARD_READS_NOW | FREEBOARD_READS_SIZE)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_HULL_CLASSES_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_HULL_CLASSES_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "phantom signals" in freeboard_activity.trigger; watches ns. */
#define FREEBOARD_HULL_CLASSES_TRIGGER_PHANTOM_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_hull_classes_params {
    uint32_t word[7]; /**< the library's own */
} freeboard_hull_classes_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_hull_classes_queue {
    uint32_t word[2]; /**< the library's own */
} freeboard_hull_classes_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_hull_classes_init(
    freeboard_hull_classes_params *params,
    const freeboard_hull_classes_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_hull_classes_effective(
    const freeboard_hull_classes_params *params,
    const freeboard_hull_classes_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_hull_classes_on_dequeue(
    const freeboard_hull_classes_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_hull_classes_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_hull_classes_on_dequeue_counted(
    const freeboard_hull_classes_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_hull_classes_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_hull_classes_on_idle(
    const freeboard_hull_classes_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_hull_classes_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_hull_classes_on_clock_step(
    const freeboard_hull_classes_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_hull_classes_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_hull_classes_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_hull_classes_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name s-ecn/exact: marks at random by the queue's growth (a reconstruction).
 * Source: [Shan18], reconstructed.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_S_ECN_EXACT_FIELDS UINT32_C(3)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_S_ECN_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(link, UINT32_C(100), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(weight, UINT32_C(0), UINT32_C(8), UINT32_C(3)) \
    FREEBOARD_FIELD(full, UINT32_C(64), UINT32_C(9000), UINT32_C(1400))
/** Settings, in user units. */
typedef struct freeboard_s_ecn_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Link rate C [Mbit/s]. [100 to 1600000; default 10000] */
    uint32_t link;
    /** Gain of the average growth: 2^-w per sample. [0 to 8 power of 2; default 3] */
    uint32_t weight;
    /**
     * Packets of at least this size sample the growth as they leave. [64 to 9000 bytes; default
     * 1400]
     */
    uint32_t full;
} freeboard_s_ecn_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_s_ecn_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_S_ECN_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_S_ECN_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_s_ecn_exact_defaults(freeboard_s_ecn_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "reconstruction": chosen by us
 * "compared-1g": E-ECN paper Fig. 11: 1 Gbit/s, packets of 1000 B
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_s_ecn_exact_preset(freeboard_s_ecn_exact_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_S_ECN_EXACT_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_DEPTH | \
     FREEBOARD_READS_SIZE | \
     FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_S_ECN_EXACT_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_S_ECN_EXACT_LONGEST_GAP_NS UINT64_C(1073741823)
/** Place of "growth signals" in freeboard_activity.trigger; watches count. */
#define FREEBOARD_S_ECN_EXACT_TRIGGER_GROWTH_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_s_ecn_exact_params {
    uint32_t word[5]; /**< the library's own */
} freeboard_s_ecn_exact_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_s_ecn_exact_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_s_ecn_exact_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_s_ecn_exact_init(
    freeboard_s_ecn_exact_params *params,
    const freeboard_s_ecn_exact_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_s_ecn_exact_effective(
    const freeboard_s_ecn_exact_params *params,
    const freeboard_s_ecn_exact_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_s_ecn_exact_on_dequeue(
    const freeboard_s_ecn_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_s_ecn_exact_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_s_ecn_exact_on_dequeue_counted(
    const freeboard_s_ecn_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_s_ecn_exact_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_s_ecn_exact_on_idle(
    const freeboard_s_ecn_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_s_ecn_exact_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_s_ecn_exact_on_clock_step(
    const freeboard_s_ecn_exact_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_s_ecn_exact_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_s_ecn_exact_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_s_ecn_exact_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name s-ecn/window: marks at random by the queue's growth over a window, in one pass (a
 * reconstruction).
 * Source: [Shan18], reconstructed, as decomposed for match-action switches.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_S_ECN_WINDOW_FIELDS UINT32_C(2)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_S_ECN_WINDOW_EACH_FIELD \
    FREEBOARD_FIELD(link, UINT32_C(100), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(window, UINT32_C(100), UINT32_C(1000000000), UINT32_C(12000))
/** Settings, in user units. */
typedef struct freeboard_s_ecn_window_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Link rate C [Mbit/s]: growth by C over the window is certainty. [100 to 1600000; default
     * 10000]
     */
    uint32_t link;
    /** Window over which the growth is taken. [100 to 1000000000 ns; default 12000] */
    uint32_t window;
} freeboard_s_ecn_window_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_s_ecn_window_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_S_ECN_WINDOW_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_S_ECN_WINDOW_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_s_ecn_window_defaults(freeboard_s_ecn_window_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "reconstruction": chosen by us
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_s_ecn_window_preset(freeboard_s_ecn_window_config *config, const char *name);
/** Members of freeboard_packet that it looks at. */
#define FREEBOARD_S_ECN_WINDOW_READS \
    (FREEBOARD_READS_NOW | \
     FREEBOARD_READS_DEPTH | \
     FREEBOARD_READS_RANDOM)
/** 1: a packet without ECN is dropped in place of a mark; 0: it passes. */
#define FREEBOARD_S_ECN_WINDOW_NOT_ECT_DROPS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_S_ECN_WINDOW_LONGEST_GAP_NS UINT64_C(2147483647)
/** Place of "growth signals" in freeboard_activity.trigger; watches bytes. */
#define FREEBOARD_S_ECN_WINDOW_TRIGGER_GROWTH_SIGNALS UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_s_ecn_window_params {
    uint32_t word[3]; /**< the library's own */
} freeboard_s_ecn_window_params;
/** State of a queue; memory filled with 0 is a fresh one. */
typedef struct freeboard_s_ecn_window_queue {
    uint32_t word[4]; /**< the library's own */
} freeboard_s_ecn_window_queue;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param depth_unit bytes in a unit of depths, 1 to 65535.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_s_ecn_window_init(
    freeboard_s_ecn_window_params *params,
    const freeboard_s_ecn_window_config *config,
    uint32_t depth_unit,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_s_ecn_window_effective(
    const freeboard_s_ecn_window_params *params,
    const freeboard_s_ecn_window_config *config,
    uint32_t field);
/**
 * A packet leaves its queue.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_s_ecn_window_on_dequeue(
    const freeboard_s_ecn_window_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_s_ecn_window_queue *queue,
    const freeboard_packet *packet);
/**
 * A packet leaves its queue.
 * The same, and counts in `activity`.
 * @return FREEBOARD_FORWARD, FREEBOARD_SIGNAL or FREEBOARD_DROP.
 */
uint32_t freeboard_s_ecn_window_on_dequeue_counted(
    const freeboard_s_ecn_window_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_s_ecn_window_queue *queue,
    const freeboard_packet *packet,
    freeboard_activity *activity);
/** The queue is silent: due from FREEBOARD_IDLE_MIN_NS on, before FREEBOARD_IDLE_MAX_NS. */
void freeboard_s_ecn_window_on_idle(
    const freeboard_s_ecn_window_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_s_ecn_window_queue *queue,
    uint32_t now_ns);
/**
 * The clock that stamps packets was set and shows now_ns: the queue decides like a fresh one. Due
 * for every queue of the pipe before the next packet. Parameters stay.
 */
void freeboard_s_ecn_window_on_clock_step(
    const freeboard_s_ecn_window_params *params,
    void *no_pipe,
    void *no_port,
    freeboard_s_ecn_window_queue *queue,
    uint32_t now_ns);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_s_ecn_window_words(
    const void *no_pipe,
    const void *no_port,
    const freeboard_s_ecn_window_queue *queue,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name fixed/exact: a fixed window and rate.
 * Source: none.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_FIXED_EXACT_FIELDS UINT32_C(2)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_FIXED_EXACT_EACH_FIELD \
    FREEBOARD_FIELD(window, UINT32_C(1), UINT32_C(4294967295), UINT32_C(4294967295)) \
    FREEBOARD_FIELD(rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1048576))
/** Settings, in user units. */
typedef struct freeboard_fixed_exact_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Most bytes in flight. [1 to 4294967295 bytes; default 4294967295] */
    uint32_t window;
    /** Sending rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1048576] */
    uint32_t rate;
} freeboard_fixed_exact_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_fixed_exact_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_FIXED_EXACT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_FIXED_EXACT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_fixed_exact_defaults(freeboard_fixed_exact_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "unlimited": chosen by us
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_fixed_exact_preset(freeboard_fixed_exact_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_FIXED_EXACT_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_FIXED_EXACT_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_FIXED_EXACT_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_FIXED_EXACT_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_FIXED_EXACT_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_FIXED_EXACT_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_FIXED_EXACT_FLOW_BYTES UINT32_C(0)
/** Bytes of these that are history of the path. */
#define FREEBOARD_FIXED_EXACT_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_fixed_exact_params {
    uint32_t word[2]; /**< the library's own */
} freeboard_fixed_exact_params;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_fixed_exact_init(
    freeboard_fixed_exact_params *params,
    const freeboard_fixed_exact_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_fixed_exact_effective(
    const freeboard_fixed_exact_params *params,
    const freeboard_fixed_exact_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_fixed_exact_on_event(
    const freeboard_fixed_exact_params *params,
    void *no_flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_fixed_exact_on_ack(
    const freeboard_fixed_exact_params *params,
    void *no_flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_fixed_exact_on_loss(
    const freeboard_fixed_exact_params *params,
    void *no_flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_fixed_exact_on_timeout(
    const freeboard_fixed_exact_params *params,
    void *no_flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_fixed_exact_on_sent(
    const freeboard_fixed_exact_params *params,
    void *no_flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_fixed_exact_on_cnp(
    const freeboard_fixed_exact_params *params,
    void *no_flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_fixed_exact_on_tick(
    const freeboard_fixed_exact_params *params,
    void *no_flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_fixed_exact_control(
    const freeboard_fixed_exact_params *params,
    const void *no_flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_fixed_exact_words(const void *no_flow, uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name dctcp/tcp: cuts the window by half the fraction of marked bytes.
 * Source: RFC 8257.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_DCTCP_TCP_FIELDS UINT32_C(8)
/** `halve`, for the setting restart. */
#define FREEBOARD_DCTCP_TCP_RESTART_HALVE UINT32_C(0)
/** `initial`, for the setting restart. */
#define FREEBOARD_DCTCP_TCP_RESTART_INITIAL UINT32_C(1)
/** `after-cut`, for the setting growth. */
#define FREEBOARD_DCTCP_TCP_GROWTH_AFTER_CUT UINT32_C(0)
/** `always`, for the setting growth. */
#define FREEBOARD_DCTCP_TCP_GROWTH_ALWAYS UINT32_C(1)
/** `per-window`, for the setting increase. */
#define FREEBOARD_DCTCP_TCP_INCREASE_PER_WINDOW UINT32_C(0)
/** `per-ack`, for the setting increase. */
#define FREEBOARD_DCTCP_TCP_INCREASE_PER_ACK UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_DCTCP_TCP_EACH_FIELD \
    FREEBOARD_FIELD(g_shift, UINT32_C(0), UINT32_C(15), UINT32_C(4)) \
    FREEBOARD_FIELD(alpha_init, UINT32_C(0), UINT32_C(65536), UINT32_C(65536)) \
    FREEBOARD_FIELD(initial_window, UINT32_C(1), UINT32_C(1024), UINT32_C(10)) \
    FREEBOARD_FIELD(min_window, UINT32_C(1), UINT32_C(64), UINT32_C(2)) \
    FREEBOARD_FIELD(idle_restart, UINT32_C(0), UINT32_C(2000000000), UINT32_C(0)) \
    FREEBOARD_FIELD(restart, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(growth, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(increase, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_dctcp_tcp_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Estimation gain g = 2^-shift. [0 to 15 power of 2; default 4] */
    uint32_t g_shift;
    /** Alpha before the first estimate. [0 to 65536 of FREEBOARD_FRACTION_ONE; default 65536] */
    uint32_t alpha_init;
    /** Initial window. [1 to 1024 packets; default 10] */
    uint32_t initial_window;
    /** Smallest window after a mark. [1 to 64 packets; default 2] */
    uint32_t min_window;
    /**
     * Silence after which the window is taken back; 0 for never. [0 to 2000000000 ns; default 0]
     */
    uint32_t idle_restart;
    /**
     * How a silence beyond `idle_restart` takes back the window: by half per such time, or at once
     * to the initial window. [0 to 1 FREEBOARD_DCTCP_TCP_RESTART_...; default 0]
     */
    uint32_t restart;
    /**
     * Whether the window grows while a cut is in force: not until its end, or on every ACK but the
     * one that cut. [0 to 1 FREEBOARD_DCTCP_TCP_GROWTH_...; default 0]
     */
    uint32_t growth;
    /**
     * How the window grows above the threshold: a segment per acknowledged window, or its share on
     * every ACK. [0 to 1 FREEBOARD_DCTCP_TCP_INCREASE_...; default 0]
     */
    uint32_t increase;
} freeboard_dctcp_tcp_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_dctcp_tcp_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_DCTCP_TCP_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_DCTCP_TCP_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_dctcp_tcp_defaults(freeboard_dctcp_tcp_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "rfc8257": RFC 8257
 * "packet-simulator": simulators that count packets: RFC 5681 eq. 3 on every ACK that does not cut,
 * window floor 1
 * "bcc-simulator": the BCC authors' simulator: alpha starts at 0, window floor 1, a restart from
 * the initial window
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_dctcp_tcp_preset(freeboard_dctcp_tcp_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_DCTCP_TCP_NEEDS_ECN UINT32_C(1)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_DCTCP_TCP_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_DCTCP_TCP_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_DCTCP_TCP_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_DCTCP_TCP_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_DCTCP_TCP_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_DCTCP_TCP_FLOW_BYTES UINT32_C(36)
/** Bytes of these that are history of the path. */
#define FREEBOARD_DCTCP_TCP_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_dctcp_tcp_params {
    uint32_t word[9]; /**< the library's own */
} freeboard_dctcp_tcp_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_dctcp_tcp_flow {
    uint32_t word[9]; /**< the library's own */
} freeboard_dctcp_tcp_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_dctcp_tcp_init(
    freeboard_dctcp_tcp_params *params,
    const freeboard_dctcp_tcp_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_dctcp_tcp_effective(
    const freeboard_dctcp_tcp_params *params,
    const freeboard_dctcp_tcp_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_dctcp_tcp_on_event(
    const freeboard_dctcp_tcp_params *params,
    freeboard_dctcp_tcp_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dctcp_tcp_on_ack(
    const freeboard_dctcp_tcp_params *params,
    freeboard_dctcp_tcp_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dctcp_tcp_on_loss(
    const freeboard_dctcp_tcp_params *params,
    freeboard_dctcp_tcp_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dctcp_tcp_on_timeout(
    const freeboard_dctcp_tcp_params *params,
    freeboard_dctcp_tcp_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dctcp_tcp_on_sent(
    const freeboard_dctcp_tcp_params *params,
    freeboard_dctcp_tcp_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dctcp_tcp_on_cnp(
    const freeboard_dctcp_tcp_params *params,
    freeboard_dctcp_tcp_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dctcp_tcp_on_tick(
    const freeboard_dctcp_tcp_params *params,
    freeboard_dctcp_tcp_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_dctcp_tcp_control(
    const freeboard_dctcp_tcp_params *params,
    const freeboard_dctcp_tcp_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_dctcp_tcp_words(
    const freeboard_dctcp_tcp_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name dctcp/rate: cuts the rate by half the fraction of marked bytes, adds once per round trip.
 * Source: HPCC's simulator, after RFC 8257.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_DCTCP_RATE_FIELDS UINT32_C(6)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_DCTCP_RATE_EACH_FIELD \
    FREEBOARD_FIELD(g_shift, UINT32_C(0), UINT32_C(15), UINT32_C(4)) \
    FREEBOARD_FIELD(alpha_init, UINT32_C(0), UINT32_C(65536), UINT32_C(65536)) \
    FREEBOARD_FIELD(ai, UINT32_C(1), UINT32_C(1048576), UINT32_C(6449)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(initial_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1048576)) \
    FREEBOARD_FIELD(bdp, UINT32_C(64), UINT32_C(1073741824), UINT32_C(153000))
/** Settings, in user units. */
typedef struct freeboard_dctcp_rate_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Estimation gain g = 2^-shift. [0 to 15 power of 2; default 4] */
    uint32_t g_shift;
    /** Alpha before the first estimate. [0 to 65536 of FREEBOARD_FRACTION_ONE; default 65536] */
    uint32_t alpha_init;
    /** Additive increase per round trip. [1 to 1048576 of FREEBOARD_LINE_RATE; default 6449] */
    uint32_t ai;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
    /** Rate of a fresh flow. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1048576] */
    uint32_t initial_rate;
    /** Window at line rate. [64 to 1073741824 bytes; default 153000] */
    uint32_t bdp;
} freeboard_dctcp_rate_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_dctcp_rate_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_DCTCP_RATE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_DCTCP_RATE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_dctcp_rate_defaults(freeboard_dctcp_rate_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "hpcc-simulator": HPCC's simulator at 100 Gbit/s: On-Ramp Fig 15
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_dctcp_rate_preset(freeboard_dctcp_rate_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_DCTCP_RATE_NEEDS_ECN UINT32_C(1)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_DCTCP_RATE_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_DCTCP_RATE_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_DCTCP_RATE_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_DCTCP_RATE_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_DCTCP_RATE_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_DCTCP_RATE_FLOW_BYTES UINT32_C(28)
/** Bytes of these that are history of the path. */
#define FREEBOARD_DCTCP_RATE_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_dctcp_rate_params {
    uint32_t word[7]; /**< the library's own */
} freeboard_dctcp_rate_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_dctcp_rate_flow {
    uint32_t word[7]; /**< the library's own */
} freeboard_dctcp_rate_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_dctcp_rate_init(
    freeboard_dctcp_rate_params *params,
    const freeboard_dctcp_rate_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_dctcp_rate_effective(
    const freeboard_dctcp_rate_params *params,
    const freeboard_dctcp_rate_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_dctcp_rate_on_event(
    const freeboard_dctcp_rate_params *params,
    freeboard_dctcp_rate_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dctcp_rate_on_ack(
    const freeboard_dctcp_rate_params *params,
    freeboard_dctcp_rate_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dctcp_rate_on_loss(
    const freeboard_dctcp_rate_params *params,
    freeboard_dctcp_rate_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dctcp_rate_on_timeout(
    const freeboard_dctcp_rate_params *params,
    freeboard_dctcp_rate_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dctcp_rate_on_sent(
    const freeboard_dctcp_rate_params *params,
    freeboard_dctcp_rate_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dctcp_rate_on_cnp(
    const freeboard_dctcp_rate_params *params,
    freeboard_dctcp_rate_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dctcp_rate_on_tick(
    const freeboard_dctcp_rate_params *params,
    freeboard_dctcp_rate_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_dctcp_rate_control(
    const freeboard_dctcp_rate_params *params,
    const freeboard_dctcp_rate_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_dctcp_rate_words(
    const freeboard_dctcp_rate_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name newreno/rfc5681: halves the window once per window of losses.
 * Source: RFC 5681, RFC 6582.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_NEWRENO_RFC5681_FIELDS UINT32_C(4)
/** `halve`, for the setting restart. */
#define FREEBOARD_NEWRENO_RFC5681_RESTART_HALVE UINT32_C(0)
/** `initial`, for the setting restart. */
#define FREEBOARD_NEWRENO_RFC5681_RESTART_INITIAL UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_NEWRENO_RFC5681_EACH_FIELD \
    FREEBOARD_FIELD(initial_window, UINT32_C(1), UINT32_C(1024), UINT32_C(10)) \
    FREEBOARD_FIELD(slow_start_limit, UINT32_C(1), UINT32_C(1024), UINT32_C(1)) \
    FREEBOARD_FIELD(idle_restart, UINT32_C(0), UINT32_C(2000000000), UINT32_C(0)) \
    FREEBOARD_FIELD(restart, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_newreno_rfc5681_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Initial window. [1 to 1024 packets; default 10] */
    uint32_t initial_window;
    /** Most segments one ACK adds in slow start (L of RFC 3465). [1 to 1024 packets; default 1] */
    uint32_t slow_start_limit;
    /**
     * Silence after which the window is taken back; 0 for never. [0 to 2000000000 ns; default 0]
     */
    uint32_t idle_restart;
    /**
     * How a silence beyond `idle_restart` takes back the window: by half per such time, or at once
     * to the initial window. [0 to 1 FREEBOARD_NEWRENO_RFC5681_RESTART_...; default 0]
     */
    uint32_t restart;
} freeboard_newreno_rfc5681_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_newreno_rfc5681_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_NEWRENO_RFC5681_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_NEWRENO_RFC5681_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_newreno_rfc5681_defaults(freeboard_newreno_rfc5681_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "rfc5681": RFC 5681
 * "byte-counting": RFC 3465: two segments per ACK in slow start, for receivers that delay ACKs
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_newreno_rfc5681_preset(
    freeboard_newreno_rfc5681_config *config,
    const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_NEWRENO_RFC5681_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_NEWRENO_RFC5681_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_NEWRENO_RFC5681_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_NEWRENO_RFC5681_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_NEWRENO_RFC5681_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_NEWRENO_RFC5681_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_NEWRENO_RFC5681_FLOW_BYTES UINT32_C(20)
/** Bytes of these that are history of the path. */
#define FREEBOARD_NEWRENO_RFC5681_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_newreno_rfc5681_params {
    uint32_t word[7]; /**< the library's own */
} freeboard_newreno_rfc5681_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_newreno_rfc5681_flow {
    uint32_t word[5]; /**< the library's own */
} freeboard_newreno_rfc5681_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_newreno_rfc5681_init(
    freeboard_newreno_rfc5681_params *params,
    const freeboard_newreno_rfc5681_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_newreno_rfc5681_effective(
    const freeboard_newreno_rfc5681_params *params,
    const freeboard_newreno_rfc5681_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_newreno_rfc5681_on_event(
    const freeboard_newreno_rfc5681_params *params,
    freeboard_newreno_rfc5681_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_newreno_rfc5681_on_ack(
    const freeboard_newreno_rfc5681_params *params,
    freeboard_newreno_rfc5681_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_newreno_rfc5681_on_loss(
    const freeboard_newreno_rfc5681_params *params,
    freeboard_newreno_rfc5681_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_newreno_rfc5681_on_timeout(
    const freeboard_newreno_rfc5681_params *params,
    freeboard_newreno_rfc5681_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_newreno_rfc5681_on_sent(
    const freeboard_newreno_rfc5681_params *params,
    freeboard_newreno_rfc5681_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_newreno_rfc5681_on_cnp(
    const freeboard_newreno_rfc5681_params *params,
    freeboard_newreno_rfc5681_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_newreno_rfc5681_on_tick(
    const freeboard_newreno_rfc5681_params *params,
    freeboard_newreno_rfc5681_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_newreno_rfc5681_control(
    const freeboard_newreno_rfc5681_params *params,
    const freeboard_newreno_rfc5681_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_newreno_rfc5681_words(
    const freeboard_newreno_rfc5681_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name ecn-star/rfc3168: halves the window once per window of marks.
 * Source: RFC 3168, RFC 5681.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_ECN_STAR_RFC3168_FIELDS UINT32_C(6)
/** `halve`, for the setting restart. */
#define FREEBOARD_ECN_STAR_RFC3168_RESTART_HALVE UINT32_C(0)
/** `initial`, for the setting restart. */
#define FREEBOARD_ECN_STAR_RFC3168_RESTART_INITIAL UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_ECN_STAR_RFC3168_EACH_FIELD \
    FREEBOARD_FIELD(initial_window, UINT32_C(1), UINT32_C(1024), UINT32_C(10)) \
    FREEBOARD_FIELD(beta_ecn, UINT32_C(32768), UINT32_C(62259), UINT32_C(32768)) \
    FREEBOARD_FIELD(min_window, UINT32_C(1), UINT32_C(64), UINT32_C(2)) \
    FREEBOARD_FIELD(slow_start_limit, UINT32_C(1), UINT32_C(1024), UINT32_C(1)) \
    FREEBOARD_FIELD(idle_restart, UINT32_C(0), UINT32_C(2000000000), UINT32_C(0)) \
    FREEBOARD_FIELD(restart, UINT32_C(0), UINT32_C(1), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_ecn_star_rfc3168_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Initial window. [1 to 1024 packets; default 10] */
    uint32_t initial_window;
    /**
     * Share of the window after a mark. [32768 to 62259 of FREEBOARD_FRACTION_ONE; default 32768]
     */
    uint32_t beta_ecn;
    /** Smallest window after a mark. [1 to 64 packets; default 2] */
    uint32_t min_window;
    /** Most segments one ACK adds in slow start (L of RFC 3465). [1 to 1024 packets; default 1] */
    uint32_t slow_start_limit;
    /**
     * Silence after which the window is taken back; 0 for never. [0 to 2000000000 ns; default 0]
     */
    uint32_t idle_restart;
    /**
     * How a silence beyond `idle_restart` takes back the window: by half per such time, or at once
     * to the initial window. [0 to 1 FREEBOARD_ECN_STAR_RFC3168_RESTART_...; default 0]
     */
    uint32_t restart;
} freeboard_ecn_star_rfc3168_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_ecn_star_rfc3168_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_ECN_STAR_RFC3168_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_ECN_STAR_RFC3168_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_ecn_star_rfc3168_defaults(freeboard_ecn_star_rfc3168_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "rfc3168": RFC 3168, RFC 5681
 * "one-segment": RFC 3168 §6.1.2: marks may take the window down to one segment
 * "rfc8511": RFC 8511 §3.1: a mark says less than a loss, and leaves 0.8 of the window
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_ecn_star_rfc3168_preset(
    freeboard_ecn_star_rfc3168_config *config,
    const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_ECN_STAR_RFC3168_NEEDS_ECN UINT32_C(1)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_ECN_STAR_RFC3168_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_ECN_STAR_RFC3168_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_ECN_STAR_RFC3168_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_ECN_STAR_RFC3168_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_ECN_STAR_RFC3168_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_ECN_STAR_RFC3168_FLOW_BYTES UINT32_C(20)
/** Bytes of these that are history of the path. */
#define FREEBOARD_ECN_STAR_RFC3168_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_ecn_star_rfc3168_params {
    uint32_t word[7]; /**< the library's own */
} freeboard_ecn_star_rfc3168_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_ecn_star_rfc3168_flow {
    uint32_t word[5]; /**< the library's own */
} freeboard_ecn_star_rfc3168_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_ecn_star_rfc3168_init(
    freeboard_ecn_star_rfc3168_params *params,
    const freeboard_ecn_star_rfc3168_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_ecn_star_rfc3168_effective(
    const freeboard_ecn_star_rfc3168_params *params,
    const freeboard_ecn_star_rfc3168_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_ecn_star_rfc3168_on_event(
    const freeboard_ecn_star_rfc3168_params *params,
    freeboard_ecn_star_rfc3168_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_ecn_star_rfc3168_on_ack(
    const freeboard_ecn_star_rfc3168_params *params,
    freeboard_ecn_star_rfc3168_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_ecn_star_rfc3168_on_loss(
    const freeboard_ecn_star_rfc3168_params *params,
    freeboard_ecn_star_rfc3168_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_ecn_star_rfc3168_on_timeout(
    const freeboard_ecn_star_rfc3168_params *params,
    freeboard_ecn_star_rfc3168_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_ecn_star_rfc3168_on_sent(
    const freeboard_ecn_star_rfc3168_params *params,
    freeboard_ecn_star_rfc3168_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_ecn_star_rfc3168_on_cnp(
    const freeboard_ecn_star_rfc3168_params *params,
    freeboard_ecn_star_rfc3168_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_ecn_star_rfc3168_on_tick(
    const freeboard_ecn_star_rfc3168_params *params,
    freeboard_ecn_star_rfc3168_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_ecn_star_rfc3168_control(
    const freeboard_ecn_star_rfc3168_params *params,
    const freeboard_ecn_star_rfc3168_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_ecn_star_rfc3168_words(
    const freeboard_ecn_star_rfc3168_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name dcqcn/rate: cuts the rate by half of alpha at notifications, raises it by timers.
 * Source: [Zhu15].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_DCQCN_RATE_FIELDS UINT32_C(14)
/** `after-increase`, for the setting clamp_target. */
#define FREEBOARD_DCQCN_RATE_CLAMP_TARGET_AFTER_INCREASE UINT32_C(0)
/** `always`, for the setting clamp_target. */
#define FREEBOARD_DCQCN_RATE_CLAMP_TARGET_ALWAYS UINT32_C(1)
/** `check`, for the setting cut_at. */
#define FREEBOARD_DCQCN_RATE_CUT_AT_CHECK UINT32_C(0)
/** `cnp`, for the setting cut_at. */
#define FREEBOARD_DCQCN_RATE_CUT_AT_CNP UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_DCQCN_RATE_EACH_FIELD \
    FREEBOARD_FIELD(g, UINT32_C(1), UINT32_C(65535), UINT32_C(256)) \
    FREEBOARD_FIELD(t_alpha, UINT32_C(100), UINT32_C(100000000), UINT32_C(1000)) \
    FREEBOARD_FIELD(t_d, UINT32_C(100), UINT32_C(100000000), UINT32_C(4000)) \
    FREEBOARD_FIELD(t_i, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(300000)) \
    FREEBOARD_FIELD(byte_counter, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(f, UINT32_C(1), UINT32_C(100), UINT32_C(1)) \
    FREEBOARD_FIELD(ai, UINT32_C(1), UINT32_C(1048576), UINT32_C(210)) \
    FREEBOARD_FIELD(hai, UINT32_C(1), UINT32_C(1048576), UINT32_C(2097)) \
    FREEBOARD_FIELD(alpha_init, UINT32_C(0), UINT32_C(65536), UINT32_C(65536)) \
    FREEBOARD_FIELD(clamp_target, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(cut_at, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(freeze, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(initial_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1048576))
/** Settings, in user units. */
typedef struct freeboard_dcqcn_rate_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Gain of alpha (g). [1 to 65535 of FREEBOARD_FRACTION_ONE; default 256] */
    uint32_t g;
    /** Period of alpha's update. [100 to 100000000 ns; default 1000] */
    uint32_t t_alpha;
    /** Shortest time between two cuts (T_d). [100 to 100000000 ns; default 4000] */
    uint32_t t_d;
    /** Period of the increase timer (T_i). [1000 to 1000000000 ns; default 300000] */
    uint32_t t_i;
    /** Bytes per step of the byte counter; 0 for none. [0 to 1073741824 bytes; default 0] */
    uint32_t byte_counter;
    /** Stages of fast recovery (F). [1 to 100; default 1] */
    uint32_t f;
    /** Additive increase (R_AI). [1 to 1048576 of FREEBOARD_LINE_RATE; default 210] */
    uint32_t ai;
    /** Hyper increase (R_HAI). [1 to 1048576 of FREEBOARD_LINE_RATE; default 2097] */
    uint32_t hai;
    /** Alpha at the first notification. [0 to 65536 of FREEBOARD_FRACTION_ONE; default 65536] */
    uint32_t alpha_init;
    /**
     * Whether a cut sets the target to the rate: after an increase only, or always. [0 to 1
     * FREEBOARD_DCQCN_RATE_CLAMP_TARGET_...; default 0]
     */
    uint32_t clamp_target;
    /**
     * When a notification cuts: at the next check every T_d, or at once, T_d apart. [0 to 1
     * FREEBOARD_DCQCN_RATE_CUT_AT_...; default 0]
     */
    uint32_t cut_at;
    /**
     * The increase timer stands still while an underlay holds the flow. [0 to 1 off or on; default
     * 0]
     */
    uint32_t freeze;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
    /** Rate of a fresh flow. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1048576] */
    uint32_t initial_rate;
} freeboard_dcqcn_rate_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_dcqcn_rate_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_DCQCN_RATE_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_DCQCN_RATE_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_dcqcn_rate_defaults(freeboard_dcqcn_rate_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "vendor": HPCC's simulator, vendor setting (T_i, T_d) = (300, 4) us: On-Ramp Fig 2b
 * "low-gain": HPCC's simulator, (T_i, T_d) = (55, 50) us: On-Ramp Fig 2a
 * "low-gain-clamped": as low-gain, with the target clamp of [Zhu15]
 * "low-gain-frozen": as low-gain, the increase timer frozen during an underlay's pause
 * "connectx": NVIDIA's DCQCN parameters of DOCA 3.4, defaults, at 100 Gbit/s; byte counter in 64
 * bytes
 * "paper": [Zhu15]: 40 Mbit/s and 400 Mbit/s of 40 Gbit/s, two counters, cuts at each notification
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_dcqcn_rate_preset(freeboard_dcqcn_rate_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_DCQCN_RATE_NEEDS_ECN UINT32_C(1)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_DCQCN_RATE_NEEDS_CNP UINT32_C(1)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_DCQCN_RATE_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_DCQCN_RATE_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_DCQCN_RATE_TICK_NS UINT32_C(20000)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_DCQCN_RATE_LONGEST_GAP_NS UINT64_C(1073741824)
/** Bytes of a flow's state. */
#define FREEBOARD_DCQCN_RATE_FLOW_BYTES UINT32_C(36)
/** Bytes of these that are history of the path. */
#define FREEBOARD_DCQCN_RATE_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_dcqcn_rate_params {
    uint32_t word[63]; /**< the library's own */
} freeboard_dcqcn_rate_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_dcqcn_rate_flow {
    uint32_t word[9]; /**< the library's own */
} freeboard_dcqcn_rate_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_dcqcn_rate_init(
    freeboard_dcqcn_rate_params *params,
    const freeboard_dcqcn_rate_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_dcqcn_rate_effective(
    const freeboard_dcqcn_rate_params *params,
    const freeboard_dcqcn_rate_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_dcqcn_rate_on_event(
    const freeboard_dcqcn_rate_params *params,
    freeboard_dcqcn_rate_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dcqcn_rate_on_ack(
    const freeboard_dcqcn_rate_params *params,
    freeboard_dcqcn_rate_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dcqcn_rate_on_loss(
    const freeboard_dcqcn_rate_params *params,
    freeboard_dcqcn_rate_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dcqcn_rate_on_timeout(
    const freeboard_dcqcn_rate_params *params,
    freeboard_dcqcn_rate_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dcqcn_rate_on_sent(
    const freeboard_dcqcn_rate_params *params,
    freeboard_dcqcn_rate_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dcqcn_rate_on_cnp(
    const freeboard_dcqcn_rate_params *params,
    freeboard_dcqcn_rate_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dcqcn_rate_on_tick(
    const freeboard_dcqcn_rate_params *params,
    freeboard_dcqcn_rate_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_dcqcn_rate_control(
    const freeboard_dcqcn_rate_params *params,
    const freeboard_dcqcn_rate_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_dcqcn_rate_words(
    const freeboard_dcqcn_rate_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name dcqcn/w: cuts the rate by half of alpha at notifications, raises it by timers.
 * Source: [Zhu15].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_DCQCN_W_FIELDS UINT32_C(15)
/** `after-increase`, for the setting clamp_target. */
#define FREEBOARD_DCQCN_W_CLAMP_TARGET_AFTER_INCREASE UINT32_C(0)
/** `always`, for the setting clamp_target. */
#define FREEBOARD_DCQCN_W_CLAMP_TARGET_ALWAYS UINT32_C(1)
/** `check`, for the setting cut_at. */
#define FREEBOARD_DCQCN_W_CUT_AT_CHECK UINT32_C(0)
/** `cnp`, for the setting cut_at. */
#define FREEBOARD_DCQCN_W_CUT_AT_CNP UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_DCQCN_W_EACH_FIELD \
    FREEBOARD_FIELD(g, UINT32_C(1), UINT32_C(65535), UINT32_C(256)) \
    FREEBOARD_FIELD(t_alpha, UINT32_C(100), UINT32_C(100000000), UINT32_C(1000)) \
    FREEBOARD_FIELD(t_d, UINT32_C(100), UINT32_C(100000000), UINT32_C(4000)) \
    FREEBOARD_FIELD(t_i, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(300000)) \
    FREEBOARD_FIELD(byte_counter, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0)) \
    FREEBOARD_FIELD(f, UINT32_C(1), UINT32_C(100), UINT32_C(1)) \
    FREEBOARD_FIELD(ai, UINT32_C(1), UINT32_C(1048576), UINT32_C(210)) \
    FREEBOARD_FIELD(hai, UINT32_C(1), UINT32_C(1048576), UINT32_C(2097)) \
    FREEBOARD_FIELD(alpha_init, UINT32_C(0), UINT32_C(65536), UINT32_C(65536)) \
    FREEBOARD_FIELD(clamp_target, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(cut_at, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(freeze, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(initial_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1048576)) \
    FREEBOARD_FIELD(bdp, UINT32_C(64), UINT32_C(1073741824), UINT32_C(153000))
/** Settings, in user units. */
typedef struct freeboard_dcqcn_w_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Gain of alpha (g). [1 to 65535 of FREEBOARD_FRACTION_ONE; default 256] */
    uint32_t g;
    /** Period of alpha's update. [100 to 100000000 ns; default 1000] */
    uint32_t t_alpha;
    /** Shortest time between two cuts (T_d). [100 to 100000000 ns; default 4000] */
    uint32_t t_d;
    /** Period of the increase timer (T_i). [1000 to 1000000000 ns; default 300000] */
    uint32_t t_i;
    /** Bytes per step of the byte counter; 0 for none. [0 to 1073741824 bytes; default 0] */
    uint32_t byte_counter;
    /** Stages of fast recovery (F). [1 to 100; default 1] */
    uint32_t f;
    /** Additive increase (R_AI). [1 to 1048576 of FREEBOARD_LINE_RATE; default 210] */
    uint32_t ai;
    /** Hyper increase (R_HAI). [1 to 1048576 of FREEBOARD_LINE_RATE; default 2097] */
    uint32_t hai;
    /** Alpha at the first notification. [0 to 65536 of FREEBOARD_FRACTION_ONE; default 65536] */
    uint32_t alpha_init;
    /**
     * Whether a cut sets the target to the rate: after an increase only, or always. [0 to 1
     * FREEBOARD_DCQCN_W_CLAMP_TARGET_...; default 0]
     */
    uint32_t clamp_target;
    /**
     * When a notification cuts: at the next check every T_d, or at once, T_d apart. [0 to 1
     * FREEBOARD_DCQCN_W_CUT_AT_...; default 0]
     */
    uint32_t cut_at;
    /**
     * The increase timer stands still while an underlay holds the flow. [0 to 1 off or on; default
     * 0]
     */
    uint32_t freeze;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
    /** Rate of a fresh flow. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1048576] */
    uint32_t initial_rate;
    /** Window at line rate. [64 to 1073741824 bytes; default 153000] */
    uint32_t bdp;
} freeboard_dcqcn_w_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_dcqcn_w_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_DCQCN_W_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_DCQCN_W_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_dcqcn_w_defaults(freeboard_dcqcn_w_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "vendor": HPCC's simulator, vendor setting (T_i, T_d) = (300, 4) us: On-Ramp Fig 2b
 * "low-gain": HPCC's simulator, (T_i, T_d) = (55, 50) us: On-Ramp Fig 2a
 * "low-gain-clamped": as low-gain, with the target clamp of [Zhu15]
 * "low-gain-frozen": as low-gain, the increase timer frozen during an underlay's pause
 * "connectx": NVIDIA's DCQCN parameters of DOCA 3.4, defaults, at 100 Gbit/s; byte counter in 64
 * bytes
 * "paper": [Zhu15]: 40 Mbit/s and 400 Mbit/s of 40 Gbit/s, two counters, cuts at each notification
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_dcqcn_w_preset(freeboard_dcqcn_w_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_DCQCN_W_NEEDS_ECN UINT32_C(1)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_DCQCN_W_NEEDS_CNP UINT32_C(1)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_DCQCN_W_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_DCQCN_W_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_DCQCN_W_TICK_NS UINT32_C(20000)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_DCQCN_W_LONGEST_GAP_NS UINT64_C(1073741824)
/** Bytes of a flow's state. */
#define FREEBOARD_DCQCN_W_FLOW_BYTES UINT32_C(36)
/** Bytes of these that are history of the path. */
#define FREEBOARD_DCQCN_W_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_dcqcn_w_params {
    uint32_t word[63]; /**< the library's own */
} freeboard_dcqcn_w_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_dcqcn_w_flow {
    uint32_t word[9]; /**< the library's own */
} freeboard_dcqcn_w_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_dcqcn_w_init(
    freeboard_dcqcn_w_params *params,
    const freeboard_dcqcn_w_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_dcqcn_w_effective(
    const freeboard_dcqcn_w_params *params,
    const freeboard_dcqcn_w_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_dcqcn_w_on_event(
    const freeboard_dcqcn_w_params *params,
    freeboard_dcqcn_w_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dcqcn_w_on_ack(
    const freeboard_dcqcn_w_params *params,
    freeboard_dcqcn_w_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dcqcn_w_on_loss(
    const freeboard_dcqcn_w_params *params,
    freeboard_dcqcn_w_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_dcqcn_w_on_timeout(
    const freeboard_dcqcn_w_params *params,
    freeboard_dcqcn_w_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dcqcn_w_on_sent(
    const freeboard_dcqcn_w_params *params,
    freeboard_dcqcn_w_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dcqcn_w_on_cnp(
    const freeboard_dcqcn_w_params *params,
    freeboard_dcqcn_w_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_dcqcn_w_on_tick(
    const freeboard_dcqcn_w_params *params,
    freeboard_dcqcn_w_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_dcqcn_w_control(
    const freeboard_dcqcn_w_params *params,
    const freeboard_dcqcn_w_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_dcqcn_w_words(
    const freeboard_dcqcn_w_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name timely/hpcc: steers the rate by the gradient of the round-trip time.
 * Source: [Mittal15].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_TIMELY_HPCC_FIELDS UINT32_C(11)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_TIMELY_HPCC_EACH_FIELD \
    FREEBOARD_FIELD(alpha, UINT32_C(1), UINT32_C(65536), UINT32_C(57344)) \
    FREEBOARD_FIELD(beta, UINT32_C(1), UINT32_C(65536), UINT32_C(52429)) \
    FREEBOARD_FIELD(t_low, UINT32_C(1000), UINT32_C(500000000), UINT32_C(50000)) \
    FREEBOARD_FIELD(t_high, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(500000)) \
    FREEBOARD_FIELD(min_rtt, UINT32_C(1000), UINT32_C(100000000), UINT32_C(20000)) \
    FREEBOARD_FIELD(delta, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(hai, UINT32_C(1), UINT32_C(1048576), UINT32_C(5243)) \
    FREEBOARD_FIELD(n, UINT32_C(1), UINT32_C(1000), UINT32_C(5)) \
    FREEBOARD_FIELD(segment, UINT32_C(0), UINT32_C(1048576), UINT32_C(0)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(initial_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1048576))
/** Settings, in user units. */
typedef struct freeboard_timely_hpcc_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Weight of a new difference in the gradient (alpha). [1 to 65536 of FREEBOARD_FRACTION_ONE;
     * default 57344]
     */
    uint32_t alpha;
    /** Multiplicative decrease (beta). [1 to 65536 of FREEBOARD_FRACTION_ONE; default 52429] */
    uint32_t beta;
    /**
     * Below this round-trip time the rate always rises (T_low). [1000 to 500000000 ns; default
     * 50000]
     */
    uint32_t t_low;
    /**
     * Above this round-trip time the rate always falls (T_high). [1000 to 1000000000 ns; default
     * 500000]
     */
    uint32_t t_high;
    /** What the gradient is divided by. [1000 to 100000000 ns; default 20000] */
    uint32_t min_rtt;
    /** Additive increase (delta). [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t delta;
    /** Hyper-active increase. [1 to 1048576 of FREEBOARD_LINE_RATE; default 5243] */
    uint32_t hai;
    /** Increases before it (N). [1 to 1000; default 5] */
    uint32_t n;
    /**
     * Bytes acknowledged per sample; 0 for one sample per round trip. [0 to 1048576 bytes; default
     * 0]
     */
    uint32_t segment;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
    /** Rate of a fresh flow. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1048576] */
    uint32_t initial_rate;
} freeboard_timely_hpcc_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_timely_hpcc_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_TIMELY_HPCC_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_TIMELY_HPCC_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_timely_hpcc_defaults(freeboard_timely_hpcc_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "hpcc-simulator": HPCC's simulator at 100 Gbit/s: On-Ramp Fig 1 (beta 0.8)
 * "gentle": On-Ramp Fig 1: beta = 0.2
 * "authors-10g": the authors' simulator at 10 Gbit/s: delta 10 Mbit/s, 16 KB segments, starts at a
 * tenth
 * "erpc": eRPC: alpha 0.46, beta 0.26, T_high 1 ms, min RTT 2 us
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_timely_hpcc_preset(freeboard_timely_hpcc_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_TIMELY_HPCC_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_TIMELY_HPCC_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_TIMELY_HPCC_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_TIMELY_HPCC_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_TIMELY_HPCC_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_TIMELY_HPCC_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_TIMELY_HPCC_FLOW_BYTES UINT32_C(24)
/** Bytes of these that are history of the path. */
#define FREEBOARD_TIMELY_HPCC_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_timely_hpcc_params {
    uint32_t word[20]; /**< the library's own */
} freeboard_timely_hpcc_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_timely_hpcc_flow {
    uint32_t word[6]; /**< the library's own */
} freeboard_timely_hpcc_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_timely_hpcc_init(
    freeboard_timely_hpcc_params *params,
    const freeboard_timely_hpcc_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_timely_hpcc_effective(
    const freeboard_timely_hpcc_params *params,
    const freeboard_timely_hpcc_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_timely_hpcc_on_event(
    const freeboard_timely_hpcc_params *params,
    freeboard_timely_hpcc_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_hpcc_on_ack(
    const freeboard_timely_hpcc_params *params,
    freeboard_timely_hpcc_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_hpcc_on_loss(
    const freeboard_timely_hpcc_params *params,
    freeboard_timely_hpcc_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_hpcc_on_timeout(
    const freeboard_timely_hpcc_params *params,
    freeboard_timely_hpcc_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_hpcc_on_sent(
    const freeboard_timely_hpcc_params *params,
    freeboard_timely_hpcc_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_hpcc_on_cnp(
    const freeboard_timely_hpcc_params *params,
    freeboard_timely_hpcc_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_hpcc_on_tick(
    const freeboard_timely_hpcc_params *params,
    freeboard_timely_hpcc_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_timely_hpcc_control(
    const freeboard_timely_hpcc_params *params,
    const freeboard_timely_hpcc_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_timely_hpcc_words(
    const freeboard_timely_hpcc_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name timely/authors: steers the rate by the gradient of the round-trip time.
 * Source: [Mittal15].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_TIMELY_AUTHORS_FIELDS UINT32_C(11)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_TIMELY_AUTHORS_EACH_FIELD \
    FREEBOARD_FIELD(alpha, UINT32_C(1), UINT32_C(65536), UINT32_C(57344)) \
    FREEBOARD_FIELD(beta, UINT32_C(1), UINT32_C(65536), UINT32_C(52429)) \
    FREEBOARD_FIELD(t_low, UINT32_C(1000), UINT32_C(500000000), UINT32_C(50000)) \
    FREEBOARD_FIELD(t_high, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(500000)) \
    FREEBOARD_FIELD(min_rtt, UINT32_C(1000), UINT32_C(100000000), UINT32_C(20000)) \
    FREEBOARD_FIELD(delta, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(hai, UINT32_C(1), UINT32_C(1048576), UINT32_C(5243)) \
    FREEBOARD_FIELD(n, UINT32_C(1), UINT32_C(1000), UINT32_C(5)) \
    FREEBOARD_FIELD(segment, UINT32_C(0), UINT32_C(1048576), UINT32_C(0)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(initial_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1048576))
/** Settings, in user units. */
typedef struct freeboard_timely_authors_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Weight of a new difference in the gradient (alpha). [1 to 65536 of FREEBOARD_FRACTION_ONE;
     * default 57344]
     */
    uint32_t alpha;
    /** Multiplicative decrease (beta). [1 to 65536 of FREEBOARD_FRACTION_ONE; default 52429] */
    uint32_t beta;
    /**
     * Below this round-trip time the rate always rises (T_low). [1000 to 500000000 ns; default
     * 50000]
     */
    uint32_t t_low;
    /**
     * Above this round-trip time the rate always falls (T_high). [1000 to 1000000000 ns; default
     * 500000]
     */
    uint32_t t_high;
    /** What the gradient is divided by. [1000 to 100000000 ns; default 20000] */
    uint32_t min_rtt;
    /** Additive increase (delta). [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t delta;
    /** Hyper-active increase. [1 to 1048576 of FREEBOARD_LINE_RATE; default 5243] */
    uint32_t hai;
    /** Increases before it (N). [1 to 1000; default 5] */
    uint32_t n;
    /**
     * Bytes acknowledged per sample; 0 for one sample per round trip. [0 to 1048576 bytes; default
     * 0]
     */
    uint32_t segment;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
    /** Rate of a fresh flow. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1048576] */
    uint32_t initial_rate;
} freeboard_timely_authors_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_timely_authors_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_TIMELY_AUTHORS_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_TIMELY_AUTHORS_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_timely_authors_defaults(freeboard_timely_authors_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "hpcc-simulator": HPCC's simulator at 100 Gbit/s: On-Ramp Fig 1 (beta 0.8)
 * "gentle": On-Ramp Fig 1: beta = 0.2
 * "authors-10g": the authors' simulator at 10 Gbit/s: delta 10 Mbit/s, 16 KB segments, starts at a
 * tenth
 * "erpc": eRPC: alpha 0.46, beta 0.26, T_high 1 ms, min RTT 2 us
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_timely_authors_preset(
    freeboard_timely_authors_config *config,
    const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_TIMELY_AUTHORS_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_TIMELY_AUTHORS_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_TIMELY_AUTHORS_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_TIMELY_AUTHORS_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_TIMELY_AUTHORS_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_TIMELY_AUTHORS_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_TIMELY_AUTHORS_FLOW_BYTES UINT32_C(24)
/** Bytes of these that are history of the path. */
#define FREEBOARD_TIMELY_AUTHORS_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_timely_authors_params {
    uint32_t word[20]; /**< the library's own */
} freeboard_timely_authors_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_timely_authors_flow {
    uint32_t word[6]; /**< the library's own */
} freeboard_timely_authors_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_timely_authors_init(
    freeboard_timely_authors_params *params,
    const freeboard_timely_authors_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_timely_authors_effective(
    const freeboard_timely_authors_params *params,
    const freeboard_timely_authors_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_timely_authors_on_event(
    const freeboard_timely_authors_params *params,
    freeboard_timely_authors_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_authors_on_ack(
    const freeboard_timely_authors_params *params,
    freeboard_timely_authors_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_authors_on_loss(
    const freeboard_timely_authors_params *params,
    freeboard_timely_authors_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_authors_on_timeout(
    const freeboard_timely_authors_params *params,
    freeboard_timely_authors_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_authors_on_sent(
    const freeboard_timely_authors_params *params,
    freeboard_timely_authors_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_authors_on_cnp(
    const freeboard_timely_authors_params *params,
    freeboard_timely_authors_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_authors_on_tick(
    const freeboard_timely_authors_params *params,
    freeboard_timely_authors_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_timely_authors_control(
    const freeboard_timely_authors_params *params,
    const freeboard_timely_authors_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_timely_authors_words(
    const freeboard_timely_authors_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name timely/patched: steers the rate by the gradient of the round-trip time.
 * Source: [Zhu16].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_TIMELY_PATCHED_FIELDS UINT32_C(11)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_TIMELY_PATCHED_EACH_FIELD \
    FREEBOARD_FIELD(alpha, UINT32_C(1), UINT32_C(65536), UINT32_C(57344)) \
    FREEBOARD_FIELD(beta, UINT32_C(1), UINT32_C(65536), UINT32_C(52429)) \
    FREEBOARD_FIELD(beta_patched, UINT32_C(1), UINT32_C(65536), UINT32_C(524)) \
    FREEBOARD_FIELD(t_low, UINT32_C(1000), UINT32_C(500000000), UINT32_C(50000)) \
    FREEBOARD_FIELD(t_high, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(500000)) \
    FREEBOARD_FIELD(min_rtt, UINT32_C(1000), UINT32_C(100000000), UINT32_C(20000)) \
    FREEBOARD_FIELD(rtt_ref, UINT32_C(1000), UINT32_C(500000000), UINT32_C(50000)) \
    FREEBOARD_FIELD(delta, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(segment, UINT32_C(0), UINT32_C(1048576), UINT32_C(0)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(initial_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1048576))
/** Settings, in user units. */
typedef struct freeboard_timely_patched_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Weight of a new difference in the gradient (alpha). [1 to 65536 of FREEBOARD_FRACTION_ONE;
     * default 57344]
     */
    uint32_t alpha;
    /** Multiplicative decrease (beta). [1 to 65536 of FREEBOARD_FRACTION_ONE; default 52429] */
    uint32_t beta;
    /**
     * Multiplicative decrease of the patched form. [1 to 65536 of FREEBOARD_FRACTION_ONE; default
     * 524]
     */
    uint32_t beta_patched;
    /**
     * Below this round-trip time the rate always rises (T_low). [1000 to 500000000 ns; default
     * 50000]
     */
    uint32_t t_low;
    /**
     * Above this round-trip time the rate always falls (T_high). [1000 to 1000000000 ns; default
     * 500000]
     */
    uint32_t t_high;
    /** What the gradient is divided by. [1000 to 100000000 ns; default 20000] */
    uint32_t min_rtt;
    /** Round-trip time the patched form settles at. [1000 to 500000000 ns; default 50000] */
    uint32_t rtt_ref;
    /** Additive increase (delta). [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t delta;
    /**
     * Bytes acknowledged per sample; 0 for one sample per round trip. [0 to 1048576 bytes; default
     * 0]
     */
    uint32_t segment;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
    /** Rate of a fresh flow. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1048576] */
    uint32_t initial_rate;
} freeboard_timely_patched_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_timely_patched_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_TIMELY_PATCHED_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_TIMELY_PATCHED_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_timely_patched_defaults(freeboard_timely_patched_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "hpcc-simulator": HPCC's simulator at 100 Gbit/s: On-Ramp Fig 1 (beta 0.8)
 * "gentle": On-Ramp Fig 1: beta = 0.2
 * "authors-10g": the authors' simulator at 10 Gbit/s: delta 10 Mbit/s, 16 KB segments, starts at a
 * tenth
 * "erpc": eRPC: alpha 0.46, beta 0.26, T_high 1 ms, min RTT 2 us
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_timely_patched_preset(
    freeboard_timely_patched_config *config,
    const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_TIMELY_PATCHED_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_TIMELY_PATCHED_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_TIMELY_PATCHED_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_TIMELY_PATCHED_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_TIMELY_PATCHED_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_TIMELY_PATCHED_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_TIMELY_PATCHED_FLOW_BYTES UINT32_C(24)
/** Bytes of these that are history of the path. */
#define FREEBOARD_TIMELY_PATCHED_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_timely_patched_params {
    uint32_t word[20]; /**< the library's own */
} freeboard_timely_patched_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_timely_patched_flow {
    uint32_t word[6]; /**< the library's own */
} freeboard_timely_patched_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_timely_patched_init(
    freeboard_timely_patched_params *params,
    const freeboard_timely_patched_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_timely_patched_effective(
    const freeboard_timely_patched_params *params,
    const freeboard_timely_patched_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_timely_patched_on_event(
    const freeboard_timely_patched_params *params,
    freeboard_timely_patched_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_patched_on_ack(
    const freeboard_timely_patched_params *params,
    freeboard_timely_patched_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_patched_on_loss(
    const freeboard_timely_patched_params *params,
    freeboard_timely_patched_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_patched_on_timeout(
    const freeboard_timely_patched_params *params,
    freeboard_timely_patched_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_patched_on_sent(
    const freeboard_timely_patched_params *params,
    freeboard_timely_patched_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_patched_on_cnp(
    const freeboard_timely_patched_params *params,
    freeboard_timely_patched_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_patched_on_tick(
    const freeboard_timely_patched_params *params,
    freeboard_timely_patched_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_timely_patched_control(
    const freeboard_timely_patched_params *params,
    const freeboard_timely_patched_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_timely_patched_words(
    const freeboard_timely_patched_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name timely/w: steers the rate by the gradient of the round-trip time.
 * Source: [Mittal15].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_TIMELY_W_FIELDS UINT32_C(12)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_TIMELY_W_EACH_FIELD \
    FREEBOARD_FIELD(alpha, UINT32_C(1), UINT32_C(65536), UINT32_C(57344)) \
    FREEBOARD_FIELD(beta, UINT32_C(1), UINT32_C(65536), UINT32_C(52429)) \
    FREEBOARD_FIELD(t_low, UINT32_C(1000), UINT32_C(500000000), UINT32_C(50000)) \
    FREEBOARD_FIELD(t_high, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(500000)) \
    FREEBOARD_FIELD(min_rtt, UINT32_C(1000), UINT32_C(100000000), UINT32_C(20000)) \
    FREEBOARD_FIELD(delta, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(hai, UINT32_C(1), UINT32_C(1048576), UINT32_C(5243)) \
    FREEBOARD_FIELD(n, UINT32_C(1), UINT32_C(1000), UINT32_C(5)) \
    FREEBOARD_FIELD(segment, UINT32_C(0), UINT32_C(1048576), UINT32_C(0)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049)) \
    FREEBOARD_FIELD(initial_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1048576)) \
    FREEBOARD_FIELD(bdp, UINT32_C(64), UINT32_C(1073741824), UINT32_C(153000))
/** Settings, in user units. */
typedef struct freeboard_timely_w_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Weight of a new difference in the gradient (alpha). [1 to 65536 of FREEBOARD_FRACTION_ONE;
     * default 57344]
     */
    uint32_t alpha;
    /** Multiplicative decrease (beta). [1 to 65536 of FREEBOARD_FRACTION_ONE; default 52429] */
    uint32_t beta;
    /**
     * Below this round-trip time the rate always rises (T_low). [1000 to 500000000 ns; default
     * 50000]
     */
    uint32_t t_low;
    /**
     * Above this round-trip time the rate always falls (T_high). [1000 to 1000000000 ns; default
     * 500000]
     */
    uint32_t t_high;
    /** What the gradient is divided by. [1000 to 100000000 ns; default 20000] */
    uint32_t min_rtt;
    /** Additive increase (delta). [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t delta;
    /** Hyper-active increase. [1 to 1048576 of FREEBOARD_LINE_RATE; default 5243] */
    uint32_t hai;
    /** Increases before it (N). [1 to 1000; default 5] */
    uint32_t n;
    /**
     * Bytes acknowledged per sample; 0 for one sample per round trip. [0 to 1048576 bytes; default
     * 0]
     */
    uint32_t segment;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
    /** Rate of a fresh flow. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1048576] */
    uint32_t initial_rate;
    /** Window at line rate. [64 to 1073741824 bytes; default 153000] */
    uint32_t bdp;
} freeboard_timely_w_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_timely_w_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_TIMELY_W_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_TIMELY_W_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_timely_w_defaults(freeboard_timely_w_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "hpcc-simulator": HPCC's simulator at 100 Gbit/s: On-Ramp Fig 1 (beta 0.8)
 * "gentle": On-Ramp Fig 1: beta = 0.2
 * "authors-10g": the authors' simulator at 10 Gbit/s: delta 10 Mbit/s, 16 KB segments, starts at a
 * tenth
 * "erpc": eRPC: alpha 0.46, beta 0.26, T_high 1 ms, min RTT 2 us
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_timely_w_preset(freeboard_timely_w_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_TIMELY_W_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_TIMELY_W_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_TIMELY_W_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_TIMELY_W_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_TIMELY_W_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_TIMELY_W_LONGEST_GAP_NS UINT64_C(18446744073709551615)
/** Bytes of a flow's state. */
#define FREEBOARD_TIMELY_W_FLOW_BYTES UINT32_C(24)
/** Bytes of these that are history of the path. */
#define FREEBOARD_TIMELY_W_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_timely_w_params {
    uint32_t word[20]; /**< the library's own */
} freeboard_timely_w_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_timely_w_flow {
    uint32_t word[6]; /**< the library's own */
} freeboard_timely_w_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_timely_w_init(
    freeboard_timely_w_params *params,
    const freeboard_timely_w_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_timely_w_effective(
    const freeboard_timely_w_params *params,
    const freeboard_timely_w_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_timely_w_on_event(
    const freeboard_timely_w_params *params,
    freeboard_timely_w_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_w_on_ack(
    const freeboard_timely_w_params *params,
    freeboard_timely_w_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_w_on_loss(
    const freeboard_timely_w_params *params,
    freeboard_timely_w_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_timely_w_on_timeout(
    const freeboard_timely_w_params *params,
    freeboard_timely_w_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_w_on_sent(
    const freeboard_timely_w_params *params,
    freeboard_timely_w_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_w_on_cnp(
    const freeboard_timely_w_params *params,
    freeboard_timely_w_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_timely_w_on_tick(
    const freeboard_timely_w_params *params,
    freeboard_timely_w_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_timely_w_control(
    const freeboard_timely_w_params *params,
    const freeboard_timely_w_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_timely_w_words(
    const freeboard_timely_w_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name cubic/rfc9438: follows a cubic of the time since the last cut, or Reno where that is
 * faster.
 * Source: RFC 9438.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_CUBIC_RFC9438_FIELDS UINT32_C(9)
/** `halve`, for the setting restart. */
#define FREEBOARD_CUBIC_RFC9438_RESTART_HALVE UINT32_C(0)
/** `initial`, for the setting restart. */
#define FREEBOARD_CUBIC_RFC9438_RESTART_INITIAL UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_CUBIC_RFC9438_EACH_FIELD \
    FREEBOARD_FIELD(beta, UINT32_C(32768), UINT32_C(62259), UINT32_C(45875)) \
    FREEBOARD_FIELD(c, UINT32_C(655), UINT32_C(65535), UINT32_C(26214)) \
    FREEBOARD_FIELD(fast_convergence, UINT32_C(0), UINT32_C(1), UINT32_C(1)) \
    FREEBOARD_FIELD(initial_window, UINT32_C(1), UINT32_C(1024), UINT32_C(10)) \
    FREEBOARD_FIELD(min_window, UINT32_C(1), UINT32_C(64), UINT32_C(2)) \
    FREEBOARD_FIELD(slow_start_limit, UINT32_C(1), UINT32_C(1024), UINT32_C(2)) \
    FREEBOARD_FIELD(idle_restart, UINT32_C(0), UINT32_C(1000000000), UINT32_C(0)) \
    FREEBOARD_FIELD(restart, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(threshold, UINT32_C(0), UINT32_C(16384), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_cubic_rfc9438_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * What a cut leaves of the window. [32768 to 62259 of FREEBOARD_FRACTION_ONE; default 45875]
     */
    uint32_t beta;
    /**
     * Steepness of the cubic [segments/s^3]. [655 to 65535 of FREEBOARD_FRACTION_ONE; default
     * 26214]
     */
    uint32_t c;
    /**
     * Lowers the remembered maximum further when the window was still below it. [0 to 1 off or on;
     * default 1]
     */
    uint32_t fast_convergence;
    /** Initial window. [1 to 1024 packets; default 10] */
    uint32_t initial_window;
    /** Smallest window after a cut. [1 to 64 packets; default 2] */
    uint32_t min_window;
    /** Most segments one ACK adds in slow start (L of RFC 3465). [1 to 1024 packets; default 2] */
    uint32_t slow_start_limit;
    /**
     * Silence after which the window is taken back; 0 for never. [0 to 1000000000 ns; default 0]
     */
    uint32_t idle_restart;
    /**
     * How a silence beyond `idle_restart` takes back the window: by half per such time, or at once
     * to the initial window. [0 to 1 FREEBOARD_CUBIC_RFC9438_RESTART_...; default 0]
     */
    uint32_t restart;
    /**
     * Slow start threshold of a fresh flow; 0 for none. Stands for Linux's metric of a route. [0 to
     * 16384 packets; default 0]
     */
    uint32_t threshold;
} freeboard_cubic_rfc9438_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_cubic_rfc9438_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_CUBIC_RFC9438_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_CUBIC_RFC9438_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_cubic_rfc9438_defaults(freeboard_cubic_rfc9438_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "rfc9438": RFC 9438
 * "linux-constants": RFC 9438 with the constants of Linux tcp_cubic: beta = 717/1024, C = 410/1024
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_cubic_rfc9438_preset(freeboard_cubic_rfc9438_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_CUBIC_RFC9438_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_CUBIC_RFC9438_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_CUBIC_RFC9438_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_CUBIC_RFC9438_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_CUBIC_RFC9438_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_CUBIC_RFC9438_LONGEST_GAP_NS UINT64_C(2147483647)
/** Bytes of a flow's state. */
#define FREEBOARD_CUBIC_RFC9438_FLOW_BYTES UINT32_C(56)
/** Bytes of these that are history of the path. */
#define FREEBOARD_CUBIC_RFC9438_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_cubic_rfc9438_params {
    uint32_t word[13]; /**< the library's own */
} freeboard_cubic_rfc9438_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_cubic_rfc9438_flow {
    uint32_t word[14]; /**< the library's own */
} freeboard_cubic_rfc9438_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_cubic_rfc9438_init(
    freeboard_cubic_rfc9438_params *params,
    const freeboard_cubic_rfc9438_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_cubic_rfc9438_effective(
    const freeboard_cubic_rfc9438_params *params,
    const freeboard_cubic_rfc9438_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_cubic_rfc9438_on_event(
    const freeboard_cubic_rfc9438_params *params,
    freeboard_cubic_rfc9438_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_rfc9438_on_ack(
    const freeboard_cubic_rfc9438_params *params,
    freeboard_cubic_rfc9438_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_rfc9438_on_loss(
    const freeboard_cubic_rfc9438_params *params,
    freeboard_cubic_rfc9438_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_rfc9438_on_timeout(
    const freeboard_cubic_rfc9438_params *params,
    freeboard_cubic_rfc9438_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_rfc9438_on_sent(
    const freeboard_cubic_rfc9438_params *params,
    freeboard_cubic_rfc9438_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_rfc9438_on_cnp(
    const freeboard_cubic_rfc9438_params *params,
    freeboard_cubic_rfc9438_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_rfc9438_on_tick(
    const freeboard_cubic_rfc9438_params *params,
    freeboard_cubic_rfc9438_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_cubic_rfc9438_control(
    const freeboard_cubic_rfc9438_params *params,
    const freeboard_cubic_rfc9438_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_cubic_rfc9438_words(
    const freeboard_cubic_rfc9438_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name cubic/ecn: follows a cubic of the time since the last cut, or Reno where that is faster.
 * Source: RFC 9438.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_CUBIC_ECN_FIELDS UINT32_C(10)
/** `halve`, for the setting restart. */
#define FREEBOARD_CUBIC_ECN_RESTART_HALVE UINT32_C(0)
/** `initial`, for the setting restart. */
#define FREEBOARD_CUBIC_ECN_RESTART_INITIAL UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_CUBIC_ECN_EACH_FIELD \
    FREEBOARD_FIELD(beta, UINT32_C(32768), UINT32_C(62259), UINT32_C(45875)) \
    FREEBOARD_FIELD(beta_ecn, UINT32_C(32768), UINT32_C(62259), UINT32_C(45875)) \
    FREEBOARD_FIELD(c, UINT32_C(655), UINT32_C(65535), UINT32_C(26214)) \
    FREEBOARD_FIELD(fast_convergence, UINT32_C(0), UINT32_C(1), UINT32_C(1)) \
    FREEBOARD_FIELD(initial_window, UINT32_C(1), UINT32_C(1024), UINT32_C(10)) \
    FREEBOARD_FIELD(min_window, UINT32_C(1), UINT32_C(64), UINT32_C(2)) \
    FREEBOARD_FIELD(slow_start_limit, UINT32_C(1), UINT32_C(1024), UINT32_C(2)) \
    FREEBOARD_FIELD(idle_restart, UINT32_C(0), UINT32_C(1000000000), UINT32_C(0)) \
    FREEBOARD_FIELD(restart, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(threshold, UINT32_C(0), UINT32_C(16384), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_cubic_ecn_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * What a cut leaves of the window. [32768 to 62259 of FREEBOARD_FRACTION_ONE; default 45875]
     */
    uint32_t beta;
    /**
     * Share of the window after a cut for marks. [32768 to 62259 of FREEBOARD_FRACTION_ONE; default
     * 45875]
     */
    uint32_t beta_ecn;
    /**
     * Steepness of the cubic [segments/s^3]. [655 to 65535 of FREEBOARD_FRACTION_ONE; default
     * 26214]
     */
    uint32_t c;
    /**
     * Lowers the remembered maximum further when the window was still below it. [0 to 1 off or on;
     * default 1]
     */
    uint32_t fast_convergence;
    /** Initial window. [1 to 1024 packets; default 10] */
    uint32_t initial_window;
    /** Smallest window after a cut. [1 to 64 packets; default 2] */
    uint32_t min_window;
    /** Most segments one ACK adds in slow start (L of RFC 3465). [1 to 1024 packets; default 2] */
    uint32_t slow_start_limit;
    /**
     * Silence after which the window is taken back; 0 for never. [0 to 1000000000 ns; default 0]
     */
    uint32_t idle_restart;
    /**
     * How a silence beyond `idle_restart` takes back the window: by half per such time, or at once
     * to the initial window. [0 to 1 FREEBOARD_CUBIC_ECN_RESTART_...; default 0]
     */
    uint32_t restart;
    /**
     * Slow start threshold of a fresh flow; 0 for none. Stands for Linux's metric of a route. [0 to
     * 16384 packets; default 0]
     */
    uint32_t threshold;
} freeboard_cubic_ecn_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_cubic_ecn_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_CUBIC_ECN_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_CUBIC_ECN_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_cubic_ecn_defaults(freeboard_cubic_ecn_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "rfc9438": RFC 9438
 * "linux-constants": RFC 9438 with the constants of Linux tcp_cubic: beta = 717/1024, C = 410/1024
 * "rfc8511": RFC 8511 §3.1: a mark says less than a loss, and leaves 0.85 of the window
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_cubic_ecn_preset(freeboard_cubic_ecn_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_CUBIC_ECN_NEEDS_ECN UINT32_C(1)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_CUBIC_ECN_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_CUBIC_ECN_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_CUBIC_ECN_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_CUBIC_ECN_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_CUBIC_ECN_LONGEST_GAP_NS UINT64_C(2147483647)
/** Bytes of a flow's state. */
#define FREEBOARD_CUBIC_ECN_FLOW_BYTES UINT32_C(56)
/** Bytes of these that are history of the path. */
#define FREEBOARD_CUBIC_ECN_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_cubic_ecn_params {
    uint32_t word[13]; /**< the library's own */
} freeboard_cubic_ecn_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_cubic_ecn_flow {
    uint32_t word[14]; /**< the library's own */
} freeboard_cubic_ecn_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_cubic_ecn_init(
    freeboard_cubic_ecn_params *params,
    const freeboard_cubic_ecn_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_cubic_ecn_effective(
    const freeboard_cubic_ecn_params *params,
    const freeboard_cubic_ecn_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_cubic_ecn_on_event(
    const freeboard_cubic_ecn_params *params,
    freeboard_cubic_ecn_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_ecn_on_ack(
    const freeboard_cubic_ecn_params *params,
    freeboard_cubic_ecn_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_ecn_on_loss(
    const freeboard_cubic_ecn_params *params,
    freeboard_cubic_ecn_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_ecn_on_timeout(
    const freeboard_cubic_ecn_params *params,
    freeboard_cubic_ecn_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_ecn_on_sent(
    const freeboard_cubic_ecn_params *params,
    freeboard_cubic_ecn_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_ecn_on_cnp(
    const freeboard_cubic_ecn_params *params,
    freeboard_cubic_ecn_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_ecn_on_tick(
    const freeboard_cubic_ecn_params *params,
    freeboard_cubic_ecn_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_cubic_ecn_control(
    const freeboard_cubic_ecn_params *params,
    const freeboard_cubic_ecn_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_cubic_ecn_words(
    const freeboard_cubic_ecn_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name cubic/hystart: CUBIC whose slow start ends by ACK trains and delay.
 * Source: RFC 9438; Linux tcp_cubic.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_CUBIC_HYSTART_FIELDS UINT32_C(18)
/** `halve`, for the setting restart. */
#define FREEBOARD_CUBIC_HYSTART_RESTART_HALVE UINT32_C(0)
/** `initial`, for the setting restart. */
#define FREEBOARD_CUBIC_HYSTART_RESTART_INITIAL UINT32_C(1)
/** `ms`, for the setting hystart_clock. */
#define FREEBOARD_CUBIC_HYSTART_HYSTART_CLOCK_MS UINT32_C(0)
/** `us`, for the setting hystart_clock. */
#define FREEBOARD_CUBIC_HYSTART_HYSTART_CLOCK_US UINT32_C(1)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_CUBIC_HYSTART_EACH_FIELD \
    FREEBOARD_FIELD(beta, UINT32_C(32768), UINT32_C(62259), UINT32_C(45875)) \
    FREEBOARD_FIELD(c, UINT32_C(655), UINT32_C(65535), UINT32_C(26214)) \
    FREEBOARD_FIELD(fast_convergence, UINT32_C(0), UINT32_C(1), UINT32_C(1)) \
    FREEBOARD_FIELD(initial_window, UINT32_C(1), UINT32_C(1024), UINT32_C(10)) \
    FREEBOARD_FIELD(min_window, UINT32_C(1), UINT32_C(64), UINT32_C(2)) \
    FREEBOARD_FIELD(slow_start_limit, UINT32_C(1), UINT32_C(1024), UINT32_C(2)) \
    FREEBOARD_FIELD(idle_restart, UINT32_C(0), UINT32_C(1000000000), UINT32_C(0)) \
    FREEBOARD_FIELD(restart, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(threshold, UINT32_C(0), UINT32_C(16384), UINT32_C(0)) \
    FREEBOARD_FIELD(hystart_train, UINT32_C(0), UINT32_C(1), UINT32_C(1)) \
    FREEBOARD_FIELD(hystart_delay, UINT32_C(0), UINT32_C(1), UINT32_C(1)) \
    FREEBOARD_FIELD(hystart_clock, UINT32_C(0), UINT32_C(1), UINT32_C(1)) \
    FREEBOARD_FIELD(hystart_low_window, UINT32_C(0), UINT32_C(16384), UINT32_C(16)) \
    FREEBOARD_FIELD(hystart_ack_delta, UINT32_C(0), UINT32_C(1073741824), UINT32_C(2000000)) \
    FREEBOARD_FIELD(hystart_delay_min, UINT32_C(0), UINT32_C(1000000000), UINT32_C(4000000)) \
    FREEBOARD_FIELD(hystart_delay_max, UINT32_C(0), UINT32_C(1000000000), UINT32_C(16000000)) \
    FREEBOARD_FIELD(hystart_paced, UINT32_C(0), UINT32_C(1), UINT32_C(0)) \
    FREEBOARD_FIELD(hystart_offload, UINT32_C(0), UINT32_C(1048576), UINT32_C(65536))
/** Settings, in user units. */
typedef struct freeboard_cubic_hystart_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * What a cut leaves of the window. [32768 to 62259 of FREEBOARD_FRACTION_ONE; default 45875]
     */
    uint32_t beta;
    /**
     * Steepness of the cubic [segments/s^3]. [655 to 65535 of FREEBOARD_FRACTION_ONE; default
     * 26214]
     */
    uint32_t c;
    /**
     * Lowers the remembered maximum further when the window was still below it. [0 to 1 off or on;
     * default 1]
     */
    uint32_t fast_convergence;
    /** Initial window. [1 to 1024 packets; default 10] */
    uint32_t initial_window;
    /** Smallest window after a cut. [1 to 64 packets; default 2] */
    uint32_t min_window;
    /** Most segments one ACK adds in slow start (L of RFC 3465). [1 to 1024 packets; default 2] */
    uint32_t slow_start_limit;
    /**
     * Silence after which the window is taken back; 0 for never. [0 to 1000000000 ns; default 0]
     */
    uint32_t idle_restart;
    /**
     * How a silence beyond `idle_restart` takes back the window: by half per such time, or at once
     * to the initial window. [0 to 1 FREEBOARD_CUBIC_HYSTART_RESTART_...; default 0]
     */
    uint32_t restart;
    /**
     * Slow start threshold of a fresh flow; 0 for none. Stands for Linux's metric of a route. [0 to
     * 16384 packets; default 0]
     */
    uint32_t threshold;
    /**
     * Slow start ends where a train of ACKs lasts half a round trip. [0 to 1 off or on; default 1]
     */
    uint32_t hystart_train;
    /**
     * Slow start ends where the round trips of a round are longer than the shortest by an eighth.
     * [0 to 1 off or on; default 1]
     */
    uint32_t hystart_delay;
    /**
     * What HyStart's stamps count, and with it the order of its steps. [0 to 1
     * FREEBOARD_CUBIC_HYSTART_HYSTART_CLOCK_...; default 1]
     */
    uint32_t hystart_clock;
    /** Smallest window that HyStart looks at. [0 to 16384 packets; default 16] */
    uint32_t hystart_low_window;
    /** Longest gap between the ACKs of a train. [0 to 1073741824 ns; default 2000000] */
    uint32_t hystart_ack_delta;
    /**
     * The eighth of the shortest round trip counts as at least this much. [0 to 1000000000 ns;
     * default 4000000]
     */
    uint32_t hystart_delay_min;
    /**
     * The eighth of the shortest round trip counts as at most this much. [0 to 1000000000 ns;
     * default 16000000]
     */
    uint32_t hystart_delay_max;
    /**
     * A train may last a whole round trip: the host paces it over a half. [0 to 1 off or on;
     * default 0]
     */
    uint32_t hystart_paced;
    /**
     * A train may last four of these longer, at the host's pace of two windows per round trip, 1 ms
     * at most; 0 for none. [0 to 1048576 bytes; default 65536]
     */
    uint32_t hystart_offload;
} freeboard_cubic_hystart_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_cubic_hystart_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_CUBIC_HYSTART_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_CUBIC_HYSTART_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_cubic_hystart_defaults(freeboard_cubic_hystart_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "rfc9438": RFC 9438 with HyStart as in Linux tcp_cubic from 5.6 on
 * "linux-us": Linux tcp_cubic from 5.6 on: HyStart's clock is in microseconds; beta = 717/1024, C =
 * 410/1024
 * "linux-ms": Linux tcp_cubic before 5.6: HyStart's clock is in milliseconds; beta = 717/1024, C =
 * 410/1024
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_cubic_hystart_preset(freeboard_cubic_hystart_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_CUBIC_HYSTART_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_CUBIC_HYSTART_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_CUBIC_HYSTART_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_CUBIC_HYSTART_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_CUBIC_HYSTART_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_CUBIC_HYSTART_LONGEST_GAP_NS UINT64_C(1073741824)
/** Bytes of a flow's state. */
#define FREEBOARD_CUBIC_HYSTART_FLOW_BYTES UINT32_C(84)
/** Bytes of these that are history of the path. */
#define FREEBOARD_CUBIC_HYSTART_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_cubic_hystart_params {
    uint32_t word[21]; /**< the library's own */
} freeboard_cubic_hystart_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_cubic_hystart_flow {
    uint32_t word[21]; /**< the library's own */
} freeboard_cubic_hystart_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_cubic_hystart_init(
    freeboard_cubic_hystart_params *params,
    const freeboard_cubic_hystart_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_cubic_hystart_effective(
    const freeboard_cubic_hystart_params *params,
    const freeboard_cubic_hystart_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_cubic_hystart_on_event(
    const freeboard_cubic_hystart_params *params,
    freeboard_cubic_hystart_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_hystart_on_ack(
    const freeboard_cubic_hystart_params *params,
    freeboard_cubic_hystart_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_hystart_on_loss(
    const freeboard_cubic_hystart_params *params,
    freeboard_cubic_hystart_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_cubic_hystart_on_timeout(
    const freeboard_cubic_hystart_params *params,
    freeboard_cubic_hystart_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_hystart_on_sent(
    const freeboard_cubic_hystart_params *params,
    freeboard_cubic_hystart_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_hystart_on_cnp(
    const freeboard_cubic_hystart_params *params,
    freeboard_cubic_hystart_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_cubic_hystart_on_tick(
    const freeboard_cubic_hystart_params *params,
    freeboard_cubic_hystart_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_cubic_hystart_control(
    const freeboard_cubic_hystart_params *params,
    const freeboard_cubic_hystart_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_cubic_hystart_words(
    const freeboard_cubic_hystart_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name hpcc/int: aims the window at a utilisation measured by in-band telemetry.
 * Source: [Li19].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_HPCC_INT_FIELDS UINT32_C(6)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_HPCC_INT_EACH_FIELD \
    FREEBOARD_FIELD(eta, UINT32_C(32768), UINT32_C(65536), UINT32_C(62259)) \
    FREEBOARD_FIELD(max_stage, UINT32_C(0), UINT32_C(1000), UINT32_C(0)) \
    FREEBOARD_FIELD(ai, UINT32_C(1), UINT32_C(1048576), UINT32_C(80)) \
    FREEBOARD_FIELD(t, UINT32_C(1000), UINT32_C(4000000), UINT32_C(13000)) \
    FREEBOARD_FIELD(line_mbps, UINT32_C(100), UINT32_C(1600000), UINT32_C(100000)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049))
/** Settings, in user units. */
typedef struct freeboard_hpcc_int_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** Target utilisation (eta). [32768 to 65536 of FREEBOARD_FRACTION_ONE; default 62259] */
    uint32_t eta;
    /** Additive increases between two multiplicative ones (maxStage). [0 to 1000; default 0] */
    uint32_t max_stage;
    /** Additive increase (W_AI). [1 to 1048576 bytes; default 80] */
    uint32_t ai;
    /** Base round-trip time (T). [1000 to 4000000 ns; default 13000] */
    uint32_t t;
    /** Line rate of the NIC [Mbit/s]. [100 to 1600000; default 100000] */
    uint32_t line_mbps;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
} freeboard_hpcc_int_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_hpcc_int_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_HPCC_INT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_HPCC_INT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_hpcc_int_defaults(freeboard_hpcc_int_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "simulator": [Li19] §5.1 with maxStage 0
 * "paper": [Li19] §5.1 as printed: maxStage 5
 * "advised": HPCC project page: eta 0.99, maxStage 0
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_hpcc_int_preset(freeboard_hpcc_int_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_HPCC_INT_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_HPCC_INT_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_HPCC_INT_NEEDS_INT UINT32_C(1)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_HPCC_INT_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_HPCC_INT_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_HPCC_INT_LONGEST_GAP_NS UINT64_C(1073741824)
/** Bytes of a flow's state. */
#define FREEBOARD_HPCC_INT_FLOW_BYTES UINT32_C(88)
/** Bytes of these that are history of the path. */
#define FREEBOARD_HPCC_INT_SECOND_CONTEXT_BYTES UINT32_C(64)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_hpcc_int_params {
    uint32_t word[12]; /**< the library's own */
} freeboard_hpcc_int_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_hpcc_int_flow {
    uint32_t word[22]; /**< the library's own */
} freeboard_hpcc_int_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_hpcc_int_init(
    freeboard_hpcc_int_params *params,
    const freeboard_hpcc_int_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_hpcc_int_effective(
    const freeboard_hpcc_int_params *params,
    const freeboard_hpcc_int_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_hpcc_int_on_event(
    const freeboard_hpcc_int_params *params,
    freeboard_hpcc_int_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_hpcc_int_on_ack(
    const freeboard_hpcc_int_params *params,
    freeboard_hpcc_int_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_hpcc_int_on_loss(
    const freeboard_hpcc_int_params *params,
    freeboard_hpcc_int_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_hpcc_int_on_timeout(
    const freeboard_hpcc_int_params *params,
    freeboard_hpcc_int_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_hpcc_int_on_sent(
    const freeboard_hpcc_int_params *params,
    freeboard_hpcc_int_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_hpcc_int_on_cnp(
    const freeboard_hpcc_int_params *params,
    freeboard_hpcc_int_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_hpcc_int_on_tick(
    const freeboard_hpcc_int_params *params,
    freeboard_hpcc_int_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_hpcc_int_control(
    const freeboard_hpcc_int_params *params,
    const freeboard_hpcc_int_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_hpcc_int_words(
    const freeboard_hpcc_int_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name swift/fabric: holds the round-trip time at a target that grows with hops and small windows.
 * Source: [Kumar20].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_SWIFT_FABRIC_FIELDS UINT32_C(14)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_SWIFT_FABRIC_EACH_FIELD \
    FREEBOARD_FIELD(ai, UINT32_C(655), UINT32_C(1048576), UINT32_C(65536)) \
    FREEBOARD_FIELD(beta, UINT32_C(655), UINT32_C(65536), UINT32_C(52429)) \
    FREEBOARD_FIELD(max_mdf, UINT32_C(655), UINT32_C(65536), UINT32_C(32768)) \
    FREEBOARD_FIELD(base_target, UINT32_C(1000), UINT32_C(100000000), UINT32_C(25000)) \
    FREEBOARD_FIELD(hop_scale, UINT32_C(0), UINT32_C(1000000), UINT32_C(1500)) \
    FREEBOARD_FIELD(hops, UINT32_C(0), UINT32_C(64), UINT32_C(3)) \
    FREEBOARD_FIELD(fs_range, UINT32_C(0), UINT32_C(524288), UINT32_C(125000)) \
    FREEBOARD_FIELD(fs_min, UINT32_C(655), UINT32_C(4194304), UINT32_C(6554)) \
    FREEBOARD_FIELD(fs_max, UINT32_C(1), UINT32_C(1024), UINT32_C(100)) \
    FREEBOARD_FIELD(min_window, UINT32_C(65), UINT32_C(65536), UINT32_C(655)) \
    FREEBOARD_FIELD(max_window, UINT32_C(1), UINT32_C(16384), UINT32_C(1000)) \
    FREEBOARD_FIELD(initial_window, UINT32_C(1), UINT32_C(16384), UINT32_C(10)) \
    FREEBOARD_FIELD(retx_limit, UINT32_C(1), UINT32_C(64), UINT32_C(4)) \
    FREEBOARD_FIELD(line_mbps, UINT32_C(100), UINT32_C(1600000), UINT32_C(100000))
/** Settings, in user units. */
typedef struct freeboard_swift_fabric_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Segments added per round trip (ai). [655 to 1048576 of FREEBOARD_FRACTION_ONE; default 65536]
     */
    uint32_t ai;
    /**
     * Cut per relative excess of the delay (beta). [655 to 65536 of FREEBOARD_FRACTION_ONE; default
     * 52429]
     */
    uint32_t beta;
    /** Largest cut (max_mdf). [655 to 65536 of FREEBOARD_FRACTION_ONE; default 32768] */
    uint32_t max_mdf;
    /** Target delay of a path without hops. [1000 to 100000000 ns; default 25000] */
    uint32_t base_target;
    /** Target delay per hop. [0 to 1000000 ns; default 1500] */
    uint32_t hop_scale;
    /** Hops of the path. [0 to 64; default 3] */
    uint32_t hops;
    /**
     * Most that a small window adds to the target (fs_range); 0 for no flow scaling. [0 to 524288
     * ns; default 125000]
     */
    uint32_t fs_range;
    /**
     * Window from which on down the target has its whole range [segments] (fs_min_cwnd). [655 to
     * 4194304 of FREEBOARD_FRACTION_ONE; default 6554]
     */
    uint32_t fs_min;
    /**
     * Window above which the target is not raised (fs_max_cwnd). [1 to 1024 packets; default 100]
     */
    uint32_t fs_max;
    /** Smallest window [segments]. [65 to 65536 of FREEBOARD_FRACTION_ONE; default 655] */
    uint32_t min_window;
    /** Largest window. [1 to 16384 packets; default 1000] */
    uint32_t max_window;
    /** Window of a fresh flow. [1 to 16384 packets; default 10] */
    uint32_t initial_window;
    /**
     * Timeouts in a row after which the window is the smallest (RETX_RESET_THRESHOLD). [1 to 64;
     * default 4]
     */
    uint32_t retx_limit;
    /**
     * Line rate of the NIC [Mbit/s], of which a window below a segment is a fraction. [100 to
     * 1600000; default 100000]
     */
    uint32_t line_mbps;
} freeboard_swift_fabric_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_swift_fabric_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_SWIFT_FABRIC_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_SWIFT_FABRIC_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_swift_fabric_defaults(freeboard_swift_fabric_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "simulators": public simulators of [Kumar20]: base 25 us, range five times that
 * "narrow": public simulators of [Kumar20]: range half the base
 * "microseconds": public simulators at 100 Gbit/s: base 3 us, a hop 1/6.55 of it
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_swift_fabric_preset(freeboard_swift_fabric_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_SWIFT_FABRIC_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_SWIFT_FABRIC_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_SWIFT_FABRIC_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_SWIFT_FABRIC_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_SWIFT_FABRIC_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_SWIFT_FABRIC_LONGEST_GAP_NS UINT64_C(1073741824)
/** Bytes of a flow's state. */
#define FREEBOARD_SWIFT_FABRIC_FLOW_BYTES UINT32_C(28)
/** Bytes of these that are history of the path. */
#define FREEBOARD_SWIFT_FABRIC_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_swift_fabric_params {
    uint32_t word[16]; /**< the library's own */
} freeboard_swift_fabric_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_swift_fabric_flow {
    uint32_t word[7]; /**< the library's own */
} freeboard_swift_fabric_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_swift_fabric_init(
    freeboard_swift_fabric_params *params,
    const freeboard_swift_fabric_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_swift_fabric_effective(
    const freeboard_swift_fabric_params *params,
    const freeboard_swift_fabric_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_swift_fabric_on_event(
    const freeboard_swift_fabric_params *params,
    freeboard_swift_fabric_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_swift_fabric_on_ack(
    const freeboard_swift_fabric_params *params,
    freeboard_swift_fabric_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_swift_fabric_on_loss(
    const freeboard_swift_fabric_params *params,
    freeboard_swift_fabric_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_swift_fabric_on_timeout(
    const freeboard_swift_fabric_params *params,
    freeboard_swift_fabric_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_swift_fabric_on_sent(
    const freeboard_swift_fabric_params *params,
    freeboard_swift_fabric_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_swift_fabric_on_cnp(
    const freeboard_swift_fabric_params *params,
    freeboard_swift_fabric_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_swift_fabric_on_tick(
    const freeboard_swift_fabric_params *params,
    freeboard_swift_fabric_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_swift_fabric_control(
    const freeboard_swift_fabric_params *params,
    const freeboard_swift_fabric_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_swift_fabric_words(
    const freeboard_swift_fabric_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name powertcp/int: divides the window by the power of the path, from in-band telemetry.
 * Source: [Addanki22].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_POWERTCP_INT_FIELDS UINT32_C(6)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_POWERTCP_INT_EACH_FIELD \
    FREEBOARD_FIELD(gamma, UINT32_C(655), UINT32_C(65536), UINT32_C(58982)) \
    FREEBOARD_FIELD(eta, UINT32_C(32768), UINT32_C(65536), UINT32_C(62259)) \
    FREEBOARD_FIELD(ai, UINT32_C(1), UINT32_C(1048576), UINT32_C(975)) \
    FREEBOARD_FIELD(t, UINT32_C(1000), UINT32_C(4000000), UINT32_C(13000)) \
    FREEBOARD_FIELD(line_mbps, UINT32_C(100), UINT32_C(1600000), UINT32_C(100000)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049))
/** Settings, in user units. */
typedef struct freeboard_powertcp_int_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Weight of a new window (gamma), with telemetry. [655 to 65536 of FREEBOARD_FRACTION_ONE;
     * default 58982]
     */
    uint32_t gamma;
    /**
     * Utilisation aimed at, with telemetry: power is divided by it. [32768 to 65536 of
     * FREEBOARD_FRACTION_ONE; default 62259]
     */
    uint32_t eta;
    /** Additive increase (beta). [1 to 1048576 bytes; default 975] */
    uint32_t ai;
    /** Base round-trip time (tau). [1000 to 4000000 ns; default 13000] */
    uint32_t t;
    /** Line rate of the NIC [Mbit/s]. [100 to 1600000; default 100000] */
    uint32_t line_mbps;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
} freeboard_powertcp_int_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_powertcp_int_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_POWERTCP_INT_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_POWERTCP_INT_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_powertcp_int_defaults(freeboard_powertcp_int_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "simulator-constants": the paper's law with the constants of the authors' simulator at 100 Gbit/s
 * and 13 us
 * "paper": [Addanki22] algorithms 1 and 2 as printed: no target utilisation, no slack, gamma 0.9
 * for both
 * "at-25g": authors' simulator: hosts of 25 Gbit/s
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_powertcp_int_preset(freeboard_powertcp_int_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_POWERTCP_INT_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_POWERTCP_INT_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_POWERTCP_INT_NEEDS_INT UINT32_C(1)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_POWERTCP_INT_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_POWERTCP_INT_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_POWERTCP_INT_LONGEST_GAP_NS UINT64_C(1073741824)
/** Bytes of a flow's state. */
#define FREEBOARD_POWERTCP_INT_FLOW_BYTES UINT32_C(84)
/** Bytes of these that are history of the path. */
#define FREEBOARD_POWERTCP_INT_SECOND_CONTEXT_BYTES UINT32_C(64)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_powertcp_int_params {
    uint32_t word[17]; /**< the library's own */
} freeboard_powertcp_int_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_powertcp_int_flow {
    uint32_t word[21]; /**< the library's own */
} freeboard_powertcp_int_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_powertcp_int_init(
    freeboard_powertcp_int_params *params,
    const freeboard_powertcp_int_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_powertcp_int_effective(
    const freeboard_powertcp_int_params *params,
    const freeboard_powertcp_int_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_powertcp_int_on_event(
    const freeboard_powertcp_int_params *params,
    freeboard_powertcp_int_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_powertcp_int_on_ack(
    const freeboard_powertcp_int_params *params,
    freeboard_powertcp_int_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_powertcp_int_on_loss(
    const freeboard_powertcp_int_params *params,
    freeboard_powertcp_int_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_powertcp_int_on_timeout(
    const freeboard_powertcp_int_params *params,
    freeboard_powertcp_int_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_powertcp_int_on_sent(
    const freeboard_powertcp_int_params *params,
    freeboard_powertcp_int_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_powertcp_int_on_cnp(
    const freeboard_powertcp_int_params *params,
    freeboard_powertcp_int_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_powertcp_int_on_tick(
    const freeboard_powertcp_int_params *params,
    freeboard_powertcp_int_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_powertcp_int_control(
    const freeboard_powertcp_int_params *params,
    const freeboard_powertcp_int_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_powertcp_int_words(
    const freeboard_powertcp_int_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name powertcp/theta: divides the window by a power made of the round-trip time and its slope.
 * Source: [Addanki22].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_POWERTCP_THETA_FIELDS UINT32_C(6)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_POWERTCP_THETA_EACH_FIELD \
    FREEBOARD_FIELD(gamma_theta, UINT32_C(655), UINT32_C(65536), UINT32_C(45875)) \
    FREEBOARD_FIELD(slack, UINT32_C(65536), UINT32_C(131072), UINT32_C(68813)) \
    FREEBOARD_FIELD(ai, UINT32_C(1), UINT32_C(1048576), UINT32_C(975)) \
    FREEBOARD_FIELD(t, UINT32_C(1000), UINT32_C(4000000), UINT32_C(13000)) \
    FREEBOARD_FIELD(line_mbps, UINT32_C(100), UINT32_C(1600000), UINT32_C(100000)) \
    FREEBOARD_FIELD(min_rate, UINT32_C(1), UINT32_C(1048576), UINT32_C(1049))
/** Settings, in user units. */
typedef struct freeboard_powertcp_theta_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Weight of a new window (gamma), by delay. [655 to 65536 of FREEBOARD_FRACTION_ONE; default
     * 45875]
     */
    uint32_t gamma_theta;
    /**
     * Round-trip time that reads as power 1, by delay, as a multiple of T. [65536 to 131072 of
     * FREEBOARD_FRACTION_ONE; default 68813]
     */
    uint32_t slack;
    /** Additive increase (beta). [1 to 1048576 bytes; default 975] */
    uint32_t ai;
    /** Base round-trip time (tau). [1000 to 4000000 ns; default 13000] */
    uint32_t t;
    /** Line rate of the NIC [Mbit/s]. [100 to 1600000; default 100000] */
    uint32_t line_mbps;
    /** Smallest rate. [1 to 1048576 of FREEBOARD_LINE_RATE; default 1049] */
    uint32_t min_rate;
} freeboard_powertcp_theta_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_powertcp_theta_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_POWERTCP_THETA_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_POWERTCP_THETA_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_powertcp_theta_defaults(freeboard_powertcp_theta_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "simulator-constants": the paper's law with the constants of the authors' simulator at 100 Gbit/s
 * and 13 us
 * "paper": [Addanki22] algorithms 1 and 2 as printed: no target utilisation, no slack, gamma 0.9
 * for both
 * "at-25g": authors' simulator: hosts of 25 Gbit/s
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_powertcp_theta_preset(
    freeboard_powertcp_theta_config *config,
    const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_POWERTCP_THETA_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_POWERTCP_THETA_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_POWERTCP_THETA_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_POWERTCP_THETA_NEEDS_DELIVERY_RATE UINT32_C(0)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_POWERTCP_THETA_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_POWERTCP_THETA_LONGEST_GAP_NS UINT64_C(1073741824)
/** Bytes of a flow's state. */
#define FREEBOARD_POWERTCP_THETA_FLOW_BYTES UINT32_C(32)
/** Bytes of these that are history of the path. */
#define FREEBOARD_POWERTCP_THETA_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_powertcp_theta_params {
    uint32_t word[17]; /**< the library's own */
} freeboard_powertcp_theta_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_powertcp_theta_flow {
    uint32_t word[8]; /**< the library's own */
} freeboard_powertcp_theta_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_powertcp_theta_init(
    freeboard_powertcp_theta_params *params,
    const freeboard_powertcp_theta_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_powertcp_theta_effective(
    const freeboard_powertcp_theta_params *params,
    const freeboard_powertcp_theta_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_powertcp_theta_on_event(
    const freeboard_powertcp_theta_params *params,
    freeboard_powertcp_theta_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_powertcp_theta_on_ack(
    const freeboard_powertcp_theta_params *params,
    freeboard_powertcp_theta_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_powertcp_theta_on_loss(
    const freeboard_powertcp_theta_params *params,
    freeboard_powertcp_theta_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_powertcp_theta_on_timeout(
    const freeboard_powertcp_theta_params *params,
    freeboard_powertcp_theta_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_powertcp_theta_on_sent(
    const freeboard_powertcp_theta_params *params,
    freeboard_powertcp_theta_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_powertcp_theta_on_cnp(
    const freeboard_powertcp_theta_params *params,
    freeboard_powertcp_theta_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_powertcp_theta_on_tick(
    const freeboard_powertcp_theta_params *params,
    freeboard_powertcp_theta_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_powertcp_theta_control(
    const freeboard_powertcp_theta_params *params,
    const freeboard_powertcp_theta_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_powertcp_theta_words(
    const freeboard_powertcp_theta_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name bbr/v1: paces at the largest delivery rate, bounds what is in flight by the path's product.
 * Source: [Cardwell16], Linux tcp_bbr.
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_BBR_V1_FIELDS UINT32_C(7)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_BBR_V1_EACH_FIELD \
    FREEBOARD_FIELD(line_mbps, UINT32_C(100), UINT32_C(1600000), UINT32_C(10000)) \
    FREEBOARD_FIELD(bw_rounds, UINT32_C(2), UINT32_C(1000), UINT32_C(10)) \
    FREEBOARD_FIELD(min_rtt_window_ms, UINT32_C(1), UINT32_C(100000), UINT32_C(10000)) \
    FREEBOARD_FIELD(probe_rtt, UINT32_C(10000), UINT32_C(1000000000), UINT32_C(200000000)) \
    FREEBOARD_FIELD(initial_window, UINT32_C(4), UINT32_C(1024), UINT32_C(10)) \
    FREEBOARD_FIELD(quantum, UINT32_C(1), UINT32_C(64), UINT32_C(1)) \
    FREEBOARD_FIELD(pause_limits, UINT32_C(0), UINT32_C(1), UINT32_C(1))
/** Settings, in user units. */
typedef struct freeboard_bbr_v1_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /**
     * Line rate of the NIC [Mbit/s]: what delivery rates are fractions of. [100 to 1600000; default
     * 10000]
     */
    uint32_t line_mbps;
    /** Rounds the largest delivery rate is remembered. [2 to 1000; default 10] */
    uint32_t bw_rounds;
    /**
     * How long the smallest round-trip time is remembered [ms]; 10 s do not fit nanoseconds of 32
     * bits. [1 to 100000; default 10000]
     */
    uint32_t min_rtt_window_ms;
    /** How long PROBE_RTT lasts at least. [10000 to 1000000000 ns; default 200000000] */
    uint32_t probe_rtt;
    /** Initial window. [4 to 1024 packets; default 10] */
    uint32_t initial_window;
    /**
     * Segments the NIC sends as one; three of them are added to the window. [1 to 64 packets;
     * default 1]
     */
    uint32_t quantum;
    /**
     * Delivery rates measured across an underlay's pause are application-limited. [0 to 1 off or
     * on; default 1]
     */
    uint32_t pause_limits;
} freeboard_bbr_v1_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_bbr_v1_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_BBR_V1_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_BBR_V1_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_bbr_v1_defaults(freeboard_bbr_v1_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "linux": Linux tcp_bbr, 10 Gbit/s
 * "at-100g": Linux tcp_bbr, 100 Gbit/s
 * "short-probe": chosen by us for runs below a second: PROBE_RTT of 1 ms every 50 ms
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_bbr_v1_preset(freeboard_bbr_v1_config *config, const char *name);
/** 1: it needs marks of ECN. */
#define FREEBOARD_BBR_V1_NEEDS_ECN UINT32_C(0)
/** 1: it needs congestion notification packets. */
#define FREEBOARD_BBR_V1_NEEDS_CNP UINT32_C(0)
/** 1: it needs in-band telemetry. */
#define FREEBOARD_BBR_V1_NEEDS_INT UINT32_C(0)
/** 1: it needs samples of the delivery rate. */
#define FREEBOARD_BBR_V1_NEEDS_DELIVERY_RATE UINT32_C(1)
/** Period of FREEBOARD_EVENT_TICK [ns]; 0 for none. */
#define FREEBOARD_BBR_V1_TICK_NS UINT32_C(0)
/** Longest silence over which decisions stay right [ns]. */
#define FREEBOARD_BBR_V1_LONGEST_GAP_NS UINT64_C(1073741824)
/** Bytes of a flow's state. */
#define FREEBOARD_BBR_V1_FLOW_BYTES UINT32_C(88)
/** Bytes of these that are history of the path. */
#define FREEBOARD_BBR_V1_SECOND_CONTEXT_BYTES UINT32_C(0)
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_bbr_v1_params {
    uint32_t word[8]; /**< the library's own */
} freeboard_bbr_v1_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_bbr_v1_flow {
    uint32_t word[22]; /**< the library's own */
} freeboard_bbr_v1_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param mss payload of a full segment [bytes].
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_bbr_v1_init(
    freeboard_bbr_v1_params *params,
    const freeboard_bbr_v1_config *config,
    uint32_t mss,
    freeboard_refusal *refusal);
/**
 * What a setting became, in its unit: an interval may have been rounded.
 * @param field its number, from 0.
 * @return its value; 0 where the configuration is refused or the setting is none.
 */
uint32_t freeboard_bbr_v1_effective(
    const freeboard_bbr_v1_params *params,
    const freeboard_bbr_v1_config *config,
    uint32_t field);
/**
 * Takes an event of a flow.
 * @return the window and rate that hold from now on.
 */
freeboard_control freeboard_bbr_v1_on_event(
    const freeboard_bbr_v1_params *params,
    freeboard_bbr_v1_flow *flow,
    const freeboard_event *event);
/**
 * New data was acknowledged, without telemetry.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_bbr_v1_on_ack(
    const freeboard_bbr_v1_params *params,
    freeboard_bbr_v1_flow *flow,
    const freeboard_event *event);
/**
 * A loss episode starts: due once per window of data, however many segments it lost.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_bbr_v1_on_loss(
    const freeboard_bbr_v1_params *params,
    freeboard_bbr_v1_flow *flow,
    const freeboard_event *event);
/**
 * The retransmission timer expired.
 * As freeboard_X_on_event() with this kind; the member `event` is not read.
 */
freeboard_control freeboard_bbr_v1_on_timeout(
    const freeboard_bbr_v1_params *params,
    freeboard_bbr_v1_flow *flow,
    const freeboard_event *event);
/**
 * Bytes left the NIC.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_bbr_v1_on_sent(
    const freeboard_bbr_v1_params *params,
    freeboard_bbr_v1_flow *flow,
    uint32_t now_ns,
    uint32_t bytes);
/**
 * A notification came.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_bbr_v1_on_cnp(
    const freeboard_bbr_v1_params *params,
    freeboard_bbr_v1_flow *flow,
    uint32_t now_ns);
/**
 * The control's timer rang.
 * As freeboard_X_on_event() with this kind.
 */
freeboard_control freeboard_bbr_v1_on_tick(
    const freeboard_bbr_v1_params *params,
    freeboard_bbr_v1_flow *flow,
    uint32_t now_ns);
/** @return the window and rate that hold now, without an event. */
freeboard_control freeboard_bbr_v1_control(
    const freeboard_bbr_v1_params *params,
    const freeboard_bbr_v1_flow *flow);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_bbr_v1_words(
    const freeboard_bbr_v1_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name on-ramp: holds packets at the edge by what the one-way delay has above T, less what earlier
 * pauses will take from it.
 * Source: [Liu21].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_ON_RAMP_FIELDS UINT32_C(6)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_ON_RAMP_EACH_FIELD \
    FREEBOARD_FIELD(t, UINT32_C(1), UINT32_C(1000000000), UINT32_C(30000)) \
    FREEBOARD_FIELD(g_shift, UINT32_C(0), UINT32_C(15), UINT32_C(4)) \
    FREEBOARD_FIELD(beta_init, UINT32_C(0), UINT32_C(65536), UINT32_C(0)) \
    FREEBOARD_FIELD(pause_max, UINT32_C(1), UINT32_C(1000000000), UINT32_C(1000000)) \
    FREEBOARD_FIELD(sane, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(100000000)) \
    FREEBOARD_FIELD(in_flight_cap, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_on_ramp_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** One-way delay above which a flow is paused (T). [1 to 1000000000 ns; default 30000] */
    uint32_t t;
    /** Gain of the average of beta, g = 2^-shift. [0 to 15 power of 2; default 4] */
    uint32_t g_shift;
    /** Beta before the first measurement. [0 to 65536 of FREEBOARD_FRACTION_ONE; default 0] */
    uint32_t beta_init;
    /**
     * Longest pause one report can set, and longest wait of a full cap for an ACK where it is
     * counted here. [1 to 1000000000 ns; default 1000000]
     */
    uint32_t pause_max;
    /**
     * One-way delay beyond which, in either direction, a sample is a clock error and ignored. [1000
     * to 1000000000 ns; default 100000000]
     */
    uint32_t sane;
    /**
     * Most bytes in flight, released by the cumulative ACK or a timeout; 0 for no cap. [0 to
     * 1073741824 bytes; default 0]
     */
    uint32_t in_flight_cap;
} freeboard_on_ramp_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_on_ramp_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_ON_RAMP_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_ON_RAMP_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_on_ramp_defaults(freeboard_on_ramp_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "single-switch": [Liu21] Figs 1, 2: T = 30 us
 * "fat-tree": [Liu21] §5.2.3: T = 16 us, 10 us above the longest path
 * "cloudlab": [Liu21] §5: T = 50 us
 * "google-cloud": [Liu21] §5: T = 150 us
 * "capped": chosen by us: the fat-tree's bandwidth-delay product, 12.24 us at 100 Gbit/s, as a cap
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_on_ramp_preset(freeboard_on_ramp_config *config, const char *name);
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_on_ramp_params {
    uint32_t word[6]; /**< the library's own */
} freeboard_on_ramp_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_on_ramp_flow {
    uint32_t word[7]; /**< the library's own */
} freeboard_on_ramp_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_on_ramp_init(
    freeboard_on_ramp_params *params,
    const freeboard_on_ramp_config *config,
    freeboard_refusal *refusal);
/**
 * A packet left the NIC.
 * @return the cumulative pause that it carries [ns].
 */
uint32_t freeboard_on_ramp_on_sent(
    const freeboard_on_ramp_params *params,
    freeboard_on_ramp_flow *flow,
    const freeboard_sent *sent);
/** A receiver's report came back. */
void freeboard_on_ramp_on_report(
    const freeboard_on_ramp_params *params,
    freeboard_on_ramp_flow *flow,
    const freeboard_report *report);
/** @return 0 for a report whose stamps the underlay does not believe, else 1. */
uint32_t freeboard_on_ramp_is_sane(
    const freeboard_on_ramp_params *params,
    const freeboard_report *report);
/**
 * The cumulative acknowledgement advanced.
 * @param acked by how much [bytes].
 */
void freeboard_on_ramp_on_ack(
    const freeboard_on_ramp_params *params,
    freeboard_on_ramp_flow *flow,
    uint32_t now_ns,
    uint32_t acked);
/** @return when the next packet may leave [ns], now_ns or earlier if it is not held. */
uint32_t freeboard_on_ramp_release(
    const freeboard_on_ramp_params *params,
    const freeboard_on_ramp_flow *flow,
    uint32_t now_ns);
/** @return the most bytes in flight; 2^32 - 1 for no cap. */
uint32_t freeboard_on_ramp_in_flight_cap(
    const freeboard_on_ramp_params *params,
    const freeboard_on_ramp_flow *flow);
/**
 * What a new flow to the same destination may start from.
 * @param last gets it, where there is something.
 * @return 1 where there is, else 0.
 */
uint32_t freeboard_on_ramp_remember(
    const freeboard_on_ramp_flow *flow,
    uint32_t now_ns,
    freeboard_seen *last);
/** Starts a flow afresh from what another one to the same destination has seen. */
void freeboard_on_ramp_start_from(
    const freeboard_on_ramp_params *params,
    freeboard_on_ramp_flow *flow,
    uint32_t now_ns,
    const freeboard_seen *last);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_on_ramp_words(
    const freeboard_on_ramp_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name on-ramp-strawman: holds packets at the edge by what the last one-way delay had above T.
 * Source: [Liu21].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_ON_RAMP_STRAWMAN_FIELDS UINT32_C(4)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_ON_RAMP_STRAWMAN_EACH_FIELD \
    FREEBOARD_FIELD(t, UINT32_C(1), UINT32_C(1000000000), UINT32_C(30000)) \
    FREEBOARD_FIELD(pause_max, UINT32_C(1), UINT32_C(1000000000), UINT32_C(1000000)) \
    FREEBOARD_FIELD(sane, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(100000000)) \
    FREEBOARD_FIELD(in_flight_cap, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_on_ramp_strawman_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** One-way delay above which a flow is paused (T). [1 to 1000000000 ns; default 30000] */
    uint32_t t;
    /**
     * Longest pause one report can set, and longest wait of a full cap for an ACK where it is
     * counted here. [1 to 1000000000 ns; default 1000000]
     */
    uint32_t pause_max;
    /**
     * One-way delay beyond which, in either direction, a sample is a clock error and ignored. [1000
     * to 1000000000 ns; default 100000000]
     */
    uint32_t sane;
    /**
     * Most bytes in flight, released by the cumulative ACK or a timeout; 0 for no cap. [0 to
     * 1073741824 bytes; default 0]
     */
    uint32_t in_flight_cap;
} freeboard_on_ramp_strawman_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_on_ramp_strawman_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_ON_RAMP_STRAWMAN_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_ON_RAMP_STRAWMAN_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_on_ramp_strawman_defaults(freeboard_on_ramp_strawman_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "single-switch": [Liu21] Figs 1, 2: T = 30 us
 * "fat-tree": [Liu21] §5.2.3: T = 16 us, 10 us above the longest path
 * "cloudlab": [Liu21] §5: T = 50 us
 * "google-cloud": [Liu21] §5: T = 150 us
 * "capped": chosen by us: the fat-tree's bandwidth-delay product, 12.24 us at 100 Gbit/s, as a cap
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_on_ramp_strawman_preset(
    freeboard_on_ramp_strawman_config *config,
    const char *name);
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_on_ramp_strawman_params {
    uint32_t word[6]; /**< the library's own */
} freeboard_on_ramp_strawman_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_on_ramp_strawman_flow {
    uint32_t word[7]; /**< the library's own */
} freeboard_on_ramp_strawman_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_on_ramp_strawman_init(
    freeboard_on_ramp_strawman_params *params,
    const freeboard_on_ramp_strawman_config *config,
    freeboard_refusal *refusal);
/**
 * A packet left the NIC.
 * @return the cumulative pause that it carries [ns].
 */
uint32_t freeboard_on_ramp_strawman_on_sent(
    const freeboard_on_ramp_strawman_params *params,
    freeboard_on_ramp_strawman_flow *flow,
    const freeboard_sent *sent);
/** A receiver's report came back. */
void freeboard_on_ramp_strawman_on_report(
    const freeboard_on_ramp_strawman_params *params,
    freeboard_on_ramp_strawman_flow *flow,
    const freeboard_report *report);
/** @return 0 for a report whose stamps the underlay does not believe, else 1. */
uint32_t freeboard_on_ramp_strawman_is_sane(
    const freeboard_on_ramp_strawman_params *params,
    const freeboard_report *report);
/**
 * The cumulative acknowledgement advanced.
 * @param acked by how much [bytes].
 */
void freeboard_on_ramp_strawman_on_ack(
    const freeboard_on_ramp_strawman_params *params,
    freeboard_on_ramp_strawman_flow *flow,
    uint32_t now_ns,
    uint32_t acked);
/** @return when the next packet may leave [ns], now_ns or earlier if it is not held. */
uint32_t freeboard_on_ramp_strawman_release(
    const freeboard_on_ramp_strawman_params *params,
    const freeboard_on_ramp_strawman_flow *flow,
    uint32_t now_ns);
/** @return the most bytes in flight; 2^32 - 1 for no cap. */
uint32_t freeboard_on_ramp_strawman_in_flight_cap(
    const freeboard_on_ramp_strawman_params *params,
    const freeboard_on_ramp_strawman_flow *flow);
/**
 * What a new flow to the same destination may start from.
 * @param last gets it, where there is something.
 * @return 1 where there is, else 0.
 */
uint32_t freeboard_on_ramp_strawman_remember(
    const freeboard_on_ramp_strawman_flow *flow,
    uint32_t now_ns,
    freeboard_seen *last);
/** Starts a flow afresh from what another one to the same destination has seen. */
void freeboard_on_ramp_strawman_start_from(
    const freeboard_on_ramp_strawman_params *params,
    freeboard_on_ramp_strawman_flow *flow,
    uint32_t now_ns,
    const freeboard_seen *last);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_on_ramp_strawman_words(
    const freeboard_on_ramp_strawman_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

/**
 * @name on-ramp-counted: on-ramp, with a count of its own of what is in flight.
 * Source: [Liu21].
 * @{
 */
/** How many settings it has. */
#define FREEBOARD_ON_RAMP_COUNTED_FIELDS UINT32_C(6)
/** FREEBOARD_FIELD(name, smallest, largest, default) for every setting. */
#define FREEBOARD_ON_RAMP_COUNTED_EACH_FIELD \
    FREEBOARD_FIELD(t, UINT32_C(1), UINT32_C(1000000000), UINT32_C(30000)) \
    FREEBOARD_FIELD(g_shift, UINT32_C(0), UINT32_C(15), UINT32_C(4)) \
    FREEBOARD_FIELD(beta_init, UINT32_C(0), UINT32_C(65536), UINT32_C(0)) \
    FREEBOARD_FIELD(pause_max, UINT32_C(1), UINT32_C(1000000000), UINT32_C(1000000)) \
    FREEBOARD_FIELD(sane, UINT32_C(1000), UINT32_C(1000000000), UINT32_C(100000000)) \
    FREEBOARD_FIELD(in_flight_cap, UINT32_C(0), UINT32_C(1073741824), UINT32_C(0))
/** Settings, in user units. */
typedef struct freeboard_on_ramp_counted_config {
    uint32_t size;    /**< of this structure [bytes] */
    uint32_t version; /**< FREEBOARD_VERSION of the header */
    /** One-way delay above which a flow is paused (T). [1 to 1000000000 ns; default 30000] */
    uint32_t t;
    /** Gain of the average of beta, g = 2^-shift. [0 to 15 power of 2; default 4] */
    uint32_t g_shift;
    /** Beta before the first measurement. [0 to 65536 of FREEBOARD_FRACTION_ONE; default 0] */
    uint32_t beta_init;
    /**
     * Longest pause one report can set, and longest wait of a full cap for an ACK where it is
     * counted here. [1 to 1000000000 ns; default 1000000]
     */
    uint32_t pause_max;
    /**
     * One-way delay beyond which, in either direction, a sample is a clock error and ignored. [1000
     * to 1000000000 ns; default 100000000]
     */
    uint32_t sane;
    /**
     * Most bytes in flight, released by the cumulative ACK or a timeout; 0 for no cap. [0 to
     * 1073741824 bytes; default 0]
     */
    uint32_t in_flight_cap;
} freeboard_on_ramp_counted_config;
/** Names what a code of freeboard_X_init() or freeboard_X_preset() refuses. */
static inline const char *freeboard_on_ramp_counted_field_name(uint32_t code)
{
    const char *name = freeboard_refused_name(code);
    static const char *const names[] = {FREEBOARD_ON_RAMP_COUNTED_EACH_FIELD};
    if ((code >= UINT32_C(1)) && (code <= FREEBOARD_ON_RAMP_COUNTED_FIELDS)) {
        name = names[code - UINT32_C(1)];
    }
    return name;
}
/** Fills a configuration with the defaults; nothing where it is NULL. */
void freeboard_on_ramp_counted_defaults(freeboard_on_ramp_counted_config *config);
/**
 * Fills a configuration with the preset of a name.
 * "single-switch": [Liu21] Figs 1, 2: T = 30 us
 * "fat-tree": [Liu21] §5.2.3: T = 16 us, 10 us above the longest path
 * "cloudlab": [Liu21] §5: T = 50 us
 * "google-cloud": [Liu21] §5: T = 150 us
 * "capped": chosen by us: the fat-tree's bandwidth-delay product, 12.24 us at 100 Gbit/s, as a cap
 * @return FREEBOARD_OK, FREEBOARD_REFUSED_PRESET or FREEBOARD_REFUSED_NULL.
 */
uint32_t freeboard_on_ramp_counted_preset(
    freeboard_on_ramp_counted_config *config,
    const char *name);
/** Parameters, written by freeboard_X_init(). */
typedef struct freeboard_on_ramp_counted_params {
    uint32_t word[6]; /**< the library's own */
} freeboard_on_ramp_counted_params;
/** State of a flow; memory filled with 0 is a fresh one. */
typedef struct freeboard_on_ramp_counted_flow {
    uint32_t word[9]; /**< the library's own */
} freeboard_on_ramp_counted_flow;
/**
 * Checks a configuration and converts it. Nothing is written where it is refused.
 * @param refusal gets value and legal range of a setting that is refused; may be NULL.
 * @return FREEBOARD_OK, 1 + the number of the setting, or FREEBOARD_REFUSED_...
 */
uint32_t freeboard_on_ramp_counted_init(
    freeboard_on_ramp_counted_params *params,
    const freeboard_on_ramp_counted_config *config,
    freeboard_refusal *refusal);
/**
 * A packet left the NIC.
 * @return the cumulative pause that it carries [ns].
 */
uint32_t freeboard_on_ramp_counted_on_sent(
    const freeboard_on_ramp_counted_params *params,
    freeboard_on_ramp_counted_flow *flow,
    const freeboard_sent *sent);
/** A receiver's report came back. */
void freeboard_on_ramp_counted_on_report(
    const freeboard_on_ramp_counted_params *params,
    freeboard_on_ramp_counted_flow *flow,
    const freeboard_report *report);
/** @return 0 for a report whose stamps the underlay does not believe, else 1. */
uint32_t freeboard_on_ramp_counted_is_sane(
    const freeboard_on_ramp_counted_params *params,
    const freeboard_report *report);
/**
 * The cumulative acknowledgement advanced.
 * @param acked by how much [bytes].
 */
void freeboard_on_ramp_counted_on_ack(
    const freeboard_on_ramp_counted_params *params,
    freeboard_on_ramp_counted_flow *flow,
    uint32_t now_ns,
    uint32_t acked);
/** @return when the next packet may leave [ns], now_ns or earlier if it is not held. */
uint32_t freeboard_on_ramp_counted_release(
    const freeboard_on_ramp_counted_params *params,
    const freeboard_on_ramp_counted_flow *flow,
    uint32_t now_ns);
/** @return the most bytes in flight; 2^32 - 1 for no cap. */
uint32_t freeboard_on_ramp_counted_in_flight_cap(
    const freeboard_on_ramp_counted_params *params,
    const freeboard_on_ramp_counted_flow *flow);
/**
 * What a new flow to the same destination may start from.
 * @param last gets it, where there is something.
 * @return 1 where there is, else 0.
 */
uint32_t freeboard_on_ramp_counted_remember(
    const freeboard_on_ramp_counted_flow *flow,
    uint32_t now_ns,
    freeboard_seen *last);
/** Starts a flow afresh from what another one to the same destination has seen. */
void freeboard_on_ramp_counted_start_from(
    const freeboard_on_ramp_counted_params *params,
    freeboard_on_ramp_counted_flow *flow,
    uint32_t now_ns,
    const freeboard_seen *last);
/**
 * Writes the state as words, those of a golden trace.
 * @return how many.
 */
uint32_t freeboard_on_ramp_counted_words(
    const freeboard_on_ramp_counted_flow *flow,
    uint32_t words[FREEBOARD_WORDS_MAX]);
/** @} */

#undef FREEBOARD_FIELD

#ifdef __cplusplus
}
#endif

#endif
