"""The desk: pages for whoever runs or judges an event."""
