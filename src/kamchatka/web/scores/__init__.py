"""The page that scores one table by every formula."""
