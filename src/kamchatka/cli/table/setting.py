"""Sitting down: a new game with its players, luck and file, or one that was left."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kamchatka.app.departure import departure
from kamchatka.cli.output import command
from kamchatka.cli.table.bots import Bots
from kamchatka.cli.table.desk import Desk, on_the_wall
from kamchatka.cli.table.keeping import Keeper, make_room, new_path, read_record, read_text
from kamchatka.cli.table.limit import Limit
from kamchatka.cli.table.locking import alone_with
from kamchatka.cli.table.luck import bot_seed, gather_entropy
from kamchatka.cli.table.people import Player, line_up, player_of
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.screen import Left, Screen
from kamchatka.cli.table.words import counted
from kamchatka.game.chance import Chance, Seeded, Typed
from kamchatka.game.codec import Unreadable
from kamchatka.game.fair import Fair, Promise, new_secret
from kamchatka.game.game import Game
from kamchatka.game.record import Differs, OtherRegulation, OtherVersion, Record, facts, replay, resumed
from kamchatka.messages import text
from kamchatka.rulebook import Rulebook
from kamchatka.rules import RULES_VERSION


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What the people asked for when they sat down."""

    seats: int
    players: str
    seed: int | None
    typed_dice: bool
    record: str
    minutes: int | None
    laps: int
    hide: bool
    now: Callable[[], float] = time.monotonic
    wall: Callable[[], datetime] = on_the_wall


def new_game(screen: Screen, book: Rulebook, wanted: Wanted, held: ExitStack) -> tuple[Desk, Bots]:
    """A game that begins, and its file `held` for it; NotSo if it cannot."""
    held.enter_context(screen.interrupts.heard())
    now = wanted.wall()
    path = new_path(wanted.record, now.strftime("%Y%m%d-%H%M%S"))
    make_room(path)
    held.enter_context(alone_with(path))
    players = _players(screen, book, wanted)
    # A game from a seed is the same whenever it is played: its table has no date.
    table = "terminale" if wanted.seed is not None else f"terminale {now.strftime('%Y-%m-%d %H:%M:%S')}"
    keeper = Keeper(path, table, players)
    limit = Limit.of(book, wanted.minutes, wanted.laps, wanted.now)
    _introduce(screen, book, keeper, lambda: _tell_limit(screen, book, limit))
    chance = _luck(screen, keeper, wanted)
    game = Game.start(book, len(players), chance)
    screen.say("")
    desk = Desk(game, keeper, screen, limit, hide=wanted.hide, wall=wanted.wall)
    return desk, _bots(keeper.record(game, reveal=False))


def resumed_game(screen: Screen, path: Path, wanted: Wanted, held: ExitStack) -> tuple[Desk, Bots]:
    """A game that goes on where it was left, and its file `held` for it; NotSo if it cannot."""
    held.enter_context(screen.interrupts.heard())
    read_text(path)  # what is not there needs no lock; what is there is read once nobody else writes it
    held.enter_context(alone_with(path))
    seen = command("replay", path)
    try:
        record = read_record(path)
        keeper = Keeper(path, record.table, tuple(player_of(name) for name in record.players))
        game = resumed(record, _same_luck(record, keeper))
    except Unreadable as error:
        raise NotSo("differs", sentence=error.sentence(screen.lang)) from error
    except OtherVersion as error:
        raise NotSo("other_version", found=error.rules_version, ours=RULES_VERSION, command=seen) from error
    except OtherRegulation as error:
        raise NotSo("other_regulation", id=error) from error
    except Differs as error:
        told = departure(record, error, screen.lang).sentence(screen.lang)
        raise NotSo("differs", sentence=told) from error
    if game.is_over:
        raise NotSo("already_over", path=path, command=seen)
    screen.line(text("play.start.resumed", screen.lang, path=path), "bold")
    # The minutes played before are known only to who left: they are told how many to resume with.
    limit = Limit.of(game.rulebook, wanted.minutes or 0, wanted.laps, wanted.now)
    _introduce(screen, game.rulebook, keeper, lambda: _tell_what_is_left(screen, limit))
    known = _length_before(game, record)
    desk = Desk(game, keeper, screen, limit, hide=wanted.hide, known=known, wall=wanted.wall)
    return desk, _bots(record)


