"""What both sides say about a position, in the same words."""

from kamchatka.rules import layout
from tests.perft.engine import STATUS, Engine, mask
from tests.perft.opinion import Opinion

Facts = dict[str, object]

FROZEN = (layout.CONGELATO, layout.CONGELATO_IN_EXTRA_LAPS)
HOW = {layout.BY_OBJECTIVE: "goal", layout.BY_CLOSING: "closed", layout.LAST_SEAT: "alone"}


def core_facts(core: Engine, lands: int) -> Facts:
    """The core's account."""
    pos, secrets = core.pos, core.secrets
    now = pos.now
    seats = range(now[layout.SEATS_AT_TABLE])
    facts: Facts = {
        "owner": [pos.owner[land] for land in range(lands)],
        "armies": [pos.armies[land] for land in range(lands)],
        "hands": [secrets.hands[seat] for seat in seats],
        "hand sizes": [pos.hand[seat] for seat in seats],
        "deck": [pile for pile in secrets.piles if pile],
        "discard": pos.masks[layout.DISCARD],
        "status": [4 if pos.status[seat] in FROZEN else pos.status[seat] for seat in seats],
        "ended": HOW.get(now[layout.ENDING], "no"),
        "winner": now[layout.WINNER],
    }
    if not core.is_over():
        facts |= {
            "decides": core.decider(),
            "outcomes": core.outcomes(),
            "seat": now[layout.SEAT],
            "lap": now[layout.LAP],
            "last lap": now[layout.LAST_LAP],
            "to place": now[layout.TO_PLACE],
            "conquests": now[layout.CONQUESTS],
            "forfeits": [pos.forfeits[seat] for seat in seats],
            "round": now[layout.CLOSING_ROUND] if now[layout.PHASE] == layout.CLOSING else 0,
        }
    return facts


def opinion_facts(game: Opinion) -> Facts:
    """The second opinion's account."""
    seats = range(game.seats)
    neutral = layout.NEUTRAL
    owners = [game.owner[land] for land in sorted(game.owner)]
    facts: Facts = {
        "owner": [neutral if owner is None else owner for owner in owners],
        "armies": [game.armies[land] for land in sorted(game.armies)],
        "hands": [mask(game.hands[seat]) for seat in seats],
        "hand sizes": [len(game.hands[seat]) for seat in seats],
        "deck": [mask(pile) for pile in game.piles],
        "discard": mask(game.discards),
        "status": [STATUS[game.status[seat]] for seat in seats],
        "ended": "no" if game.result is None else game.result[0],
        "winner": -1 if game.result is None or game.result[1] is None else game.result[1],
    }
    if game.result is None:
        facts |= {
            "decides": game.decider(),
            "outcomes": game.outcomes(),
            "seat": game.seat,
            "lap": game.lap,
            "last lap": game.last_lap or 0,
            "to place": game.room_to_place(),
            "conquests": game.conquests,
            "forfeits": [game.forfeits.get(seat, 0) for seat in seats],
            "round": game.rounds if game.phase == "closing" else 0,
        }
    return facts


def differences(core: Facts, opinion: Facts) -> list[str]:
    """What the two accounts do not agree on."""
    return [
        f"{key}: core {core.get(key)}, opinion {opinion.get(key)}"
        for key in sorted(core.keys() | opinion.keys())
        if core.get(key) != opinion.get(key)
    ]
