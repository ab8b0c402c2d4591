"""Whether an event respects the regulation of official tournaments, rule by rule."""

from starlette.responses import HTMLResponse

from kamchatka.app.tournaments.papers import paper_source
from kamchatka.documents.rules import conformity, verdict
from kamchatka.web.site.locks import JUDGES, LockedRouter
from kamchatka.web.site.visit import AtDesk

router = LockedRouter()
TONES = {"pass": "good", "fail": "bad", "not-yet": "info", "not-judged": "quiet"}


@router.page("/organizza/{id}/conformita", JUDGES)
def show_compliance(at: AtDesk) -> HTMLResponse:
    """The 25 rules of official tournaments, and what the event does about each."""
    source = paper_source(at.office, at.desk, at.lang)
    found = conformity(source)
    said, follows = verdict(source, found)
    return at.page(
        "desk/compliance.html", "settings", found=found, verdict=said, follows=follows, tones=TONES
    )
