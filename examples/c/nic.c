/* The NIC loop: replays golden traces of dctcp/tcp, dcqcn/rate and on-ramp, compares every decision and every state with
 * the recorded ones, prints the decision digests. The third runs On-Ramp over DCQCN. */
#include "flow.h"
#include "trace.h"

#ifndef TRACE_FOLDER
#define TRACE_FOLDER "../../crates"
#endif

/* Columns of an event that no telemetry comes with. */
#define EVENT_WORDS 13

static freeboard_event event_of(const trace *it)
{
    freeboard_event event = {0};
    event.event = trace_word(it, "event");
    event.now_ns = trace_word(it, "now_ns");
    event.bytes = trace_word(it, "bytes");
    event.acked = trace_word(it, "acked");
    event.marked = trace_word(it, "marked");
    event.una = trace_word(it, "una");
    event.nxt = trace_word(it, "nxt");
    event.in_flight = trace_word(it, "in_flight");
    event.rtt_ns = trace_word(it, "rtt_ns");
    event.delivery_rate = trace_word(it, "delivery_rate");
    event.window_limited = trace_word(it, "window_limited");
    event.held = trace_word(it, "held");
    event.silence_ns = trace_word(it, "silence_ns");
    return event;
}

/* Takes an event with what was decided on it into the digest, and compares. */
static void book(trace *it, digest *sum, const freeboard_event *event, freeboard_control control,
                 const uint32_t *words, uint32_t count)
{
    uint32_t decision[3] = {0, 0, 0}; /* window, rate, and no hold */
    decision[0] = control.window;
    decision[1] = control.rate;
    digest_take(sum, &event->event, EVENT_WORDS);
    digest_take(sum, decision, 3);
    digest_take(sum, words, count);
    trace_compare(it, "window", decision, 3);
    trace_compare(it, "s0", words, count);
}

static int finish(const char *name, const trace *it, const digest *sum)
{
    printf("%s %08lx, %lu words differ\n", name, (unsigned long)digest_value(sum), it->differing);
    return it->differing ? 1 : 0;
}

static int dctcp(void)
{
    static trace it;
    static freeboard_dctcp_tcp_params params;
    static freeboard_dctcp_tcp_flow flow;
    freeboard_dctcp_tcp_config config;
    digest sum = digest_start();
    uint32_t *setting;
    uint32_t field, code;
    if (!trace_open(&it, TRACE_FOLDER "/cc-dctcp/golden/tcp.csv")) {
        return 2;
    }
    freeboard_dctcp_tcp_defaults(&config);
    /* The fields of a configuration are words, in the order of their names. */
    setting = &config.version + 1;
    for (field = 1; field <= FREEBOARD_DCTCP_TCP_FIELDS; field++) {
        trace_setting(&it, freeboard_dctcp_tcp_field_name(field), setting++);
    }
    code = freeboard_dctcp_tcp_init(&params, &config, it.measure, NULL);
    if (code != FREEBOARD_OK) {
        printf("%s is refused\n", freeboard_dctcp_tcp_field_name(code));
        return 2;
    }
    while (trace_next(&it)) {
        uint32_t words[FREEBOARD_WORDS_MAX];
        freeboard_event event = event_of(&it);
        freeboard_control control = freeboard_dctcp_tcp_on_event(&params, &flow, &event);
        book(&it, &sum, &event, control, words, freeboard_dctcp_tcp_words(&flow, words));
    }
    return finish("dctcp/tcp", &it, &sum);
}

static int dcqcn(void)
{
    static trace it;
    static freeboard_dcqcn_rate_params params;
    static freeboard_dcqcn_rate_flow flow;
    freeboard_dcqcn_rate_config config;
    digest sum = digest_start();
    uint32_t *setting;
    uint32_t field;
    if (!trace_open(&it, TRACE_FOLDER "/cc-dcqcn/golden/rate.csv")) {
        return 2;
    }
    freeboard_dcqcn_rate_defaults(&config);
    setting = &config.version + 1;
    for (field = 1; field <= FREEBOARD_DCQCN_RATE_FIELDS; field++) {
        trace_setting(&it, freeboard_dcqcn_rate_field_name(field), setting++);
    }
    if (freeboard_dcqcn_rate_init(&params, &config, it.measure, NULL) != FREEBOARD_OK) {
        return 2;
    }
    while (trace_next(&it)) {
        uint32_t words[FREEBOARD_WORDS_MAX];
        freeboard_event event = event_of(&it);
        freeboard_control control = freeboard_dcqcn_rate_on_event(&params, &flow, &event);
        book(&it, &sum, &event, control, words, freeboard_dcqcn_rate_words(&flow, words));
    }
    return finish("dcqcn/rate", &it, &sum);
}

/* Of each event the digest takes the columns, the release and the underlay's state, then the control's decision. */
static int on_ramp(void)
{
    static trace it;
    static held_flow flow;
    freeboard_dcqcn_rate_config rate;
    freeboard_on_ramp_config hold;
    digest sum = digest_start();
    if (!trace_open(&it, TRACE_FOLDER "/cc-on-ramp/golden/on-ramp.csv")) {
        return 2;
    }
    freeboard_dcqcn_rate_defaults(&rate);
    freeboard_on_ramp_defaults(&hold);
    /* The trace has a cap on what is in flight, 24 segments. */
    hold.in_flight_cap = 24 * 1460;
    if (freeboard_dcqcn_rate_init(&flow.rate_params, &rate, 1000, NULL) != FREEBOARD_OK ||
        freeboard_on_ramp_init(&flow.hold_params, &hold, NULL) != FREEBOARD_OK) {
        return 2;
    }
    while (trace_next(&it)) {
        uint32_t words[FREEBOARD_WORDS_MAX], pause, count, decision[2];
        uint32_t now_ns = trace_word(&it, "now_ns"), packet = trace_word(&it, "packet");
        uint32_t sent_ns = trace_word(&it, "sent_ns");
        held_control now;
        if (trace_word(&it, "kind") == 0) {
            freeboard_sent sent = {0, 0, 1000};
            sent.now_ns = now_ns;
            sent.packet = packet;
            now = held_sent(&flow, &sent, &pause);
            trace_compare(&it, "pause_at_sent_ns", &pause, 1);
        } else if (trace_word(&it, "kind") == 1) {
            freeboard_report report;
            report.now_ns = now_ns;
            report.packet = packet;
            report.sent_ns = sent_ns;
            report.received_ns = trace_word(&it, "received_ns");
            report.pause_at_sent_ns = trace_word(&it, "pause_at_sent_ns");
            now = held_report(&flow, &report);
        } else {
            now = held_ack(&flow, now_ns, sent_ns);
        }
        count = freeboard_on_ramp_words(&flow.hold, words);
        trace_compare(&it, "release_ns", &now.release_ns, 1);
        trace_compare(&it, "s0", words, count);
        decision[0] = now.control.window;
        decision[1] = now.control.rate;
        digest_take(&sum, it.row, it.columns);
        digest_take(&sum, decision, 2);
        digest_take(&sum, words, freeboard_dcqcn_rate_words(&flow.rate, words));
    }
    return finish("on-ramp+dcqcn", &it, &sum);
}

int main(void)
{
    int failed = dctcp();
    failed |= dcqcn();
    failed |= on_ramp();
    return failed;
}
