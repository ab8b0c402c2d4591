"""A round in the hall on plain http: four phones follow and count, a judge rules, nothing is lost or doubled.

The site is a process of its own, which is killed in the middle; the phones know it by a name.
"""

import os
import re
import signal
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.app.office import open_office
from kamchatka.app.tournaments.opening import open_tournament, stream_of
from kamchatka.app.tournaments.passes import TablePlace, joining_number, pass_path, short_codes
from kamchatka.store.database import Holder
from kamchatka.tournament.events import ResultRecorded
from kamchatka.web.phone.table_door import COOKIE as PASS
from kamchatka.web.site.visitors import COOKIE as SESSION
from tests.web import played
from tests.web.browser import HALL, PHONE, Watched, visit
from tests.web.site import session_cookies
from tests.web.test_count import CARDS, dealt, value

pytestmark = pytest.mark.xdist_group("browser")
EVENT = "raduno"
TYPED = (50, 40, 30, 20)
"""Points at the tables that are counted by numbers."""
QUEUED = 24
"""Corrections that wait beside the first sheet of the phone without a network."""

HELD = dealt()
BY_CARDS = [value(lands, card) for lands, card in zip(HELD, CARDS, strict=True)]
"""Territories and points of the seats at the tables that tick them."""
EXPECTED = ("Opener-Policy", "ERR_INCOMPLETE_CHUNKED", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED")
"""What browsers say on plain http, and without a network or a server."""
JOINED, BEGUN = "phone-joined phone-named", "table-opened clock-started"
STOPPED, RAN_OUT = "clock-stopped clock-resumed", "clock-extended clock-extended"
COUNTED = "board-counted sheet-signed"
KINDS = {
    "tournament": " ".join(
        ["seats-fixed"] * 4 + ["tables-started"] + ["result-recorded"] * (4 + QUEUED) + ["result-confirmed"]
    ),
    "tournament/1/1": (
        f"{BEGUN} order-set turn-ended turn-ended {STOPPED} {RAN_OUT} time-expired turn-ended turn-ended "
        f"turn-ended turn-ended turn-ended turn-ended closing-rolled turn-ended closing-rolled {COUNTED}"
    ),
    "tournament/1/2": (
        f"{BEGUN} lap-recorded {STOPPED} {RAN_OUT} order-set turn-set time-expired turn-ended turn-ended "
        f"turn-ended turn-ended turn-ended closing-rolled turn-ended closing-rolled {COUNTED}"
    ),
    "tournament/1/3": (
        f"{BEGUN} {STOPPED} {RAN_OUT} order-set turn-set time-expired turn-set turn-ended closing-rolled "
        f"{COUNTED}"
    ),
    "tournament/1/4": (
        f"{BEGUN} judge-called clock-stopped incident-ruled clock-extended call-closed clock-resumed "
        f"{STOPPED}"
    ),
    "pass/1/1": JOINED,
    "pass/1/2": JOINED,
    "pass/1/3": f"{JOINED} {JOINED}",
    "pass/1/4": JOINED,
}
"""The whole log of the round: every tap once."""
CORRECT = """async (count) => {
  const form = document.querySelector("#conta"), mark = document.querySelector("#coda");
  for (let each = 1; each <= count; each++) {
    for (const seat of [1, 2, 3, 4]) form.querySelector(`#p${seat}`).value = String(each + 10 * seat);
    form.dispatchEvent(new Event("input", { bubbles: true }));
    form.querySelector("[name=azione]").value = `a-correction-${each}`;
    form.requestSubmit(form.querySelector(".thumb .primary"));
    while (mark.textContent !== `in coda ${each + 1}`) await new Promise((soon) => setTimeout(soon, 5));
  }
  return mark.textContent;
}"""
"""Whoever sees a slip corrects it, again and again."""

COUNT_SOUNDS = """() => {
  const start = OscillatorNode.prototype.start;
  window.sounds = 0;
  OscillatorNode.prototype.start = function (...at) { window.sounds += 1; start.apply(this, at); };
}"""
"""Counts the sounds of a page for as long as it is open."""
SEATS_FIT = """() => [...document.querySelectorAll("#posti-1 li")].map((row) => {
  const names = row.querySelector("span");
  names.textContent = "Margherita Tonelli · Giovanni Vignoli · Francesco Ermini · Alessandro Dalmonte";
  return names.offsetHeight <= row.clientHeight && row.offsetTop + row.offsetHeight <= 1080;
})"""
"""Whether each row of the screen holds names that need three lines."""


class ServingProcess:
    """`kamchatka serve` on one port and one folder; it can be killed and started again."""

    def __init__(self, home: Path) -> None:
        self.home, self.port = home, free_port()
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """As phones and screens type it."""
        return f"http://{HALL}:{self.port}"

    def start(self) -> None:
        """Start, and wait for the greeting."""
        words = [sys.executable, "-m", "kamchatka", "serve", "--port", str(self.port), "--name", HALL]
        environment = {**os.environ, "KAMCHATKA_HOME": str(self.home), "KAMCHATKA_LANG": "it"}
        self.process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert any("Ctrl+C" in line for line in self.process.stdout)

    def kill(self) -> None:
        """End it as a power cut does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


@dataclass
class Hall:
    """A published round of four tables, who may come in, and everybody's pages."""

    serving: ServingProcess
    browser: Browser
    cookies: dict[str, str]
    paths: dict[int, str]
    """Address in the QR code of each table's paper."""
    short: dict[int, str]
    joining: dict[int, str]
    numbers: dict[int, list[str]]
    """Numbers of the players of each table, by seat."""
    names: dict[int, list[str]]
    pages: ExitStack = field(default_factory=ExitStack)
    watched: list[Watched] = field(default_factory=list)

    def opens(self, path: str, size: tuple[int, int] = PHONE, cookies: dict[str, str] | None = None) -> Page:
        """Somebody opens a page and leaves it open."""
        seen = self.pages.enter_context(
            visit(self.browser, self.serving.address, size, touch=size == PHONE, cookies=cookies)
        )
        self.watched.append(seen)
        seen.page.goto(path)
        return seen.page

    def joins(self, table: int, holder: str) -> Page:
        """A phone opens the address of a paper's QR code; `holder` is the value of the button it taps."""
        phone = self.opens(self.paths[table])
        self.enters(phone, table, holder)
        return phone

    def enters(self, phone: Page, table: int, holder: str) -> None:
        """A phone at the door of a table goes in, and its holder says who they are."""
        number = phone.get_by_label("Codice del tavolo")
        if number.count():
            number.fill(self.joining[table])
        phone.locator(".thumb button").tap()
        phone.locator(f"[name=chi][value='{holder}']").tap()
        expect(phone.locator(".turns")).to_be_visible()

    def faults(self) -> list[str]:
        """Complaints of pages that a lost network does not explain, and addresses that hold a token."""
        cookies = [
            each["value"]
            for seen in self.watched
            for each in seen.page.context.cookies()
            if each["name"] in (SESSION, PASS)
        ]
        return [
            each
            for seen in self.watched
            for each in (*seen.complaints, *seen.requests)
            if any(token in each for token in cookies)
            or not (each.startswith(self.serving.address) or any(word in each for word in EXPECTED))
        ]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def hall(tmp_path: Path, browser: Browser) -> Iterator[Hall]:
    with open_office(tmp_path / "kamchatka.db", Holder("tests")) as office:
        played.entered(office, 16, format=EVENT)
        played.go_on(office, EVENT, "record")
        desk = open_tournament(office, EVENT)
        seats = {number: each.seated.seats for number, each in desk.tournament.rounds[0].tables.items()}
        places = {number: TablePlace(EVENT, 1, number) for number in seats}
        hall = Hall(
            ServingProcess(tmp_path),
            browser,
            session_cookies(office),
            {number: pass_path(office, place) for number, place in places.items()},
            short_codes(office, desk, 1),
            {number: joining_number(office, place) for number, place in places.items()},
            {
                number: [str(desk.tournament.entrants[who].number) for who in people]
                for number, people in seats.items()
            },
            {number: [desk.names[who] for who in people] for number, people in seats.items()},
        )
    hall.serving.start()
    try:
        with hall.pages:
            yield hall
    finally:
        hall.serving.kill()


def main_button(phone: Page, says: str | re.Pattern[str]) -> None:
    """Tap the large button, once it says this."""
    button = phone.locator(".thumb .primary")
    expect(button).to_have_text(says)
    button.tap()


def in_order(phone: Page) -> None:
    """Tap the seats as they sit, and record the order."""
    for left in (4, 3, 2):
        expect(phone.locator(".tappable")).to_have_count(left)
        phone.locator(".tappable a").first.tap()
    main_button(phone, "Segna l’ordine")


def unfold(phone: Page) -> None:
    """Open what else a judge may do."""
    phone.locator("#altro").evaluate("each => { each.open = true; }")


def runs_out(phone: Page) -> None:
    """The judge of a table takes its time away, in two steps: an hour is the most at once."""
    for minutes, left in (("-60", r"^4\d:"), ("-45", r"^\+")):
        unfold(phone)
        phone.locator("#altro [name=minuti]").fill(minutes)
        phone.get_by_role("button", name="Aggiungi").tap()
        expect(phone.locator(".clock time")).to_have_text(re.compile(left))


def closing_dice(phone: Page, total: int) -> None:
    """The roll with which a turn ends."""
    phone.locator(".thumb a.primary[href^='#tiro']").tap()
    phone.locator(f".pad [name=totale][value='{total}']").tap()


def ticks(phone: Page, seat: int, card: str, lands: list[str]) -> None:
    """Choose the card of a seat, and tick its territories without waiting for a finger."""
    phone.locator(f".pick label:nth-of-type({seat})").tap()
    phone.locator(f"select[name=carta{seat}]").select_option(card)
    phone.locator(f".lands[data-of='{seat}'] .land input").evaluate_all(
        "(all, lands) => all.filter((box) => lands.includes(box.value)).forEach((box) => box.click())", lands
    )


def closes(phone: Page) -> None:
    """Close the table."""
    phone.get_by_role("button", name="Chiudi tavolo").last.tap()


def sent(phone: Page) -> None:
    """Wait until the count has arrived, and nothing is left to send."""
    expect(phone.get_by_role("heading", name="Referto inviato")).to_be_visible()
    expect(phone.locator("#coda")).to_have_text("inviato")


def recorded(home: Path) -> dict[int, list[list[int]]]:
    """The points of every sheet in the log, by table."""
    found = defaultdict(list)
    with open_office(home / "kamchatka.db") as office:
        for each in open_tournament(office, EVENT).occurrences:
            if isinstance(each.event, ResultRecorded):
                found[each.event.table].append([int(str(seat.cells["points"])) for seat in each.event.seats])
    return dict(found)


def kinds(home: Path) -> dict[str, str]:
    """The kinds of all events since the round was published, by stream."""
    found = defaultdict(list)
    with open_office(home / "kamchatka.db") as office, office.reading() as reading:
        for each in reading.feed(stream_of(EVENT)):
            found[each.stream.partition("/")[0] + each.stream.partition(EVENT)[2]].append(each.kind)
    found["tournament"] = found["tournament"][found["tournament"].index("round-drawn") + 1 :]
    return {stream: " ".join(told) for stream, told in found.items()}


class HallDay:
    """The round, step by step, with everybody's open pages."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.screen = hall.opens(f"/schermo/{EVENT}", (1920, 1080))
        self.spectator = hall.opens(f"/tornei/{EVENT}/risultati")
        self.desk = hall.opens(f"/organizza/{EVENT}", (1400, 900), hall.cookies)
        self.judge = hall.opens(f"/organizza/{EVENT}/arbitro", PHONE, hall.cookies)
        self.clocks = self.screen.locator(".screen-clock time"), self.judge.locator(".bench-head time")
        self.phones: dict[int, Page] = {}

    @property
    def watchers(self) -> tuple[Page, ...]:
        """The pages of all who hold no phone of a table."""
        return self.screen, self.spectator, self.desk, self.judge

    def start(self) -> None:
        """The desk starts the round: one clock for all."""
        assert self.screen.evaluate(SEATS_FIT) == [True] * 4
        self.desk.get_by_role("button", name="Via!").click()
        for each in (*self.clocks, self.desk.locator(".big-clock time")):
            expect(each).to_have_text(re.compile("^10[45]:"))
        shown = [each.inner_text() for each in self.clocks]
        for each, before in zip(self.clocks, shown, strict=True):
            expect(each).not_to_have_text(before)

    def join(self) -> None:
        """Three judges and a player come to their tables, one by the short code."""
        self.phones[1], self.phones[3] = self.hall.joins(1, "g"), self.hall.joins(3, "g")
        self.phones[2] = self.hall.opens("/t")
        self.phones[2].get_by_label("Codice del foglio").fill(self.hall.short[2])
        self.phones[2].get_by_role("button", name="Entra").tap()
        self.hall.enters(self.phones[2], 2, "g")
        self.phones[4] = self.hall.joins(4, "2")

    def follow(self) -> None:
        """Table 1 is followed by turns, table 2 by laps, table 3 by its clock, table 4 by nobody."""
        in_order(self.phones[1])
        for name in self.hall.names[1][:2]:
            main_button(self.phones[1], f"Fine turno di {name}")
        unfold(self.phones[2])
        self.phones[2].get_by_role("button", name="Ogni giro").tap()
        main_button(self.phones[2], "Comincia il giro 2")
        unfold(self.phones[3])
        self.phones[3].get_by_role("button", name="Solo il tempo").tap()
        expect(self.phones[2].locator(".thumb .primary")).to_have_text("Comincia il giro 3")
        expect(self.screen.locator("#tavolo-2")).to_contain_text("giro 2")

    def call(self) -> None:
        """A player calls; the official judge, who was writing, hears it, rules and gives minutes."""
        self.judge.evaluate(COUNT_SOUNDS)
        self.judge.locator("#suono").tap()
        self.judge.locator("select[name=tavolo]").first.select_option("1")
        self.judge.get_by_role("button", name="Apri").tap()
        self.judge.locator(".decide input[name=motivo]").fill("Tocca i dadi")
        self.phones[4].get_by_role("link", name="Chiama il giudice").tap()
        self.phones[4].get_by_label("Ferma intanto").check()
        self.phones[4].get_by_role("button", name="Chiamo io").tap()
        expect(self.screen.locator(".screen-foot")).to_contain_text("Tavolo 4 chiama il giudice")
        expect(self.desk).to_have_title(re.compile(r"^\(1\) "))
        expect(self.phones[4].locator(".clock")).to_contain_text("Il tempo è fermo.")
        expect(self.judge).to_have_title(re.compile(r"^\(1\) "))
        assert self.judge.evaluate("window.sounds") == 1 + 3
        expect(self.judge.locator(".decide input[name=motivo]")).to_have_value("Tocca i dadi")
        self.judge.locator("#novita").tap()
        self.judge.locator("#attesa-4-c1").tap()
        expect(self.judge.locator("#caso-titolo")).to_have_text("Tavolo 4")
        self.judge.locator("select[name=caso]").select_option("over-limit")
        self.judge.get_by_role("button", name="Guarda la decisione").tap()
        self.judge.locator("input[name=r-armies]").fill("135")
        self.judge.locator("select[name=r-how]").select_option("found")
        self.judge.locator("select[name=r-offender]").select_option("A")
        self.judge.get_by_role("button", name="Guarda la decisione").tap()
        expect(self.judge.locator(".opt").first).to_contain_text("toglie subito 10 armate")
        self.judge.locator("input[name=minuti]").first.fill("5")
        self.judge.get_by_role("button", name="Decidi", exact=True).tap()
        expect(self.judge.locator("#coda")).to_contain_text("Nessuno chiama il giudice")
        expect(self.judge.locator("#suono")).to_have_attribute("aria-pressed", "true")
        expect(self.judge.locator("#suono")).to_have_text("Il suono è acceso")
        expect(self.phones[4].locator(".ruled")).to_contain_text("armate da togliere: 10")
        expect(self.phones[4].locator(".clock time")).to_have_text(re.compile("^10[6-9]:|^110:00"))
        expect(self.phones[4].locator(".clock")).not_to_contain_text("Il tempo è fermo.")
        expect(self.screen.locator(".screen-foot")).to_contain_text("Tavolo 4: 5:")

    def stop(self) -> None:
        """The light goes out, and comes back."""
        self.desk.get_by_text("Ferma tutti", exact=True).click()
        self.desk.locator("#orologio input[name=motivo]").fill("Manca la luce")
        self.desk.get_by_role("button", name="Ferma tutti i tavoli").click()
        expect(self.screen.locator(".screen-foot")).to_contain_text("Manca la luce")
        expect(self.judge.locator("#orologio")).to_contain_text("Tutti i tavoli sono fermi")
        for page in self.phones.values():
            expect(page.locator(".clock")).to_contain_text("tutti i tavoli sono fermi")
        self.desk.get_by_role("button", name="Riparti: il fermo è restituito").click()
        for page in self.phones.values():
            expect(page.locator(".clock")).to_contain_text("fino alle")

    def expire(self) -> None:
        """Time is over: the last laps, and closing dice."""
        for table in (1, 2, 3):
            runs_out(self.phones[table])
        for table in (2, 3):
            for select in ("turno", "ultimo"):
                self.phones[table].locator(f"#scaduto [name={select}]").select_option(
                    self.hall.numbers[table][3]
                )
        for table in (1, 2, 3):
            main_button(self.phones[table], "Penultimo giro")
        for seat in (2, 3, 0, 1, 2):
            main_button(self.phones[1], f"Fine turno di {self.hall.names[1][seat]}")
        for seat in (3, 0, 1, 2):
            main_button(self.phones[2], f"Fine turno di {self.hall.names[2][seat]}")
        for table in (1, 2):
            closing_dice(self.phones[table], 9)
            expect(self.phones[table].locator(".closing h2")).to_contain_text(
                f"{self.hall.names[table][0]} chiude con"
            )
        # At table 3 the record is one lap behind: the judge corrects it, and the last to play rolls.
        unfold(self.phones[3])
        more = self.phones[3].locator("#altro")
        more.locator("form[action$=set-turn] [name=chi]").select_option(self.hall.numbers[3][3])
        more.locator("form[action$=set-turn] [name=giro]").fill("2")
        more.locator("form[action$=set-turn] [name=motivo]").fill("Un giro non segnato")
        self.phones[3].get_by_role("button", name="Correggi il turno").tap()
        expect(self.phones[3].locator(".closing h2")).to_have_text(f"{self.hall.names[3][3]} chiude con 4")
        for table in (1, 2, 3):
            closing_dice(self.phones[table], 4)
            expect(self.phones[table].locator(".thumb .primary")).to_have_text("Conta")

    def count(self) -> None:
        """Tables are counted by points and by objective."""
        for phone in self.phones.values():
            phone.get_by_role("link", name="Conta").tap()
            phone.wait_for_url("**/conta")
        for table in (1, 4):
            for seat, points in enumerate(TYPED, 1):
                self.phones[table].locator(f"#p{seat}").fill(str(points))
        self.phones[1].locator(".who label").nth(1).tap()
        closes(self.phones[1])
        sent(self.phones[1])
        expect(self.desk.locator("main")).to_contain_text("Aspettano la conferma: 1.")
        self.phones[2].locator(".ways label", has_text="Obiettivo").tap()
        for seat, card in enumerate(CARDS, 1):
            ticks(self.phones[2], seat, card, HELD[seat - 1])
        expect(self.phones[2].locator("#posti .sum")).to_have_text(
            [str(each) for each in sorted(BY_CARDS)[::-1]]
        )
        self.phones[2].locator(".who label").first.tap()
        closes(self.phones[2])
        sent(self.phones[2])

    def cut_off(self) -> None:
        """In the middle of a count on the map the network goes; the sheet and its corrections wait."""
        phone = self.phones[3]
        phone.locator(".ways label", has_text="Mappa").tap()
        for seat, card in enumerate(CARDS, 1):
            if seat == 3:
                phone.context.set_offline(True)
            ticks(phone, seat, card, HELD[seat - 1][1:])
            phone.locator(f"#planisfero .counter[data-territory={HELD[seat - 1][0]}]").tap()
        phone.locator(".who label").first.tap()
        closes(phone)
        expect(phone.locator("#coda")).to_have_text("in coda 1")
        phone.locator(".ways label", has_text="Punti").tap()
        assert phone.evaluate(CORRECT, QUEUED) == f"in coda {1 + QUEUED}"
        phone.locator("#coda").tap()
        expect(phone.locator("#coda-elenco li").nth(2)).to_contain_text("Chiudi tavolo: ")
        expect(phone.locator("#coda-elenco li").nth(2)).to_contain_text(f"{self.hall.names[3][3]} 42")

    def restart(self) -> None:
        """That phone is reloaded in vain and closed; the server is killed; another sends meanwhile."""
        phone = self.phones[3]
        with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
            phone.reload()
        context = phone.context
        phone.close()
        self.hall.serving.kill()
        closes(self.phones[4])
        expect(self.phones[4].locator("#coda")).to_have_text("in coda 1")
        self.hall.serving.start()
        sent(self.phones[4])
        context.set_offline(False)
        phone = self.phones[3] = context.new_page()
        phone.goto(f"/tavolo/{EVENT}/1/3/conta")
        sent(phone)

    def sign(self) -> None:
        """A second phone signs what it sees, and everybody sees it."""
        second = self.hall.joins(3, "2")
        second.get_by_role("link", name="Conferma il referto").tap()
        second.get_by_role("button", name="Confermo").tap()
        expect(second.get_by_role("heading", name="Referto firmato")).to_be_visible()
        expect(self.phones[3].get_by_role("heading", name="Referto firmato")).to_be_visible()
        expect(self.spectator.locator("main")).to_contain_text("64 punti tavolo + 50")
        expect(self.desk.locator("main")).to_contain_text("Aspettano la conferma: 1, 2, 4.")
        expect(self.screen.locator("#tavolo-3")).to_have_attribute("data-look", "over")
        expect(self.clocks[1]).to_have_text(re.compile(r"^10[6-9]:"))


def test_four_phones_follow_and_count_a_round_whose_network_and_server_fail(hall: Hall) -> None:
    day = HallDay(hall)
    day.start()
    day.join()
    assert not any(page.evaluate("isSecureContext") for page in (*day.watchers, *day.phones.values()))
    day.follow()
    day.call()
    day.stop()
    for page in day.watchers:
        page.evaluate("window.isSame = true")  # from now on nobody reloads
    day.expire()
    day.count()
    day.cut_off()
    day.restart()
    day.sign()
    assert all(page.evaluate("window.isSame") for page in day.watchers)
    assert day.judge.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert recorded(hall.serving.home) == {
        1: [list(TYPED)],
        2: [BY_CARDS],
        3: [BY_CARDS, *([each + 10 * seat for seat in (1, 2, 3, 4)] for each in range(1, QUEUED + 1))],
        4: [list(TYPED)],
    }
    assert kinds(hall.serving.home) == KINDS
    assert hall.faults() == []
