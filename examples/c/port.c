/* One clock for the port, one state for each queue; memory filled with 0 is fresh state. */
#include "port.h"

static freeboard_ecn_sharp_compact_params parameters;
static freeboard_ecn_sharp_compact_pipe port_clock;
static freeboard_ecn_sharp_compact_queue queues[PORT_QUEUES];

uint32_t port_start(const freeboard_ecn_sharp_compact_config *config, uint32_t depth_unit, freeboard_refusal *refusal)
{
    return freeboard_ecn_sharp_compact_init(&parameters, config, depth_unit, refusal);
}

bool port_transmit(uint32_t queue, const freeboard_packet *packet)
{
    uint32_t verdict = freeboard_ecn_sharp_compact_on_dequeue(&parameters, &port_clock, NULL,
                                                              &queues[queue % PORT_QUEUES], packet);
    return verdict == FREEBOARD_SIGNAL;
}

void port_silent(uint32_t queue, uint32_t now_ns)
{
    freeboard_ecn_sharp_compact_on_idle(&parameters, &port_clock, NULL, &queues[queue % PORT_QUEUES], now_ns);
}

uint32_t port_words(uint32_t queue, uint32_t words[FREEBOARD_WORDS_MAX])
{
    return freeboard_ecn_sharp_compact_words(&port_clock, NULL, &queues[queue % PORT_QUEUES], words);
}
