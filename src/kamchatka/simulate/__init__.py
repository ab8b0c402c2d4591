"""Simulation of millions of games: the rules compiled, played in batches, and checked."""
