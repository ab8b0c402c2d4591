"""The texts of a step of a game: sentences, turn, phase, dice."""

from dataclasses import dataclass
from datetime import UTC, datetime

from kamchatka.app.games.record_summary import RecordSummary, shown
from kamchatka.app.games.story import Dice, Story, StoryStep
from kamchatka.game import events as ev
from kamchatka.game.names import Names, letter
from kamchatka.game.sentences import half_points, objective_title, sentence
from kamchatka.messages import Language, text
from kamchatka.rules.layout import NEUTRAL


@dataclass(frozen=True)
class DiceWords:
    """Dice of one side, ready to draw."""

    label: str
    who: str
    colour: str
    faces: tuple[int, ...]
    note: str


def sentences(step: StoryStep, names: Names, lang: Language) -> tuple[str, ...]:
    """One sentence for each event; a whole deal is one sentence."""
    dealt: dict[int | None, int] = {}
    found = []
    for event in step.events:
        if isinstance(event, ev.TerritoriesDealt):
            for owner in event.owners.values():
                dealt[owner] = dealt.get(owner, 0) + 1
        else:
            found.append(sentence(event, names, lang))
    if dealt:
        in_order = sorted(dealt, key=lambda owner: NEUTRAL if owner is None else owner)
        counts = ", ".join(f"{owner_name(owner, lang)} {dealt[owner]}" for owner in in_order)
        found.insert(0, text("replay_page.step.dealt", lang, counts=counts))
    return tuple(found) or (text("replay_page.step.nothing", lang),)


def owner_name(owner: int | None, lang: Language) -> str:
    """A seat's letter, or the neutral owner."""
    return text("game.neutral", lang) if owner in (None, NEUTRAL) else letter(owner or 0)


def seat_name(story: Story, seat: int) -> str:
    """“A (Anna)”."""
    return f"{letter(seat)} ({shown(story.players[seat])})"


def heading(story: Story, step: StoryStep, lang: Language) -> str:
    """Whose turn it is, and its number."""
    if step.turn_of is None:
        return text("replay_page.step.preparation", lang)
    return text("replay_page.step.turn", lang, turn=step.turn, seat=seat_name(story, step.turn_of))


def phase(step: StoryStep, lang: Language) -> str:
    """The lap, and how near the end is."""
    if step.turn_of is None:
        return text("replay_page.step.before", lang)
    lap = text("replay_page.step.lap", lang, lap=step.lap)
    if step.ended:
        return text("replay_page.step.over", lang, lap=lap)
    if not step.last_lap:
        return lap
    if step.lap <= step.last_lap:
        return text("replay_page.step.expired", lang, lap=lap, last=step.last_lap)
    return text("replay_page.step.closing", lang, lap=lap)


def dice(story: Story, step: StoryStep, lang: Language) -> tuple[DiceWords, ...]:
    """The dice of a step, side by side."""
    return tuple(_side(story, each, lang) for each in step.dice)


def _side(story: Story, side: Dice, lang: Language) -> DiceWords:
    note = "" if side.lost is None else text("replay_page.dice.lost", lang, lost=side.lost)
    if side.throw == "closing":
        note = text("replay_page.dice.total", lang, total=sum(side.faces))
    label = text(f"replay_page.dice.{side.throw}", lang)
    if side.throw == "order":  # thrown by chairs: seats are not assigned yet
        return DiceWords(label, shown(story.retelling.record.players[side.who]), "none", side.faces, note)
    is_seat = 0 <= side.who < NEUTRAL
    colour = story.colours[side.who] if is_seat else "neutral"
    return DiceWords(label, owner_name(side.who, lang), colour, side.faces, note)


def length(summary: RecordSummary, lang: Language) -> str:
    """“54 turni, 13 giri”."""
    numbers = {"turns": summary.turns, "laps": summary.laps}
    return ", ".join(
        text(f"replay_page.count.{noun}.{form(number)}", lang, number=number)
        for noun, number in numbers.items()
    )


def form(number: int) -> str:
    """The message form, singular or plural, for this number."""
    return "one" if number == 1 else "many"


def moment(nanoseconds: int, lang: Language) -> str:
    """A moment as local date and time."""
    at = datetime.fromtimestamp(nanoseconds // 10**9, UTC).astimezone()
    parts = {"day": f"{at:%d}", "month": f"{at:%m}", "hour": f"{at:%H}", "minute": f"{at:%M}"}
    return text("replay_page.list.date", lang, year=at.year, **parts)


def objective(names: Names, id: str | None, lang: Language) -> str:
    """The objective of the seat; empty if it had none or it is still secret."""
    return objective_title(id, names, lang) if id is not None and names.objectives is not None else ""


def result(story: Story, seat: int, lang: Language) -> str:
    """Place and points of a seat at the end; empty before."""
    if not story.places:
        return ""
    points = half_points(story.half_points[seat], lang)
    return text("replay_page.seat.result", lang, place=story.places[seat], points=points)
