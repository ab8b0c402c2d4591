"""Every refusal: a table that provokes it, its clause under every regulation, two sentences."""

import re
from importlib.resources import files
from string import Formatter

import pytest

from kamchatka.game.violations import (
    RefusalKind,
    RuleViolation,
    Violation,
    clause_of,
    refusal_kind,
    values_of,
)
from kamchatka.ledger import known
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.rulebook import SECTIONS, load, shipped
from kamchatka.rules import layout, moves
from kamchatka.rules import violations as reasons
from kamchatka.rules.names import PHASE_NAMES
from tests.cases.scene import Scene, build
from tests.game.wrong_moves import WRONG_MOVES, Wrong

FILE = files("kamchatka.game").joinpath("violations.toml").read_text(encoding="utf-8")


def name_of(wrong: Wrong) -> str:
    return f"{wrong.code.name.lower()}-{wrong.book}-{wrong.clause}"


def violation_of(wrong: Wrong) -> RuleViolation:
    """The refusal of a wrong move, whatever its reason turns out to be."""
    table, seat, coded, code = wrong.refused()
    return RuleViolation.of(table.rulebook, table.tables, table.pos, seat, coded, code)


def sentence_of(code: Violation, book: str, lang: Language) -> str:
    """The sentence of the first wrong move with this reason under this regulation."""
    wrong = next(wrong for wrong in WRONG_MOVES if (wrong.code, wrong.book) == (code, book))
    return violation_of(wrong).sentence(lang)


def test_each_reason_of_the_rules_is_a_violation_of_the_same_name_and_number() -> None:
    rules = {name: value for name, value in vars(reasons).items() if name.isupper() and value > 0}
    assert {violation.name: violation.value for violation in Violation} == rules


def test_every_reason_is_provoked() -> None:
    assert set(Violation) - {wrong.code for wrong in WRONG_MOVES} == set()


@pytest.mark.parametrize("wrong", WRONG_MOVES, ids=name_of)
def test_a_wrong_move_is_refused_with_its_reason_its_clause_and_two_sentences(wrong: Wrong) -> None:
    table, seat, coded, code = wrong.refused()
    assert Violation(code) is wrong.code
    violation = RuleViolation.of(table.rulebook, table.tables, table.pos, seat, coded, code)
    assert (violation.code, violation.clause) == (wrong.code, wrong.clause)
    italian, english = (violation.sentence(lang) for lang in LANGUAGES)
    for sentence in (italian, english):
        assert sentence.endswith(f" ({wrong.clause}).")
        assert not re.search(r"[{}?]", sentence), sentence
    assert italian != english
    assert str(violation) == f"{wrong.code.name} ({wrong.clause})"


@pytest.mark.parametrize("violation", Violation)
@pytest.mark.parametrize("name", shipped())
def test_every_violation_has_a_clause_under_every_regulation(name: str, violation: Violation) -> None:
    rulebook = load(name)
    for move_kind in (None, *range(moves.COME_LATE + 1)):
        assert known(clause_of(rulebook, violation, move_kind))


def test_the_clauses_and_values_of_the_file_exist() -> None:
    clauses = re.findall(r'"(00\d-[^"]+)"', FILE)
    assert [clause for clause in clauses if not known(clause)] == []
    keys = [key for listed in re.findall(r"keys = \[(.*?)\]", FILE) for key in re.findall(r'"(.+?)"', listed)]
    assert [
        key for key in keys if key.partition(".")[2] not in SECTIONS[key.partition(".")[0]].model_fields
    ] == []


def test_a_clause_is_of_the_regulation_played_where_that_speaks() -> None:
    """The values of a regulation come first, then the printed ones it follows, then the common rules."""

    def cited(violation: Violation, move_kind: int | None = None) -> list[str]:
        return [clause_of(load(name), violation, move_kind) for name in shipped()]

    assert shipped() == ("challenge", "rtu", "rtu-2020", "aziendale", "milano", "primavera")
    assert cited(Violation.TOO_LATE_FOR_TRIS) == [
        "000-5.0a", "001-C9", "001-C9", "002-6b", "000-5.0a", "004-B26b",
    ]  # fmt: skip
    assert cited(Violation.NOT_YOUR_TURN) == ["000-7a", "000-7a", "000-7a", "002-1c", "000-7a", "004-B26j"]
    assert cited(Violation.TOO_MANY_ARMIES, moves.ADVANCE_WITH) == [
        "000-5.2r", "000-5.2r", "000-5.2r", "002-8b", "003-8b", "000-5.2r",
    ]  # fmt: skip


