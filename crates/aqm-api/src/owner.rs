//! The state of a pipe with its ports and queues, lent to a scheme call by call.

use crate::{Aqm, Nanos32, Scope};

/// One queue: its parameters, its state, and what its owner notes beside them.
#[derive(Clone, Copy, Debug)]
pub struct Seat<Params, State, Note> {
    /// Parameters; a control tick may change them.
    pub params: Params,
    /// State of the queue.
    pub state: State,
    /// The owner's own.
    pub note: Note,
}

/// The seat of a scheme.
pub type SeatOf<A, Note> = Seat<<A as Aqm>::Params, <A as Aqm>::Queue, Note>;

/// A queue with the state of its port.
pub type Place<'a, A, Note> = (&'a mut <A as Aqm>::Port, &'a mut SeatOf<A, Note>);

/// Where an owner keeps ports and queues: arrays in firmware, lists in a model.
pub trait Seats<A: Aqm> {
    /// Names a queue.
    type At: Copy;
    /// What stands beside the state of a queue.
    type Note;

    /// A queue; `None` where there is no such.
    fn seat(&mut self, at: Self::At) -> Option<Place<'_, A, Self::Note>>;

    /// Visits every queue.
    fn each(&mut self, visit: impl FnMut(&mut A::Port, &mut SeatOf<A, Self::Note>));
}

/// One pipe of a scheme: the only place where the scopes of a call are put together, in firmware and in models.
// In this order: what every packet needs is within reach of short load instructions.
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

    /// What a call for a queue takes, and the note; `None` where there is no such queue.
    #[inline(always)]
    pub fn lend(&mut self, at: S::At) -> Option<(&A::Params, Scope<'_, A>, &mut S::Note)> {
        let (port, Seat { params, state, note }) = self.seats.seat(at)?;
        Some((params, Scope { pipe: &mut self.pipe, port, queue: state }, note))
    }

    /// The clock that stamps packets has stepped, forwards or back, and shows `now`: every queue decides like a fresh one, and so
    /// does the pipe. Stamps of before say nothing about times of now; a scheme that went on would wait for a deadline for as
    /// long as the clock stepped. Parameters stay; `visit` renews the notes.
    pub fn on_clock_step(&mut self, now: Nanos32, mut visit: impl FnMut(&mut S::Note)) {
        self.pipe = A::Pipe::default();
        self.each(|params, mut scope, note| {
            *scope.port = A::Port::default();
            A::on_idle(params, scope.again(), now);
            visit(note);
        });
    }

    /// The same of every queue.
    #[inline(always)]
    pub fn each(&mut self, mut visit: impl FnMut(&A::Params, Scope<'_, A>, &mut S::Note)) {
        let pipe = &mut self.pipe;
        self.seats.each(|port, Seat { params, state, note }| {
            visit(params, Scope { pipe: &mut *pipe, port, queue: state }, note);
        });
    }
}
