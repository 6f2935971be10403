/* The underlay says when the next packet leaves; the control below it says how fast, and is told of pauses. */
#include "flow.h"

static freeboard_event event_of(uint32_t kind, uint32_t now_ns)
{
    freeboard_event event = {0};
    event.event = kind;
    event.now_ns = now_ns;
    return event;
}

/* Tells the control when a pause begins or ends, and what came before. */
static held_control settle(held_flow *flow, const freeboard_event *event)
{
    held_control now;
    now.control = freeboard_dcqcn_rate_on_event(&flow->rate_params, &flow->rate, event);
    now.release_ns = freeboard_on_ramp_release(&flow->hold_params, &flow->hold, event->now_ns);
    /* Stamps compare by the sign of their difference. */
    if ((now.release_ns - event->now_ns - 1u < UINT32_C(0x7fffffff)) != flow->held) {
        freeboard_event paused = event_of(FREEBOARD_EVENT_PAUSED, event->now_ns);
        flow->held = !flow->held;
        paused.held = flow->held;
        now.control = freeboard_dcqcn_rate_on_event(&flow->rate_params, &flow->rate, &paused);
    }
    return now;
}

held_control held_sent(held_flow *flow, const freeboard_sent *sent, uint32_t *pause)
{
    freeboard_event event = event_of(FREEBOARD_EVENT_SENT, sent->now_ns);
    event.bytes = sent->fresh;
    *pause = freeboard_on_ramp_on_sent(&flow->hold_params, &flow->hold, sent);
    return settle(flow, &event);
}

held_control held_report(held_flow *flow, const freeboard_report *report)
{
    freeboard_event event = event_of(FREEBOARD_EVENT_TICK, report->now_ns);
    freeboard_on_ramp_on_report(&flow->hold_params, &flow->hold, report);
    return settle(flow, &event);
}

held_control held_ack(held_flow *flow, uint32_t now_ns, uint32_t acked)
{
    freeboard_event event = event_of(FREEBOARD_EVENT_ACK, now_ns);
    event.acked = acked;
    freeboard_on_ramp_on_ack(&flow->hold_params, &flow->hold, now_ns, acked);
    return settle(flow, &event);
}
