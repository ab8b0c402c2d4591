"""Benchmarks: each module measures one thing, prints it and checks it against its bar."""
