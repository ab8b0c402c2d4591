"""Seating: wishes and their costs, the search, lower bounds, draws and planned seasons."""
