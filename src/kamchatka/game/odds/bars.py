"""Odds as people read them: a few bars, a few sentences, percentages in the reader's way of writing."""

from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.game.odds.exact import Odds, OddsQuestion
from kamchatka.messages import Language, text

MOST_BARS = 20
"""More than these are gathered, several numbers of armies to a bar."""

SMALLEST_SHOWN = 0.0005
"""Chances under this, at either end, are not drawn."""


@dataclass(frozen=True)
class Bar:
    """The chance that between `least` and `most` armies are left, everything taken or not."""

    least: int
    most: int
    won: float
    failed: float

    @property
    def chance(self) -> float:
        """Taken or not."""
        return self.won + self.failed

    @property
    def label(self) -> str:
        """The armies, such as `4` or `4–6`."""
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"


def attacker_bars(found: Odds[float]) -> tuple[Bar, ...]:
    """The attacker's armies left."""
    return _bars(found.won, found.failed)


def defender_bars(found: Odds[float]) -> tuple[Bar, ...]:
    """The defender's armies left; none, which stands alone, means that everything was taken."""
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
    """A chance to a tenth of a percent; what is nearly but not quite sure or impossible says so."""
    return _percent(chance, lang, "")


def _percent(chance: float, lang: Language, style: str) -> str:
    """The same with bounds as signs, or in words inside a sentence."""
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
    """The answer in words: the chance, what was asked besides, what it costs."""
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
    """For each number of territories short of all, the chance to take at least as many."""
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
