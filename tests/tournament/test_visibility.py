"""What everybody may see: chosen by the organiser, changed at any time, results live or as published."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Actor, Office, Role, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.public_state import public_state
from kamchatka.app.tournaments.publication import publication
from kamchatka.app.tournaments.undo import undo
from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.entries import DisqualifyPlayer
from kamchatka.tournament.events import SeatResult, VisibilityChanged
from kamchatka.tournament.recording import CorrectResult, GivePenalty, PublishStandings
from kamchatka.tournament.scores import Scoreboard
from kamchatka.tournament.settings import ChangeVisibility, CloseTournament
from tests.tournament.played import invented, opened, played, rounds_closed
from tests.tournament.small_event import points


@pytest.fixture
def office() -> Iterator[Office]:
    with open_office(None) as office:
        yield office


def see(office: Office, id: str, **chosen: object) -> None:
    asked = ChangeVisibility(VisibilityChanged(**chosen))  # type: ignore[arg-type]
    execute(office, TERMINAL, id, asked)


def test_an_event_is_shown_live_and_kept_from_search_engines_until_somebody_says_otherwise(
    office: Office,
) -> None:
    id = opened(office, invented(8))
    assert open_tournament(office, id).tournament.visibility == VisibilityChanged(
        is_shown=True, results="live", may_index=False, embedders=()
    )
    see(office, id, is_shown=False, may_index=True)
    assert open_tournament(office, id).tournament.visibility == VisibilityChanged(
        is_shown=False, may_index=True
    )


def test_the_same_choice_again_is_no_event(office: Office) -> None:
    id = opened(office, invented(8))
    before = open_tournament(office, id).version
    see(office, id)
    assert open_tournament(office, id).version == before


def test_only_organisers_choose(office: Office) -> None:
    id = opened(office, invented(8))
    judge = Actor(Role.OFFICIAL_JUDGE, "somebody")
    with pytest.raises(NotAllowed):
        execute(office, judge, id, ChangeVisibility(VisibilityChanged(is_shown=False)))


def test_a_closed_tournament_can_still_be_hidden(office: Office) -> None:
    id = opened(office, invented(8))
    played(office, id)
    execute(office, TERMINAL, id, CloseTournament())
    see(office, id, is_shown=False)
    assert not open_tournament(office, id).tournament.visibility.is_shown


@pytest.mark.parametrize("site", ["www.club.it", "https://club.example:8443", "*.club.it", "*"])
def test_sites_are_named_as_addresses_begin(office: Office, site: str) -> None:
    id = opened(office, invented(8))
    see(office, id, embedders=(site,))
    assert open_tournament(office, id).tournament.visibility.embedders == (site,)


@pytest.mark.parametrize("site", ["club", "www.club.it; script-src *", "'self'", "club.it/pagina", ""])
def test_what_is_no_site_is_refused(office: Office, site: str) -> None:
    id = opened(office, invented(8))
    with pytest.raises(NotUnderstood, match="not_a_site"):
        see(office, id, embedders=(site,))


def test_live_results_are_those_of_the_moment(office: Office) -> None:
    id = opened(office, invented(8))
    desk = played(office, id, rounds_closed(1))
    shown = public_state(desk)
    assert (shown.results, shown.last) == (desk.tournament, None)


def test_before_anything_is_published_no_result_is_shown(office: Office) -> None:
    id = opened(office, invented(8))
    played(office, id, rounds_closed(1))
    see(office, id, results="published")
    shown = public_state(open_tournament(office, id))
    assert Scoreboard(shown.results, shown.names, shown.last).results.rounds == ()


def test_what_was_published_stays_as_it_was_until_it_is_published_again(office: Office) -> None:
    id = opened(office, invented(8))
    played(office, id, rounds_closed(1))
    see(office, id, results="published")
    execute(office, TERMINAL, id, PublishStandings())

    def first() -> tuple[str, int | None, list[str]]:
        shown = public_state(open_tournament(office, id))
        board = Scoreboard(shown.results, shown.names, shown.last)
        return (
            board.standings.rows[0].entry.name,
            shown.last,
            [str(row.entry.score) for row in board.standings.rows],
        )

    published = first()
    played(office, id, rounds_closed(2))
    assert first() == published
    table = open_tournament(office, id).tournament.rounds[0].tables[1]
    assert table.result
    scores = [90, 80, 70, 60]
    seats = tuple(
        SeatResult(seat.person, {"points": points})
        for seat, points in zip(table.result.seats, scores, strict=True)
    )
    wrong = CorrectResult(round=1, table=1, seats=seats, reason="scambiati")
    execute(office, TERMINAL, id, wrong, note="scambiati")
    assert first() == published
    execute(office, TERMINAL, id, PublishStandings())
    again = first()
    assert again[1] == 2
    assert again != published
    undo(office, TERMINAL, id, "troppo presto")
    assert first() == published


def test_tables_are_shown_as_they_stand_whatever_was_published(office: Office) -> None:
    id = opened(office, invented(8))
    played(office, id, rounds_closed(1))
    see(office, id, results="published")
    desk = played(office, id, lambda desk: desk.tournament.open_round is not None)
    assert public_state(desk).tournament == replace(desk.tournament)


@pytest.mark.parametrize("change", ["penalty", "disqualification", "correction", "none"])
def test_standings_that_have_changed_are_to_be_published_again(office: Office, change: str) -> None:
    id = opened(office, invented(8), "tre-partite")
    desk = played(office, id, rounds_closed(1))
    execute(office, TERMINAL, id, PublishStandings())
    assert publication(open_tournament(office, id)).is_current
    first = desk.tournament.rounds[0].tables[1]
    who = first.seated.seats[0]
    asked: dict[str, TournamentCommand] = {
        "penalty": GivePenalty(person=who, points=5, reason="condotta"),
        "disqualification": DisqualifyPlayer(who, "condotta"),
        "correction": CorrectResult(round=1, table=1, seats=points(first, [60, 40, 30, 20]), reason="svista"),
    }
    if change in asked:
        execute(office, TERMINAL, id, asked[change])
    assert publication(open_tournament(office, id)).is_current == (change == "none")
