"""Pages of events that everybody may open."""
