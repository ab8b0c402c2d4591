"""Who goes on by rank where games are needed, and stages that are left out; computed again here."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kamchatka.messages import Language
from kamchatka.tournament.checker import check
from kamchatka.tournament.events import StageCut
from tests.tournament.cut_events import (
    FINAL,
    FIRST_FOUR,
    GAMES,
    SEMIFINALS,
    Played,
    begun,
    desk_of,
    falling,
    format_of,
    names,
    people,
)
from tests.tournament.organiser import Organiser, seated

THREE_GAMES = GAMES.replace("rounds = 2", "rounds = 3") + '[standings]\nabsences = "none"\n'
BELOW = SEMIFINALS + "enters = [{{ who = 'ranks', ranks = [3, 10], games = {below} }}]\n"
ABOVE = "enters = [{{ who = 'ranks', ranks = [1, 2], games = {above} }}, {{ who = 'winners' }}]\n"
LAYOUT = """
[[stage.layouts]]
players = [12, 0]
counts = "entered"
tables = 2
direct = 2
enters = [{{ who = "ranks", ranks = [3, 10], games = 3 }}]
{games}"""
STRAIGHT = '[[stage.enters]]\nwho = "direct"\n[[stage.enters]]\nwho = "winners"\n'


def three_games(organiser: Organiser, format: str, *absent: str) -> Played:
    """Thirteen people, of whom these miss the last game."""
    event = begun(organiser, 13, format)
    for _ in range(2):
        event.play(falling(13, 150, 9))
    event.play(falling(13, 30, 2), *absent)
    assert list(organiser.standings(event.id)) == event.order
    return event


def with_games(event: Played, games: int, among: Sequence[str]) -> list[str]:
    """Those of them who played so often."""
    return [name for name in among if len(event.results[name]) >= games]


@pytest.mark.parametrize(
    ("absent", "below", "above"),
    [
        ((), 3, 3),
        (("P01",), 3, 0),  # the third plays, whatever those above lack
        (("P01", "P05"), 3, 0),
        (("P01",), 3, 3),  # the third goes to the final, and only there
        (("P01",), 0, 3),
        (("P01", "P02", "P03"), 3, 3),
    ],
)
def test_nobody_falls_between_two_sources_of_ranks(
    organiser: Organiser, tmp_path: Path, absent: tuple[str, ...], below: int, above: int
) -> None:
    """Semifinals from the third on; the final itself names the first two."""
    parts = (THREE_GAMES, BELOW.format(below=below), FINAL, ABOVE.format(above=above))
    event = three_games(organiser, format_of(tmp_path, *parts), *absent)
    assert {*absent[:1]} <= {*event.order[:2]}, "else this proves nothing"
    named = with_games(event, above, event.order)[:2]
    left = [name for name in event.order[2:] if name not in named]
    cut = organiser.type("cut", event.id)
    assert names(cut) == with_games(event, below, left)[:8]
    assert not {*cut["reserves"]} & {*named}, "a finalist is no reserve of the semifinals"
    semifinals = organiser.play(event.id, falling(13).__getitem__)
    assert sorted(name for table in semifinals for name in table) == sorted(names(cut))
    organiser.type("cut", event.id)
    [final] = seated(organiser.type("draw", event.id, "--seed", "gru"))
    assert sorted(final) == sorted([*named, *(min(table) for table in semifinals)])
    assert organiser.type("check", event.id)["differences"] == []


def _older(event: object) -> object:
    """A cut as it was made before, without the first of those who play now."""
    return replace(event, version=4, qualified=event.qualified[1:]) if isinstance(event, StageCut) else event


def test_a_cut_of_an_earlier_version_is_reported_as_such(organiser: Organiser, tmp_path: Path) -> None:
    """Ranks were counted among those with enough games: the third of all played nothing."""
    parts = (THREE_GAMES, BELOW.format(below=3), FINAL, ABOVE.format(above=0))
    event = three_games(organiser, format_of(tmp_path, *parts), "P01")
    organiser.type("cut", event.id)
    desk = desk_of(organiser, event.id)
    log = [replace(each, event=_older(each.event)) for each in desk.occurrences]
    found = check(desk.tournament.setup, log, desk.names)
    assert (found.differences, [each.code for each in found.unchecked]) == (
        (),
        ["tournament.check.older_cut"],
    )


@pytest.mark.parametrize(
    ("games", "needed"), [("", 3), ("direct_games = 0\n", 0), ("direct_games = 3\n", 3), ("games = 2\n", 3)]
)
def test_games_are_asked_of_those_who_skip_a_stage_unless_the_layout_says_otherwise(
    organiser: Organiser, tmp_path: Path, games: str, needed: int
) -> None:
    layout = SEMIFINALS + LAYOUT.format(games=games)
    event = three_games(organiser, format_of(tmp_path, THREE_GAMES, layout, FINAL, STRAIGHT), "P01")
    assert "P01" in event.order[:2]
    named = with_games(event, needed, event.order)[:2]
    left = [name for name in event.order if name not in ("P01", *named)]
    assert names(organiser.type("cut", event.id)) == [*left[:8], *named]
    assert organiser.type("check", event.id)["differences"] == []


SAID = {
    "it": "dall'alto della classifica: 2{games}",
    "en": "from the top of the standings: 2{games}",
}
GIVE_WAY = {
    "it": ", ma chi ha giocato meno di {games} partite lascia il posto a chi segue",
    "en": ", but players with fewer than {games} games leave their place to those who follow",
}


@pytest.mark.parametrize(("games", "needed"), [("", 3), ("direct_games = 0\n", 0), ("direct_games = 2\n", 2)])
@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_format_says_whether_games_are_needed_to_skip_a_stage(
    organiser: Organiser, tmp_path: Path, lang: Language, games: str, needed: int
) -> None:
    layout = SEMIFINALS + LAYOUT.format(games=games)
    path = format_of(tmp_path, THREE_GAMES, layout, FINAL, STRAIGHT)
    _, out, _ = organiser.terminal.type(lang, "format", "show", path)
    wanted = SAID[lang].format(games=GIVE_WAY[lang].format(games=needed) if needed else "")
    said = " ".join(out.split())
    assert wanted in said
    assert (GIVE_WAY[lang].split("{")[0] in said.split(wanted)[1]) is False


LEFT_OUT = """
[[stage.layouts]]
players = [{most}, 0]
counts = "entered"
tables = 2
enters = [{{ who = "ranks", ranks = [1, 8] }}]

