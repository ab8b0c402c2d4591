"""The shelf keeps what replays, once, and nothing else."""

import hashlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from kamchatka.app.files import data_folder
from kamchatka.app.games import retelling
from kamchatka.app.games.record_summary import summary_from_json, summary_of, summary_to_json
from kamchatka.app.games.records import (
    MOST_ENTRIES,
    RecordShelf,
    ShelfFull,
    example_cards,
    examples,
    story_of,
)
from kamchatka.app.games.retelling import departure as departed
from kamchatka.app.games.retelling import retell
from kamchatka.app.games.story import tell
from kamchatka.app.games.story_table import BadStory
from kamchatka.app.refusals import RecordRefusal
from kamchatka.game.actions import EndTurn
from kamchatka.game.chance import Luck
from kamchatka.game.events import ArmiesPlaced, Event, SeatsPlaced
from kamchatka.game.log import Acted, TurnClosed
from kamchatka.game.record import Record, RecordDifference, replay
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.ids import Seat, Territory
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.rules import RULES_VERSION
from tests.app.games import finished, unfinished
from tools.example_games import EXAMPLES, played


def test_a_kept_record_is_named_by_its_content_and_found_again(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path)
    content = record_to_text(finished()).encode()
    id, story = shelf.keep(content)
    assert id == hashlib.sha256(content).hexdigest()
    assert (tmp_path / "records" / f"{id}.record").read_bytes() == content
    assert shelf.content(id) == content
    again = shelf.story(id)
    assert again is not None
    assert again.steps == story.steps
    assert sorted(path.suffix for path in (tmp_path / "records").iterdir()) == [".json", ".record"]


def test_the_same_file_through_mail_or_a_form_is_the_same_record(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path)
    content = record_to_text(finished())
    ways = (content, content.replace("\n", "\r\n"), f"\ufeff{content}", f"\n\n{content.rstrip()}  \r\n\r\n")
    assert len({shelf.keep(way.encode())[0] for way in ways}) == 1
    assert len(shelf.uploaded()) == 1


def test_uploaded_records_are_listed_newest_first_with_their_card(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path)
    first, story = shelf.keep(record_to_text(finished(1)).encode())
    second, _ = shelf.keep(record_to_json(finished(2)).encode())
    for path in (tmp_path / "records").glob("*.card.json"):
        path.write_text("damaged", encoding="utf-8")
    listed = shelf.uploaded()
    assert {one.id for one in listed} == {first, second}
    card = next(one.summary for one in listed if one.id == first)
    assert card == summary_of(story)
    assert card is not None
    assert card.is_finished
    assert summary_from_json(summary_to_json(card)) == card


def test_a_record_damaged_on_disk_is_not_shown_but_can_be_removed(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path)
    id, _ = shelf.keep(record_to_text(finished()).encode())
    path = tmp_path / "records" / f"{id}.record"
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Zita"))
    (tmp_path / "records" / f"{id}.card.json").unlink()
    assert shelf.content(id) is None
    assert [(one.id, one.summary) for one in shelf.uploaded()] == [(id, None)]
    assert shelf.remove(id)
    assert shelf.uploaded() == []
    assert not shelf.remove(id)


CARD = summary_to_json(summary_of(tell(retell(finished()))))


def card_with(**changes: object) -> bytes:
    return json.dumps({**json.loads(CARD), **changes}).encode()


DAMAGED_CARDS = [
    b"\xff\xfe\x80",
    b"",
    b"[]",
    b"[" * 100_000,
    card_with(titles={}),
    card_with(titles={"it": 1, "en": 2}),
    card_with(titles=["it", "en"]),
    card_with(players="Anna"),
    card_with(players=[]),
    card_with(players=["Anna"]),
    card_with(players=["\ud800"] * 4),
    card_with(colours=["rosso"]),
    card_with(colours=[["rosso"]] * 4),
    card_with(ending="boh"),
    card_with(ending=["closing"]),
    card_with(winners=[9]),
    card_with(winners=None),
    card_with(turns="3"),
    card_with(turns=True),
    card_with(table=None),
    card_with(more=1),
    card_with(version=1),
]


@pytest.mark.parametrize("damaged", DAMAGED_CARDS, ids=range(len(DAMAGED_CARDS)))
def test_one_damaged_card_is_made_again_and_takes_nothing_else_down(tmp_path: Path, damaged: bytes) -> None:
    id, story = RecordShelf(tmp_path).keep(record_to_text(finished()).encode())
    card = tmp_path / "records" / f"{id}.card.json"
    card.write_bytes(damaged)
    assert [one.summary for one in RecordShelf(tmp_path).uploaded()] == [summary_of(story)]
    assert card.read_text(encoding="utf-8") == CARD


