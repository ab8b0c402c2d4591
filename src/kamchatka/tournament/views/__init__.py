"""What people see of a tournament, as plain data with message codes: terminal and pages render it."""
