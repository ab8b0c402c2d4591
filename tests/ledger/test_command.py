"""`kamchatka clauses`."""

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from kamchatka.cli.clauses import clauses as command
from kamchatka.ledger import clauses, results, summary


def run(*words: str, lang: str = "en") -> Result:
    app = typer.Typer()
    app.command("clauses")(command)
    return CliRunner().invoke(app, [*words], env={"KAMCHATKA_LANG": lang, "COLUMNS": "200"})


def test_json_is_the_summary() -> None:
    assert json.loads(run("--json").stdout) == summary()


def test_json_of_one_part_has_the_same_shape() -> None:
    found = json.loads(run("--how", "engine", "--json").stdout)
    assert list(found) == ["total", "proven", "controlled", "by_how", "missing"]
    assert found["total"] == 230
    assert list(found["by_how"]) == ["engine"]


def test_json_of_one_part_of_one_regulation() -> None:
    found = json.loads(run("--seed", "003", "--how", "tournament", "--json").stdout)
    expected = [entry for entry in clauses() if (entry.source, entry.how) == ("003", "tournament")]
    assert found["total"] == len(expected) == 9


def test_people_get_a_table_and_a_sentence() -> None:
    lines = run(lang="it").stdout.splitlines()
    header = next(line for line in lines if "regolamento" in line)
    assert [cell.strip() for cell in header.strip("┃").split("┃")][:-1] == [
        "regolamento",
        "motore di gioco",
        "punteggi",
        "strumenti arbitrali",
        "torneo",
        "documenti",
        "avvisi",
        "totale",
    ]
    counts = summary()
    assert lines[-1] == (
        f"{counts['proven']} clausole provate su 544, di cui {counts['controlled']} controllate."
    )


def test_missing_lists_every_unproven_clause_with_its_rule() -> None:
    lines = run("--missing", "--seed", "002").stdout.splitlines()
    expected = [
        f"  {entry.id}  {entry.rule('en')}"
        for entry in clauses()
        if entry.source == "002" and entry.id not in results().proven
    ]
    assert [line for line in lines if line.startswith("  002-")] == expected


@pytest.mark.parametrize(
    ("words", "lang", "sentence"),
    [
        (
            ("--how", "motore"),
            "it",
            "Non conosco «motore» per --how. Scegli fra: "
            "engine, scoring, referee-tool, tournament, document, notice.",
        ),
        (
            ("--seed", "7"),
            "en",
            "I do not know the regulation “7” for --seed. Choose one of: 000, 001, 002, 003, 004.",
        ),
    ],
)
def test_an_unknown_filter_gets_a_sentence(words: tuple[str, ...], lang: str, sentence: str) -> None:
    result = run(*words, lang=lang)
    assert result.exit_code == 2
    assert result.stderr.strip() == sentence
