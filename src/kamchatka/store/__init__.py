"""An append-only event log and, beside it, the data that must be erasable: people and notes."""
