"""Create an event from a file of results: its people, and the rounds that can be rebuilt.

What cannot be rebuilt is reported, never guessed: finals, byes, duels, void games, penalties and lots.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import tomli_w

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import Actor, Office
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import OpenTournament, create, new_seed, open_tournament
from kamchatka.app.tournaments.sheets import tables_of_round
from kamchatka.app.tournaments.texts import Texts, shipped_text
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import Refusal
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.files import parse
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.results.csv_file import read_csv
from kamchatka.scoring.results.model import Results, ResultsRound
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.views.notices import Notice
from kamchatka.scoring.views.quick import QuickFile
from kamchatka.store.people import Person
from kamchatka.tournament.arranging import ArrangeTables
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.recording import RecordSheet
from kamchatka.tournament.rounds import CloseRound
from kamchatka.tournament.settings import ChangeVisibility

FORMAT = "risultati-da-un-file"


@dataclass(frozen=True, kw_only=True)
class ImportedResults:
    """Results to import, and the rules of their standings."""

    name: str
    file: QuickFile
    results: Results
    rulebook: Rulebook
    formula: Formula
    options: Mapping[str, Any]
    """Options of the formula that differ from its defaults."""
    rules: Rules


@dataclass(frozen=True)
class ImportOutcome:
    """The new event, and notices of what could not be imported."""

    id: str
    people: int
    rounds: int
    left: tuple[Notice, ...]


def import_results(
    office: Office,
    actor: Actor,
    given: ImportedResults,
    *,
    among: Collection[str] | None = None,
    action: ActionId | None = None,
) -> ImportOutcome:
    """Create an event with these people and the rounds that can be rebuilt; hidden at first.

    `among`: match people only with those of these tournaments.
    """
    rounds = list(takewhile(_is_plain, given.results.rounds))
    id = create(
        office,
        actor,
        name=given.name,
        texts=_texts(given, len(rounds)),
        formula_options=given.options,
        judge_gate="open",
        signature_gate="open",
        action=action,
    )
    desk = open_tournament(office, id)
    if desk.tournament.entrants:  # a repeated request
        return ImportOutcome(id, len(desk.tournament.entrants), len(desk.tournament.rounds), ())
    execute(office, actor, id, ChangeVisibility(VisibilityChanged(is_shown=False)))
    enter(office, actor, id, list(_people(given.results)), among=among)
    data = read_csv(given.file.words).data if given.file.is_csv else parse(given.file.words, name="")
    by_number = {each.get("number", at): each for at, each in enumerate(data["round"], 1)}
    left = list(_left(given.results, rounds))
    done = 0
    for each in rounds:
        try:
            _play(office, actor, open_tournament(office, id), each, by_number[each.number])
        except Refusal as refusal:
            left.insert(
                0, Notice("quick_page.left.refused", {"round": each.number, "said": refusal.sentence})
            )
            break
        done += 1
    return ImportOutcome(id, len(given.results.players), done, tuple(left))


def _is_plain(played: ResultsRound) -> bool:
    """Whether every table of a round is a game that can be recorded."""
    return (
        played.summed
        and bool(played.tables)
        and all(
            table.kind == "table" and not table.void and table.sheet is not None and table.decides is None
            for table in played.tables
        )
    )


def _left(results: Results, rounds: list[ResultsRound]) -> Iterator[Notice]:
    """Notices of what is in the file but cannot be imported."""
    others = [str(each.number) for each in results.rounds if each not in rounds]
    if others:
        yield Notice("quick_page.left.rounds", {"rounds": ", ".join(others)})
    if results.penalties:
        yield Notice("quick_page.left.penalties", {"count": len(results.penalties)})
    if results.lots:
        yield Notice("quick_page.left.lots", {})
    books = {table.sheet.rulebook.id for table in results.tables() if table.sheet}
    if len(books) > 1:
        yield Notice("quick_page.left.rulebooks", {"rulebooks": ", ".join(sorted(books))})


def _texts(given: ImportedResults, rounds: int) -> Texts:
    """The texts of the event: a format with this number of rounds and the rules of the standings."""
    seated = [len(table.players) for each in given.results.rounds for table in each.tables]
    sizes = [size for size, _ in Counter(seated).most_common()]
    rules = given.rules
    standings = {
        "best": rules.best or 0,
        "absences": rules.absences,
        "games": rules.games,
        "ties": [tie for tie in rules.ties or () if tie != "lot"],
        "scope": rules.scope or given.formula.standings.scope,
        "order": rules.order,
    }
    shape = {
        "id": FORMAT,
        "title": "Risultati da un file",
        "title_en": "Results from a file",
        "about": "I turni di un file di risultati, sommati come diceva",
        "about_en": "The rounds of a results file, added up as it said",
        "rulebook": given.rulebook.id,
        "formula": given.formula.id,
        "entrants": [min(4, len(given.results.players)), 0],
        "tables": {"sizes": sizes},
        "standings": standings,
        "gates": {"judge": "open", "signatures": "open"},
        "stage": [
            {
                "id": "turni",
                "title": "Turni",
                "title_en": "Rounds",
                "rounds": max(rounds, 1),
                "rollcall": "each-round",
            }
        ],
    }
    return Texts(
        format=tomli_w.dumps(shape),
        formula=shipped_text("formula", given.formula.id),
        rulebook=shipped_text("rulebook", given.rulebook.id),
        ids={"format": FORMAT, "formula": given.formula.id, "rulebook": given.rulebook.id},
    )


def _people(results: Results) -> Iterator[ListedPlayer]:
    teams = {player: team.name for team in results.teams for player in team.players}
    for name in results.players:
        yield ListedPlayer(Person(name=name), {"team": teams[name]} if name in teams else {})


def _play(
    office: Office, actor: Actor, desk: OpenTournament, played: ResultsRound, data: Mapping[str, Any]
) -> None:
    """Record one round: roll call, tables as in the file, and results."""
    number = desk.tournament.next_number
    tables: dict[int, tuple[PersonId, ...]] = {
        table.number: tuple(desk.entrant(name) for name in table.players) for table in played.tables
    }
    here = tuple(who for people in tables.values() for who in people)
    away = tuple(who for who in desk.tournament.entrants if who not in here)
    begun = execute(office, actor, desk.id, CallRoll(present=here, absent=away), DrawRound(new_seed()))
    drawn = begun.desk.tournament.rounds[-1].tables
    reason = f"{desk.tournament.format.title}, {number}"
    wanted = {**dict.fromkeys(set(drawn) - set(tables), ()), **tables}
    arranged = execute(office, actor, desk.id, ArrangeTables(wanted, reason), note=reason)
    sheets: list[TournamentCommand] = [
        RecordSheet(table=each.table, seats=each.seats, neutral=each.neutral)
        for each in tables_of_round(arranged.desk, data, number)
    ]
    execute(office, actor, desk.id, *sheets, CloseRound())
