"""Policies: what a seat does, from what it may know.

A policy is a plain function like those of `rules`:
`decide(tables, pos, hand, goal, state, found) -> (state, move)`, where `hand` and `goal` are the seat's own
cards and objective, `state` a stream and `found` room for a list of moves. It sees no Secrets.
"""
