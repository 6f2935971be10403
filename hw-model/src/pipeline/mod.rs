//! A match-action pipeline: extraction, placement into stages, budget, execution.
