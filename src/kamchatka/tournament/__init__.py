"""Tournaments: formats as data, entries, rounds, results, cuts and finals; an aggregate of pure functions."""
