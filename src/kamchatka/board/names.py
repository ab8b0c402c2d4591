"""A name in each language."""

from dataclasses import dataclass

from kamchatka.messages import Language


@dataclass(frozen=True)
class Name:
    """A name in Italian and English."""

    it: str
    en: str

    def __call__(self, lang: Language) -> str:
        """The name in one language."""
        return self.it if lang == "it" else self.en
