/* freeboard.h: marking schemes, congestion controls and underlays of Freeboard.
 *
 * Written by the package freeboard-bindings from the catalogue; do not edit. The book's page "From C" says how to use it.
 *
 * Every variant has a configuration, parameters and state, all in memory of the caller:
 *
 *   freeboard_X_config   settings in user units; filled by freeboard_X_defaults() (nothing to NULL) or freeboard_X_preset()
 *   freeboard_X_params   what the data path uses; written by freeboard_X_init(), one for many queues or flows
 *   freeboard_X_queue, _port, _pipe, or freeboard_X_flow   state; memory filled with 0 is a fresh one
 *
 * One state belongs to one context at a time. Functions read no clock, keep nothing, never block and never fail but for
 * freeboard_X_init() and freeboard_X_preset(). Times are nanoseconds mod 2^32.
 */
#ifndef FREEBOARD_H
#define FREEBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Interface: major number in the upper half. A configuration carries it, and a library of another one refuses it. */
#define FREEBOARD_VERSION @VERSION@

/* What freeboard_X_init() and freeboard_X_preset() return: 0, or 1 + the number of the field that is refused, or one of these. */
#define FREEBOARD_OK UINT32_C(0)
#define FREEBOARD_REFUSED_SIZE UINT32_C(@SIZE@)       /* `size` of the configuration is unknown */
#define FREEBOARD_REFUSED_VERSION UINT32_C(@OTHER@)    /* the header is of another version */
#define FREEBOARD_REFUSED_MEASURE UINT32_C(@MEASURE@)    /* depth unit or segment is not within 1 to 65535 bytes */
#define FREEBOARD_REFUSED_PRESET UINT32_C(@PRESET@)     /* no preset has this name */
#define FREEBOARD_REFUSED_NULL UINT32_C(@NULL@)       /* a pointer is null */

/* The field that was refused. */
typedef struct freeboard_refusal {
    uint32_t field; /* its number, from 0; of no meaning with the codes above */
    uint32_t value; /* its value */
    uint32_t min;   /* smallest legal value beside the others */
    uint32_t max;   /* largest legal value beside the others */
} freeboard_refusal;

/* Names of the codes above; those of fields: freeboard_X_field_name(). */
static inline const char *freeboard_refused_name(uint32_t code)
{
    switch (code) {
    case FREEBOARD_OK:
        return "accepted";
    case FREEBOARD_REFUSED_SIZE:
        return "size of the configuration";
    case FREEBOARD_REFUSED_VERSION:
        return "version of the configuration";
    case FREEBOARD_REFUSED_MEASURE:
        return "depth unit or segment";
    case FREEBOARD_REFUSED_PRESET:
        return "name of the preset";
    case FREEBOARD_REFUSED_NULL:
        return "null pointer";
    default:
        return "unknown";
    }
}

/* FREEBOARD_X_EACH_FIELD(FIELD) is FIELD(name, smallest, largest, default) for every setting, in the order of the
 * configuration: for tables of a program's own, as this one of names. */
#define FREEBOARD_FIELD_NAME(name, smallest, largest, initial) #name,

/* Words of the longest state. */
#define FREEBOARD_WORDS_MAX @WORDS@

/* ---- Marking schemes ---- */

/* freeboard_X_on_idle() is due for a queue without a packet for the first time, before the second has passed, and
 * again within the second for as long as the silence lasts. Times wrap; after these calls a queue decides like a fresh one. */
#define FREEBOARD_IDLE_MIN_NS UINT32_C(@IDLE_MIN@)
#define FREEBOARD_IDLE_MAX_NS UINT32_C(@IDLE_MAX@)

/* What becomes of a packet. */
#define FREEBOARD_FORWARD UINT32_C(0)
#define FREEBOARD_SIGNAL UINT32_C(1) /* set CE; without ECN: FREEBOARD_X_NOT_ECT_DROPS */
#define FREEBOARD_DROP UINT32_C(2)

/* ECN field of the IP header. */
#define FREEBOARD_NOT_ECT UINT32_C(0)
#define FREEBOARD_ECT1 UINT32_C(1)
#define FREEBOARD_ECT0 UINT32_C(2)
#define FREEBOARD_CE UINT32_C(3)

/* Bits of FREEBOARD_X_READS: the members of freeboard_packet that the variant looks at. */
#define FREEBOARD_READS_NOW UINT32_C(1)
#define FREEBOARD_READS_NOW_HIGH UINT32_C(2)
#define FREEBOARD_READS_SOJOURN UINT32_C(4)
#define FREEBOARD_READS_DEPTH UINT32_C(8)
#define FREEBOARD_READS_PORT_DEPTH UINT32_C(16)
#define FREEBOARD_READS_POOL_DEPTH UINT32_C(32)
#define FREEBOARD_READS_SIZE UINT32_C(64)
#define FREEBOARD_READS_RANDOM UINT32_C(128)
#define FREEBOARD_READS_POOL_STATUS UINT32_C(256) /* pool_depth is a status of two bits */

