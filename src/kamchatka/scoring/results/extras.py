"""What a results file says beside its tables: penalties, teams, lots."""

from collections.abc import Iterator
from typing import Any, Protocol, get_args

from kamchatka import ledger
from kamchatka.faults import nearest
from kamchatka.ids import ClauseId
from kamchatka.scoring.numbers import Number, exact
from kamchatka.scoring.results.model import Lot, Penalty, Results, Target, Team
from kamchatka.scoring.sheet.names import tidied

PENALTY_KEYS = ("player", "points", "places", "target", "round", "ranking", "clause", "reason")
TEAM_KEYS = ("name", "players")
LOT_KEYS = ("player", "lot", "draw")


class Reader(Protocol):
    """Whoever reads the file and gathers its faults."""

    def fault(self, code: str, cell: str, **values: object) -> None:
        """Note a fault in a cell of the file."""

    def unknown(self, data: dict[str, Any], keys: tuple[str, ...], cell: str) -> None:
        """Note every key that nobody reads."""

    def entries(self, raw: object, cell: str) -> list[dict[str, Any]]:
        """A list of tables."""

    def names(self, raw: object, cell: str) -> tuple[str, ...]:
        """A list of players."""


def read_teams(reader: Reader, raw: object, results: Results) -> tuple[Team, ...]:
    """The teams: no name twice, nobody in two of them."""
    found: list[Team] = []
    member: dict[str, str] = {}
    known = results.known
    for position, data in enumerate(reader.entries(raw, "team"), 1):
        cell = f"team.{position}"
        reader.unknown(data, TEAM_KEYS, cell)
        name, players = tidied(data.get("name")), reader.names(data.get("players"), f"{cell}.players")
        if not isinstance(name, str) or not name:
            reader.fault("wrong_team", f"{cell}.name")
            continue
        if any(team.name == name for team in found):
            reader.fault("team_twice", f"{cell}.name", team=name)
        if data.get("players") == []:
            reader.fault("empty_team", f"{cell}.players", team=name)
        for player in players:
            if player in member:
                reader.fault("two_teams", f"{cell}.players", player=player, one=member[player], other=name)
            if player not in known:
                reader.fault("unknown_player", f"{cell}.players", player=player, nearest=_near(player, known))
            member[player] = name
        found.append(Team(name, players))
    return tuple(found)


def read_lots(reader: Reader, raw: object, results: Results) -> tuple[Lot, ...]:
    """Lots and dice drawn for the ranking: one for each player or team in a draw."""
    found: dict[tuple[str, str], Lot] = {}
    known = results.known | {team.name for team in results.teams}
    for position, data in enumerate(reader.entries(raw, "lot"), 1):
        cell = f"lot.{position}"
        reader.unknown(data, LOT_KEYS, cell)
        player, lot = tidied(data.get("player")), data.get("lot")
        draw = tidied(_text(reader, data, "draw", cell))
        drawn = [lot] if type(lot) is int else lot
        if not isinstance(drawn, list) or not drawn or not all(type(each) is int for each in drawn):
            reader.fault("wrong_lot", f"{cell}.lot")
        elif not _is_name(reader, data, cell):
            continue
        elif player not in known:
            reader.fault("unknown_player", f"{cell}.player", player=player, nearest=_near(player, known))
        elif (draw, player) in found:
            reader.fault("lot_twice", f"{cell}.player", player=player)
        else:
            found[draw, player] = Lot(player, tuple(drawn), draw)
    return tuple(found.values())


def read_penalties(reader: Reader, raw: object, results: Results) -> tuple[Penalty, ...]:
    """The penalties; each names somebody who played, and what it takes points from."""
    listed = enumerate(reader.entries(raw, "penalty"), 1)
    return tuple(
        penalty
        for position, data in listed
        for penalty in _penalty(reader, data, f"penalty.{position}", results)
    )


