"""Online tables in real browsers: games by taps, clicks and keys, also without a network."""

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Response, Route, expect

from kamchatka.board import load_board
from tests.web.browser import PHONE, WIDE, Watched, visit
from tests.web.play_tables import Person, PlaySite, one_moves, play_site
from tests.web.test_every_page import AXE
from tests.web.test_table_pass_browser import faults

pytestmark = pytest.mark.xdist_group("browser")

KEEP_ENVELOPES = """
window.envelopes = [];
const Real = window.EventSource;
window.EventSource = class extends Real {
  constructor(address) {
    super(address);
    this.addEventListener("table", (event) => window.envelopes.push(event.data));
  }
};
"""
UNSENT = "Non ancora inviato: parte appena torna la rete."
STATE = """
() => {
  const found = { over: document.querySelector("[data-key=after]") !== null };
  const { classList, dataset } = document.body;
  found.ready = classList.contains("mine") && dataset.fresh === undefined && !classList.contains("busy");
  found.tool = document.querySelector("#play-tool").dataset.kind;
  const buttons = document.querySelectorAll("#play-buttons [data-key]");
  for (const button of buttons) found[button.dataset.key] = true;
  return found;
}
"""
FREE = "body.mine:not(.busy):not([data-fresh])"
"""A page that waits for its player."""
CLOSED_EARLY, FOUR_ATTACKS = "dadiprova4", {"taps": "attacchi1a", "clicks": "attacchi1b"}
"""Tables whose game ends after sixteen turns; where the first turn has armies for four attacks."""


@pytest.fixture(scope="module")
def site() -> Iterator[PlaySite]:
    with play_site() as site:
        yield site


class Hand:
    """Somebody who plays on a page: by taps, by clicks or by keys alone."""

    def __init__(self, watched: Watched, way: str) -> None:
        self.watched, self.page, self.way = watched, watched.page, way
        self.attacks = 0
        self.used = 0
        """Taps, clicks or keys so far."""
        self.answers: list[dict[str, Any]] = []
        """What requests got, beside the stream."""

    def sit(self, person: Person, motion: Literal["reduce", "no-preference"] = "reduce") -> None:
        """Open the table."""
        self.page.add_init_script(KEEP_ENVELOPES)
        self.page.on("response", self.keep)
        self.page.emulate_media(reduced_motion=motion)
        self.page.goto(person.address)
        self.page.wait_for_selector("#play-sentence h2")

    def keep(self, response: Response) -> None:
        """Keep the answer to actions."""
        if response.url.endswith("/mosse"):
            self.answers.append(response.json())

    def press(self, key: str, typed: str) -> None:
        """A button of the command, or its key."""
        self.used += 1
        if self.way == "keys":
            self.page.keyboard.press(typed)
            return
        button = self.page.locator(f"#play-buttons [data-key={key}]")
        button.tap(force=True) if self.way == "taps" else button.click(force=True)

    def choose(self, selector: str, typed: str) -> None:
        """One of what is proposed below the map."""
        self.used += 1
        if self.way == "keys":
            self.page.keyboard.press(typed)
            return
        chip = self.page.locator(f"#play-tool {selector}").first
        chip.tap(force=True) if self.way == "taps" else chip.click(force=True)

    def step(self) -> bool:
        """Do what the command asks, if it asks; whether something was done."""
        now = self.page.evaluate(STATE)
        if now["over"] or not now["ready"]:
            return False
        tool = now["tool"]
        if tool == "targets" and self.attacks < 1:
            self.attacks += 1
            self.choose(".play-suggest button", "1")
        elif tool == "duel" and self.attacks < 2 and now.get("finish"):
            self.attacks += 1
            self.press("finish", "f")
        elif tool == "duel":
            self.press("stop", "Escape")
        elif tool in ("place", "lands") and not now.get("go") and not (tool == "lands" and now.get("pass")):
            self.choose(".play-chips button", "1")
        elif now.get("go"):
            self.press("go", "Enter")
        else:
            self.press("pass", "p")
        self.page.wait_for_selector("body:not(.busy)")
        return True