def test_a_list_asks_for_no_writing_and_leaves_no_card_without_its_record(tmp_path: Path) -> None:
    id, story = RecordShelf(tmp_path).keep(record_to_text(finished()).encode())
    folder = tmp_path / "records"
    card = folder / f"{id}.card.json"
    card.unlink()
    card.mkdir()  # nobody, not even root, can rename a file over a folder
    assert [one.summary for one in RecordShelf(tmp_path).uploaded()] == [summary_of(story)]
    assert sorted(path.name for path in folder.iterdir()) == [f"{id}.card.json", f"{id}.record"]
    card.rmdir()
    (folder / f"{id}.record").unlink()
    assert RecordShelf(tmp_path).uploaded() == []
    assert list(folder.iterdir()) == []


def test_reading_the_list_while_others_upload_and_remove_never_fails(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path)
    contents = [record_to_text(finished(seed)).encode() for seed in (1, 2)]
    done = threading.Event()

    def come_and_go(content: bytes) -> None:
        for _ in range(5):
            shelf.remove(shelf.keep(content)[0])

    def look() -> int:
        looks = 0
        while not done.is_set():
            shelf.uploaded()
            RecordShelf(tmp_path).uploaded()
            looks += 1
        return looks

    with ThreadPoolExecutor(4) as pool:
        looking = [pool.submit(look) for _ in range(2)]
        for coming in [pool.submit(come_and_go, content) for content in contents]:
            coming.result()
        done.set()
        assert all(look.result() > 0 for look in looking)
    assert list((tmp_path / "records").iterdir()) == []


def test_a_full_shelf_says_so_but_takes_what_it_has_already(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path, most=1)
    content = record_to_text(finished(1)).encode()
    id, _ = shelf.keep(content)
    with pytest.raises(ShelfFull):
        shelf.keep(record_to_text(finished(2)).encode())
    assert shelf.keep(content)[0] == id
    with pytest.raises(ShelfFull):
        RecordShelf(tmp_path / "other", most_bytes=1000).keep(content)


@pytest.mark.parametrize("id", ["", "..", "../x", "a" * 63, "A" * 64, "esempio-9", "0" * 64, "0" * 64 + "\n"])
def test_a_strange_name_finds_and_removes_nothing(tmp_path: Path, id: str) -> None:
    (tmp_path / "x.record").write_bytes(b"mine")
    shelf = RecordShelf(tmp_path)
    assert shelf.content(id) is None
    assert not shelf.remove(id)
    assert (tmp_path / "x.record").exists()


def changed(record: Record, **changes: object) -> Record:
    return replace(record, **changes)  # type: ignore[arg-type]


def spoiled(record: Record, kind: str = "deal") -> Record:
    """The same game with one piece of luck changed: a territory dealt to somebody else, another die."""
    entries = list(record.entries)
    at = next(i for i, e in enumerate(entries) if isinstance(e, Luck) and e.request.kind == kind)
    luck = entries[at]
    assert isinstance(luck, Luck)
    first = luck.numbers[0] % 6 + 1 if luck.request.dice else (luck.numbers[0] + 1) % luck.request.among
    entries[at] = replace(luck, numbers=(first, *luck.numbers[1:]))
    return changed(record, entries=tuple(entries))


