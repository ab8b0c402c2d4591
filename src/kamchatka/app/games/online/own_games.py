"""The games of one device: whose turn it is, how long there is, what happened since it last looked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kamchatka.app.games.online.diary import since
from kamchatka.app.games.online.hall import TableHall
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.lobby import TableCard, card, lobby
from kamchatka.app.games.online.refusals import Unknown
from kamchatka.app.games.online.table import OnlineTable
from kamchatka.clock import SECOND
from kamchatka.game.names import COLOURS, letter
from kamchatka.ids import Seat
from kamchatka.messages import Language
from kamchatka.rules.places import final_points


@dataclass(frozen=True, kw_only=True)
class OwnGame:
    """A table where the device sits."""

    card: TableCard
    left: float | None
    """Seconds left to whoever must act; None without a clock."""
    share: float
    """The same as a share of a whole turn with its reserve, from 0 to 1."""
    lost: tuple[str, ...]
    """Territories that its seat lost since it last looked."""
    taken: tuple[str, ...]
    is_abandoned: bool
    place: int | None
    half_points: int


@dataclass(frozen=True)
class OwnGames:
    """To play, the most urgent first; to start; to wait for; finished."""

    mine: tuple[OwnGame, ...]
    waiting: tuple[OwnGame, ...]
    others: tuple[OwnGame, ...]
    over: tuple[OwnGame, ...]

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.mine or self.waiting or self.others or self.over)


def own_games(hall: TableHall, device: str, seen: Mapping[str, int], lang: Language) -> OwnGames:
    """The games of a device; `seen` has the version of each table that it showed last."""
    if not device:
        return OwnGames((), (), (), ())
    ids = {each.id: 0 for each in lobby(hall, device, lang).mine} | dict(seen)
    found = [game for id, version in ids.items() for game in _own(hall, id, device, version, lang)]
    states = {"waiting": "waiting", "ready": "waiting", "over": "over"}
    lists: dict[str, list[OwnGame]] = {"waiting": [], "over": [], "mine": [], "others": []}
    for game in sorted(found, key=lambda game: (game.left is None, game.left, game.card.opened)):
        lists[states.get(game.card.state, "mine" if game.card.is_my_turn else "others")].append(game)
    return OwnGames(**{name: tuple(games) for name, games in lists.items()})


def _own(hall: TableHall, id: str, device: str, version: int, lang: Language) -> Iterator[OwnGame]:
    try:
        live = hall.live(id)
    except Unknown:
        return
    with live.lock:
        table = live.table
        chair = table.chair_of(device)
        if chair is None:
            return
        seat = table.seat_of(chair)
        told = since(table, seat, version, lang) if seat is not None and version else None
        left, share = _time_left(hall, live)
        yield OwnGame(
            card=card(live, device, lang),
            left=left,
            share=share,
            lost=told.lost if told else (),
            taken=told.taken if told else (),
            is_abandoned=table.is_abandoned,
            place=_place(table, seat),
            half_points=_points(table, seat),
        )


def _time_left(hall: TableHall, live: LiveTable) -> tuple[float | None, float]:
    table, game = live.table, live.table.game
    seat = game.to_act if game is not None and not table.is_over else None
    whole = None if seat is None else table.clock.left(seat)
    if whole is None:
        return None, 0
    left = max(0, whole - live.spent(hall.timer()))
    return left / SECOND, left / max(1, table.clock.turn_time + table.clock.reserve)


def _place(table: OnlineTable, seat: Seat | None) -> int | None:
    game = table.game
    return game.position.place[seat] if game is not None and seat is not None and game.is_over else None


def _points(table: OnlineTable, seat: Seat | None) -> int:
    game = table.game
    if game is None or seat is None or not game.is_over:
        return 0
    return final_points(game.tables, game.position, game.secrets, seat)


def colours_of(hall: TableHall, id: str) -> Mapping[str, str]:
    """The colour of each owner on the small map: seats by letter, `-` neutral, `.` nobody."""
    live = hall.in_memory(id)
    found = {"-": "neutral", ".": "none"}
    if live is None or live.table.game is None:
        return found
    game = live.table.game
    chosen = {letter(seat): game.position.colour[seat] for seat in range(game.seats)}
    return found | {seat: COLOURS[colour] if colour >= 0 else "none" for seat, colour in chosen.items()}
