"""Records there and back: text and JSON, replayed, written again, byte by byte."""

from dataclasses import replace

from kamchatka.game.game import Game
from kamchatka.game.record import Record, Replay, facts
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_text import record_from_text, record_to_text
from tests.game.play import written_down


def replayed(record: Record) -> tuple[Game, list[str]]:
    """The game of a record, and the digest of the table after each of its actions."""
    again = Replay(record)
    digests = [again.game.digest()]
    while not again.is_at_end:
        again.step()
        digests.append(again.game.digest())
    return again.game, digests


def faults(game: Game) -> list[str]:
    """What is not the same after text → replay → JSON → replay, and in the files written again."""
    record = written_down(game)
    text, data = record_to_text(record), record_to_json(record)
    from_text, from_json = record_from_text(text), record_from_json(data)
    one, digests_by_text = replayed(from_text)
    retold = replace(from_text, entries=one.entries)
    other, digests_by_json = replayed(record_from_json(record_to_json(retold)))
    wrong = {
        "text holds other facts": facts(from_text.entries) != facts(record.entries),
        "JSON holds another record": from_json != record,
        "replay from text ends elsewhere": one.digest() != game.digest(),
        "replay from JSON ends elsewhere": other.digest() != game.digest(),
        "replays differ on the way": digests_by_text != digests_by_json,
        "replay tells other events": one.entries != game.entries or other.entries != game.entries,
        "text written again is another": record_to_text(retold) != text,
        "text written from JSON is another": record_to_text(replace(from_json, entries=other.entries))
        != text,
        "JSON written again is another": record_to_json(from_json) != data,
        "JSON written from text is another": record_to_json(retold) != data,
    }
    return [fault for fault, is_so in wrong.items() if is_so]
