"""What the table cannot do for the people at it, as a sentence."""

from kamchatka.cli.output import trouble
from kamchatka.messages import Language, text


class NotSo(Exception):
    """Something typed or asked that the table cannot take; the code names a sentence of `play.refused`."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(f"{code} {values}")
        self.code = code
        self.values = values

    def sentence(self, lang: Language) -> str:
        """What is wrong and what to do instead."""
        values = {
            name: trouble(value, lang) if isinstance(value, OSError) else value
            for name, value in self.values.items()
        }
        return text(f"play.refused.{self.code}", lang, **values)
