//! BBR loss recovery: packet conservation, window restoration.

use crate::params::BbrParams;
use crate::state::{Bbr, Mode, Status};
use freeboard_cc_api::{Ack, Loss};

impl Bbr {
    /// The window that comes back after a recovery or PROBE_RTT: the largest while both last.
    #[inline]
    pub(crate) fn remember_window(&mut self) {
        let kept = self.in_force(Status::RECOVERING) || self.mode() == Mode::ProbeRtt;
        self.prior_window = if kept { self.prior_window.max(self.window) } else { self.window };
    }

    /// A loss episode: as much leaves as arrives, for a round.
    #[inline]
    pub(crate) fn lose(&mut self, params: &BbrParams, loss: &Loss) {
        self.status.insert(Status::LOST);
        if self.in_force(Status::RECOVERING) && !loss.una.is_at_or_after(self.recovered) {
            return;
        }
        self.remember_window();
        self.window = loss.in_flight.0.min(self.window).max(params.mss);
        self.recover(loss);
        self.status.insert(Status::CONSERVING);
        self.next_round = loss.nxt;
        self.status.insert(Status::ROUNDS);
    }

    /// A timeout: one segment. A pipe found full stays so; STARTUP that goes on measures growth anew (Linux `bbr_set_state`).
    #[inline]
    pub(crate) fn time_out(&mut self, params: &BbrParams, loss: &Loss) {
        self.status.insert(Status::LOST);
        self.remember_window();
        self.window = params.mss;
        self.full_bandwidth = 0;
        self.recover(loss);
    }

    #[inline]
    fn recover(&mut self, loss: &Loss) {
        self.status.insert(Status::RECOVERING);
        self.recovered = loss.nxt;
    }

    /// The end of a recovery brings the window back.
    #[inline]
    pub(crate) fn look_for_recovery(&mut self, ack: &Ack) {
        if self.in_force(Status::RECOVERING) && ack.una.is_at_or_after(self.recovered) {
            self.status.remove(Status::RECOVERING | Status::CONSERVING);
            self.window = self.window.max(self.prior_window);
        }
    }
}
