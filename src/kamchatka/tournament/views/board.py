"""The next step in one sentence, and the steps after it."""

from dataclasses import dataclass

from kamchatka.messages import Language
from kamchatka.scoring.views.notices import Notice, Values
from kamchatka.tournament.cutting import following
from kamchatka.tournament.progress import Step, next_step, steps_ahead, tasks, winners
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.sheets import table_list


@dataclass(frozen=True)
class NowView:
    """The next step, its explanation and the steps after it."""

    step: Step
    what: str
    """The step; `rules` if the regulation must be published first."""
    title: Notice
    lead: Notice | None
    then: tuple[Notice, ...]


def now(tournament: Tournament, names: Names, lang: Language) -> NowView:
    """The view of the next step."""
    step = next_step(tournament)
    *_, task = tasks(tournament)
    what = task.what
    number = tournament.open_round.number if tournament.open_round else tournament.next_number
    stage = following(tournament) or tournament.stage if step == "cut" else tournament.stage
    values: Values = {
        "round": number,
        "stage": stage.name(lang),
        "count": task.count,
        "tables": table_list(task.tables),
        "winners": ", ".join(winners(tournament, names)),
    }
    one = "_one" if task.count == 1 and what in ("record", "confirm") else ""
    lead = (
        None if what == "done" and not values["winners"] else Notice(f"board_page.lead.{what}{one}", values)
    )
    ahead = _ahead(tournament, number)
    return NowView(step, what, Notice(f"board_page.now.{what}", values), lead, ahead)


def _ahead(tournament: Tournament, number: int) -> tuple[Notice, ...]:
    found: list[Notice] = []
    before: Step = next_step(tournament)
    for step in steps_ahead(tournament):
        if step == "draw" and before == "close":
            number += 1
        found.append(Notice(f"board_page.then.{step}", {"round": number}))
        before = step
    return tuple(found)
