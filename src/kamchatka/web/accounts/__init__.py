"""Logging in and out, invitations and accounts."""
