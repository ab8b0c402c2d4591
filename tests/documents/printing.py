"""Papers printed at the desk, read back from their PDF."""

import re
from collections.abc import Mapping
from io import BytesIO
from itertools import islice

from pypdf import PageObject, PdfReader
from pypdf.generic import EncodedStreamObject

from tests.web.laptop import Laptop

DRAWN = re.compile(rb"(?<=[ \n])(?:(?:-?[.\d]+ ){2}[ml]|(?:-?[.\d]+ ){6}c)(?=[ \n])")
"""Steps of a path in a page's content."""


def printed_pages(
    there: Laptop, id: str, what: str, *, most: int | None = None, **query: str | int
) -> list[str]:
    """The text of each page of a paper, spaces folded, as the desk's address gives it.

    Reading pages takes longer than printing them: `most` stops after so many.
    """
    return pages_of(_printed(there, id, what, query), most)


def printed_text(there: Laptop, id: str, what: str, **query: str | int) -> str:
    """The text of a whole paper."""
    return "\n".join(pages_of(_printed(there, id, what, query)))


def _printed(there: Laptop, id: str, what: str, query: Mapping[str, str | int]) -> bytes:
    answer = there.browser.get(f"/organizza/{id}/stampa/{what}.pdf", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return answer.content


def pages_of(pdf: bytes, most: int | None = None) -> list[str]:
    """The text of each page, spaces folded; of the first ones, if not all are wanted."""
    return [_text(page) for page in islice(PdfReader(BytesIO(pdf)).pages, most)]


def _text(page: PageObject) -> str:
    """The text of a page. Lines and curves of maps are taken out first: they take longest to read."""
    content = page["/Contents"].get_object()
    assert isinstance(content, EncodedStreamObject)
    content.set_data(DRAWN.sub(b"", content.get_data()))
    return re.sub(r"\s+", " ", page.extract_text())


def page_count(pdf: bytes) -> int:
    """The number of pages."""
    return len(PdfReader(BytesIO(pdf)).pages)
