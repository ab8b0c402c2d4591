"""The progress bar of a tournament, from the roll call to the final."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kamchatka.messages import Language
from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.state import Round, Tournament

MOST_STEPS = 9
"""With more steps, the rounds of a stage are merged into one step."""
State = Literal["done", "now", "ahead"]


@dataclass(frozen=True)
class RailStep:
    """A step of the progress bar: state, title and count."""

    state: State
    title: Notice
    detail: Notice | None = None


def rail(tournament: Tournament, lang: Language) -> list[RailStep]:
    """All known steps, in order."""
    steps = list(_steps(tournament, lang, whole=False))
    if len(steps) > MOST_STEPS:
        steps = list(_steps(tournament, lang, whole=True))
    if next_step(tournament) in ("publish", "done") and tournament.rounds:
        return [replace(step, state="done") for step in steps]
    return steps


def _steps(tournament: Tournament, lang: Language, *, whole: bool) -> Iterator[RailStep]:
    yield _roll_call(tournament)
    stages = [stage for stage in tournament.format.stages if not stage.beside]
    together = [tournament.format.together(stage.id) for stage in stages]
    present = next(at for at, some in enumerate(together) if tournament.stage in some)
    for number, stage in enumerate(stages):
        if number:
            yield _cut(tournament, stage, number - present)
        ids = [each.id for each in together[number]]
        played = [each for each in tournament.rounds if each.stage in ids]
        lasting = [each.rounds for each in together[number] if isinstance(each.rounds, int)]
        planned = max([1, len(played), *lasting])
        rounds = [*played, *(None for _ in range(planned - len(played)))]
        title = Notice("standings.said", {"said": ", ".join(each.name(lang) for each in together[number])})
        if whole and planned > 1:
            yield _stage(played, title, planned)
            continue
        before = len(tournament.rounds) if not played else played[0].number - 1
        for at, each in enumerate(rounds, 1):
            is_next = number == present and at == len(played) + 1 and bool(tournament.rounds)
            name = Notice("board_page.rail.round", {"round": before + at})
            yield _round(tournament, each, name if number == 0 or planned > 1 else title, is_next)


def _roll_call(tournament: Tournament) -> RailStep:
    here = sum(each.is_present is True for each in tournament.entrants.values())
    if tournament.rounds:
        seated = sum(len(table.seated.seats) for table in tournament.rounds[0].tables.values())
        return _step("done", "rollcall", "players", seated)
    if tournament.has_roll_call:
        return _step("now", "rollcall", "present", here)
    return _step("now", "rollcall", "entrants", len(tournament.playing))


def _step(state: State, code: str, detail: str, count: int) -> RailStep:
    return RailStep(
        state, Notice(f"board_page.rail.{code}", {}), Notice(f"board_page.rail.{detail}", {"count": count})
    )


def _cut(tournament: Tournament, stage: Stage, ahead: int) -> RailStep:
    made = next((each for each in tournament.cuts if each.stage == stage.id), None)
    if made is not None:
        together = (each for each in tournament.cuts if each.after_round == made.after_round)
        return _step("done", "cut", "qualified", sum(len(each.qualified) for each in together))
    is_due = ahead == 1 and next_step(tournament) == "cut"
    return RailStep("now" if is_due else "ahead", Notice("board_page.rail.cut", {}))


def _stage(played: Sequence[Round], title: Notice, planned: int) -> RailStep:
    closed = sum(each.is_closed for each in played)
    state: State = "done" if closed >= planned else "now" if played else "ahead"
    values = {"round": max(1, min(planned, closed + 1)), "rounds": planned}
    return RailStep(state, title, Notice("board_page.rail.rounds", values))


def _round(tournament: Tournament, played: Round | None, title: Notice, is_next: bool) -> RailStep:
    if played is None:
        is_due = is_next and next_step(tournament) in ("draw", "rollcall")
        return RailStep("now" if is_due else "ahead", title)
    tables = played.tables.values()
    values: dict[str, str | int] = {"count": len(tables)}
    if played.is_closed:
        return RailStep("done", title, Notice("board_page.rail.tables", dict(values)))
    settled = sum(table.is_settled for table in tables)
    return RailStep("now", title, Notice("board_page.rail.sheets", {**values, "settled": settled}))
