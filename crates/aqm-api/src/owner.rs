//! The state of a pipe with its ports and queues, borrowed by a scheme for each call.

use crate::{Aqm, Nanos32, Scope};
use core::marker::PhantomData;

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

/// Parameters and state that a call for one queue takes.
#[derive(Debug)]
pub struct Loan<'a, A: Aqm, Note> {
    /// Parameters, of this queue or of many.
    pub params: &'a A::Params,
    /// State of the port.
    pub port: &'a mut A::Port,
    /// State of the queue.
    pub queue: &'a mut A::Queue,
    /// The owner's own.
    pub note: &'a mut Note,
}

/// Parameters are those of the seat.
#[derive(Clone, Copy, Debug)]
pub enum InSeat {}

/// Keeper of ports and queues that lends them; `Where` says where the parameters are. All [`Seats`] do, with those of the seat.
pub trait Lend<A: Aqm, Where = InSeat> {
    /// Names a queue.
    type At: Copy;
    /// Type of the note beside the state of a queue.
    type Note;

    /// A queue; `None` where there is no such.
    fn lend(&mut self, at: Self::At) -> Option<Loan<'_, A, Self::Note>>;

    /// Visits every queue.
    fn visit(&mut self, visit: impl FnMut(Loan<'_, A, Self::Note>));
}

impl<A: Aqm, S: Seats<A>> Lend<A, InSeat> for S {
    type At = S::At;
    type Note = S::Note;

    #[inline(always)]
    fn lend(&mut self, at: S::At) -> Option<Loan<'_, A, S::Note>> {
        let (port, Seat { params, state, note }) = self.seat(at)?;
        Some(Loan { params, port, queue: state, note })
    }

    #[inline(always)]
    fn visit(&mut self, mut visit: impl FnMut(Loan<'_, A, S::Note>)) {
        self.each(|port, Seat { params, state, note }| visit(Loan { params, port, queue: state, note }));
    }
}

/// One pipe of a scheme: the only code that assembles the scopes of a call, in firmware and in models.
// Order of the fields: those that every packet needs are within reach of short load instructions.
#[derive(Debug)]
#[repr(C)]
pub struct Owner<A: Aqm, S, Where = InSeat> {
    pipe: A::Pipe,
    /// Ports and queues.
    pub seats: S,
    parameters: PhantomData<Where>,
}

impl<A: Aqm, S: Copy, Where> Copy for Owner<A, S, Where> {}

impl<A: Aqm, S: Clone, Where> Clone for Owner<A, S, Where> {
    fn clone(&self) -> Self {
        Self { pipe: self.pipe, seats: self.seats.clone(), parameters: PhantomData }
    }
}

impl<A: Aqm, Where, S: Lend<A, Where>> Owner<A, S, Where> {
    /// A fresh pipe over these queues.
    #[must_use]
    pub fn new(seats: S) -> Self {
        Self { pipe: A::Pipe::default(), seats, parameters: PhantomData }
    }

    /// State of the pipe.
    #[must_use]
    pub const fn pipe(&self) -> &A::Pipe {
        &self.pipe
    }

    /// Borrows the arguments of a call for a queue, and the bookkeeping; `None` if there is no such queue.
    #[inline(always)]
    pub fn lend(&mut self, at: S::At) -> Option<(&A::Params, Scope<'_, A>, &mut S::Note)> {
        let Loan { params, port, queue, note } = self.seats.lend(at)?;
        Some((params, Scope { pipe: &mut self.pipe, port, queue }, note))
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
        self.seats.visit(|Loan { params, port, queue, note }| {
            visit(params, Scope { pipe: &mut *pipe, port, queue }, note);
        });
    }
}
