"""What a judge needs at a cardboard table: the live table and the casebook."""
