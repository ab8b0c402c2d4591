"""Odds for display: a few bars, a few sentences, localised percentages."""

from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.game.odds.exact import Odds, OddsQuestion
from kamchatka.messages import Language, text

MOST_BARS = 20
"""Above this number of bars, several numbers of armies share a bar."""

SMALLEST_SHOWN = 0.0005
"""Lower chances, at either end, are not drawn."""


@dataclass(frozen=True)
class Bar:
    """The chance that `least` to `most` armies are left, with everything taken or not."""

    least: int
    most: int
    won: float
    failed: float

    @property
    def chance(self) -> float:
        """The total chance, taken or not."""
        return self.won + self.failed

    @property
    def label(self) -> str:
        """The armies, such as `4` or `4–6`."""
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"


def attacker_bars(found: Odds[float]) -> tuple[Bar, ...]:
    """Bars of the attacker's armies left."""
    return _bars(found.won, found.failed)


def defender_bars(found: Odds[float]) -> tuple[Bar, ...]:
    """Bars of the defender's armies left; 0 has a bar of its own and means that everything was taken."""
    nothing = [0.0] * len(found.defenders_left)
    return (Bar(0, 0, found.win, 0.0), *_bars(nothing, [0.0, *found.defenders_left[1:]]))


def _bars(won: Sequence[float], failed: Sequence[float]) -> tuple[Bar, ...]:
    seen = [armies for armies in range(len(won)) if won[armies] + failed[armies] >= SMALLEST_SHOWN]
    if not seen:
        return ()
    first, last = seen[0], seen[-1]
    width = -(-(last - first + 1) // MOST_BARS)
    starts = range(first, last + 1, width)
    return tuple(
        Bar(start, end - 1, sum(won[start:end]), sum(failed[start:end]))
        for start in starts
        for end in (min(start + width, last + 1),)
    )


def percent(chance: float, lang: Language) -> str:
    """A chance to a tenth of a percent; nearly certain or impossible values show a bound."""
    return _percent(chance, lang, "")


def _percent(chance: float, lang: Language, style: str) -> str:
    """A chance as a percentage; `style` selects bounds as symbols, or as words inside a sentence."""
    if chance == 0:
        return text("odds.percent.plain", lang, number=0)
    if 0 < chance < SMALLEST_SHOWN:
        return text(f"odds.percent.under{style}", lang, number=decimal(0.1, 1, lang))
    if 1 - SMALLEST_SHOWN < chance < 1:
        return text(f"odds.percent.over{style}", lang, number=decimal(99.9, 1, lang))
    return text("odds.percent.plain", lang, number=decimal(100 * chance, 1, lang))


def decimal(number: float, digits: int, lang: Language) -> str:
    """A number with the decimal mark of the language."""
    return f"{number:.{digits}f}".replace(".", text("odds.percent.mark", lang))


def sentences(asked: OddsQuestion, found: Odds[float], lang: Language) -> list[str]:
    """The answer in sentences: the chance, the further targets, the cost."""
    if asked.attackers > 1 and asked.until >= asked.attackers:
        return [text("odds.answer.stopped", lang, attackers=asked.attackers, until=asked.until)]
    if not found.may_attack:
        return [text("odds.answer.forbidden", lang)]
    words = [_chance_in_words(found, lang)]
    if asked.until > 1:
        words.append(text("odds.answer.until", lang, until=asked.until))
    words += [
        text("odds.answer.at_least", lang, count=count, total=len(found.defenders), chance=percent(p, lang))
        for count, p in territories_taken(found)
    ]
    attacker, defender = (decimal(lost, 1, lang) for lost in (found.attacker_losses, found.defender_losses))
    return [*words, text("odds.answer.losses", lang, attacker=attacker, defender=defender)]


def territories_taken(found: Odds[float]) -> list[tuple[int, float]]:
    """For each number of territories short of all, the chance to take at least that many."""
    return [(count, sum(found.taken[count:])) for count in range(1, len(found.defenders))]


def _chance_in_words(found: Odds[float], lang: Language) -> str:
    against = str(found.defenders[0])
    for armies in found.defenders[1:]:
        against = text("odds.answer.then", lang, armies=against, next=armies)
    kind = "one" if len(found.defenders) == 1 else "chain"
    return text(
        f"odds.answer.{kind}",
        lang,
        attackers=found.attackers,
        defenders=against,
        count=len(found.defenders),
        win=_percent(found.win, lang, "_words"),
    )
