"""Parse an objective deck from TOML. The format is described in `docs/board.md`."""

from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from kamchatka.board.deckrules import CARD_RULES, check_deck
from kamchatka.board.decks import DeckRules, Objective, ObjectiveDeck, ObjectiveSet, ValueSum
from kamchatka.board.faults import DeckRefused, fault
from kamchatka.board.model import Board
from kamchatka.board.names import Name
from kamchatka.board.tables import TomlTable
from kamchatka.faults import BrokenFile, Fault, read_toml
from kamchatka.ids import ObjectiveId, Territory

_SHIPPED = files("kamchatka.board").joinpath("data", "decks")


def read_deck(path: Path, board: Board) -> ObjectiveDeck:
    """Parse the deck in a file, with its warnings; `DeckRefused` carries every fault found.

    Cards named by `[[include]]` come from the shipped decks.
    """
    return _read(path, board)


def read_shipped_deck(id: str, board: Board) -> ObjectiveDeck:
    """A shipped deck."""
    return _read(_SHIPPED.joinpath(f"{id}.toml"), board)


def _read(source: Path | Traversable, board: Board) -> ObjectiveDeck:
    try:
        values = read_toml(source.read_text(encoding="utf-8"))
    except OSError as error:
        raise DeckRefused([fault("deck.unreadable", file=source.name, reason=str(error.strerror))]) from error
    except UnicodeDecodeError as error:
        raise DeckRefused([fault("deck.not_text", file=source.name)]) from error
    except BrokenFile as error:
        raise DeckRefused([error.fault]) from error
    return _parse(values, board)


def _parse(values: dict[str, object], board: Board) -> ObjectiveDeck:
    faults: list[Fault] = []
    table = TomlTable(values, "deck", faults)
    id = table.must("id", str)
    table.need("title")
    titles = table.name("title") or Name(id, id)
    rules = _rules(table.table("rules"), board)
    included = [card for entry in table.tables("include") for card in _included(entry, board)]
    entries = table.tables("objective")
    written = [card for card in map(_objective, entries) if card is not None]
    sets = tuple(_set(entry) for entry in table.tables("set"))
    table.finish()

    # A refused card still counts as present: its own fault is enough.
    found = len(included) + len(entries)
    if rules.size is not None and found != rules.size:
        faults.append(fault("deck.size", deck=id, declared=rules.size, found=found))
    cards = sorted(included + written, key=lambda card: card.number)
    deck = ObjectiveDeck(id, titles, tuple(cards), sets, rules)
    broken, warnings = check_deck(deck, board, complete=not faults)
    if faults or broken:
        raise DeckRefused([*faults, *broken])
    return replace(deck, warnings=warnings)


def _rules(table: TomlTable, board: Board) -> DeckRules:
    value_sum: ValueSum = "equal"
    if table.has("value_sum"):
        value_sum = _value_sum(table)
    without = table.many("without_borders", str)
    known = [switch.id for switch in board.switchable_borders]
    for id in without:
        if id not in known:
            table.refuse("deck.unknown_border", border=id, allowed=", ".join(known))
    rules = DeckRules(
        size=table.one("size", int),
        value_sum=value_sum,
        territories_each=table.one("territories_each", int),
        continents_each=table.one("continents_each", int),
        connected=bool(table.one("connected", bool)),
        no_whole_continent=bool(table.one("no_whole_continent", bool)),
        distinct_continent_sets=bool(table.one("distinct_continent_sets", bool)),
        every_continent_set=bool(table.one("every_continent_set", bool)),
        without_borders=tuple(id for id in without if id in known),
        partition_seats=table.many("partition_seats", int),
    )
    if rules.every_continent_set and rules.continents_each is None:
        table.need("continents_each")
    table.finish()
    return rules


def _value_sum(table: TomlTable) -> ValueSum:
    """A number every card sums to, `equal` (the default) or `any`."""
    match table.word_or_number("value_sum"):
        case int(number):
            return number
        case "any":
            return "any"
        case "equal":
            return "equal"
        case _:
            table.refuse("deck.wrong_type", where="[rules]", key="value_sum", wanted='int, "equal", "any"')
            return "equal"


def _included(table: TomlTable, board: Board) -> tuple[Objective, ...]:
    id = table.must("deck", str)
    excepted = table.many("except", str)
    table.finish()
    shipped = sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir())
    if id not in shipped:
        table.refuse("deck.unknown_deck", deck=id, allowed=", ".join(shipped))
        return ()
    cards = read_shipped_deck(id, board).objectives
    for name in excepted:
        if name not in {card.id for card in cards}:
            table.refuse("deck.unknown_card", where="[[include]]", card=name)
    return tuple(card for card in cards if card.id not in excepted)


def _objective(table: TomlTable) -> Objective | None:
    id = table.must("id", str)
    kind = table.one("type", str, "territories")
    if kind != "territories":
        # The keys of another kind of objective do not apply here: one fault is enough.
        table.refuse("deck.not_territories", card=id, type=str(kind))
        return None
    tolerates = table.many("tolerates", str)
    for rule in tolerates:
        if rule not in CARD_RULES:
            table.refuse("deck.unknown_rule", card=id, rule=rule, allowed=", ".join(CARD_RULES))
    table.need("territories")
    card = Objective(
        id=ObjectiveId(id),
        number=table.must("number", int),
        territories=tuple(Territory(name) for name in table.many("territories", str)),
        nicknames=table.name("nickname"),
        notes=table.name("note"),
        tolerates=tolerates,
    )
    table.finish()
    return card


def _set(table: TomlTable) -> ObjectiveSet:
    table.need("objectives")
    table.need("seats")
    group = ObjectiveSet(
        id=table.must("id", str),
        objectives=tuple(ObjectiveId(name) for name in table.many("objectives", str)),
        seats=table.many("seats", int),
        max_shared=table.one("max_shared", int),
        proposed_by=table.one("proposed_by", str),
    )
    table.finish()
    return group
