"""An organiser's morning without any network: `unshare -rn python -m tests.web.day_cut_off FOLDER`.

Prints, as JSON, what the browser met: the steps, the addresses it asked for outside the site, its complaints.
"""

import json
import sys
from pathlib import Path

from kamchatka.app.office import open_office
from kamchatka.app.register.accounts.links import make_setup_link
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from tests.web.browser import started_browser, visit
from tests.web.cut_off import loop_up
from tests.web.day import OrganiserDay
from tests.web.site import served


def morning(folder: Path) -> dict[str, object]:
    """From the set-up link to the standings of a first round of eight, ready to print."""
    with (
        open_office(folder / "kamchatka.db", Holder("serve")) as office,
        served(create_app(folder, office=office)) as site,
        started_browser() as browser,
        visit(browser, site) as seen,
    ):
        day = OrganiserDay(seen.page, players=8)
        day.come_in(f"/avvio/{make_setup_link(office)}")
        day.make_event("Serata del club", "Torneo Open")
        day.go_on(until="Sorteggia il turno 2")
        seen.page.goto("/tornei/serata-del-club?tutti")
        names = seen.page.locator("tbody tr").count()
        printed = seen.page.request.get("/tornei/serata-del-club/classifica.pdf").body()
        assert printed.startswith(b"%PDF-")
        elsewhere = [address for address in seen.requests if not address.startswith(f"{site}/")]
        return {"steps": day.steps, "names": names, "elsewhere": elsewhere, "complaints": seen.complaints}


if __name__ == "__main__":
    loop_up()
    print(json.dumps(morning(Path(sys.argv[1]))))
