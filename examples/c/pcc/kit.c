/* The slots, and the runtime's events in Freeboard's terms. */
#include "kit.h"

#define PCC_STEM dcqcn_rate
#define PCC_CAPITALS FREEBOARD_DCQCN_RATE
#define PCC_PROBES false
#include "algorithm.h"

#define PCC_STEM dctcp_rate
#define PCC_CAPITALS FREEBOARD_DCTCP_RATE
#define PCC_PROBES false
#include "algorithm.h"

#define PCC_STEM timely_hpcc
#define PCC_CAPITALS FREEBOARD_TIMELY_HPCC
#define PCC_PROBES true
#include "algorithm.h"

#define PCC_STEM swift_fabric
#define PCC_CAPITALS FREEBOARD_SWIFT_FABRIC
#define PCC_PROBES true
#include "algorithm.h"

/* 88 bytes of state. */
#define PCC_STEM bbr_v1
#define PCC_CAPITALS FREEBOARD_BBR_V1
#define PCC_PROBES true
#define PCC_SECOND_CONTEXTS 64
#include "algorithm.h"

const pcc_algorithm *const pcc_algorithms[PCC_SLOTS] = {
    &pcc_dcqcn_rate_algorithm, &pcc_dctcp_rate_algorithm, &pcc_timely_hpcc_algorithm, &pcc_swift_fabric_algorithm,
    &pcc_bbr_v1_algorithm};
pcc_counters pcc_counted[PCC_SLOTS];

static const pcc_algorithm *in_slot(uint32_t slot)
{
    return slot < PCC_SLOTS ? pcc_algorithms[slot] : NULL;
}

void pcc_user_init(void)
{
    uint32_t slot;
    for (slot = 0; in_slot(slot); slot++) {
        /* Defaults are legal. */
        (void)in_slot(slot)->start();
    }
}

bool pcc_user_set_parameters(uint32_t slot, uint32_t first, uint32_t count, const uint32_t *values)
{
    if (!in_slot(slot)) {
        return false;
    }
    if (in_slot(slot)->set(first, count, values) != FREEBOARD_OK) {
        pcc_counted[slot].refused++;
        return false;
    }
    return true;
}

bool pcc_take(uint32_t slot, pcc_context *context, const freeboard_event *event, freeboard_control *control)
{
    pcc_counters *counted = &pcc_counted[slot];
    freeboard_control before;
    if (!in_slot(slot)->current(context, &before)) {
        counted->no_context++;
        return false;
    }
    (void)in_slot(slot)->event(context, event, control);
    counted->cuts += control->rate < before.rate;
    counted->raises += control->rate > before.rate;
    return true;
}

static void acknowledged(freeboard_event *event, const pcc_acknowledgement *all)
{
    event->acked = all->acked;
    event->marked = all->marked;
    event->una = all->una;
    event->nxt = all->nxt;
    event->in_flight = all->in_flight;
    event->rtt_ns = all->rtt_ns;
    event->delivery_rate = all->delivery_rate;
    event->window_limited = all->window_limited;
}

/* A round-trip time that is negative is no sample: response and request were stamped by two clocks, or by one that was set. */
static void sampled(const freeboard_event *event, pcc_counters *counted)
{
    counted->negative += freeboard_is_negative(event->rtt_ns);
}

/* In Freeboard's terms, and counted. False where an event means nothing to a control. */
static bool event_of(const pcc_event *from, pcc_counters *counted, freeboard_event *to)
{
    to->now_ns = from->time_ns;
    switch (from->type) {
    case PCC_CNP:
        counted->cnp++;
        to->event = FREEBOARD_EVENT_CNP;
        return true;
    case PCC_TX:
        counted->tx++;
        to->event = FREEBOARD_EVENT_SENT;
        to->bytes = from->tx_bytes;
        return true;
    case PCC_ACK:
        counted->ack++;
        to->event = FREEBOARD_EVENT_ACK;
        acknowledged(to, &from->transport);
        sampled(to, counted);
        return true;
    case PCC_NACK:
        counted->nack++;
        to->event = FREEBOARD_EVENT_LOSS_EPISODE;
        to->una = from->transport.una;
        to->nxt = from->transport.nxt;
        to->in_flight = from->transport.in_flight;
        /* A receiver without a buffer, or asked twice, is no sign of congestion. */
        return from->subtype == PCC_NACK_OUT_OF_SEQUENCE;
    case PCC_RTT:
        counted->rtt++;
        to->event = FREEBOARD_EVENT_RTT;
        /* Stamps wrap, and so does their difference. */
        to->rtt_ns = from->response_got_ns - from->request_sent_ns;
        sampled(to, counted);
        return true;
    default:
        counted->other++;
        return false;
    }
}

bool pcc_user_algo(uint32_t slot, pcc_context *context, const pcc_event *event, pcc_results *results)
{
    freeboard_event own = {0};
    freeboard_control control = {0, PCC_RATE_DEFAULT};
    if (!in_slot(slot)) {
        return false;
    }
    results->request_rtt = in_slot(slot)->probes && event->type == PCC_TX && !event->rtt_requested;
    if (event_of(event, &pcc_counted[slot], &own)) {
        (void)pcc_take(slot, context, &own, &control);
    } else {
        (void)in_slot(slot)->current(context, &control);
    }
    /* 0 is no rate. */
    results->rate = control.rate ? control.rate : 1;
    return true;
}
