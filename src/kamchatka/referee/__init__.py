"""The judge's tools at a cardboard table: the live table and the casebook."""
