"""Refusals: exceptions whose sentences tell people what is wrong and what to do instead."""

import errno
from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from kamchatka.messages import Language, has_text, text

TROUBLE = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_folder",
    errno.EEXIST: "not_folder",  # a folder could not be created
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "too_long",
}


def trouble(error: OSError | UnicodeError, lang: Language) -> str:
    """Why a file cannot be read or written, without a full stop; rare errors use the system's own text."""
    if isinstance(error, UnicodeError):
        return text("cli.trouble.not_text", lang)
    code = TROUBLE.get(error.errno or 0)
    return text(f"cli.trouble.{code}", lang) if code else error.strerror or str(error)


class Refusal(Exception):
    """A refused request; the code selects a sentence in the message section of the class."""

    section: ClassVar[str] = "refused"
    status: ClassVar[int] = 2
    """Exit status of the terminal command."""

    def __init__(
        self, code: str, *, clause: str = "", missing: tuple[str, ...] = (), **values: object
    ) -> None:
        super().__init__(f"{code} {values}")
        self.code = code
        self.clause = clause
        self.missing = missing
        self.values: Mapping[str, object] = values

    def sentence(self, lang: Language) -> str:
        """What is wrong, and what to do. A value may be an OSError, or a function from language to text."""
        return self._words(f"{self.section}.{self.code}", lang)

    def on_page(self, lang: Language) -> str:
        """The sentence for web pages, worded differently where it would name a terminal command."""
        code = f"{self.section}_page.{self.code}"
        return self._words(code, lang) if has_text(code, lang) else self.sentence(lang)

    def _words(self, code: str, lang: Language) -> str:
        return text(code, lang, **{name: _said(value) for name, value in self.values.items()})

    def report(self, lang: Language) -> str:
        """The sentence followed by its clause, for people."""
        return self.sentence(lang) + (f" [{self.clause}]" if self.clause else "")

    def data(self, lang: Language) -> dict[str, object]:
        """The refusal for programs: a stable code, the clause, the sentence, and what is missing."""
        said = {"code": self.code, "clause": self.clause or None, "sentence": self.sentence(lang)}
        return {"error": {**said, "missing": list(self.missing)}}


class NotUnderstood(Refusal):
    """Invalid input: the request makes no sense as written."""


class NotAllowed(Refusal):
    """A rule forbids the request, or the caller lacks the role for it."""

    status = 3


class NotPossibleNow(Refusal):
    """Someone else was faster, it is too late, or the computer failed: the request may succeed later."""

    status = 4


def _said(value: object) -> object:
    return partial(trouble, value) if isinstance(value, OSError) else value
