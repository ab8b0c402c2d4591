"""Tournaments: formats as data, entries, rounds, results, cuts and finals; state and decisions are pure."""
