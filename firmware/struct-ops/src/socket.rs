//! The kernel's socket: fields by the offsets that the loader wrote.

use crate::constants as at;
use freeboard_registry::cc_api::{Bytes, Loss, Seq32};

/// `TCP_INFINITE_SSTHRESH` of the kernel.
const NO_THRESHOLD: u32 = 0x7fff_ffff;
/// `SK_PACING_NEEDED`: TCP paces by a timer of its own.
const PACING_NEEDED: u32 = 1;
/// Number of the helper `bpf_tcp_send_ack`.
const SEND_ACK: usize = 116;
/// Pace of a window in slow start and beyond \[%\], `tcp_pacing_ss_ratio` and `tcp_pacing_ca_ratio` of the kernel.
const PACE_SLOW_START: u64 = 200;
const PACE_AVOIDANCE: u64 = 120;

/// A structure of the kernel: `struct tcp_sock` or `struct rate_sample`.
#[derive(Clone, Copy)]
pub(crate) struct Kernel(*mut u8);

impl Kernel {
    /// # Safety
    /// The argument at `index` is a pointer to such a structure.
    #[inline(always)]
    pub(crate) unsafe fn argument(arguments: *const u64, index: usize) -> Self {
        // SAFETY: the caller's contract.
        Self(unsafe { arguments.add(index).cast::<*mut u8>().read_volatile() })
    }

    /// Reads a field. Volatile, so that no two are read as one.
    #[inline(always)]
    fn get<T: Copy>(self, offset: u32) -> T {
        // SAFETY: the verifier lets no other field than one of this structure be read.
        unsafe { self.0.add(offset as usize).cast::<T>().read_volatile() }
    }

    #[inline(always)]
    fn set<T: Copy>(self, offset: u32, value: T) {
        // SAFETY: the verifier lets a control write its own fields only.
        unsafe { self.0.add(offset as usize).cast::<T>().write_volatile(value) }
    }
}

/// The fields of a socket that a control reads and writes.
impl Kernel {
    /// Words of the control's area, as many as `words` has.
    #[inline(always)]
    pub(crate) fn private(self, words: &mut [u64]) {
        for (at, word) in words.iter_mut().enumerate() {
            *word = self.get(at::icsk_ca_priv().wrapping_add(8 * at as u32));
        }
    }

    #[inline(always)]
    pub(crate) fn set_private(self, words: &[u64]) {
        for (at, word) in words.iter().enumerate() {
            self.set(at::icsk_ca_priv().wrapping_add(8 * at as u32), *word);
        }
    }

    #[inline(always)]
    pub(crate) fn port(self) -> u16 {
        self.get(at::skc_num())
    }

    #[inline(always)]
    pub(crate) fn una(self) -> Seq32 {
        Seq32(self.get(at::snd_una()))
    }

    #[inline(always)]
    pub(crate) fn nxt(self) -> Seq32 {
        Seq32(self.get(at::snd_nxt()))
    }

    #[inline(always)]
    pub(crate) fn rcv_nxt(self) -> u32 {
        self.get(at::rcv_nxt())
    }

    #[inline(always)]
    pub(crate) fn app_limited(self) -> u32 {
        self.get(at::app_limited())
    }

    #[inline(always)]
    pub(crate) fn delivered_ce(self) -> u32 {
        self.get(at::delivered_ce())
    }

    /// When data was last acknowledged \[us\].
    #[inline(always)]
    pub(crate) fn delivered_mstamp(self) -> u64 {
        self.get(at::delivered_mstamp())
    }

    #[inline(always)]
    pub(crate) fn threshold(self) -> u32 {
        self.get(at::snd_ssthresh())
    }

    /// Bytes of segments, each as long as the control's.
    #[inline(always)]
    pub(crate) fn bytes(segments: u32) -> Bytes {
        Bytes(segments.saturating_mul(at::mss()))
    }

    /// Segments in flight, `tcp_packets_in_flight` of the kernel.
    #[inline(always)]
    pub(crate) fn in_flight(self) -> u32 {
        let out: u32 = self.get(at::packets_out());
        let gone = self.get::<u32>(at::sacked_out()).wrapping_add(self.get(at::lost_out()));
        out.wrapping_sub(gone).wrapping_add(self.get(at::retrans_out()))
    }

    /// The flight at a loss: sent and not known to have arrived.
    #[inline(always)]
    pub(crate) fn loss(self) -> Loss {
        let flight = self.get::<u32>(at::packets_out()).wrapping_sub(self.get(at::sacked_out()));
        Loss { in_flight: Self::bytes(flight), una: self.una(), nxt: self.nxt() }
    }

    /// `tcp_is_cwnd_limited` of the kernel.
    #[inline(always)]
    pub(crate) fn is_window_limited(self) -> bool {
        let byte: u8 = self.get(at::is_cwnd_limited());
        if u32::from(byte) & at::is_cwnd_limited_mask() != 0 {
            return true;
        }
        let window: u32 = self.get(at::snd_cwnd());
        window < self.threshold() && window < self.get::<u32>(at::max_packets_out()).wrapping_mul(2)
    }

