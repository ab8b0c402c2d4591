"""Measurements: each module measures one thing, prints it and says whether it is within its bar."""
