//! The network against closed forms and against itself.

mod closed_form;
mod support;
