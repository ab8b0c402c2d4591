"""Standings: summed results, tie-breaks with their reasons, and the outcome under other formulas."""
