"""What people see of scores: plain data that terminal, JSON and pages render alike."""
