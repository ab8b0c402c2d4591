"""Two regulations side by side: every difference, with its clauses, and nothing else."""

from kamchatka.rulebook import ValueDifference, diff, load, show_value


def differences(left: str, right: str) -> dict[str, ValueDifference]:
    return {found.key: found for found in diff(load(left), load(right))}


def test_rtu_against_milano() -> None:
    found = differences("rtu", "milano")
    rows = {
        "closing.cap": (7, 0, ("001-E6",), ("003-9g",)),
        "closing.excused_by_conquests": (3, 2, ("001-E7",), ("003-9e",)),
        "reinforcement.minimum": (0, 1, ("000-5.1a",), ("003-3c",)),
        "tris.territory_bonus": (2, 0, ("000-5.1e",), ("003-4b",)),
        "elimination.cards": ("taken", "bottom", ("000-5.4a",), ("003-4c",)),
        "conquest.garrison": (1, 2, ("000-5.2r", "000-10a"), ("003-8b",)),
        "move.garrison": (1, 2, ("000-5.3c", "000-10a"), ("003-8a",)),
        "setup.correction": ("next-card", "bottom-card", ("001-C1a", "001-C1b"), ("003-2d", "003-2e")),
        "seats.sizes": ([4, 5], [4, 5, 6], ("001-T1",), ("003-1b", "003-1d", "003-11a")),
    }
    for key, (left, right, left_clauses, right_clauses) in rows.items():
        row = found[key]
        assert (row.left.value, row.right.value) == (left, right), key
        assert (row.left.clauses, row.right.clauses) == (left_clauses, right_clauses), key


def test_equal_values_are_not_listed() -> None:
    found = differences("rtu", "milano")
    assert all(row.left.value != row.right.value for row in found.values())
    assert "closing.mode" not in found
    assert "armies.limit" not in found
    assert differences("rtu", "rtu") == {}


def test_challenge_against_rtu() -> None:
    found = differences("challenge", "rtu")
    assert (found["closing.mode"].left.value, found["closing.mode"].right.value) == ("at-most", "exact")
    assert (found["armies.limit"].left.value, found["armies.limit"].right.value) == (0, 130)
    assert show_value("armies.limit", 0, "it") == "nessun limite"


def test_the_circuit_regulation_differs_from_rtu_in_what_it_states() -> None:
    assert set(differences("rtu", "rtu-2020")) == {
        "seats.sizes",
        "setup.armies",
        "conquest.garrison",
        "move.garrison",
        "closing.mode",
        "clock.minutes",
    }
