/* The least firmware that marks by ECN# and controls by DCTCP: what its image weighs is measured. */
#include "port.h"

static freeboard_dctcp_tcp_params parameters;
#define FLOWS UINT32_C(16)
static freeboard_dctcp_tcp_flow flows[FLOWS];

/* Starts port and flows with the published settings. */
static uint32_t start(void)
{
    freeboard_ecn_sharp_compact_config marking;
    freeboard_dctcp_tcp_config control;
    uint32_t code;
    freeboard_ecn_sharp_compact_defaults(&marking);
    code = port_start(&marking, 1, NULL);
    if (code != FREEBOARD_OK) {
        return code;
    }
    freeboard_dctcp_tcp_defaults(&control);
    return freeboard_dctcp_tcp_init(&parameters, &control, 1460, NULL);
}

/* What the firmware's loop fills in and reads. */
extern volatile uint32_t mailbox[16];
volatile uint32_t mailbox[16];

int firmware(void);

int firmware(void)
{
    if (start() != FREEBOARD_OK) {
        return 1;
    }
    for (;;) {
        freeboard_packet packet = {0};
        freeboard_event event = {0};
        freeboard_control control;
        packet.now_ns = mailbox[0];
        packet.sojourn_ns = mailbox[1];
        mailbox[2] = port_transmit(mailbox[3], &packet);
        event.event = mailbox[4];
        event.now_ns = mailbox[0];
        event.acked = mailbox[5];
        event.marked = mailbox[6];
        event.una = mailbox[7];
        event.nxt = mailbox[8];
        event.in_flight = mailbox[9];
        event.window_limited = mailbox[10];
        control = freeboard_dctcp_tcp_on_event(&parameters, &flows[mailbox[11] % FLOWS], &event);
        mailbox[12] = control.window;
    }
}
