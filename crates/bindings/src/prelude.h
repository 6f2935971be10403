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
#define FREEBOARD_VERSION @VERSION@

/** 1 in settings that are fractions, 2^-16. */
#define FREEBOARD_FRACTION_ONE (UINT32_C(1) << 16)
/** Line rate in settings, events and answers that are rates, 2^-20. */
#define FREEBOARD_LINE_RATE (UINT32_C(1) << 20)

/** freeboard_X_init() or freeboard_X_preset() took what it was given. */
#define FREEBOARD_OK UINT32_C(0)
/* What they return besides: 1 + the number of the setting that is refused, or one of these. */
/** `size` of the configuration is unknown. */
#define FREEBOARD_REFUSED_SIZE UINT32_C(@SIZE@)
/** The configuration is of another version. */
#define FREEBOARD_REFUSED_VERSION UINT32_C(@OTHER@)
/** Depth unit or segment is not within 1 to 65535 bytes. */
#define FREEBOARD_REFUSED_MEASURE UINT32_C(@MEASURE@)
/** No preset has this name. */
#define FREEBOARD_REFUSED_PRESET UINT32_C(@PRESET@)
/** A pointer is null. */
#define FREEBOARD_REFUSED_NULL UINT32_C(@NULL@)

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
#define FREEBOARD_WORDS_MAX @WORDS@

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
#define FREEBOARD_IDLE_MIN_NS UINT32_C(@IDLE_MIN@)
/**
 * Silence before which it is due, and again within this time for as long as the silence lasts.
 * Times wrap; after these calls a queue decides like a fresh one.
 */
#define FREEBOARD_IDLE_MAX_NS UINT32_C(@IDLE_MAX@)

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
    freeboard_trigger trigger[@TRIGGERS@];                 /**< by FREEBOARD_X_TRIGGER_... */
} freeboard_activity;

/* ---- Congestion controls ---- */

/* Kinds of freeboard_event. */
@EVENTS@
/** Most hops of in-band telemetry. */
#define FREEBOARD_HOPS_MAX @HOPS@
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