def _penalty(reader: Reader, data: dict[str, Any], cell: str, results: Results) -> Iterator[Penalty]:
    reader.unknown(data, PENALTY_KEYS, cell)
    player, target = tidied(data.get("player")), data.get("target")
    if not _is_name(reader, data, cell):
        return
    if player not in results.known:
        near = _near(player, results.known)
        reader.fault("unknown_player", f"{cell}.player", player=player, nearest=near)
        return
    found = next((known for known in get_args(Target) if known == target), None)
    if target is None:
        reader.fault("missing_target", f"{cell}.target", known=", ".join(get_args(Target)))
        return
    if found is None:
        reader.fault("unknown_target", f"{cell}.target", given=target, known=", ".join(get_args(Target)))
        return
    words = {key: _text(reader, data, key, cell) for key in ("ranking", "clause", "reason")}
    if words["clause"] and not ledger.known(words["clause"]):
        reader.fault("unknown_clause", f"{cell}.clause", given=words["clause"])
    if words["ranking"] and found != "ranking":
        reader.fault("ranking_not_here", f"{cell}.ranking")
    yield Penalty(
        player=player,
        target=found,
        points=_points(reader, data, cell, found),
        places=_places(reader, data, cell, found),
        round=_round(reader, data, cell, found, results),
        ranking=words["ranking"],
        clause=ClauseId(words["clause"]) if words["clause"] else None,
        reason=words["reason"],
    )


def _points(reader: Reader, data: dict[str, Any], cell: str, target: Target) -> Number:
    """Points lost; `7` and `-7` both mean seven points less."""
    if "points" not in data and target == "ranking" and "places" in data:
        return 0
    if data.get("points") is None:
        reader.fault("missing_penalty", f"{cell}.points")
        return 0
    try:
        points = exact(data["points"])
    except ValueError:
        reader.fault("not_exact", f"{cell}.points", given=data["points"])
        return 0
    if not points:
        reader.fault("no_penalty", f"{cell}.points")
    return points if points > 0 else -points


def _places(reader: Reader, data: dict[str, Any], cell: str, target: Target) -> int:
    places = data.get("places", 0)
    if type(places) is not int or not 0 <= places <= 9999:
        reader.fault("wrong_number", f"{cell}.places", given=places)
        return 0
    if places and target != "ranking":
        reader.fault("places_not_here", f"{cell}.places")
    return places


def _round(reader: Reader, data: dict[str, Any], cell: str, target: Target, results: Results) -> int | None:
    number, player = data.get("round"), tidied(data["player"])
    if number is None:
        if target == "result":
            reader.fault("penalty_without_round", f"{cell}.round")
        return None
    known = {each.number: each for each in results.rounds}
    if type(number) is not int or number not in known:
        reader.fault("unknown_round", f"{cell}.round", given=number)
        return None
    seated = [table for table in known[number].tables if player in table.players]
    there = any(not table.void or player in table.awards for table in seated)
    if target == "result" and seated and not there:
        reader.fault("penalty_on_void", f"{cell}.round", player=player, round=number)
    elif target == "result" and not there and player not in known[number].absent:
        reader.fault("penalty_without_result", f"{cell}.round", player=player, round=number)
    return number


def _is_name(reader: Reader, data: dict[str, Any], cell: str) -> bool:
    """Whether somebody is named at all."""
    player = tidied(data.get("player"))
    if type(player) is int:
        reader.fault("player_not_text", f"{cell}.player", given=player)
    elif not isinstance(player, str) or not player:
        reader.fault("wrong_player", f"{cell}.player")
    else:
        return True
    return False


def _text(reader: Reader, data: dict[str, Any], key: str, cell: str) -> str:
    raw = data.get(key, "")
    if not isinstance(raw, str):
        reader.fault("not_text", f"{cell}.{key}", given=raw)
        return ""
    return raw


def _near(player: str, known: frozenset[str]) -> str:
    """The players most likely meant; a few, for a tournament may have thousands."""
    return nearest(player, sorted(known)) if len(known) <= 200 else "…"
