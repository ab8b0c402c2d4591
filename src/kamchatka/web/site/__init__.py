"""What every page is made with: locks, forms, language, frame, security."""
