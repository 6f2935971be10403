/* The port kit: Freeboard's controls behind the calls of the runtime. */
#ifndef KIT_H
#define KIT_H

#include "freeboard.h"
#include "runtime.h"

/* Payload of a full segment. */
#define PCC_SEGMENT 1460

/* What is counted for each slot. */
#define PCC_EACH_COUNTER(COUNTER) \
    COUNTER(tx) COUNTER(ack) COUNTER(nack) COUNTER(cnp) COUNTER(rtt) COUNTER(other) \
    COUNTER(cuts) COUNTER(raises) COUNTER(refused) COUNTER(no_context) COUNTER(negative)
#define PCC_COUNTER_WORD(name) uint32_t name;
typedef struct pcc_counters {
    PCC_EACH_COUNTER(PCC_COUNTER_WORD)
} pcc_counters;
_Static_assert(sizeof(pcc_counters) <= 4 * PCC_COUNTERS_MAX, "an algorithm has 15 counters at most");

/* A control in a slot. */
typedef struct pcc_algorithm {
    const char *name;
    const pcc_parameter *parameters;
    uint32_t parameter_count;
    bool probes; /* it is steered by round-trip times */
    uint32_t (*start)(void);
    uint32_t (*set)(uint32_t first, uint32_t count, const uint32_t *values);
    /* What holds, after an event if there is one. False where the second table is full. */
    bool (*current)(pcc_context *context, freeboard_control *control);
    bool (*event)(pcc_context *context, const freeboard_event *event, freeboard_control *control);
    uint32_t (*words)(pcc_context *context, uint32_t words[FREEBOARD_WORDS_MAX]);
} pcc_algorithm;

extern const pcc_algorithm *const pcc_algorithms[PCC_SLOTS];
extern pcc_counters pcc_counted[PCC_SLOTS];

/* An event for the control in a slot, of the runtime's or of the flow's owner, who tells what the runtime has no event
 * for: timeouts, silences, pauses. */
bool pcc_take(uint32_t slot, pcc_context *context, const freeboard_event *event, freeboard_control *control);

#endif
