"""From a tournament to its results and standings, which `scoring` makes by the rules of the format."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kamchatka.ids import PersonId
from kamchatka.scoring.numbers import Number, written
from kamchatka.scoring.results.model import PlayedTable, Results
from kamchatka.scoring.results.reading import results_from
from kamchatka.scoring.sheet.places import MissingNumber, Treatment, decided_places, placings
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.standings.ranking import Standings, standings
from kamchatka.scoring.standings.scored import Result, results_by_player
from kamchatka.tournament.state import Round, Table, Tournament

Names = Mapping[PersonId, str]
"""What everybody is called in results and standings: each differently."""
EVERY_PLACE = 9999
"""Places that whoever was disqualified loses: all there are."""


def ids(tournament: Tournament) -> Names:
    """People called by their ids, where nobody reads the names."""
    return {who: who for who in tournament.entrants}


def rules_of(tournament: Tournament, last: int | None = None) -> Rules:
    """How this tournament's results become standings, up to a round.

    Nobody is asked for more games than there were rounds: there are standings after the first one too.
    """
    said = tournament.format.standings
    best = said.best or None
    if said.drop:
        best = tournament.total_rounds - said.drop
    return Rules(
        best=best,
        absences=said.absences,
        games=min(said.games, _rounds_so_far(tournament, last)),
        scope=said.scope,
        order=said.order,
        ties=(*said.ties, "lot") if said.ties else None,
        format=tournament.format.title,
    )


def _rounds_so_far(tournament: Tournament, last: int | None) -> int:
    """Rounds with a result that is added up."""
    return sum(
        tournament.stage_named(each.stage).summed and any(table.result for table in each.tables.values())
        for each in tournament.rounds
        if last is None or each.number <= last
    )


def tournament_table(tournament: Tournament, last: int | None = None) -> dict[str, Any]:
    """The `[tournament]` table of a results file: the same rules for whoever has only the file."""
    rules, said = rules_of(tournament, last), tournament.format.standings
    table: dict[str, Any] = {
        "format": rules.format,
        "regulation": tournament.setup.rulebook.id,
        "formula": tournament.setup.formula.id,
        "options": dict(tournament.settings.formula_options),
        "best": rules.best,
        "absences": rules.absences,
        "games": rules.games,
        "ties": list(rules.ties or ()),
        "scope": rules.scope,
        "order": rules.order,
        "teams": said.teams,
    }
    return {key: value for key, value in table.items() if value not in (None, [], {}, 0, False)}


def results_data(tournament: Tournament, names: Names, last: int | None = None) -> dict[str, Any]:
    """What a results file would hold, up to a round: only what stands, nothing that awaits confirmation."""
    rounds = [each for each in tournament.public_rounds if last is None or each.number <= last]
    data: dict[str, Any] = {
        "title": tournament.settings.name,
        "tournament": tournament_table(tournament, last),
        "round": [round_data(tournament, each, names) for each in rounds],
        "penalty": list(_penalties(tournament, names, last)),
        "team": list(_teams(tournament, names, rounds)),
        "lot": [
            {"player": names[who], "lot": lot, "draw": each.draw}
            for each in tournament.lots
            for who, lot in zip(each.people, each.lots, strict=True)
        ],
    }
    data["round"] = [each for each in data["round"] if each["table"] or each.get("absent")]
    if not any(each["table"] for each in data["round"]):
        data["round"] = []
    if tournament.format.void == "next-round":
        _copy_scores(tournament, data)
    known = {(name, each["number"]) for each in data["round"] for name in _with_result(each)}
    everybody = {
        seat["player"] for each in data["round"] for table in each["table"] for seat in table["seat"]
    }
    everybody |= {name for each in data["round"] for name in each.get("absent", ())}
    for key in ("penalty", "lot"):
        data[key] = [each for each in data[key] if each["player"] in everybody]
    for team in data["team"]:
        team["players"] = [name for name in team["players"] if name in everybody]
    data["team"] = [team for team in data["team"] if team["players"]]
    told = {each["number"] for each in data["round"]}
    for each in data["penalty"]:
        if each["target"] != "result" and each.get("round", 0) not in told:
            each.pop("round", None)
    data["penalty"] = [
        each
        for each in data["penalty"]
        if each["target"] != "result" or (each["player"], each["round"]) in known
    ]
    return {key: value for key, value in data.items() if value}


def _with_result(played: dict[str, Any]) -> Iterator[str]:
    """Those who have a result in a round, from which points can be taken: at a void table only by award."""
    for table in played["table"]:
        yield from (seat["player"] for seat in table["seat"] if "award" in seat or not table.get("void"))
    yield from played.get("absent", ())


def round_data(tournament: Tournament, played: Round, names: Names) -> dict[str, Any]:
    """A round as a results file writes it: the tables whose results stand."""
    stage = tournament.stage_named(played.stage)
    tables = [
        _table_data(table, names)
        for table in played.tables.values()
        if table.is_settled and (table.result or table.is_void or table.seated.kind == "bye")
    ]
    found: dict[str, Any] = {"number": played.number, "table": tables}
    if not stage.summed:
        found["summed"] = False
    elif played.missing:
        found["absent"] = [names[who] for who in played.missing if who in tournament.entrants]
    return found


def _table_data(table: Table, names: Names) -> dict[str, Any]:
    seated = table.seated
    found: dict[str, Any] = {"number": seated.number}
    if seated.kind != "table":
        found["kind"] = seated.kind
    if seated.decides:
        found["decides"] = seated.decides
    if table.is_void or table.result is None:
        award = {} if seated.award is None else {"award": seated.award}
        found |= {"void": True} if table.is_void else {}
        return {**found, "seat": [{"player": names[who], **award} for who in seated.seats]}
    if table.result.neutral:
        found["neutral"] = dict(table.result.neutral)
    seats = [{"player": names[seat.person], **seat.cells} for seat in table.result.seats]
    return {**found, "seat": seats}


def _penalties(tournament: Tournament, names: Names, last: int | None) -> Iterator[dict[str, Any]]:
    for each in tournament.penalties:
        if last is None or each.round is None or each.round <= last:
            said = {
                "player": names[each.person],
                "target": each.target,
                "points": None if each.points == "0" else each.points,
                "places": each.places,
                "round": each.round,
                "ranking": each.ranking,
                "clause": each.clause,
            }
            yield {key: value for key, value in said.items() if value}
    for entrant in tournament.entrants.values():
        if entrant.status == "disqualified":
            reason = {"target": "ranking", "places": EVERY_PLACE, "clause": "000-2f"}
            yield {"player": names[entrant.person], **reason}


def _teams(tournament: Tournament, names: Names, rounds: list[Round]) -> Iterator[dict[str, Any]]:
    seated = {who for each in rounds for table in each.tables.values() for who in table.seated.seats}
    found: dict[str, list[str]] = {}
    for entrant in tournament.entrants.values():
        if entrant.team and entrant.person in seated:
            found.setdefault(entrant.team, []).append(names[entrant.person])
    for name, players in found.items():
        yield {"name": name, "players": players}


def _copy_scores(tournament: Tournament, data: dict[str, Any]) -> None:
    """Give void games the score of the next game each of their players played, else of the last one."""
    void = [(each, table) for each in data["round"] for table in each["table"] if table.get("void")]
    if not void:
        return
    formula = tournament.setup.formula
    column = formula.columns.index(formula.score)
    plain = {**data, "penalty": []}  # what was taken from one result is not taken from its copy
    scored = results_by_player(formula, _results(tournament, plain), absences=False)
    at_fault = {
        (each.number, table.number): table.at_fault
        for each in tournament.rounds
        for table in each.tables.values()
    }
    for each, table in void:
        guilty = at_fault[each["number"], table["number"]]
        people = tournament.rounds[each["number"] - 1].tables[table["number"]].seated.seats
        for who, seat in zip(people, table["seat"], strict=True):
            played = [got for got in scored.get(seat["player"], ()) if got.is_game]
            score = _copied(played, each["number"], column)
            if who not in guilty and score is not None:
                seat["award"] = written(max(score, 0))


def _copied(played: list[Result], round: int, column: int) -> Number | None:
    """The score of the first game after this round, else of the last one before; None if there is neither."""
    later = sorted((got for got in played if got.round > round), key=lambda got: got.round)
    earlier = sorted((got for got in played if got.round < round), key=lambda got: -got.round)
    found = (later or earlier)[:1]
    return found[0].key[column] if found else None


def _results(tournament: Tournament, data: dict[str, Any]) -> Results:
    played = {key: value for key, value in data.items() if key != "tournament"}
    results, faults = results_from(played, tournament.setup.rulebook)
    assert not faults, [(each.code, each.where, each.values) for each in faults]
    return results


@dataclass(frozen=True)
class Scoreboard:
    """The results of a tournament up to a round, and what follows from them."""

    tournament: Tournament
    names: Names
    last: int | None = None

    @cached_property
    def results(self) -> Results:
        """As `scoring` knows them."""
        data = results_data(self.tournament, self.names, self.last)
        return _results(self.tournament, data) if data.get("round") else Results(rounds=())

    @cached_property
    def standings(self) -> Standings:
        """In order, of players or of teams as the format says. Raises Unscorable or MissingNumber."""
        teams = self.tournament.format.standings.teams
        return standings(self.tournament.setup.formula, self.results, self._rules, teams=teams)

    @cached_property
    def players(self) -> Standings:
        """The standings of players, whoever is ranked."""
        return standings(self.tournament.setup.formula, self.results, self._rules)

    @property
    def _rules(self) -> Rules:
        return rules_of(self.tournament, self.last)

    @cached_property
    def current(self) -> Standings:
        """The same with those who have yet to play as many games as are asked: tables are drawn by it."""
        rules = replace(self._rules, games=0)
        return standings(self.tournament.setup.formula, self.results, rules)

    def tables_of(self, round: int) -> tuple[PlayedTable, ...]:
        """The tables of a round whose results stand."""
        return next((each.tables for each in self.results.rounds if each.number == round), ())


def places_at(table: PlayedTable, each: int = 1) -> Mapping[str, int]:
    """Who came where at a table that so many win: none of their places is shared. Raises MissingNumber.

    Ties behind them may stand where nobody has broken them.
    """
    if table.sheet is None:
        return table.places
    try:
        places = decided_places(table.sheet)
    except MissingNumber:
        places = tuple(placing.place for placing in placings(table.sheet, Treatment("keep")))
        if sum(place <= each for place in places) != each:
            raise
    return dict(zip(table.players, places, strict=True))
