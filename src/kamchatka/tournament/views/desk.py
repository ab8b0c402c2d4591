"""The desk's first page: progress, tasks and notices."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from kamchatka.messages import Language, text
from kamchatka.scoring.views.notices import Notice, Values
from kamchatka.tournament.cutting import overtaken_cuts
from kamchatka.tournament.events import Settings
from kamchatka.tournament.format.tables import NoTables, TableShape
from kamchatka.tournament.format.warnings import warnings
from kamchatka.tournament.gates import gate, has_judge, unsigned
from kamchatka.tournament.progress import (
    State,
    Step,
    Task,
    dates,
    next_step,
    state_of,
    steps_ahead,
    tasks,
    winners,
)
from kamchatka.tournament.scores import Names
from kamchatka.tournament.seating.round import shapes_for
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.teams import players_to_seat

"""Tasks with a sentence of their own for one person, team or table."""


@dataclass(frozen=True)
class TaskView:
    """A task with its sentence."""

    plain_as = "what=task.what count=task.count tables=task.tables people=names sentence"

    task: Task
    sentence: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class SizesView:
    """Table sizes if the round were drawn now, for one count of players."""

    plain_as = "who players tables=tables.size"

    who: str
    """`ready`, `signed` (once missing signatures are given) or `everyone`."""
    players: int
    tables: tuple[TableShape, ...]
    refusal: NoTables | None = None

    def tables_in_words(self, lang: Language) -> str:
        """The tables, or why these players cannot be seated."""
        return self.refusal.sentence(lang) if self.refusal else shapes_in_words(self.tables, lang)

    def sentence(self, lang: Language) -> str:
        """The sentence for people."""
        said = self.tables_in_words(lang)
        return text(f"tournament.sizes.{self.who}", lang, players=self.players, tables=said)


@dataclass(frozen=True)
class DeskView:
    """The overview of a tournament."""

    plain_as = "name state stage round entrants winners todo next ahead dates sizes notices"

    name: str
    state: State
    stage: str
    stage_name: str
    round: int
    entrants: int
    winners: tuple[str, ...]
    todo: tuple[TaskView, ...]
    next: Step
    ahead: tuple[Step, ...]
    dates: tuple[date, ...]
    """Dates of the rounds, if they are played at a fixed interval."""
    sizes: tuple[SizesView, ...]
    notices: tuple[Notice, ...]


def shapes_in_words(tables: Sequence[TableShape], lang: Language) -> str:
    """ "25 tavoli da quattro e 1 da cinque"."""
    said = []
    for shape, count in Counter(tables).items():
        code = shape.kind if shape.kind != "table" else "one_table" if count == 1 else "tables"
        size = text(f"tournament.size.{shape.size}", lang) if shape.size > 1 else ""
        said.append(text(f"tournament.shape.{code}", lang, count=count, size=size))
    return ", ".join(said)


def desk(tournament: Tournament, names: Names, lang: Language) -> DeskView:
    """The overview an organiser sees first."""
    stage = tournament.stage
    played = tournament.open_round
    return DeskView(
        name=tournament.settings.name,
        state=state_of(tournament),
        stage=stage.id,
        stage_name=stage.name(lang),
        round=played.number if played else len(tournament.rounds),
        entrants=len(tournament.entrants),
        winners=winners(tournament, names),
        todo=tuple(task_view(each, names, lang) for each in tasks(tournament)),
        next=next_step(tournament),
        ahead=tuple(steps_ahead(tournament)),
        dates=dates(tournament),
        sizes=tuple(sizes_now(tournament)),
        notices=tuple(desk_notices(tournament, names)),
    )


def task_view(task: Task, names: Names, lang: Language) -> TaskView:
    """A task with its sentence."""
    people = task.teams or tuple(names[who] for who in task.people)
    code = f"tournament.task.{task.what}"
    tables = ", ".join(map(str, task.tables))
    said = text(code, lang, count=task.count, tables=tables, people=_few(people))
    return TaskView(task, said.replace("….", "…"), people)


def _few(names: Sequence[str], most: int = 6) -> str:
    return ", ".join(names[:most]) + ("…" if len(names) > most else "")


def sizes_now(tournament: Tournament) -> Iterator[SizesView]:
    """Table sizes if the next round were drawn now: ready players, all present ones, all members."""
    if tournament.open_round or next_step(tournament) not in ("rollcall", "draw", "enter"):
        return
    if len(tournament.parts) > 1 or (tournament.cut and tournament.cut.groups > 1):
        return  # each stage, or group, has its own tables
    here = players_to_seat(tournament)
    may_not = set(unsigned(here)) if gate(tournament, "signatures") == "refuse" else set()
    ways = {
        "ready": len(here) - len(may_not),
        "signed": len(here),
        "everyone": len(tournament.members),
    }
    told: set[int] = set()
    for who, players in ways.items():
        if not players or players in told:
            continue
        told.add(players)
        try:
            yield SizesView(who, players, shapes_for(tournament, players))
        except NoTables as refusal:
            yield SizesView(who, players, (), refusal)


def desk_notices(tournament: Tournament, names: Names) -> Iterator[Notice]:
    """Warnings that never block a command."""
    if not tournament.rounds:
        if gate(tournament, "judge") == "warn" and not has_judge(tournament):
            yield Notice("tournament.notice.no_judge", {"clause": "000-2a"})
        lacking = unsigned(players_to_seat(tournament))
        if gate(tournament, "signatures") == "warn" and lacking:
            people = _few([names[who] for who in lacking])
            clause = tournament.format.clause(tournament.format.gates, "signatures") or "000-2c"
            yield Notice("tournament.notice.unsigned", {"people": people, "clause": clause})
    yield from _paper_warnings(tournament.settings)
    for warning in warnings(tournament.format, len(tournament.playing), tournament.setup.rulebook):
        said: Values = {"said": warning.sentence, "clause": warning.clause}
        yield Notice("tournament.notice.advice" if warning.clause else "standings.said", said)
    if overtaken_cuts(tournament):
        yield Notice("tournament.notice.other_cut", {})
    late = [names[each.person] for each in tournament.playing if each.is_late]
    cards = tournament.format.rollcall.cards_lost
    if late and cards:
        clause = tournament.format.clause(tournament.format.rollcall, "cards_lost")
        yield Notice("tournament.notice.late", {"people": _few(late), "cards": cards, "clause": clause})


def paper_notices(settings: Settings) -> Iterator[Notice]:
    """What papers lack or leave out."""
    yield from _paper_warnings(settings)
    if settings.official and not settings.recognised:
        yield Notice("tournament.notice.not_recognised", {"clause": "001-P2"})


def _paper_warnings(settings: Settings) -> Iterator[Notice]:
    if settings.official and not settings.contact:
        yield Notice("tournament.notice.no_contact", {"clause": "001-N2"})
    for sponsor in settings.competitors:
        yield Notice("tournament.notice.competitor", {"sponsor": sponsor, "clause": "001-L2"})
