"""What nobody may see: hidden events, drafts, unpublished results, other events; and who may embed."""

import csv
import io
import re
from datetime import UTC, datetime
from html.parser import HTMLParser

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL
from kamchatka.app.register import people
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.undo import undo
from kamchatka.store.people import Person
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.recording import PublishStandings
from tests.tournament.played import opened, played, rounds_closed
from tests.web.public_events import PublicSite, content_of, public_addresses
from tests.web.test_public_event import words


def test_a_hidden_event_is_nowhere_for_others(events: PublicSite) -> None:
    addresses = public_addresses(events.hidden)
    assert len(addresses) >= 15
    with events.anybody() as visitor:
        for address in addresses:
            answer = visitor.get(address)
            assert (answer.status_code, address) == (404, address)
            assert "Torneo nascosto" not in answer.text
    with events.organiser() as organiser:
        for address in addresses:
            assert (organiser.get(address).status_code, address) == (200, address)
        page = organiser.get(f"/tornei/{events.hidden}").text
    assert "Questa pagina è nascosta" in page
    assert 'name="robots" content="noindex"' in page


def test_a_hidden_event_is_in_no_list(events: PublicSite) -> None:
    with events.anybody() as visitor:
        for address in ("/", "/tornei", "/guarda", "/organizza"):
            page = visitor.get(address, follow_redirects=True).text
            assert events.hidden not in page
            assert "Torneo nascosto" not in page
        assert "Torneo aperto" in visitor.get("/tornei").text


def test_minors_are_called_by_their_initials_wherever_everybody_reads(events: PublicSite) -> None:
    """The desk reads whole names; no page for everybody does, nor its files."""
    born = f"{datetime.now(UTC).year - 16}-01-01"
    people = [Person(name="Zeno Zanardelli", born=born), *(Person(name=f"Adulto {at}") for at in range(7))]
    id = opened(events.office, [ListedPlayer(each) for each in people], name="Coppa giovani")
    played(events.office, id, rounds_closed(2))
    events.see(id, embedders=("*",))
    with events.anybody() as visitor, events.organiser() as organiser:
        for address in public_addresses(id):
            assert "Zanardelli" not in content_of(visitor.get(address)), address
        assert "Z. Z." in visitor.get(f"/tornei/{id}").text
        assert "Zeno Zanardelli" in organiser.get(f"/organizza/{id}/classifica").text
        assert "Zanardelli" not in organiser.get(f"/tornei/{id}").text


def test_hiding_an_event_takes_it_away_at_once(events: PublicSite) -> None:
    with events.anybody() as visitor:
        assert visitor.get(f"/tornei/{events.running}").status_code == 200
        events.see(events.running, is_shown=False)
        assert visitor.get(f"/tornei/{events.running}").status_code == 404
        events.see(events.running)
        assert visitor.get(f"/tornei/{events.running}").status_code == 200


def test_no_page_of_an_event_is_listed_by_search_engines_unless_its_organiser_says_so(
    events: PublicSite,
) -> None:
    with events.anybody() as visitor:
        for address in public_addresses(events.demo):
            if not address.startswith("/incorpora") and "/club/" not in address:
                assert (visitor.get(address).headers.get("x-robots-tag"), address) == ("noindex", address)


def test_other_sites_show_the_standings_only_where_the_organiser_lets_them(events: PublicSite) -> None:
    address = f"/incorpora/{events.running}"
    with events.anybody() as visitor:
        assert visitor.get(address).status_code == 404
        events.see(events.running, embedders=("www.club.example", "https://altri.example"))
        for _ in range(2):  # made, then kept
            answer = visitor.get(address)
            assert answer.status_code == 200
            policy = answer.headers["content-security-policy"]
            assert policy.endswith("frame-ancestors www.club.example https://altri.example")
            assert "script-src 'self';" in policy
            assert "x-frame-options" not in answer.headers
        page = visitor.get(f"/tornei/{events.running}").headers
        assert page["x-frame-options"] == "DENY"
        assert page["content-security-policy"].endswith("frame-ancestors 'none'")
    events.see(events.running)


def test_a_draft_of_a_draw_is_never_shown(events: PublicSite) -> None:
    desk = open_tournament(events.office, events.running)
    execute(events.office, TERMINAL, events.running, DrawRound("bozza", is_draft=True))
    assert (
        len(open_tournament(events.office, events.running).tournament.rounds)
        == len(desk.tournament.rounds) + 1
    )
    with events.anybody() as visitor:
        assert visitor.get(f"/tornei/{events.running}/tavoli?turno=3").status_code == 404
        tables = visitor.get(f"/tornei/{events.running}/tavoli").text
        assert "Turno 2 · Le tre partite · 4 tavoli" in words(tables)
        name = re.search(r'giocatori/1">([^<]+)</a>', tables)
        assert name
        seat = visitor.get(f"/tornei/{events.running}/dove-siedo", params={"nome": name[1]}).text
        assert "Il turno 3 non è ancora sorteggiato" in seat
    undo(events.office, TERMINAL, events.running, "prova")


