"""The next step in one sentence, and the steps after it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from kamchatka.messages import Language
from kamchatka.scoring.views.notices import Notice, Values
from kamchatka.tournament.cutting import following, overtaken_cuts
from kamchatka.tournament.progress import Step, next_step, steps_ahead, tasks, winners
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Round, Tournament
from kamchatka.tournament.views.cut import PODIUM, open_ties
from kamchatka.tournament.views.draw import may_draw_now
from kamchatka.tournament.views.naming import lone_stage, towards
from kamchatka.tournament.views.sheets import table_list

COMMANDS: Mapping[str, str] = {
    "draw": "draw",
    "begin": "start",
    "close": "close-round",
    "publish": "publish-standings",
}
"""Steps that one button performs at once, by the name of the command."""


@dataclass(frozen=True)
class NowView:
    """The next step, its explanation and the steps after it."""

    step: Step
    what: str
    """The step; `rules` if the regulation must be published first, `begin` while a table waits for the start.

    `cut-again` if corrected results would qualify others.
    """
    title: Notice
    lead: Notice | None
    then: tuple[Notice, ...]
    round: int


def now(tournament: Tournament, names: Names, lang: Language, running: Collection[int] = ()) -> NowView:
    """The view of the next step; `running` are the tables whose clocks were started."""
    step = next_step(tournament)
    *_, task = tasks(tournament)
    what, drawn = task.what, tournament.open_round
    if what == "record" and drawn and _waits_for_start(drawn, running):
        what = "begin"
    if what == "draw" and overtaken_cuts(tournament):
        what = "cut-again"
    number = drawn.number if drawn else tournament.next_number
    stage = following(tournament) or tournament.stage if step == "cut" else tournament.stage
    lone = lone_stage(tournament, number, lang)
    values: Values = {
        "round": number,
        "stage": lone or stage.name(lang),
        "towards": towards(stage, lang),
        "count": task.count,
        "tables": table_list(task.tables),
        "winners": ", ".join(winners(tournament, names)),
    }
    lead = None if what == "done" and not values["winners"] else Notice(f"board_page.lead.{what}", values)
    title = Notice(f"board_page.now.{what}", values)
    if lone and what in OF_ROUND:
        step_said = Notice(f"board_page.button.{what}", {}).sentence
        title = Notice("board_page.of_stage", {"step": step_said, "stage": lone})
    return NowView(step, what, title, lead, _ahead(tournament, number, lone, what), number)


def _waits_for_start(drawn: Round, running: Collection[int]) -> bool:
    """Whether a table waits for its clock: not where sheets come in from a round without clocks."""
    is_without = not running and any(table.result for table in drawn.tables.values())
    return not is_without and not {*drawn.unbegun} <= {*running}


OF_ROUND = ("draw", "publish-tables", "begin", "record", "close")
"""Steps whose sentence names the round, or its stage."""


def command_of(view: NowView, tournament: Tournament, names: Names) -> str:
    """The command that performs the step at once; empty if something must be looked at first."""
    if view.what == "draw":
        return COMMANDS["draw"] if may_draw_now(tournament) else ""
    if view.what == "publish" and open_ties(tournament, names, PODIUM):
        return ""
    return COMMANDS.get(view.what, "")


def _ahead(tournament: Tournament, number: int, lone: str, what: str) -> tuple[Notice, ...]:
    found: list[Notice] = []
    before: Step = next_step(tournament)
    steps = steps_ahead(tournament)
    if what in ("begin", "cut-again"):
        steps.insert(0, "record" if what == "begin" else "draw")
    for step in steps:
        if step == "draw" and before == "close":
            number, lone = number + 1, ""
        code = "tournament.step" if lone and step in OF_ROUND else "board_page.then"
        found.append(Notice(f"{code}.{step}", {"round": number}))
        before = step
    return tuple(found)
