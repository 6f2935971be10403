/* One control of `freeboard.h` as a `pcc_algorithm`. To be included once for each, after three definitions:
 *   PCC_STEM      its name in freeboard.h, such as dcqcn_rate
 *   PCC_CAPITALS  the same in capitals: FREEBOARD_DCQCN_RATE
 *   PCC_PROBES    true where it wants round-trip times
 * and, for a control whose flow exceeds a context, a fourth:
 *   PCC_SECOND_CONTEXTS  how many flows the second table holds */
#include "kit.h"

#include <stddef.h>

#define PCC_JOINED(a, b) a##b
#define PCC_JOIN(a, b) PCC_JOINED(a, b)
#define PCC_API(name) PCC_JOIN(PCC_JOIN(freeboard_, PCC_STEM), name)
#define PCC_OWN(name) PCC_JOIN(PCC_JOIN(pcc_, PCC_STEM), name)
#define PCC_TEXT_OF(name) #name
#define PCC_TEXT(name) PCC_TEXT_OF(name)

#ifdef PCC_SECOND_CONTEXTS
static PCC_API(_flow) PCC_OWN(_second)[PCC_SECOND_CONTEXTS];
static uint32_t PCC_OWN(_used);

/* The first word of the context says which place of the second table is the flow's, from 1. */
static PCC_API(_flow) *PCC_OWN(_flow)(pcc_context *context)
{
    if (context->word[0] == 0) {
        if (PCC_OWN(_used) == PCC_SECOND_CONTEXTS) {
            return NULL;
        }
        context->word[0] = ++PCC_OWN(_used);
    }
    return &PCC_OWN(_second)[context->word[0] - 1];
}
#else
_Static_assert(sizeof(PCC_API(_flow)) <= PCC_CONTEXT_BYTES,
               "a flow of this control exceeds the context of 48 bytes: define PCC_SECOND_CONTEXTS");

static PCC_API(_flow) *PCC_OWN(_flow)(pcc_context *context)
{
    return (void *)context->word;
}
#endif

#define FREEBOARD_FIELD(name, min, max, initial) {#name, min, max, initial},
static const pcc_parameter PCC_OWN(_parameters)[] = {PCC_JOIN(PCC_CAPITALS, _EACH_FIELD)};
#undef FREEBOARD_FIELD
_Static_assert(sizeof PCC_OWN(_parameters) / sizeof(pcc_parameter) <= PCC_PARAMETERS_MAX,
               "an algorithm has 30 parameters at most");

static PCC_API(_config) PCC_OWN(_config);
static PCC_API(_params) PCC_OWN(_params);

static uint32_t PCC_OWN(_start)(void)
{
    PCC_API(_defaults)(&PCC_OWN(_config));
    return PCC_API(_init)(&PCC_OWN(_params), &PCC_OWN(_config), PCC_SEGMENT, NULL);
}

/* Values go into a copy: where one is refused, parameters and configuration stay as they are. */
static uint32_t PCC_OWN(_set)(uint32_t first, uint32_t count, const uint32_t *values)
{
    PCC_API(_config) changed = PCC_OWN(_config);
    uint32_t *word = &changed.version + 1, code, at;
    if (first > PCC_JOIN(PCC_CAPITALS, _FIELDS) || count > PCC_JOIN(PCC_CAPITALS, _FIELDS) - first) {
        return FREEBOARD_REFUSED_SIZE;
    }
    for (at = 0; at < count; at++) {
        word[first + at] = values[at];
    }
    code = PCC_API(_init)(&PCC_OWN(_params), &changed, PCC_SEGMENT, NULL);
    if (code == FREEBOARD_OK) {
        PCC_OWN(_config) = changed;
    }
    return code;
}

static bool PCC_OWN(_current)(pcc_context *context, freeboard_control *control)
{
    PCC_API(_flow) *flow = PCC_OWN(_flow)(context);
    if (flow) {
        *control = PCC_API(_control)(&PCC_OWN(_params), flow);
    }
    return flow != NULL;
}

static bool PCC_OWN(_event)(pcc_context *context, const freeboard_event *event, freeboard_control *control)
{
    PCC_API(_flow) *flow = PCC_OWN(_flow)(context);
    if (flow) {
        *control = PCC_API(_on_event)(&PCC_OWN(_params), flow, event);
    }
    return flow != NULL;
}

static uint32_t PCC_OWN(_words)(pcc_context *context, uint32_t words[FREEBOARD_WORDS_MAX])
{
    PCC_API(_flow) *flow = PCC_OWN(_flow)(context);
    return flow ? PCC_API(_words)(flow, words) : 0;
}

static const pcc_algorithm PCC_OWN(_algorithm) = {
    PCC_TEXT(PCC_STEM), PCC_OWN(_parameters), PCC_JOIN(PCC_CAPITALS, _FIELDS), PCC_PROBES,
    PCC_OWN(_start),    PCC_OWN(_set),        PCC_OWN(_current),               PCC_OWN(_event),
    PCC_OWN(_words)};

#undef PCC_STEM
#undef PCC_CAPITALS
#undef PCC_PROBES
#undef PCC_SECOND_CONTEXTS
