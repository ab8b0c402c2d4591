"""A tournament done again: nothing differs where nobody touched it, and whatever was planted is found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments.generation import generate
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.texts import setup_of, texts_of
from kamchatka.ids import ActionId
from kamchatka.messages import LANGUAGES, Language
from kamchatka.tournament.checker import check
from kamchatka.tournament.events import (
    Pinned,
    RoundDrawn,
    SeasonPlanned,
    SeedAnnounced,
    Settings,
    StageCut,
    StandingsPublished,
)
from kamchatka.tournament.folding import folded, standing
from kamchatka.tournament.generator import RandomEvent, SeededChoices, begin, play
from kamchatka.tournament.scores import ids
from kamchatka.tournament.state import Occurrence
from tests.golden.tournaments import FOLDER, stored
from tests.plugins.databases import TESTS
from tests.tournament.organiser import Organiser
from tests.tournament.random_events import EVERY_FORMAT, played

EACH = 2
RARE = {"challenge": 3, "master": 2, "primavera": 2, "squadre": 2}
"""A seed whose tournament is checked by code that those of `EACH` do not reach."""
T = TypeVar("T")
LEAST_GAMES = {"campionato-periodico": 3, "serate": 4}


def found(event: RandomEvent, occurrences: list[Occurrence] | None = None) -> list[str]:
    done = check(event.setup, occurrences or event.occurrences, ids(event.tournament))
    assert done.unchecked == ()
    return [notice.code for notice in done.differences]


@pytest.mark.parametrize("format", EVERY_FORMAT)
def test_random_tournaments_come_out_again(format: str) -> None:
    for seed in (*range(EACH), *([RARE[format]] if format in RARE else [])):
        event = played(format, seed)
        assert found(event) == [], f"{format} {seed}"


@pytest.mark.parametrize("format", LEAST_GAMES)
def test_planned_seasons_come_out_again_whoever_comes_and_goes(format: str) -> None:
    texts = texts_of(format)
    setup = setup_of(texts, {"seating": "planned", "games": LEAST_GAMES[format]}, {})
    pins = {kind: Pinned(id, id) for kind, id in texts.ids.items()}
    settings = Settings(name="Prova", **pins)  # type: ignore[arg-type]
    event = begin(RandomEvent(setup, SeededChoices(format)), settings, 12)
    assert list(play(event))
    assert any(isinstance(each.event, SeasonPlanned) for each in event.occurrences)
    assert found(event) == []


def test_a_seed_other_than_the_announced_one_is_noticed() -> None:
    event = played("open", 4)
    at = next(at for at, each in enumerate(event.occurrences) if isinstance(each.event, RoundDrawn))
    announced = Occurrence(SeedAnnounced(1, "annunciato"), ActionId("a-seed"))
    altered = [*event.occurrences[:at], announced, *event.occurrences[at:]]
    assert found(event, altered) == ["tournament.check.seed"]


def planted(event: RandomEvent, kind: type[T], change: Callable[[T], T]) -> list[str]:
    """What is found where the last event of a kind was changed."""
    written = [(at, each.event) for at, each in enumerate(event.occurrences) if isinstance(each.event, kind)]
    at, last = written[-1]
    altered = list(event.occurrences)
    altered[at] = replace(altered[at], event=change(last))
    return found(event, altered)


def test_two_clubmates_put_together_in_the_log_are_noticed() -> None:
    """A planted broken constraint: two people of two tables, and the receipt says nothing of it."""
    event = played("tre-partite", 3)

    def swapped(drawn: RoundDrawn) -> RoundDrawn:
        one, other, *rest = drawn.tables
        first = replace(one, seats=(other.seats[0], *one.seats[1:]))
        second = replace(other, seats=(one.seats[0], *other.seats[1:]))
        return replace(drawn, tables=(first, second, *rest))

    assert "tournament.check.table" in planted(event, RoundDrawn, swapped)


def test_a_receipt_that_hides_something_is_noticed() -> None:
    event = played("campionato", 5)
    hidden = planted(
        event, RoundDrawn, lambda drawn: replace(drawn, receipt=replace(drawn.receipt, violations=(), cost=0))
    )
    assert hidden == ["tournament.check.receipt"]


def test_a_finalist_who_did_not_qualify_is_noticed() -> None:
    event = played("tre-partite-finale", 1)

    def another(cut: StageCut) -> StageCut:
        instead = replace(cut.qualified[-1], person=cut.reserves[0])
        return replace(cut, qualified=(*cut.qualified[:-1], instead), reserves=cut.reserves[1:])

    assert "tournament.check.cut" in planted(event, StageCut, another)


def test_published_points_that_nobody_scored_are_noticed() -> None:
    event = played("open", 2)

    def better(standings: StandingsPublished) -> StandingsPublished:
        first, second, *rest = standings.rows
        return replace(standings, rows=(replace(second, rank=1), replace(first, rank=2), *rest))

    assert planted(event, StandingsPublished, better) == ["tournament.check.rank"] * 2


def test_a_plan_that_its_seed_does_not_give_is_noticed(organiser: Organiser) -> None:
    id = organiser.open("campionato-periodico", "--set", "seating=planned")
    organiser.enter(id, *(f"P{n}" for n in range(16)))
    organiser.type("draw", id, "--seed", "gru")
    with open_office(organiser.folder / "home" / "kamchatka.db", TESTS) as office:
        desk = open_tournament(office, id)
    altered = [
        replace(each, event=replace(each.event, rounds=each.event.rounds[::-1]))
        if isinstance(each.event, SeasonPlanned)
        else each
        for each in desk.occurrences
    ]
    codes = [each.code for each in check(desk.tournament.setup, altered, desk.names).differences]
    assert codes[0] == "tournament.check.plan"
    assert check(desk.tournament.setup, desk.occurrences, desk.names).differences == ()


EARLIER = FOLDER.parent / "earlier"
"""Tournaments drawn before tables were made as alike as possible, and before the group without points was
measured by the last table."""
LOGS = [
    *(FOLDER / f"{format}.log" for format in ("raduno", "primavera", "campionato")),
    *sorted(EARLIER.glob("*.log")),
]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name} {log.stem}")
def test_what_an_earlier_version_did_is_not_called_wrong(log: Path) -> None:
    setup, occurrences = stored(log.read_text(encoding="ascii").splitlines())
    tournament = folded(setup, standing(occurrences))
    done = check(setup, occurrences, {who: str(who) for who in tournament.entrants})
    made = (done.draws, done.cuts, done.publications)
    codes = [notice.code.removeprefix("tournament.check.") for notice in done.unchecked]
    assert tuple(codes.count(code) for code in ("older", "older_cut", "older_standings")) == made
    assert len(codes) == sum(made)
    assert done.draws == len(tournament.rounds) > 0
    assert done.differences == ()
    for notice in done.unchecked:
        assert all("{" not in notice.sentence(lang) for lang in LANGUAGES)


def test_it_would_be_called_wrong_by_the_present_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: five without points drew lots for the last table; now they keep their order."""
    setup, occurrences = stored(EARLIER.joinpath("primavera.log").read_text(encoding="ascii").splitlines())
    names = ids(folded(setup, standing(occurrences)))
    assert check(setup, occurrences, names).differences == ()
    for module in ("checker", "seating.draw"):
        monkeypatch.setattr(f"kamchatka.tournament.{module}.VERSION", 2)
    codes = {notice.code for notice in check(setup, occurrences, names).differences}
    assert "tournament.check.table" in codes


