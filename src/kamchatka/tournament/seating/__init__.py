"""Who sits at which table: wishes and what they cost, the search, bounds, draws and planned seasons."""
