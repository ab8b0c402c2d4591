"""A regulation written out whole reads back as it was."""

import pytest

from kamchatka.rulebook import load, read, shipped
from kamchatka.rulebook.writing import written


@pytest.mark.parametrize("name", shipped())
def test_a_written_regulation_is_the_same_regulation(name: str) -> None:
    book = load(name)
    again = read(written(book), name="written.toml")
    assert again.digest() == book.digest()
    assert list(again.entries()) == list(book.entries())
    assert again.titles == book.titles
    assert again.extends is None


def test_a_house_regulation_no_longer_needs_what_it_extends() -> None:
    house = read('id = "casa"\ntitle = "Di casa"\nextends = "rtu"\n[closing]\nfirst = 5\n', name="casa.toml")
    again = read(written(house), name="written.toml")
    assert again.digest() == house.digest() != load("rtu").digest()
    assert again.closing.first == 5
