"""Why a file is not taken as a record, in words that say what to do."""

from collections.abc import Callable, Mapping

from kamchatka.messages import Language, text

Said = Callable[[Language], str]
"""A part of a sentence that depends on the language itself."""


class Refused(Exception):
    """A file that is not kept; the code names a sentence of `replay_page.refused`."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(f"{code} {sorted(values)}")
        self.code = code
        self.values: Mapping[str, object] = values

    def sentence(self, lang: Language) -> str:
        """What is wrong, and what to do."""
        said = {name: value(lang) if callable(value) else value for name, value in self.values.items()}
        return text(f"replay_page.refused.{self.code}", lang, **said)


class Full(Exception):
    """The shelf holds as many records, or as many bytes, as it may."""

    def __init__(self, most: int) -> None:
        super().__init__(f"at most {most} records")
        self.most = most
