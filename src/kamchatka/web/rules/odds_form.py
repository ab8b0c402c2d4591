"""The odds of an attack for their page: the form, the answer and two charts."""

from dataclasses import dataclass

from kamchatka.game.odds.bars import Bar, attacker_bars, defender_bars, percent, sentences
from kamchatka.game.odds.exact import odds
from kamchatka.game.odds.question import read_question
from kamchatka.messages import Language
from kamchatka.rulebook import shipped
from kamchatka.rulebook.tables import tables
from kamchatka.web.rules.rulebook_views import known_rulebook, rulebook_of

WIDTH = 400
LETTER = 10
"""Width of one digit of the numbers before the bars."""
CHANCE = 78
"""Width of the probability after the longest bar."""
ROW = 24
THICK = 16


@dataclass(frozen=True, kw_only=True)
class OddsForm:
    """The fields as the visitor typed them."""

    attackers: str = "10"
    defenders: str = "7"
    rulebook: str = ""
    until: str = "1"
    chain: str = ""


@dataclass(frozen=True, kw_only=True)
class Stripe:
    """One drawn bar, in units of the drawing: the part that conquered, then the rest."""

    label: str
    chance: str
    won: str
    """The probability of that part alone."""
    top: int
    taken: float
    """Length of the part that conquered."""
    whole: float


@dataclass(frozen=True, kw_only=True)
class OddsChart:
    """A bar for each number of armies left."""

    code: str
    stripes: tuple[Stripe, ...]
    start: int
    """Where bars start."""
    width: int = WIDTH
    thick: int = THICK

    @property
    def height(self) -> int:
        """Height of the whole drawing."""
        return ROW * len(self.stripes)


@dataclass(frozen=True, kw_only=True)
class OddsAnswer:
    """Everything the page says about one attack."""

    win: str
    sentences: tuple[str, ...]
    charts: tuple[OddsChart, ...]
    """None if the attack cannot start."""


def answer(form: OddsForm, lang: Language) -> OddsAnswer:
    """The answer to a form whose regulation is known; raises BadQuestion."""
    asked = read_question(form.attackers, form.defenders, form.until, form.chain)
    book = rulebook_of(known_rulebook(form.rulebook) or shipped()[0])
    found = odds(tables(book), asked.attackers, asked.defenders, until=asked.until, chain=asked.chain)
    drawn = (("attacker", attacker_bars(found)), ("defender", defender_bars(found)))
    return OddsAnswer(
        win=percent(found.win, lang),
        sentences=tuple(sentences(asked, found, lang)),
        charts=tuple(_chart(code, bars, lang) for code, bars in drawn) if found.may_attack else (),
    )


def _chart(code: str, bars: tuple[Bar, ...], lang: Language) -> OddsChart:
    highest = max(bar.chance for bar in bars)
    start = LETTER * (1 + max(len(bar.label) for bar in bars))
    longest = WIDTH - start - CHANCE
    return OddsChart(
        code=code,
        start=start,
        stripes=tuple(
            Stripe(
                label=bar.label,
                chance=percent(bar.chance, lang),
                won=percent(bar.won, lang),
                top=ROW * row,
                taken=round(longest * bar.won / highest, 1),
                whole=round(longest * bar.chance / highest, 1),
            )
            for row, bar in enumerate(bars)
        ),
    )
