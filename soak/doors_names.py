"""Bar S6: hostile names on every page; the same events with plain names have the same elements."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx
from pydantic import ValidationError

from kamchatka.app.history import history
from kamchatka.app.office import TERMINAL, Office, Role
from kamchatka.app.register.accounts import links
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import open_tournament, stream_of
from kamchatka.app.tournaments.settings import save_settings
from kamchatka.messages import LANGUAGES
from kamchatka.store.people import Person
from kamchatka.web.phone.table_door import COOKIE as TABLE_COOKIE
from soak.parts import tell
from tests.web.all_pages import MOMENTS, PLAYED, Site, addresses, full_site, make_events
from tests.web.matrix import OWN
from tests.web.people_event import HOSTILE, tree_of

Elements = Counter[tuple[str, ...]]
WORDS = (
    *("Abete", "Betulla", "Ciliegio", "Dattero", "Edera", "Faggio", "Ginepro", "Iris", "Larice", "Mirto"),
    *("Nocciolo", "Olmo", "Pioppo", "Quercia", "Rovere", "Salice"),
)
"""One for each player of an installation, since pages warn of names that are alike."""
assert len(WORDS) == max(MOMENTS.values())
BEFORE = (
    *(
        "Anna ",
        '"',
        "'",
        "`",
        "<",
        "</",
        "<!--",
        "]]>",
        "\\",
        "&",
        "{{",
        "{%",
        "\u202e",
        "\u200b",
        "\uff1c",
        "𝐀",
    ),
)
PAYLOADS = (
    *("<b>x</b>", "<a href=//evil.example>x</a>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>"),
    *("<script>alert(1)</script>", "</option></select><h1>", "</textarea><h1>", "</style><h1>"),
    *("<math><mi//xlink>", " onclick=alert(1) x=", "<base href=//x>", "<meta http-equiv=refresh>"),
    *("<iframe src=//x>", "%0d%0aX: y"),
)
AFTER = (
    *("", '"', "'", ">", "-->", "}}", "%}", "\u0301\u0301", "é", "x" * 90, "javascript:x", "</title>"),
    *("\u2069", "\r\nX-Y: z", "\u2028x", "\x85x", "\x1b[31m", "\tx", "A" * 300),
)
"""Of these the last are refused: line breaks, direction marks, control signs, and more than 200 letters."""
SEARCHES = (
    *(f"/tornei/{PLAYED}?cerca=", f"/tornei/{PLAYED}/dove-siedo?nome=", "/clausole?fonte=001&cerca="),
    *(f"/organizza/{PLAYED}/{page}?cerca=" for page in ("classifica", "iscritti", "appello")),
    *("/entra?torna=", "/regole?cerca=", f"/organizza/{PLAYED}/registro?cerca="),
)
NOWHERE = "Qwxz Kjvq"
"""A name that no search finds."""


def hostile_names(count: int, luck: random.Random) -> list[str]:
    """Names that try to be something else: the known ones, then mixtures."""
    found = dict.fromkeys(HOSTILE[:count])
    while len(found) < count:
        found[luck.choice(BEFORE) + luck.choice(PAYLOADS) + luck.choice(AFTER)] = None
    return list(found)


def is_allowed(name: str) -> bool:
    """Whether the register takes a name."""
    try:
        Person(name=name)
    except ValidationError:
        return False
    return True


@contextmanager
def named_site(called: Sequence[str]) -> Iterator[tuple[Site, httpx.Client]]:
    """A site where people, clubs, events, places, accounts, invitations and requests are called so."""
    names = [
        f"{name} {word}" for name, word in zip([*called, *["Persona"] * len(WORDS)], WORDS, strict=False)
    ]

    def make(office: Office) -> str:
        def people(count: int) -> list[ListedPlayer]:
            return [ListedPlayer(Person(name=name, club=name)) for name in names[:count]]

        made = make_events(office, people)
        for number, id in enumerate(MOMENTS):
            settings = {"name": names[number], "place": names[number + 1], "entry_form": id != "finito"}
            save_settings(office, TERMINAL, open_tournament(office, id), settings)
        links.invite(office, TERMINAL, names[4], PLAYED, Role.OFFICIAL_JUDGE)
        links.invite_organiser(office, TERMINAL, names[5])
        return made

    with full_site(make) as site:
        cookies = {**site.cookies, TABLE_COOKIE: site.phone}
        with httpx.Client(
            base_url=site.address, cookies=cookies, headers=OWN, trust_env=False, timeout=60
        ) as client:
            assert client.post("/account/nome", data={"nome": names[6]}).is_redirect
            asked = {"nome": f"{names[7]} Tiglio", "eta": "maggiorenne", "accetto": "1", "consento": "1"}
            assert client.post("/tornei/iscrizioni/iscrizione", data=asked).is_redirect
            yield site, client


def _pages(client: httpx.Client) -> dict[str, Elements]:
    """The elements of every page, in whatever order names put them."""
    found = {}
    for address in addresses():
        answer = client.get(address)
        if answer.headers.get("content-type", "").startswith("text/html"):
            found[address] = Counter(tree_of(answer.text))
    return found


def run(count: int, seed: int, _folder: Path) -> list[str]:
    """Try this many names; returns the faults found."""
    names = hostile_names(count, random.Random(seed))
    allowed = [name for name in names if is_allowed(f"{name} {max(WORDS, key=len)}")]
    refused = [name for name in names if not is_allowed(name)]
    faults: list[str] = [
        f"allowed in spite of its signs: {name!r}" for name in allowed if not name.isprintable()
    ]
    with named_site([]) as (_, client):
        wanted = _pages(client)
        faults += _refusal_faults(client, refused) + _search_faults(client, names)
    shown = 0
    for first in range(0, len(allowed), len(WORDS)):
        with named_site(allowed[first : first + len(WORDS)]) as (site, client):
            found = _pages(client)
            shown += len(found)
            for address in wanted.keys() | found.keys():
                apart = found.get(address, Counter()) - wanted.get(address, Counter())
                lost = wanted.get(address, Counter()) - found.get(address, Counter())
                if apart or lost:
                    faults.append(f"{address} with names from {first}: more {dict(apart)}, less {dict(lost)}")
            faults += _log_faults(site.office)
    tell(
        {
            "names": f"{count}: {len(allowed)} taken, {len(refused)} refused in words",
            "pages": f"{len(wanted)} with plain names, {shown} with hostile ones",
            "searches": f"{len(SEARCHES)} boxes × {count} names",
        }
    )
    return faults


def _refusal_faults(client: httpx.Client, names: Sequence[str]) -> list[str]:
    """Names that the form of entries takes, or whose refusal has other elements than that of a plain one."""

    def ask(name: str) -> tuple[int, Elements]:
        answer = client.post("/organizza/iscrizioni/iscritti", data={"nome": name, "club": ""})
        return answer.status_code, Counter(tree_of(answer.text))

    wanted = ask("Anna\x07Bianchi")
    assert 400 <= wanted[0] < 500
    return [f"refusal of {name[:80]!r}: {found[0]}" for name in names if (found := ask(name)) != wanted]


def _search_faults(client: httpx.Client, names: Sequence[str]) -> list[str]:
    """Searches whose page has elements that neither a search in vain nor one for everybody has."""
    faults = []
    for box in SEARCHES:
        pages = [client.get(box + words).text for words in (NOWHERE, "", "Persona")]
        kinds = {each for page in pages for each in tree_of(page)}
        for name in names:
            answer = client.get(box + quote(name.encode("utf-8", "replace"))[:4000])
            if answer.status_code >= 500 or {*tree_of(answer.text)} - kinds:
                more = {*tree_of(answer.text)} - kinds
                faults.append(f"{box}{name[:80]!r}: {answer.status_code} {sorted(more)[:5]}")
    return faults


def _log_faults(office: Office) -> list[str]:
    """Sentences of the log that are more than one line."""
    return [
        f"the log says {line.sentence!r}"
        for id in MOMENTS
        for lang in LANGUAGES
        for line in history(office, stream_of(id), lang).entries
        if len(line.sentence.splitlines()) != 1 or len(line.who.splitlines()) != 1
    ]
