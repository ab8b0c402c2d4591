"""The desk: pages for organisers and judges of an event."""