def otherwise_after(turn: int, record: Record) -> Record:
    """The same game, recorded where the table looked otherwise at the end of this turn."""
    return changed(
        record,
        entries=tuple(
            replace(entry, digest="0" * 64) if isinstance(entry, TurnClosed) and entry.turn == turn else entry
            for entry in record.entries
        ),
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_changed_record_is_refused_with_its_first_differing_move(lang: str) -> None:
    entries = finished().entries
    at = next(i for i, e in enumerate(entries) if isinstance(e, Acted) and isinstance(e.action, EndTurn))
    wrong = (*entries[:at], Acted(Seat(3), EndTurn()), *entries[at + 1 :])
    move = sum(isinstance(entry, Acted) for entry in entries[: at + 1])
    with pytest.raises(RecordRefusal) as refused:
        retell(changed(finished(), entries=wrong))
    said = refused.value.sentence("it" if lang == "it" else "en")
    assert f"{'mossa' if lang == 'it' else 'move'} {move} " in said
    assert "D passa" in said
    with pytest.raises(RecordRefusal):
        retell(spoiled(finished()))


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our rules have moved on since the games of these tests were recorded."""
    monkeypatch.setattr(retelling, "RULES_VERSION", RULES_VERSION + 1)


@pytest.mark.usefixtures("newer_rules")
def test_under_other_rules_a_differing_game_is_told_from_its_events() -> None:
    story = story_of(record_to_json(spoiled(finished())).encode())
    assert story.retelling.is_whole
    assert story.retelling.difference is not None
    assert not summary_of(story).follows_rules
    assert story.steps == tell(retell(finished())).steps


@pytest.mark.usefixtures("newer_rules")
@pytest.mark.parametrize("turn", [0, 1, 8])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_under_other_rules_a_text_is_told_up_to_its_departure_and_no_further(
    turn: int, lang: Language
) -> None:
    true = tell(retell(finished()))
    story = story_of(record_to_text(otherwise_after(turn, finished())).encode())
    assert story.retelling.difference is not None
    told = len(story.steps)
    assert [step.owner for step in story.steps] == [step.owner for step in true.steps[:told]]
    assert [step.armies for step in story.steps] == [step.armies for step in true.steps[:told]]
    assert [step.turn for step in story.steps if step.begins_turn] == list(range(1, turn + 2))
    assert story.steps[-1].begins_turn
    assert story.players == true.players
    assert (story.ending, story.places, summary_of(story).is_whole) == (None, (), False)
    assert text("replay.cut", lang) in story.retelling.explain_difference(lang)


@pytest.mark.usefixtures("newer_rules")
def test_a_text_that_departs_stays_covered() -> None:
    story = story_of(record_to_text(spoiled(unfinished(), "card")).encode())
    assert story.retelling.difference is not None
    assert not story.is_finished
    assert 1 < len(story.steps) < len(tell(retell(unfinished())).steps)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "record", [spoiled(finished()), otherwise_after(8, finished())], ids=["deal", "turn"]
)
def test_a_difference_is_said_as_the_terminal_says_it(record: Record, lang: Language) -> None:
    with pytest.raises(RecordDifference) as differs:
        replay(record)
    with pytest.raises(RecordRefusal) as refused:
        retell(record)
    assert departed(record, differs.value, lang).sentence(lang) in refused.value.sentence(lang)


def test_luck_that_cannot_be_says_what_could() -> None:
    entries = tuple(
        replace(entry, numbers=(7, *entry.numbers[1:]))
        if isinstance(entry, Luck) and entry.request.kind == "battle"
        else entry
        for entry in finished().entries
    )
    with pytest.raises(RecordRefusal) as refused:
        retell(changed(finished(), entries=entries))
    assert text("replay.found_wrong_luck", "it") in refused.value.sentence("it")
    assert "dadi da 1 a 6" in refused.value.sentence("it")


@pytest.mark.parametrize(
    "event",
    [
        ArmiesPlaced(Seat(5), Territory("brasile"), 1),
        ArmiesPlaced(Seat(0), Territory("brasile"), 10_000),
        SeatsPlaced((1,), (0,), ("",), (None,)),
        SeatsPlaced((1, 2, 3, 4), (0,) * 4, ("zzz",) * 4, (None,) * 4),
    ],
)
@pytest.mark.usefixtures("newer_rules")
def test_recorded_events_of_no_such_table_are_not_believed(event: Event) -> None:
    record = spoiled(finished())
    story = retell(changed(record, entries=(*record.entries, event)))
    assert (story.is_whole, event in story.entries) == (False, False)
    assert tell(story).steps


@pytest.mark.usefixtures("newer_rules")
def test_recorded_events_that_cannot_be_are_not_told() -> None:
    record = spoiled(finished())
    less = ArmiesPlaced(Seat(0), Territory("brasile"), -50)
    story = retell(changed(record, entries=(*record.entries, less)))
    assert story.is_whole
    with pytest.raises(BadStory):
        tell(story)


def test_a_record_of_endless_length_or_of_too_many_players_is_refused() -> None:
    endless = json.loads(record_to_json(finished()))
    del endless["seal"]
    endless["entries"] = endless["entries"][:1] * (MOST_ENTRIES + 1)
    with pytest.raises(RecordRefusal) as refused:
        story_of(json.dumps(endless).encode())
    assert refused.value.code == "too_long"
    with pytest.raises(RecordRefusal) as refused:
        retell(changed(finished(), players=("Anna",) * 9))
    assert refused.value.code == "seats"
    with pytest.raises(RecordRefusal) as refused:
        retell(changed(finished(), rulebook="mia", digest="0" * 64))
    assert refused.value.code == "other_regulation"


def test_an_unfinished_game_with_hidden_dice_says_so() -> None:
    card = summary_of(tell(retell(unfinished())))
    assert not card.is_finished
    assert card.keeps_secret
    assert card.winners == ()
    assert not summary_of(tell(retell(finished()))).keeps_secret


def test_the_examples_are_what_their_script_makes() -> None:
    assert [content.decode() for content in examples().values()] == [played(one) for one in EXAMPLES]


def test_the_examples_are_whole_games_with_a_winner() -> None:
    cards = [listed.summary for listed in example_cards()]
    assert len(cards) == 3
    assert all(card is not None and card.winners and not card.keeps_secret for card in cards)


def test_the_data_folder_is_the_one_that_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("KAMCHATKA_HOME")
    assert data_folder() == Path.home() / ".kamchatka"
