"""Kamchatka runs RisiKo! tournaments: regulations as data, referees, scores, seating and simulation."""

__version__ = "0.1.0"
