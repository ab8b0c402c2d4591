"""Commands on the draw: draw, redraw, receipt, and the plan of all rounds."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as RichTable

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL
from kamchatka.app.plain import plain
from kamchatka.app.tournaments.lists import read_list, read_text
from kamchatka.app.tournaments.opening import OpenTournament, new_secret, new_seed, open_tournament
from kamchatka.app.tournaments.receipt import (
    DrawStory,
    change_sentences,
    draw_story,
    receipt_data,
    receipt_head,
    receipt_json,
)
from kamchatka.app.tournaments.texts import setup_of, texts_of
from kamchatka.cli.output import console
from kamchatka.cli.tournament.desk import DeskCall, Id, Reason, RoundOption, Seed
from kamchatka.cli.tournament.rounds import print_tables
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.draws import DrawRound, PlanSeason, RedrawRound
from kamchatka.tournament.events import RoundDrawn
from kamchatka.tournament.seating.round import wishes_of
from kamchatka.tournament.seating.search import Progress as SearchProgress
from kamchatka.tournament.seating.season import season_of
from kamchatka.tournament.seating.views import (
    ReceiptView,
    broken_wish,
    receipt_view,
    seed_sentence,
    swap_views,
)
from kamchatka.tournament.state import Entrant, Round
from kamchatka.tournament.views.tables import tables

MOST_PLANNED, MOST_ROUNDS = 400, 40
SHOWN = 12
"""Maximum number of swaps listed on the terminal, best first."""
PLANNED_AS = "campionato-periodico"
"""The format whose table sizes a plan without a tournament uses."""


def draw(call: DeskCall, id: Id, seed: Seed = "") -> None:
    """Sorteggia i tavoli del prossimo turno · draw the tables of the next round."""
    _draw(call, id, DrawRound(seed or new_seed(), new_secret()))


def redraw(call: DeskCall, id: Id, reason: Reason = "") -> None:
    """Sorteggia di nuovo il turno, con chi c'è adesso · draw the round again, with whoever is there now.

    Il seme è lo stesso; restano i tavoli già cominciati e chi è stato spostato a mano · the seed is the same;
    tables that have begun stay, and so does whoever was moved by hand.
    """
    _draw(call, id, RedrawRound(reason, new_secret()))


def _draw(call: DeskCall, id: str, command: TournamentCommand) -> None:
    with call.writing(doing="tournament.drawing") as office:
        outcome = execute(office, TERMINAL, id, command, lang=call.lang)
    found = outcome.desk
    [drawn] = [event for event in outcome.events if isinstance(event, RoundDrawn)]
    views = tables(found.tournament, found.names, drawn.round)

    def draw() -> None:
        print_tables(views, call.lang)
        call.say(seed_sentence(drawn.receipt, call.lang))
        if drawn.receipt.wishes:
            kinds = ", ".join(text(f"format.show.wish.{kind}", call.lang) for kind in drawn.receipt.wishes)
            call.say(text("format.show.wishes", call.lang, wishes=kinds) + ".")
        call.notices([broken_wish(each, found.names) for each in drawn.receipt.violations])
        call.say_next("record", id)

    receipt = receipt_data(found, drawn.receipt, call.lang)
    call.give({"round": drawn.round, "stage": drawn.stage, "tables": views, "receipt": receipt}, draw)


def receipt(
    call: DeskCall,
    id: Id,
    round: RoundOption = None,
    swap: Annotated[
        str,
        typer.Option(help="Chi: che cosa cambierebbe scambiandolo con ogni altro · what swaps would change."),
    ] = "",
) -> None:
    """La ricevuta di un sorteggio: seme, desideri, perché non meglio · the receipt of a draw."""
    with call.reading() as office:
        found = open_tournament(office, id, call.lang)
        drawn = _round(found, round)
        view = receipt_view(found.tournament, found.names, drawn)
        story = draw_story(office, found, drawn.number, call.lang)
    swaps = swap_views(found.tournament, found.names, found.entrant(swap)) if swap else []

    def draw() -> None:
        if not swap:
            _print_receipt(call, view, story)
            return
        for each in swaps[:SHOWN]:
            call.say(each.sentence(call.lang))
        if not swaps:
            call.say(text("tournament.swaps_none", call.lang))

    call.give(lambda: {**receipt_json(found, view, story, call.lang), "swaps": swaps}, draw)


def _round(found: OpenTournament, number: int | None) -> Round:
    rounds = found.tournament.rounds
    if not rounds:
        raise NotPossibleNow("no_draw_yet")
    if number and number > len(rounds):
        raise NotUnderstood("no_such_round", round=number, last=len(rounds))
    return rounds[(number or len(rounds)) - 1]


def _print_receipt(call: DeskCall, view: ReceiptView, story: DrawStory) -> None:
    lang = call.lang
    for line in receipt_head(view, story, lang):
        call.say(line)
    if view.wishes:
        grid = RichTable(
            *(text(f"tournament.receipt_column.{each}", lang) for each in ("wish", "failed", "why"))
        )
        for each in view.wishes:
            name = text(f"format.show.wish.{each.outcome.wish}", lang)
            grid.add_row(name, str(each.failed), each.why(lang))
        console().print(grid)
    call.notices([each.notice for each in view.failures])
    for notice in view.remedies():
        call.say(notice.sentence(lang))
    for line in change_sentences(story, lang):
        call.say(line)


def plan(
    call: DeskCall,
    id: Annotated[
        str, typer.Argument(metavar="[TORNEO]", help="Il codice del torneo · the tournament's id.")
    ] = "",
    *,
    players: Annotated[int | None, typer.Option(min=4, help="Quanti sono · how many they are.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Quante serate · how many evenings.")] = None,
    clubs: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Elenco con i club · a list with clubs.")
    ] = None,
    seed: Seed = "",
) -> None:
    """Pianifica tutti i turni insieme, così ci si ritrova il meno possibile · plan all rounds together.

    Con il codice di un torneo che pianifica i suoi turni, fa e mostra il suo piano · with a tournament's id,
    makes and shows its plan.
    """
    if id and (players or rounds or clubs):
        raise NotUnderstood("plan_what")
    if id:
        _plan_tournament(call, id, seed)
        return
    people = _listed(clubs, players)
    if not people or not rounds:
        raise NotUnderstood("plan_what")
    if len(people) > MOST_PLANNED or rounds > MOST_ROUNDS:
        raise NotUnderstood("plan_too_many", players=MOST_PLANNED, rounds=MOST_ROUNDS)
    season = season_of(setup_of(texts_of(PLANNED_AS), {}, {}).format, people, rounds, seed or new_seed())
    with _search_bar(call, season.tries) as progress:
        found = season.plan(progress)
    number = {each.person: each.number for each in people}
    numbered = [[[number[who] for who in table] for table in each] for each in found.rounds]

    data = {"seed": season.seed, "rounds": numbered, "repeats": found.repeats, "bound": found.bound}
    _give_plan(call, data, numbered, 1, with_clubs=any(each.club for each in people))


def _listed(clubs: Path | None, players: int | None) -> list[Entrant]:
    """The people of a list, or `players` people without a club."""
    if clubs is None:
        return [Entrant(person=PersonId(f"p-{at:04d}"), number=at) for at in range(1, (players or 0) + 1)]
    listed = read_list(read_text(clubs))
    if players and players != len(listed):
        raise NotUnderstood("plan_clubs", path=clubs, listed=len(listed), players=players)
    return [
        Entrant(person=PersonId(f"p-{at:04d}"), number=at, club=each.person.club, family=each.said["family"])
        for at, each in enumerate(listed, 1)
    ]


@contextmanager
def _search_bar(call: DeskCall, tries: int) -> Iterator[SearchProgress]:
    """A progress bar for the search of a plan."""
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, disable=call.as_json or not screen.is_terminal) as bar:
        task = bar.add_task(text("tournament.planning", call.lang, repeats="…"), total=tries)

        def shown(number: int, repeats: int) -> None:
            said = text("tournament.planning", call.lang, repeats=repeats)
            bar.update(task, completed=number, description=said)

        yield shown


def _plan_tournament(call: DeskCall, id: str, seed: str) -> None:
    """Plan a tournament, unless it has a plan and no seed is given; show the plan."""
    found = call.desk(id)
    planned = found.tournament.plan
    if planned is None or seed:
        with call.writing(doing="tournament.drawing") as office:
            execute(office, TERMINAL, id, PlanSeason(seed or new_seed()))
            found = open_tournament(office, id, call.lang)
        planned = found.tournament.plan
    assert planned is not None
    number = {who: each.number for who, each in found.tournament.entrants.items()}

    numbered = [[[number[who] for who in table] for table in each] for each in planned.rounds]
    named = [[[found.names[who] for who in table] for table in each] for each in planned.rounds]
    data = {**plain(planned, call.lang, "seed first rounds repeats bound"), "rounds": numbered}
    with_clubs = any(wish.kind == "club" for wish in wishes_of(found.tournament))
    _give_plan(call, data, named, planned.first, with_clubs=with_clubs)


def _give_plan(
    call: DeskCall,
    data: Mapping[str, Any],
    rounds: Sequence[Sequence[Sequence[object]]],
    first: int,
    *,
    with_clubs: bool,
) -> None:
    """Print a plan as JSON, or its rounds with people by number or name."""

    def draw() -> None:
        for number, each in enumerate(rounds, first):
            call.say(text("tournament.plan_title", call.lang, round=number))
            for at, table in enumerate(each, 1):
                call.say(f"  {at}: {', '.join(map(str, table))}")
        code = "plan_perfect" if not data["repeats"] else "plan_done_clubs" if with_clubs else "plan_done"
        call.say(text(f"tournament.{code}", call.lang, repeats=data["repeats"], bound=data["bound"]))
        call.say(text("tournament.plan_seed", call.lang, seed=data["seed"]))

    call.give(data, draw)
