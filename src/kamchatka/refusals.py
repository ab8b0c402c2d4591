"""Why something people asked for cannot be done, in words that say what to do instead."""

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

    section: ClassVar[str] = "refused"
    status: ClassVar[int] = 2
    """What a command ends with."""

    def __init__(
        self, code: str, *, clause: str = "", missing: tuple[str, ...] = (), **values: object
    ) -> None:
        super().__init__(f"{code} {values}")
        self.code = code
        self.clause = clause
        self.missing = missing
        self.values: Mapping[str, object] = values

    def sentence(self, lang: Language) -> str:
        """What is wrong, and what to do. A value may be an error of the system, or a text by language."""
        return self._words(f"{self.section}.{self.code}", lang)

    def on_page(self, lang: Language) -> str:
        """The same on a page: where the sentence names a command to type, in other words."""
        code = f"{self.section}_page.{self.code}"
        return self._words(code, lang) if has_text(code, lang) else self.sentence(lang)

    def _words(self, code: str, lang: Language) -> str:
        return text(code, lang, **{name: _said(value) for name, value in self.values.items()})

    def told(self, lang: Language) -> str:
        """The sentence with its clause, for people."""
        return self.sentence(lang) + (f" [{self.clause}]" if self.clause else "")

    def data(self, lang: Language) -> dict[str, object]:
        """The same for programs: a code that never changes, the clause, the sentence, what is missing."""
        said = {"code": self.code, "clause": self.clause or None, "sentence": self.sentence(lang)}
        return {"error": {**said, "missing": list(self.missing)}}


class NotUnderstood(Refusal):
    """What was asked makes no sense as it is written."""


class NotAllowed(Refusal):
    """A rule says no, or whoever asks may not."""

    status = 3


class NotPossibleNow(Refusal):
    """Someone else was faster, it is over, or the computer cannot: the same request may succeed later."""

    status = 4


def _said(value: object) -> object:
    return partial(trouble, value) if isinstance(value, OSError) else value
