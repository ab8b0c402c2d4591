"""Where a secret might show: all that is said of a fair table, and how a secret could be written in it."""

import base64
import json
import traceback
from collections.abc import Iterator

from kamchatka.game.coding import UnknownName
from kamchatka.game.events import Event
from kamchatka.game.fair import Fair, key_of
from kamchatka.game.game import Game
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.game.sentences import sentence
from kamchatka.game.view import Viewer, event_for, view
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load
from tests.game import fair_games as games
from tests.game.play import Draw, Wanderer, copy_of


def forms(secret: bytes) -> list[bytes]:
    """How a secret might be written: raw, hexadecimal, decimal, as Python, base64 amid other data."""
    found = [secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret)[2:-1].encode()]
    found += [str(int.from_bytes(secret, order)).encode() for order in ("big", "little")]
    found += [str(list(secret))[1:-1].encode(), ",".join(map(str, secret)).encode()]
    for before in range(3):
        # The first and the last signs depend on what stands around the secret.
        core = base64.b64encode(bytes(before) + secret + bytes(-(before + len(secret)) % 3))
        inner = core[4 if before else 0 : len(core) - 4]
        found += [inner, inner.translate(bytes.maketrans(b"+/", b"-_"))]
    return found


def leaks(chance: Fair, said: list[str]) -> list[str]:
    """What was said that contains the secret of this table, or the key that follows from it."""
    hidden = [
        form
        for secret in (chance.secret, key_of(chance.secret, chance.table, chance.entropy))
        for form in (*forms(secret), *forms(secret[:16]), *forms(secret[16:]))
    ]

    def holds(blob: str) -> bool:
        encoded = blob.encode("utf-8"), blob.encode("latin-1", errors="replace")
        return any(form in each for each in encoded for form in hidden)

    return [each for each in said if holds(each)] if holds("\0".join(said)) else []


def viewers(game: Game) -> list[Viewer]:
    return ["public", "judge", *(Seat(seat) for seat in range(game.seats))]


def shown(game: Game, events: tuple[Event, ...]) -> Iterator[str]:
    """Everything that can be seen of a table now."""
    for viewer in viewers(game):
        seen = view(game, viewer)
        yield json.dumps(seen.plain())
        yield repr(seen)
        for event in events:
            known = event_for(event, viewer, game.rulebook)
            yield repr(known)
            yield from (sentence(known, game.names, lang) for lang in LANGUAGES)
    choices = [choice.action() for choice in game.legal_actions()]
    yield f"{game!r} {game.chance!r} {game.chance!s} {game.awaiting!r} {choices!r} {game.digest()}"


def exported(game: Game) -> Iterator[str]:
    """Everything that leaves the table in files while it is being played."""
    written = games.record(game, reveal=False)
    yield record_to_text(written)
    yield record_to_json(written)
    yield repr(written)
    yield repr(game.entries)
    yield repr(game.legal_actions())
    assert isinstance(game.chance, Fair)
    yield repr(game.chance.promise)


def complained(game: Game, draw: Draw) -> Iterator[str]:
    """Every refusal and every stack trace that can be provoked, the luck's own included."""
    for action, by in games.wrong_actions(draw, game):
        try:
            copy_of(game).play(action, by)
        except (RuleViolation, UnknownName) as refusal:
            yield from (refusal.sentence(lang) for lang in LANGUAGES)
            yield "".join(traceback.format_exception(refusal))
            yield repr(refusal)
    for numbers in ((), (9, 9)):
        try:
            game.supply(numbers)
        except Exception as error:  # noqa: BLE001  (whatever it is, it must not tell)
            yield "".join(traceback.format_exception(error))
    assert isinstance(game.chance, Fair)
    try:
        game.chance.promise.revealed(game.chance.secret[::-1])
    except ValueError as error:
        yield "".join(traceback.format_exception(error))


def told(name: str, seats: int, seed: int) -> tuple[Fair, list[str]]:
    """All that is said of one game from its first roll to its last, before its secret is told."""
    chance = games.fair(seats, seed)
    game = Game.start(load(name), seats, chance)
    draw = Draw(seed, 5)
    said: list[str] = []
    for events in Wanderer(game, seed, laps=1, judge=60).walk():
        if draw.once_in(6):
            said += shown(game, events)
        if draw.once_in(40):
            said += (*exported(game), *complained(game, draw))
    return chance, [*said, *shown(game, ()), *exported(game)]
