"""Accounts: who may enter the site, as what, from which browsers and by which links."""

from kamchatka.app.accounts.secret import installation_secret

__all__ = ["installation_secret"]