def test_results_that_are_not_published_are_not_shown(events: PublicSite) -> None:
    events.see(events.running, results="published")
    home = f"/tornei/{events.running}"
    with events.anybody() as visitor:
        assert "La classifica si vede quando chi organizza la pubblica." in visitor.get(home).text
        assert (
            "I risultati si vedono quando chi organizza li pubblica." in visitor.get(f"{home}/risultati").text
        )
        player = visitor.get(f"{home}/giocatori/1").text
        assert "Nessuna partita giocata" in player
        execute(events.office, TERMINAL, events.running, PublishStandings())
        assert "Classifica dopo il turno 2" in visitor.get(home).text
    undo(events.office, TERMINAL, events.running, "prova")
    events.see(events.running)


def test_an_erased_person_is_gone_from_pages_that_were_kept(events: PublicSite) -> None:
    """Names change without their tournament: whoever asks next must not get the page as it was."""
    id = opened(
        events.office,
        [ListedPlayer(Person(name=f"Prova {word}")) for word in ["alfa", "beta", "gamma", "delta"]],
    )
    played(events.office, id, rounds_closed(1))
    with events.anybody() as visitor:
        assert "Prova alfa" in visitor.get(f"/tornei/{id}").text
        who = next(
            who for who, name in open_tournament(events.office, id).names.items() if name == "Prova alfa"
        )
        people.erase(events.office, TERMINAL, who)
        assert "Prova alfa" not in visitor.get(f"/tornei/{id}").text


HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</td></tr></table><h1>x",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "${7*7}",
    "[x](javascript:alert(1))",
    "<!-- -->",
    "&lt;b&gt;&amp;",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "@SUM(1)",
    "-2+3",
    "javascript:alert(1)",
    "../../etc/passwd",
    "Robert'); DROP TABLE events;--",
    "%s%n%x",
    "\\u003cscript\\u003e",
    "Ünïcödé Ñame",
    "Анна Иванова",
    "王小明",
    "أحمد",
    "A" * 200,
    "a b " * 40,
    "O’Brien-D'Àngelo",
    "Null",
    "None",
    "0",
    "<b>grassetto</b>",
    "<a href=//evil.example>x</a>",
    "</script><script>x",
    "<style>*{display:none}</style>",
    "<base href=//x>",
    "<iframe src=//x>",
    "&#60;i&#62;",
    "\"'`<>&;",
    "#1 {a:b}",
    "😀😀",
)


def tree(html: str) -> list[str]:
    """The elements of a page in order, with the names of their attributes."""
    found: list[str] = []

    class Elements(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append(" ".join([tag, *sorted(name for name, _ in attrs)]))

    Elements().feed(html)
    return found


def test_hostile_names_are_only_text(events: PublicSite) -> None:
    """The same event with plain names has the same elements, page by page."""
    assert len(HOSTILE) == 40
    plain = [f"Persona {number:02d}" for number in range(len(HOSTILE))]
    pages: dict[str, list[list[str]]] = {}
    for names in (plain, HOSTILE):
        listed = [ListedPlayer(Person(name=name, club=name[:30])) for name in names]
        id = opened(events.office, listed, format="tre-partite")
        played(events.office, id, rounds_closed(1))
        events.see(id, embedders=("*",))
        with events.anybody() as visitor:
            for address in public_addresses("{id}"):
                if "/club/" not in address and not address.endswith((".csv", ".pdf")):
                    answer = visitor.get(address.replace("{id}", id), params={"tutti": "1"})
                    assert (answer.status_code, address) == (200, address)
                    pages.setdefault(address, []).append(tree(answer.text))
    with events.anybody() as visitor:
        lines = visitor.get(f"/tornei/{id}/classifica.csv").content.decode("utf-8-sig")
    cells = [cell for line in csv.reader(io.StringIO(lines), delimiter=";") for cell in line]
    assert [cell for cell in cells if cell.startswith(("=", "+", "@", "-"))] == []
    assert sum(cell.startswith("'") for cell in cells) >= 4
    differ = [address for address, (one, other) in pages.items() if sorted(one) != sorted(other)]
    assert differ == []


def test_no_page_of_an_event_tells_of_another(events: PublicSite) -> None:
    """Two events alike, each with its own mark in every name: neither's mark is on the other's pages."""
    ids = {}
    for mark in ("Zaffiro", "Topazio"):
        listed = [ListedPlayer(Person(name=f"{mark} {number}", club=f"Club {mark}")) for number in range(8)]
        ids[mark] = opened(events.office, listed, name=f"Coppa {mark}")
        played(events.office, ids[mark], rounds_closed(2))
        events.see(ids[mark], embedders=("*",))
    with events.anybody() as visitor:
        for own, other in (("Zaffiro", "Topazio"), ("Topazio", "Zaffiro")):
            for address in public_addresses(ids[own]):
                answer = visitor.get(address.replace("le-torri", f"club-{own.lower()}"))
                assert (answer.status_code, address) == (200, address)
                assert other.lower() not in content_of(answer).lower(), address
            assert visitor.get(f"/tornei/{ids[own]}/club/club-{other.lower()}").status_code == 404
            missed = visitor.get(f"/tornei/{ids[own]}/dove-siedo", params={"nome": f"{other} 3"}).text
            assert words(missed).count(other) <= 1  # what was typed is told again, and nothing else
