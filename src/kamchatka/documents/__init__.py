"""Papers as PDF: what each one says, from the event's own data, and the press that sets it in type."""
