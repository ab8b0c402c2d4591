"""A stranger checks a game: every die, card and deal is recomputed, and no changed bit goes unseen."""

import ast
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.game import verifier
from kamchatka.game.audit import audit
from kamchatka.game.chance import Request, Seeded, Typed
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.messages import LANGUAGES, has_text
from kamchatka.rulebook import load
from tests.game import fair_games as games
from tests.game.play import Draw, advanced, played, tables, written_down

SEED = 20010222
SOURCE = Path(verifier.__file__)
GAMES_OF_EACH_TABLE = 3
FLIPS = 1_000


@cache
def a_game(name: str, seats: int, number: int) -> Game:
    return games.fair_game(name, seats, SEED + number)


@cache
def a_file(name: str = "rtu") -> tuple[bytes, bytes]:
    """One game as text and as JSON."""
    return games.files(games.record(a_game(name, 4, 0)))


def code_of(data: bytes) -> str:
    """What the verifier alone says; empty if all is well."""
    try:
        verifier.verify(data)
    except verifier.Wrong as wrong:
        return wrong.code
    return ""


def run_alone(folder: Path, data: bytes) -> tuple[int, str]:
    """The verifier as a stranger runs it: the one file, no packages, nothing of ours in reach."""
    script, file = folder / "verifier.py", folder / "partita"
    script.write_bytes(SOURCE.read_bytes())
    file.write_bytes(data)
    command = [sys.executable, "-I", "-S", str(script), str(file)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", cwd=folder)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_verifier_is_one_short_file_that_imports_nothing_of_ours() -> None:
    source = SOURCE.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 150
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        )
    }
    assert imported <= sys.stdlib_module_names


def test_every_die_card_and_deal_of_fair_games_is_recomputed() -> None:
    print(f"seed {SEED}")
    kinds: Counter[str] = Counter()
    for name, seats in tables():
        for number in range(GAMES_OF_EACH_TABLE):
            game = a_game(name, seats, number)
            luck = games.luck_of(game)
            kinds.update(each.request.kind for each in luck)
            for data in games.files(games.record(game)):
                checked = [entry for entry in verifier.verify(data)["entries"] if "luck" in entry]
                assert [entry["numbers"] for entry in checked] == [list(each.numbers) for each in luck]
    # Everything luck decides was among it.
    assert {"order", "objective", "deal", "battle", "card", "closing"} <= set(kinds)


@pytest.mark.parametrize(("name", "seats"), tables())
def test_a_fair_game_is_verified_and_its_replay_is_identical(name: str, seats: int) -> None:
    game = a_game(name, seats, 0)
    for data in games.files(games.record(game)):
        found = audit(data)
        assert [(line.check, line.answer, line.code) for line in found.lines] == [
            ("seal", "right", "whole"),
            ("luck", "right", "verified"),
            ("replay", "right", "identical"),
            ("words", "right", "same"),
        ]
        assert found.lines[1].values == {"number": len(games.luck_of(game))}
        assert found.verdict == "verified"


def test_a_text_that_came_through_windows_is_the_same_record() -> None:
    text, _ = a_file()
    assert audit(text.replace(b"\n", b"\r\n")).verdict == "verified"


