"""`kamchatka arena` and `tune` from the outside: matrix, verdicts, files, the published tables, refusals."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kamchatka.cli import app
from kamchatka.cli.arena.arena import tell_interrupted
from kamchatka.cli.arena.options import ArenaOptions
from kamchatka.simulate.jobfile import JobResults
from kamchatka.simulate.jobs import Workshop, local_crew
from kamchatka.simulate.published import BEGIN, END, published, read_figures
from soak.arena import holds, play_again

pytestmark = pytest.mark.xdist_group("kernel")

GAMES = ("--rulebook", "rtu", "--laps", "1", "--seed", "3", "--workers", "1")
ALL = ("--bots", "recluta,soldato", *GAMES, "--games", "40")


def typed(*words: str, lang: str = "en") -> Result:
    return CliRunner().invoke(app, words, env={"KAMCHATKA_LANG": lang, "COLUMNS": "110"})


def data(*words: str) -> dict[str, Any]:
    found = typed(*words, "--json")
    assert found.exit_code == 0, found.output
    report: dict[str, Any] = json.loads(found.stdout)
    return report


def test_every_bot_meets_every_other() -> None:
    found = data("arena", *ALL)
    assert (found["seats"], found["laps"], found["seed"], found["interrupted"]) == (4, 1, 3, False)
    matches = [(each["one"], each["others"], each["games"], each["wins"]) for each in found["matches"]]
    assert matches == [("recluta", "soldato", 40, 1), ("soldato", "recluta", 40, 39)]
    assert found["matches"][1]["win_rate"]["value"] == 39 / 40


@pytest.mark.parametrize(("lang", "words"), [("it", "uno di"), ("en", "one of")])
def test_the_matrix_speaks_the_readers_language(lang: str, words: str) -> None:
    shown = typed("arena", *ALL, lang=lang).stdout
    assert words in shown
    assert "3 × soldato" in shown


def test_a_file_holds_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    first = data("arena", *ALL, "--file", str(path))
    written = path.read_bytes()
    assert data("arena", *ALL, "--file", str(path)) == first
    assert path.read_bytes() == written
    more = data("arena", *ALL[:-1], "60", "--file", str(path))
    assert [each["games"] for each in more["matches"]] == [60, 60]
    assert path.read_bytes().startswith(written)


def test_who_interrupts_a_run_is_told_the_seed_it_drew(capsys: pytest.CaptureFixture[str]) -> None:
    options = ArenaOptions(file=Path("arena.jsonl"))
    conditions = options.conditions("rtu")
    tell_interrupted(options, conditions, interrupted=True)
    assert f"--seed {conditions.seed} " in capsys.readouterr().err


def test_the_better_bot_is_found_with_few_games() -> None:
    found = data("arena", "--better", "soldato", "recluta", *GAMES)
    assert (found["verdict"], found["null"], found["better"]) == ("better", 0.25, 0.3)
    assert found["games"] < 100
    shown = typed("arena", "--better", "recluta", "soldato", *GAMES, "--gain", "10").stdout
    assert "No: “recluta” is not better" in shown
    assert "25.0 %" in shown
    assert "35.0 %" in shown


def test_figures_are_published_beside_a_document_and_hold(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"# Bots\n\n{BEGIN}\nold\n{END}\n\nAfter.\n", encoding="utf-8")
    assert typed("arena", *ALL, "--publish", str(page)).exit_code == 0
    assert typed("arena", *ALL, "--seats", "5", "--publish", str(page)).exit_code == 0
    figures = read_figures(tmp_path / "bots.json")
    assert [(each.seats, each.one, each.wins) for each in figures[:2]] == [
        (4, "recluta", 1),
        (4, "soldato", 39),
    ]
    assert len(figures) == 4
    said = page.read_text(encoding="utf-8")
    assert said.startswith(f"# Bots\n\n{BEGIN}\n")
    assert said.endswith(f"{END}\n\nAfter.\n")
    assert "| rtu | 4 | 1 | soldato | 3 recluta | 97.5 [87.1-99.6] (40) | 25 |" in said
    # The same figures again change nothing.
    assert published(page, figures) == (said, (tmp_path / "bots.json").read_text(encoding="utf-8"))
    with Workshop(local_crew(1), JobResults()) as workshop:
        again = play_again(figures[1], 40, workshop)
        part = play_again(figures[1], 20, workshop)
    assert (again.games, again.wins) == (40, 39)
    assert holds(figures[1], again)
    assert holds(figures[1], part)
    assert not holds(replace(figures[1], wins=30), again)
    assert not holds(replace(figures[1], wins=10), part)


def test_tuned_parameters_play_in_the_arena(tmp_path: Path) -> None:
    out = tmp_path / "tuned.toml"
    small = ("--games", "4", "--population", "4", "--generations", "1")
    tuned = typed("tune", "sergente:t1", "--against", "soldato", "--out", str(out), *GAMES, *small, "--json")
    assert len(json.loads(tuned.stdout)["generations"]) == 1
    measure = f"arena --rulebook rtu --seats 4 --laps 1 --better sergente:{out} sergente:t1"
    assert measure in " ".join(tuned.stderr.split())
    played = data("arena", "--bots", f"sergente:{out}", "--against", "recluta", *GAMES, "--games", "8")
    assert played["matches"][0]["one"] == f"sergente:{out}"
    out.write_text("mine\n", encoding="utf-8")
    refused = typed("tune", "sergente:t1", "--against", "soldato", "--out", str(out), *GAMES, *small)
    assert refused.exit_code == 2
    assert "not the work of tune" in refused.output
    assert out.read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*GAMES,), "--bots A,B,C"),
        ((*GAMES, "--bots", "soldato"), "At least one other opponent"),
        ((*GAMES, "--bots", "soldato,golia"), "no bot called “golia”"),
        ((*GAMES, "--bots", "soldato,sergente:none.toml"), "Cannot read none.toml"),
        ((*ALL, "--cluster", "local:2"), "cannot be used together"),
        ((*ALL[:4], "--bots", "soldato,recluta", "--cluster", "local:x"), "does not answer"),
        ((*ALL, "--publish", "nowhere.md"), "Cannot read nowhere.md"),
        ((*ALL, "--file", "nowhere/a.jsonl"), "cannot be used"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: tuple[str, ...], told: str) -> None:
    refused = typed("arena", *words)
    assert refused.exit_code == 2, refused.output
    assert told in " ".join(refused.output.split())
