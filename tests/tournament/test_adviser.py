"""What suits an event: formats by number of players, days and hours, with the reason where one does not."""

import pytest

from kamchatka.messages import LANGUAGES
from kamchatka.tournament.format.adviser import (
    FormatAdvice,
    FormatProposal,
    PlannedEvent,
    advise,
    guaranteed_games,
    propose,
)
from kamchatka.tournament.format.loading import load_format, shipped_formats
from kamchatka.tournament.format.model import Length, Purpose


def advice(id: str, event: PlannedEvent) -> FormatAdvice:
    """What is said of one format."""
    return next(each for each in advise(event) if each.format.id == id)


def obstacles(id: str, event: PlannedEvent) -> list[tuple[str, str]]:
    """Why it does not suit, with the clauses."""
    return [(each.code, each.clause) for each in advice(id, event).obstacles]


@pytest.mark.clause("001-Y3")
def test_forty_players_in_a_day_play_three_games_or_a_second_chance() -> None:
    suiting = {each.format.id for each in advise(PlannedEvent(40)) if not each.obstacles}
    assert {"tre-partite", "tre-partite-finale", "seconda-chance"} <= suiting
    assert "due-giorni" not in suiting
    assert obstacles("eliminazione-diretta", PlannedEvent(40)) == [("too_few", "001-FP1b")]


@pytest.mark.clause("001-FP1b")
def test_direct_elimination_takes_sixty_four_to_a_hundred_and_twenty_five() -> None:
    found = {
        players: obstacles("eliminazione-diretta", PlannedEvent(players)) for players in (63, 64, 125, 126)
    }
    assert found == {63: [("too_few", "001-FP1b")], 64: [], 125: [], 126: [("too_many", "001-FP1b")]}


@pytest.mark.clause("001-FP2b")
def test_a_second_chance_takes_thirty_seven_to_sixty_nine() -> None:
    found = {players: obstacles("seconda-chance", PlannedEvent(players)) for players in (36, 37, 69, 70)}
    assert found == {36: [("too_few", "001-FP2b")], 37: [], 69: [], 70: [("too_many", "001-FP2b")]}


@pytest.mark.parametrize(
    ("id", "games"),
    [
        ("eliminazione-diretta", 1),
        ("seconda-chance", 2),
        ("tre-partite", 3),
        ("tre-partite-finale", 3),
        ("due-giorni", 2),
        ("raduno", 3),
        ("cni", 3),
        ("challenge", 1),
        ("serate", 5),
    ],
)
def test_games_guaranteed_are_those_of_whoever_loses_them_all(id: str, games: int) -> None:
    assert guaranteed_games(load_format(id)) == games


def test_what_guarantees_more_games_comes_first_among_what_suits() -> None:
    games = [each.games for each in advise(PlannedEvent(64)) if not each.obstacles]
    assert games == sorted(games, reverse=True)


def test_the_tables_of_the_first_round_are_told() -> None:
    found = advice("tre-partite", PlannedEvent(43))
    assert (len(found.tables), found.fives) == (10, 3)


def test_time_is_counted_in_rounds_with_pauses_between_them() -> None:
    # 105 minutes of play and 30 for the end, three times, with two pauses of 15
    found = advice("tre-partite", PlannedEvent(40, days=1, hours=8))
    assert (found.rounds, found.minutes, found.obstacles) == (3, 3 * 135 + 2 * 15, ())
    assert obstacles("tre-partite", PlannedEvent(40, hours=7)) == [("hours", "")]
    assert advice("tre-partite", PlannedEvent(40, days=3, hours=3)).minutes == 3 * 135


def test_a_format_of_two_days_does_not_suit_one() -> None:
    assert obstacles("due-giorni", PlannedEvent(40)) == [("days", "")]
    assert obstacles("due-giorni", PlannedEvent(40, days=2)) == []


def test_winners_are_recalled_round_after_round_until_one_table_is_left() -> None:
    rounds = {
        players: advice("challenge", PlannedEvent(players)).rounds for players in (4, 8, 16, 24, 64, 104)
    }
    # 24: six winners and two recalled, two winners and two recalled, the final
    assert rounds == {4: 1, 8: 2, 16: 2, 24: 3, 64: 3, 104: 4}


def test_a_number_that_cannot_be_seated_is_an_obstacle() -> None:
    assert obstacles("tre-partite", PlannedEvent(11)) == [("tables", "001-T1")]


@pytest.mark.parametrize("players", [3, 11, 40, 126])
def test_every_obstacle_is_said_in_both_languages(players: int) -> None:
    found = advise(PlannedEvent(players, hours=4))
    assert {each.format.id for each in found} == set(shipped_formats())
    for each in found:
        assert all(obstacle.sentence(lang) for obstacle in each.obstacles for lang in LANGUAGES)


def first(players: int, length: Length, purpose: Purpose = "club") -> FormatProposal:
    """What is proposed to an organiser."""
    return propose(players, length, purpose)[0]


@pytest.mark.clause("001-Y3")
@pytest.mark.parametrize(
    ("players", "length", "format", "options"),
    [
        (9, "evening", "open", {"games": 2}),
        (40, "evening", "open", {"games": 2}),
        (4, "day", "tre-partite", {}),
        (7, "day", "open", {}),
        (36, "day", "tre-partite-finale", {}),
        (42, "weekend", "raduno", {}),
        (200, "weekend", "raduno", {}),
        (20, "season", "campionato", {}),
        (7, "season", "campionato-periodico", {}),
    ],
)
def test_people_and_time_give_a_format_with_its_reason(
    players: int, length: Length, format: str, options: dict[str, int]
) -> None:
    purposes: tuple[Purpose, ...] = ("friends", "club", "official")
    for purpose in purposes:
        found = first(players, length, purpose)
        assert (found.advice.format.id, dict(found.options)) == (format, options)
        assert found.advice.obstacles == ()
        assert all(found.reason(lang) for lang in LANGUAGES)
        assert found.reason("it") != found.reason("en")


def test_what_does_not_suit_is_never_proposed_before_what_does() -> None:
    found = propose(9, "evening", "friends")
    unfit = [bool(each.advice.obstacles) for each in found]
    assert unfit == sorted(unfit)
    assert {each.advice.format.id for each in found} == set(shipped_formats())
    assert {"tre-partite", "raduno"} <= {each.advice.format.id for each in found if each.advice.obstacles}


def test_no_format_seats_two_people() -> None:
    assert all(each.advice.obstacles for each in propose(2, "evening", "friends"))