def test_no_changed_bit_goes_unseen() -> None:
    print(f"seed {SEED}")
    for data in a_file():
        draw = Draw(SEED, len(data))
        for place, bit in games.flips(data, draw, FLIPS // 2):
            spoiled = games.flipped(data, place, bit)
            where = f"byte {place} bit {bit}: {data[max(0, place - 20) : place + 20]!r}"
            assert code_of(spoiled) != "", where
            assert audit(spoiled).verdict in ("wrong", "unreadable"), where


def test_the_same_seed_changes_the_same_bits() -> None:
    first, second = (list(games.flips(a_file()[0], Draw(SEED, 5), 200)) for _ in range(2))
    assert first == second
    assert len(set(first)) > 150


def test_a_verifier_that_ignored_the_seal_would_miss_some() -> None:
    source = SOURCE.read_text(encoding="utf-8")
    line = '        raise Wrong("no_seal" if seal is None else "broken_seal")\n'
    assert source.count(line) == 1
    blind = ModuleType("blind")
    exec(compile(source.replace(line, "        pass\n"), "blind", "exec"), blind.__dict__)
    missed = 0
    for data in a_file():
        for place, bit in games.flips(data, Draw(SEED, len(data)), 100):
            try:
                blind.verify(games.flipped(data, place, bit))
            except blind.Wrong:
                continue
            missed += 1
    assert missed > 10


@dataclass(frozen=True, repr=False)
class Loaded(Fair):
    """A keeper's die that falls on six whenever A attacks with one die."""

    def answer(self, number: int, request: Request) -> tuple[int, ...]:
        fair = super().answer(number, request)
        return (6, *fair[1:]) if request.kind == "battle" and request.dice[0] == 1 else fair


def test_a_loaded_die_is_seen_though_the_game_replays() -> None:
    honest = games.fair(4, SEED)
    chance = Loaded(honest.table, honest.secret, honest.entropy)
    game = games.fair_game("rtu", 4, SEED, chance=chance)
    bent = next(
        each for each in games.luck_of(game) if each.numbers != honest.answer(each.number, each.request)
    )
    for data in games.files(games.record(game)):
        found = {line.check: line for line in audit(data).lines}
        assert (found["luck"].answer, found["luck"].code) == ("wrong", "luck")
        assert found["luck"].values["number"] == bent.number
        assert found["replay"].answer == "right"


def swapped(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def other_digit(text: str, before: str) -> str:
    """The text with the figure after these words changed."""
    place = text.index(before) + len(before)
    return f"{text[:place]}{'1' if text[place] != '1' else '2'}{text[place + 1 :]}"


def without_line(text: str, start: str) -> str:
    lines = text.split("\n")
    lines.remove(next(line for line in lines if line.strip().startswith(start)))
    return "\n".join(lines)


FORGERIES: dict[str, tuple[str, Callable[[str], str]]] = {
    "another secret": ("commitment", lambda text: other_digit(text, "segreto ")),
    "another commitment": ("commitment", lambda text: other_digit(text, "impegno ")),
    "another table": ("luck", lambda text: swapped(text, "tavolo Sala", "tavolo Aula")),
    "another entropy": ("luck", lambda text: other_digit(text, "entropia 3 ")),
    "an entropy left out": ("chairs", lambda text: without_line(text, "entropia 4 ")),
    "a chair left out": ("chairs", lambda text: without_line(text, "sedia 4 ")),
    "another order": ("luck", lambda text: other_digit(text, "* 0 ordine 4: ")),
    "another objective": ("luck", lambda text: other_digit(text, "* 1 obiettivo 1/16: ")),
    "luck left out": ("gap", lambda text: without_line(text, "* 7 ")),
    "luck told twice": ("gap", lambda text: swapped(text, "  * 6 ", "  * 5 deal 1/42: 0\n  * 6 ")),
    "one of none": ("request", lambda text: swapped(text, "obiettivo 1/16:", "obiettivo 1/0:")),
    "one of a thousand": ("request", lambda text: swapped(text, "obiettivo 1/16:", "obiettivo 1/999:")),
    "a die more": ("request", lambda text: swapped(text, "* 0 ordine 4:", "* 0 ordine 5:")),
    "luck in words": ("not_a_record", lambda text: swapped(text, "* 0 ordine 4:", "* 0 ordine quattro:")),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_record_with_a_fitting_seal_is_seen_by_the_verifier_alone(forgery: str) -> None:
    code, change = FORGERIES[forgery]
    forged = games.sealed_text(change(a_file()[0].decode()))
    assert code_of(forged) == code
    assert audit(forged).verdict in ("wrong", "unreadable")


def test_luck_that_is_right_but_that_the_rules_did_not_ask_for_is_seen_by_the_replay() -> None:
    written = games.record(a_game("rtu", 4, 0))
    luck = games.luck_of(a_game("rtu", 4, 0))
    chance = games.fair(4, SEED)
    more = replace(luck[-1], number=len(luck), numbers=chance.answer(len(luck), luck[-1].request))
    for data in games.files(replace(written, entries=(*written.entries, more))):
        assert code_of(data) == ""
        found = {line.check: line for line in audit(data).lines}
        assert (found["luck"].answer, found["replay"].code) == ("right", "differs")


def test_words_that_do_not_say_what_happened_are_pointed_at() -> None:
    text, data = (each.decode() for each in a_file())
    lines = text.split("\n")
    number = next(n for n, line in enumerate(lines) if line.startswith("  = Dadi per l'ordine"))
    lines[number] = "  = I dadi hanno dato ragione a Bruno."
    plain = json.loads(data)
    place = next(n for n, entry in enumerate(plain["entries"]) if entry.get("event") == "battle-fought")
    plain["entries"][place]["losses"] = [0, 9]
    for forged, code, where in (
        (games.sealed_text("\n".join(lines)), "line", number + 1),
        (games.sealed_json(plain), "entry", place + 1),
    ):
        found = audit(forged)
        assert (found.lines[-1].check, found.lines[-1].code) == ("words", code)
        assert found.lines[-1].values == {"number": where}
        assert found.verdict == "unproven"


def test_another_regulation_than_the_one_played_is_seen() -> None:
    text = a_file()[0].decode()
    forged = games.sealed_text(swapped(text, "| territories_per_army = 3", "| territories_per_army = 2"))
    assert code_of(forged) == ""
    found = audit(forged)
    assert ("replay", "wrong", "regulation") in [(line.check, line.answer, line.code) for line in found.lines]


def without_seal(text: bytes) -> bytes:
    return text.rpartition(b"\nsigillo ")[0] + b"\n"


def test_a_fair_record_without_its_seal_is_not_accepted() -> None:
    text, data = a_file()
    plain = json.loads(data)
    del plain["seal"]
    for bare in (without_seal(text), json.dumps(plain).encode()):
        assert code_of(bare) == "no_seal"
        assert audit(bare).verdict == "wrong"


def test_luck_cannot_be_checked_before_the_secret_is_told() -> None:
    game = advanced(Game.start(load("rtu"), 4, games.fair(4, SEED)), SEED, 40)
    for data in games.files(games.record(game, reveal=False)):
        assert code_of(data) == "untold"
        found = audit(data)
        assert [(line.check, line.answer, line.code) for line in found.lines] == [
            ("seal", "right", "whole"),
            ("luck", "unproven", "untold"),
            ("replay", "unproven", "unfinished"),
            ("words", "right", "same"),
        ]


def test_seeded_luck_is_recomputed_but_proves_no_fairness() -> None:
    record = written_down(played(load("milano"), 4, SEED, laps=1))
    for data in games.files(record):
        assert code_of(data) == "not_fair"
        found = audit(data)
        assert [(line.answer, line.code) for line in found.lines[:3]] == [
            ("right", "whole"),
            ("unproven", "seeded"),
            ("right", "identical"),
        ]
    for data in games.files(replace(record, luck=Seeded(SEED + 1))):
        found = audit(data)
        assert (found.lines[1].answer, found.lines[1].code) == ("wrong", "luck")


def test_luck_typed_at_the_table_is_only_replayed_sealed_or_not() -> None:
    record = replace(written_down(played(load("rtu"), 4, SEED, laps=1)), luck=Typed())
    text, _ = games.files(record)
    for data, seal in ((text, "whole"), (without_seal(text), "no_seal")):
        found = audit(data)
        assert [line.code for line in found.lines] == [seal, "typed", "identical", "same"]
        assert found.verdict == "unproven"


def test_a_stranger_runs_the_file_alone(tmp_path: Path) -> None:
    text, data = a_file()
    luck = len(games.luck_of(a_game("rtu", 4, 0)))
    for good in (text, data):
        status, said = run_alone(tmp_path, good)
        assert (status, f"verificati: {luck} " in said) == (0, True)
    status, said = run_alone(tmp_path, games.flipped(text, len(text) // 2, 0))
    assert (status, said) == (
        1,
        "The seal is broken: something was changed · Sigillo rotto: qualcosa è cambiato\n",
    )
    status, said = run_alone(tmp_path, b"\xff\x00 no game")
    assert status == 2
    assert said.startswith("This is not a game record")


WRONG_VALUES: list[Any] = [
    [],
    {},
    7,
    None,
    {"format": "kamchatka-game", "version": 1},
    {"format": "kamchatka-game", "version": 1, "table": 3, "players": 4, "luck": [], "entries": {}},
]


def garbage(draw: Draw) -> Iterator[bytes]:
    """Bytes that are no record, pieces of one, and records with a wrong thing in every place of the head."""
    text, data = a_file()
    yield from (bytes(draw.below(256) for _ in range(draw.below(200))) for _ in range(300))
    yield from (each[: draw.below(len(each))] for each in (text, data) for _ in range(20))
    yield from (json.dumps(each).encode() for each in WRONG_VALUES)
    yield from (
        b"",
        b"kamchatka partita 1\n",
        b"{" * 100_000,
        b"[" * 100_000,
        b'{"format":' + b"9" * 5000 + b"}",
    )
    plain = json.loads(data)
    for key in sorted(plain.keys() - {"rules", "seal"}):
        for value in (*WRONG_VALUES, "x", "\ud800", [plain[key]], float("inf")):
            yield games.sealed_json({**plain, key: value})


def wrong_luck() -> Iterator[bytes]:
    """Records whose seal fits, with a wrong thing in every place of their first luck."""
    plain = json.loads(a_file()[1])
    place = next(n for n, entry in enumerate(plain["entries"]) if "luck" in entry)
    for key in plain["entries"][place]:
        for value in (*WRONG_VALUES, True, 1.0, -1, "x", [True], [[]], [10**40], float("nan")):
            entries = list(plain["entries"])
            entries[place] = {**entries[place], key: value}
            yield games.sealed_json({**plain, "entries": entries})


def test_garbage_gets_a_sentence_and_never_a_stack_trace() -> None:
    for data in (*garbage(Draw(SEED, 9)), *wrong_luck()):
        assert code_of(data) in {*verifier.SAID, ""}
        found = audit(data)
        assert found.verdict != "verified", data[-300:]
        assert all(line.sentence(lang) for line in found.lines for lang in LANGUAGES)


def test_every_sentence_of_the_verifier_has_its_text_in_both_languages() -> None:
    for code in verifier.SAID:
        check = "seal" if code in ("no_seal", "broken_seal") else "luck"
        assert all(has_text(f"verify.{check}.{code}", lang) for lang in LANGUAGES)


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["verify", *words], env={"COLUMNS": "200"})
    return done.exit_code, done.output


def test_the_command_tells_what_was_verified_and_ends_with_its_status(tmp_path: Path) -> None:
    game = a_game("rtu", 4, 0)
    luck, record = len(games.luck_of(game)), games.record(game)
    file = tmp_path / "finale.partita"
    file.write_text(record_to_text(record), encoding="utf-8")
    status, said = run(str(file), "--lang", "it")
    assert status == 0
    assert f"Dadi e carte verificati: {luck}" in said
    assert "Rigiocata: identica" in said
    assert games.fair(4, SEED).promise.commitment.hex() in said
    status, said = run(str(file), "--lang", "en")
    assert f"Dice and cards verified: {luck}" in said
    file.write_text(record_to_json(record).replace('"fair"', '"seeded"'), encoding="utf-8")
    assert run(str(file), "--lang", "en") == (
        1,
        "✗ Seal: broken. The file was changed after it was written.\n"
        "Something is wrong: do not trust this record, and ask whoever saved it for the original.\n",
    )
    file.write_text("ciao", encoding="utf-8")
    assert run(str(file))[0] == 2
    file.write_text(record_to_text(replace(record, luck=Typed())), encoding="utf-8")
    assert run(str(file))[0] == 3


def test_the_command_tells_it_to_programs_too(tmp_path: Path) -> None:
    file = tmp_path / "finale.json"
    file.write_bytes(a_file()[1])
    status, said = run(str(file), "--json")
    found = json.loads(said)
    assert (status, found["verdict"]) == (0, "verified")
    assert [line["check"] for line in found["checks"]] == ["seal", "luck", "replay", "words"]
    assert found["checks"][1]["number"] == len(games.luck_of(a_game("rtu", 4, 0)))
    assert found["entropy"] == [part.hex() for part in games.fair(4, SEED).entropy]


def test_a_file_that_cannot_be_opened_and_an_unknown_language_get_a_sentence(tmp_path: Path) -> None:
    status, said = run(str(tmp_path / "manca"), "--lang", "it")
    assert (status, "Non si può leggere" in said) == (2, True)
    status, said = run(str(tmp_path / "manca"), "--lang", "fr")
    assert (status, "«fr»" in said or "“fr”" in said) == (2, True)


def test_what_a_stranger_wrote_into_a_file_does_not_steer_the_terminal(tmp_path: Path) -> None:
    plain = json.loads(a_file()[1])
    plain["entries"][0]["kind"] = "\x1b[2J\x1b[31mok"
    file = tmp_path / "finale.json"
    file.write_bytes(games.sealed_json(plain))
    status, said = run(str(file))
    assert (status, "\x1b[2J" in said) == (2, False)
