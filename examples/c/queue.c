/* The queue loop: replays a golden trace of ecn-sharp/compact through a port, compares every verdict and every state with
 * the recorded ones, prints the decision digest. */
#include "port.h"
#include "trace.h"

#ifndef TRACE_FOLDER
#define TRACE_FOLDER "../../crates"
#endif

static freeboard_packet packet_of(const trace *it)
{
    freeboard_packet packet;
    packet.now_ns = trace_word(it, "now_ns");
    packet.now_high = trace_word(it, "now_high");
    packet.size = trace_word(it, "size");
    packet.depth = trace_word(it, "depth");
    packet.port_depth = trace_word(it, "port_depth");
    packet.pool_depth = trace_word(it, "pool_depth");
    packet.sojourn_ns = trace_word(it, "sojourn_ns");
    packet.ecn = trace_word(it, "ecn");
    packet.random = trace_word(it, "random");
    return packet;
}

/* Every setting by its name, as the header of the trace has it. */
static uint32_t start(const trace *it)
{
    freeboard_ecn_sharp_compact_config config;
    freeboard_refusal refusal;
    uint32_t code;
    freeboard_ecn_sharp_compact_defaults(&config);
    trace_setting(it, "ins_target", &config.ins_target);
    trace_setting(it, "pst_target", &config.pst_target);
    trace_setting(it, "pst_interval", &config.pst_interval);
    trace_setting(it, "math_fill", &config.math_fill);
    code = port_start(&config, it->measure, &refusal);
    if (code != FREEBOARD_OK) {
        printf("%s is refused\n", freeboard_ecn_sharp_compact_field_name(code));
    }
    return code;
}

int main(void)
{
    static trace it;
    digest sum = digest_start();
    if (!trace_open(&it, TRACE_FOLDER "/aqm-ecn-sharp/golden/compact.csv") || start(&it) != FREEBOARD_OK) {
        printf("the trace cannot be replayed\n");
        return 2;
    }
    while (trace_next(&it)) {
        freeboard_packet packet = packet_of(&it);
        uint32_t hook = trace_word(&it, "hook"), queue = trace_word(&it, "queue"), count;
        uint32_t words[FREEBOARD_WORDS_MAX];
        /* This scheme has nothing to do at arrival. */
        uint32_t verdict = hook == 1 && port_transmit(queue, &packet) ? FREEBOARD_SIGNAL : FREEBOARD_FORWARD;
        digest_take(&sum, &hook, 1);
        digest_take(&sum, &packet.now_ns, sizeof packet / sizeof(uint32_t));
        digest_take(&sum, &verdict, 1);
        trace_compare(&it, "verdict", &verdict, 1);
        count = port_words(queue, words);
        digest_take(&sum, words, count);
        trace_compare(&it, "s0", words, count);
    }
    printf("ecn-sharp/compact %08lx, %lu words differ\n", (unsigned long)digest_value(&sum), it.differing);
    return it.differing ? 1 : 0;
}
