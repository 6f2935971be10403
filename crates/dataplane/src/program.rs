//! A scheme as a program, and the pass that runs it.

use crate::clock::{Clock, Timeless};
use crate::{Hw, Mark, Metadata, Native, NoRegisters, PoolLimits, RegisterScope, Registers, Word};
use freeboard_aqm_api::{
    Aqm, Arrival, Decision, Departure, FieldId, Hooks, Meta, Nanos32, ParamError, PortView, Preset, Scope,
    Settings, State, Words,
};
use freeboard_units::DepthUnit;

/// How a program's registers and clock are laid out.
pub trait Layout: Copy + Default + core::fmt::Debug + PartialEq + 'static {
    /// Where `now` comes from.
    type Clock: Clock;
    /// Registers per pipe, the clock's excluded.
    type Pipe: Registers;
    /// Registers per port.
    type Port: Registers;
    /// Registers per queue.
    type Queue: Registers;
}

/// A program without a clock and registers.
pub trait Stateless: Copy + Default + core::fmt::Debug + PartialEq + 'static {}

impl<P: Stateless> Layout for P {
    type Clock = Timeless;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = NoRegisters;
}

/// The access rights of one pass.
#[expect(missing_debug_implementations, reason = "holds a backend's access rights, which have no content")]
pub struct Ports<'a, P: Layout, H: Hw> {
    /// Per pipe.
    pub pipe: <P::Pipe as Registers>::Ports<'a, H>,
    /// Per port.
    pub port: <P::Port as Registers>::Ports<'a, H>,
    /// Per queue.
    pub queue: <P::Queue as Registers>::Ports<'a, H>,
}

/// A marking scheme written once for every backend.
pub trait Program: Layout {
    /// What is fixed about it; `hooks` names exactly one of enqueue and dequeue.
    const META: Meta;
    /// Owner of the action data: with a port or a queue, tables of data have it as their key. Rows of register files are
    /// one value for all, and loaded words too.
    const DATA: RegisterScope = RegisterScope::Pipe;
    /// Named settings with their sources. What holds without a name is `Settings::default()`.
    const PRESETS: &'static [Preset<Self::Settings>];
    /// Parameters in user units.
    type Settings: Settings;
    /// Action data.
    type Params: Copy + core::fmt::Debug + PartialEq;

    /// Checks and quantises.
    ///
    /// # Errors
    /// The first field that is refused.
    fn params(settings: &Self::Settings, unit: DepthUnit) -> Result<Self::Params, ParamError>;

    /// The value of a field after quantisation, in the field's own unit.
    fn effective(params: &Self::Params, settings: &Self::Settings, field: FieldId) -> Option<u32> {
        let _ = params;
        settings.get(field)
    }

    /// The program: from metadata and registers to the condition under which the packet is marked, and the reasons
    /// that make it up, in the order of its triggers.
    fn mark<H: Hw>(h: &mut H, params: &Self::Params, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H>;

    /// Three occupancies of the shared pool, ascending, in depth units, that the control plane gives to the packet
    /// memory. They are all a program sees of a pool where it reads its status only.
    #[inline(always)]
    fn pool_limits(params: &Self::Params) -> PoolLimits {
        let _ = params;
        PoolLimits::NEVER
    }

    /// The control plane ticks: rewrites action data. See [`Aqm::on_control`].
    fn control(params: &mut Self::Params, now: Nanos32, view: &PortView<'_>) {
        let _ = (params, now, view);
    }
}

/// Per-pipe state of a pass: the clock's registers and the program's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct PassPipe<K, R> {
    /// The clock block.
    pub clock: K,
    /// The program.
    pub program: R,
}

impl<K: Registers, R: Registers> State for PassPipe<K, R> {
    fn canonical(&self, words: &mut Words) {
        self.clock.canonical(words);
        self.program.canonical(words);
    }
}

/// One pass of a packet through a program, as an [`Aqm`]: the clock once, then the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass<P>(core::marker::PhantomData<P>);

impl<P: Program> Pass<P> {
    /// Runs clock and program on any backend: what the firmware and the elaborator both call.
    #[inline(always)]
    pub fn run<H: Hw>(
        h: &mut H,
        params: &P::Params,
        scope: Scope<'_, Self>,
        stamp: (Word<H>, Word<H>),
        mut m: Metadata<H>,
    ) -> Mark<H> {
        let clock = scope.pipe.clock.open(h);
        m.now = P::Clock::now(h, clock, stamp.0, stamp.1);
        let ports =
            Ports { pipe: scope.pipe.program.open(h), port: scope.port.open(h), queue: scope.queue.open(h) };
        P::mark(h, params, ports, &m)
    }
}

impl<P: Program> Aqm for Pass<P> {
    const META: Meta = P::META;
    const PRESETS: &'static [Preset<P::Settings>] = P::PRESETS;
    type Settings = P::Settings;
    type Params = P::Params;
    type Pipe = PassPipe<<P::Clock as Clock>::Registers, P::Pipe>;
    type Port = P::Port;
    type Queue = P::Queue;

    fn params(settings: &P::Settings, unit: DepthUnit) -> Result<P::Params, ParamError> {
        P::params(settings, unit)
    }

    fn effective(params: &P::Params, settings: &P::Settings, field: FieldId) -> Option<u32> {
        P::effective(params, settings, field)
    }

    #[inline(always)]
    fn on_enqueue(params: &P::Params, scope: Scope<'_, Self>, a: &Arrival) -> Decision {
        if const { !P::META.hooks.contains(Hooks::ENQUEUE) } {
            return Decision::FORWARD;
        }
        let m = Metadata {
            now: Word(a.now.0),
            sojourn: Word(0),
            depth: Word(a.depth),
            port_depth: Word(a.port_depth),
            pool_depth: Word(a.pool_depth),
            pool_status: Word(P::pool_limits(params).status(a.pool_depth)),
            size: Word(a.size.0),
        };
        let stamp = (Word(a.now.0), Word(u32::from(a.now_high)));
        Self::run(&mut Native::new(a.random), params, scope, stamp, m).decision()
    }

    #[inline(always)]
    fn on_dequeue(params: &P::Params, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        if const { !P::META.hooks.contains(Hooks::DEQUEUE) } {
            return Decision::FORWARD;
        }
        let m = Metadata {
            now: Word(d.now.0),
            sojourn: Word(d.sojourn),
            depth: Word(d.depth),
            port_depth: Word(d.port_depth),
            pool_depth: Word(d.pool_depth),
            pool_status: Word(P::pool_limits(params).status(d.pool_depth)),
            size: Word(d.size.0),
        };
        let stamp = (Word(d.now.0), Word(u32::from(d.now_high)));
        Self::run(&mut Native::new(d.random), params, scope, stamp, m).decision()
    }

    /// The clock goes on, the queue's registers are cleared. In a switch this is the control plane's, or that of a
    /// packet generator whose packets turn the clock and whose pass clears the registers of a queue.
    #[inline]
    fn on_idle(_: &P::Params, scope: Scope<'_, Self>, now: Nanos32) {
        let h = &mut Native::new(0);
        let clock = scope.pipe.clock.open(h);
        let _ = P::Clock::now(h, clock, Word(now.0), Word(0));
        *scope.queue = P::Queue::default();
    }

    fn on_control(params: &mut P::Params, now: Nanos32, view: &PortView<'_>) {
        P::control(params, now, view);
    }
}
