/* Flows of a NIC: DCTCP, DCQCN, and DCQCN over On-Ramp. */
#ifndef FLOW_H
#define FLOW_H

#include "freeboard.h"

/* A flow under DCQCN that On-Ramp may hold at the edge. */
typedef struct held_flow {
    freeboard_dcqcn_rate_params rate_params;
    freeboard_dcqcn_rate_flow rate;
    freeboard_on_ramp_params hold_params;
    freeboard_on_ramp_flow hold;
    bool held;
} held_flow;

/* When the next packet may leave, and how fast. */
typedef struct held_control {
    uint32_t release_ns;
    freeboard_control control;
} held_control;

/* A packet leaves; `pause` is what it carries to the receiver. */
held_control held_sent(held_flow *flow, const freeboard_sent *sent, uint32_t *pause);
/* The receiver's report of a packet comes back. */
held_control held_report(held_flow *flow, const freeboard_report *report);
/* The cumulative acknowledgement advances. */
held_control held_ack(held_flow *flow, uint32_t now_ns, uint32_t acked);

#endif
