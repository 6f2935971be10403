//! The state of a pipe with its ports and queues, borrowed by a scheme for each call.

use crate::{Aqm, Nanos32, Scope};
use core::marker::PhantomData;

/// A queue of an owner: its parameters, its state, and the owner's bookkeeping.
#[derive(Clone, Copy, Debug)]
pub struct QueueSlot<Params, State, Bookkeeping> {
    /// Parameters; a control tick may change them.
    pub params: Params,
    /// State of the queue.
    pub state: State,
    /// Bookkeeping of the owner.
    pub note: Bookkeeping,
}

/// The slot of a queue under a scheme.
pub type QueueSlotOf<A, Bookkeeping> = QueueSlot<<A as Aqm>::Params, <A as Aqm>::Queue, Bookkeeping>;

/// A queue with the state of its port.
pub type Place<'a, A, Bookkeeping> = (&'a mut <A as Aqm>::Port, &'a mut QueueSlotOf<A, Bookkeeping>);

/// Storage of ports and queues: arrays in firmware, lists in a model.
pub trait QueueSlots<A: Aqm> {
    /// Index of a queue.
    type At: Copy;
    /// Bookkeeping of the owner for a queue.
    type Bookkeeping;

    /// Returns the slot of a queue; `None` if there is no such queue.
    fn slot(&mut self, at: Self::At) -> Option<Place<'_, A, Self::Bookkeeping>>;

    /// Visits every queue.
    fn each(&mut self, visit: impl FnMut(&mut A::Port, &mut QueueSlotOf<A, Self::Bookkeeping>));
}

/// Parameters and state that a call for one queue takes.
#[derive(Debug)]
pub struct Loan<'a, A: Aqm, Bookkeeping> {
    /// Parameters, of this queue or of many.
    pub params: &'a A::Params,
    /// State of the port.
    pub port: &'a mut A::Port,
    /// State of the queue.
    pub queue: &'a mut A::Queue,
    /// The owner's own.
    pub note: &'a mut Bookkeeping,
}

/// Parameters are those of the slot.
#[derive(Clone, Copy, Debug)]
pub enum InQueueSlot {}

/// Keeper of ports and queues that lends them; `Where` says where the parameters are. All [`QueueSlots`] do, with those of the slot.
pub trait Borrow<A: Aqm, Where = InQueueSlot> {
    /// Names a queue.
    type At: Copy;
    /// Type of the note beside the state of a queue.
    type Bookkeeping;

    /// A queue; `None` where there is no such.
    fn borrow(&mut self, at: Self::At) -> Option<Loan<'_, A, Self::Bookkeeping>>;

    /// Visits every queue.
    fn visit(&mut self, visit: impl FnMut(Loan<'_, A, Self::Bookkeeping>));
}

impl<A: Aqm, S: QueueSlots<A>> Borrow<A, InQueueSlot> for S {
    type At = S::At;
    type Bookkeeping = S::Bookkeeping;

    #[inline(always)]
    fn borrow(&mut self, at: S::At) -> Option<Loan<'_, A, S::Bookkeeping>> {
        let (port, QueueSlot { params, state, note }) = self.slot(at)?;
        Some(Loan { params, port, queue: state, note })
    }

    #[inline(always)]
    fn visit(&mut self, mut visit: impl FnMut(Loan<'_, A, S::Bookkeeping>)) {
        self.each(|port, QueueSlot { params, state, note }| visit(Loan { params, port, queue: state, note }));
    }
}

/// One pipe of a scheme: the only code that assembles the scopes of a call, in firmware and in models.
// Order of the fields: those that every packet needs are within reach of short load instructions.
#[derive(Debug)]
#[repr(C)]
pub struct Owner<A: Aqm, S, Where = InQueueSlot> {
    pipe: A::Pipe,
    /// Ports and queues.
    pub slots: S,
    parameters: PhantomData<Where>,
}

impl<A: Aqm, S: Copy, Where> Copy for Owner<A, S, Where> {}

impl<A: Aqm, S: Clone, Where> Clone for Owner<A, S, Where> {
    fn clone(&self) -> Self {
        Self { pipe: self.pipe, slots: self.slots.clone(), parameters: PhantomData }
    }
}

impl<A: Aqm, Where, S: Borrow<A, Where>> Owner<A, S, Where> {
    /// A fresh pipe over these queues.
    #[must_use]
    pub fn new(slots: S) -> Self {
        Self { pipe: A::Pipe::default(), slots, parameters: PhantomData }
    }

    /// State of the pipe.
    #[must_use]
    pub const fn pipe(&self) -> &A::Pipe {
        &self.pipe
    }

    /// Borrows the arguments of a call for a queue, and the bookkeeping; `None` if there is no such queue.
    #[inline(always)]
    pub fn borrow(&mut self, at: S::At) -> Option<(&A::Params, Scope<'_, A>, &mut S::Bookkeeping)> {
        let Loan { params, port, queue, note } = self.slots.borrow(at)?;
        Some((params, Scope { pipe: &mut self.pipe, port, queue }, note))
    }

    /// The clock that stamps packets has stepped and shows `now`: [`Scope::on_clock_step`] of every queue. Parameters stay; `visit`
    /// renews the notes.
    pub fn on_clock_step(&mut self, now: Nanos32, mut visit: impl FnMut(&mut S::Bookkeeping)) {
        self.each(|params, scope, note| {
            scope.on_clock_step(params, now);
            visit(note);
        });
    }

    /// Visits every queue with the arguments of a call.
    #[inline(always)]
    pub fn each(&mut self, mut visit: impl FnMut(&A::Params, Scope<'_, A>, &mut S::Bookkeeping)) {
        let pipe = &mut self.pipe;
        self.slots.visit(|Loan { params, port, queue, note }| {
            visit(params, Scope { pipe: &mut *pipe, port, queue }, note);
        });
    }
}