/* A packet at a hook. Depths leave the packet out and count in the depth unit of the parameters. */
typedef struct freeboard_packet {
    uint32_t now_ns;     /* bits 31..0 of the stamp */
    uint32_t now_high;   /* bits 47..32; 0 where stamps have 32 bits */
    uint32_t size;       /* bytes on the wire */
    uint32_t depth;      /* the queue */
    uint32_t port_depth; /* all queues of the port */
    uint32_t pool_depth; /* the shared buffer pool */
    uint32_t sojourn_ns; /* departure stamp minus arrival stamp; from 2^31, a negative time, 0 is taken; not read at arrival */
    uint32_t ecn;        /* FREEBOARD_NOT_ECT to FREEBOARD_CE */
    uint32_t random;     /* a fresh uniform word */
} freeboard_packet;

/* One queue as the control plane sees it. */
typedef struct freeboard_queue_view {
    uint32_t depth;      /* in depth units */
    uint32_t sojourn_ns; /* of the packet at its head */
    uint32_t weight;     /* of the scheduler; 0 for a queue that is not configured */
} freeboard_queue_view;

/* A port as the control plane sees it. */
typedef struct freeboard_port_view {
    uint32_t port;
    uint32_t pool_depth;
    uint32_t count; /* queues */
    const freeboard_queue_view *queues;
} freeboard_port_view;

/* What one reason to signal has done. */
typedef struct freeboard_trigger {
    uint32_t fired;   /* times, mod 2^32 */
    uint32_t highest; /* highest value of the quantity it watches */
    uint32_t needed;  /* value at which it arms */
} freeboard_trigger;

/* Activity counters, for the functions called ..._counted(). They wrap and are never cleared; start them at 0. */
typedef struct freeboard_activity {
    uint32_t events;
    uint32_t signals;
    freeboard_trigger trigger[@TRIGGERS@];
} freeboard_activity;

/* ---- Congestion controls ---- */

/* Kinds of freeboard_event. */
@EVENTS@
/* Most hops of in-band telemetry. */
#define FREEBOARD_HOPS_MAX @HOPS@
/* Line rate in freeboard_control.rate. */
#define FREEBOARD_LINE_RATE (UINT32_C(1) << 20)
/* freeboard_control.window of a control without one. */
#define FREEBOARD_NO_WINDOW UINT32_MAX

/* One hop's telemetry. */
typedef struct freeboard_hop {
    uint32_t stamp_ns;  /* when the packet left it */
    uint32_t depth;     /* its queue then, bytes */
    uint32_t sent;      /* bytes it has sent so far, mod 2^32 */
    uint32_t rate_mbps; /* of its link */
} freeboard_hop;

/* A path's telemetry. */
typedef struct freeboard_path {
    uint32_t hops;
    freeboard_hop hop[FREEBOARD_HOPS_MAX];
} freeboard_path;

/* An event of a flow. Members that a kind does not need are not looked at. */
typedef struct freeboard_event {
    uint32_t event; /* FREEBOARD_EVENT_... */
    uint32_t now_ns;
    uint32_t bytes;          /* sent; of an undo, the window before the loss */
    uint32_t acked;          /* newly acknowledged */
    uint32_t marked;         /* of these, marked */
    uint32_t una;            /* first byte not yet acknowledged */
    uint32_t nxt;            /* next byte to be sent for the first time */
    uint32_t in_flight;      /* bytes, after this event; of an undo, the threshold before the loss, UINT32_MAX for none */
    uint32_t rtt_ns;         /* sample; 0 for none, as from 2^31, a negative time */
    uint32_t delivery_rate;  /* sample, 2^-20 of line rate; 0 for none */
    uint32_t window_limited; /* 1: the window limited the sender */
    uint32_t held;           /* 1: paused from now on */
    uint32_t silence_ns;     /* how long nothing was sent */
    const freeboard_path *path; /* of FREEBOARD_EVENT_INT; else NULL */
} freeboard_event;

/* What holds from now on. */
typedef struct freeboard_control {
    uint32_t window; /* most unacknowledged bytes, or FREEBOARD_NO_WINDOW */
    uint32_t rate;   /* 2^-20 of line rate, 1 to FREEBOARD_LINE_RATE */
} freeboard_control;

/* ---- Underlays ---- */

/* A packet left the NIC. */
typedef struct freeboard_sent {
    uint32_t now_ns; /* transmit stamp, after the hold */
    uint32_t packet; /* its number within the flow */
    uint32_t fresh;  /* bytes that it carries for the first time */
} freeboard_sent;

/* A receiver's report of a packet. */
typedef struct freeboard_report {
    uint32_t now_ns;           /* when it came back */
    uint32_t packet;           /* which packet */
    uint32_t sent_ns;          /* its transmit stamp */
    uint32_t received_ns;      /* its arrival stamp, receiver's clock */
    uint32_t pause_at_sent_ns; /* the pause that it carried */
} freeboard_report;

/* What a flow has seen last on the way to its destination. */
typedef struct freeboard_seen {
    int32_t delay_ns;  /* one-way delay of the packet reported last */
    uint32_t until_ns; /* until when the flow was held */
} freeboard_seen;
