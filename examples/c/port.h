/* The queues of an egress port, marked by ECN#. */
#ifndef PORT_H
#define PORT_H

#include "freeboard.h"

#define PORT_QUEUES UINT32_C(8)

/* Settings are those of the configuration; depths count in `depth_unit` bytes. 0, or what freeboard.h says of a refusal. */
uint32_t port_start(const freeboard_ecn_sharp_compact_config *config, uint32_t depth_unit, freeboard_refusal *refusal);
/* A packet leaves a queue; whether CE is to be set on it. */
bool port_transmit(uint32_t queue, const freeboard_packet *packet);
/* A queue had no packet for FREEBOARD_IDLE_MIN_NS; called again before FREEBOARD_IDLE_MAX_NS have passed. */
void port_silent(uint32_t queue, uint32_t now_ns);
/* The words of a queue's state, for comparison. */
uint32_t port_words(uint32_t queue, uint32_t words[FREEBOARD_WORDS_MAX]);

#endif
