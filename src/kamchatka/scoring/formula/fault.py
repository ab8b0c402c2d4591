"""One thing to mend in a formula file, as a sentence: the key, the word that stands there, what may stand."""

from dataclasses import dataclass

__all__ = ["FormulaFault", "as_written", "closest"]

from kamchatka.faults import Fault, as_written, closest
from kamchatka.messages import Language, text


@dataclass(frozen=True)
class FormulaFault(Fault):
    """A fault with its remedy: a code of `formula.faults`, what is wanted, what else it could be."""

    wanted: str = ""
    """A code of `formula.wanted`."""
    allowed: tuple[str, ...] = ()
    """The words that may stand there."""
    near: str = ""
    """The one that was probably meant."""

    def sentence(self, lang: Language) -> str:
        """What is wrong and what to do."""
        place = text("faults.in_line", lang, line=self.line) if self.line else ""
        values = {**self.values, "where": self.where, "wanted": self.remedy(lang)}
        return place + text(f"formula.faults.{self.code}", lang, **values) + self._hint(lang)

    def remedy(self, lang: Language) -> str:
        """What may stand there, in words."""
        if not self.wanted:
            return ""
        wanted = text(f"formula.wanted.{self.wanted}", lang, **{**self.values, "where": self.where})
        return text("formula.or_word", lang, wanted=wanted, words=self._words) if self.allowed else wanted

    @property
    def _words(self) -> str:
        return ", ".join(self.allowed)

    def _hint(self, lang: Language) -> str:
        perhaps = text("formula.perhaps", lang, near=self.near) if self.near else ""
        if self.wanted or not self.allowed:
            return perhaps
        return perhaps + text("formula.allowed", lang, words=self._words)
