"""Long trials that the test suite has no time for: each module tries one thing and ends with 0 if it held."""