def test_tables_drawn_by_the_earlier_rule_go_on_by_it() -> None:
    """The pinned format says how tables are made up: what was agreed before round 1 holds to the end."""
    log = EARLIER.joinpath("tre-partite-finale.log").read_text(encoding="ascii").splitlines()
    setup, occurrences = stored(log)
    tournament = folded(setup, standing(occurrences))
    drawn = [sorted(len(table.seated.seats) for table in each.tables.values()) for each in tournament.rounds]
    assert drawn == [[4, 4, 4, 4, 4, 5]] * 3 + [[4]]
    assert tournament.format.tables.uniform == "fours-first"


@pytest.mark.parametrize(
    ("kind", "code"),
    [(StageCut, "older_cut"), (StandingsPublished, "older_standings"), (RoundDrawn, "older")],
)
def test_what_the_present_version_did_is_done_again(kind: type, code: str) -> None:
    """Both directions: an event of this version is recomputed; the same one marked as older is not."""
    event = played("tre-partite-finale", 1)
    assert found(event) == []

    def older(each: Occurrence) -> Occurrence:
        made = each.event
        if not isinstance(made, kind):
            return each
        if isinstance(made, RoundDrawn):
            return replace(each, event=replace(made, receipt=replace(made.receipt, version=1)))
        return replace(each, event=replace(made, version=1))  # type: ignore[type-var]

    done = check(event.setup, [older(each) for each in event.occurrences], ids(event.tournament))
    assert {notice.code for notice in done.unchecked} == {f"tournament.check.{code}"}
    assert done.differences == ()


def test_generated_written_out_and_checked_from_the_file(organiser: Organiser) -> None:
    made = organiser.type("generate", "--format", "due-giorni", "--players", "18", "--seed", "gru")
    assert (made["entrants"] >= 18, made["rounds"] > 0) == (True, True)
    assert organiser.type("show", made["id"])["next"] == "done"
    done = organiser.type("check", made["id"])
    assert (done["differences"], done["unchecked"]) == ([], [])
    assert (done["draws"], done["publications"]) == (made["rounds"], 1)
    path = organiser.folder / "copia.kam"
    organiser.type("export", made["id"], str(path))
    assert organiser.type("check", str(path)) == done
    again = organiser.type("generate", "--format", "due-giorni", "--players", "18", "--seed", "gru")
    assert again["events"] == made["events"], "the same seed, the same tournament"
    status, out, _ = organiser.terminal.type("it", "demo", "--remove", "--json")
    assert (status, '"removed": true' in out) == (0, True)
    assert organiser.type("list") == []


def test_generating_says_how_many_may_play(organiser: Organiser) -> None:
    assert organiser.refused("generate", "--format", "cni", "--players", "8")["code"] == "too_many_generated"


def test_a_touched_copy_is_refused(organiser: Organiser) -> None:
    made = organiser.type("generate", "--players", "8", "--seed", "gru")
    path = organiser.folder / "copia.kam"
    organiser.type("export", made["id"], str(path))
    path.write_bytes(path.read_bytes().replace(b"seme-", b"some-", 1))
    status, out, _ = organiser.terminal.type("it", "tournament", "check", str(path), "--json")
    assert (status, '"error"' in out) == (2, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_differences_are_told_in_words(lang: Language, office: Office) -> None:
    *_, desk = generate(office, TERMINAL, format="tre-partite", players=8, seed="gru")
    altered = [
        replace(each, event=replace(each.event, tables=each.event.tables[::-1][:1]))
        if isinstance(each.event, RoundDrawn)
        else each
        for each in desk.occurrences[:8]
    ]
    done = check(desk.tournament.setup, altered, desk.names)
    for notice in done.differences:
        assert "{" not in notice.sentence(lang)
