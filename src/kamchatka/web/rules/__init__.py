"""Regulations, board, cases, clauses and odds."""
