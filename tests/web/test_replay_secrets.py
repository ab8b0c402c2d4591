"""No page of an unfinished game holds what somebody at the table may not know, whoever made its luck."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import httpx
import pytest

from kamchatka.app.games import retelling, story
from kamchatka.app.games.terminal_games import id_of
from kamchatka.game.chance import Luck, Seeded, Typed
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.game.log import Acted, TurnClosed
from kamchatka.game.notation import luck_to_text
from kamchatka.game.record import Record, record_of, replay
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.game.sentences import objective_title
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load
from kamchatka.rules import RULES_VERSION
from kamchatka.web import create_app
from tests.app.games import PLAYERS, played, unfinished
from tests.app.test_records import otherwise_after
from tests.web.site import served

SEED = 864_197_532_086_419
SECRET = bytes(range(100, 132))
ENTROPY = (b"entropia-uno", b"entropia-due", b"entropia-tre", b"entropia-quattro")
LUCK = {
    "seeded": lambda: played(Seeded(SEED), laps=50, until=4),
    "fair": lambda: played(Fair("prova", SECRET, ENTROPY), laps=50, until=4),
    "typed": lambda: replace(played(Seeded(SEED), laps=50, until=4), luck=Typed()),
}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[httpx.Client]:
    with (
        served(create_app(tmp_path)) as site,
        httpx.Client(base_url=site, trust_env=False, verify=False) as client,
    ):
        yield client


def answers(club: httpx.Client, address: str) -> Iterator[str]:
    """Everything the site says of a game, headers too."""
    paths = [f"{address}/passi.json", "/partite", *(f"{address}?passo={step}" for step in (0, 5, 40, 99_999))]
    for lang in LANGUAGES:
        for path in paths:
            answer = club.get(path, headers={"accept-language": lang})
            assert answer.status_code == 200
            yield f"{answer.headers}\n{unescape(answer.text)}"


def secrets(record: Record) -> set[str]:
    """Hidden cards and objectives by name, numbers of hidden luck, digests, and where luck comes from."""
    game = replay(record)
    seats = range(game.seats)
    hidden_cards = [card for seat in seats for card in game.names.cards_of(game.secrets.hands[seat])]
    hidden_cards += [card for pile in game.secrets.piles for card in game.names.cards_of(pile)]
    objectives = [game.names.objective(game.secrets.objective[seat]) for seat in seats]
    assert all(objectives)
    assert any(game.secrets.hands[seat] for seat in seats)
    luck = [entry for entry in record.entries if isinstance(entry, Luck)]
    digests = [entry.digest for entry in record.entries if isinstance(entry, TurnClosed)]
    return {
        *(game.names.card_name(card, lang) for card in hidden_cards for lang in LANGUAGES),
        *(objective_title(str(card), game.names, lang) for card in objectives for lang in LANGUAGES),
        *map(str, objectives),
        *(luck_to_text(each) for each in luck if not each.request.dice),
        *(digest[:12] for digest in digests),
        *(part.hex() for part in (SECRET, *ENTROPY)),
        *(part.decode() for part in ENTROPY),
        str(SEED),
        f"{SEED:x}",
    }


def leaks(club: httpx.Client, address: str, record: Record) -> list[str]:
    """Every secret the site tells."""
    hidden, written = secrets(record), record_to_text(record)
    # The record itself tells them all, so we look for the right words.
    assert sum(secret in written for secret in hidden) > 20
    return [secret for said in answers(club, address) for secret in hidden if secret in said]


@pytest.mark.parametrize("write", [record_to_text, record_to_json])
@pytest.mark.parametrize("luck", LUCK)
def test_an_uploaded_unfinished_game_tells_no_secret(
    club: httpx.Client, luck: str, write: Callable[[Record], str]
) -> None:
    record = LUCK[luck]()
    files = {"verbale": ("g", write(record).encode())}
    sent = club.post("/partite", files=files, headers={"sec-fetch-site": "same-origin"})
    assert leaks(club, sent.headers["location"], record) == []


@pytest.mark.parametrize("luck", LUCK)
def test_a_game_being_played_in_the_terminal_tells_no_secret(
    club: httpx.Client, tmp_path: Path, luck: str
) -> None:
    record = LUCK[luck]()
    (tmp_path / "partite").mkdir()
    (tmp_path / "partite" / "ora.partita").write_text(record_to_text(record), encoding="utf-8")
    (tmp_path / "partite" / "ora.partita.segreto").write_text(SECRET.hex(), encoding="utf-8")
    address = f"/partite/{id_of('ora.partita')}"
    assert leaks(club, address, record) == []


@pytest.mark.parametrize("write", [record_to_text, record_to_json])
def test_an_unfinished_game_of_other_rules_tells_no_secret(
    club: httpx.Client, monkeypatch: pytest.MonkeyPatch, write: Callable[[Record], str]
) -> None:
    record = LUCK["typed"]()
    monkeypatch.setattr(retelling, "RULES_VERSION", RULES_VERSION + 1)
    files = {"verbale": ("g", write(otherwise_after(3, record)).encode())}
    sent = club.post("/partite", files=files, headers={"sec-fetch-site": "same-origin"})
    assert leaks(club, sent.headers["location"], record) == []


def with_other_objectives(record: Record) -> Record:
    """The same game at the table, with other objectives in everybody's hand."""
    game = Game.start(load(record.rulebook), len(record.players), Typed())
    for entry in record.entries:
        match entry:
            case Acted(by, action):
                game.play(action, by)
            case Luck(_, request, (number, *_)) if request.kind == "objective":
                game.supply((request.among - 1 - number,))
            case Luck(_, _, numbers):
                game.supply(numbers)
    return record_of(game, table=record.table, players=PLAYERS)


def test_games_that_differ_only_in_what_is_hidden_give_the_same_pages(club: httpx.Client) -> None:
    one = replace(unfinished(), luck=Typed())
    pages = []
    for record in (one, with_other_objectives(one)):
        files = {"verbale": ("g", record_to_text(record).encode())}
        address = club.post("/partite", files=files, headers={"sec-fetch-site": "same-origin"}).headers[
            "location"
        ]
        paths = (address, f"{address}?passo=9999", f"{address}/passi.json")
        pages.append([club.get(path).text.replace(address, "") for path in paths])
    assert with_other_objectives(one).entries != one.entries
    assert pages[0] == pages[1]


def test_a_planted_leak_is_found(club: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "event_for", lambda event, viewer, book: event)
    record = LUCK["typed"]()
    files = {"verbale": ("g", record_to_text(record).encode())}
    sent = club.post("/partite", files=files, headers={"sec-fetch-site": "same-origin"})
    assert len(leaks(club, sent.headers["location"], record)) > 4