def test_each_violation_is_of_one_of_three_kinds() -> None:
    kinds = {kind: {v for v in Violation if refusal_kind(v) is kind} for kind in RefusalKind}
    assert kinds[RefusalKind.NOT_UNDERSTOOD] == {
        Violation.UNKNOWN_MOVE,
        Violation.NO_SUCH_TERRITORY,
        Violation.NO_SUCH_SEAT,
        Violation.WRONG_NUMBER_OF_ARMIES,
        Violation.NO_SUCH_STRIP,
        Violation.SAME_TERRITORY,
    }
    assert kinds[RefusalKind.NOT_NOW] == {
        Violation.GAME_OVER,
        Violation.NOT_YOUR_TURN,
        Violation.WRONG_PHASE,
        Violation.WAITING_FOR_LUCK,
        Violation.COLOUR_TAKEN,
        Violation.TERRITORY_TAKEN,
        Violation.CARD_LOST,
        Violation.ALREADY_EXPIRED,
        Violation.SEAT_NOT_PLAYING,
        Violation.NOTHING_TO_CORRECT,
        Violation.ALREADY_LATE,
        Violation.TOO_LATE_FOR_LATENESS,
    }


def test_the_phases_are_those_of_the_layout() -> None:
    phases = [name.replace("-", "_") for name in PHASE_NAMES]
    assert [getattr(layout, phase.upper()) for phase in phases] == list(range(layout.OVER + 1))
    assert all(text(f"violations.phase.{phase}", lang) for phase in phases for lang in LANGUAGES)


def test_sentences_say_what_is_wrong_and_what_to_do() -> None:
    assert sentence_of(Violation.ARMIES_STILL_TO_PLACE, "rtu", "it") == (
        "Hai ancora armate da schierare (3): piazzale prima di attaccare, spostare o passare (000-5.1h)."
    )
    assert sentence_of(Violation.WAITING_FOR_LUCK, "rtu", "it") == (
        "Prima bisogna tirare i dadi del combattimento: aspetta il risultato, poi decidi (001-C13a)."
    )
    assert sentence_of(Violation.NO_SUPERIORITY, "primavera", "it") == (
        "Intorno a Perù hai 6 armate contro 6: per attaccare devono essere di più. "
        "Rinforzati o attacca altrove (004-B12a)."
    )
    assert sentence_of(Violation.COLOUR_EXCLUDED, "aziendale", "en") == (
        "A colour already taken rules out blue at this table: choose another one (002-2b)."
    )
    assert sentence_of(Violation.NOT_ADJACENT, "aziendale", "en") == (
        "Egypt and Middle East do not border each other: choose two territories that do (002-0a)."
    )
    assert sentence_of(Violation.GARRISON_NEEDED, "milano", "it") == (
        "Brasile confina con altri e deve tenere almeno 2 armate: "
        "spostane di meno o parti da un altro territorio (003-8a)."
    )
    assert sentence_of(Violation.SEAT_NOT_PLAYING, "rtu", "it") == (
        "Il posto B non è più in gioco: scegline uno che gioca ancora (000-5.4b)."
    )


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("stage", ["start", "colours", "territories", "placement", "play"])
def test_any_move_whatever_gives_every_value_a_sentence_may_use(name: str, stage: str) -> None:
    table = build(Scene(name, stage=stage))
    asked = {
        field
        for violation in Violation
        for _, field, _, _ in Formatter().parse(text(f"violations.{violation.name.lower()}", "it"))
        if field is not None
    }
    for seat in (layout.NOBODY, 0, 5, 6, 200):
        for kind in range(-1, 40):
            for part in (0, 41, 42, 63, 255):
                coded = moves.move(kind, part, part, 0xFFFF)
                values = values_of(table.rulebook, table.tables, table.pos, seat, coded)
                assert asked - {"clause"} <= set(values)
                assert all(not isinstance(value, int) or value >= 0 for value in values.values())
