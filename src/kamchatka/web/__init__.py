"""The pages: server-rendered, in Italian and English, loading nothing from other hosts."""

from kamchatka.web.app import create_app

__all__ = ["create_app"]
