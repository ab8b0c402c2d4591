"""Online tables in the browser."""
