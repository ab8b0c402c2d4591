"""The scores page as tests read it: its table, its fields, the fields marked as wrong."""

import html
import re

import httpx

from kamchatka.messages import Language

TIED = {"regolamento": "rtu", "posti": "4", "punti1": "55", "punti2": "55", "punti3": "40", "punti4": "21"}


def words(markup: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", markup))).strip()


def rows(page: str) -> dict[str, list[str]]:
    """The cells of each formula, in words, without the name that only phones show."""
    body = page[page.index('<table class="data score-table') : page.index("</table>")]
    body = re.sub(r'<span class="who".*?</span>', "", body)
    found = re.findall(
        r'<tr[^>]*>\s*<th scope="row"><a href="#formula-([^"]+)">.*?</th>(.*?)</tr>', body, re.S
    )
    return {id: [words(cell) for cell in re.findall(r"<td[^>]*>.*?</td>", rest, re.S)] for id, rest in found}


def wrong_fields(page: str) -> list[str]:
    marked = re.findall(r'<(?:input|select) [^>]*aria-invalid="true"[^>]*>', page)
    return [found for field in marked for found in re.findall(r'\bid="([^"]+)"', field)]


def typed(page: str, name: str) -> str:
    field = re.search(rf'<input [^>]*name="{name}"[^>]* value="([^"]*)"', page)
    assert field is not None, name
    return html.unescape(field.group(1))


def get(visitor: httpx.Client, query: dict[str, str], lang: Language = "it") -> httpx.Response:
    return visitor.get("/punteggi", params=query, headers={"accept-language": lang})
