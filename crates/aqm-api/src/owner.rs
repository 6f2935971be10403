//! The state of a pipe with its ports and queues, borrowed by a scheme for each call.

use crate::{Aqm, Nanos32, Scope};

/// Slot of one queue: its parameters, its state, and the owner's bookkeeping.
#[derive(Clone, Copy, Debug)]
pub struct Seat<Params, State, Note> {
    /// Parameters; a control tick may change them.
    pub params: Params,
    /// State of the queue.
    pub state: State,
    /// Bookkeeping of the owner.
    pub note: Note,
}

/// The slot of a queue under a scheme.
pub type SeatOf<A, Note> = Seat<<A as Aqm>::Params, <A as Aqm>::Queue, Note>;

/// A queue with the state of its port.
pub type Place<'a, A, Note> = (&'a mut <A as Aqm>::Port, &'a mut SeatOf<A, Note>);

/// Storage of ports and queues: arrays in firmware, lists in a model.
pub trait Seats<A: Aqm> {
    /// Index of a queue.
    type At: Copy;
    /// Bookkeeping of the owner for a queue.
    type Note;

    /// Returns the slot of a queue; `None` if there is no such queue.
    fn seat(&mut self, at: Self::At) -> Option<Place<'_, A, Self::Note>>;

    /// Visits every queue.
    fn each(&mut self, visit: impl FnMut(&mut A::Port, &mut SeatOf<A, Self::Note>));
}

/// One pipe of a scheme: the only code that assembles the scopes of a call, in firmware and in models.
// Order of the fields: those that every packet needs are within reach of short load instructions.
#[derive(Debug)]
#[repr(C)]
pub struct Owner<A: Aqm, S> {
    pipe: A::Pipe,
    /// Ports and queues.
    pub seats: S,
}

impl<A: Aqm, S: Copy> Copy for Owner<A, S> {}

impl<A: Aqm, S: Clone> Clone for Owner<A, S> {
    fn clone(&self) -> Self {
        Self { pipe: self.pipe, seats: self.seats.clone() }
    }
}

impl<A: Aqm, S: Seats<A>> Owner<A, S> {
    /// A fresh pipe over these queues.
    #[must_use]
    pub fn new(seats: S) -> Self {
        Self { pipe: A::Pipe::default(), seats }
    }

    /// State of the pipe.
    #[must_use]
    pub const fn pipe(&self) -> &A::Pipe {
        &self.pipe
    }

    /// Borrows the arguments of a call for a queue, and the bookkeeping; `None` if there is no such queue.
    #[inline(always)]
    pub fn lend(&mut self, at: S::At) -> Option<(&A::Params, Scope<'_, A>, &mut S::Note)> {
        let (port, Seat { params, state, note }) = self.seats.seat(at)?;
        Some((params, Scope { pipe: &mut self.pipe, port, queue: state }, note))
    }

    /// The clock that stamps packets has stepped and shows `now`: [`Scope::on_clock_step`] of every queue. Parameters stay; `visit`
    /// renews the notes.
    pub fn on_clock_step(&mut self, now: Nanos32, mut visit: impl FnMut(&mut S::Note)) {
        self.each(|params, scope, note| {
            scope.on_clock_step(params, now);
            visit(note);
        });
    }

    /// Visits every queue with the arguments of a call.
    #[inline(always)]
    pub fn each(&mut self, mut visit: impl FnMut(&A::Params, Scope<'_, A>, &mut S::Note)) {
        let pipe = &mut self.pipe;
        self.seats.each(|port, Seat { params, state, note }| {
            visit(params, Scope { pipe: &mut *pipe, port, queue: state }, note);
        });
    }
}
