"""What a judge needs at a cardboard table."""