def _length_before(game: Game, record: Record) -> int:
    """How much of the log was there before luck that was awaited came with the resuming."""
    old = len(facts(record.entries))
    seen = 0
    for at, entry in enumerate(game.entries):
        if facts((entry,)):
            seen += 1
        if seen > old:
            return at
    return len(game.entries)


def _bots(record: Record) -> Bots:
    return Bots(bot_seed(record.luck, record.table))


def _players(screen: Screen, book: Rulebook, wanted: Wanted) -> tuple[Player, ...]:
    typed = wanted.players or screen.ask(text("play.start.who", screen.lang))
    typed = typed or text("play.start.somebody", screen.lang)
    return line_up(typed, wanted.seats, book.seats.sizes, book.seats.preferred)


def _introduce(screen: Screen, book: Rulebook, keeper: Keeper, tell_time: Callable[[], None]) -> None:
    lang = screen.lang
    screen.say(text("play.start.rulebook", lang, title=book.title(lang), id=book.id), "bold")
    screen.say(text("play.start.chairs", lang, names=", ".join(player.name for player in keeper.players)))
    tell_time()
    screen.line(text("play.start.file", lang, path=keeper.path))
    screen.say(text("play.start.help", lang))


def _tell_limit(screen: Screen, book: Rulebook, limit: Limit) -> None:
    """How long is played, and whether the regulation foresees it."""
    lang = screen.lang
    clock = book.clock
    if limit.minutes:
        code = f"play.start.minutes_from_{clock.starts.replace('-', '_')}"
        screen.say(text(code, lang, minutes=counted("minutes", limit.minutes, lang)))
        if not clock.minutes_least <= limit.minutes <= clock.minutes_most:
            code = "fixed" if clock.minutes_least == clock.minutes_most else "foreseen"
            values = {"least": clock.minutes_least, "most": clock.minutes_most}
            screen.say(text(f"play.start.minutes_{code}", lang, **values), "yellow")
    if limit.laps:
        screen.say(text("play.start.laps", lang, laps=limit.laps))
    if not limit.minutes and not limit.laps:
        screen.say(text("play.start.no_limit", lang))


def _tell_what_is_left(screen: Screen, limit: Limit) -> None:
    """How much longer a resumed game is played."""
    if limit.minutes:
        minutes = counted("minutes", limit.minutes, screen.lang)
        screen.say(text("play.start.minutes_left", screen.lang, minutes=minutes))
    if limit.laps:
        screen.say(text("play.start.laps", screen.lang, laps=limit.laps))
    if not limit.minutes and not limit.laps:
        screen.say(text("play.start.no_limit_left", screen.lang))


def _luck(screen: Screen, keeper: Keeper, wanted: Wanted) -> Chance:
    lang = screen.lang
    if wanted.seed is not None:
        screen.say(text("play.start.seed", lang, seed=wanted.seed))
        return Seeded(wanted.seed)
    if wanted.typed_dice:
        screen.say(text("play.start.table", lang))
        return Typed()
    secret = new_secret()
    keeper.keep_secret(secret)
    promise = Fair(keeper.table, secret, ()).promise
    screen.line(text("play.fair.commitment", lang, commitment=promise.commitment.hex()), "bold")
    screen.say(text("play.fair.explain", lang))
    try:
        return Fair(keeper.table, secret, gather_entropy(screen, keeper.players))
    except Left:
        keeper.secret_path.unlink(missing_ok=True)
        raise


def _same_luck(record: Record, keeper: Keeper) -> Chance:
    """The luck a game began with, to go on with."""
    match record.luck:
        case Promise(table, _, entropy, None):
            return Fair(table, keeper.secret_of(record.luck), entropy)
        case Promise():
            code = "already_over" if _ended(record) else "told_secret"
            raise NotSo(code, path=keeper.path, command=command("replay", keeper.path))
    return record.luck


def _ended(record: Record) -> bool:
    """Whether a record tells a game to its end; a text is asked by playing it again."""
    return replay(record).is_over
