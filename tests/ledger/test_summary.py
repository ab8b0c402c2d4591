"""Counting what is proven."""

from kamchatka.ids import ClauseId
from kamchatka.ledger import How, ProvenClauses, clauses, known, results, summary

FOUND = ProvenClauses(
    proven={ClauseId("000-1a"): ("tests/a.py::test_a",), ClauseId("001-FP3b"): ("tests/b.py::test_b",)},
    controlled=frozenset({ClauseId("001-FP3b")}),
    stating=frozenset({ClauseId("001-FP3b"), ClauseId("001-FP3a"), ClauseId("000-3a")}),
)


def test_summary_of_everything() -> None:
    counts = summary(found=FOUND)
    assert list(counts) == ["total", "proven", "controlled", "by_how", "controls", "missing"]
    assert (counts["total"], counts["proven"], counts["controlled"]) == (544, 2, 1)
    assert counts["by_how"] == {
        "engine": [1, 230],
        "scoring": [1, 111],
        "referee-tool": [0, 83],
        "tournament": [0, 79],
        "document": [0, 33],
        "notice": [0, 8],
    }
    assert counts["controls"] == {
        "engine": [0, 0],
        "scoring": [1, 2],
        "referee-tool": [0, 0],
        "tournament": [0, 1],
        "document": [0, 0],
        "notice": [0, 0],
    }
    assert counts["missing"] == [entry.id for entry in clauses() if entry.id not in FOUND.proven]


def test_summary_of_one_part() -> None:
    counts = summary(how=How.SCORING, found=FOUND)
    assert (counts["total"], counts["proven"], counts["controlled"]) == (111, 1, 1)
    assert counts["by_how"] == {"scoring": [1, 111]}
    assert len(counts["missing"]) == 110


def test_summary_of_one_regulation() -> None:
    counts = summary(source="000", found=FOUND)
    assert (counts["total"], counts["proven"], counts["controlled"]) == (98, 1, 0)
    assert sum(total for _, total in counts["by_how"].values()) == 98


def test_summary_of_one_part_of_one_regulation() -> None:
    counts = summary(how=How.NOTICE, source="003", found=FOUND)
    assert counts == {"total": 0, "proven": 0, "controlled": 0, "by_how": {}, "controls": {}, "missing": []}


def test_the_committed_results_name_clauses_that_exist() -> None:
    assert [name for name in results().proven if not known(name)] == []
    assert results().controlled <= results().stating & set(results().proven)
    assert all(results().proven.values())


def test_results_survive_being_written_and_do_not_depend_on_order() -> None:
    turned = ProvenClauses(
        proven=dict(sorted(FOUND.proven.items(), reverse=True)),
        controlled=FOUND.controlled,
        stating=FOUND.stating,
    )
    assert turned.to_json() == FOUND.to_json()
    assert ProvenClauses.from_json(FOUND.to_json()) == FOUND
