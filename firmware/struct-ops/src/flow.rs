//! A flow: the kernel's calls as events of the control, its answers as the socket's window.

use crate::record::{record, restart};
use crate::socket::Kernel;
use core::mem::MaybeUninit;
use freeboard_registry::cc_api::{Ack, CongestionControl, Control, ControlOutput, Event, Nanos32, Prior};

/// Bytes of `icsk_ca_priv`, the control's area in a socket.
const AREA: usize = 104;
/// Number of the helper `bpf_ktime_get_ns`.
const KTIME: usize = 5;
/// States of the kernel's loss recovery, `enum tcp_ca_state`.
const RECOVERY: u8 = 3;
const LOSS: u8 = 4;
/// Events of `enum tcp_ca_event`: data after a silence, a packet without and with CE.
const TX_START: u32 = 0;
const ECN_NO_CE: u32 = 4;
const ECN_IS_CE: u32 = 5;
/// `FLAG_SND_UNA_ADVANCED` of the kernel: the ACK is of new data.
const UNA_ADVANCED: u32 = 0x400;
/// Bits of `ecn_flags`: ECN is in use, ACKs echo a mark.
const ECN_OK: u8 = 1;
const DEMAND_CWR: u8 = 4;
/// Bits of `icsk_ack.pending`: a timer runs for an ACK, an ACK is to leave at once.
const ACK_TIMER: u8 = 2;
const ACK_NOW: u8 = 16;

/// State in the socket.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct Flow<C: CongestionControl> {
    control: C,
    /// Marked segments of which the control has been told.
    delivered_ce: u32,
    /// The application's last limit of which it has been told.
    app_limited: u32,
    /// Next byte expected at the last mark or end of marks (RFC 8257 §3.2).
    rcv_nxt: u32,
    /// Whether the last packet was marked (DCTCP.CE).
    ce: u32,
}

#[inline(always)]
fn nanoseconds() -> u64 {
    // SAFETY: a helper is called by its number.
    let helper: extern "C" fn() -> u64 = unsafe { core::mem::transmute(KTIME) };
    helper()
}

/// The members of `tcp_congestion_ops`.
///
/// # Safety
/// `arguments` are the kernel's for the member.
impl<C: CongestionControl> Flow<C> {
    #[inline(always)]
    pub(crate) unsafe fn init(arguments: *const u64, params: &C::Params) -> u32 {
        // SAFETY: the caller's contract.
        let socket = unsafe { Kernel::argument(arguments, 0) };
        let flow = Self {
            delivered_ce: socket.delivered_ce(),
            app_limited: socket.app_limited(),
            rcv_nxt: socket.rcv_nxt(),
            ..Self::default()
        };
        restart(|| socket.port());
        if !C::META.ecn {
            socket.change_ecn(ECN_OK, 0);
        }
        if Self::HAS_RATE {
            socket.want_pacing();
        }
        flow.apply(socket, flow.control.control(params));
        0
    }

    #[inline(always)]
    pub(crate) unsafe fn cong_control(arguments: *const u64, params: &C::Params) -> u32 {
        // SAFETY: the caller's contract: socket, number, flags, sample.
        let (socket, flags, sample) = unsafe {
            (
                Kernel::argument(arguments, 0),
                arguments.add(2).read_volatile() as u32,
                Kernel::argument(arguments, 3),
            )
        };
        let mut flow = Self::load(socket);
        let now = Nanos32(nanoseconds() as u32);
        let limit = socket.app_limited();
        if limit != flow.app_limited {
            flow.app_limited = limit;
            if limit != 0 {
                flow.happen(socket, params, &Event::AppLimited { now });
            }
        }
        let acked = sample.acked();
        let answer = if acked == 0 && flags & UNA_ADVANCED == 0 {
            flow.happen(socket, params, &Event::DupAck { now })
        } else {
            let marks = socket.delivered_ce();
            let marked = marks.wrapping_sub(flow.delivered_ce).min(acked);
            flow.delivered_ce = marks;
            let ack = Ack {
                acked: Kernel::bytes(acked),
                marked: Kernel::bytes(if C::META.ecn { marked } else { 0 }),
                una: socket.una(),
                nxt: socket.nxt(),
                in_flight: Kernel::bytes(socket.in_flight()),
                rtt: sample.rtt(),
                delivery_rate: if C::META.delivery_rate { sample.delivery_rate() } else { 0 },
                window_limited: socket.is_window_limited(),
            };
            flow.happen(socket, params, &Event::Ack { now, ack })
        };
        flow.apply(socket, answer);
        0
    }

    /// The kernel asks before it announces the state; the control answers to the state.
    #[inline(always)]
    pub(crate) unsafe fn ssthresh(arguments: *const u64, _: &C::Params) -> u32 {
        // SAFETY: the caller's contract.
        unsafe { Kernel::argument(arguments, 0) }.threshold()
    }

