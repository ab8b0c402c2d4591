"""Papers printed at the desk, read back from their PDF."""

import re
from io import BytesIO

from pypdf import PdfReader

from tests.web.laptop import Laptop


def printed_pages(there: Laptop, id: str, what: str, **query: str | int) -> list[str]:
    """The text of each page of a paper, spaces folded, as the desk's address gives it."""
    answer = there.browser.get(f"/organizza/{id}/stampa/{what}.pdf", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return pages_of(answer.content)


def printed_text(there: Laptop, id: str, what: str, **query: str | int) -> str:
    """The text of a whole paper."""
    return "\n".join(printed_pages(there, id, what, **query))


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page, spaces folded."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(BytesIO(pdf)).pages]


def page_count(pdf: bytes) -> int:
    """The number of pages."""
    return len(PdfReader(BytesIO(pdf)).pages)
