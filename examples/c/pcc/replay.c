/* A mock of the runtime for hosts: replays golden traces through the slots, compares every rate and every state with the
 * recorded ones, prints the decision digests. What the runtime has no event for comes from the flow's owner. */
#include "../trace.h"
#include "kit.h"

#include <stdio.h>

#ifndef TRACE_FOLDER
#define TRACE_FOLDER "../../crates"
#endif

/* Columns of an event that no telemetry comes with. */
#define EVENT_WORDS 13

/* Traces in the order of the slots, and what they are called. */
static const char *const traces[][2] = {
    {TRACE_FOLDER "/cc-dcqcn/golden/rate.csv", "dcqcn/rate"},
    {TRACE_FOLDER "/cc-dctcp/golden/rate.csv", "dctcp/rate"},
    {TRACE_FOLDER "/cc-timely/golden/hpcc.csv", "timely/hpcc"},
    {TRACE_FOLDER "/cc-swift/golden/fabric.csv", "swift/fabric"},
    {TRACE_FOLDER "/cc-bbr/golden/v1.csv", "bbr/v1"},
};
#define TRACES (sizeof traces / sizeof traces[0])

/* Settings reach the algorithm as the host's do: by number, checked by the algorithm. */
static bool configure(const trace *it, uint32_t slot)
{
    const pcc_algorithm *algorithm = pcc_algorithms[slot];
    uint32_t values[PCC_PARAMETERS_MAX], at;
    for (at = 0; at < algorithm->parameter_count; at++) {
        values[at] = algorithm->parameters[at].initial;
        trace_setting(it, algorithm->parameters[at].name, &values[at]);
    }
    return it->measure == PCC_SEGMENT && pcc_user_set_parameters(slot, 0, algorithm->parameter_count, values);
}

/* The runtime's event of a row; false where it has none. */
static bool of_runtime(const trace *it, pcc_event *event)
{
    event->time_ns = trace_word(it, "now_ns");
    event->tx_bytes = trace_word(it, "bytes");
    event->request_sent_ns = event->time_ns - trace_word(it, "rtt_ns");
    event->response_got_ns = event->time_ns;
    event->transport.acked = trace_word(it, "acked");
    event->transport.marked = trace_word(it, "marked");
    event->transport.una = trace_word(it, "una");
    event->transport.nxt = trace_word(it, "nxt");
    event->transport.in_flight = trace_word(it, "in_flight");
    event->transport.rtt_ns = trace_word(it, "rtt_ns");
    event->transport.delivery_rate = trace_word(it, "delivery_rate");
    event->transport.window_limited = trace_word(it, "window_limited");
    switch (trace_word(it, "event")) {
    case FREEBOARD_EVENT_SENT:
        event->type = PCC_TX;
        return true;
    case FREEBOARD_EVENT_ACK:
        event->type = PCC_ACK;
        return true;
    case FREEBOARD_EVENT_LOSS_EPISODE:
        event->type = PCC_NACK;
        event->subtype = PCC_NACK_OUT_OF_SEQUENCE;
        return true;
    case FREEBOARD_EVENT_CNP:
        event->type = PCC_CNP;
        return true;
    case FREEBOARD_EVENT_RTT:
        event->type = PCC_RTT;
        return true;
    default:
        return false;
    }
}

/* The owner's event of a row. */
static freeboard_event of_owner(const trace *it)
{
    freeboard_event event = {0};
    event.event = trace_word(it, "event");
    event.now_ns = trace_word(it, "now_ns");
    event.una = trace_word(it, "una");
    event.nxt = trace_word(it, "nxt");
    event.in_flight = trace_word(it, "in_flight");
    event.held = trace_word(it, "held");
    event.silence_ns = trace_word(it, "silence_ns");
    return event;
}

static int replay(uint32_t slot)
{
    static trace it;
    const pcc_algorithm *algorithm = pcc_algorithms[slot];
    pcc_context context = {{0}};
    digest sum = digest_start();
    if (!trace_open(&it, traces[slot][0]) || !configure(&it, slot)) {
        printf("%s cannot be replayed\n", traces[slot][1]);
        return 2;
    }
    while (trace_next(&it)) {
        uint32_t words[FREEBOARD_WORDS_MAX], decision[3] = {0, 0, 0}, count; /* window, rate, and no hold */
        freeboard_control control = {0, 0};
        pcc_event event = {0};
        pcc_results results;
        if (of_runtime(&it, &event)) {
            (void)pcc_user_algo(slot, &context, &event, &results);
            (void)algorithm->current(&context, &control);
            decision[1] = results.rate;
        } else {
            freeboard_event own = of_owner(&it);
            (void)pcc_take(slot, &context, &own, &control);
            decision[1] = control.rate;
        }
        decision[0] = control.window;
        count = algorithm->words(&context, words);
        digest_take(&sum, it.row, EVENT_WORDS);
        digest_take(&sum, decision, 3);
        digest_take(&sum, words, count);
        trace_compare(&it, "window", decision, 3);
        trace_compare(&it, "s0", words, count);
    }
    printf("%s %08lx, %lu words differ\n", traces[slot][1], (unsigned long)digest_value(&sum), it.differing);
    return it.differing ? 1 : 0;
}

/* An answer that seems to have come before it was asked for: counted, and to the control it is none. */
static int answered_before_asked(uint32_t slot)
{
    uint32_t negative = pcc_counted[slot].negative, told[FREEBOARD_WORDS_MAX], none[FREEBOARD_WORDS_MAX], count, at;
    pcc_context contexts[2] = {{{0}}, {{0}}};
    pcc_event event = {0};
    pcc_results results;
    event.type = PCC_RTT;
    event.time_ns = 5000;
    event.response_got_ns = 5000;
    event.request_sent_ns = 5000;
    (void)pcc_user_algo(slot, &contexts[0], &event, &results);
    event.request_sent_ns = 5001;
    (void)pcc_user_algo(slot, &contexts[1], &event, &results);
    count = pcc_algorithms[slot]->words(&contexts[0], none);
    if (pcc_algorithms[slot]->words(&contexts[1], told) != count || pcc_counted[slot].negative - negative != 1) {
        return 1;
    }
    for (at = 0; at < count; at++) {
        if (told[at] != none[at]) {
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    uint32_t slot;
    int failed = 0;
    pcc_user_init();
    for (slot = 0; slot < TRACES; slot++) {
        failed |= replay(slot) | answered_before_asked(slot);
    }
    return failed;
}