    #[inline(always)]
    pub(crate) unsafe fn set_state(arguments: *const u64, params: &C::Params) -> u32 {
        // SAFETY: the caller's contract: socket, state.
        let (socket, state) =
            unsafe { (Kernel::argument(arguments, 0), arguments.add(1).read_volatile() as u8) };
        if state != RECOVERY && state != LOSS {
            return 0;
        }
        let mut flow = Self::load(socket);
        let (now, loss) = (Nanos32(nanoseconds() as u32), socket.loss());
        let answer = if state == LOSS {
            flow.happen(socket, params, &Event::Timeout { now, loss })
        } else {
            flow.happen(socket, params, &Event::LossEpisode { now, loss })
        };
        flow.apply(socket, answer);
        0
    }

    #[inline(always)]
    pub(crate) unsafe fn undo_cwnd(arguments: *const u64, params: &C::Params) -> u32 {
        // SAFETY: the caller's contract.
        let socket = unsafe { Kernel::argument(arguments, 0) };
        let mut flow = Self::load(socket);
        let (window, threshold) = socket.prior();
        let prior = Prior { window: Kernel::bytes(window), threshold: Kernel::threshold_bytes(threshold) };
        let answer = flow.happen(socket, params, &Event::Undo { now: Nanos32(nanoseconds() as u32), prior });
        flow.apply(socket, answer)
    }

    #[inline(always)]
    pub(crate) unsafe fn cwnd_event(arguments: *const u64, params: &C::Params) -> u32 {
        // SAFETY: the caller's contract: socket, event.
        let (socket, event) =
            unsafe { (Kernel::argument(arguments, 0), arguments.add(1).read_volatile() as u32) };
        if event == TX_START {
            let mut flow = Self::load(socket);
            let (now, last) = (nanoseconds(), socket.delivered_mstamp());
            // Nothing is in flight: the last that happened was an ACK. Before the first packet there was no silence.
            if last != 0 {
                let silence = now.saturating_sub(last.wrapping_mul(1000)).min(u32::MAX.into()) as u32;
                let answer = flow.happen(socket, params, &Event::Idle { now: Nanos32(now as u32), silence });
                flow.apply(socket, answer);
            }
        } else if Self::ECHOES_EACH && (event == ECN_IS_CE || event == ECN_NO_CE) {
            Self::load(socket).echo(socket, event == ECN_IS_CE);
        }
        0
    }
}

impl<C: CongestionControl> Flow<C> {
    const WORDS: usize = size_of::<Self>().div_ceil(8);
    /// The control paces by itself.
    const HAS_RATE: bool = !matches!(C::META.output, ControlOutput::Window);
    /// DCTCP counts marks, so its receiver echoes each (RFC 8257 §3.2); others latch as RFC 3168 §6.1.3 has it.
    const ECHOES_EACH: bool = matches!(C::META.name.as_bytes(), b"dctcp");

    /// Copies the state out of the socket: the verifier knows no array in it.
    #[inline(always)]
    fn load(socket: Kernel) -> Self {
        let mut words = [0; AREA / 8];
        socket.private(words.get_mut(..Self::WORDS).unwrap_or_default());
        // SAFETY: what `save` wrote; the kernel's zeros before are a fresh flow.
        unsafe { core::mem::transmute_copy(&words) }
    }

    #[inline(always)]
    fn save(&self, socket: Kernel) {
        let mut words = MaybeUninit::<[u64; AREA / 8]>::zeroed();
        // SAFETY: the area is as large as the state, and zeros are a value of it.
        let words = unsafe {
            words.as_mut_ptr().cast::<Self>().write(*self);
            words.assume_init()
        };
        socket.set_private(words.get(..Self::WORDS).unwrap_or_default());
    }

    /// Lets an event happen, and records it.
    #[inline(always)]
    fn happen(&mut self, socket: Kernel, params: &C::Params, event: &Event<'_>) -> Control {
        let answer = self.control.on_event(params, event);
        record(|| socket.port(), event, answer, self.control.slow_start_threshold());
        answer
    }

    /// Writes state, window and pace into the socket; returns the window in segments.
    #[inline(always)]
    fn apply(&self, socket: Kernel, answer: Control) -> u32 {
        self.save(socket);
        let segments = socket.set_window(answer.window, self.control.slow_start_threshold());
        if Self::HAS_RATE {
            socket.pace_rate(answer.rate.to_bits());
        } else {
            socket.pace_window(segments);
        }
        segments
    }

    /// Echoes marks as they come: a change first sends the ACK that is due for the packets before (RFC 8257 §3.2).
    #[inline(always)]
    fn echo(mut self, socket: Kernel, marked: bool) {
        let demand = |ce: bool| {
            socket.change_ecn(DEMAND_CWR, if ce { DEMAND_CWR } else { 0 });
        };
        if (self.ce != 0) != marked {
            let pending = socket.pending_acks();
            if pending & ACK_TIMER != 0 {
                demand(self.ce != 0);
                socket.send_ack(self.rcv_nxt);
            }
            socket.set_pending_acks(socket.pending_acks() | ACK_NOW);
        }
        self.rcv_nxt = socket.rcv_nxt();
        self.ce = marked.into();
        demand(marked);
        self.save(socket);
    }
}
