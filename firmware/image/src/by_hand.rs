//! ECN# written straight for a 32-bit core: the hand-written baseline for what the pipeline vocabulary costs.
//!
//! Same arithmetic as `ecn-sharp/compact`: the robust 22+10-bit clock, deadlines compared serially, the math
//! unit's table. It shares no code with it.

/// All a queue needs, parameters included.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct EcnSharpByHand {
    ins_target: u32,
    pst_target: u32,
    interval: u32,
    table: [u8; 16],
    scale: i32,
    latest: u32,
    epoch: u32,
    running: bool,
    deadline: u32,
    next: u32,
    upcoming: u32,
}

impl EcnSharpByHand {
    /// Fresh state; `table` and `scale` are the programmed math unit.
    #[must_use]
    pub fn new(ins_target: u32, pst_target: u32, interval: u32, table: [u8; 16], scale: i32) -> Self {
        Self { ins_target, pst_target, interval, table, scale, ..Self::default() }
    }

    /// A packet leaves: mark it?
    #[inline(always)]
    pub fn on_dequeue(&mut self, stamp: u32, sojourn: u32) -> bool {
        let now = self.tick(stamp);
        let burst = sojourn > self.ins_target;
        if sojourn < self.pst_target {
            self.running = false;
            self.upcoming = 0;
            return burst;
        }
        if !self.running {
            self.running = true;
            self.deadline = now.wrapping_add(self.interval);
            self.upcoming = 0;
            return burst;
        }
        if (now.wrapping_sub(self.deadline) as i32) <= 0 {
            self.upcoming = 0;
            return burst;
        }
        self.schedule(now) || burst
    }

    #[inline(always)]
    fn tick(&mut self, stamp: u32) -> u32 {
        let newer = stamp.wrapping_sub(self.latest) as i32 >= 0;
        let below = stamp < self.latest;
        let mut epoch = self.epoch;
        if newer {
            if below {
                epoch = epoch.wrapping_add(1 << 22);
                self.epoch = epoch;
            }
            self.latest = stamp;
        } else if !below {
            epoch = epoch.wrapping_sub(1 << 22);
        }
        epoch | (stamp >> 10)
    }

    #[inline(always)]
    fn schedule(&mut self, now: u32) -> bool {
        if self.upcoming == 0 {
            self.next = now.wrapping_add(self.interval);
            self.upcoming = 2;
            return true;
        }
        if now.wrapping_sub(self.next) as i32 <= 0 {
            return false;
        }
        self.next = self.next.wrapping_add(self.interval_over_root(self.upcoming));
        self.upcoming = self.upcoming.saturating_add(1);
        true
    }

    #[inline(always)]
    fn interval_over_root(&self, count: u32) -> u32 {
        let half = (32 - count.leading_zeros()) >> 1;
        // The leading bits in eighths: 64 bits for the product would cost a shift in two words.
        let eighths = if half > 1 { count >> ((2 * half - 3) & 31) } else { count << ((3 - 2 * half) & 31) };
        let m = eighths as usize & 15;
        let entry = self.table[m] as u32;
        let shift = self.scale - half as i32;
        if shift >= 0 { entry << (shift & 31) } else { entry >> (-shift & 31) }
    }
}
