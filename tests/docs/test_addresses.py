"""The table of addresses in the documents is the one that the routes give."""

from tools.addresses import PAGE, updated


def test_the_documents_list_every_address_with_its_lock() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert "| `/organizza/{id}/sorteggio` | GET | organiser, official-judge, observer |" in page
    assert page == updated(page), "python -m tools.addresses rewrites the table"
