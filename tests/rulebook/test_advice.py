"""Values a regulation allows but advises against."""

import pytest

from kamchatka.rulebook import advice, load, read, shipped


@pytest.mark.parametrize(("minutes", "warned"), [(90, False), (105, False), (120, True), (89, True)])
def test_games_of_90_to_105_minutes_are_foreseen(minutes: int, warned: bool) -> None:
    assert load("rtu").clock.minutes == 105
    source = f'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[clock]\nminutes = {minutes}\n'
    found = list(advice(read(source, name="casa.toml")))
    assert bool(found) is warned
    if warned:
        assert found[0].clauses == ("001-E1",)
        assert f"{minutes} minuti; il regolamento prevede da 90 a 105" in found[0].sentence("it")


@pytest.mark.parametrize("name", shipped())
def test_shipped_regulations_need_no_advice(name: str) -> None:
    assert list(advice(load(name))) == []


def test_more_armies_than_a_box_holds() -> None:
    book = read('id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[armies]\nlimit = 131\n', name="casa.toml")
    assert [found.values["key"] for found in advice(book)] == ["armies.limit"]
