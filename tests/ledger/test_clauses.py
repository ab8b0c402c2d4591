"""The ledger holds every clause of the five regulations, readable in both languages."""

from collections import Counter

import pytest

from kamchatka.ledger import How, clause, clauses, known, sources
from kamchatka.messages import LANGUAGES, has_text


def test_every_clause_of_the_five_regulations_is_there_once() -> None:
    assert len({entry.id for entry in clauses()}) == len(clauses()) == 544
    assert Counter(entry.source for entry in clauses()) == {
        "000": 98,
        "001": 188,
        "002": 90,
        "003": 56,
        "004": 112,
    }


def test_clauses_by_the_part_that_realises_them() -> None:
    assert Counter(entry.how for entry in clauses()) == {
        How.ENGINE: 230,
        How.SCORING: 111,
        How.REFEREE_TOOL: 83,
        How.TOURNAMENT: 79,
        How.DOCUMENT: 33,
        How.NOTICE: 8,
    }


def test_clauses_keep_the_order_of_their_regulation() -> None:
    assert [entry.id for entry in clauses()][:3] == ["000-1a", "000-1b", "000-1c"]
    assert [entry.source for entry in clauses()] == sorted(entry.source for entry in clauses())
    assert clauses()[-1].id == "004-Z3"


def test_every_clause_is_complete_in_both_languages() -> None:
    for entry in clauses():
        texts = [entry.example, *(entry.rule(lang) for lang in LANGUAGES)]
        texts += [entry.heading(lang) for lang in LANGUAGES]
        assert all(text == text.strip() != "" for text in texts), entry.id
        assert entry.id.startswith(f"{entry.source}-")


def test_italian_and_english_rules_state_the_same_numbers() -> None:
    def numbers(rule: str) -> list[str]:
        return sorted("".join(c if c.isdigit() else " " for c in rule).split())

    assert [e.id for e in clauses() if numbers(e.rule("it")) != numbers(e.rule("en"))] == []


@pytest.mark.parametrize(
    ("id", "it", "en"),
    [
        ("001-FP4b", "un’eliminazione (o anche un’assenza)", "one elimination (or even an absence)"),
        ("004-B27a", "si tirano, come convenuto, nella scatola", "thrown, as agreed, in the box"),
    ],
)
def test_a_clause_says_the_whole_sentence_of_its_regulation(id: str, it: str, en: str) -> None:
    entry = clause(id)
    assert (it in entry.rule("it"), en in entry.rule("en")) == (True, True)


def test_every_part_has_a_name_for_people() -> None:
    for lang in LANGUAGES:
        assert all(has_text(f"ledger.how.{part.value}", lang) for part in How)


def test_the_sources_have_titles() -> None:
    assert [source.number for source in sources()] == ["000", "001", "002", "003", "004"]
    assert all(source.title(lang) for source in sources() for lang in LANGUAGES)


def test_one_clause_by_its_id() -> None:
    found = clause("001-E7")
    assert (found.source, found.kind, found.how) == ("001", "end-of-game", How.ENGINE)
    assert found.section == "E, TB - end of a game, closing rolls (sdadata), ties"
    assert found.rule("it") == (
        "Niente sdadata alla fine di un turno in cui si sono conquistati tre o più territori."
    )
    assert found.rule("en") == (
        "No closing roll at the end of a turn in which three or more territories were conquered."
    )
    assert found.example == "2 conquests -> roll; 3 -> no roll"


def test_an_id_that_no_regulation_has() -> None:
    assert known("004-B24a")
    assert not known("005-1a")
    with pytest.raises(KeyError):
        clause("005-1a")
