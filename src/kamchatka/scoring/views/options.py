"""Options as form fields."""

from dataclasses import dataclass
from typing import NamedTuple

from kamchatka.messages import Language, has_text, text
from kamchatka.scoring.numbers import exact, shown


class ListEntry(NamedTuple):
    """One entry of a select list."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True)
class OptionField:
    """An option as a form field."""

    name: str
    label: str
    value: str
    choices: tuple[ListEntry, ...]
    """Empty for a text field."""
    id: str = ""
    least: int = 0
    most: int = 0
    hint: str = ""

    @property
    def said(self) -> str:
        """The value as text."""
        return dict(self.choices).get(self.value, self.value)


def choice_words(option: str, value: object, lang: Language) -> str:
    """A choice as text: yes or no, the page's wording, else its number, else as the file writes it."""
    if isinstance(value, bool):
        return text(f"rulebook.words.{'yes' if value else 'no'}", lang)
    for code in (f"scores_page.choice.{option}.{value}", f"wizard_page.choice.{value}"):
        if has_text(code, lang):
            return text(code, lang)
    try:
        return shown(exact(value), lang)
    except ValueError:
        return str(value)
