"""What a prize-giving may mention beside the first places."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from kamchatka.messages import Phrase
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.standings.scored import Result
from kamchatka.tournament.views.standings import StandingsPage

MOST_NAMES = 4
"""A mention that more people share says nothing."""


@dataclass(frozen=True)
class Mention:
    """The best of a tournament at one thing."""

    code: Literal["best_game", "most_wins", "most_risiko"]
    names: tuple[str, ...]
    number: Number

    @property
    def value(self) -> Phrase:
        """The number as people read it."""
        return lambda lang: shown(self.number, lang)


def mentions(page: StandingsPage) -> Iterator[Mention]:
    """Best single result, most games won, most objectives reached; left out if nobody or many have it."""
    column = page.standings.formula.columns.index(page.standings.formula.score)
    results = [each for row in page.standings.rows for each in row.entry.results if each.is_game]
    yield from _best("best_game", ((each.player, each.key[column]) for each in results))
    yield from _best("most_wins", _counted(each for each in results if each.place == 1 == each.sharing))
    yield from _best("most_risiko", _counted(each for each in results if each.objective))


def _counted(results: Iterable[Result]) -> Iterable[tuple[str, int]]:
    found: dict[str, int] = {}
    for each in results:
        found[each.player] = found.get(each.player, 0) + 1
    return found.items()


def _best(
    code: Literal["best_game", "most_wins", "most_risiko"], numbers: Iterable[tuple[str, Number]]
) -> Iterator[Mention]:
    found = list(numbers)
    most = max((number for _, number in found), default=0)
    names = tuple(dict.fromkeys(name for name, number in found if number == most))
    if most > 0 and len(names) <= MOST_NAMES:
        yield Mention(code, names, most)
