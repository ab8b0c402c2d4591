"""`board check`: passes on our data, and fails when something is planted."""

import json
from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from kamchatka.board import Board, Border, check_board, load_board
from kamchatka.cli.board import app, show_report
from kamchatka.cli.call import Call
from kamchatka.ids import ObjectiveId, Territory


@pytest.fixture
def board() -> Board:
    return load_board()


def failed(board: Board) -> list[str]:
    report = check_board(board)
    assert report.passed == (not [check for check in report.checks if check.status == "failed"])
    return [check.code for check in report.checks if check.status == "failed"]


def with_value(board: Board, id: str, value: int) -> Board:
    lands = tuple(replace(land, value=value) if land.id == id else land for land in board.territories)
    return replace(board, territories=lands)


def with_card(board: Board, deck_id: str, id: str, old: str, new: str) -> Board:
    """The board where one card of one deck asks for another territory."""

    def swap(lands: tuple[Territory, ...]) -> tuple[Territory, ...]:
        return tuple(Territory(new) if land == old else land for land in lands)

    decks = []
    for deck in board.objective_decks:
        cards = tuple(
            replace(card, territories=swap(card.territories)) if (deck.id, card.id) == (deck_id, id) else card
            for card in deck.objectives
        )
        decks.append(replace(deck, objectives=cards))
    return replace(board, objective_decks=tuple(decks))


def test_our_board_passes_with_one_known_warning() -> None:
    report = check_board()
    assert report.passed
    assert [check.code for check in report.checks if check.status != "ok"] == ["rows_printed"]
    assert report.check("rows_printed").status == "warning"
    found = {check.code: check.found for check in report.checks}
    assert found == {
        "territories": "42, 6",
        "degrees": "42",
        "total": "164",
        "continents": "35/12/32/23/51/11",
        "borders": "82",
        "borders_switched": "81: 3/5",
        "connected": "1",
        "symbols": "14/14/14 + 2",
        "challenge_sums": "16 × 86",
        "prestige_sums": "20 × 86",
        "sets": "5+5+5+5 = 20, 6",
        "sets_homogeneous": "5/5",
        "rows_size": "8/8",
        "rows_connected": "8/8",
        "rows_continents": "8/8",
        "rows_no_whole": "0",
        "rows_quadruples": "8/8",
        "rows_printed": "1 1 1 1 1 1 2 1",
    }


def test_a_planted_border_fails(board: Board) -> None:
    planted = Border(Territory("afghanistan"), Territory("india"), "land")
    wrong = replace(board, borders=(*board.borders, planted))
    assert failed(wrong) == ["degrees", "borders", "borders_switched"]
    details = [detail.sentence("en") for detail in check_board(wrong).check("degrees").details]
    assert details == [
        "afghanistan: is worth 4 but borders 5 territories.",
        "india: is worth 3 but borders 4 territories.",
    ]


def test_a_missing_border_fails(board: Board) -> None:
    assert failed(board.without_border("argentina", "peru")) == ["degrees", "borders", "borders_switched"]
    assert "rows_connected" in failed(board.without_border("medio_oriente", "cina"))
    assert "connected" in failed(board.without_border("siam", "indonesia"))


def test_a_planted_value_fails(board: Board) -> None:
    wrong = failed(with_value(board, "cina", 6))
    assert wrong == ["degrees", "total", "continents", "challenge_sums", "prestige_sums"]


def test_a_planted_symbol_fails(board: Board) -> None:
    lands = (replace(board.territories[0], card="cannone"), *board.territories[1:])
    assert failed(replace(board, territories=lands)) == ["symbols"]


def test_a_planted_objective_fails(board: Board) -> None:
    # The slip of a public list: Australia Orientale for Occidentale makes 85.
    slip = with_card(board, "challenge", "challenge-01", "australia_occidentale", "australia_orientale")
    assert failed(slip) == ["challenge_sums"]
    broken = with_card(board, "aziendale", "aziendale-7", "stati_uniti_orientali", "stati_uniti_occidentali")
    assert failed(broken) == ["rows_connected"]
    twice = with_card(board, "aziendale", "aziendale-2", "cita", "cina")
    assert failed(twice) == ["rows_size"]


def test_sets_that_overlap_or_share_too_much_fail(board: Board) -> None:
    prestige = board.deck("prestige")
    first = prestige.sets[0]
    strict = replace(prestige, sets=(replace(first, max_shared=11), *prestige.sets[1:]))
    other = replace(first, objectives=(ObjectiveId("challenge-02"), *first.objectives[1:]))
    double = replace(prestige, sets=(other, *prestige.sets[1:]))
    others = tuple(deck for deck in board.objective_decks if deck.id != "prestige")
    assert failed(replace(board, objective_decks=(*others, strict))) == ["sets_homogeneous"]
    assert "sets" in failed(replace(board, objective_decks=(*others, double)))


def test_the_command_prints_json_for_programs(board: Board) -> None:
    result = CliRunner().invoke(app, ["check", "--json"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["passed"] is True
    assert report["digest"] == board.digest()
    assert report["checks"][2] == {
        "code": "total",
        "status": "ok",
        "text": report["checks"][2]["text"],
        "expected": "164",
        "found": "164",
        "clauses": ["000-12g"],
        "details": [],
    }


@pytest.mark.parametrize(
    ("lang", "verdict"),
    [
        ("it", "Il planisfero e gli obiettivi sono in ordine."),
        ("en", "The board and its objectives are in order."),
    ],
)
def test_the_command_prints_a_table_for_people(lang: str, verdict: str) -> None:
    result = CliRunner(env={"KAMCHATKA_LANG": lang}).invoke(app, ["check"])
    assert result.exit_code == 0
    assert verdict in result.stdout
    assert result.stdout.count("✓") == 17
    assert "✗" not in result.stdout


def test_a_report_with_failures_ends_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], board: Board
) -> None:
    monkeypatch.setenv("KAMCHATKA_LANG", "it")
    monkeypatch.setenv("COLUMNS", "160")
    lands = (replace(board.territories[0], card="cannone"), *board.territories[1:])
    with pytest.raises(typer.Exit) as ended:
        show_report(Call("", "it", as_json=False), check_board(replace(board, territories=lands)))
    assert ended.value.exit_code == 1
    printed = capsys.readouterr().out
    assert "13/14/15 + 2 invece di 14/14/14 + 2" in " ".join(printed.split())
    assert [line for line in printed.splitlines() if line.startswith("✗")] != []

    with pytest.raises(typer.Exit) as ended:
        show_report(Call("", "it", as_json=True), check_board(with_value(board, "cina", 6)))
    assert ended.value.exit_code == 1
    degrees = json.loads(capsys.readouterr().out)["checks"][1]
    assert (degrees["status"], degrees["expected"], degrees["found"]) == ("failed", "42", "41")
    assert degrees["details"] == ["cina: vale 6 ma confina con 7 territori."]
