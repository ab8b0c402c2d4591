"""Random formats within the language, with events by them played to their winners and computed again."""

import json
from typing import Any

import pytest

from kamchatka.app.events import CODEC
from kamchatka.tournament.checker import check
from kamchatka.tournament.scores import ids
from tests.tournament.comparing import differences, rules_of
from tests.tournament.oracle_cuts import differences_in
from tests.tournament.random_formats import own_format, played_by_own_format

COUNT = 100
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_events_by_random_formats_are_what_the_oracle_says(part: int) -> None:
    for seed in range(part, COUNT, PARTS):
        event = played_by_own_format(seed)
        assert list(differences(event, own_format(seed).text)) == [], seed
        assert check(event.setup, event.occurrences, ids(event.tournament)).differences == (), seed


def test_every_part_of_the_language_is_met() -> None:
    texts = "".join(own_format(seed).text for seed in range(COUNT))
    words = (
        *("everybody", "ranks", "winners", "losers", "best-losers", "recalled", "direct"),
        *("entered", "ranked", "completed", "when-possible", "each-round", "until-one-table"),
        *("planned", "threes"),
    )
    keys = (
        *("groups", "direct", "spare", "best", "drop", "games", "place", "pick", "when", "bye", "decides"),
        *("dummy", "beside", "direct_games"),
    )
    lacking = [word for word in words if f'"{word}"' not in texts]
    assert lacking + [key for key in keys if f"{key} = " not in texts] == []


def _altered(kind: str, data: Any) -> Any:
    if kind == "stage-cut" and data["reserves"] and data["qualified"]:
        data["qualified"][0]["person"] = data["reserves"][0]
    if kind == "standings-published":
        data["rows"][0]["rank"] = 2
    if kind == "round-drawn":
        one, other = data["tables"][0]["seats"], data["tables"][-1]["seats"]
        other += one
        one.clear()
    return data


@pytest.mark.parametrize(
    ("kind", "told"),
    [("stage-cut", "takes"), ("standings-published", "published"), ("round-drawn", "tables of")],
)
def test_the_oracle_notices_another_cut_another_rank_and_another_size(kind: str, told: str) -> None:
    event = next(
        event
        for event in map(played_by_own_format, range(COUNT))
        if event.tournament.cuts
        and event.tournament.cuts[0].reserves
        and len(event.tournament.rounds[0].tables) > 1
    )
    text = own_format(int(event.tournament.settings.name.split()[1])).text
    rows = [(CODEC.encode(each.event), each.action) for each in event.occurrences]
    at = next(at for at, (each, _) in enumerate(rows) if each.kind == kind)
    made = [(each.kind, each.payload, action) for each, action in rows]
    made[at] = (kind, json.dumps(_altered(kind, json.loads(made[at][1]))), made[at][2])
    assert told in next(differences_in(made, rules_of(event, text)))
