//! E-ECN. Source: \[Wang22\] Algorithm 1 and equations (1) and (2).

use crate::{Hook, Marker, Packet, Values};

/// The rule in unbounded integers.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    k: i128,
    t_i: u64,
    t_a: i128,
    over_window: bool,
    above: bool,
    clamp: bool,
    /// `T_last`, `Qlen_last`.
    last: Option<(u64, i128)>,
    /// The rate as a fraction.
    rate: (i128, i128),
}

impl Exact {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self {
            k: i128::from(values.get("k")? / unit),
            t_i: values.get("t_i")?,
            t_a: i128::from(values.get("t_a")?),
            over_window: values.get("divisor")? == 1,
            above: values.get("comparison")? == 1,
            clamp: values.get("clamp_rate_at_zero")? == 1,
            last: None,
            rate: (0, 1),
        })
    }

    fn update(&mut self, now: u64, length: i128) {
        match self.last {
            None => self.last = Some((now, length)),
            Some((then, before)) if now >= then && now - then >= self.t_i => {
                let time = if self.over_window { self.t_i } else { now - then };
                self.rate = (length - before, i128::from(time));
                self.last = Some((now, length));
            }
            Some(_) => {}
        }
    }
}

impl Marker for Exact {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Arrival {
            return false;
        }
        let length = i128::from(packet.depth);
        self.update(packet.now, length);
        let (change, time) = self.rate;
        let change = if self.clamp { change.max(0) } else { change };
        let (predicted, threshold) = (length * time + change * self.t_a, self.k * time);
        if self.above { predicted > threshold } else { predicted >= threshold }
    }
}

/// The rule with a fixed window and a horizon of whole windows, in words of 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    k: u32,
    t_i: u64,
    windows: u32,
    /// End of the window, scaled length at its start.
    window: Option<(u64, u32)>,
    /// Scaled change over the window before.
    change: u32,
}

impl Shift {
    /// The horizon in windows; depths in units of `unit` bytes.
    #[must_use]
    pub fn new(windows: u32, values: &Values, unit: u64) -> Option<Self> {
        let k = u32::try_from(values.get("k")? / unit).ok()?;
        Some(Self { k, t_i: values.get("t_i")?, windows, window: None, change: 0 })
    }
}

impl Marker for Shift {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Arrival {
            return false;
        }
        // Words of a pipeline drop what lies above 32 bits.
        let length = packet.depth as u32;
        let scaled = length.wrapping_mul(self.windows);
        match self.window {
            Some((end, _)) if packet.now < end => {}
            Some((_, before)) => {
                self.change = scaled.wrapping_sub(before);
                self.window = Some((packet.now + self.t_i, scaled));
            }
            None => self.window = Some((packet.now + self.t_i, scaled)),
        }
        let missing = self.k.wrapping_sub(1).wrapping_sub(length.wrapping_add(self.change));
        missing.cast_signed() < 0
    }
}
