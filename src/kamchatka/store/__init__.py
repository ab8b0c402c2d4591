"""An append-only log of events that loses nothing, and beside it what must be erasable: people and notes."""