    /// Window and threshold before the last reduction \[segments\].
    #[inline(always)]
    pub(crate) fn prior(self) -> (u32, u32) {
        (self.get(at::prior_cwnd()), self.get(at::prior_ssthresh()))
    }

    /// Threshold in bytes, `u32::MAX` for none.
    #[inline(always)]
    pub(crate) fn threshold_bytes(segments: u32) -> Bytes {
        if segments >= NO_THRESHOLD { Bytes(u32::MAX) } else { Self::bytes(segments) }
    }

    /// Window in whole segments, one at least; returns them.
    #[inline(always)]
    pub(crate) fn set_window(self, window: Bytes, threshold: Bytes) -> u32 {
        let mss = at::mss().max(1);
        let segments = (window.0 / mss).max(1).min(self.get(at::snd_cwnd_clamp()));
        self.set(at::snd_cwnd(), segments);
        let threshold = if threshold.0 == u32::MAX { NO_THRESHOLD } else { threshold.0 / mss };
        self.set(at::snd_ssthresh(), threshold);
        segments
    }

    /// Pace of a control that has a window only, `tcp_update_pacing_rate` of the kernel.
    #[inline(always)]
    pub(crate) fn pace_window(self, segments: u32) {
        let srtt: u32 = self.get(at::srtt_us());
        if srtt == 0 {
            return;
        }
        let is_early = segments < self.threshold() / 2;
        let ratio = if is_early { PACE_SLOW_START } else { PACE_AVOIDANCE };
        // 10^6 us/s over 100 %, and the smoothed time is eight times itself: below 2^41 a segment, and 2^20 segments.
        let segment = u64::from(self.get::<u32>(at::mss_cache())).wrapping_mul(80_000).wrapping_mul(ratio);
        let out = segments.max(self.get(at::packets_out()));
        let rate = segment.wrapping_mul(u64::from(out)) / u64::from(srtt).max(1);
        self.set(at::sk_pacing_rate(), rate);
    }

    /// Pace of a control that has a rate \[Q20 of line rate\].
    #[inline(always)]
    pub(crate) fn pace_rate(self, rate: u32) {
        // 2^20 x 2^21 Mbit/s x 125 000 B/s is below 2^58.
        let line = u64::from(at::line_mbps()).wrapping_mul(125_000);
        let bytes = line.wrapping_mul(u64::from(rate)) >> 20;
        // In the socket's segments.
        let real = bytes.wrapping_mul(u64::from(self.get::<u32>(at::mss_cache())));
        self.set(at::sk_pacing_rate(), (real / u64::from(at::mss()).max(1)).max(1));
    }

    /// Asks TCP for its timer, unless the queueing discipline paces.
    #[inline(always)]
    pub(crate) fn want_pacing(self) {
        if self.get::<u32>(at::sk_pacing_status()) == 0 {
            self.set(at::sk_pacing_status(), PACING_NEEDED);
        }
    }

    #[inline(always)]
    pub(crate) fn change_ecn(self, clear: u8, set: u8) {
        let flags: u8 = self.get(at::ecn_flags());
        self.set(at::ecn_flags(), flags & !clear | set);
    }

    #[inline(always)]
    pub(crate) fn pending_acks(self) -> u8 {
        self.get(at::icsk_ack_pending())
    }

    #[inline(always)]
    pub(crate) fn set_pending_acks(self, pending: u8) {
        self.set(at::icsk_ack_pending(), pending);
    }

    /// Sends an ACK up to a sequence number.
    #[inline(always)]
    pub(crate) fn send_ack(self, rcv_nxt: u32) {
        // SAFETY: a helper is called by its number.
        let helper: extern "C" fn(*mut u8, u32) -> i64 = unsafe { core::mem::transmute(SEND_ACK) };
        helper(self.0, rcv_nxt);
    }
}

/// The fields of `struct rate_sample`.
impl Kernel {
    /// Segments that the ACK says have arrived.
    #[inline(always)]
    pub(crate) fn acked(self) -> u32 {
        self.get(at::sample_acked_sacked())
    }

    /// Round-trip time \[ns\]; 0 for none.
    #[inline(always)]
    pub(crate) fn rtt(self) -> u32 {
        let rtt: i64 = self.get(at::sample_rtt_us());
        // 2^31 ns are no sample any more.
        if rtt <= 0 || rtt > 2_147_483 { 0 } else { (rtt as u32).wrapping_mul(1000) }
    }

    /// Delivery rate \[Q20 of line rate\]; 0 for none.
    #[inline(always)]
    pub(crate) fn delivery_rate(self) -> u32 {
        let (delivered, interval): (i32, i64) =
            (self.get(at::sample_delivered()), self.get(at::sample_interval_us()));
        if delivered <= 0 || interval <= 0 {
            return 0;
        }
        // Mbit/s are bits per us: 2^24 segments x 2^16 B x 2^3 x 2^20 is below 2^63.
        let segments = u64::from(delivered.cast_unsigned() & 0x00ff_ffff);
        let bits = segments.wrapping_mul(u64::from(at::mss())).wrapping_mul(8 << 20);
        let line = (interval as u64).wrapping_mul(u64::from(at::line_mbps())).max(1);
        (bits / line).min(1 << 24) as u32
    }
}