def play_on(
    hands: list[Hand],
    offline: dict[int, Hand],
    *,
    steps: int = 0,
    until: int | None = None,
    seconds: float = 400,
) -> int:
    """Everybody plays when asked, until the game is over or so many steps are done; their number.

    At some steps somebody's network fails.
    """
    deadline = time.monotonic() + seconds
    while until is None or steps < until:
        found = [hand.page.evaluate(STATE) for hand in hands]
        assert time.monotonic() < deadline, found
        if all(now["over"] for now in found):
            break
        asked = next(((hand, now) for hand, now in zip(hands, found, strict=True) if now["ready"]), None)
        if asked is None or asked[1]["over"]:
            hands[0].page.wait_for_timeout(20)
            continue
        hand, now = asked
        due = next((at for at, whose in offline.items() if at <= steps and whose is hand), None)
        if due is not None and now.get("go"):
            del offline[due]
            lose_network(hand)
        steps += hand.step()
    return steps


def lose_network(hand: Hand) -> None:
    """Press the red button without a network: it says so, keeps what was pressed, and sends it once."""
    page, refused = hand.page, hand.page.locator("#play-refused")
    page.context.set_offline(True)
    hand.press("go", "Enter")
    expect(refused).to_have_text(UNSENT)
    page.context.set_offline(False)
    expect(refused).to_be_hidden()


def envelopes(hand: Hand) -> list[dict[str, Any]]:
    """Every envelope that came to this page."""
    return [json.loads(each) for each in hand.page.evaluate("window.envelopes")] + [
        found.get("envelope") or found for found in hand.answers if "view" in found or found.get("envelope")
    ]


def secrets_in(found: list[dict[str, Any]], over: dict[str, Any]) -> list[str]:
    """Objectives, cards and the secret of the dice that a seat was sent before the end."""
    objectives = {seat["seat"]: seat["objective"] for seat in over["view"]["seats"]}
    leaks = []
    for envelope in found:
        if envelope["table"]["state"] == "over" or envelope["view"] is None:
            continue
        me, text = envelope["view"]["viewer"], json.dumps(envelope)
        leaks += [seat for seat, goal in objectives.items() if seat != me and f'"{goal}"' in text]
        leaks += [seat["seat"] for seat in envelope["view"]["seats"] if seat["seat"] != me and seat["cards"]]
        events = [event for action in envelope["table"]["happened"] for event in action["events"]]
        taken = [event for event in events if event["event"] == "card-taken" and event["card"]]
        leaks += [str(event) for event in taken if event["seat"] != me]
        leaks += [envelope["table"]["promise"]["secret"]] if envelope["table"]["promise"]["secret"] else []
    return leaks


