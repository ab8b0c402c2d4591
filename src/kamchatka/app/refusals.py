"""Why something people asked for cannot be done, in words that say what to do instead."""

import errno
from collections.abc import Mapping
from typing import ClassVar

from kamchatka.messages import Language, text

TROUBLE = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_folder",
    errno.EEXIST: "not_folder",  # of a folder that could not be made
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "too_long",
}


def trouble(error: OSError | UnicodeError, lang: Language) -> str:
    """Why a file cannot be read or written, without a full stop; rare reasons are in the system's words."""
    if isinstance(error, UnicodeError):
        return text("cli.trouble.not_text", lang)
    code = TROUBLE.get(error.errno or 0)
    return text(f"cli.trouble.{code}", lang) if code else error.strerror or str(error)


class Refusal(Exception):
    """Something that is not done; the code names a sentence in the section of its kind."""

    section: ClassVar[str]

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(f"{code} {values}")
        self.code = code
        self.values: Mapping[str, object] = values

    def sentence(self, lang: Language) -> str:
        """What is wrong, and what to do. A value may be an error of the system, or a text by language."""
        said = {name: _said(value, lang) for name, value in self.values.items()}
        return text(f"{self.section}.{self.code}", lang, **said)


def _said(value: object, lang: Language) -> object:
    if isinstance(value, OSError):
        return trouble(value, lang)
    return value(lang) if callable(value) else value


class RecordRefusal(Refusal):
    """A record that cannot be played again."""

    section = "replay.refused"


class TableRefusal(Refusal):
    """Something a table cannot do for the people at it, or cannot make out of what they typed."""

    section = "play.refused"
