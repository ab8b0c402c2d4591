"""Commands read from words: by what their fields mean, whichever door the words come through."""

import inspect
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.commands.listing import OF_TABLES, OF_TOURNAMENTS
from kamchatka.app.commands.reading import READERS, WordContext, read
from kamchatka.app.events import sentence
from kamchatka.app.office import TERMINAL, Actor, Office, Role, open_office
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.cli.declared_commands import words_of
from kamchatka.cli.tournament.app import BY_HAND
from kamchatka.command import Command, fields_of
from kamchatka.ids import ActionId, PersonId
from kamchatka.referee.events import TableOpened
from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.store.database import Holder
from kamchatka.tournament.arranging import MovePlayers, SetVenue, StartTables, SwapPlayers
from kamchatka.tournament.draws import AnnounceSeed, DrawRound, PartPair
from kamchatka.tournament.entries import DisqualifyPlayer, PayFee, SignAcceptance
from kamchatka.tournament.events import (
    CheckInSet,
    PenaltyGiven,
    Receipt,
    RoundDrawn,
    SeatsFixed,
    StartPlanned,
)
from kamchatka.tournament.officials import RosterJudge
from kamchatka.tournament.recording import ConfirmResult, GivePenalty, VoidGame
from kamchatka.tournament.settings import NameJudge, PublishRules, RemoveJudge
from tests.referee.examples import table_examples
from tests.tournament.small_event import drawn

EVERY = [*OF_TOURNAMENTS.values(), *OF_TABLES.values()]


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    with open_office(None, Holder("test")) as there:
        yield there


@pytest.fixture(scope="module")
def desk(office: Office) -> OpenTournament:
    """An event of eight, round 1 drawn."""
    return open_tournament(office, drawn(office))


def typed(office: Office, desk: OpenTournament, kind: type[Any], **words: Any) -> Any:
    return read(kind, WordContext(office, desk), words)


def test_people_are_found_by_number_or_name(office: Office, desk: OpenTournament) -> None:
    one, other = list(desk.tournament.entrants)[:2]
    assert typed(office, desk, SwapPlayers, one="1", other=[desk.names[other]], reason="luce") == SwapPlayers(
        one, other, "luce"
    )
    with pytest.raises(NotUnderstood, match="not_entered"):
        typed(office, desk, SwapPlayers, one="1", other="Nessuno Così")


def test_several_people_are_words_or_one_word_with_commas(office: Office, desk: OpenTournament) -> None:
    people = tuple(desk.tournament.entrants)[:3]
    assert typed(office, desk, MovePlayers, people="1,2, 3", table="nuovo").people == people
    assert typed(office, desk, MovePlayers, people=["#1", "#2", "#3"], table=2) == MovePlayers(people, 2)
    assert typed(office, desk, SignAcceptance).people == ()


def test_what_nobody_says_is_the_last_round_a_new_seed_the_time_now(
    office: Office, desk: OpenTournament
) -> None:
    voided = typed(office, desk, VoidGame, table="2", reason="dadi caduti", at_fault=None)
    assert voided == VoidGame(1, 2, "dadi caduti")
    seeds = {typed(office, desk, AnnounceSeed, seed="").seed for _ in range(4)}
    assert len(seeds) > 1
    assert typed(office, desk, SignAcceptance, people=["1"]).at[:2] == "20"


def test_what_only_the_program_knows_is_never_taken_from_words(office: Office, desk: OpenTournament) -> None:
    """Sets of objectives are dealt by a secret that differs each time and that nobody can type."""
    words: list[dict[str, str]] = [{}, {}, {"secret": "noto"}]
    made = [typed(office, desk, DrawRound, seed="gru-1", is_draft="1", **more) for more in words]
    secrets = {each.secret for each in made}
    assert len(secrets) == 3
    assert not {"", "noto"} & secrets
    assert all(each.is_draft and each.seed == "gru-1" for each in made)


def test_flags_numbers_and_names_of_judges(office: Office, desk: OpenTournament) -> None:
    one, other = list(desk.tournament.entrants)[:2]
    assert typed(office, desk, PartPair, one="1", other="2", together=["1"]) == PartPair(one, other, True)
    assert typed(office, desk, PayFee, person="1", member=None) == PayFee(one)
    with pytest.raises(NotUnderstood, match="typed_number"):
        typed(office, desk, SetVenue, table="due", venue="atrio")
    with pytest.raises(NotUnderstood, match="not_a_judge"):
        typed(office, desk, RosterJudge, session="sabato", person="Nessuno", starts="14:00", ends="15:00")
    penalty = typed(office, desk, GivePenalty, person="1", places="2", reason="ritardo")
    assert (penalty.target, penalty.places, penalty.points) == (None, 2, "0")
    assert typed(office, desk, StartTables, tables=[1, 2]).tables == (1, 2)


@pytest.mark.parametrize("blank", [[""], ["  ", ""], [" , "]])
def test_a_blank_list_never_means_everybody(office: Office, desk: OpenTournament, blank: list[str]) -> None:
    with pytest.raises(NotUnderstood):
        typed(office, desk, SignAcceptance, people=blank)
    with pytest.raises(NotUnderstood):
        typed(office, desk, StartTables, tables=blank)


def test_spaces_around_words_are_not_part_of_them(office: Office, desk: OpenTournament) -> None:
    assert typed(office, desk, AnnounceSeed, seed=["  lupo 12 "]).seed == "lupo 12"
    assert typed(office, desk, GivePenalty, person=" 1", points="5 ", reason=" ritardo ").points == "5"


