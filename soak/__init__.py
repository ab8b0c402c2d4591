"""Trials that take too long for the test suite: each module tries one thing and exits with 0 if it held."""
