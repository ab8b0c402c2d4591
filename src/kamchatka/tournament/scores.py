"""Results and standings of a tournament, computed by `scoring` with the rules of its format."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kamchatka.faults import Fault
from kamchatka.ids import ClauseId, PersonId
from kamchatka.scoring.numbers import Number, exact, ratio, written
from kamchatka.scoring.results.model import Lot, Penalty, PlayedTable, Results, Team
from kamchatka.scoring.results.model import ResultsRound as PlayedRound
from kamchatka.scoring.results.reading import results_from
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.sheet.places import MissingNumber, Treatment, decided_places, placings
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.standings.ranking import Standings, standings
from kamchatka.scoring.standings.scored import Result, results_by_player
from kamchatka.tournament.state import Round, Table, Tournament, once

Names = Mapping[PersonId, str]
"""The name of each person in results and standings; names are unique."""
STANDINGS_VERSION = 3
"""Version of standings: raised by any change that gives others for the same results."""
EVERY_PLACE = 9999
"""Places lost by disqualification: more than any tournament has."""


def ids(tournament: Tournament) -> Names:
    """Ids as names, for results that are not shown."""
    return {who: who for who in tournament.entrants}


def rules_of(tournament: Tournament, last: int | None = None) -> Rules:
    """The rules of the standings up to a round.

    The required number of games is capped at the rounds played, so standings exist after round 1.
    """
    said = tournament.format.standings
    best = said.best or None
    if said.drop:
        best = tournament.total_rounds - said.drop
    return Rules(
        best=best,
        absences=said.absences,
        games=min(said.games, rounds_so_far(tournament, last)),
        scope=said.scope,
        order=said.order,
        ties=(*said.ties, "lot") if said.ties else None,
        format=tournament.format.title,
    )


def rounds_so_far(tournament: Tournament, last: int | None = None) -> int:
    """Number of summed rounds with a result."""
    return sum(
        tournament.stage_named(each.stage).summed and any(table.result for table in each.tables.values())
        for each in tournament.rounds
        if last is None or each.number <= last
    )


def tournament_table(tournament: Tournament) -> dict[str, Any]:
    """The `[tournament]` table of a results file: the file alone gives the same standings."""
    rules, said = rules_of(tournament), tournament.format.standings
    table: dict[str, Any] = {
        "format": rules.format,
        "regulation": tournament.setup.rulebook.id,
        "formula": tournament.setup.formula.id,
        "options": dict(tournament.settings.formula_options),
        "best": rules.best,
        "absences": rules.absences,
        "games": rules.games,
        "ties": list(rules.ties or ()),
        "scope": rules.scope or tournament.setup.formula.standings.scope,
        "order": rules.order,
        "teams": said.teams,
    }
    return {key: value for key, value in table.items() if value not in (None, [], {}, 0, False)}


def results_of(tournament: Tournament, names: Names, last: int | None = None) -> Results:
    """The input of the standings up to a round: confirmed results only."""
    called = {who: player_name(name) for who, name in names.items()}
    until = [each for each in tournament.public_rounds if last is None or each.number <= last]
    read = (_round(tournament, each, called) for each in until)
    rounds = tuple(each for each in read if each.tables or each.absent)
    if not any(each.tables for each in rounds):
        return Results(rounds=())
    results = Results(title=tournament.settings.name, rounds=rounds)
    if tournament.format.void == "next-round":
        results = replace(results, rounds=tuple(_with_copies(tournament, results)))
    return replace(
        results,
        penalties=tuple(_penalties(tournament, called, results, last)),
        teams=tuple(_teams(tournament, called, until, results)),
        lots=tuple(
            Lot(called[who], (lot,), each.draw)
            for each in tournament.lots
            for who, lot in zip(each.people, each.lots, strict=True)
            if called[who] in results.known
        ),
    )


def _round(tournament: Tournament, played: Round, names: Names) -> PlayedRound:
    """A round with its settled tables."""
    tables = (
        table_read(tournament, played, table, names)
        for table in played.tables.values()
        if table.is_settled and (table.result or table.is_void or table.seated.kind == "bye")
    )
    is_summed = tournament.stage_named(played.stage).summed
    absent = (names[who] for who in played.missing if who in tournament.entrants and is_summed)
    is_open = not all(table.is_settled for table in played.tables.values())
    return PlayedRound(played.number, tuple(tables), tuple(absent), is_summed, is_open)


def table_read(tournament: Tournament, played: Round, table: Table, names: Names) -> PlayedTable:
    """The scored table, cached by round and names while the rulebook is unchanged."""
    key = (played.number, tuple(names[who] for who in table.people))
    book, found = table.readings.get(key, (None, None))
    if found is None or book is not tournament.setup.rulebook:
        results, faults = read_alone(tournament, played, table, names)
        assert not faults, [(each.code, each.where, each.values) for each in faults]
        [found] = results.tables()
        table.readings[key] = tournament.setup.rulebook, found
    return found


def read_alone(
    tournament: Tournament, played: Round, table: Table, names: Names
) -> tuple[Results, tuple[Fault, ...]]:
    """A single table parsed like a results file, and its faults."""
    is_summed = tournament.stage_named(played.stage).summed
    data = {"number": played.number, "summed": is_summed, "table": [_table_data(table, names)]}
    return results_from({"round": [data]}, tournament.setup.rulebook)


def _penalties(tournament: Tournament, names: Names, results: Results, last: int | None) -> Iterator[Penalty]:
    """Penalties of players who have results: given by a judge, or by disqualification."""
    rounds = {each.number for each in results.rounds}
    known = {(name, each.number) for each in results.rounds for name in _with_result(each)}
    for each in tournament.penalties:
        name = names[each.person]
        if name not in results.known or (last is not None and each.round is not None and each.round > last):
            continue
        if each.target != "result" or (name, each.round) in known:
            yield Penalty(
                player=name,
                target=each.target,
                points=exact(each.points),
                places=each.places,
                round=each.round if each.round in rounds else None,
                ranking=each.ranking,
                clause=each.clause,
            )
    for entrant in tournament.entrants.values():
        name = names[entrant.person]
        if entrant.status == "disqualified" and name in results.known:
            yield Penalty(player=name, target="ranking", places=EVERY_PLACE, clause=ClauseId("000-2f"))


def _with_result(played: PlayedRound) -> Iterator[str]:
    """Players with a result in the round; at a void table only those with an award."""
    for table in played.tables:
        yield from (name for name in table.players if name in table.awards or not table.void)
    yield from played.absent


def _teams(tournament: Tournament, names: Names, rounds: Sequence[Round], results: Results) -> Iterator[Team]:
    """Teams, with their seated players who have results."""
    seated = {who for each in rounds for table in each.tables.values() for who in table.seated.seats}
    found: dict[str, list[str]] = {}
    for entrant in tournament.entrants.values():
        name = names[entrant.person]
        if entrant.team and entrant.person in seated and name in results.known:
            found.setdefault(player_name(entrant.team), []).append(name)
    for team, players in found.items():
        yield Team(team, tuple(players))


def _with_copies(tournament: Tournament, results: Results) -> Iterator[PlayedRound]:
    """The rounds; a player's void game gets the score of the player's next game, else of the previous one."""
    is_void = any(table.void for table in results.tables())
    formula = tournament.setup.formula
    column = formula.columns.index(formula.score)
    scored = results_by_player(formula, results, absences=False) if is_void else {}

    def copied(table: PlayedTable) -> PlayedTable:
        own = tournament.rounds[table.round - 1].tables[table.number]
        awards = dict(table.awards)
        for who, name in zip(own.seated.seats, table.players, strict=True):
            played = [got for got in scored.get(name, ()) if got.is_game]
            score = _copied(played, table.round, column)
            if who not in own.at_fault and score is not None:
                awards[name] = ratio(max(score, 0), 1)
        return replace(table, awards=awards)

    for each in results.rounds:
        yield replace(each, tables=tuple(copied(table) if table.void else table for table in each.tables))


def _copied(played: list[Result], round: int, column: int) -> Number | None:
    """The score of the next game after this round, else of the last one before it; None without either."""
    later = sorted((got for got in played if got.round > round), key=lambda got: got.round)
    earlier = sorted((got for got in played if got.round < round), key=lambda got: -got.round)
    found = (later or earlier)[:1]
    return found[0].key[column] if found else None


def results_data(tournament: Tournament, names: Names) -> dict[str, Any]:
    """The results and the rules of the standings, as a results file writes them."""
    results = results_of(tournament, names)
    data: dict[str, Any] = {
        "title": tournament.settings.name,
        "tournament": tournament_table(tournament),
        "round": [_round_data(tournament, each, names) for each in results.rounds],
        "penalty": [_penalty_data(each) for each in results.penalties],
        "team": [{"name": each.name, "players": list(each.players)} for each in results.teams],
        "lot": [{"player": each.player, "lot": each.drawn[0], "draw": each.draw} for each in results.lots],
    }
    return {key: value for key, value in data.items() if value}


def _round_data(tournament: Tournament, read: PlayedRound, names: Names) -> dict[str, Any]:
    played = tournament.rounds[read.number - 1]
    found: dict[str, Any] = {"number": read.number, "table": []}
    for each in read.tables:
        table = _table_data(played.tables[each.number], names)
        for seat, name in zip(table["seat"], each.players, strict=True):
            if each.void and name in each.awards:
                seat["award"] = written(each.awards[name])
        found["table"].append(table)
    if not read.summed:
        found["summed"] = False
    elif read.absent:
        found["absent"] = list(read.absent)
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


def _penalty_data(penalty: Penalty) -> dict[str, Any]:
    said = {
        "player": penalty.player,
        "target": penalty.target,
        "points": written(penalty.points) if penalty.points else None,
        "places": penalty.places,
        "round": penalty.round,
        "ranking": penalty.ranking,
        "clause": penalty.clause,
    }
    return {key: value for key, value in said.items() if value}


@dataclass(frozen=True)
class Scoreboard:
    """Results of a tournament up to a round, and the standings computed from them."""

    tournament: Tournament
    names: Names
    last: int | None = None

    @cached_property
    def results(self) -> Results:
        """The results as `scoring` reads them."""
        return results_of(self.tournament, self.names, self.last)

    @cached_property
    def standings(self) -> Standings:
        """Standings of players, or of teams if the format says so. Raises Unscorable or MissingNumber."""
        teams = self.tournament.format.standings.teams
        return standings(self.tournament.setup.formula, self.results, self._rules, teams=teams)

    def after(self, round: int) -> Standings:
        """The standings after an earlier round."""
        then = replace(self, last=round)
        is_now = then.results == self.results and then._rules == self._rules
        return self.standings if is_now else then.standings

    @cached_property
    def players(self) -> Standings:
        """The standings of players, even if the format ranks teams."""
        return standings(self.tournament.setup.formula, self.results, self._rules)

    @property
    def _rules(self) -> Rules:
        return rules_of(self.tournament, self.last)

    @cached_property
    def current(self) -> Standings:
        """The standings without the required number of games; draws use them."""
        rules = replace(self._rules, games=0)
        return standings(self.tournament.setup.formula, self.results, rules)

    def tables_of(self, round: int) -> tuple[PlayedTable, ...]:
        """The settled tables of a round."""
        return next((each.tables for each in self.results.rounds if each.number == round), ())


def places_at(table: PlayedTable, each: int = 1) -> Mapping[str, int]:
    """Places at a table whose first `each` places may not be tied. Raises MissingNumber.

    Ties below those places may stay unbroken.
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


@once
def board_by_ids(tournament: Tournament) -> Scoreboard:
    """Results and standings so far, with ids as names."""
    return Scoreboard(tournament, ids(tournament))
