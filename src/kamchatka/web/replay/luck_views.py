"""View data of luck: every seat in words and numbers."""

from dataclasses import dataclass
from fractions import Fraction

from kamchatka.app.games.fortune import Fortune, SeatFortune, seat_fortunes
from kamchatka.app.games.luck_rows import LuckRow
from kamchatka.app.games.record_summary import shown
from kamchatka.app.games.story import Story
from kamchatka.game.names import letter
from kamchatka.messages import Language, text
from kamchatka.messages.decimals import shown as decimal


@dataclass(frozen=True)
class LuckPart:
    """A row of the table of luck: all battles of a seat, or those of one side."""

    code: str
    rolls: int
    taken: int
    lost: int
    expected_taken: str
    expected_lost: str
    difference: str


@dataclass(frozen=True, kw_only=True)
class LuckCard:
    """The luck of a seat in words and numbers; `bar` from -100 to 100, `worse` and `better` out of 100."""

    letter: str
    name: str
    colour: str
    rolls: int
    rating: str
    difference: str
    balance: str
    bar: int
    worse: int
    better: int
    parts: tuple[LuckPart, ...]


def luck_cards(story: Story, rows: tuple[LuckRow, ...], lang: Language) -> list[LuckCard]:
    """The luck of every seat."""
    seats = seat_fortunes(rows, len(story.players))
    most = max([abs(seat.whole.difference) for seat in seats] + [Fraction(1)])
    return [_card(story, seat, most, lang) for seat in seats]


def _card(story: Story, seat: SeatFortune, most: Fraction, lang: Language) -> LuckCard:
    whole = seat.whole
    worse = min(99, max(1, round(100 * whole.percentile)))
    difference = round(whole.difference)
    how = "more" if difference > 0 else "less" if difference else "even"
    return LuckCard(
        letter=letter(seat.seat),
        name=shown(story.players[seat.seat]),
        colour=story.colours[seat.seat],
        rolls=whole.rolls,
        rating=text(f"after_game.luck.rating.{whole.rating}", lang),
        difference=_signed(difference, lang),
        balance=text(f"after_game.luck.armies_{how}", lang, armies=abs(difference)),
        bar=round(100 * whole.difference / most),
        worse=worse,
        better=100 - worse,
        parts=tuple(
            _part(code, part, lang)
            for code, part in (("attack", seat.attack), ("defence", seat.defence), ("whole", whole))
        ),
    )


def _part(code: str, part: Fortune, lang: Language) -> LuckPart:
    taken, lost = (decimal(mean, lang, 1) for mean in (part.expected_taken, part.expected_lost))
    return LuckPart(code, part.rolls, part.taken, part.lost, taken, lost, _signed(part.difference, lang))


def _signed(number: Fraction | int, lang: Language) -> str:
    """“+7,5”, “−23”, “0”."""
    said = decimal(abs(Fraction(number)), lang, 1)
    return said if said == "0" else f"+{said}" if number > 0 else f"−{said}"
