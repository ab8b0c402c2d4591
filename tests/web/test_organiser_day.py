"""The organiser's day, from the set-up link to the winner by clicks and keys; also without a network (P4)."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from kamchatka.app.archive.copier import LOOK
from kamchatka.app.archive.places import Stick
from kamchatka.app.history import check
from kamchatka.app.office import open_office
from kamchatka.app.register.accounts.links import make_setup_link
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.store.database import Holder
from kamchatka.tournament.checker import check as done_again
from kamchatka.tournament.progress import winners
from kamchatka.web import create_app
from tests.web.browser import PHONE, visit
from tests.web.day import NAMES, OrganiserDay
from tests.web.site import served

pytestmark = pytest.mark.xdist_group("browser")

ROOT = Path(__file__).parents[2]
ROUND = (
    "Sorteggia il turno {0}",
    "I tavoli del turno {0} sono pubblici",
    "Scrivi i referti del turno {0}",
)
STEPS = (
    *("Iscrivi i giocatori", "Fai l’appello"),
    *(step.format(round) for round in (1, 2, 3) for step in ROUND),
    *("Decidi chi passa alla finale", "Sorteggia: Finale"),
    *("Si comincia: Finale", "Scrivi i referti: Finale"),
    *("Pubblica la classifica finale", "Il torneo è finito"),
)
ID = "torneo-del-borgo"


def test_sixteen_players_from_the_wizard_to_the_winner_by_clicks_and_keys(
    tmp_path: Path, browser: Browser
) -> None:
    stick = Stick("PORTICI", tmp_path / "PORTICI")
    stick.root.mkdir()
    with (
        open_office(tmp_path / "kamchatka.db", Holder("serve")) as office,
        served(create_app(tmp_path, office=office, sticks=lambda: [stick])) as site,
        visit(browser, site) as seen,
    ):
        page, day = seen.page, OrganiserDay(seen.page)
        day.come_in(f"/avvio/{make_setup_link(office)}")
        day.make_event("Torneo del Borgo", "Tre partite e finale")
        day.go_to_board()
        day.copy_to("PORTICI")
        day.go_on(until="Il torneo è finito")
        assert tuple(day.steps) == STEPS

        desk = open_tournament(office, ID)
        [winner] = winners(desk.tournament, desk.names)
        assert page.locator("#adesso .lead").inner_text() == f"Vince {winner}."
        assert check(office).broken is None
        again = done_again(desk.tournament.setup, desk.occurrences, desk.names)
        assert (again.differences, again.draws, again.cuts, again.publications) == ((), 4, 1, 1)
        swaps = [each for each in desk.occurrences if type(each.event).__name__ == "SeatsChanged"]
        assert len(swaps) == 1

        page.get_by_role("link", name="Classifica", exact=True).click()
        with page.expect_download() as taken:
            page.get_by_role("link", name="Classifica per il foglio di calcolo (CSV)").click()
        exported = Path(taken.value.path()).read_text(encoding="utf-8-sig")
        assert all(name in exported for name in NAMES)
        assert winner in exported.splitlines()[1]
        expected = [
            *(f"kamchatka-{ID}-turno-{round}.jsonl" for round in (1, 2, 3, 4)),
            f"kamchatka-{ID}.jsonl",
        ]
        last = time.monotonic() + 3 * LOOK  # a round is copied at the next look after it was closed
        while (kept := sorted(path.name for path in stick.folder.iterdir())) != expected:
            assert time.monotonic() < last, kept
            page.wait_for_timeout(100)

        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        for path in (f"/organizza/{ID}", f"/tornei/{ID}", f"/tornei/{ID}/tabellone"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        assert page.get_by_text(winner).first.is_visible()
        assert [address for address in seen.requests if not address.startswith(f"{site}/")] == []
        assert seen.complaints == []


def test_with_the_network_cut_eight_players_are_drawn_recorded_and_ranked(tmp_path: Path) -> None:
    ran = subprocess.run(
        ["unshare", "-rn", sys.executable, "-m", "tests.web.day_cut_off", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found == {
        "steps": [*STEPS[:5], "Sorteggia il turno 2"],
        "names": 8,
        "elsewhere": [],
        "complaints": [],
    }