@pytest.mark.parametrize("number", ["-7", "0", "x", "1.5"])
def test_numbers_below_the_first_are_refused(office: Office, desk: OpenTournament, number: str) -> None:
    for kind in (SetVenue, MovePlayers):
        with pytest.raises(NotUnderstood, match="typed_number"):
            typed(office, desk, kind, table=number, venue="atrio", people="1")


def test_a_club_with_a_comma_is_part_of_a_name(office: Office) -> None:
    desk = open_tournament(office, drawn(office))
    one, *others = desk.tournament.entrants
    called = replace(desk, names={**desk.names, one: "Mario Rossi (Il Gufo, Milano)"})
    assert typed(office, called, MovePlayers, people="mario rossi (il gufo, milano)", table=1).people == (
        one,
    )
    assert typed(office, called, MovePlayers, people="2, 3", table=1).people == tuple(others[:2])


def test_a_form_sent_twice_is_done_once_though_the_program_fills_in_the_time(office: Office) -> None:
    id = drawn(office)
    desk = open_tournament(office, id)
    [who, *_] = desk.tournament.entrants
    for at in ("2026-01-01", "2026-01-02"):
        execute(office, TERMINAL, id, PublishRules(at), action=ActionId("a-regole"))
    with pytest.raises(NotUnderstood, match="other_content"):
        execute(office, TERMINAL, id, SetVenue(1, "atrio"), action=ActionId("a-regole"))
    execute(office, TERMINAL, id, NameJudge(who, "table-judge"))
    for _ in range(2):
        asked = read(RemoveJudge, WordContext(office, open_tournament(office, id)), {"person": who})
        execute(office, TERMINAL, id, asked, action=ActionId("a-togli"))
    with pytest.raises(NotUnderstood, match="not_a_judge"):
        execute(office, TERMINAL, id, RemoveJudge(who))


def test_nobody_changes_seats_with_themselves(office: Office, desk: OpenTournament) -> None:
    one = next(iter(desk.tournament.entrants))
    with pytest.raises(NotUnderstood, match="one_person_twice"):
        execute(office, TERMINAL, desk.id, SwapPlayers(one, one, "prova"))


def test_a_player_s_name_cannot_be_put_into_a_confirmation_at_the_desk() -> None:
    [by] = [each for each in fields_of(ConfirmResult) if each.name == "by"]
    assert by.meaning.form == ""


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_a_named_command_can_be_read_whole_and_says_its_help(kind: type[Command]) -> None:
    required = {
        name
        for name, each in inspect.signature(kind).parameters.items()
        if each.default is inspect.Parameter.empty
    }
    assert required <= {field.name for field in fields_of(kind)}
    assert {field.meaning.reader for field in fields_of(kind)} <= set(READERS)
    assert all(len(each.split(" · ")) == 2 for each in kind.help.split("\n\n") if each)
    helps = [field.meaning.help for field in fields_of(kind) if kind.help and field.meaning.word]
    assert all(len(each.split(" · ")) == 2 for each in helps)


def test_no_declared_command_is_hidden_by_one_written_by_hand() -> None:
    assert set(words_of(OF_TOURNAMENTS.values())) & set(BY_HAND) == set()


def test_what_came_of_a_request_is_told_with_what_comes_next(office: Office) -> None:
    id = drawn(office)
    done = execute(office, TERMINAL, id, SetVenue(1, "Sala A"), lang="en")
    assert done.sentences == ["Round 1: table 1 is at “Sala A”."]
    assert done.next == "record"
    assert done.desk.tournament.rounds[0].tables[1].venue == "Sala A"
    assert execute(office, TERMINAL, id, SetVenue(1, "")).sentences == [
        "Turno 1: il tavolo 1 non ha più una sede."
    ]
    who = next(iter(done.desk.tournament.entrants))
    judge = Actor(Role.OFFICIAL_JUDGE, "giudice")
    out = execute(office, judge, id, DisqualifyPlayer(who, "insulti"))
    assert out.sentences == [f"{out.desk.names[who]} esce dal torneo per decisione del giudice."]
    with pytest.raises(NotAllowed, match="role"):
        execute(office, judge, id, SetVenue(1, "Sala B"))
    assert execute(office, TERMINAL, id, NameJudge(who, "table-judge")).next == "record"


def test_the_log_says_what_a_draft_is_and_points_as_the_reader_writes_them(office: Office) -> None:
    who = PersonId("p-00000000000000aa")
    receipt = Receipt(seed="gru", method="lot")
    said = {
        is_draft: sentence(RoundDrawn(1, "gironi", (), receipt, is_draft=is_draft), "it", str)
        for is_draft in (True, False)
    }
    assert "bozza" in said[True]
    assert "bozza" not in said[False]
    served = next(each for each in table_examples(who) if isinstance(each, TableOpened))
    plain = "Turno 1: si segue il tavolo 1 (p-00000000000000aa), 90 minuti."
    assert sentence(replace(served, sanctions=()), "it", str) == plain
    assert sentence(served, "it", str).startswith(f"{plain} Da scontare: p-00000000000000aa: ")
    assert sentence(SeatsFixed(1, (3,)), "it", str) == "Turno 1: posti fissati. Tavoli: 3."
    told = "I giocatori possono dire dal telefono che sono qui."
    assert sentence(CheckInSet(True), "it", str) == told
    assert sentence(CheckInSet(False), "it", str) == told.replace("possono", "non possono più")
    assert sentence(StartPlanned(2, ""), "it", str) == "Turno 2: nessun orario fissato per il via."
    penalty = PenaltyGiven(person=who, target="total", points="5/2")
    assert ": 2,5 punti in meno" in sentence(penalty, "it", str)
    assert "2.5" in sentence(penalty, "en", str)
