"""Parameters of a file change the bot that plays them, and nobody else."""

from pathlib import Path

import pytest

from kamchatka.bots import SERGENTE, STYLES
from kamchatka.bots.characters import CALM, PLAIN, shipped_characters, trait_names
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load
from kamchatka.simulate.contestants import (
    Contestant,
    ParametersRefused,
    contestant,
    line_up,
    parameters_toml,
    row_to_tune,
)
from kamchatka.simulate.match import Conditions, Match, jobs_of

CONDITIONS = Conditions(rulebook=load("rtu"), label="rtu", seats=4, laps=6, seed=20)


def tuned(folder: Path, source: str) -> Contestant:
    (folder / "tuned.toml").write_text(source, encoding="utf-8")
    return contestant(f"sergente:{folder / 'tuned.toml'}")


def wins(one: Contestant, others: Contestant) -> list[int]:
    (job,) = jobs_of(CONDITIONS, Match(one, others), range(5))
    result: list[int] = job.work(*job.arguments)
    return result


def test_a_file_plays_beside_the_style_it_changes(tmp_path: Path) -> None:
    one = tuned(tmp_path, 'style = "t3"\n[temperaments.steady]\ncard = 999\n')
    other = contestant("sergente:t3")
    numbers, characters = line_up(one, other)
    shipped, place = shipped_characters(), STYLES.index("t1")
    assert numbers == (SERGENTE + place, SERGENTE + STYLES.index("t3"))
    assert characters.characters[:place] == shipped.characters[:place]
    assert characters.characters[place + 1 :] == shipped.characters[place + 1 :]
    assert characters.rows[: len(shipped.rows)] == shipped.rows
    own = dict(zip(trait_names(), characters.rows[characters.characters[place][CALM]], strict=True))
    was = dict(zip(trait_names(), shipped.rows[shipped.temperaments.index("steady")], strict=True))
    assert own == {**was, "card": 999}
    assert characters.characters[place][PLAIN] == characters.characters[place][CALM]


@pytest.mark.xdist_group("kernel")
def test_the_shipped_numbers_in_a_file_play_the_same_games(tmp_path: Path) -> None:
    style = contestant("sergente:cauto")
    own = row_to_tune(style, None)
    same = tuned(tmp_path, parameters_toml(style.number, own))
    assert same.own == own
    assert wins(same, style) == wins(style, style) == [1] * 5
    against = contestant("soldato")
    assert wins(same, against) == wins(style, against)
    # An army that costs nothing is another game.
    timid = tuned(tmp_path, 'style = "cauto"\n[temperaments.calm]\nleast_chance = 1000\n')
    assert wins(timid, against) != wins(style, against)


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("style = ", "not_parameters"),
        ('style = "cauto"\n', "not_parameters"),
        ('style = "feroce"\n[temperaments.calm]\ncard = 1\n', "not_parameters"),
        ('style = "cauto"\n[temperaments.calm]\ncarta = 1\n', "not_parameters"),
        ('style = "cauto"\n[temperaments.calm]\ncard = "many"\n', "number"),
        ('style = "cauto"\n[temperaments.calm]\ndepth = 400\n', "number"),
    ],
)
def test_a_faulty_file_is_refused_in_one_sentence(tmp_path: Path, source: str, code: str) -> None:
    with pytest.raises(ParametersRefused) as refused:
        tuned(tmp_path, source)
    assert refused.value.code == code
    assert all("tuned.toml" in refused.value.sentence(lang) for lang in LANGUAGES)


def test_only_a_sergente_and_its_temperaments_are_tuned() -> None:
    with pytest.raises(ParametersRefused) as refused:
        row_to_tune(contestant("soldato"), None)
    assert refused.value.code == "not_tunable"
    with pytest.raises(ParametersRefused) as refused:
        row_to_tune(contestant("sergente:cauto"), "hasty")
    assert refused.value.code == "no_temperament"
    assert row_to_tune(contestant("sergente:irruento"), None).temperament == "hasty"