@contextmanager
def same_dice(table: str) -> Iterator[None]:
    """A table opened meanwhile has this id and always the same dice, chosen for what they bring about."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kamchatka.app.games.online.hall.new_id", lambda _: table)
        patch.setattr("kamchatka.store.accounts.secrets", SimpleNamespace(token_hex=lambda size: "04" * size))
        patch.setattr("kamchatka.app.games.online.seating.new_entropy", lambda: b"prova")
        yield


def test_four_people_play_a_whole_game(site: PlaySite, browser: Browser) -> None:
    with same_dice(CLOSED_EARLY):
        people = site.started(4, giri="1")
    ways = (("taps", PHONE), ("taps", PHONE), ("keys", WIDE), ("clicks", WIDE))
    with ExitStack() as stack:
        hands = []
        for person, (way, size) in zip(people, ways, strict=True):
            watched = stack.enter_context(
                visit(browser, site.address, size, touch=way == "taps", cookies=person.cookies)
            )
            watched.page.context.add_init_script(path=AXE)
            hands.append(Hand(watched, way))
            hands[-1].sit(person)
        offline = {8: hands[1], 24: hands[1]}
        steps = play_on(hands, offline, until=16)
        # The many rounds of the first armies are all alike: the rest of them goes by requests.
        while (found := people[0].state())["view"]["phase"] == "placement":
            assert one_moves(people, found)
        play_on(hands, offline, steps=steps)
        assert offline == {}
        for hand in hands:
            found = envelopes(hand)
            over = next(each for each in reversed(found) if each["table"]["state"] == "over")
            assert {seat["place"] for seat in over["view"]["seats"]} <= {1, 2, 3, 4}
            assert len(found) > 30
            assert secrets_in(found, over) == []
            expect(hand.page.locator(".play-result tbody tr")).to_have_count(4)
        assert faults(hands[0].page) == faults(hands[3].page) == []
        hands[2].press("after", "Enter")
        expect(hands[2].page.locator("body:not(.play-page) h1")).to_have_text("Giovedì sera")
        lost = "ERR_INTERNET_DISCONNECTED"
        assert [line for hand in hands for line in hand.watched.complaints if lost not in line] == []


@pytest.mark.parametrize(
    ("rulebook", "way"),
    [
        ("challenge", "clicks"),
        ("rtu-2020", "taps"),
        ("aziendale", "clicks"),
        ("milano", "taps"),
        ("primavera", "keys"),
    ],
)
def test_two_people_and_two_bots_play_under_each_regulation(
    site: PlaySite, browser: Browser, rulebook: str, way: str
) -> None:
    me, other = site.started(2, ("soldato", "soldato"), regolamento=rulebook, giri="1")
    size = PHONE if way == "taps" else WIDE
    with visit(browser, site.address, size, touch=way == "taps", cookies=me.cookies) as watched:
        hand = Hand(watched, way)
        hand.sit(me)
        deadline, kinds = time.monotonic() + 200, set()
        tapped = Counter[str]()
        while (found := me.state())["view"]["lap"] < 2 and found["table"]["state"] == "playing":
            assert time.monotonic() < deadline
            phase = found["view"]["phase"]
            kinds.add(phase)
            # The many rounds of the draft and of the first armies are all alike: most go by requests.
            is_alike = phase in ("draft", "placement") and tapped[phase] >= 4
            if one_moves([me, other] if is_alike else [None, other], found):
                continue
            if hand.step():
                tapped[phase] += 1
            else:
                watched.page.wait_for_timeout(20)
        assert ("draft" in kinds) == (rulebook == "aziendale")
        expect(watched.page.locator("#play-seats tbody tr")).to_have_count(4)
        if rulebook == "primavera":
            me.ask("ferma")
            found = me.state()
            held = {
                each["id"]
                for each in found["view"]["territories"]
                if each["owner"] == found["view"]["viewer"]
            }
            plain = sum(land.value for land in load_board().territories if land.id in held)
            points = found["table"]["goal"]["points"] // 2
            assert points > plain, "the striscia counts twice"
            expect(watched.page.locator(".play-goal-line")).to_contain_text(f"{points} punti di")
        assert watched.complaints == []


# One turn, tap by tap


def on_map(hand: Hand, land: str) -> None:
    """Tap the counter of a territory, where it stands on the screen."""
    token = hand.page.locator(f".play-token[data-territory={land}] .play-tok")
    while (box := token.bounding_box()) is None:
        pass  # drawn anew just then
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand.used += 1
    if hand.way == "taps":
        hand.page.touchscreen.tap(x, y)
    else:
        hand.page.mouse.click(x, y)


def to_my_first_turn(hand: Hand, people: list[Person]) -> None:
    """Play the preparation, all armies on one front, by requests; then the turns before that of the first."""
    me = people[0]
    while (found := me.state())["view"]["turn"] == 0 or found["view"]["to_act"] != found["view"]["viewer"]:
        one_moves(people, found)
    expect(hand.page.locator("#play-sentence h2")).to_have_text(re.compile("^Metti 3 armate"))


def title_of(hand: Hand) -> str:
    """What the command asks, once it waits for an answer."""
    expect(hand.page.locator(FREE)).to_have_count(1)
    return hand.page.locator("#play-sentence h2").inner_text()


def place_on_two(hand: Hand, me: Person) -> None:
    """Place some armies on one territory and the others on another."""
    mine = [each["action"].split()[1] for each in me.choices()]
    for land, chip in zip(mine, ("1", "2"), strict=False):
        if hand.way == "taps":
            hand.choose(f".play-chips button:nth-child({chip})", "")
        else:
            on_map(hand, land)
        if chip == "1":
            hand.choose(".play-strip button", "")
            expect(hand.page.locator("#play-buttons .primary")).to_contain_text("Metti 1 in")
        hand.press("go", "")
        expect(hand.page.locator("#play-sentence h2")).to_have_text(
            re.compile("ancora 2" if chip == "1" else "Chi attacchi")
        )


def attack_four_times(hand: Hand, me: Person) -> None:
    """Four attacks to the end, moving in what is proposed."""
    for _ in range(4):
        assert title_of(hand).startswith("Chi attacchi"), "no army is left to attack with"
        if hand.way == "taps":
            hand.choose(".play-suggest button", "")
        else:
            attacks = me.state()["table"]["attacks"]
            on_map(hand, max(attacks, key=lambda each: each["win"])["target"])
        hand.press("finish", "")
        if title_of(hand).startswith("Quante armate entrano"):
            hand.press("go", "")
    title_of(hand)


def move_and_pass(hand: Hand, me: Person) -> None:
    """The strategic move, if there is one, and the end of the turn."""
    choices = [each["action"].split() for each in me.choices()]
    move = next((words for words in choices if words[0] == "sposta"), None)
    if move is None:
        hand.press("pass" if hand.page.locator("[data-key=pass]").count() else "go", "")
    elif hand.way == "taps":
        if hand.page.locator("[data-key=move]").count():
            hand.press("move", "")
        hand.choose(".play-chips button", "")
        hand.choose(".play-chips button", "")
        hand.press("go", "")
    else:
        on_map(hand, move[1])
        on_map(hand, move[3])
        hand.press("go", "")
    expect(hand.page.locator("body.mine")).to_have_count(0)


@pytest.mark.parametrize(("way", "size", "most"), [("taps", PHONE, 22), ("clicks", WIDE, 20)])
def test_a_normal_turn_needs_few_taps(
    site: PlaySite, browser: Browser, way: str, size: tuple[int, int], most: int
) -> None:
    with same_dice(FOUR_ATTACKS[way]):
        people = site.started(4, giri="0", minuti="0")
    with visit(browser, site.address, size, touch=way == "taps", cookies=people[0].cookies) as watched:
        hand = Hand(watched, way)
        hand.sit(people[0])
        to_my_first_turn(hand, people)
        place_on_two(hand, people[0])
        attack_four_times(hand, people[0])
        move_and_pass(hand, people[0])
        assert watched.complaints == []
        assert hand.used <= most


DEAF = "window.EventSource = class extends window.EventSource { addEventListener() {} };"


def test_an_outdated_page_says_that_the_table_went_on(site: PlaySite, browser: Browser) -> None:
    people = site.started(4)
    me = next(each for each in people if each.choices())
    with visit(browser, site.address, WIDE, cookies=me.cookies) as watched:
        hand = Hand(watched, "clicks")
        watched.page.add_init_script(DEAF)
        hand.sit(me)
        expect(watched.page.locator("#play-buttons .primary")).to_contain_text("Prendi il rosso")
        assert me.move()
        hand.press("go", "")
        refused = watched.page.locator("#play-refused")
        expect(refused).to_contain_text("Il tavolo è andato avanti: guarda e scegli di nuovo.")
        expect(refused).to_contain_text("prende il rosso")
        expect(watched.page.locator("#play-buttons .primary")).to_have_count(0)


def test_a_tap_jumps_to_the_end_of_what_the_others_did(site: PlaySite, browser: Browser) -> None:
    me, *others = site.started(4)
    with visit(browser, site.address, WIDE, cookies=me.cookies) as watched:
        hand, title = Hand(watched, "clicks"), watched.page.locator("#play-sentence h2")
        hand.sit(me, "no-preference")
        while (found := me.state())["view"]["phase"] != "placement":
            one_moves([me, *others], found)
        while any(each.move() for each in others):
            pass
        assert me.move()
        while any(each.move() for each in others):
            pass
        expect(title).to_have_text(re.compile("mette armate"))
        on_map(hand, me.choices()[0]["action"].split()[1])
        expect(title).to_have_text(re.compile("^Metti 3 armate"), timeout=300)
        expect(watched.page.locator(".play-hint")).to_have_text("Tocca un tuo territorio")
        on_map(hand, me.choices()[0]["action"].split()[1])
        expect(watched.page.locator("#play-buttons .primary")).to_contain_text("Metti 3 in")
        assert watched.complaints == []


def test_a_refusal_names_its_clause(site: PlaySite, browser: Browser) -> None:
    me = next(each for each in site.started(4) if each.choices())
    with visit(browser, site.address, WIDE, cookies=me.cookies) as watched:
        hand, page = Hand(watched, "clicks"), watched.page
        hand.sit(me)

        def spoil(route: Route) -> None:
            body = (route.request.post_data or "").replace("prende il colore rosso", "passa")
            route.continue_(post_data=body)

        page.route("**/mosse", spoil)
        hand.press("go", "")
        refused = page.locator("#play-refused")
        expect(refused).to_contain_text("ora bisogna scegliere i colori (000-5.0a)")
        link = refused.get_by_role("link", name="000-5.0a")
        expect(link).to_have_attribute("href", "/clausole?cerca=000-5.0a#000-5.0a")
        page.unroute("**/mosse")
        hand.press("go", "")
        expect(refused).to_be_hidden()


def test_the_board_is_read_and_chosen_without_seeing_it(site: PlaySite, browser: Browser) -> None:
    people = site.started(4)
    with visit(browser, site.address, WIDE, cookies=people[0].cookies) as watched:
        page, keys = watched.page, watched.page.keyboard
        page.context.add_init_script(path=AXE)
        hand = Hand(watched, "keys")
        hand.sit(people[0])
        to_my_first_turn(hand, people)
        assert page.evaluate("document.activeElement.id") == "comando"
        stops = page.locator(".territory[tabindex='0']")
        expect(stops).to_have_count(1)
        keys.press("ArrowRight")
        name = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert re.fullmatch(r".+: tuo, \d+ armat[ae](, nel tuo obiettivo)?", name)
        keys.press("Enter")
        expect(page.locator("#play-buttons .primary")).to_contain_text(f"Metti 3 in {name.split(':')[0]}")
        keys.press("1")
        expect(page.locator("#play-buttons .primary")).to_contain_text("Metti 1 in")
        keys.press("Escape")
        keys.press("t")
        board = page.locator("#play-table")
        expect(board.locator("tbody")).to_have_count(6)
        expect(board.locator("tbody tr")).to_have_count(48)
        row = board.locator("button").nth(1)
        row.focus()
        keys.press("Enter")
        expect(page.locator("#play-said")).to_contain_text(f"Metti 3 in {row.inner_text()}")
        expect(row).to_be_focused()
        assert faults(page) == []
        keys.press("Escape")
        expect(board).to_be_hidden()
        assert page.evaluate("document.activeElement.id") == "comando"
        keys.press("Enter")
        expect(page.locator("#play-sentence h2")).to_have_text("Chi attacchi?")
        title_of(hand)
        # Until the first attack what was placed may be taken back.
        keys.press("Control+z")
        expect(page.locator("#play-sentence h2")).to_have_text("Metti 3 armate")
        title_of(hand)
        keys.press("1")
        keys.press("Enter")
        expect(page.locator("#play-sentence h2")).to_have_text("Chi attacchi?")
        title_of(hand)
        keys.press("1")
        keys.press("Enter")
        expect(page.locator("#play-said")).to_have_text(
            re.compile(r".+ contro .+: [1-6 ]+ a [1-6 ]+\. Perdi \d")
        )
        assert watched.complaints == []


COMMAND = """
async ([choices, picked, table]) => {
  const { commandOf, nothingPicked } = await import("/static/js/play/command.js");
  const offered = choices.map((action) => ({ action, least: 1, most: 3 }));
  const view = { phase: "reinforcement", to_place: 0, conquests: 0, choices: offered };
  const told = { attacks: [], tris: [], closing: null, goal: null, reinforcement: null, ...table };
  const facts = { view, table: told, battle: null, armies: () => 4, goal: new Set(), name: () => "" };
  const { tool, primary, others } = commandOf(facts, { ...nothingPicked(), ...picked });
  return { kind: tool?.kind, sends: primary?.actions, others: others.map(({ key }) => key) };
}
"""
"""What the page would offer for some choices of the server."""


def test_nothing_that_is_legal_is_left_out_and_no_move_ends_a_turn_too_early(
    site: PlaySite, browser: Browser
) -> None:
    person = site.started(4)[0]
    with visit(browser, site.address, WIDE, cookies=person.cookies) as watched:
        Hand(watched, "clicks").sit(person)
        tris, attack, move = (
            "gioca alaska peru cina",
            "attacca brasile > congo con 3",
            "sposta peru > brasile 3",
        )
        choices = [tris, "riprende peru 3", attack, move, "passa"]

        def offered(picked: dict[str, str], *, any_time: bool = False) -> dict[str, Any]:
            table = {"terms": {"moves_any_time": any_time}}
            found: dict[str, Any] = watched.page.evaluate(COMMAND, [choices, picked, table])
            return found

        everything = {"kind": "targets", "sends": None, "others": ["move", "pass", "back", "tris"]}
        assert offered({}) == everything
        assert offered({"mode": "tris"}) == {"kind": "tris", "sends": [tris], "others": ["keep"]}
        moving = {"mode": "move", "source": "peru", "target": "brasile"}
        assert offered(moving)["sends"] == [move, "passa"]
        assert offered(moving, any_time=True)["sends"] == [move]
        choices = ["rinforza peru 3", *choices]
        assert offered({"kept": "si"})["others"] == ["back", "tris"]
        assert offered({"kept": "si", "mode": "tris"})["kind"] == "tris"
