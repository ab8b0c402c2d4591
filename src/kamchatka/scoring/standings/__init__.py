"""Standings: results added up, equal totals told apart with a reason; what other formulas would give."""
