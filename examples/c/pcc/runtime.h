/* What a runtime for programmable congestion control on a NIC asks of an algorithm: events, contexts of 48 bytes, rates in
 * 2^-20 of line rate, tables of parameters and counters. Numbers and limits are those of the DOCA PCC interface; names are
 * ours, and the runtime behind them, `replay.c`, is a mock for hosts. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

/* Memory of a flow between two events. Filled with 0 for a new flow. */
#define PCC_CONTEXT_BYTES 48
typedef struct pcc_context {
    uint32_t word[PCC_CONTEXT_BYTES / 4];
} pcc_context;

/* Types of events. */
#define PCC_CNP 2u
#define PCC_TX 3u   /* a burst of packets left */
#define PCC_ACK 4u  /* usually masked at start */
#define PCC_NACK 5u
#define PCC_RTT 6u  /* a probe was answered */

/* Subtypes of a NACK. */
#define PCC_NACK_RECEIVER_NOT_READY 1u
#define PCC_NACK_OUT_OF_SEQUENCE 2u
#define PCC_NACK_DUPLICATE_READ 3u

/* What an acknowledgement says where the transport tells all of it. */
typedef struct pcc_acknowledgement {
    uint32_t acked, marked, una, nxt, in_flight, rtt_ns, delivery_rate, window_limited;
} pcc_acknowledgement;

/* An event. */
typedef struct pcc_event {
    uint32_t type, subtype;
    uint32_t time_ns;
    uint32_t tx_bytes;                          /* of PCC_TX */
    bool rtt_requested;                         /* of PCC_TX: a probe is under way */
    uint32_t request_sent_ns, response_got_ns;  /* of PCC_RTT */
    pcc_acknowledgement transport;              /* of PCC_ACK; of PCC_NACK what is in flight */
} pcc_event;

/* Rates: 2^-20 of line rate, 1 to 2^20. A flow without a rate yet has the default. */
#define PCC_RATE_LINE (UINT32_C(1) << 20)
#define PCC_RATE_DEFAULT (PCC_RATE_LINE / 256)

/* What an algorithm answers. */
typedef struct pcc_results {
    uint32_t rate;
    bool request_rtt; /* send a probe */
} pcc_results;

/* A parameter as the host sees it. */
typedef struct pcc_parameter {
    const char *name;
    uint32_t min, max, initial;
} pcc_parameter;

/* Limits of the older of the published interfaces. */
#define PCC_PARAMETERS_MAX 30
#define PCC_COUNTERS_MAX 15
#define PCC_SLOTS 8

/* Calls of the runtime into the algorithms. A slot nobody has is for the built-in algorithm: `pcc_user_algo` returns false. */
void pcc_user_init(void);
bool pcc_user_algo(uint32_t slot, pcc_context *context, const pcc_event *event, pcc_results *results);
/* New values of parameters `first` on: all of them are taken, or none. */
bool pcc_user_set_parameters(uint32_t slot, uint32_t first, uint32_t count, const uint32_t *values);

#endif
