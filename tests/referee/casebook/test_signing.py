"""Who may sign a ruling: a judge on the list of the club that answers for it."""

from collections.abc import Mapping

import pytest

from kamchatka.referee.casebook.asking import Ruling, rule
from kamchatka.referee.casebook.model import Effect
from kamchatka.referee.casebook.rulings import (
    Author,
    Club,
    RulingRefused,
    SignedRuling,
    UnfinishedRuling,
    must_forward,
    overrule,
    sign,
)
from kamchatka.rulebook import load

TORINO = Club("Torino", frozenset({"anna", "bruno"}))
ANNA = Author("anna", "official-judge")
BRUNO = Author("bruno", "table-judge")
WARNING = (Effect(kind="warning", who="offender", scope="game"),)


def surplus() -> Ruling:
    """134 armies found at a table."""
    return rule("over-limit", load("rtu"), {"armies": 134, "how": "found"})


def free() -> Ruling:
    """Something the text says nothing of."""
    return rule("bare-move-word", load("milano"), {})


@pytest.mark.clause("001-J3")
def test_a_ruling_belongs_to_a_club() -> None:
    assert sign(surplus(), ANNA, TORINO).club == "Torino"
    for club in (None, Club(" ", frozenset({"anna"}))):
        with pytest.raises(RulingRefused) as told:
            sign(surplus(), ANNA, club)
        assert (told.value.code, told.value.clause) == ("no_club", "001-J3")


@pytest.mark.clause("001-J4")
def test_only_whoever_stands_on_the_list_of_the_club_rules() -> None:
    assert sign(surplus(), ANNA, TORINO).author == ANNA
    with pytest.raises(RulingRefused) as told:
        sign(surplus(), Author("carla", "official-judge"), TORINO)
    assert (told.value.code, told.value.clause) == ("not_of_the_club", "001-J4")


@pytest.mark.clause("000-2j")
def test_a_table_judge_applies_the_rules_and_forwards_the_rest() -> None:
    assert sign(surplus(), BRUNO, TORINO).effects == surplus().effects
    punishing = rule("omitted-roll", load("rtu"), {"before": 0, "over": True})
    for ruling in (punishing, free()):
        assert must_forward(ruling, BRUNO.role)
        assert not must_forward(ruling, ANNA.role)
        with pytest.raises(RulingRefused) as told:
            sign(ruling, BRUNO, TORINO, reason="visto da me")
        assert (told.value.code, told.value.clause) == ("forward", "000-2j")
    with pytest.raises(RulingRefused, match="forward"):
        overrule(surplus(), WARNING, BRUNO, TORINO, reason="era distratto")


def test_nobody_but_judges_rules() -> None:
    with pytest.raises(RulingRefused, match="may_not_rule"):
        sign(surplus(), Author("anna", "scorekeeper"), TORINO)


def test_other_effects_need_a_written_reason() -> None:
    signed = overrule(surplus(), WARNING, ANNA, TORINO, reason="prima partita")
    assert (signed.effects, signed.is_overruled, signed.reason) == (WARNING, True, "prima partita")
    with pytest.raises(UnfinishedRuling) as told:
        overrule(surplus(), WARNING, ANNA, TORINO, reason="  ")
    assert (told.value.code, told.value.clause) == ("no_reason", "000-2g")


def test_a_free_ruling_needs_a_reason_too() -> None:
    assert sign(free(), ANNA, TORINO, reason="si riprende").reason == "si riprende"
    with pytest.raises(UnfinishedRuling, match="no_reason"):
        sign(free(), ANNA, TORINO)


def test_what_the_regulation_says_needs_none() -> None:
    signed = sign(surplus(), ANNA, TORINO)
    assert isinstance(signed, SignedRuling)
    assert isinstance(signed.ruling.answers, Mapping)
    assert not signed.is_overruled