[[stage.layouts]]
players = [4, {less}]
counts = "entered"
enters = []
"""


@pytest.mark.parametrize(("threshold", "is_played"), [(9, True), (10, False)])
def test_a_stage_for_nobody_is_left_out(
    organiser: Organiser, tmp_path: Path, threshold: int, is_played: bool
) -> None:
    """Nine people: from so many on there are semifinals; otherwise the first four play the final at once."""
    layouts = SEMIFINALS + LEFT_OUT.format(most=threshold, less=threshold - 1)
    event = begun(organiser, 9, format_of(tmp_path, GAMES, layouts, FINAL, FIRST_FOUR))
    event.play(falling(9))
    event.play(falling(9, 60, 4))
    cut = organiser.type("cut", event.id)
    if is_played:
        assert (cut["stage"], names(cut)) == ("semifinali", event.order[:8])
        return
    assert (cut["stage"], names(cut)) == ("finale", event.order[:4])
    [final] = organiser.play(event.id, falling(9).__getitem__)
    assert organiser.type("show", event.id)["winners"] == [min(final)]
    assert organiser.type("check", event.id)["differences"] == []


def test_a_last_stage_for_nobody_ends_the_event(organiser: Organiser, tmp_path: Path) -> None:
    layouts = FINAL.replace("\ndecides = 1", "") + LEFT_OUT.format(most=12, less=11)
    event = begun(organiser, 9, format_of(tmp_path, GAMES, layouts))
    event.play(falling(9))
    event.play(falling(9, 60, 4))
    assert organiser.type("show", event.id)["winners"] == event.order[:1]
    assert organiser.refused("cut", event.id)["code"] == "no_stage_left"
    assert organiser.run(event.id)["next"] == "done"


def test_winners_of_a_stage_that_was_left_out_are_none(organiser: Organiser, tmp_path: Path) -> None:
    """The tables of the evenings are not meant: their winners are only winners of an evening."""
    layouts = SEMIFINALS + LEFT_OUT.format(most=12, less=11)
    last = FIRST_FOUR + '[[stage.enters]]\nwho = "winners"\n'
    event = begun(organiser, 9, format_of(tmp_path, GAMES, layouts, FINAL, last))
    event.play(falling(9, 160, 20))
    event.play({name: number for number, name in enumerate(people(9))})
    assert event.won[-1] not in event.order[:4]
    assert names(organiser.type("cut", event.id)) == event.order[:4]


def test_whoever_never_came_is_not_among_the_ranked(organiser: Organiser, tmp_path: Path) -> None:
    """Nine entered and have a rank, since an absence is a result of 0; eight of them have played."""
    layouts = SEMIFINALS + LEFT_OUT.format(most=9, less=8).replace('"entered"', '"ranked"')
    event = begun(organiser, 9, format_of(tmp_path, GAMES, layouts, FINAL, FIRST_FOUR))
    event.play(falling(9), "P09")
    event.play(falling(9, 60, 4), "P09")
    assert organiser.standings(event.id)["P09"]["rank"] == 9
    cut = organiser.type("cut", event.id)
    assert (cut["stage"], names(cut)) == ("finale", event.order[:4])
