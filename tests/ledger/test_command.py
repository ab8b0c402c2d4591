"""`kamchatka clauses`."""

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from kamchatka import ledger
from kamchatka.cli.clauses import BAR
from kamchatka.cli.clauses import clauses as command
from kamchatka.ledger import ProvenClauses, clauses, results, summary


def run(*words: str, lang: str = "en", columns: int = 200) -> Result:
    app = typer.Typer()
    app.command("clauses")(command)
    return CliRunner().invoke(app, [*words], env={"KAMCHATKA_LANG": lang, "COLUMNS": str(columns)})


def test_json_is_the_summary() -> None:
    assert json.loads(run("--json").stdout) == summary()


def test_json_of_one_part_has_the_same_shape() -> None:
    found = json.loads(run("--how", "engine", "--json").stdout)
    assert list(found) == ["total", "proven", "controlled", "by_how", "controls", "missing"]
    assert found["total"] == 230
    assert list(found["by_how"]) == ["engine"]


def test_json_of_one_part_of_one_regulation() -> None:
    found = json.loads(run("--seed", "003", "--how", "tournament", "--json").stdout)
    expected = [entry for entry in clauses() if (entry.source, entry.how) == ("003", "tournament")]
    assert found["total"] == len(expected) == 9


@pytest.mark.parametrize(
    ("lang", "headings"),
    [
        ("it", "testo motore punti arbitro torneo moduli avvisi totale"),
        ("en", "text engine scores referee tourney papers notices total"),
    ],
)
def test_people_get_a_table_that_fits_80_columns(lang: str, headings: str) -> None:
    lines = run(lang=lang, columns=80).stdout.splitlines()
    assert lines[1].split() == headings.split()
    rows = [line.split() for line in lines[2:-1]]
    counts = summary()
    *proven, controls = rows
    assert [row[0] for row in proven] == ["000", "001", "002", "003", "004", headings.rsplit(maxsplit=1)[-1]]
    assert [len(row) for row in proven] == [9] * 6
    assert proven[-1][-2] == f"{counts['proven']}/544"
    assert all(len(row[-1]) == BAR and set(row[-1]) <= set("█░") for row in proven)
    shares = ["/".join(map(str, each)) if each[1] else "–" for each in counts["controls"].values()]
    assert controls[1:-1] == shares
    assert controls[-1].startswith(f"{counts['controlled']}/")
    assert not any("…" in line or len(line) > 80 for line in lines)


def test_everything_proven_fits_80_columns_too(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ProvenClauses(proven={entry.id: ("tests/test_x.py::test_x",) for entry in clauses()})
    monkeypatch.setattr(ledger, "results", lambda: whole)
    for lang in ("it", "en"):
        lines = run(lang=lang, columns=80).stdout.splitlines()
        assert lines[-3].split()[1:] == [
            *("230/230", "111/111", "83/83", "79/79", "33/33", "8/8", "544/544", "█" * BAR)
        ]


def test_the_counts_end_with_a_sentence() -> None:
    counts = summary()
    assert run(lang="it").stdout.splitlines()[-1] == (
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
            "«motore» non va bene per --how. Scegli fra: "
            "engine, scoring, referee-tool, tournament, document, notice.",
        ),
        (
            ("--seed", "7"),
            "en",
            "“7” is not a regulation for --seed. Choose from: 000, 001, 002, 003, 004.",
        ),
    ],
)
def test_an_unknown_filter_gets_a_sentence(words: tuple[str, ...], lang: str, sentence: str) -> None:
    result = run(*words, lang=lang)
    assert result.exit_code == 2
    assert result.stderr.strip() == sentence
